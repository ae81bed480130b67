// The deck as the picker shows it, and cards in a hand.

/** @typedef {{ columns: number, rows: Card[][], single: Card[], ranked: boolean }} Layout */

const WIDEST = 6; // as many as a finger can tell apart across a phone

// Suits by the cards of each, as they lie on the table, the longer side across; a row too long for the phone is broken
// evenly. What has no suit stands apart. In a ranked deck several cards of a suit share a level: their corner must be seen.
/** @param {Card[]} deck @returns {Layout} */
export function layoutOf(deck) {
  const names = new Set(deck.flatMap(({ suit }) => (suit === null ? [] : [suit])));
  const suits = Array.from(names, (name) => deck.filter(({ suit }) => suit === name));
  const longest = Math.max(0, ...suits.map((cards) => cards.length));
  const beside = Array.from({ length: longest }, (_, place) => suits.flatMap((cards) => cards.slice(place, place + 1)));
  return {
    columns: evenly(Math.max(longest, suits.length)),
    rows: longest > suits.length ? suits : beside,
    single: deck.filter(({ suit }) => suit === null),
    ranked: suits.some((cards) => new Set(cards.map(({ level }) => level)).size < cards.length),
  };
}

/** @param {number} cards */
function evenly(cards) {
  return Math.ceil(cards / Math.ceil(cards / WIDEST)) || 1;
}

/** @param {string[]} cards @param {string} card */
export function count(cards, card) {
  return cards.filter((other) => other === card).length;
}

/** @param {string[]} cards @param {string} card */
export function without(cards, card) {
  const at = cards.lastIndexOf(card);
  return at < 0 ? cards : cards.slice(0, at).concat(cards.slice(at + 1));
}

// Which of the cards belong to the pyramid: the pyramid may name a kind twice, and so may the hand.
/** @param {string[]} cards @param {string[]} pyramid */
export function lit(cards, pyramid) {
  let left = pyramid;
  return cards.map((card) => {
    const found = left.includes(card);
    if (found) left = without(left, card);
    return found;
  });
}
