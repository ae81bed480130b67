// One hand by itself, while it is being entered, and how hands are read at a table.

import { colonialDecidedBy, colonialRules, readColonial } from "./colonial.js";
import { checkCopies, deckFor, parse } from "./decks.js";
import { handSizeOf, showdownOf } from "./game.js";
import { proteanDecidedBy, readProtean } from "./protean.js";
import { refuse, tried } from "./refusal.js";

// The rules of a table's event, ready for use; `table` has its game and its complete rules. Null for a game without hands.
/** @param {Pick<TableFacts, "game" | "rules">} table @returns {ShowdownRules | null} */
export function prepare(table) {
  const game = showdownOf(table.game);
  if (!game) return null;
  const { rules } = table;
  const deck = deckFor(table);
  const colonial = colonialRules(table, Boolean(game.kickers));
  return {
    deck,
    read: game.quarry ? (cards, quarry) => readProtean(cards, quarry, deck) : (cards) => readColonial(cards, deck, colonial),
    decidedBy: game.quarry ? proteanDecidedBy : colonialDecidedBy,
    handSize: handSizeOf(table),
    usesQuarry: game.quarry,
    cardsOptional: rules.cards === "optional",
    splitsTies: rules.tie === "split",
  };
}

// As the server answers to hand/ (it adds the name); null where only it can.
/** @param {Pick<TableFacts, "game" | "rules">} table @param {string[]} hand @param {string[]} [quarry] @returns {Reading | { error: Refusal } | null} */
export function readHand(table, hand, quarry = []) {
  const showdown = prepare(table);
  if (!showdown) return null;
  const { done, error } = tried(() => {
    const held = parseHand(hand, showdown);
    const offered = parse(showdown.deck, quarry);
    checkCopies(showdown.deck, held.concat(offered));
    return plainReading(showdown.read(held, offered));
  });
  return error ? { error } : done;
}

/** @param {string[]} hand @param {ShowdownRules} showdown */
export function parseHand(hand, showdown) {
  if (hand.length !== showdown.handSize) refuse("hand-size", { expected: showdown.handSize, got: hand.length });
  return parse(showdown.deck, hand);
}

// What is said of a hand; its strength is for comparing.
/** @param {Reading} reading @returns {Reading} */
export function plainReading({ category, pyramid, rest, quarry }) {
  return { category, pyramid, rest, quarry };
}
