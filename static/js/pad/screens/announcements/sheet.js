// The sheet as it is drawn on paper (V8): the centre column holds the announcements, the left side the tricks taken,
// the right side the points; a level for each announcement, as wide as it may be made.

import { pointsFor } from "../../rules/vilnius.js";
import { cellsOf } from "../../store/drafts/announcements.js";
import { figure, seatName } from "../../words.js";
import { el } from "../dom.js";

/** @typedef {{ announced: number | null, taken: number | null }} Entered */
/** @typedef {{ announced: number, cells: Cell[], quota: number, now: Entered | null }} Level */

// `except` is a deal that is being corrected, `entering` the one being entered, `choose` what a tap does (or nothing).
/** @param {AnnouncementView} pad @param {Seat} seat @param {{ except: number | null, entering: Entered | null, choose: ((announced: number) => void) | null }} options */
export function sheetOf(pad, seat, { except, entering, choose }) {
  const { game, state, words } = pad;
  /** @param {number} announced @param {string} key */
  const legend = (announced, key) => (announced ? null : el("span", { class: "sheet-legend" }, words(key)));
  return el("ol", { class: "sheet", "aria-label": words("sheet_of", { name: seatName(pad, seat) }) },
    game.quotas.map((quota, announced) => {
      const now = entering && entering.announced === announced ? entering : null;
      const level = { announced, cells: cellsOf(state, seat, announced, except), quota, now };
      return el("li", { class: "sheet-level" }, [
        wing("left", level, (cell) => cell.taken, legend(announced, "legend_taken")),
        centre(level, words, choose),
        wing("right", level, (cell) => points(game, cell), legend(announced, "legend_points")),
      ]);
    }),
  );
}

/** @param {Game} game @param {Entered} cell */
function points(game, { announced, taken }) {
  return taken === null ? null : figure(pointsFor(game, announced ?? 0, taken));
}

/** @param {"left" | "right"} side @param {Level} level @param {(cell: Entered) => Child} value @param {Child} legend */
function wing(side, { cells, quota, now }, value, legend) {
  const items = Array.from({ length: quota }, (_, index) => {
    const cell = cells[index];
    if (cell) return el("span", { class: `cell${cell.exact ? " cell-exact" : ""}` }, value(cell));
    if (now && index === cells.length) return el("span", { class: "cell cell-now" }, value(now));
    return el("span", { class: "cell cell-free" });
  });
  return el("span", { class: `wing wing-${side}`, "aria-hidden": "true" }, [items, legend]);
}

/** @param {Level} level @param {Words} words @param {((announced: number) => void) | null} choose */
function centre({ announced, cells, quota, now }, words, choose) {
  const left = quota - cells.length;
  const brought = cells.map((cell) => words("brought", { taken: cell.taken, points: figure(cell.points) })).join(" ");
  const label = words(left ? "announce" : "announce_used", { n: announced, left, quota }) + (brought && ` ${brought}`);
  const content = [
    el("span", { class: "centre-figure", "aria-hidden": "true" }, announced),
    el("span", { class: "centre-left", "aria-hidden": "true" }, left ? words("times", { n: left }) : ""),
  ];
  const attributes = { class: `centre${left ? "" : " centre-used"}${now ? " centre-now" : ""}` };
  if (!choose) return el("span", attributes, [content, el("span", { class: "visually-hidden" }, label)]);
  return el("button", {
    ...attributes,
    type: "button",
    "data-key": `announce-${announced}`,
    "aria-label": label,
    "aria-pressed": now ? "true" : "false",
    "data-next": left > 0,
    disabled: left === 0,
    onclick: () => choose(announced),
  }, content);
}
