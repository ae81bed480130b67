// One showdown: whether the hands can be, and who wins by what (C9-C15, P3-P9), as in scoring/showdown/sheet.py.

import { compare } from "./compare.js";
import { checkCopies, parse } from "./decks.js";
import { bySeat, cardList, present, seatList, text } from "./fields.js";
import { parseHand, prepare } from "./hands.js";
import { malformed, placed, refuse } from "./refusal.js";

// {winners, decided_by, hands: Map, unverified} among `takingPart`, before any cubits are counted; null where the cards
// decide and only the server can read them.
/** @param {Payload} payload @param {ShowdownRules} showdown @param {{ seats: number, takingPart: Seat[] }} players @returns {JudgedDeal | null} */
export function judge(payload, showdown, { seats, takingPart }) {
  const shown = bySeat(payload, "hands", seats);
  const stillIn = stillInOf(payload, shown, { seats, takingPart });
  const claimed = seatList(payload, "claimed", seats);
  const override = text(payload, "override");
  if (override !== null && claimed.length === 0) malformed("override");
  const hands = readHands(payload, shown, showdown, { takingPart, stillIn });
  const decided = decide(hands, stillIn, claimed, showdown);
  return decided && upheld(decided, { stillIn, claimed, override });
}

/** @param {Payload} payload @param {Map<Seat, string[]>} shown @param {{ seats: number, takingPart: Seat[] }} players */
function stillInOf(payload, shown, { seats, takingPart }) {
  const folded = seatList(payload, "folded", seats);
  for (const seat of folded) if (shown.has(seat)) refuse("folded-shows", { seat });
  const stillIn = takingPart.filter((seat) => !folded.includes(seat));
  if (stillIn.length === 0) refuse("all-folded");
  return stillIn;
}

// The deck is checked across all the hands shown (C12, P8) before any is read.
/** @param {Payload} payload @param {Map<Seat, string[]>} shown @param {ShowdownRules} showdown @param {{ takingPart: Seat[], stillIn: Seat[] }} players */
function readHands(payload, shown, showdown, players) {
  for (const cards of shown.values()) cardList(cards, "hands");
  const quarry = quarryOf(payload, showdown, players, shown.size > 0 && players.stillIn.length > 1);
  const held = Array.from(shown, ([seat, cards]) => /** @type {const} */ ([seat, placed({ seat }, () => parseHand(cards, showdown))]));
  checkCopies(showdown.deck, quarry.concat(...held.map(([, cards]) => cards)));
  return new Map(held.map(([seat, cards]) => [seat, showdown.reader?.read(cards, quarry) ?? null]));
}

// A card of everyone who was still in before the last round of wagering (P3).
/** @param {Payload} payload @param {ShowdownRules} showdown @param {{ takingPart: Seat[], stillIn: Seat[] }} players @param {boolean} needed */
function quarryOf(payload, showdown, { takingPart, stillIn }, needed) {
  const quarry = present(payload.quarry) ? cardList(payload.quarry, "quarry") : [];
  const expected = [stillIn.length, takingPart.length];
  const right = quarry.length >= expected[0] && quarry.length <= expected[1];
  if ((quarry.length || needed) && showdown.game.quarry && !right) refuse("quarry-size", { expected, got: quarry.length });
  return parse(showdown.deck, quarry);
}

/** @param {JudgedDeal["hands"]} hands @param {Seat[]} stillIn @param {Seat[]} claimed @param {ShowdownRules} showdown @returns {JudgedDeal | null} */
function decide(hands, stillIn, claimed, { game, reader }) {
  const tied = game.splits_ties ? "split" : "tie";
  if (stillIn.length === 1) return verdict(stillIn, "last-player", hands);
  if (hands.size === 0 && game.cards_optional && claimed.length) {
    if (!among(claimed, stillIn)) refuse("claim-differs", { claimed, winners: stillIn });
    return { ...verdict(claimed, claimed.length === 1 ? "claim" : tied, hands), unverified: true };
  }
  const seats = stillIn.filter((seat) => !hands.has(seat));
  if (seats.length) refuse("hands-missing", { seats });
  if (!reader) return null;
  const winners = bestAmong(stillIn, hands);
  if (winners.length > 1) return verdict(winners, tied, hands);
  const [second] = bestAmong(stillIn.filter((seat) => seat !== winners[0]), hands);
  return verdict(winners, reader.decidedBy(readingOf(hands, winners[0]), readingOf(hands, second)), hands);
}

/** @param {Seat[]} winners @param {string} decidedBy @param {JudgedDeal["hands"]} hands @returns {JudgedDeal} */
function verdict(winners, decidedBy, hands) {
  return { winners, decided_by: decidedBy, hands, unverified: false };
}

/** @param {Seat[]} seats @param {JudgedDeal["hands"]} hands */
function bestAmong(seats, hands) {
  /** @type {(seat: Seat, other: Seat) => number} */
  const against = (seat, other) => compare(readingOf(hands, seat).strength, readingOf(hands, other).strength);
  return seats.filter((seat) => seats.every((other) => against(seat, other) >= 0));
}

// Whose hand is the best among complete ones, while they are entered; nobody's where only the server can read them.
/** @param {Game} game @param {[Seat, string[]][]} shown @param {string[]} quarry @returns {Seat[]} */
export function leaders(game, shown, quarry) {
  const { reader } = prepare(game);
  if (!reader) return [];
  return bestAmong(shown.map(([seat]) => seat), new Map(shown.map(([seat, cards]) => [seat, reader.read(cards, quarry)])));
}

/** @param {JudgedDeal["hands"]} hands @param {Seat} seat */
function readingOf(hands, seat) {
  return /** @type {RankedReading} */ (hands.get(seat));
}

/** @param {Seat[]} some @param {Seat[]} all */
function among(some, all) {
  return some.every((seat) => all.includes(seat));
}

// What the table announced (C13), which only the director may uphold against the cards.
/** @param {JudgedDeal} deal @param {{ stillIn: Seat[], claimed: Seat[], override: string | null }} said @returns {JudgedDeal} */
function upheld(deal, { stillIn, claimed, override }) {
  if (claimed.length === 0 || String(claimed) === String(deal.winners)) return deal;
  if (override === null || !among(claimed, stillIn)) refuse("claim-differs", { claimed, winners: deal.winners });
  return { ...deal, winners: claimed, decided_by: "claim" };
}
