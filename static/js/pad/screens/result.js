// What a table came to, once nothing more is played at it.

import { figure } from "../words/words.js";
import { resultConfirmation } from "./confirmations.js";
import { el } from "./dom.js";

/** @param {View} pad */
export function status({ state: { finished, table } }) {
  return finished && table.status === "playing" ? "finished" : table.status;
}

/** @param {View} pad @param {Actions} actions */
export function resultBody(pad, actions) {
  const { state, words } = pad;
  const seats = state.seats.slice().sort((one, other) => one.place - other.place || one.index - other.index);
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words(`status_${status(pad)}`)),
    el("p", { class: "pad-hint" }, words(`status_${status(pad)}_hint`)),
    el("ol", { class: "result" }, seats.map((seat) => el("li", { class: `result-row player-${seat.colour}` }, [
      el("span", { class: "result-place" }, words("place", { n: seat.place })),
      el("span", { class: "seat-name" }, seat.name),
      el("strong", { class: "result-score" }, figure(seat.score)),
      seat.sheet ? el("span", { class: "seat-state" }, words("result_sheet", { made: seat.sheet.made, exact: seat.sheet.exact })) : null,
    ]))),
    resultConfirmation(pad, actions),
  ]);
}
