// The pad's view of what it has not sent yet: the store's entries, sent in order, tried again until they are answered.

import { isAnswer, isArrival, sendFirst } from "./sending.js";
import { uuid } from "./api.js";

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const SHOWN = 5000; // how long an arrival stays in the list

export function createQueue({ store, wire, base, changed, answered }) {
  const queue = { entries: [], arrived: [], sending: null };
  const others = typeof BroadcastChannel === "function" ? new BroadcastChannel("capstone-pad") : null;
  let timer = 0;
  let failures = 0;

  // Another window of this phone, or its service worker, has changed the store.
  if (others) others.onmessage = ({ data }) => { if (data.base === base) queue.load(); };

  queue.load = async () => {
    queue.entries = await store.entries(base);
    changed();
  };

  queue.change = async (edit) => {
    queue.entries = await store.change(base, edit);
    tell();
    changed();
  };

  queue.make = (facts) => Object.assign({
    client_id: uuid(), base, queued_at: Date.now(), tries: 0, state: "waiting", answer: null,
  }, facts);

  queue.remove = (entry) => queue.change((entries) => entries.filter((each) => each.client_id !== entry.client_id));

  queue.send = async () => {
    if (queue.sending) return;
    clearTimeout(timer);
    while (queue.entries.length && queue.entries[0].state === "waiting") {
      queue.sending = queue.entries[0].client_id;
      changed();
      const outcome = await sendFirst({ store, wire, base });
      queue.entries = await store.entries(base);
      queue.sending = null;
      if (!outcome) break;
      tell();
      if (!isAnswer(outcome.answer)) later();
      else if (isArrival(outcome.entry, outcome.answer)) arrive(outcome.entry);
      failures = isAnswer(outcome.answer) ? 0 : failures + 1;
      await answered(outcome);
      if (failures) break;
    }
    changed();
  };

  function later() {
    timer = setTimeout(queue.send, PAUSES[Math.min(failures, PAUSES.length - 1)]);
  }

  function arrive(entry) {
    queue.arrived = queue.arrived.concat(entry);
    setTimeout(() => {
      queue.arrived = queue.arrived.filter((each) => each !== entry);
      changed();
    }, SHOWN);
  }

  function tell() {
    if (others) others.postMessage({ base });
  }

  return queue;
}
