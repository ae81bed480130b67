// What is asked next of an announced deal: the declarer, the announcement, the trump, the tricks; then it is saved.

import { pointsFor } from "../../rules/vilnius.js";
import { declaredBy, isOutOfTurn } from "../../store/drafts/announcements.js";
import { isSending, isUnopened } from "../../store/selectors.js";
import { callName, figure, seatName, tabName } from "../../words.js";
import { button, el } from "../dom.js";
import { entersNew, firstHint } from "../editing.js";

/** @type {Record<string, string>} */
const SUITS = { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" };

/** @typedef {"declarer" | "viewing" | "announce" | "trump" | "taken" | "save"} Stage */

/** @type {Record<Stage, (pad: AnnouncementView, actions: Actions) => Child>} */
const STAGES = { declarer: chooseDeclarer, viewing: wayBack, announce, trump: chooseTrump, taken: chooseTaken, save };

/** @param {AnnouncementView} pad @returns {Stage} */
export function stage(pad) {
  const { draft, game } = pad;
  if (draft.choosing) return "declarer";
  if (draft.viewing !== draft.declarer) return "viewing";
  if (draft.announced === null) return "announce";
  if (game.records_trump && draft.trump === null) return "trump";
  return draft.taken === null || (isSending(pad) && savesAtOnce(pad)) ? "taken" : "save";
}

// The tap on the tricks saves a new deal; a correction is looked at first.
/** @param {AnnouncementView} pad */
function savesAtOnce(pad) {
  return entersNew(pad) && !pad.draft.mends;
}

/** @param {AnnouncementView} pad @param {Actions} actions @returns {Child} */
export function dock(pad, actions) {
  const { draft, state, words } = pad;
  const late = isOutOfTurn(draft, state) && !draft.editing;
  const asked = stage(pad);
  return el("div", { class: "dock-asked", "data-stage": asked }, [
    late ? el("p", { class: "pad-warning" }, words("out_of_turn", { name: seatName(pad, state.turn) })) : null,
    STAGES[asked](pad, actions),
  ]);
}

/** @param {Pick<View, "words">} pad @param {string} trump */
export function trumpSign({ words }, trump) {
  return SUITS[trump] || words("no_trump_short");
}

/** @param {AnnouncementView} pad @param {Actions} actions */
function chooseDeclarer(pad, actions) {
  const { draft, game, state, words } = pad;
  if (isUnopened(state)) return chooseFirstDealer(pad, actions);
  return choices(words("who_declares"), state.seats.map(({ index, sheet }) =>
    button(`declarer-${index}`, tabName(pad, index), () => actions.announce(declaredBy(pad, index)), {
      class: "choice choice-wide", title: seatName(pad, index), "aria-pressed": index === draft.declarer ? "true" : "false",
      disabled: !draft.editing && sheet?.made === game.announcements,
    })), other(pad, actions));
}

// Who else declares, or deals first: for the cut, and for a deal out of turn.
/** @param {AnnouncementView} pad @param {Actions} actions */
function other({ draft: { choosing }, state, words }, actions) {
  const label = isUnopened(state) ? words("first_dealer", { name: callName({ state }, state.table.first_dealer) }) : words("other_declarer");
  return button("other", label, () => actions.turnTo({ choosing: !choosing }), {
    class: "pad-small", "aria-expanded": choosing ? "true" : "false",
  });
}

/** @param {AnnouncementView} pad @param {Actions} actions */
function chooseFirstDealer(pad, actions) {
  const { state, words } = pad;
  return choices(words("who_deals_first"), state.seats.map(({ index }) =>
    button(`dealer-${index}`, tabName(pad, index), () => actions.cutFor(index), {
      class: "choice choice-wide", title: seatName(pad, index), "aria-pressed": index === state.table.first_dealer ? "true" : "false",
    })), other(pad, actions));
}

// Whose sheet it is, by the whole name, and back to who declares.
/** @param {AnnouncementView} pad @param {Actions} actions */
function wayBack(pad, actions) {
  const { declarer, viewing } = pad.draft;
  const label = pad.words("back_to", { name: callName(pad, declarer) });
  return [
    el("div", { class: "dock-head" }, el("p", { class: "dock-prompt" }, seatName(pad, viewing))),
    el("div", { class: "dock-row" }, button("back", label, () => actions.turnTo({ viewing: declarer, choosing: false }), {
      class: "pad-main-button pad-quiet", "data-next": true,
    })),
  ];
}

// As high as what comes next: nothing moves under the finger.
/** @param {AnnouncementView} pad @param {Actions} actions */
function announce(pad, actions) {
  const { draft: { declarer }, game, state, words } = pad;
  const { sheet } = state.seats[declarer];
  const rest = words(game.records_trump ? "then_trump" : "then_tricks");
  return [
    el("div", { class: "dock-head" }, [el("p", { class: "dock-prompt" }, [words("tap_announcement"), el("small", {}, rest)]), other(pad, actions)]),
    el("div", { class: "dock-rest" }, firstHint(pad, actions) || (sheet ? el("p", {}, [`${callName(pad, declarer)} `, standing(sheet, words)]) : null)),
  ];
}

// What the sheet can still come to.
/** @param {AnnouncementSheet} sheet @param {Words} words @returns {Child} */
export function standing({ can_win: can, has_won: won, highest, lowest }, words) {
  if (won) return el("strong", { class: "badge-won" }, words("has_won"));
  if (!can) return el("strong", { class: "badge-out" }, words("cannot_win"));
  return words("range", { lowest: figure(lowest), highest: figure(highest) });
}

/** @param {AnnouncementView} pad @param {Actions} actions */
function chooseTrump(pad, actions) {
  const { game, words } = pad;
  return choices(words("which_trump"), game.trumps.map((trump, index) =>
    button(`trump-${trump}`, trumpSign(pad, trump), () => actions.announce({ trump }), {
      class: `choice suit suit-${trump}`, "aria-label": words(`trump_${trump}`), "data-next": index === 0,
    })), other(pad, actions));
}

// Each with the points that it brings.
/** @param {AnnouncementView} pad @param {Actions} actions */
function chooseTaken(pad, actions) {
  const { draft: { declarer, announced, trump, taken: chose }, game, words } = pad;
  const atOnce = savesAtOnce(pad);
  /** @param {number} taken */
  const take = (taken) => {
    actions.change({ taken });
    if (atOnce) actions.save();
  };
  const tricks = Array.from({ length: game.hand_size + 1 }, (_, taken) => {
    const points = figure(pointsFor(game, announced ?? 0, taken));
    return button(`taken-${taken}`, [taken, el("small", {}, `+${points}`.replace("+\u2212", "\u2212"))], () => take(taken), {
      class: `choice trick${taken === announced ? " trick-exact" : ""}`, disabled: isSending(pad),
      "aria-label": words("brought", { taken, points }), "aria-pressed": taken === chose ? "true" : "false", "data-next": taken === 0,
    });
  });
  const prompt = [words("how_many", { name: callName(pad, declarer) }), atOnce ? el("small", {}, ` ${words("tap_saves")}`) : null];
  return choices(prompt, tricks, trump ? chosen(pad, actions) : other(pad, actions), "tricks");
}

// What has been chosen so far; a tap on a part takes it back.
/** @param {AnnouncementView} pad @param {Actions} actions */
function chosen(pad, actions) {
  const { draft: { trump, taken }, words } = pad;
  return [
    trump ? button("un-trump", trumpSign(pad, trump), () => actions.announce({ trump: null }), {
      class: `chip suit suit-${trump}`, "aria-label": words("change_trump", { trump: words(`trump_${trump}`) }),
    }) : null,
    taken !== null ? button("un-taken", words("took", { n: taken }), () => actions.change({ taken: null }), {
      class: "chip", "aria-label": words("change_taken", { n: taken }),
    }) : null,
  ];
}

/** @param {AnnouncementView} pad @param {Actions} actions */
function save(pad, actions) {
  const { draft: { declarer, announced, taken, editing }, game, words } = pad;
  const points = figure(pointsFor(game, announced ?? 0, taken ?? 0));
  const label = isSending(pad) ? "saving" : editing ? "save_correction" : "save_points";
  const prompt = words("announced_by", { name: callName(pad, declarer), n: announced });
  return [
    el("div", { class: "dock-head" }, [el("p", { class: "dock-prompt" }, prompt), chosen(pad, actions)]),
    el("div", { class: "dock-row" }, [
      other(pad, actions),
      button("save", words(label, { points }), actions.save, { class: "pad-main-button", disabled: isSending(pad), "data-next": true }),
    ]),
  ];
}

/** @param {Child} prompt @param {HTMLElement[]} items @param {Child} beside @param {string} [named] */
function choices(prompt, items, beside, named = `choices-${items.length}`) {
  return [
    el("div", { class: "dock-head" }, [el("p", { class: "dock-prompt", id: "dock-prompt" }, prompt), beside]),
    el("div", { class: `choices ${named}`, role: "group", "aria-labelledby": "dock-prompt" }, items),
  ];
}
