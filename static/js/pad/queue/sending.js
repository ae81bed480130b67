// Sends what a phone keeps for one table, in order and one at a time. The pad and its service worker both do it so, at
// once if need be: the server knows a resend by its client_id.

/** @typedef {{ storage: PadStorage, api: Pick<Context["api"], "post">, base: string }} Work */

const GONE = 404;
const MOST_TRIES = 6;

// Sends the first entry, if it waits, and keeps what came of it; null where nothing waits.
/** @param {Work} work @returns {Promise<Outcome | null>} */
export async function sendFirst({ storage, api, base }) {
  const [waiting] = await storage.entries(base);
  if (waiting?.state !== "waiting") return null;
  const entry = { ...waiting, tries: waiting.tries + 1 };
  await storage.change(base, (entries) => replaced(entries, entry));
  const answer = await api.post(entry.path, bodyOf(entry), { tries: entry.tries });
  await storage.change(base, (entries) => entriesAfter(entries, entry, answer));
  return { entry, answer };
}

// As far as the server takes them; what the last answer was, null where all are sent.
/** @param {Work} work @returns {Promise<Answer | null>} */
export async function sendAll(work) {
  let outcome = await sendFirst(work);
  while (outcome && isAnswer(outcome.answer)) outcome = await sendFirst(work);
  return outcome ? outcome.answer : null;
}

// Whether the server has looked at the entry; anything else is tried again.
/** @param {Answer} answer */
export function isAnswer({ status }) {
  return status >= 200 && status < 500 && ![403, GONE, 408, 425, 429].includes(status);
}

// The server stumbles over this very entry: it must not block those behind it for ever.
/** @param {Entry} entry @param {Answer} answer */
function isHopeless({ tries }, { status }) {
  return status === 500 && tries >= MOST_TRIES;
}

/** @param {Entry} entry @param {Answer} answer */
export function isArrival(entry, { status, data }) {
  if (status === 200 || status === 202) return true;
  return status === 409 && entry.kind === "dealer" && data.state.table.first_dealer === entry.seat;
}

/** @param {Entry[]} entries @param {Entry} entry */
function replaced(entries, entry) {
  return entries.map((each) => (each.client_id === entry.client_id ? entry : each));
}

/** @param {Entry} entry */
export function bodyOf({ client_id, kind, number, payload, seat, reason, version, base_revision }) {
  return {
    client_id,
    base_revision,
    ...(version ? { version } : {}),
    ...(kind === "deal" ? { number } : {}),
    ...(payload ? { payload } : {}),
    ...(kind === "dealer" ? { seat } : {}),
    ...(reason ? { reason } : {}),
  };
}

// The entries once this one was answered. Those behind it were made in its knowledge.
/** @param {Entry[]} entries @param {Entry} entry @param {Answer} answer */
export function entriesAfter(entries, entry, answer) {
  if (!isAnswer(answer) && !isHopeless(entry, answer)) return entries;
  if (!isArrival(entry, answer)) return replaced(entries, { ...entry, ...refusal(answer) });
  const { deal, state } = answer.data;
  const revision = (deal || state || { revision: 0 }).revision;
  const behind = entries.filter((each) => each.client_id !== entry.client_id);
  return behind.map((each) => (each.base_revision < revision ? { ...each, base_revision: revision } : each));
}

/** @param {Answer} answer @returns {Pick<Entry, "state" | "answer">} */
function refusal({ status, data }) {
  const { changes, number, message, error, field } = data;
  if (status === 409) return { state: "collided", answer: { changes, number, message } };
  return { state: "refused", answer: { error: error || { code: "unknown" }, message: message || "", field: field || "deal" } };
}
