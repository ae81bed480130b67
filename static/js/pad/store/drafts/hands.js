// What a tap on the picker makes of the hands: into which they go, and what is undone. Pure.

import { handOf, missing, QUARRY, stillIn } from "./showdown.js";

const REMEMBERED = 40; // taps that can be undone

/** @typedef {Seat | "quarry"} Place */

// The hand that is being entered: the one that was tapped, else the next that is not complete.
/** @param {Showdown} draft @param {Game} game @returns {Place | null} */
export function current(draft, game) {
  const { at } = draft;
  const gone = at === null || (at === QUARRY ? !game.quarry : !stillIn(draft).includes(at));
  return gone || draft.withoutCards ? missing(draft, game) : at;
}

/** @param {Showdown} draft @param {Place} at */
export function held(draft, at) {
  return at === QUARRY ? draft.quarry : handOf(draft, at);
}

/** @param {Showdown} draft @param {Game} game @param {Place} at */
export function room({ seats }, { hand_size: size }, at) {
  return at === QUARRY ? seats.length : size;
}

// In the whole deal no card more often than the deck has it (C12, P8).
/** @param {Showdown} draft @param {Card} kind */
export function leftInDeck(draft, { code, copies }) {
  const shown = stillIn(draft).flatMap((seat) => handOf(draft, seat)).concat(draft.quarry);
  return Math.max(0, copies - shown.filter((card) => card === code).length);
}

// A hand that is full goes on to the next by itself.
/** @param {Showdown} draft @param {Game} game @param {string[]} cards @returns {Partial<Showdown>} */
export function added(draft, game, cards) {
  const at = current(draft, game);
  if (at === null) return {};
  const now = held(draft, at).concat(cards);
  const full = now.length >= (at === QUARRY ? stillIn(draft).length : room(draft, game, at));
  return { ...holding(draft, at, now), at: full ? null : at };
}

/** @param {Showdown} draft @param {Place} at @param {string} card @returns {Partial<Showdown>} */
export function takenAway(draft, at, card) {
  const cards = held(draft, at);
  const place = cards.lastIndexOf(card);
  return { ...holding(draft, at, cards.filter((_, index) => index !== place)), at };
}

/** @param {Showdown} draft @param {Place} at @param {string[]} cards @returns {Partial<Showdown>} */
function holding(draft, at, cards) {
  const changes = at === QUARRY ? { quarry: cards } : { hands: { ...draft.hands, [at]: cards } };
  return { ...changes, override: "", past: remembered(draft) };
}

// Who folds, or does not show, is out (C13); a second tap, and they are back in.
/** @param {Showdown} draft @param {Seat} seat @returns {Partial<Showdown>} */
export function foldedOrBack(draft, seat) {
  const folded = draft.folded.includes(seat) ? draft.folded.filter((other) => other !== seat) : draft.folded.concat(seat);
  return { folded, claimed: draft.claimed.filter((other) => !folded.includes(other)), override: "", at: null, past: remembered(draft) };
}

// The next hand that is not complete after this one.
/** @param {Showdown} draft @param {Game} game @returns {Place | null} */
export function following(draft, game) {
  const at = current(draft, game);
  if (at === null || at === QUARRY) return missing(draft, game);
  return missing({ ...draft, dealer: at, hands: { ...draft.hands, [at]: Array(game.hand_size).fill("") } }, game) ?? at;
}

/** @param {Showdown} draft */
function remembered({ at, folded, hands, past, quarry }) {
  return (past || []).concat({ at, folded, hands, quarry }).slice(-REMEMBERED);
}

/** @param {Showdown} draft @returns {Partial<Showdown>} */
export function undone({ claimed, past }) {
  const before = past?.at(-1);
  if (!before) return {};
  return { ...before, claimed: claimed.filter((seat) => !before.folded.includes(seat)), override: "", past: past.slice(0, -1) };
}
