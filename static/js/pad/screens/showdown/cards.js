// The decks as the picker shows them: rows of kinds, and how many of each there are (C1, C3, P1).

const COLONIAL = { P: "purple", G: "green", O: "orange" };
const LEVELS = [[1, 3], [2, 6], [3, 9]];
const EARTH_FACES = ["A", "K", "Q", "4", "3", "2"];
const EARTH_SUITS = ["H", "S", "D"];
const PROTEAN_SUITS = ["GO", "SI", "BR", "SA", "EM", "RU"];
const PROTEAN_KINDS = [["C", 1], ["R", 3], ["F", 6], ["K", 2]];

// Rows are levels, columns are suits, as the cards lie on the table; the Capstone stands apart.
export function deckOf(table) {
  if (table.game === "protean") {
    return deck(PROTEAN_KINDS.map(([kind, limit]) => PROTEAN_SUITS.map((suit) => [suit + kind, limit])), null);
  }
  if (table.rules.earth_deck) {
    return deck(EARTH_SUITS.map((suit) => EARTH_FACES.map((face) => [face + suit, 3])), ["AC", 1]);
  }
  return deck(LEVELS.map(([level, limit]) => Object.keys(COLONIAL).map((suit) => [suit + level, limit])), ["CAP", 1]);
}

function deck(rows, single) {
  const limits = {};
  rows.forEach((row) => row.forEach(([card, limit]) => { limits[card] = limit; }));
  if (single) limits[single[0]] = single[1];
  return {
    columns: rows[0].length,
    rows: rows.map((row) => row.map(([card]) => card)),
    single: single ? single[0] : null,
    limits,
  };
}

export function count(cards, card) {
  return cards.filter((other) => other === card).length;
}

export function without(cards, card) {
  const at = cards.lastIndexOf(card);
  return at < 0 ? cards : cards.slice(0, at).concat(cards.slice(at + 1));
}

// Which of the cards belong to the pyramid: the pyramid may name a kind twice, and so may the hand.
export function lit(cards, pyramid) {
  let left = pyramid.slice();
  return cards.map((card) => {
    const found = left.includes(card);
    if (found) left = without(left, card);
    return found;
  });
}
