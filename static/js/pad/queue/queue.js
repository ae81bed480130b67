// What the phone has not sent yet, in order: sent one by one, tried again until it is answered.

import { uuid } from "./api.js";
import { isAnswer, isArrival, sendFirst } from "./sending.js";

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const SHOWN = 5000; // how long an arrival stays in the list

// `host` holds what the storage said last, and is told of every answer.
/** @param {{ storage: PadStorage, api: Context["api"], base: string, host: QueueHost }} parts */
export function createQueue({ storage, api, base, host }) {
  const others = typeof BroadcastChannel === "function" ? new BroadcastChannel("capstone-pad") : null;
  let timer = 0;
  let failures = 0;

  // Another window of this phone, or its service worker, has changed the storage.
  others?.addEventListener("message", ({ data }) => { if (data.base === base) load(); });

  async function load() {
    host.changed({ entries: await storage.entries(base) });
  }

  /** @param {Edit} edit */
  async function change(edit) {
    const entries = await storage.change(base, edit);
    others?.postMessage({ base });
    host.changed({ entries });
  }

  /** @param {NewEntry} facts @returns {Entry} */
  function make(facts) {
    return { client_id: uuid(), base, queued_at: Date.now(), tries: 0, state: "waiting", answer: null, ...facts };
  }

  /** @param {Entry} entry */
  const remove = (entry) => change((entries) => entries.filter((each) => each.client_id !== entry.client_id));

  async function send() {
    if (host.read().sending) return;
    clearTimeout(timer);
    while (await sendHead());
    host.changed({});
  }

  // Whether the next one may follow.
  async function sendHead() {
    const [head] = host.read().entries;
    if (head?.state !== "waiting") return false;
    host.changed({ sending: head.client_id });
    const outcome = await sendFirst({ storage, api, base });
    const changes = { entries: await storage.entries(base), sending: null };
    if (!outcome) {
      host.changed(changes);
      return false;
    }
    others?.postMessage({ base });
    const answered = isAnswer(outcome.answer);
    if (!answered) timer = setTimeout(send, PAUSES[Math.min(failures, PAUSES.length - 1)]);
    failures = answered ? 0 : failures + 1;
    await host.answered(outcome, { ...changes, arrived: arrivedWith(outcome) });
    return answered;
  }

  /** @param {Outcome} outcome */
  function arrivedWith({ entry, answer }) {
    const { arrived } = host.read();
    if (!isAnswer(answer) || !isArrival(entry, answer)) return arrived;
    setTimeout(() => host.changed({ arrived: host.read().arrived.filter((each) => each !== entry) }), SHOWN);
    return arrived.concat(entry);
  }

  return Object.freeze({ load, change, make, remove, send });
}
