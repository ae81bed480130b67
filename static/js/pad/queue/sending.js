// Sends what a phone keeps for one table, in order and one at a time. The pad and its service worker both do it so, at
// once if need be: the server knows a resend by its client_id.

import { claim, note } from "./pace.js";
import { isTakenOver, withLacking } from "./takeover.js";

/** @typedef {{ storage: PadStorage, api: Pick<Context["api"], "post">, base: string }} Work */
/** @typedef {{ waits?: boolean }} Manner whether it waits where the phone has to pause, or leaves that to the caller */

const GONE = 404;
/** @type {Answer} */
const NOT_YET = { status: 0, data: {} };

// Tries the first entry, if it waits; null where nothing waits. What came of it is kept by the caller.
/** @param {Work} work @returns {Promise<Outcome | null>} */
export async function tryFirst({ storage, api, base }) {
  const [head] = await storage.change(base, ([first, ...rest]) => (
    isWaiting(first) ? [{ ...first, tries: first.tries + 1 }, ...rest] : [first, ...rest].filter(Boolean)
  ));
  if (!isWaiting(head)) return null;
  const answer = await api.post(head.path, bodyOf(head), { tries: head.tries });
  await note(storage, { answered: isAnswer(answer), retryAfter: answer.retryAfter });
  return { entry: head, answer };
}

// As far as the server takes them; what the last answer was, null where nothing waits any more.
/** @param {Work} work @param {Manner} [manner] @returns {Promise<Answer | null>} */
export async function sendAll(work, { waits = false } = {}) {
  const { storage, base } = work;
  while (isWaiting((await storage.entries(base))[0])) {
    for (let left = await claim(storage); left; left = await claim(storage)) {
      if (!waits) return NOT_YET;
      await new Promise((due) => { setTimeout(due, left); });
    }
    const known = (await storage.read("pages", base))?.state;
    const outcome = await tryFirst(work);
    if (!outcome) return null;
    const { entry, answer } = outcome;
    await storage.change(base, (entries) => entriesAfter(entries, entry, answer, known));
    if (!isAnswer(answer)) return answer;
    const { state } = answer.data;
    if (known && state && isTakenOver(known, state)) await storage.alter(base, (page) => ({ ...page, state }));
  }
  return null;
}

/** @param {Entry} [entry] */
export function isWaiting(entry) {
  return entry?.state === "waiting";
}

// Whether the server has looked at the entry; anything else is tried again, as long as it takes.
/** @param {Answer} answer */
export function isAnswer({ status }) {
  return status >= 200 && status < 500 && ![403, GONE, 408, 425, 429].includes(status);
}

/** @param {Entry} entry @param {Answer} answer */
export function isArrival(entry, { status, data }) {
  if (status === 200 || status === 202 || entry.kind === "said") return true;
  return status === 409 && entry.kind === "dealer" && data.state.table.first_dealer === entry.seat;
}

// The address was good until some time after its event, and is again where the director says so.
/** @param {Answer} answer */
export function isOver({ status, data }) {
  return status === GONE && data.error?.code === "event-over";
}

// The event's revision with what has arrived.
/** @param {Answer} answer @returns {number} */
export function revisionOf({ data: { deal, state } }) {
  return (deal || state || { revision: 0 }).revision;
}

/** @param {Entry[]} entries @param {Entry} entry */
function replaced(entries, entry) {
  return entries.map((each) => (each.client_id === entry.client_id ? entry : each));
}

/** @param {Entry} entry */
export function bodyOf({ client_id, kind, number, payload, seat, reason, version, base_revision, after }) {
  if (kind === "said") return { client_id, base_revision, ...payload };
  return {
    client_id,
    base_revision,
    ...(after ? { after } : {}),
    ...(version ? { version } : {}),
    ...(kind === "deal" ? { number } : {}),
    ...(payload ? { payload } : {}),
    ...(kind === "dealer" ? { seat } : {}),
    ...(reason ? { reason } : {}),
  };
}

// The entries once this one was answered. Those behind it were made in its knowledge. `known` is the table as it was known
// before: a server that goes on from a copy differs by what it lacks, which nobody need be asked about.
/** @param {Entry[]} entries @param {Entry} entry @param {Answer} answer @param {TableState} [known] */
export function entriesAfter(entries, entry, answer, known) {
  const { status, data: { state: told } } = answer;
  const behind = entries.filter((each) => each.client_id !== entry.client_id);
  if (!isAnswer(answer)) return entry.kind === "said" && status === 500 ? behind : entries;
  if (status === 409 && known && isTakenOver(known, told)) return withLacking(entries, { base: entry.base, known, told });
  if (!isArrival(entry, answer)) return replaced(entries, { ...entry, ...refusal(answer) });
  return entry.kind === "said" ? behind : behind.map((each) => raised(each, revisionOf(answer)));
}

/** @param {Entry} entry @param {number} revision @returns {Entry} */
export function raised(entry, revision) {
  return entry.base_revision < revision ? { ...entry, base_revision: revision } : entry;
}

/** @param {Answer} answer @returns {Pick<Entry, "state" | "answer">} */
function refusal({ status, data }) {
  const { changes, number, message, error, field } = data;
  if (status === 409) return { state: "collided", answer: { changes, number, message } };
  return { state: "refused", answer: { error: error || { code: "unknown" }, message: message || "", field: field || "deal" } };
}
