// The game of a table as one value: everything that the screens need to know of it besides its words.

import { deckFor } from "./decks.js";
import { COLONIAL, SHOWDOWN } from "./tables.js";

/** @param {Pick<Boot, "categories">} boot @param {Pick<TableState, "table">} state @returns {Game} */
export function gameOf(boot, { table }) {
  const showdown = showdownOf(table.game);
  return {
    key: table.game,
    sheet: showdown ? "showdown" : "announcements",
    hand_size: showdown ? handSizeOf(table) : 0,
    quarry: Boolean(showdown?.quarry),
    bets: Boolean(showdown),
    deck: showdown ? cardsOf(deckFor(table)) : [],
    categories: Object.keys(boot.categories),
  };
}

/** @param {string} key @returns {{ quarry: boolean, kickers?: boolean } | undefined} */
export function showdownOf(key) {
  return /** @type {Record<string, any>} */ (SHOWDOWN.games)[key];
}

/** @param {Pick<TableFacts, "rules">} table @returns {number} */
export function handSizeOf({ rules }) {
  return rules.hand_size || COLONIAL.hand;
}

const RANKS = "AKQ432"; // as an Earth deck's cards lie in the picker

// A card says its suit and its level, in its own name or in that of the card it stands for; a Capstone has neither.
/** @param {ReturnType<typeof deckFor>} deck @returns {Card[]} */
function cardsOf({ copies, kinds }) {
  const codes = Object.keys(copies);
  if (codes.some((code) => kinds[code] !== code)) codes.sort((one, other) => RANKS.indexOf(one[0]) - RANKS.indexOf(other[0]));
  return codes.map((code) => {
    const [, suit, level] = /^([A-Z]+)([1-3CRFK])$/.exec(kinds[code]) || [code, null, null];
    return { code, suit, level, copies: copies[code] };
  });
}
