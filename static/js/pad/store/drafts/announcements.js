// What is being entered of an announced deal, and the payload that comes of it.

import { ownOf } from "../selectors.js";

/** @param {TableState} state @param {Seat} seat @param {number} announced @param {number | null} except a deal that is being corrected @returns {Cell[]} */
export function cellsOf({ deals }, seat, announced, except) {
  return deals.flatMap(({ number, voided, payload, result }) => (
    voided || number === except || payload.declarer !== seat || payload.announced !== announced ? []
      : [{ announced, taken: payload.taken, points: result?.points, exact: result?.exact }]
  ));
}

/** @param {Game} game @param {TableState} state @param {Seat} seat @param {number} announced @param {number | null} except */
function leftOf({ quotas }, state, seat, announced, except) {
  return quotas[announced] - cellsOf(state, seat, announced, except).length;
}

// The declarer's own phone may have told what they play.
/** @param {TableState} state @param {Game} game @returns {Announcement} */
export function fresh(state, game) {
  const declarer = /** @type {Seat} */ (state.turn);
  const { announced = forced(game, state, declarer, null), trump = null } = ownOf(state)?.open || {};
  return { declarer, announced, trump, taken: null, viewing: declarer, choosing: false };
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
/** @param {Game} game @param {TableState} state @param {Seat} declarer @param {number | null} except */
function forced(game, state, declarer, except) {
  if (!state.seats[declarer]) return null;
  const kinds = game.quotas.map((_, announced) => announced).filter((announced) => leftOf(game, state, declarer, announced, except) > 0);
  return kinds.length === 1 ? kinds[0] : null;
}

// Another declarer, who keeps what was announced where they can.
/** @param {Pick<AnnouncementView, "draft" | "game" | "state">} pad @param {Seat} declarer @returns {Partial<Announcement>} */
export function declaredBy({ draft: { announced, editing }, game, state }, declarer) {
  const kept = announced !== null && leftOf(game, state, declarer, announced, editing) > 0;
  return { declarer, viewing: declarer, choosing: false, announced: kept ? announced : forced(game, state, declarer, editing) };
}

/** @param {AnnouncementDraft} draft @param {TableState} state @returns {Payload} */
export function payload(draft, state) {
  const { declarer, announced, trump, taken } = draft;
  return { declarer, announced, trump, taken, ...(isOutOfTurn(draft, state) ? { out_of_turn: true } : {}) };
}

/** @param {AnnouncementDraft} draft @param {Game} game */
export function complete({ announced, trump, taken }, { records_trump: records }) {
  return announced !== null && taken !== null && (trump !== null || !records);
}

/** @param {AnnouncementDraft} draft @param {TableState} state */
export function isOutOfTurn({ declarer, editing, expected }, state) {
  return declarer !== (editing ? expected : state.turn);
}

/** @param {AnnouncementDraft} draft @param {TableState} state @param {Game} game @returns {Partial<Announcement>} */
export function rebased({ announced, declarer, editing }, state, game) {
  const used = announced !== null && leftOf(game, state, declarer, announced, editing) < 1;
  return { announced: used ? null : announced, viewing: declarer };
}

/** @param {AnnouncementDraft} draft @param {TableState} state @param {Game} game @returns {Partial<Announcement>} */
export function seatedAnew(draft, state, game) {
  const { turn } = state;
  return turn !== null && turn !== draft.turn && draft.declarer === draft.turn ? declaredBy({ draft, state, game }, turn) : {};
}

/** @param {AnnouncementDraft} _draft @param {Problem} error @returns {Partial<Announcement>} */
export function refused(_draft, { field }) {
  const emptied = ["announced", "trump", "taken"].includes(field) ? { [field]: null } : {};
  return { ...emptied, choosing: field === "declarer" };
}
