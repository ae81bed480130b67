// A card drawn small: its suit by colour, its level by ink (filled, double line, outline), and its code.

import { drawn } from "../dom.js";

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
