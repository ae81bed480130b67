// One hand on the phone of who holds it: face down for all others.

import { QUARRY } from "../../../store/drafts/showdown.js";
import { asking, isFirst, isReady, ownPlace } from "../../../store/own/hands.js";
import { nextNumber } from "../../../store/selectors.js";
import { seatName } from "../../../words/words.js";
import { button, el } from "../../dom.js";
import { firstHint } from "../../reader/hint.js";
import { quarryRow, seatRow, titleOf } from "../hands.js";
import { controls, holdsControls, picker } from "../picker.js";
import { paidRow } from "../pot.js";

/** @typedef {import("../../../store/drafts/hands.js").Place} Place */

// What is begun so is gone on with so, whatever becomes of the network.
/** @param {Actions} actions @param {Place} own @returns {Actions} */
function keepingTo(actions, own) {
  return { ...actions, change: (changes) => actions.change({ ...changes, own }) };
}

// The deal as if this hand alone were looked at.
/** @param {ShowdownView} pad @param {Place} at @returns {ShowdownView} */
function lookingAt(pad, at) {
  return { ...pad, draft: { ...pad.draft, at } };
}

// A neighbour asks to enter this phone's hand.
/** @param {View} pad @param {Actions} actions */
export function askedBanner(pad, actions) {
  const { contributing, words } = pad;
  const asked = asking(pad);
  if (!asked) return null;
  const name = seatName(pad, /** @type {Seat} */ (asked.asked_by));
  return el("div", { class: "pad-banner pad-question own-asked" }, [
    el("span", {}, words(asked.for_all ? "own_asks_for_all" : "own_asks", { name })),
    button("own-agree", words("own_agree"), () => actions.answerNeighbour(true), { class: "pad-small pad-yes", disabled: contributing }),
    button("own-refuse", words("own_refuse"), () => actions.answerNeighbour(false), { class: "pad-small", disabled: contributing }),
  ]);
}

/** @type {PadScreen<ShowdownView>} */
export const enterScreen = {
  body(pad, actions) {
    const { draft, game, state, words } = pad;
    const at = /** @type {Place} */ (ownPlace(pad));
    const view = lookingAt(pad, at);
    const mine = at === state.me;
    const title = at === QUARRY ? words("quarry") : words("own_title_of", { name: seatName(pad, at) });
    const own = draft.playoffOf ? titleOf(pad) : words("own_title", { n: nextNumber(pad) });
    return [
      el("div", { class: "hands-head" }, el("h2", {}, mine ? own : title)),
      el("ul", { class: "hands own-hand" }, at === QUARRY ? quarryRow(view, keepingTo(actions, at)) : seatRow(view, keepingTo(actions, at), at, { ahead: false })),
      firstHint(pad, actions),
      el("p", { class: "pad-hint own-hint" }, words(at === QUARRY ? "own_quarry_hint" : mine ? "own_hidden" : "own_for_another")),
      game.counts_cubits && at !== QUARRY ? el("ul", { class: "paid" }, paidRow(pad, actions, at, words("own_paid"))) : null,
      isFirst(pad, at)
        ? button("own-alone", words("own_all_here"), () => actions.enterAlone(true), { class: "pad-small own-alone" }) : null,
    ];
  },
  dock(pad, actions) {
    const { contributing, draft, words } = pad;
    const at = /** @type {Place} */ (ownPlace(pad));
    const view = lookingAt(pad, at);
    const shows = at === QUARRY || !draft.folded.includes(at);
    return [
      shows ? picker(view, keepingTo(actions, at)) : null,
      el("div", { class: "dock-row showdown-row" }, [
        isFirst(pad, at) ? null : button("own-back", words("back"), () => actions.enterFor(null), { class: "pad-quiet" }),
        shows && !holdsControls(view) ? controls(view, keepingTo(actions, at)) : null,
        button("own-ready", words(contributing ? "saving" : "own_ready"), actions.handIn, {
          class: `pad-main-button${isReady(pad, at) ? "" : " showdown-waits"}`, disabled: contributing || !isReady(pad, at), "data-next": true,
        }),
      ]),
    ];
  },
};
