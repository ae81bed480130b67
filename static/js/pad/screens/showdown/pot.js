// The cubits that each player put in.

import { button, el } from "../dom.js";
import { stillIn } from "../../store/showdown-draft.js";
import { advance, change, go } from "../../store/showdown-steps.js";

export function paidBody(pad) {
  const { draft, words } = pad;
  return [
    el("h2", {}, words("who_paid")),
    el("ul", { class: "paid" }, draft.seats.map((seat) => paidRow(pad, seat))),
  ];
}

function paidRow(pad, seat) {
  const { draft, words } = pad;
  const name = pad.seatName(seat);
  return el("li", { class: "paid-row" }, [
    el("label", { class: "seat-name", for: "paid-" + seat }, name),
    button("less-" + seat, "\u2212", () => pay(pad, seat, -1), {
      class: "stepper", "aria-label": words("less", { name }),
    }),
    el("input", {
      id: "paid-" + seat, "data-key": "paid-" + seat, class: "paid-amount", type: "number", inputmode: "numeric", min: "0", max: "1000000", step: "1",
      value: draft.paid[seat] === undefined ? "" : String(draft.paid[seat]), placeholder: "0",
      oninput: (event) => note(pad, seat, event.target.value),
      "aria-invalid": draft.error && draft.error.details.seat === seat ? "true" : null,
    }),
    button("more-" + seat, "+", () => pay(pad, seat, 1), { class: "stepper", "aria-label": words("more", { name }) }),
  ]);
}

// While somebody types nothing is drawn anew, so that the keyboard stays.
function note(pad, seat, text) {
  const amount = parseInt(text, 10);
  pad.draft.paid = Object.assign({}, pad.draft.paid, { [seat]: amount > 0 ? amount : 0 });
  pad.draft.touched = true;
}

function pay(pad, seat, more) {
  const amount = Math.max(0, (pad.draft.paid[seat] || 0) + more);
  change(pad, { paid: Object.assign({}, pad.draft.paid, { [seat]: amount }) });
}

// Whoever is still in has usually met the highest bet.
function level(pad) {
  const { draft } = pad;
  const highest = Math.max(0, ...draft.seats.map((seat) => draft.paid[seat] || 0));
  const paid = Object.assign({}, draft.paid);
  stillIn(draft).forEach((seat) => { paid[seat] = highest; });
  change(pad, { paid });
}

export function paidDock(pad) {
  const { words } = pad;
  return [
    el("div", { class: "dock-row dock-extras" }, button("level", words("all_the_same"), () => level(pad), { class: "pad-small" })),
    el("div", { class: "dock-row" }, [
      button("back", words("back"), () => go(pad, "table"), { class: "pad-quiet" }),
      button("next", words("go_on"), () => advance(pad), { class: "pad-main-button", "data-next": true }),
    ]),
  ];
}
