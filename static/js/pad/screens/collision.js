// One deal as two say it, side by side, field by field: two phones, or before and after a correction.

import { seatName } from "../words.js";
import { card, el } from "./dom.js";

/** @typedef {{ key: string, shown: Child }} Field equal keys are the same, "" is nothing */
/** @typedef {{ title: string, note?: string, payload: Payload | null }} Side null where there is no deal */
/** @typedef {[string, (payload: Payload) => Field]} Row */

const ANNOUNCEMENT = ["declarer", "announced", "trump", "taken"];

/** @param {View} pad @param {number | null} number @param {Payload} mine @param {Pick<DealFacts, "payload" | "by">} theirs */
export function sideBySide(pad, number, mine, theirs) {
  const { words } = pad;
  return [
    el("h2", {}, words("collision_title", { n: number })),
    compared(pad, fieldsOf(pad), { title: words("this_phone"), payload: mine }, {
      title: words("other_phone"), note: theirs.by, payload: theirs.payload,
    }),
  ];
}

// Before and after: all that the deal says, also what follows from the table.
/** @param {View} pad @param {ProposedCorrection["deals"][number]} deal */
export function beforeAndAfter(pad, { number, before, after }) {
  const { state, words } = pad;
  const nothing = words(state.deals.some((deal) => deal.number === number) ? "voided_mark" : "no_deal");
  /** @param {string} title @param {Payload | null} payload @returns {Side} */
  const side = (title, payload) => ({ title, note: payload ? "" : nothing, payload });
  return [
    el("h3", {}, words("deal_title", { n: number })),
    compared(pad, [...fieldsOf(pad), ...besides(pad)], side(words("before"), before), side(words("after"), after)),
  ];
}

/** @param {View} pad @param {Row[]} rows @param {Side} one @param {Side} other */
function compared(pad, rows, one, other) {
  const sides = [one, other];
  return el("table", { class: "collision" }, [
    el("thead", {}, el("tr", {}, [
      el("td", {}),
      sides.map(({ title, note }) => el("th", { scope: "col" }, [title, note ? el("small", {}, note) : null])),
    ])),
    el("tbody", {}, rows.map(([label, field]) => {
      const [left, right] = sides.map(({ payload }) => (payload ? field(payload) : plainField(null)));
      return row(pad, label, left, right);
    })),
  ]);
}

/** @param {View} pad @returns {Row[]} */
function fieldsOf(pad) {
  return pad.game.sheet === "announcements" ? announcementFields(pad) : showdownFields(pad);
}

/** @param {View} pad @returns {Row[]} */
function besides({ words }) {
  return [
    [words("field_playoff_of"), ({ playoff_of: deal }) => plainField(deal)],
    [words("mark_out_of_turn"), ({ out_of_turn: late }) => plainField(late ? words("yes") : null)],
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
function plainField(value) {
  const nothing = value === null || value === undefined || value === "";
  return { key: nothing ? "" : String(value), shown: String(value) };
}

/** @param {View} pad @returns {Row[]} */
function announcementFields(pad) {
  const { words } = pad;
  return ANNOUNCEMENT.map((field) => [words(`field_${field}`), (payload) => {
    const value = payload[field];
    if (field === "declarer") return plainField(seatName(pad, value));
    return plainField(field === "trump" && value ? words(`trump_${value}`) : value);
  }]);
}

/** @param {View} pad @returns {Row[]} */
function showdownFields(pad) {
  const { words } = pad;
  const seats = pad.state.seats.map(({ index }) => index);
  /** @param {Seat[]} [named] */
  const names = (named) => plainField((named || []).slice().sort().map((seat) => seatName(pad, seat)).join(", "));
  return [
    [words("dealer"), ({ dealer }) => plainField(seatName(pad, dealer))],
    [words("field_folded"), ({ folded }) => names(folded)],
    ...seats.map((seat) => /** @type {Row} */ (
      [seatName(pad, seat), ({ hands }) => cards(pad, hands?.[seat])]
    )),
    [words("quarry"), ({ quarry }) => cards(pad, quarry)],
    ...seats.map((seat) => /** @type {Row} */ (
      [words("field_paid", { name: seatName(pad, seat) }), ({ paid }) => plainField(paid?.[seat])]
    )),
    [words("field_claimed"), ({ claimed }) => names(claimed)],
    [words("field_override"), ({ override }) => plainField(override)],
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
