// The table announced another winner than the cards give: both ways out, and the director's word.

import { list, seatName } from "../../words/words.js";
import { button, el, textField } from "../dom.js";

/** @param {Pick<DraftFacts, "error">} draft */
export function hasClaimConflict({ error }) {
  return error?.code === "claim-differs";
}

/** @param {ShowdownView} pad @param {Actions} actions */
export function claimConflict(pad, actions) {
  const { draft: { error }, words } = pad;
  const winners = error?.details.winners || [];
  const names = list(winners.map((seat) => seatName(pad, seat)));
  return [
    el("h2", { class: "verdict claim-conflict-title" }, error?.message),
    el("div", { class: "claim-conflict" }, [
      button("mend-cards", words("correct_cards"), () => actions.go("table"), { class: "choice choice-wide" }),
      button("take-winner", words("take_winner", { names }), () => actions.takeWinners(winners), {
        class: "choice choice-wide", "data-next": true,
      }),
    ]),
    uphold(pad, actions),
  ];
}

// The director may uphold a claim against the cards, with a reason that is shown wherever the deal is shown.
/** @param {ShowdownView} pad @param {Actions} actions */
function uphold(pad, actions) {
  const { draft: { claimed, reason }, words } = pad;
  const names = list(claimed.map((seat) => seatName(pad, seat)));
  const confirm = el("button", {
    type: "button", "data-key": "uphold", class: "choice choice-wide", disabled: reason.trim() === "", onclick: actions.uphold,
  }, words("uphold", { names }));
  const typed = (/** @type {string} */ text) => {
    actions.type({ reason: text });
    confirm.toggleAttribute("disabled", text.trim() === "");
  };
  return el("div", { class: "uphold" }, [
    el("label", { for: "uphold-reason" }, words("uphold_reason")),
    textField("uphold-reason", reason, typed, { id: "uphold-reason", autocomplete: null }),
    confirm,
  ]);
}
