// One hand by itself, while it is being entered, and how hands are read at a table.

import { SHOWDOWN } from "./tables.js";
import { colonialDecidedBy, colonialRules, readColonial } from "./colonial.js";
import { checkCopies, deckFor, parse } from "./decks.js";
import { proteanDecidedBy, readProtean } from "./protean.js";
import { refusalOf, refuse } from "./refusal.js";

// The rules of a table's event, ready for use; `table` has its game and its complete rules. Null for a game without hands.
export function prepare(table) {
  const game = SHOWDOWN.games[table.game];
  if (!game) return null;
  const { rules } = table;
  const deck = deckFor(table);
  const colonial = colonialRules(table, game.kickers);
  return {
    deck,
    read: game.quarry ? (cards, quarry) => readProtean(cards, quarry, deck) : (cards) => readColonial(cards, deck, colonial),
    decidedBy: game.quarry ? proteanDecidedBy : colonialDecidedBy,
    handSize: rules.hand_size || 6,
    usesQuarry: game.quarry,
    cardsOptional: rules.cards === "optional",
    splitsTies: rules.tie === "split",
  };
}

// {category, pyramid, rest, quarry} or {error}, as the server answers to hand/ (it adds the name); null where only it can.
export function readHand(table, hand, quarry) {
  const showdown = prepare(table);
  if (!showdown) return null;
  let reading = null;
  const error = refusalOf(() => {
    const held = parseHand(hand, showdown);
    const offered = parse(showdown.deck, quarry || []);
    checkCopies(showdown.deck, held.concat(offered));
    reading = told(showdown.read(held, offered));
  });
  return error ? { error } : reading;
}

export function parseHand(hand, showdown) {
  if (hand.length !== showdown.handSize) refuse("hand-size", { expected: showdown.handSize, got: hand.length });
  return parse(showdown.deck, hand);
}

export function told({ category, pyramid, rest, quarry }) {
  return { category, pyramid, rest, quarry };
}
