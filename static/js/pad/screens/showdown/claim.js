// Whom the table calls the winner.

import { button, el } from "../dom.js";
import { shows, stillIn } from "../../store/showdown-draft.js";
import { advance, change, go } from "../../store/showdown-steps.js";

export function claimBody(pad) {
  const { draft, words } = pad;
  return [
    el("h2", { id: "claim-question" }, words("who_won")),
    el("div", { class: "choices choices-tall", role: "group", "aria-labelledby": "claim-question" }, stillIn(draft).map((seat) => {
      const chosen = draft.claimed.includes(seat);
      const claimed = chosen ? draft.claimed.filter((other) => other !== seat) : draft.claimed.concat(seat);
      return button("claim-" + seat, pad.seatName(seat), () => change(pad, { claimed, override: "" }), {
        class: "choice choice-wide", "aria-pressed": chosen ? "true" : "false",
      });
    })),
    el("p", { class: "pad-hint" }, words(shows(draft) ? "claim_hint" : "claim_needed")),
  ];
}

export function claimDock(pad) {
  const { draft, words } = pad;
  const none = draft.claimed.length === 0;
  return el("div", { class: "dock-row" }, [
    button("back", words("back"), () => go(pad, "table"), { class: "pad-quiet" }),
    button("next", words(none && shows(draft) ? "skip_claim" : "verdict"), () => advance(pad), {
      class: "pad-main-button", disabled: none && !shows(draft), "data-next": true,
    }),
  ]);
}
