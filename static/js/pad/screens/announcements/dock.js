// What is asked next of an announced deal: the declarer, the announcement, the trump, the tricks; then it is saved.

import { pointsFor } from "../../rules/vilnius.js";
import { declaredBy, isOutOfTurn } from "../../store/drafts/announcements.js";
import { isSending, isUnopened } from "../../store/selectors.js";
import { figure, seatName } from "../../words/words.js";
import { button, el } from "../dom.js";

/** @type {Record<string, string>} */
const SUITS = { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" };

/** @typedef {"declarer" | "viewing" | "announce" | "trump" | "taken" | "save"} Stage */

/** @type {Record<Stage, (pad: AnnouncementView, actions: Actions) => Child>} */
const STAGES = { declarer: chooseDeclarer, viewing: wayBack, announce, trump: chooseTrump, taken: chooseTaken, save };

/** @param {AnnouncementView} pad @returns {Stage} */
export function stage({ draft, game }) {
  if (draft.choosing) return "declarer";
  if (draft.viewing !== draft.declarer) return "viewing";
  if (draft.announced === null) return "announce";
  if (game.records_trump && draft.trump === null) return "trump";
  return draft.taken === null ? "taken" : "save";
}

/** @param {AnnouncementView} pad @param {Actions} actions @returns {Child} */
export function dock(pad, actions) {
  const { draft, state, words } = pad;
  const late = isOutOfTurn(draft, state) && !draft.editing;
  return [
    late ? el("p", { class: "pad-warning" }, words("out_of_turn", { name: seatName(pad, state.turn) })) : null,
    STAGES[stage(pad)](pad, actions),
  ];
}

/** @param {Pick<View, "words">} pad @param {string} trump */
export function trumpSign({ words }, trump) {
  return SUITS[trump] || words("no_trump_short");
}

/** @param {AnnouncementView} pad @param {Actions} actions */
function chooseDeclarer(pad, actions) {
  const { draft, game, state, words } = pad;
  if (isUnopened(state)) return chooseFirstDealer({ state, words }, actions);
  return choices(words("who_declares"), state.seats.map(({ index, name, sheet }) =>
    button(`declarer-${index}`, name, () => actions.change(declaredBy(pad, index)), {
      class: "choice choice-wide", "aria-pressed": index === draft.declarer ? "true" : "false",
      disabled: !draft.editing && sheet?.made === game.announcements,
    })));
}

/** @param {Pick<View, "state" | "words">} pad @param {Actions} actions */
function chooseFirstDealer({ state, words }, actions) {
  return choices(words("who_deals_first"), state.seats.map(({ index, name }) =>
    button(`dealer-${index}`, name, () => actions.cutFor(index), {
      class: "choice choice-wide", "aria-pressed": index === state.table.first_dealer ? "true" : "false",
    })));
}

/** @param {AnnouncementView} pad @param {Actions} actions */
function wayBack(pad, actions) {
  const { declarer } = pad.draft;
  const label = pad.words("back_to", { name: seatName(pad, declarer) });
  return el("div", { class: "dock-row" }, button("back", label, () => actions.turnTo({ viewing: declarer, choosing: false }), {
    class: "pad-main-button pad-quiet", "data-next": true,
  }));
}

/** @param {AnnouncementView} pad */
function announce(pad) {
  return el("p", { class: "dock-prompt" }, pad.words("tap_announcement", { name: seatName(pad, pad.draft.declarer) }));
}

/** @param {AnnouncementView} pad @param {Actions} actions */
function chooseTrump(pad, actions) {
  const { game, words } = pad;
  return choices(words("which_trump"), game.trumps.map((trump, index) =>
    button(`trump-${trump}`, trumpSign(pad, trump), () => actions.change({ trump }), {
      class: `choice suit suit-${trump}`, "aria-label": words(`trump_${trump}`), "data-next": index === 0,
    })));
}

/** @param {AnnouncementView} pad @param {Actions} actions */
function chooseTaken(pad, actions) {
  const { draft: { declarer, announced }, game, words } = pad;
  const tricks = Array.from({ length: game.hand_size + 1 }, (_, taken) => taken);
  return choices(words("how_many", { name: seatName(pad, declarer) }), tricks.map((taken) =>
    button(`taken-${taken}`, taken, () => actions.change({ taken }), {
      class: `choice${taken === announced ? " choice-exact" : ""}`, "aria-label": words("took", { n: taken }), "data-next": taken === 0,
    })), chosen(pad, actions));
}

// What has been chosen so far; a tap on a part takes it back.
/** @param {AnnouncementView} pad @param {Actions} actions */
function chosen(pad, actions) {
  const { draft: { trump, taken }, words } = pad;
  return [
    trump ? button("un-trump", trumpSign(pad, trump), () => actions.change({ trump: null }), {
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
  const prompt = words("announced_by", { name: seatName(pad, declarer), n: announced });
  return [
    el("div", { class: "dock-head" }, [el("p", { class: "dock-prompt" }, prompt), chosen(pad, actions)]),
    button("save", words(label, { points }), actions.save, { class: "pad-main-button", disabled: isSending(pad), "data-next": true }),
  ];
}

/** @param {string} prompt @param {HTMLElement[]} items @param {Child} [taken] */
function choices(prompt, items, taken) {
  return [
    el("div", { class: "dock-head" }, [el("p", { class: "dock-prompt", id: "dock-prompt" }, prompt), taken]),
    el("div", { class: `choices choices-${items.length}`, role: "group", "aria-labelledby": "dock-prompt" }, items),
  ];
}
