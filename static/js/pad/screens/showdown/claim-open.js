// A winner against the cards on whom the director has yet to rule: here it is taken back, or upheld by the director's code.

import { time } from "../../words/words.js";
import { button, el, textField } from "../dom.js";

/** @type {PadScreen} */
export const claimOpenScreen = {
  body(pad, actions) {
    const { state: { claim }, words } = pad;
    if (!claim) {
      return el("div", { class: "pad-message" }, [
        el("h2", {}, words("claim_ruled")),
        button("claim-deals", words("deals"), () => actions.show("deals"), { class: "choice choice-whole" }),
      ]);
    }
    return el("div", { class: "pad-message" }, [
      el("h2", {}, words("claim_waits")),
      el("p", {}, words("claim_says", { names: claim.claimed || "" })),
      el("p", {}, words("claim_cards", { words: claim.cards || "" })),
      el("p", { class: "pad-hint" }, `\u201c${claim.reason}\u201d \u00b7 ${time(claim.at)}`),
      el("div", { class: "help-part" }, [
        el("label", { for: "claim-code" }, words("claim_code")),
        textField("claim-code", pad.claimCode, (claimCode) => actions.typeText({ claimCode }), {
          id: "claim-code", inputmode: "numeric", maxlength: "6",
        }),
        button("claim-uphold", words("uphold", { names: claim.claimed || "" }), actions.upholdByCode, { class: "choice choice-whole" }),
      ]),
      button("claim-withdraw", words("claim_withdraw"), actions.withdrawClaim, { class: "choice choice-whole" }),
    ]);
  },
  dock({ words }, actions) {
    return el("div", { class: "dock-row" },
      button("close-claim", words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" }));
  },
};

/** @param {View} pad @param {Actions} actions */
export function claimBanner({ screen, state, words }, actions) {
  if (!state.claim || screen !== "form") return null;
  return el("p", { class: "pad-banner" }, [
    el("span", {}, words("claim_banner", { names: state.claim.claimed || "" })),
    button("claim-open", words("show"), () => actions.show("claim"), { class: "pad-small" }),
  ]);
}
