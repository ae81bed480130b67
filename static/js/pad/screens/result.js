// What a table came to, once nothing more is played at it: who won, how, and where it goes on.

import { changesOfLead, dealsWon, margin, winnersOf } from "../rules/story.js";
import { callName, figure, list, seatName } from "../words.js";
import { toBoards } from "./boards.js";
import { resultConfirmation } from "./confirmations.js";
import { el } from "./dom.js";

/** @param {View} pad */
export function status({ state: { finished, table } }) {
  return finished && table.status === "playing" ? "finished" : table.status;
}

/** @param {View} pad @param {Actions} actions */
export function resultBody(pad, actions) {
  const { state, words } = pad;
  const over = status(pad);
  const seats = state.seats.slice().sort((one, other) => one.place - other.place || one.index - other.index);
  return el("div", { class: "pad-message" }, [
    over === "finished" ? [winner(pad), story(pad)]
      : [el("h2", {}, words(`status_${over}`)), el("p", { class: "pad-hint" }, words(`status_${over}_hint`))],
    el("ol", { class: "result" }, seats.map((seat) => row(pad, seat))),
    next(pad),
    state.match?.go ? el("p", { class: "pad-hint" }, words("match_goes_on")) : null,
    over === "finished" ? el("p", { class: "pad-hint" }, words("status_finished_hint")) : null,
    resultConfirmation(pad, actions),
  ]);
}

/** @param {View} pad @param {Actions} actions @returns {Child} */
export function resultDock(pad, actions) {
  const { boot, state: { match }, words } = pad;
  if (match?.go) {
    const go = words(match.game < match.games - match.extra ? "match_go" : "match_go_extra", { n: match.game + 1 });
    return el("div", { class: "dock-row" }, el("a", { class: "pad-main-button", href: match.go, "data-key": "next-game" }, go));
  }
  return el("div", { class: "dock-row" }, [
    toBoards(pad, actions),
    el("a", { class: "pad-main-button", href: boot.results, "data-key": "standings" }, words("see_standings")),
  ]);
}

/** @param {View} pad */
function winner(pad) {
  const { state, words } = pad;
  const won = winnersOf(state);
  const names = list(won.map(({ index }) => callName(pad, index)));
  return el("div", { class: "over" }, [
    el("p", { class: "over-seal", "aria-hidden": "true" }, won.map(({ name }) => name[0]).join("")),
    el("h2", {}, won.length === 1 ? words("wins_table", { name: names }) : words("share_table", { names })),
  ]);
}

/** @param {View} pad */
function story({ game, state, words }) {
  const [{ index, sheet }] = winnersOf(state);
  /** @type {[string, number][]} */
  const numbers = sheet
    ? [["story_margin", margin(state)], ["story_exact", sheet.exact], ["story_lead", changesOfLead(state)]]
    : [["story_margin", margin(state)], ["story_won", dealsWon(state, index)], ["story_deals", state.deals.filter(({ voided }) => !voided).length]];
  return el("dl", { class: `story story-${game.sheet}` }, numbers.map(([key, number]) =>
    el("div", {}, [el("dd", {}, figure(number)), el("dt", {}, words(key))])));
}

/** @param {View} pad @param {SeatFacts} seat */
function row(pad, seat) {
  const { words } = pad;
  return el("li", { class: `result-row player-${seat.colour}${seat.place === 1 ? " result-first" : ""}` }, [
    el("span", { class: "result-place" }, words("place", { n: seat.place })),
    el("span", { class: "seat-name" }, seat.name),
    seat.sheet ? marks(pad, seat, seat.sheet) : null,
    el("strong", { class: "result-score" }, figure(seat.score)),
  ]);
}

// The announcements of one player in their order: exact, near, or further off.
/** @param {View} pad @param {SeatFacts} seat @param {AnnouncementSheet} sheet */
function marks({ state, words }, { index }, { made, exact }) {
  const own = state.deals.filter(({ voided, payload }) => !voided && payload.declarer === index);
  return el("span", { class: "form-marks", role: "img", "aria-label": words("result_sheet", { made, exact }) }, own.map(({ payload }) => {
    const off = Math.abs(payload.announced - payload.taken);
    return el("span", { class: `form-mark${off ? "" : " form-exact"}${off === 1 ? " form-near" : ""}` });
  }));
}

// Where those who sat here play in a round that is on.
/** @param {View} pad */
function next(pad) {
  const { state: { next: tables = [], me }, words } = pad;
  const shown = tables.filter(({ seat }) => me === null || seat === me);
  return shown.length ? el("ul", { class: "next-tables" }, shown.map(({ seat, round, table }) =>
    el("li", {}, words(round ? "plays_next" : "plays_next_table", { name: seatName(pad, seat), round, table })))) : null;
}
