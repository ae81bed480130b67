// One hand by itself, while it is being entered, and how hands are read at a table.

import { colonialReader } from "./colonial.js";
import { checkCopies, deckOf, parse } from "./decks.js";
import { proteanReader } from "./protean.js";
import { refuse, tried } from "./refusal.js";

/** @type {Record<string, (reading: PadReading, deck: Deck) => Reader>} */
const READERS = { colonial: colonialReader, protean: proteanReader };

// A game ready for use; without a reader where only the server can read its hands.
/** @param {Game} game @returns {ShowdownRules} */
export function prepare(game) {
  const deck = deckOf(game.deck);
  const { reading } = game;
  return { game, deck, reader: reading ? READERS[reading.by](reading, deck) : null };
}

// As the server answers to hand/ (it adds the name); null where only it can.
/** @param {Game} game @param {string[]} hand @param {string[]} [quarry] @returns {Reading | { error: Refusal } | null} */
export function readHand(game, hand, quarry = []) {
  if (game.sheet !== "showdown") return null;
  const showdown = prepare(game);
  const { done, error } = tried(() => {
    const held = parseHand(hand, showdown);
    const offered = parse(showdown.deck, quarry);
    checkCopies(showdown.deck, held.concat(offered));
    return showdown.reader && plainReading(showdown.reader.read(held, offered));
  });
  return error ? { error } : done;
}

// What a hand makes so far, where its game can tell; with fewer cards than this it can become anything. `left` are the
// kinds of card that may still come.
const TELLING = 3;

/** @param {Game} game @param {string[]} hand @param {string[]} left @returns {Growth | null} */
export function growth(game, hand, left) {
  if (hand.length < TELLING || hand.length >= game.hand_size || game.hand_size > 6) return null;
  return prepare(game).reader?.grow?.(hand, left) ?? null;
}

/** @param {string[]} hand @param {ShowdownRules} showdown */
export function parseHand(hand, { deck, game: { hand_size: expected } }) {
  if (hand.length !== expected) refuse("hand-size", { expected, got: hand.length });
  return parse(deck, hand);
}

// What is said of a hand; its strength is for comparing.
/** @param {Reading} reading @returns {Reading} */
export function plainReading({ category, pyramid, rest, quarry }) {
  return { category, pyramid, rest, quarry };
}
