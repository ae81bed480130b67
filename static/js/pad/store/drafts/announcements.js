// What is being entered of an announced deal, and the payload that comes of it.

import { VILNIUS } from "../../rules/tables.js";

const QUOTAS = VILNIUS.quotas;

/** @param {SeatFacts} seat @param {number} announced @param {number | null} except a deal that is being corrected */
export function cellsOf(seat, announced, except) {
  return (seat.sheet?.cells || []).filter((cell) => cell.announced === announced && cell.deal !== except);
}

/** @param {SeatFacts} seat @param {number} announced @param {number | null} except */
export function leftOf(seat, announced, except) {
  return QUOTAS[announced] - cellsOf(seat, announced, except).length;
}

/** @param {TableState} state @returns {Announcement} */
export function fresh(state) {
  const declarer = /** @type {Seat} */ (state.turn);
  return { declarer, announced: forced(state, declarer, null), trump: null, taken: null, viewing: declarer, choosing: false };
}

/** @param {TableState} _state @param {{ payload: Payload }} deal @returns {Announcement} */
export function reopened(_state, { payload: { declarer, announced, trump, taken, out_of_turn: meant } }) {
  return { declarer, announced, trump, taken, viewing: declarer, choosing: false, expected: meant ? null : declarer };
}

/** @param {Partial<Announcement>} changes */
export function changed(changes) {
  return changes;
}

// When one kind of announcement is left it is forced (V4).
/** @param {TableState} state @param {Seat} declarer @param {number | null} except */
function forced({ seats }, declarer, except) {
  const seat = seats[declarer];
  if (!seat) return null;
  const kinds = QUOTAS.map((_, announced) => announced).filter((announced) => leftOf(seat, announced, except) > 0);
  return kinds.length === 1 ? kinds[0] : null;
}

// Another declarer, who keeps what was announced where he can.
/** @param {AnnouncementDraft} draft @param {TableState} state @param {Seat} declarer @returns {Partial<Announcement>} */
export function declaredBy({ announced, editing }, state, declarer) {
  const kept = announced !== null && leftOf(state.seats[declarer], announced, editing) > 0;
  return { declarer, viewing: declarer, choosing: false, announced: kept ? announced : forced(state, declarer, editing) };
}

/** @param {AnnouncementDraft} draft @param {TableState} state @returns {Payload} */
export function payload(draft, state) {
  const { declarer, announced, trump, taken } = draft;
  return { declarer, announced, trump, taken, ...(isOutOfTurn(draft, state) ? { out_of_turn: true } : {}) };
}

/** @param {AnnouncementDraft} draft @param {TableState} state */
export function complete({ announced, trump, taken }, state) {
  return announced !== null && taken !== null && (trump !== null || !state.table.rules.record_trump);
}

/** @param {AnnouncementDraft} draft @param {TableState} state */
export function isOutOfTurn({ declarer, editing, expected }, state) {
  return declarer !== (editing ? expected : state.turn);
}

/** @param {AnnouncementDraft} draft @param {TableState} state @returns {Partial<Announcement>} */
export function rebased({ announced, declarer, editing }, state) {
  const used = announced !== null && leftOf(state.seats[declarer], announced, editing) < 1;
  return { announced: used ? null : announced, viewing: declarer };
}

/** @param {AnnouncementDraft} _draft @param {Problem} error @returns {Partial<Announcement>} */
export function refused(_draft, { field }) {
  const emptied = ["announced", "trump", "taken"].includes(field) ? { [field]: null } : {};
  return { ...emptied, choosing: field === "declarer" };
}
