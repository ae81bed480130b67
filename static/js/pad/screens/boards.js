// The boards of a match of two teams: who sits there against whom, their scores, and what each has brought.

import { figure } from "../words.js";
import { button, el } from "./dom.js";

// In one line, for the bar.
/** @param {View} pad */
export function boardTitle({ state: { match }, words }) {
  return match?.boards ? words("match_board", { n: match.game, of: match.games, score: match.wins.join("\u2013") }) : "";
}

/** @param {View} pad @param {Actions} actions */
export function toBoards({ state: { match }, words }, actions) {
  return match?.boards ? button("to-boards", words("boards"), () => actions.show("boards"), { class: "pad-main-button pad-quiet" }) : null;
}

/** @type {PadScreen} */
export const boardsScreen = {
  body(pad) {
    const { state: { match }, words } = pad;
    if (!match?.boards) return null;
    const [one, points, other] = total(match);
    const team = (/** @type {string} */ name) => el("th", { scope: "col" }, el("span", { class: "board-who" }, name));
    return el("table", { class: "boards" }, [
      el("caption", { class: "visually-hidden" }, words("boards")),
      el("thead", {}, el("tr", {}, [
        el("th", { scope: "col" }, el("span", { class: "visually-hidden" }, words("board"))),
        team(one), el("td", { class: "board-points" }, points), team(other),
      ])),
      el("tbody", {}, match.boards.map((board) => row(pad, board, board.board === match.game))),
    ]);
  },
  dock({ words }, actions) {
    return el("div", { class: "dock-row" },
      button("close-boards", words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" }));
  },
};

/** @param {MatchFacts} match */
function total({ sides: [one, other] = [], wins }) {
  return [one, wins.join("\u2013"), other];
}

// The scores of this table the phone knows best; ruled on without a deal it has none.
/** @param {View} pad @param {BoardFacts} facts @param {boolean} own */
function row({ state: { deals, seats }, words }, { board, names, points, scores }, own) {
  const now = !own ? scores : points.length && !deals.length ? [] : seats.map(({ score }) => score);
  const who = (/** @type {string} */ name) => el("td", {}, el("span", { class: "board-who" }, name || words("nobody")));
  const played = now.map(figure).join("\u2013");
  return el("tr", own ? { class: "board-own", "aria-current": "true" } : {}, [
    el("th", { scope: "row" }, board),
    who(names[0]),
    el("td", { class: "board-points" }, points.length ? [points.join("\u2013"), played ? el("small", {}, played) : null] : el("small", {}, played)),
    who(names[1]),
  ]);
}
