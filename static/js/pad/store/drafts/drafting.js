// A draft from its beginning on: what it rests on, and what news from the table means for it. Pure.

import { sameDeal } from "../../rules/compare.js";
import { isPartOf } from "../own.js";
import { isSending, isUnopened, lastWaiting, nextNumber, ownOf, tableOf, versionOf } from "../selectors.js";
import * as announcements from "./announcements.js";
import * as showdown from "./showdown.js";

/** @type {Record<Sheet, SheetDraft<any>>} */
const SHEETS = { announcements, showdown };

let begunSoFar = 0;

/** @param {Pick<PadState, "boot">} pad @returns {SheetDraft<any>} */
export function sheetOf({ boot }) {
  return SHEETS[boot.game.sheet];
}

/** @param {Pick<PadState, "boot" | "server" | "queue" | "pending"> & { draft: Draft }} pad @returns {Payload} */
export function payloadOf(pad) {
  return sheetOf(pad).payload(pad.draft, tableOf(/** @type {PadState} */ (pad)), pad.boot.game);
}

/** @param {PadState} pad */
export function isComplete(pad) {
  return sheetOf(pad).complete(pad.draft, pad.boot.game);
}

// A new deal, or the correction of an old one; the revision is the one the person was looking at.
/** @param {Omit<PadState, "draft">} before @param {Pick<DealFacts, "number" | "payload"> | null} [deal] @param {string | null} [mends] @returns {Draft} */
export function begun(before, deal = null, mends = null) {
  const pad = { ...before, draft: { mends } };
  const state = tableOf(pad);
  const sheet = sheetOf(pad);
  const facts = {
    id: newId(),
    touched: Boolean(deal),
    editing: deal ? deal.number : null,
    number: deal ? deal.number : nextNumber(pad),
    turn: state.turn,
    mends,
    error: null,
  };
  return { ...(deal ? sheet.reopened(state, deal) : sheet.fresh(state, pad.boot.game)), ...facts, ...seenNow(pad, facts.editing) };
}

function newId() {
  begunSoFar += 1;
  return begunSoFar;
}

// From here on the person knows what the table shows now.
/** @param {Parameters<typeof tableOf>[0]} pad @param {number | null} editing */
function seenNow(pad, editing) {
  const { deals, revision } = tableOf(pad);
  const seen = Object.fromEntries(deals.map(({ number, voided, payload }) => [number, { voided, payload }]));
  return { baseRevision: revision, after: lastWaiting(pad), version: versionOf(pad, editing), seen };
}

// What becomes of what is entered when the table is another than before. Nobody who is entering a deal is interrupted
// by what happens at other tables.
/** @param {PadState} before @param {PadState} after @returns {Partial<PadState>} */
export function reconciled(before, after) {
  const { draft } = after;
  if (isSending(after)) return {};
  const changes = changesSince(draft.seen, tableOf(after));
  const moved = situation(tableOf(before)) !== situation(tableOf(after));
  if (draft.touched && !isToldOf(after)) return informed(after, changes);
  if (changes.length || moved || draft.number !== nextNumber(after)) return { draft: begun(after) };
  return { draft: { ...draft, ...seenNow(after, draft.editing) } };
}

/** @param {PadState} pad @param {DealFacts[]} changes @returns {Partial<PadState>} */
function informed(pad, changes) {
  if (changes.length) return { conflict: { changes } };
  return pad.conflict ? {} : { draft: { ...pad.draft, ...seenNow(pad, pad.draft.editing), ...dealtAnew(pad) } };
}

// What was being entered when the phone was laid down, or died, or while something else was corrected.
/** @param {PadState} before @param {Draft} draft @returns {Partial<PadState>} */
export function takenUp(before, draft) {
  const pad = { ...before, draft: { ...draft, id: newId() } };
  const news = { draft: pad.draft, ...informed(pad, changesSince(draft.seen, tableOf(pad))) };
  const renumbered = !draft.editing && !draft.mends && draft.number !== nextNumber(pad);
  return renumbered && !news.conflict && !pad.conflict ? { ...news, conflict: { changes: [] } } : news;
}

// The same input once more, now that the person has seen what changed meanwhile.
/** @param {PadState} pad @returns {Draft} */
export function goneOn(pad) {
  const { draft } = pad;
  return {
    ...draft,
    ...seenNow(pad, draft.editing),
    number: draft.editing ? draft.number : nextNumber(pad),
    ...sheetOf(pad).rebased(draft, tableOf(pad), pad.boot.game),
    ...dealtAnew(pad),
  };
}

// Before the first deal the table may cut again, and somebody may sit down: what is entered follows.
/** @param {PadState} pad @returns {Partial<Draft>} */
function dealtAnew(pad) {
  const { draft } = pad;
  const state = tableOf(pad);
  const first = !draft.editing && draft.number === nextNumber(pad) && isUnopened(state);
  return first ? { turn: state.turn, ...sheetOf(pad).seatedAnew(draft, state, pad.boot.game) } : {};
}

// The hand that was sent from here has become part of the deal.
/** @param {PadState} pad */
function isToldOf({ draft, server: { deals } }) {
  return deals.some(({ number, voided, payload }) => number === draft.number && !voided && isPartOf(draft, payload));
}

// The phone may have died between keeping the deal for sending and beginning the next one.
/** @param {PadState} before @param {Draft} draft */
export function isRecorded(before, draft) {
  const pad = { ...before, draft };
  if (isToldOf(pad)) return true;
  if (draft.editing || draft.mends || !isComplete(pad)) return false;
  const payload = inAnyTurn(payloadOf(pad));
  /** @param {{ number: number | null, payload: Payload | null }} other */
  const same = (other) => other.number === draft.number && other.payload !== null && sameDeal(inAnyTurn(other.payload), payload);
  return pad.queue.entries.some(same) || pad.server.deals.some((deal) => !deal.voided && same(deal));
}

/** @param {Payload} payload */
function inAnyTurn(payload) {
  return { ...payload, out_of_turn: false };
}

// What a new deal begins from, besides the deals before it.
/** @param {TableState} state */
function situation(state) {
  const { table, seats, turn, playoff } = state;
  return JSON.stringify([table.status, table.first_dealer, seats.length, turn, playoff, ownOf(state)?.open]);
}

/** @param {Draft["seen"]} seen @param {TableState} state */
function changesSince(seen, state) {
  return state.deals.filter(({ number, voided, payload }) => {
    const known = seen[number];
    return !known || known.voided !== voided || (!voided && !sameDeal(known.payload, payload));
  });
}
