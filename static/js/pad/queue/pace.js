// How soon this phone may try again: one pace for all its windows and its service worker, kept where the queue is.
// What a browser says (there is a network, the page is looked at) never shortens it; that the server was heard does.

const KEY = "pace"; // among the pages, which have addresses for keys
const PAUSES = [1000, 2000, 4000, 8000, 15000];
const LEAST = PAUSES[0];
const MOST = 30000;

/** @typedef {{ failures: number, tried: number, due: number }} Pace */

/** @type {Pace} */
const UNTROUBLED = { failures: 0, tried: 0, due: 0 };

/** @param {PadStorage} storage @param {(pace: Pace) => Pace} edit */
function alter(storage, edit) {
  return storage.alter(KEY, (kept) => {
    const { pace = UNTROUBLED } = kept;
    const now = edit(pace);
    return now === pace ? kept : { pace: now };
  });
}

// In how many milliseconds there may be a try; at 0 it is the caller's, and nobody else's for a while.
/** @param {PadStorage} storage */
export async function claim(storage) {
  const now = Date.now();
  let left = 0;
  await alter(storage, (pace) => {
    left = leftOf(pace, now);
    return left ? pace : { ...pace, tried: now, due: now + pauseAfter(pace) };
  });
  return left;
}

// What came of a try.
/** @param {PadStorage} storage @param {{ answered: boolean, retryAfter?: number }} outcome */
export async function note(storage, { answered, retryAfter = 0 }) {
  const now = Date.now();
  await alter(storage, (pace) => {
    if (answered) return UNTROUBLED;
    const pause = Math.max(pauseAfter(pace) * (1 + Math.random() / 4), retryAfter * 1000);
    return { failures: pace.failures + 1, tried: now, due: now + Math.min(pause, MOST) };
  });
}

// The server was heard, or a person asks for it: the next try comes a second after the last.
/** @param {PadStorage} storage */
export function hurry(storage) {
  return alter(storage, (pace) => (pace.due > pace.tried + LEAST ? { ...pace, due: pace.tried + LEAST } : pace));
}

/** @param {Pace} pace */
function pauseAfter({ failures }) {
  return PAUSES[Math.min(failures, PAUSES.length - 1)];
}

// A phone's clock may be set back.
/** @param {Pace} pace @param {number} now */
function leftOf({ due }, now) {
  return Math.min(Math.max(due - now, 0), MOST);
}
