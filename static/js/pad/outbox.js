// What was entered and not yet answered. An entry keeps its client_id and its payload from the first try to the last,
// so that the server can tell a resend from a second deal.

import { uuid } from "./wire.js";

const PAUSES = [1000, 2000, 4000, 8000, 15000];

export function createOutbox(post, changed) {
  const entries = [];

  function submit(path, body) {
    return new Promise((resolve) => {
      const entry = { path, body: Object.assign({ client_id: uuid() }, body), tries: 0, timer: null, busy: false, resolve };
      entries.push(entry);
      attempt(entry);
    });
  }

  function attempt(entry) {
    if (entry.busy) return;
    clearTimeout(entry.timer);
    entry.busy = true;
    entry.tries += 1;
    changed();
    post(entry.path, entry.body).then((answer) => {
      entry.busy = false;
      if (answer.status === 0 || answer.status >= 500) wait(entry);
      else settle(entry, answer);
    });
  }

  function wait(entry) {
    const pause = PAUSES[Math.min(entry.tries, PAUSES.length) - 1];
    entry.timer = setTimeout(() => attempt(entry), pause);
    changed();
  }

  function settle(entry, answer) {
    entries.splice(entries.indexOf(entry), 1);
    changed();
    entry.resolve(answer);
  }

  return {
    submit,
    retryNow: () => entries.forEach(attempt),
    sending: () => entries.length > 0,
    unsent: () => entries.filter((entry) => entry.tries > 1 || !entry.busy).length,
  };
}
