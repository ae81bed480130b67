// The deck of a game: how a card is written, how many there are, what it stands for (C1-C3, P1-P2).

import { clip, refuse } from "./refusal.js";

/** @param {Card[]} cards @returns {Deck} */
export function deckOf(cards) {
  /** @type {<Value>(read: (card: Card) => Value) => Record<string, Value>} */
  const byCode = (read) => Object.fromEntries(cards.map((card) => [card.code, read(card)]));
  return { copies: byCode(({ copies }) => copies), kinds: byCode(({ kind }) => kind), places: byCode(({ place }) => place) };
}

// The cards by their proper names.
/** @param {Deck} deck @param {string[]} texts */
export function parse(deck, texts) {
  return texts.map((text) => {
    const card = text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    if (!Object.hasOwn(deck.copies, card)) refuse("unknown-card", { card: clip(text) });
    return card;
  });
}

// No card more often than the deck has it (C12, P8).
/** @param {Deck} deck @param {string[]} cards */
export function checkCopies(deck, cards) {
  tally(cards).forEach((got, card) => {
    if (got > deck.copies[card]) refuse("too-many-copies", { card, limit: deck.copies[card], got });
  });
}

// By what they stand for, where that is told, and then as the deck has them.
/** @param {Deck} deck @param {string[]} cards @param {(card: string) => number} [kindOf] */
export function inOrder({ places }, cards, kindOf = () => 0) {
  return cards.slice().sort((one, other) => kindOf(one) - kindOf(other) || places[one] - places[other]);
}

/** @param {string[]} cards */
export function tally(cards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) || 0) + 1);
  return counts;
}

// The cards without those of `taken`, each as often as it is there; one that is not held is passed over.
/** @param {string[]} cards @param {string[]} taken */
export function leaving(cards, taken) {
  const left = tally(taken);
  return cards.filter((card) => {
    const away = left.get(card) ?? 0;
    left.set(card, away - 1);
    return away <= 0;
  });
}
