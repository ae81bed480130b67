// One deal as two phones have it, side by side, field by field.

import { seatName } from "../words/words.js";
import { card, el } from "./dom.js";

/** @typedef {{ key: string, shown: Child }} Field equal keys are the same, "" is nothing */

const ANNOUNCEMENT = ["declarer", "announced", "trump", "taken"];

/** @param {View} pad @param {number | null} number @param {Payload} mine @param {Pick<DealFacts, "payload" | "by">} theirs */
export function sideBySide(pad, number, mine, theirs) {
  const { words } = pad;
  const read = pad.game.sheet === "announcements" ? announcementFields(pad) : showdownFields(pad);
  const rows = read.map(([label, field]) => row(pad, label, field(mine), field(theirs.payload)));
  return [
    el("h2", {}, words("collision_title", { n: number })),
    el("table", { class: "collision" }, [
      el("thead", {}, el("tr", {}, [
        el("td", {}),
        el("th", { scope: "col" }, words("this_phone")),
        el("th", { scope: "col" }, [words("other_phone"), theirs.by ? el("small", {}, theirs.by) : null]),
      ])),
      el("tbody", {}, rows),
    ]),
  ];
}

/** @param {View} pad @param {string} label @param {Field} mine @param {Field} theirs */
function row({ words }, label, mine, theirs) {
  if (mine.key === "" && theirs.key === "") return null;
  const apart = mine.key !== theirs.key;
  return el("tr", { class: apart ? "collision-apart" : null }, [
    el("th", { scope: "row" }, [label, apart ? el("small", {}, `\u2260 ${words("differs")}`) : null]),
    [mine, theirs].map(({ key, shown }) => el("td", {}, key === "" ? words("nothing") : shown)),
  ]);
}

/** @param {unknown} value @returns {Field} */
function said(value) {
  const nothing = value === null || value === undefined || value === "";
  return { key: nothing ? "" : String(value), shown: String(value) };
}

/** @param {View} pad @returns {[string, (payload: Payload) => Field][]} */
function announcementFields(pad) {
  const { words } = pad;
  return ANNOUNCEMENT.map((field) => [words(`field_${field}`), (payload) => {
    const value = payload[field];
    if (field === "declarer") return said(seatName(pad, value));
    return said(field === "trump" && value ? words(`trump_${value}`) : value);
  }]);
}

/** @param {View} pad @returns {[string, (payload: Payload) => Field][]} */
function showdownFields(pad) {
  const { words } = pad;
  const seats = pad.state.seats.map(({ index }) => index);
  /** @param {Seat[]} [named] */
  const names = (named) => said((named || []).slice().sort().map((seat) => seatName(pad, seat)).join(", "));
  return [
    [words("dealer"), ({ dealer }) => said(seatName(pad, dealer))],
    [words("field_folded"), ({ folded }) => names(folded)],
    ...seats.map((seat) => /** @type {[string, (payload: Payload) => Field]} */ (
      [seatName(pad, seat), ({ hands }) => cards(pad, hands?.[seat])]
    )),
    [words("quarry"), ({ quarry }) => cards(pad, quarry)],
    ...seats.map((seat) => /** @type {[string, (payload: Payload) => Field]} */ (
      [words("field_paid", { name: seatName(pad, seat) }), ({ paid }) => said(paid?.[seat])]
    )),
    [words("field_claimed"), ({ claimed }) => names(claimed)],
    [words("field_override"), ({ override }) => said(override)],
  ];
}

/** @param {View} pad @param {string[]} [names] @returns {Field} */
function cards({ boot }, names) {
  const sorted = (names || []).slice().sort();
  return {
    key: sorted.join(),
    shown: el("span", { class: "collision-cards", role: "img", "aria-label": sorted.map((name) => boot.cards[name]).join(", ") },
      sorted.map((name) => card(boot, name, "pad-mini"))),
  };
}
