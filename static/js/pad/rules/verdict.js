// One showdown: whether the hands can be, and who wins by what (C9-C15, P3-P9), as in scoring/showdown.py.

import { bySeat, cardList, present, seatList, text } from "./fields.js";
import { checkCopies, parse } from "./decks.js";
import { parseHand } from "./hands.js";
import { compare } from "./compare.js";
import { malformed, placed, refuse } from "./refusal.js";

// {winners, decided_by, hands: Map, unverified} among `takingPart`, before any cubits are counted.
export function judge(payload, showdown, { seats, takingPart }) {
  const shown = bySeat(payload, "hands", seats);
  const stillIn = stillInOf(payload, shown, { seats, takingPart });
  const claimed = seatList(payload, "claimed", seats);
  const override = text(payload, "override");
  if (override !== null && claimed.length === 0) malformed("override");
  const hands = readHands(payload, shown, showdown, { takingPart, stillIn });
  return upheld(decide(hands, stillIn, claimed, showdown), { stillIn, claimed, override });
}

function stillInOf(payload, shown, { seats, takingPart }) {
  const folded = seatList(payload, "folded", seats);
  folded.forEach((seat) => {
    if (shown.has(seat)) refuse("folded-shows", { seat });
  });
  const stillIn = takingPart.filter((seat) => !folded.includes(seat));
  if (stillIn.length === 0) refuse("all-folded");
  return stillIn;
}

// The deck is checked across all the hands shown (C12, P8) before any is read.
function readHands(payload, shown, showdown, players) {
  shown.forEach((cards) => cardList(cards, "hands"));
  const quarry = quarryOf(payload, showdown, players, shown.size > 0 && players.stillIn.length > 1);
  const held = new Map();
  shown.forEach((cards, seat) => held.set(seat, placed({ seat }, () => parseHand(cards, showdown))));
  checkCopies(showdown.deck, Array.from(held.values()).reduce((all, cards) => all.concat(cards), quarry));
  return new Map(Array.from(held, ([seat, cards]) => [seat, showdown.read(cards, quarry)]));
}

// A card of everyone who was still in before the last round of wagering (P3).
function quarryOf(payload, showdown, { takingPart, stillIn }, needed) {
  const quarry = present(payload.quarry) ? cardList(payload.quarry, "quarry") : [];
  const expected = [stillIn.length, takingPart.length];
  const right = quarry.length >= expected[0] && quarry.length <= expected[1];
  if ((quarry.length || needed) && showdown.usesQuarry && !right) refuse("quarry-size", { expected, got: quarry.length });
  return parse(showdown.deck, quarry);
}

function decide(hands, stillIn, claimed, showdown) {
  const tied = showdown.splitsTies ? "split" : "tie";
  if (stillIn.length === 1) return verdict(stillIn, "last-player", hands);
  if (hands.size === 0 && showdown.cardsOptional && claimed.length) {
    if (!among(claimed, stillIn)) refuse("claim-differs", { claimed, winners: stillIn });
    return Object.assign(verdict(claimed, claimed.length === 1 ? "claim" : tied, hands), { unverified: true });
  }
  const seats = stillIn.filter((seat) => !hands.has(seat));
  if (seats.length) refuse("hands-missing", { seats });
  const winners = bestAmong(stillIn, hands);
  if (winners.length > 1) return verdict(winners, tied, hands);
  const [second] = bestAmong(stillIn.filter((seat) => seat !== winners[0]), hands);
  return verdict(winners, showdown.decidedBy(hands.get(winners[0]), hands.get(second)), hands);
}

function verdict(winners, decidedBy, hands) {
  return { winners, decided_by: decidedBy, hands, unverified: false };
}

function bestAmong(seats, hands) {
  const against = (seat, other) => compare(hands.get(seat).strength, hands.get(other).strength);
  return seats.filter((seat) => seats.every((other) => against(seat, other) >= 0));
}

function among(some, all) {
  return some.every((seat) => all.includes(seat));
}

// What the table announced (C13), which only the director may uphold against the cards.
function upheld(deal, { stillIn, claimed, override }) {
  if (claimed.length === 0 || String(claimed) === String(deal.winners)) return deal;
  if (override === null || !among(claimed, stillIn)) refuse("claim-differs", { claimed, winners: deal.winners });
  return Object.assign({}, deal, { winners: claimed, decided_by: "claim" });
}
