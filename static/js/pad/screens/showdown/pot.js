// The pot: the cubits that each player put in.

import { highestBet, shortOfBet } from "../../store/drafts/showdown.js";
import { list, seatName } from "../../words.js";
import { button, el } from "../dom.js";

/** @type {PadScreen<ShowdownView>} */
export const potScreen = {
  body(pad, actions) {
    const { draft, words } = pad;
    return [
      el("h2", {}, words("who_paid")),
      el("ul", { class: "paid" }, draft.seats.map((seat) => paidRow(pad, actions, seat))),
    ];
  },
  dock(pad, actions) {
    const { draft, words } = pad;
    if (draft.unequal) return unequal(pad, actions);
    return [
      el("div", { class: "dock-row dock-extras" },
        button("level", words("all_the_same"), actions.payAlike, { class: "pad-small" })),
      goingOn(pad, actions),
    ];
  },
};

/** @param {ShowdownView} pad @param {Actions} actions */
function goingOn({ draft, words }, actions) {
  return el("div", { class: "dock-row" }, [
    button("back", words("back"), () => actions.go("table"), { class: "pad-quiet" }),
    button("next", words("go_on"), actions.advance, { class: `pad-main-button${draft.unequal ? " pad-quiet" : ""}`, "data-next": !draft.unequal }),
  ]);
}

// Asked, not refused: somebody may have had no more to put in.
/** @param {ShowdownView} pad @param {Actions} actions */
function unequal(pad, actions) {
  const { draft, words } = pad;
  const names = list(shortOfBet(draft).map((seat) => seatName(pad, seat)));
  return [
    el("p", { class: "pad-warning", role: "alert" }, words("unequal_bets", { names, highest: highestBet(draft) })),
    el("div", { class: "dock-row" }, [
      button("all-in", words("all_in"), actions.allIn, { class: "pad-quiet" }),
      button("level", words("as_the_highest"), actions.payAlike, { class: "pad-main-button", "data-next": true }),
    ]),
    goingOn(pad, actions),
  ];
}

/** @param {ShowdownView} pad @param {Actions} actions @param {Seat} seat @param {string} [label] */
export function paidRow(pad, actions, seat, label) {
  const { draft: { error, paid }, words } = pad;
  const name = seatName(pad, seat);
  /** @param {string} key @param {string} sign @param {number} more */
  const stepper = (key, sign, more) => button(`${key}-${seat}`, sign, () => actions.pay(seat, more), {
    class: "stepper", "aria-label": words(key, { name }),
  });
  return el("li", { class: "paid-row" }, [
    el("label", { class: "seat-name", for: `paid-${seat}` }, label ?? name),
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
