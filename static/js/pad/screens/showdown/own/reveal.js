// The hands, opened on all phones at once: the verdict, and this seat's word on it.

import { reopened } from "../../../store/drafts/showdown.js";
import { openedDeal } from "../../../store/own/hands.js";
import { button, el } from "../../dom.js";
import { verdictOf } from "../verdict.js";

/** @param {View} pad */
export function isRevealing(pad) {
  return pad.screen === "form" && pad.draft.editing === null && pad.revealed !== null && openedDeal(pad.state, pad.revealed) !== null;
}

/** @param {View} pad */
function dealOf({ revealed, state }) {
  return /** @type {DealFacts} */ (openedDeal(state, revealed));
}

/** @param {View} pad */
export function revealed(pad) {
  return dealOf(pad).words;
}

/** @type {PadScreen} */
export const revealScreen = {
  body(pad) {
    const { state } = pad;
    const deal = dealOf(pad);
    const view = /** @type {ShowdownView} */ (/** @type {unknown} */ ({ ...pad, draft: reopened(state, deal) }));
    return verdictOf(view, { deal: deal.result, words: deal.words });
  },
  dock(pad, actions) {
    const { words } = pad;
    const deal = dealOf(pad);
    return el("div", { class: "dock-row" }, [
      deal.right === "closed" ? null : button("own-wrong", words("own_wrong"), actions.mendOpened, { class: "pad-quiet" }),
      button("own-right", words("agree"), actions.acknowledge, { class: "pad-main-button", "data-next": true }),
    ]);
  },
};
