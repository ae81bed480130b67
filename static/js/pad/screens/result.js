// What a table came to, once nothing more is played at it.

import { el } from "./dom.js";
import { resultOpinion } from "./confirmations.js";
import { figure } from "../words/words.js";

export function status(pad) {
  return pad.state.finished && pad.state.table.status === "playing" ? "finished" : pad.state.table.status;
}

export function resultBody(pad) {
  const { state, words } = pad;
  const seats = state.seats.slice().sort((a, b) => a.place - b.place || a.index - b.index);
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words("status_" + status(pad))),
    el("p", { class: "pad-hint" }, words("status_" + status(pad) + "_hint")),
    el("ol", { class: "result" }, seats.map((seat) => el("li", { class: "result-row player-" + seat.colour }, [
      el("span", { class: "result-place" }, words("place", { n: seat.place })),
      el("span", { class: "seat-name" }, seat.name),
      el("strong", { class: "result-score" }, figure(seat.score)),
      seat.sheet ? el("span", { class: "seat-state" }, words("result_sheet", { made: seat.sheet.made, exact: seat.sheet.exact })) : null,
    ]))),
    resultOpinion(pad),
  ]);
}
