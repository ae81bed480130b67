// The table announced another winner than the cards give: both ways out, and the director.

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
    appeal(pad, actions),
  ];
}

// The director alone may uphold a claim against the cards: they are called, with what the table says for it.
/** @param {ShowdownView} pad @param {Actions} actions */
function appeal(pad, actions) {
  const { draft: { claimed, inserts, reason }, words } = pad;
  const names = list(claimed.map((seat) => seatName(pad, seat)));
  if (inserts) return el("p", { class: "pad-hint" }, words("claim_at_desk"));
  const call = button("claim-winner", words("claim_call"), actions.claimWinner, { class: "choice choice-wide", disabled: reason.trim() === "" });
  const typed = (/** @type {string} */ text) => {
    actions.type({ reason: text });
    call.toggleAttribute("disabled", text.trim() === "");
  };
  return el("div", { class: "uphold" }, [
    el("label", { for: "claim-reason" }, words("claim_reason", { names })),
    textField("claim-reason", reason, typed, { id: "claim-reason", autocomplete: null }),
    call,
  ]);
}
