// The sheet as it is drawn on paper (V8): the centre column holds the announcements, the left side the tricks taken,
// the right side the points; 7 levels of 1 2 3 4 3 2 1 cells.

import { el } from "../dom.js";
import { pointsFor } from "../../rules/vilnius.js";
import { VILNIUS } from "../../rules/tables.js";
import { figure } from "../../words/words.js";

export { pointsFor };

const QUOTAS = VILNIUS.quotas;
export const FULL = VILNIUS.announcements;

export function cellsOf(seat, announced, except) {
  return seat.sheet.cells.filter((cell) => cell.announced === announced && cell.deal !== except);
}

export function leftOf(seat, announced, except) {
  return QUOTAS[announced] - cellsOf(seat, announced, except).length;
}

// `except` is a deal that is being corrected, `entering` the one being entered, `choose` what a tap does (or nothing).
export function sheetOf(seat, { words, except, entering, choose }) {
  return el("ol", { class: "sheet", "aria-label": words("sheet_of", { name: seat.name }) },
    QUOTAS.map((quota, announced) => {
      const cells = cellsOf(seat, announced, except);
      const now = entering && entering.announced === announced ? entering : null;
      return el("li", { class: "sheet-level" }, [
        wing("left", cells, quota, now, (cell) => cell.taken),
        centre(seat, { announced, cells, quota, now, words, choose }),
        wing("right", cells, quota, now, points),
      ]);
    })
  );
}

function points(cell) {
  return cell.taken === null ? null : figure(pointsFor(cell.announced, cell.taken));
}

function wing(side, cells, quota, now, value) {
  const items = [];
  for (let index = 0; index < quota; index += 1) {
    const cell = cells[index];
    if (cell) items.push(el("span", { class: "cell" + (cell.exact ? " cell-exact" : "") }, value(cell)));
    else if (now && index === cells.length) items.push(el("span", { class: "cell cell-now" }, value(now)));
    else items.push(el("span", { class: "cell cell-free" }));
  }
  return el("span", { class: "wing wing-" + side, "aria-hidden": "true" }, items);
}

function centre(seat, { announced, cells, quota, now, words, choose }) {
  const left = quota - cells.length;
  const brought = cells.map((cell) => words("brought", { taken: cell.taken, points: figure(cell.points) })).join(" ");
  const label = words(left ? "announce" : "announce_used", { n: announced, left, quota }) + (brought && " " + brought);
  const content = [
    el("span", { class: "centre-figure", "aria-hidden": "true" }, announced),
    el("span", { class: "centre-left", "aria-hidden": "true" }, left && left < quota ? words("times", { n: left }) : ""),
  ];
  const attributes = { class: "centre" + (left ? "" : " centre-used") + (now ? " centre-now" : "") };
  if (!choose) {
    return el("span", attributes, [content, el("span", { class: "visually-hidden" }, label)]);
  }
  return el("button", Object.assign(attributes, {
    type: "button",
    "data-key": "announce-" + announced,
    "aria-label": label,
    "aria-pressed": now ? "true" : "false",
    disabled: left === 0,
    onclick: () => choose(announced),
  }), content);
}
