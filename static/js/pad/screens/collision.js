// One deal as two phones tell it, side by side, field by field.

import { card, el } from "./dom.js";

const VILNIUS = ["declarer", "announced", "trump", "taken"];

export function sideBySide(pad, number, mine, theirs) {
  const { words } = pad;
  const rows = pad.state.table.family === "vilnius" ? vilniusRows(pad, mine, theirs.payload) : showdownRows(pad, mine, theirs.payload);
  return [
    el("h2", {}, words("collision_title", { n: number })),
    el("table", { class: "collision" }, [
      el("thead", {}, el("tr", {}, [
        el("td", {}),
        el("th", { scope: "col" }, words("this_phone")),
        el("th", { scope: "col" }, [words("other_phone"), theirs.by ? el("small", {}, theirs.by) : null]),
      ])),
      el("tbody", {}, rows.filter(({ values }) => values.some(({ key }) => key !== "")).map((line) => row(pad, line))),
    ]),
  ];
}

function row(pad, { label, values: [mine, theirs] }) {
  const apart = mine.key !== theirs.key;
  return el("tr", { class: apart ? "collision-apart" : null }, [
    el("th", { scope: "row" }, [label, apart ? el("small", {}, "\u2260 " + pad.words("differs")) : null]),
    [mine, theirs].map(({ key, shown }) => el("td", {}, key === "" ? pad.words("nothing") : shown)),
  ]);
}

// `read` makes {key, shown} of a payload: equal keys are the same, "" is nothing.
function line(label, payloads, read) {
  return { label, values: payloads.map(read) };
}

function said(value) {
  const nothing = value === null || value === undefined || value === "";
  return { key: nothing ? "" : String(value), shown: String(value) };
}

function vilniusRows(pad, mine, theirs) {
  const shown = {
    declarer: (seat) => said(pad.seatName(seat)),
    trump: (trump) => said(trump && pad.words("trump_" + trump)),
  };
  return VILNIUS.map((field) => line(pad.words("field_" + field), [mine, theirs], (payload) => (shown[field] || said)(payload[field])));
}

function showdownRows(pad, mine, theirs) {
  const both = [mine, theirs];
  const { words } = pad;
  const seats = pad.state.seats.map(({ index }) => index);
  const names = (field) => (payload) => said((payload[field] || []).slice().sort().map(pad.seatName).join(", "));
  return [
    line(words("dealer"), both, ({ dealer }) => said(pad.seatName(dealer))),
    line(words("field_folded"), both, names("folded")),
    ...seats.map((seat) => line(pad.seatName(seat), both, ({ hands }) => cards(pad, hands && hands[seat]))),
    line(words("quarry"), both, ({ quarry }) => cards(pad, quarry)),
    ...seats.map((seat) => line(words("field_paid", { name: pad.seatName(seat) }), both, ({ paid }) => said(paid && paid[seat]))),
    line(words("field_claimed"), both, names("claimed")),
    line(words("field_override"), both, ({ override }) => said(override)),
  ];
}

function cards(pad, names) {
  const { boot } = pad;
  const sorted = (names || []).slice().sort();
  return {
    key: sorted.join(),
    shown: el("span", { class: "collision-cards", role: "img", "aria-label": sorted.map((name) => boot.cards[name]).join(", ") },
      sorted.map((name) => card(boot.sprite, name, "pad-mini"))),
  };
}
