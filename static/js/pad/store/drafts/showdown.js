// What is being entered of a showdown, and the payload that comes of it.

import { ownOf } from "../selectors.js";

export const QUARRY = "quarry";

// What this seat's own phone has entered is known to it, in whichever way the deal is gone on with.
/** @param {TableState} state @returns {Showdown} */
export function fresh(state) {
  const { me, playoff, seats: all, turn } = state;
  const seats = playoff ? playoff.seats : all.map((seat) => seat.index);
  const dealer = turn !== null && seats.includes(turn) ? turn : seats[0];
  return {
    seats, dealer, playoffOf: playoff ? playoff.deal : null, folded: [], hands: {}, quarry: [], paid: {}, claimed: [],
    ...(me === null ? {} : ownSoFar(me, ownOf(state))),
    allIn: [], unequal: false, override: "", reason: "", withoutCards: false, step: "table", at: null, past: [], readings: {}, verdict: null,
  };
}

/** @param {Seat} me @param {OwnFacts | null} own @returns {Partial<Showdown>} */
function ownSoFar(me, own) {
  const { cards, folded, paid = null } = own?.mine || {};
  return {
    folded: folded ? [me] : [],
    hands: cards?.length ? { [me]: cards } : {},
    quarry: own?.quarry?.cards || [],
    paid: paid === null ? {} : { [me]: paid },
  };
}

/** @param {TableState} state @param {{ payload: Payload }} deal @returns {Showdown} */
export function reopened(state, { payload: old }) {
  const tied = old.playoff_of ? state.deals.find((item) => item.number === old.playoff_of) : null;
  const deal = {
    ...fresh(state),
    seats: tied?.result ? tied.result.winners : state.seats.map((seat) => seat.index),
    dealer: old.dealer,
    playoffOf: old.playoff_of || null,
    folded: old.folded || [],
    hands: old.hands || {},
    quarry: old.quarry || [],
    paid: old.paid || {},
    claimed: old.claimed || [],
    override: old.override || "",
    reason: old.override || "",
    withoutCards: !old.hands && Boolean(old.claimed),
  };
  return { ...deal, allIn: shortOfBet(deal) };
}

// A verdict was given on what was entered before, and so was the word that somebody is all in.
/** @param {Partial<Showdown>} changes @returns {Partial<Showdown>} */
export function changed(changes) {
  return { verdict: null, unequal: false, ...(changes.paid ? { allIn: [] } : {}), ...changes };
}

/** @param {Pick<Showdown, "seats" | "paid">} draft */
export function highestBet({ seats, paid }) {
  return Math.max(0, ...seats.map((seat) => paid[seat] || 0));
}

// Who is still in with less than the highest bet, and not all in: betting ends when nobody is (C13).
/** @param {Pick<Showdown, "seats" | "paid" | "folded"> & Partial<Pick<Showdown, "allIn">>} draft @returns {Seat[]} */
export function shortOfBet(draft) {
  const { paid, allIn = [] } = draft;
  const still = stillIn(draft);
  if (still.length < 2) return [];
  return still.filter((seat) => (paid[seat] || 0) < highestBet(draft) && !allIn.includes(seat));
}

/** @param {Pick<Showdown, "seats" | "folded">} draft */
export function stillIn({ seats, folded }) {
  return seats.filter((seat) => !folded.includes(seat));
}

/** @param {Showdown} draft @param {Seat} seat */
export function handOf({ hands }, seat) {
  return hands[seat] || [];
}

/** @param {Showdown} draft @param {Game} game */
export function notesPot({ paid }, game) {
  return game.counts_cubits || Object.keys(paid).length > 0;
}

/** @param {Showdown} draft */
export function shows(draft) {
  return !draft.withoutCards && stillIn(draft).length > 1;
}

// The step ahead of the verdict, or of naming the winner where no cards are shown.
/** @param {Showdown} draft @param {Game} game @returns {Showdown["step"]} */
export function before(draft, game) {
  const named = draft.claimed.length > 0 && stillIn(draft).length > 1;
  if (named && draft.step === "verdict") return "claim";
  return notesPot(draft, game) ? "paid" : "table";
}

// The next hand that is not complete, from the dealer's left; the Quarry last; null when everything is there.
/** @param {Showdown} draft @param {Game} game @returns {Seat | "quarry" | null} */
export function missing(draft, { hand_size: size, quarry }) {
  if (!shows(draft)) return null;
  const { seats, dealer } = draft;
  const order = [...seats.filter((seat) => seat > dealer), ...seats.filter((seat) => seat <= dealer)];
  const next = order.find((seat) => !draft.folded.includes(seat) && handOf(draft, seat).length !== size);
  if (next !== undefined) return next;
  return quarry && draft.quarry.length < stillIn(draft).length ? QUARRY : null;
}

/** @param {Showdown} draft @param {TableState} _state @param {Game} game @returns {Payload} */
export function payload(draft, _state, game) {
  const { seats, claimed, playoffOf, override } = draft;
  const claims = claimed.length > 0 && stillIn(draft).length > 1;
  /** @type {(read: (seat: Seat) => unknown, of: Seat[]) => Record<Seat, unknown>} */
  const bySeat = (read, of) => Object.fromEntries(of.map((seat) => [seat, read(seat)]));
  return {
    dealer: draft.dealer,
    ...(game.folds ? { folded: inOrder(draft.folded) } : {}),
    ...(shows(draft) ? { hands: bySeat((seat) => handOf(draft, seat), stillIn(draft)) } : {}),
    ...(shows(draft) && game.quarry ? { quarry: draft.quarry } : {}),
    ...(notesPot(draft, game) ? { paid: bySeat((seat) => draft.paid[seat] || 0, seats) } : {}),
    ...(claims ? { claimed: inOrder(claimed) } : {}),
    ...(playoffOf !== null ? { playoff_of: playoffOf } : {}),
    ...(override && claims ? { override } : {}),
  };
}

/** @param {Seat[]} seats */
function inOrder(seats) {
  return seats.slice().sort((one, other) => one - other);
}

/** @param {Showdown} draft */
export function complete({ step }) {
  return step === "verdict";
}

/** @param {ShowdownDraft} draft @param {TableState} state @returns {Partial<Showdown>} */
export function rebased({ editing, folded, claimed, dealer }, { playoff, seats: all }) {
  if (editing) return {};
  const seats = playoff ? playoff.seats : all.map((seat) => seat.index);
  return {
    playoffOf: playoff ? playoff.deal : null,
    seats,
    folded: folded.filter((seat) => seats.includes(seat)),
    claimed: claimed.filter((seat) => seats.includes(seat)),
    dealer: seats.includes(dealer) ? dealer : seats[0],
  };
}

/** @param {ShowdownDraft} draft @param {TableState} state @returns {Partial<Showdown>} */
export function seatedAnew(draft, state) {
  const { turn } = state;
  return { ...rebased(draft, state), ...(turn !== null && draft.dealer === draft.turn ? { dealer: turn } : {}) };
}

// An error takes the person to the place where it is mended.
/** @param {Showdown} _draft @param {Problem} error @returns {Partial<Showdown>} */
export function refused(_draft, { code, field }) {
  const hand = /^hand-(\d+)$/.exec(field);
  if (code === "director-needed") return { step: "table", override: "" };
  if (code === "claim-differs") return { step: "verdict", verdict: null };
  if (hand) return { step: "table", at: Number(hand[1]) };
  if (field === "quarry") return { step: "table", at: QUARRY };
  return { step: field === "paid" ? "paid" : field === "claimed" ? "claim" : "table" };
}

// What was made of a hand, as long as it is still those cards.
/** @param {Showdown} draft @param {Seat} seat */
export function readingOf(draft, seat) {
  const reading = draft.readings[seat];
  const complete = reading && reading.key.split("/")[0] === handOf(draft, seat).slice().sort().join();
  return complete ? reading : null;
}
