// What the phone has not sent yet, in order: sent one by one, tried again until it is answered.

import { uuid } from "./api.js";
import { claim, hurry } from "./pace.js";
import { entriesAfter, isAnswer, isArrival, isWaiting, raised, revisionOf, tryFirst } from "./sending.js";

const SHOWN = 5000; // how long an arrival stays in the list
const SOON = 1000;

// `host` holds what the storage said last, and is told of every answer.
/** @param {{ storage: PadStorage, api: Context["api"], base: string, host: QueueHost }} parts */
export function createQueue({ storage, api, base, host }) {
  const others = typeof BroadcastChannel === "function" ? new BroadcastChannel("capstone-pad") : null;
  /** @type {Map<string | undefined, number>} */
  const arrivals = new Map(); // by client_id, the revision with it
  const send = oneRun(storage, () => isWaiting(host.read().entries[0]), sendHead);

  // Another window of this phone, or its service worker, has changed the storage.
  others?.addEventListener("message", ({ data }) => { if (data.base === base) load(); });

  async function load() {
    host.changed({ entries: await storage.entries(base) });
  }

  /** @param {Edit} edit */
  async function change(edit) {
    const entries = await storage.change(base, (before) => edit(before).map(caughtUp));
    others?.postMessage({ base });
    host.changed({ entries });
    return entries;
  }

  // It was entered behind one that has arrived while it was on its way into the storage.
  /** @param {Entry} entry */
  function caughtUp(entry) {
    return raised(entry, arrivals.get(entry.after) ?? 0);
  }

  /** @param {NewEntry} facts @returns {Entry} */
  function make(facts) {
    return { client_id: uuid(), base, queued_at: Date.now(), tries: 0, state: "waiting", answer: null, ...facts };
  }

  /** @param {Entry} entry */
  const remove = (entry) => change((entries) => entries.filter((each) => each.client_id !== entry.client_id));

  // The server was heard again, or a person asks for it.
  async function sendSoon() {
    await hurry(storage);
    await send();
  }

  // What the answer tells is known before the entry goes: between the two, the table would lack the deal.
  async function sendHead() {
    host.changed({ sending: host.read().entries[0].client_id });
    const known = host.table();
    const outcome = await tryFirst({ storage, api, base });
    if (!outcome) return host.changed({ entries: await storage.entries(base), sending: null });
    const { entry, answer } = outcome;
    const server = await host.heard(answer);
    const arrived = entry.kind !== "said" && isAnswer(answer) && isArrival(entry, answer);
    if (arrived) arrivals.set(entry.client_id, revisionOf(answer));
    const entries = await storage.change(base, (before) => entriesAfter(before, entry, answer, known));
    others?.postMessage({ base });
    const changes = { entries, sending: null, failed: isAnswer(answer) ? null : answer.status };
    return host.answered(outcome, server, { ...changes, arrived: arrived ? shown(entry) : host.read().arrived });
  }

  /** @param {Entry} entry */
  function shown(entry) {
    setTimeout(() => host.changed({ arrived: host.read().arrived.filter((each) => each !== entry) }), SHOWN);
    return host.read().arrived.concat(entry);
  }

  return Object.freeze({ load, change, make, remove, send, sendSoon });
}

// As many tries as are due, one after the other, and the next as soon as there may be one. Whoever calls meanwhile has
// their call answered by the run that goes on.
/** @param {PadStorage} storage @param {() => boolean} isDue @param {() => Promise<unknown>} tryOnce */
function oneRun(storage, isDue, tryOnce) {
  let timer = 0;
  let running = false;
  let again = false;
  return async function run() {
    clearTimeout(timer);
    again = running;
    if (running) return;
    running = true;
    let pause = 0;
    try {
      while (!pause && isDue()) {
        pause = await claim(storage);
        if (!pause) await tryOnce();
      }
    } finally {
      running = false;
      if (pause) timer = setTimeout(run, again ? Math.min(pause, SOON) : pause);
    }
  };
}
