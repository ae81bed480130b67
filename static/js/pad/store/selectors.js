// What follows from the state. Pure: nothing is changed.

import { projectState } from "../queue/projection.js";
import { lastOf, seatsAsked } from "../queue/resolve.js";
import { createWords, withWords } from "../words.js";

/** @typedef {Omit<PadState, "draft"> & { readonly draft: { readonly mends: string | null } }} Known */

/** @param {Pick<PadState, "pending">} pad */
export function isSending({ pending }) {
  return pending !== null;
}

// What has not been sent of the deals, besides what is awaited just now.
/** @param {Pick<PadState, "queue" | "pending">} pad */
export function unsentEntries({ queue, pending }) {
  return queue.entries.filter(({ client_id: id, kind }) => id !== pending?.entry && kind !== "said");
}

// What waits ahead of what is being entered, in the order in which it will be sent.
/** @param {Known} pad */
export function waitingEntries(pad) {
  const entries = unsentEntries(pad);
  const mended = entries.findIndex(({ client_id: id }) => id === pad.draft.mends);
  return (mended < 0 ? entries : entries.slice(0, mended)).filter((entry) => entry.state === "waiting" || seatsAsked(entry));
}

// What the next entry is made in the knowledge of.
/** @param {Known} pad */
export function lastWaiting(pad) {
  return waitingEntries(pad).at(-1)?.client_id;
}

// The entry at which the queue has stopped, if it has.
/** @param {Pick<PadState, "queue" | "pending">} pad */
export function stoppedEntry({ queue, pending }) {
  const [head] = queue.entries;
  return head && head.state !== "waiting" && head.client_id !== pending?.entry ? head : null;
}

// What another phone recorded as the deal of which this entry says otherwise.
/** @param {Pick<PadState, "server">} pad @param {Entry} entry */
export function rivalOf({ server }, { number, answer }) {
  const changed = (answer?.changes || []).some((/** @type {DealFacts} */ deal) => deal.number === number);
  return (changed && server.deals.find((deal) => deal.number === number && !deal.voided)) || null;
}

/** @type {{ inputs: unknown[], state: TableState | null }} */
let projected = { inputs: [], state: null };

// The table as the server will have it once everything that waits is saved. Made again only where something differs.
/** @param {Known} pad @returns {TableState} */
export function tableOf(pad) {
  const { boot, server, queue, pending, draft } = pad;
  const inputs = [boot, server, queue.entries, pending?.entry, draft.mends];
  if (!projected.state || inputs.some((input, index) => input !== projected.inputs[index])) {
    const state = projectState(pad, waitingEntries(pad));
    projected = { inputs, state: withWords({ boot, state, words: createWords(boot.strings) }) };
  }
  return /** @type {TableState} */ (projected.state);
}

/** @param {Known} pad */
export function isPlaying(pad) {
  const { table, finished } = tableOf(pad);
  return table.status === "playing" && !finished;
}

/** @param {Known} pad @param {number | null} number */
export function versionOf(pad, number) {
  return tableOf(pad).deals.find((deal) => deal.number === number)?.version;
}

// Until a deal stands the table may still cut for the first deal (V2).
/** @param {TableState} state */
export function isUnopened({ deals }) {
  return deals.every((deal) => deal.voided);
}

// What seats' own phones have added to the deal that is played, as long as that is the next one.
/** @param {TableState} state */
export function ownOf(state) {
  return state.own && state.own.number === lastOf(state) + 1 ? state.own : null;
}

// Deals that wait for the word of another seat, whoever looks.
/** @param {TableState} state */
export function toConfirm({ deals }) {
  return deals.filter(({ opinion, waiting }) => opinion === "waiting" && !waiting);
}

// A deal that is refused or differs keeps its number until that is settled, and so do those behind it.
/** @param {Known} pad */
export function nextNumber(pad) {
  const deals = stoppedEntry(pad) ? unsentEntries(pad).filter(({ kind }) => kind === "deal") : [];
  return Math.max(lastOf(tableOf(pad)), ...deals.map(({ number }) => number ?? 0)) + 1;
}

/** @param {PadState} pad @returns {View} */
export function viewOf(pad) {
  const { boot } = pad;
  return Object.freeze({ ...pad, state: tableOf(pad), game: boot.game, words: createWords(boot.strings) });
}
