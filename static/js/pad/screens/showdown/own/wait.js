// This hand is in: whose are, whom the table waits for, and who has no phone.

import { previewDeal } from "../../../queue/projection.js";
import { QUARRY } from "../../../store/drafts/showdown.js";
import { awaited, isIn, mayEnter, phoneToAsk } from "../../../store/own/hands.js";
import { nextNumber, ownOf } from "../../../store/selectors.js";
import { problemOf } from "../../../words/sentences.js";
import { callName, figure, list, seatName } from "../../../words/words.js";
import { button, el } from "../../dom.js";
import { titleOf } from "../hands.js";
import { back, gap, mini } from "../mini.js";

/** @typedef {import("../../../store/drafts/hands.js").Place} Place */

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
