// Whom the table calls the winner.

import { before, shows, stillIn } from "../../store/drafts/showdown.js";
import { seatName } from "../../words/words.js";
import { button, el } from "../dom.js";

/** @type {PadScreen<ShowdownView>} */
export const claimScreen = {
  body(pad, actions) {
    const { draft, words } = pad;
    return [
      el("h2", { id: "claim-question" }, words("who_won")),
      el("div", { class: "choices choices-tall", role: "group", "aria-labelledby": "claim-question" },
        stillIn(draft).map((seat) => choice(pad, actions, seat))),
      el("p", { class: "pad-hint" }, words(shows(draft) ? "claim_hint" : "claim_needed")),
    ];
  },
  dock({ draft, game, words }, actions) {
    const none = draft.claimed.length === 0;
    return el("div", { class: "dock-row" }, [
      button("back", words("back"), () => actions.go(shows(draft) ? "verdict" : before(draft, game)), { class: "pad-quiet" }),
      button("next", words(none && shows(draft) ? "skip_claim" : "verdict"), actions.advance, {
        class: "pad-main-button", disabled: none && !shows(draft), "data-next": true,
      }),
    ]);
  },
};

/** @param {ShowdownView} pad @param {Actions} actions @param {Seat} seat */
function choice(pad, actions, seat) {
  const { claimed } = pad.draft;
  const chosen = claimed.includes(seat);
  const now = chosen ? claimed.filter((other) => other !== seat) : claimed.concat(seat);
  return button(`claim-${seat}`, seatName(pad, seat), () => actions.change({ claimed: now, override: "" }), {
    class: "choice choice-wide", "aria-pressed": chosen ? "true" : "false",
  });
}
