// The table announced another winner than the cards give: both ways out, and the director's word.

import { button, el } from "../dom.js";
import { change, go } from "../../store/showdown-steps.js";
import { list } from "../../words/words.js";

export function quarrelling(draft) {
  return Boolean(draft.error) && draft.error.code === "claim-differs";
}

export function quarrelBody(pad) {
  const { draft, words } = pad;
  const winners = draft.error.details.winners || [];
  return [
    el("h2", { class: "verdict quarrel-title" }, draft.error.message),
    el("div", { class: "quarrel" }, [
      button("mend-cards", words("correct_cards"), () => go(pad, "table"), { class: "choice choice-wide" }),
      button("take-winner", words("take_winner", { names: list(winners.map(pad.seatName)) }), () => {
        change(pad, { claimed: winners, override: "" });
        go(pad, "verdict");
      }, { class: "choice choice-wide", "data-next": true }),
    ]),
    uphold(pad),
  ];
}

// The director may uphold a claim against the cards, with a reason that is shown wherever the deal is shown.
function uphold(pad) {
  const { draft, words } = pad;
  const reason = el("input", { id: "uphold-reason", "data-key": "uphold-reason", type: "text", maxlength: "200", value: draft.reason, oninput: () => {
    draft.reason = reason.value;
    confirm.disabled = draft.reason.trim() === "";
  } });
  const confirm = button("uphold", words("uphold", { names: list(draft.claimed.map(pad.seatName)) }), () => {
    change(pad, { override: draft.reason.trim() });
    go(pad, "verdict");
  }, { class: "choice choice-wide", disabled: draft.reason.trim() === "" });
  return el("div", { class: "uphold" }, [el("label", { for: "uphold-reason" }, words("uphold_reason")), reason, confirm]);
}
