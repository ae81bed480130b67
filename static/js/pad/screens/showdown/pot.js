// The pot: the cubits that each player put in.

import { seatName } from "../../words/words.js";
import { button, el } from "../dom.js";

/** @type {PadScreen<ShowdownView>} */
export const potScreen = {
  body(pad, actions) {
    const { draft, words } = pad;
    return [
      el("h2", {}, words("who_paid")),
      el("ul", { class: "paid" }, draft.seats.map((seat) => row(pad, actions, seat))),
    ];
  },
  dock({ words }, actions) {
    return [
      el("div", { class: "dock-row dock-extras" },
        button("level", words("all_the_same"), actions.payAlike, { class: "pad-small" })),
      el("div", { class: "dock-row" }, [
        button("back", words("back"), () => actions.go("table"), { class: "pad-quiet" }),
        button("next", words("go_on"), actions.advance, { class: "pad-main-button", "data-next": true }),
      ]),
    ];
  },
};

/** @param {ShowdownView} pad @param {Actions} actions @param {Seat} seat */
function row(pad, actions, seat) {
  const { draft: { error, paid }, words } = pad;
  const name = seatName(pad, seat);
  /** @param {string} key @param {string} sign @param {number} more */
  const stepper = (key, sign, more) => button(`${key}-${seat}`, sign, () => actions.pay(seat, more), {
    class: "stepper", "aria-label": words(key, { name }),
  });
  return el("li", { class: "paid-row" }, [
    el("label", { class: "seat-name", for: `paid-${seat}` }, name),
    stepper("less", "\u2212", -1),
    el("input", {
      id: `paid-${seat}`, "data-key": `paid-${seat}`, class: "paid-amount", type: "number", inputmode: "numeric", min: "0", max: "1000000", step: "1",
      value: paid[seat] === undefined ? "" : String(paid[seat]), placeholder: "0",
      oninput: (/** @type {{ target: HTMLInputElement }} */ { target }) => actions.typePaid(seat, target.value),
      "aria-invalid": error && error.details.seat === seat ? "true" : null,
    }),
    stepper("more", "+", 1),
  ]);
}
