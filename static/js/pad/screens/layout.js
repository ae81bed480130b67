// What surrounds the form: the bar on top, what was saved or refused, what can be opened in place of the form, the end.

import { isPlaying, unsentEntries } from "../store/selectors.js";
import { unsentWords } from "../words/words.js";
import * as announcements from "./announcements/form.js";
import { confirmationScreen, dealQuestions, disputeBanner, proposalScreen, proposedBanner } from "./confirmations.js";
import { collisionScreen, conflictScreen } from "./conflict.js";
import { correctSeveralScreen } from "./correct-several.js";
import { dealsScreen } from "./deals.js";
import { button, el } from "./dom.js";
import { editing, entersNew, reason } from "./editing.js";
import { callBanner, helpScreen, messageBanner } from "./help.js";
import { resultBody, status } from "./result.js";
import { claimBanner, claimOpenScreen } from "./showdown/claim-open.js";
import * as showdown from "./showdown/form.js";
import { connection, memoryBanner, otherTablesBanner, unsentBanner, unsentScreen } from "./unsent.js";

/** @type {Record<Sheet, PadForm<any>>} */
const FORMS = { announcements, showdown };

// What can be opened in place of the form.
/** @type {Record<string, PadScreen>} */
const SCREENS = {
  deals: dealsScreen, unsent: unsentScreen, collision: collisionScreen, help: helpScreen, confirmations: confirmationScreen,
  "correct-several": correctSeveralScreen, claim: claimOpenScreen, proposal: proposalScreen,
};

/** @type {((pad: View, actions: Actions) => Child)[]} */
const BANNERS = [
  memoryBanner, unsentBanner, otherTablesBanner, messageBanner, claimBanner, proposedBanner, dealQuestions, disputeBanner, callBanner,
];

/** @param {View} pad */
function formOf({ game }) {
  return FORMS[game.sheet];
}

/** @param {View} pad @param {Actions} actions */
export function bar(pad, actions) {
  const { state, words } = pad;
  /** @param {string} name */
  const opener = (name) => button(name, words(name), () => actions.toggle(name), {
    class: "bar-button", "aria-expanded": pad.screen === name ? "true" : "false",
  });
  return [
    el("div", { class: "bar-title" }, [
      el("h1", {}, words("table", { n: state.table.number })),
      el("p", {}, state.table.event.name),
    ]),
    connection(pad, actions),
    opener("help"),
    opener("deals"),
  ];
}

// What stands between the bar and the body: messages, questions, calls; one at a time, since the sheet needs the room.
/** @param {View} pad @param {Actions} actions */
export function banners(pad, actions) {
  if (pad.gone) return [];
  for (const banner of BANNERS) {
    const node = banner(pad, actions);
    if (node) return node;
  }
  return null;
}

/** @param {View} pad @param {Actions} actions @returns {Child} */
export function body(pad, actions) {
  const { words } = pad;
  if (pad.gone) return el("div", { class: "pad-message" }, [el("h2", {}, words("gone_title")), el("p", {}, words("gone"))]);
  if (pad.conflict) return conflictScreen(formOf(pad)).body(pad, actions);
  if (pad.screen in SCREENS) return SCREENS[pad.screen].body(pad, actions);
  if (isOver(pad)) return resultBody(pad, actions);
  return [editing(pad, actions), formOf(pad).body(pad, actions)];
}

/** @param {View} pad @param {Actions} actions @returns {Child} */
export function dock(pad, actions) {
  if (pad.gone) return null;
  if (pad.conflict) return conflictScreen(formOf(pad)).dock(pad, actions);
  const top = [trouble(pad), notice(pad, actions), pad.screen === "form" ? reason(pad, actions) : null];
  if (pad.screen in SCREENS) return [top, SCREENS[pad.screen].dock(pad, actions)];
  if (isOver(pad)) return top;
  return el("div", { class: `stage stage-${pad.game.sheet}` }, [top, formOf(pad).dock(pad, actions)]);
}

/** @param {View} pad */
function isOver(pad) {
  return !isPlaying(pad) && entersNew(pad);
}

// A conflict about the winner fills the form itself.
/** @param {View} pad */
function trouble({ problem, draft: { error } }) {
  const text = problem || (error && error.code !== "claim-differs" ? error.message : null);
  return text ? el("p", { class: "pad-error" }, text) : null;
}

/** @param {View} pad @param {Actions} actions */
function notice({ notice, undo, words }, actions) {
  if (!notice) return null;
  const { text, undoes } = notice;
  return el("p", { class: "pad-notice" }, [
    el("span", {}, text),
    undoes && undo ? button("undo", words("undo"), () => actions.undo(), { class: "pad-small" }) : null,
  ]);
}

// One sentence for those who hear the page: what was refused, saved, found or is asked next.
/** @param {View} pad @returns {string} */
export function spoken(pad) {
  if (pad.problem) return pad.problem;
  if (pad.draft.error) return pad.draft.error.message;
  if (pad.conflict) return pad.words("conflict_title");
  if (pad.notice) return pad.notice.text;
  const unsent = unsentEntries(pad).length;
  if (unsent) return unsentWords(pad.boot, unsent);
  if (isOver(pad)) return pad.words(`status_${status(pad)}`);
  return formOf(pad).spoken(pad);
}

// A swipe over the body, to the next (1) or the one before (-1).
/** @param {View} pad @param {Actions} actions @param {1 | -1} direction */
export function swipe(pad, actions, direction) {
  const form = formOf(pad);
  if (form.swipe && pad.screen === "form" && !pad.conflict && isPlaying(pad)) form.swipe(pad, actions, direction);
}
