// One hand on the phone of who holds it: face down for all others.

import { QUARRY } from "../../store/drafts/showdown.js";
import { isIn, isReady, ownPlace } from "../../store/own/hands.js";
import { nextNumber } from "../../store/selectors.js";
import { seatName } from "../../words/words.js";
import { button, el } from "../dom.js";
import { quarryRow, seatRow } from "../showdown/hands.js";
import { controls, holdsControls, picker } from "../showdown/picker.js";
import { paidRow } from "../showdown/pot.js";

/** @typedef {import("../../store/drafts/hands.js").Place} Place */

// The deal as if this hand alone were looked at.
/** @param {ShowdownView} pad @param {Place} at @returns {ShowdownView} */
function lookingAt(pad, at) {
  return { ...pad, draft: { ...pad.draft, at } };
}

/** @type {PadScreen<ShowdownView>} */
export const enterScreen = {
  body(pad, actions) {
    const { game, state, words } = pad;
    const at = /** @type {Place} */ (ownPlace(pad));
    const view = lookingAt(pad, at);
    const title = at === state.me ? words("own_title", { n: nextNumber(pad) }) : at === QUARRY ? words("quarry") : words("own_title_of", { name: seatName(pad, at) });
    return [
      el("div", { class: "hands-head" }, el("h2", {}, title)),
      el("ul", { class: "hands own-hand" }, at === QUARRY ? quarryRow(view, actions) : seatRow(view, actions, at, { ahead: false })),
      game.counts_cubits && at !== QUARRY ? el("ul", { class: "paid" }, paidRow(pad, actions, at)) : null,
      el("p", { class: "pad-hint" }, words(at === QUARRY ? "own_quarry_hint" : at === state.me ? "own_hidden" : "own_for_another")),
    ];
  },
  dock(pad, actions) {
    const { contributing, draft, state, words } = pad;
    const at = /** @type {Place} */ (ownPlace(pad));
    const view = lookingAt(pad, at);
    const shows = at === QUARRY || !draft.folded.includes(at);
    const again = at !== state.me || isIn(state, at);
    return [
      shows ? picker(view, actions) : null,
      el("div", { class: "dock-row showdown-row" }, [
        again ? button("own-back", words("back"), () => actions.enterFor(null), { class: "pad-quiet" })
          : button("own-alone", words("own_all_here"), () => actions.enterAlone(true), { class: "pad-quiet own-alone" }),
        shows && !holdsControls(view) ? controls(view, actions) : null,
        button("own-ready", words(contributing ? "saving" : "own_ready"), actions.handIn, {
          class: `pad-main-button${isReady(pad, at) ? "" : " showdown-waits"}`, disabled: contributing || !isReady(pad, at), "data-next": true,
        }),
      ]),
    ];
  },
};
