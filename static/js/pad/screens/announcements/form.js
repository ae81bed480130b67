// An announced deal: the sheets of the players, the announcement on the declarer's, and in the dock what is asked next.

import { pointsFor } from "../../rules/vilnius.js";
import { isSending } from "../../store/selectors.js";
import { callName, figure, seatName, tabName } from "../../words.js";
import { button, el } from "../dom.js";
import { stage, standing, trumpSign } from "./dock.js";
import { sheetOf } from "./sheet.js";

export { dock } from "./dock.js";

/** @param {AnnouncementView} pad */
export function summary(pad) {
  const { draft: { declarer, announced, trump, taken }, words } = pad;
  const name = seatName(pad, declarer);
  if (announced === null) return words("mine_empty", { name });
  return words("mine_vilnius", {
    name, announced: announced + (trump ? ` ${trumpSign(pad, trump)}` : ""), taken: taken === null ? "\u2013" : taken,
  });
}

/** @param {AnnouncementView} pad @param {Actions} actions @returns {Child} */
export function body(pad, actions) {
  const { draft, state, words } = pad;
  const { declarer, viewing, editing, announced } = draft;
  const mine = viewing === declarer;
  const chooses = mine && !isSending(pad);
  return [
    editing ? null : el("ul", { class: "pad-tabs", "aria-label": words("players") }, state.seats.map((seat) => tab(pad, actions, seat))),
    headline(pad, state.seats[viewing]),
    el("div", { class: "pad-sheet", "data-swipe": true }, sheetOf(pad, viewing, {
      except: editing,
      entering: mine && announced !== null ? draft : null,
      choose: chooses ? (chosen) => actions.announce({ announced: chosen, taken: null, choosing: false }) : null,
    })),
  ];
}

/** @param {AnnouncementView} pad @param {Actions} actions @param {SeatFacts} seat */
function tab(pad, actions, { index, score, colour }) {
  const { draft: { declarer, viewing }, words } = pad;
  const role = index === declarer ? words("declares_short") : index === nextAfter(pad, declarer) ? words("next_short") : "";
  return el("li", {}, button(`tab-${index}`, [
    el("span", { class: "tab-name", title: seatName(pad, index) }, tabName(pad, index)),
    el("span", { class: "tab-score" }, figure(score)),
    el("span", { class: "tab-role" }, role),
  ], () => actions.turnTo({ viewing: index, choosing: false }), {
    class: `pad-tab player-${colour}${index === declarer ? " pad-tab-declarer" : ""}`,
    "aria-pressed": index === viewing ? "true" : "false",
  }));
}

// The first seat to the left whose sheet will not be full (V2); the declarer is about to use up a cell.
/** @param {AnnouncementView} pad @param {Seat} declarer */
function nextAfter({ game, state: { seats } }, declarer) {
  const order = seats.map((_, step) => (declarer + step + 1) % seats.length);
  return order.find((seat) => (seats[seat].sheet?.made ?? 0) + (seat === declarer ? 1 : 0) < game.announcements) ?? null;
}

/** @param {AnnouncementView} pad @param {Actions} actions @param {1 | -1} direction */
export function swipe({ draft, state: { seats } }, actions, direction) {
  if (draft.editing) return;
  actions.turnTo({ viewing: (draft.viewing + direction + seats.length) % seats.length, choosing: false });
}

/** @param {AnnouncementView} pad */
export function depth({ draft }) {
  return chosen(draft).length + (draft.choosing ? 1 : 0) + (draft.viewing === draft.declarer ? 0 : 1);
}

// What was opened last is left, or what was chosen last taken back.
/** @param {AnnouncementView} pad @param {Actions} actions */
export function back({ draft }, actions) {
  const { choosing, declarer, viewing } = draft;
  const [last] = chosen(draft);
  if (choosing) actions.turnTo({ choosing: false });
  else if (viewing !== declarer) actions.turnTo({ viewing: declarer });
  else if (last) actions.announce({ [last]: null });
}

/** @param {AnnouncementDraft} draft */
function chosen(draft) {
  return draft.editing ? [] : /** @type {const} */ (["taken", "trump", "announced"]).filter((part) => draft[part] !== null);
}

const LONGEST_LARGE = 28; // letters of a question

/** @param {AnnouncementView} pad @param {SeatFacts} seat */
function headline(pad, { index, sheet }) {
  const { draft: { announced, declarer, trump }, words } = pad;
  const name = callName(pad, index);
  const isDeclarer = index === declarer;
  const calls = isDeclarer && announced !== null;
  const text = calls ? words("announces", { name, n: announced }) : words(isDeclarer ? "what_announced" : "sheet_of", { name });
  return el("div", { class: "pad-headline pad-declares" }, [
    el("h2", { class: text.length > LONGEST_LARGE ? "headline-long" : null }, [
      text,
      calls && trump ? el("span", { class: `suit-${trump}` }, ` ${trumpSign(pad, trump)}`) : null,
    ]),
    sheet && stage(pad) !== "announce" ? el("p", {}, standing(sheet, words)) : null,
  ]);
}

/** @param {AnnouncementView} pad */
export function spoken(pad) {
  const { declarer, announced, taken } = pad.draft;
  if (stage(pad) !== "save" || announced === null || taken === null) {
    return pad.words("what_announced", { name: seatName(pad, declarer) });
  }
  return pad.words("save_points", { points: figure(pointsFor(pad.game, announced, taken)) });
}
