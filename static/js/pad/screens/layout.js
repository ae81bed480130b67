// What surrounds the form: the bar on top, the round's clock, what was saved or refused, what can be opened in place of the
// form, the end.

import { tick } from "../../clock.js";
import { isPlaying, toConfirm, unsentEntries } from "../store/selectors.js";
import { callName, figure, time, unsentWords } from "../words.js";
import * as announcements from "./announcements/form.js";
import { boardsScreen, boardTitle } from "./boards.js";
import { confirmationScreen, dealQuestions, disputeBanner, proposalScreen, proposedBanner } from "./confirmations.js";
import { collisionScreen, conflictScreen } from "./conflict.js";
import { correctSeveralScreen } from "./correct-several.js";
import { dealsScreen, lineOf, ownersOf } from "./deals.js";
import { button, el, fill } from "./dom.js";
import { editing, entersNew, reason } from "./editing.js";
import { helpScreen, messageBanner, rulesScreen } from "./help.js";
import { resultBody, resultDock, status } from "./result.js";
import { claimBanner, claimOpenScreen } from "./showdown/claims.js";
import * as showdown from "./showdown/form.js";
import { askedBanner, isRevealing, revealed, revealScreen } from "./showdown/own.js";
import { connection, isSafe, memoryBanner, otherTablesBanner, unsentBanner, unsentScreen } from "./unsent.js";

/** @type {Record<Sheet, PadForm<any>>} */
const FORMS = { announcements, showdown };

// What can be opened in place of the form.
/** @type {Record<string, PadScreen>} */
const SCREENS = {
  deals: dealsScreen, unsent: unsentScreen, collision: collisionScreen, help: helpScreen, rules: rulesScreen, confirmations: confirmationScreen,
  "correct-several": correctSeveralScreen, claim: claimOpenScreen, proposal: proposalScreen, boards: boardsScreen,
};

// The button by which a screen leads back.
const WAY_BACK = '#pad-dock [data-key="back"], #pad-dock [data-key="own-back"], #pad-dock [data-key="correct-back"], #pad-dock [data-key^="close-"]';

// First what counts as agreed to where nobody answers.
/** @type {((pad: View, actions: Actions) => HTMLElement | HTMLElement[] | null)[]} */
const BANNERS = [
  askedBanner, memoryBanner, unsentBanner, otherTablesBanner, messageBanner, claimBanner, proposedBanner, dealQuestions, disputeBanner,
];

/** @param {View} pad */
function formOf({ game }) {
  return FORMS[game.sheet];
}

/** @param {View} pad @param {Actions} actions */
export function bar(pad, actions) {
  const { state, words } = pad;
  /** @param {string} name @param {number} mark @param {string} said what the mark counts */
  const opener = (name, mark, said) => button(name, [words(name), mark ? el("span", { class: "bar-mark" }, mark) : null], () => actions.toggle(name), {
    class: "bar-button", "aria-expanded": pad.screen === name ? "true" : "false",
    "aria-label": mark ? `${words(name)}. ${words(said, { n: mark })}` : null,
  });
  return [
    deskLink(pad),
    ...barStatus(pad, actions),
    el("div", { class: "bar-openers" }, [
      opener("help", newsOf(pad, actions).aside.length + (state.call ? 1 : 0), "aside_n"),
      opener("deals", toConfirm(state).length, "to_confirm_n"),
    ]),
  ];
}

// Which table this is and whether all is safe. For as long as the last change can be undone: what was saved, or how much of
// it waits, and Undo, up here where no finger has just tapped. News stands here while something is entered.
/** @param {View} pad @param {Actions} actions */
function barStatus(pad, actions) {
  const { notice, undo, words } = pad;
  const heading = el("h1", { class: "visually-hidden" }, words("table", { n: pad.state.table.number }));
  const news = pad.screen === "help" ? undefined : newsOf(pad, actions).fresh.find((node) => standsInBar(pad, node));
  const told = news && isAsked(news) ? null : notice;
  const undoes = told?.undoes && undo ? button("undo", words("undo"), () => actions.undo(), { class: "bar-undo" }) : null;
  if (told && isSafe(pad)) return [el("div", { class: "bar-title bar-saved" }, [heading, saved(pad, told)]), undoes];
  if (undoes && !news) return [el("div", { class: "bar-title" }, [heading, connection(pad, actions)]), undoes];
  if (!news) return [el("div", { class: "bar-title" }, [title(pad), boardsOver(pad, actions)]), connection(pad, actions)];
  const text = news.querySelector("span")?.textContent || news.textContent || "";
  const opener = button("news", text, () => actions.show("help"), { class: "bar-news", disabled: Boolean(pad.conflict) });
  return [el("div", { class: "bar-title" }, [heading, opener]), connection(pad, actions), undoes];
}

// Whoever came from the desk goes back to it.
/** @param {View} pad */
function deskLink({ boot, words }) {
  return boot.desk ? el("a", { class: "bar-desk", href: boot.desk }, [el("b", { "aria-hidden": "true" }, "\u2039"), el("span", {}, words("desk"))]) : null;
}

// A deal in short, with what its players have now; all else in its own words.
/** @param {View} pad @param {Notice} notice @returns {Child} */
function saved(pad, { deal: number, key, short, text }) {
  const { state, words } = pad;
  const deal = state.deals.find((each) => each.number === number && !each.voided);
  const line = deal && lineOf(pad, deal);
  if (!deal || !line || !key) return el("p", {}, short || text);
  const owners = ownersOf(deal);
  const brought = line.brought && owners.length === 1
    ? words("now_has", { name: line.who, points: line.brought, total: figure(state.seats[owners[0]].score) }) : `${line.who} ${line.what}`;
  return el("p", {}, [el("b", {}, words(key, { n: deal.number })), el("span", {}, brought)]);
}

// Silence would be an answer: it is not put aside.
/** @param {HTMLElement} news */
function isAsked(news) {
  return news.matches(".own-asked");
}

// Whether something is entered or decided on, which no news may cover.
/** @param {View} pad */
function isDeciding(pad) {
  return Boolean(pad.conflict) || pad.screen !== "form" || pad.draft.touched || pad.revealed !== null;
}

// A message needs no answer and covers no total. The hands of a showdown begin at the head of the form: there only
// questions lie, which one tap answers.
/** @param {View} pad @param {HTMLElement} news */
function standsInBar(pad, news) {
  const hands = pad.game.sheet === "showdown" && isPlaying(pad);
  return isDeciding(pad) || news.matches(".from-director") || (hands && !news.matches(".pad-question"));
}

// Which table this is, and on the phone of a seat who speaks here. There is room for two lines.
/** @param {View} pad */
function title(pad) {
  const { state: { call, match, me, seats, table }, words } = pad;
  const number = words("table", { n: table.number });
  if (call) return [el("h1", {}, number), el("p", { class: "bar-call" }, words("called", { time: time(call.at) }))];
  const played = el("h1", {}, [number, " ", el("small", { role: "img", "aria-label": progress(pad) }, shortProgress(pad))]);
  if (me === null || !seats[me]) return match ? [played, matchScore(pad)] : [el("h1", {}, number), el("p", {}, progress(pad))];
  return [
    played,
    el("p", { class: `bar-me player-${seats[me].colour}` }, words("you_are", { name: callName(pad, me) })),
    matchScore(pad),
  ];
}

// At a board of two teams a tap on the title opens them all.
/** @param {View} pad @param {Actions} actions */
function boardsOver(pad, actions) {
  const title = pad.state.call ? "" : boardTitle(pad);
  return title ? button("boards", null, () => actions.toggle("boards"), {
    class: "bar-boards", "aria-label": title, "aria-expanded": pad.screen === "boards" ? "true" : "false",
  }) : null;
}

// Which game of the match is played, and how many each seat has won; or at which board which teams meet, and how they stand.
/** @param {View} pad */
function matchScore(pad) {
  const { state: { match }, words } = pad;
  if (!match) return null;
  if (match.boards) return el("p", { "aria-hidden": "true" }, boardTitle(pad));
  const score = scoreOf(pad, match.wins), of = match.games - match.extra;
  return el("p", {}, match.game > of ? words("match_extra", { score }) : words("match_game", { n: match.game, of, score }));
}

// Whoever is ahead first and by name: seats change from game to game. A long name is cut, and no figure.
/** @param {View} pad @param {string[]} wins */
function scoreOf(pad, wins) {
  /** @param {number} seat */
  const count = (seat) => (Number.parseInt(wins[seat], 10) || 0) + (wins[seat].endsWith("½") ? 0.5 : 0);
  const [first, ...others] = wins.map((_, seat) => seat).sort((one, other) => count(other) - count(one));
  const score = [first, ...others].map((seat) => wins[seat]).join("–");
  return count(first) > count(others[0]) ? `${score} ${callName(pad, first)}` : score;
}

/** @param {View} pad */
function progress(pad) {
  const { n, of } = dealNow(pad);
  return of ? pad.words("deal_of", { n, of }) : pad.words("deal_title", { n });
}

/** @param {View} pad */
function shortProgress(pad) {
  const { n, of } = dealNow(pad);
  return of ? `${n}/${of}` : "";
}

// Which deal is being played, and of how many where the rules say so.
/** @param {View} pad */
function dealNow({ game, state: { deals, seats } }) {
  const played = deals.filter(({ voided }) => !voided).length;
  const of = game.sheet === "announcements" ? seats.length * game.announcements : 0;
  return { n: of ? Math.min(played + 1, of) : played + 1, of };
}

// Messages, questions, calls: what is new, and what was put aside.
/** @param {View} pad @param {Actions} actions */
function newsOf(pad, actions) {
  /** @param {View} view */
  const all = (view) => BANNERS.flatMap((banner) => banner(view, actions) || []);
  /** @param {HTMLElement} node */
  const isAside = ({ textContent }) => pad.aside.includes(textContent || "");
  return pad.gone ? { fresh: [], aside: [] } : {
    fresh: all(pad).filter((node) => !isAside(node)), aside: all({ ...pad, screen: "form" }).filter(isAside),
  };
}

// News lies over the head of the form, one at a time, until it is answered or put aside; nothing below it moves. Messages,
// and all of it where something is decided, stand in the bar instead, and whole under Help.
/** @param {View} pad @param {Actions} actions */
export function banners(pad, actions) {
  const node = newsOf(pad, actions).fresh.find((each) => !standsInBar(pad, each));
  if (!node) return null;
  if (isAsked(node)) return node;
  const said = node.textContent || "";
  node.append(button("aside", "\u2715", () => actions.putAside(said), { class: "pad-small pad-aside", "aria-label": pad.words("put_aside") }));
  return node;
}

/** @param {View} pad @param {Actions} actions */
function newsForHelp(pad, actions) {
  const { fresh, aside } = newsOf({ ...pad, screen: "form" }, actions);
  return [...fresh, ...aside];
}

/** @param {View} pad @param {Actions} actions @returns {Child} */
export function body(pad, actions) {
  if (pad.gone) return goneBody(pad);
  if (pad.conflict) return conflictScreen(formOf(pad)).body(pad, actions);
  const aside = pad.screen === "help" ? newsForHelp(pad, actions) : null;
  if (pad.screen in SCREENS) return [aside, SCREENS[pad.screen].body(pad, actions)];
  if (isRevealing(pad)) return revealScreen.body(pad, actions);
  if (isOver(pad)) return resultBody(pad, actions);
  return [editing(pad, actions), formOf(pad).body(pad, actions)];
}

/** @param {View} pad */
function overDock({ boot, words }) {
  return el("div", { class: "dock-row" }, [
    button("again", words("over_again"), () => location.reload(), { class: "pad-quiet" }),
    el("a", { class: "pad-main-button", href: boot.results, "data-key": "standings" }, words("see_standings")),
  ]);
}

// The address opens nothing any more; what this phone keeps is told.
/** @param {View} pad */
function goneBody(pad) {
  const { boot, words } = pad;
  if (pad.gone === "gone") return el("div", { class: "pad-message" }, [el("h2", {}, words("gone_title")), el("p", {}, words("gone"))]);
  const unsent = unsentEntries(pad).length;
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words("over_title")),
    el("p", {}, words("over")),
    unsent ? el("p", {}, [el("strong", {}, unsentWords(boot, unsent)), ". ", words("over_kept")]) : null,
  ]);
}

/** @param {View} pad @param {Actions} actions @returns {Child} */
export function dock(pad, actions) {
  if (pad.gone === "over") return overDock(pad);
  if (pad.gone) return null;
  if (pad.conflict) return conflictScreen(formOf(pad)).dock(pad, actions);
  const top = [trouble(pad), pad.screen === "form" ? reason(pad, actions) : null];
  if (pad.screen in SCREENS) return [top, SCREENS[pad.screen].dock(pad, actions)];
  if (isRevealing(pad)) return [top, revealScreen.dock(pad, actions)];
  if (isOver(pad)) return [top, resultDock(pad, actions)];
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

// One sentence for those who hear the page: what was refused, saved, found or is asked next.
/** @param {View} pad @returns {string} */
export function spoken(pad) {
  if (pad.problem) return pad.problem;
  if (pad.draft.error) return pad.draft.error.message;
  if (pad.conflict) return pad.words("conflict_title");
  if (pad.notice) return pad.notice.text;
  const unsent = unsentEntries(pad).length;
  if (unsent) return unsentWords(pad.boot, unsent);
  if (pad.looking) return pad.words("memory_looking");
  if (isRevealing(pad)) return revealed(pad);
  if (isOver(pad)) return pad.words(`status_${status(pad)}`);
  return formOf(pad).spoken(pad);
}

// A swipe over the body, to the next (1) or the one before (-1).
/** @param {View} pad @param {Actions} actions @param {1 | -1} direction */
export function swipe(pad, actions, direction) {
  const form = formOf(pad);
  if (form.swipe && pad.screen === "form" && !pad.conflict && isPlaying(pad)) form.swipe(pad, actions, direction);
}

// How many steps lead back from what is looked at to the first screen.
/** @param {View} pad */
export function depth(pad) {
  if (pad.gone || pad.conflict) return 0;
  const steps = isOver(pad) ? 0 : formOf(pad).depth(pad);
  return steps + (entersNew(pad) && !pad.draft.mends ? 0 : 2) + (pad.screen === "form" ? 0 : 1);
}

// One step back, by the screen's own way where it has one.
/** @param {View} pad @param {Actions} actions */
export function back(pad, actions) {
  /** @type {HTMLElement | null} */
  const way = document.querySelector(WAY_BACK);
  if (way) way.click();
  else if (pad.screen !== "form") actions.show("form");
  else if (!entersNew(pad) && !pad.draft.choosing) actions.layAside();
  else if (pad.draft.mends && !pad.draft.choosing) actions.drop();
  else formOf(pad).back?.(pad, actions);
}

/** @param {View} pad @param {HTMLElement} node */
export function drawClock(pad, node) {
  fill(node, line(pad));
  tick();
}

/** @param {View} pad */
function line(pad) {
  const { state: { clock }, words } = pad;
  if (!clock || !isPlaying(pad)) return null;
  const over = sentence(pad, clock);
  return el("p", { class: `clock clock-pad clock-${clock.state}` }, [
    el("span", { class: "clock-label" }, clock.state === "over" ? over : words(`clock_${clock.state}`)),
    el("time", {
      role: "timer",
      "data-clock": true,
      "data-ends-at": clock.ends_at,
      "data-server-now": clock.server_now,
      "data-paused-seconds-left": clock.seconds_left,
      "data-warnings": clock.warnings.join(),
      "data-over-text": over,
      ...Object.fromEntries(clock.warnings.map((seconds) => [`data-say-${seconds}`, words(`clock_say_${seconds}`)])),
    }),
  ]);
}

/** @param {View} pad @param {Clock} clock */
function sentence({ boot, state: { deals }, words }, { allowed, time_up: timeUp }) {
  if (allowed === null) return words("time_up");
  const left = allowed - deals.filter((deal) => !deal.voided).length;
  if (left <= 0) return words(timeUp === "lap" ? "lap_complete" : "last_deal_done");
  const key = timeUp === "lap" ? `lap_left_${left}` : left === 1 ? "last_deal" : "time_up";
  return words(key in boot.strings ? key : "time_up");
}
