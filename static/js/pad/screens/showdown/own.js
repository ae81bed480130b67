// Each phone its own hand: face down for all others until all are in and opened at once.

import { previewDeal } from "../../queue/projection.js";
import { QUARRY, reopened } from "../../store/drafts/showdown.js";
import { asking, awaited, isFirst, isIn, isReady, mayEnter, openedDeal, ownPlace, phoneToAsk } from "../../store/own.js";
import { nextNumber, ownOf } from "../../store/selectors.js";
import { callName, figure, list, problemOf, seatName } from "../../words.js";
import { button, el } from "../dom.js";
import { firstHint } from "../editing.js";
import { back, gap, mini } from "./cards.js";
import { quarryRow, seatRow, titleOf } from "./hands.js";
import { controls, holdsControls, picker } from "./picker.js";
import { paidRow } from "./pot.js";
import { verdictOf } from "./verdict.js";

/** @typedef {import("../../store/drafts/hands.js").Place} Place */

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

const FEW = 2; // names that have room in the head

/** @param {ShowdownView} pad */
export function waitingWords(pad) {
  const left = awaited(pad).map((at) => (at === QUARRY ? pad.words("quarry") : callName(pad, at)));
  return left.length ? pad.words("own_waiting", { names: left.length > FEW ? left.length : list(left) }) : "";
}

/** @type {PadScreen<ShowdownView>} */
export const waitScreen = {
  body(pad, actions) {
    const { draft, game } = pad;
    const trouble = problem(pad);
    const waiting = waitingWords(pad);
    return [
      el("div", { class: "hands-head" }, [el("h2", {}, titleOf(pad)), el("p", {}, waiting)]),
      trouble ? el("p", { class: "pad-error" }, trouble) : null,
      el("ul", { class: "hands own-hands" }, [
        draft.seats.map((seat) => row(pad, actions, seat)),
        game.quarry ? row(pad, actions, QUARRY) : null,
      ]),
      waiting ? el("p", { class: "pad-hint own-hint" }, hint(pad)) : null,
    ];
  },
  dock({ state, words }, actions) {
    return el("div", { class: "dock-row" }, [
      button("own-alone", words("own_all_here"), () => actions.enterAlone(true), { class: "pad-quiet" }),
      isIn(state, state.me ?? QUARRY) ? button("own-change", words("own_change"), () => actions.enterFor(state.me), { class: "pad-main-button pad-quiet" }) : null,
    ]);
  },
};

// What a tap on a name does; where one was asked, how long their answer is waited for.
/** @param {ShowdownView} pad */
function hint(pad) {
  const { draft: { seats }, state, words } = pad;
  const asked = seats.find((seat) => !isIn(state, seat) && phoneToAsk(pad, seat)?.asked_by === state.me);
  if (asked === undefined) return words("own_wait_hint");
  return words("own_ask_hint", { name: seatName(pad, asked), n: ownOf(state)?.silence ?? 0 });
}

// Hands that cannot be together lie open: one of them is mended by who holds it.
/** @param {ShowdownView} pad */
function problem(pad) {
  const payload = ownOf(pad.state)?.open;
  const error = payload ? previewDeal(pad, [], payload).error : null;
  return error ? problemOf(pad, error, nextNumber(pad))?.message : null;
}

/** @param {ShowdownView} pad @param {Actions} actions @param {Place} at */
function row(pad, actions, at) {
  const { state, words } = pad;
  const own = ownOf(state);
  const done = isIn(state, at);
  const name = at === QUARRY ? words("quarry") : callName(pad, at);
  const out = at !== QUARRY && own?.out.includes(at);
  const phone = done || at === QUARRY ? null : phoneToAsk(pad, at);
  const missing = phone ? (phone.asked_by === null ? "own_has_phone" : "own_asked") : "own_not_in";
  const said = [
    el("span", { class: "seat-name" }, name),
    el("span", { class: "seat-state" }, words(out ? "folded" : done ? "own_in" : missing)),
    el("span", { class: "seat-score" }, at === QUARRY ? "" : figure(state.seats[at].score)),
    out ? null : el("span", { class: "hand-cards" }, cards(pad, at)),
  ];
  const classes = `hand ${at === QUARRY ? "hand-quarry" : `player-${state.seats[at].colour}`}${done ? "" : " own-awaited"}${out ? " hand-folded" : ""}`;
  if (at === state.me || !mayEnter(pad, at)) return el("li", { class: classes }, el("div", { class: "hand-open" }, said));
  const label = at === QUARRY ? words("own_enter_quarry") : words(phone ? "own_ask_for" : "own_enter_for", { name: seatName(pad, at) });
  return el("li", { class: classes }, button(`own-${at}`, said, () => (phone ? actions.askFor(phone.seat) : actions.enterFor(at)), {
    class: "hand-open", "aria-label": label,
  }));
}

// My own cards, and those that lie open; else their backs, or where they are to come.
/** @param {ShowdownView} pad @param {Place} at */
function cards(pad, at) {
  const { game, state } = pad;
  const own = ownOf(state);
  const size = at === QUARRY ? state.seats.length : game.hand_size;
  const shown = at === QUARRY ? own?.quarry?.cards : own?.open?.hands?.[at] || (at === state.me ? own?.mine?.cards : null);
  if (shown?.length) return shown.map((/** @type {string} */ code) => mini(pad, code));
  return Array.from({ length: size }, isIn(state, at) ? back : () => gap());
}
