// An announced deal: the sheets of the players, the announcement on the declarer's, and in the dock what is asked next.

import { pointsFor } from "../../rules/vilnius.js";
import { isSending, isUnopened } from "../../store/selectors.js";
import { callName, figure, seatName } from "../../words/words.js";
import { button, el } from "../dom.js";
import { stage, trumpSign } from "./dock.js";
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
    headline(pad, actions, state.seats[viewing]),
    el("div", { class: "pad-sheet", "data-swipe": true }, sheetOf(pad, viewing, {
      except: editing,
      entering: mine && announced !== null ? draft : null,
      choose: chooses ? (chosen) => actions.change({ announced: chosen, taken: null, choosing: false }) : null,
    })),
  ];
}

/** @param {AnnouncementView} pad @param {Actions} actions @param {SeatFacts} seat */
function tab(pad, actions, { index, score, colour }) {
  const { draft: { declarer, viewing }, words } = pad;
  const role = index === declarer ? words("declares_short") : index === nextAfter(pad, declarer) ? words("next_short") : "";
  return el("li", {}, button(`tab-${index}`, [
    el("span", { class: "tab-name" }, callName(pad, index)),
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

/** @param {AnnouncementView} pad @param {Actions} actions @param {SeatFacts} seat */
function headline(pad, actions, { index, sheet }) {
  const { draft, state, words } = pad;
  const { choosing, declarer, editing } = draft;
  const mine = index === declarer;
  const following = nextAfter(pad, declarer);
  const next = mine && !editing && following !== null ? words("then", { name: callName(pad, following) }) : "";
  const other = isUnopened(state) ? words("first_dealer", { name: seatName(pad, state.table.first_dealer) }) : words("other_declarer");
  return el("div", { class: "pad-headline" }, [
    el("div", { class: "headline-text" }, [
      el("h2", {}, words(mine ? "declares" : "sheet_of", { name: callName(pad, index) })),
      sheet ? el("p", {}, [
        standing(sheet, words) || (next ? el("span", { class: "headline-next" }, next) : null),
        el("span", {}, words("range", { lowest: figure(sheet.lowest), highest: figure(sheet.highest) })),
      ]) : null,
    ]),
    mine ? button("other", other, () => actions.turnTo({ choosing: !choosing }), {
      class: "pad-small", "aria-expanded": choosing ? "true" : "false",
    }) : null,
  ]);
}

/** @param {AnnouncementSheet} sheet @param {Words} words */
function standing({ has_won: won, can_win: can }, words) {
  if (won) return el("strong", { class: "badge-won" }, words("has_won"));
  return can ? null : el("strong", { class: "badge-out" }, words("cannot_win"));
}

/** @param {AnnouncementView} pad */
export function spoken(pad) {
  const { declarer, announced, taken } = pad.draft;
  if (stage(pad) !== "save" || announced === null || taken === null) {
    return pad.words("tap_announcement", { name: seatName(pad, declarer) });
  }
  return pad.words("save_points", { points: figure(pointsFor(pad.game, announced, taken)) });
}
