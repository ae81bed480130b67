// The deck as the picker shows it, cards in a hand, and a card drawn small: its suit by colour, its level by ink (filled, double
// line, outline), and its code.

import { drawn } from "../dom.js";

/** @typedef {{ columns: number, rows: Card[][], single: Card[] }} Layout */

const WIDEST = 6; // as many as a finger can tell apart across a phone

// A column for each suit, the commonest cards below, nearest to the thumb; across where a suit has more cards than there are
// suits. What has no suit, or is alone in it, stands apart.
/** @param {Card[]} deck @returns {Layout} */
export function layoutOf(deck) {
  const suits = suitsOf(deck);
  const longest = Math.max(0, ...suits.map((cards) => cards.length));
  const beside = Array.from({ length: longest }, (_, place) => suits.flatMap((cards) => cards.slice(place, place + 1)));
  const across = longest > WIDEST - 1 && longest > suits.length;
  const lines = (across ? suits : beside).flatMap((cards) => broken(cards, across ? longest : suits.length));
  const inSuits = suits.flat();
  return { columns: Math.max(1, ...lines.map((cards) => cards.length)), rows: lines, single: deck.filter((card) => !inSuits.includes(card)) };
}

/** @param {Card[]} deck */
function suitsOf(deck) {
  const names = new Set(deck.flatMap(({ suit, level }) => (suit === null || level === 0 ? [] : [suit])));
  return Array.from(names, (name) => deck.filter(({ suit }) => suit === name));
}

// A line too long for the phone is broken evenly.
/** @param {Card[]} cards @param {number} longest */
function broken(cards, longest) {
  const length = Math.ceil(longest / Math.ceil(longest / WIDEST)) || 1;
  return Array.from({ length: Math.ceil(cards.length / length) }, (_, line) => cards.slice(line * length, (line + 1) * length));
}

// Pyramids of one suit that a tap can enter whole: two over three of its lowest cards, and one over two. None where a level
// has several faces, since one would have to be guessed.
/** @param {Card[]} deck @param {number} size @returns {Card[][]} */
export function shapesOf(deck, size) {
  const suits = suitsOf(deck);
  const lowest = Math.max(0, ...deck.map(({ level }) => level));
  const shapes = [2, 1].flatMap((top) => suits.map((cards) => [
    ...Array(top).fill(commonest(cards, lowest - 1)), ...Array(top + 1).fill(commonest(cards, lowest)),
  ]));
  const possible = shapes.filter((cards) => cards.length <= size && cards.every(Boolean));
  return possible.slice(0, Math.max(suits.length, WIDEST));
}

/** @param {Card[]} cards @param {number} level */
function commonest(cards, level) {
  const [first, second] = cards.filter((card) => card.level === level).sort((one, other) => other.copies - one.copies);
  return second?.copies === first?.copies ? undefined : first;
}

// The cards of a pyramid level by level, the top first. One that may stand anywhere fills the gap, so that each row has a
// card more than the row above.
/** @param {Card[]} deck @param {string[]} pyramid @returns {string[][]} */
export function rowsOf(deck, pyramid) {
  const levelOf = (/** @type {string} */ code) => deck.find((card) => card.code === code)?.level || 0;
  const levels = Array.from(new Set(deck.map(({ level }) => level).filter(Boolean))).sort((one, other) => one - other);
  const rows = levels.map((level) => pyramid.filter((code) => levelOf(code) === level));
  const anywhere = pyramid.filter((code) => !levelOf(code));
  if (!anywhere.length) return rows.filter((row) => row.length);
  const filled = rows.map((_, at) => rows.map((row, place) => (place === at ? anywhere.concat(row) : row)));
  return (filled.find(isStaircase) || [anywhere, ...rows]).filter((row) => row.length);
}

/** @param {string[][]} rows */
function isStaircase(rows) {
  const steps = rows.flatMap((row, place) => (row.length ? [row.length - place] : []));
  return new Set(steps).size === 1;
}

/** @param {string[]} cards @param {string} card */
function without(cards, card) {
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

const OUTER = "44,3 84.7,26.5 84.7,73.5 44,97 3.3,73.5 3.3,26.5";
const INNER = "44,14 75,32 75,68 44,86 13,68 13,32";
const CAPSTONE = "M44,24 63,58 25,58zM27,65h34v8h-34z";

/** @param {Pick<View, "game">} pad @param {string} code @param {string} [className] */
export function mini({ game }, code, className = "") {
  const { level, suit, copies } = game.deck.find((card) => card.code === code) || { level: 3, suit: null, copies: 1 };
  const anywhere = !level && copies === 1;
  const svg = drawn("svg", {
    class: `mini ${anywhere ? "mini-capstone" : `mini-level-${level} mini-of-${suit}`} ${className}`, viewBox: "0 0 88 100",
    "aria-hidden": "true", focusable: "false",
  });
  svg.append(drawn("polygon", { points: OUTER, class: "mini-outer" }));
  if (anywhere) svg.append(drawn("path", { d: CAPSTONE }));
  else svg.append(drawn("polygon", { points: INNER, class: "mini-inner" }), drawn("text", place(code), code));
  return svg;
}

/** @param {string} code */
function place(code) {
  return { x: "44", y: code.length > 2 ? "60" : "63", "text-anchor": "middle", "font-size": code.length > 2 ? "29" : "36" };
}

// Where a card is to come.
export function gap() {
  const svg = drawn("svg", { class: "mini mini-gap", viewBox: "0 0 88 100", "aria-hidden": "true", focusable: "false" });
  svg.append(drawn("polygon", { points: OUTER }));
  return svg;
}

// One that lies face down.
export function back() {
  const svg = drawn("svg", { class: "mini mini-back", viewBox: "0 0 88 100", "aria-hidden": "true", focusable: "false" });
  svg.append(drawn("polygon", { points: OUTER, class: "mini-outer" }), drawn("polygon", { points: INNER, class: "mini-inner" }));
  return svg;
}

// A pyramid in small, without the names of its cards.
/** @param {Card[][]} rows */
export function pyramid(rows) {
  const suit = rows[0][0].suit;
  const svg = drawn("svg", { class: `mini mini-of-${suit}`, viewBox: `0 0 ${rows.length * 92 + 92} ${rows.length * 78 + 26}`, "aria-hidden": "true", focusable: "false" });
  for (const [down, row] of rows.entries()) {
    row.forEach((_, across) => {
      const left = (rows.length + 1 - row.length) * 46 + across * 92 + 2;
      svg.append(drawn("polygon", { points: OUTER, transform: `translate(${left} ${down * 78 + 2})`, class: "mini-shape" }));
    });
  }
  return svg;
}
