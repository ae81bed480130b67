// The decks as scoring/cards.py has them: how a card is written, how many there are, what it stands for (C1-C3, P1-P2).

import { DECKS } from "./tables.js";
import { clip, refuse } from "./refusal.js";

export function deckFor(table) {
  if (table.game === "protean") return decks.protean;
  return table.rules.earth_deck ? decks.earth : decks.colonial;
}

const decks = {};
Object.keys(DECKS).forEach((name) => {
  const cards = Object.keys(DECKS[name].copies);
  decks[name] = {
    copies: DECKS[name].copies,
    kinds: DECKS[name].kinds,
    places: new Map(cards.map((card, place) => [card, place])),
  };
});

// The cards by their proper names.
export function parse(deck, texts) {
  return texts.map((text) => {
    const card = text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    if (!deck.places.has(card)) refuse("unknown-card", { card: clip(text) });
    return card;
  });
}

// No card more often than the deck has it (C12, P8).
export function checkCopies(deck, cards) {
  tally(cards).forEach((got, card) => {
    if (got > deck.copies[card]) refuse("too-many-copies", { card, limit: deck.copies[card], got });
  });
}

// By what they stand for, where that is told, and then as the deck has them.
export function inOrder(deck, cards, kindOf) {
  const kind = kindOf || (() => 0);
  return cards.slice().sort((one, other) => kind(one) - kind(other) || deck.places.get(one) - deck.places.get(other));
}

export function tally(cards) {
  const counts = new Map();
  cards.forEach((card) => counts.set(card, (counts.get(card) || 0) + 1));
  return counts;
}

// The cards without those of `taken`, each as often as it is there; one that is not held is passed over.
export function leaving(cards, taken) {
  const left = tally(taken);
  return cards.filter((card) => {
    const away = left.get(card) > 0;
    if (away) left.set(card, left.get(card) - 1);
    return !away;
  });
}
