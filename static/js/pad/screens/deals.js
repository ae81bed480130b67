// The list of the deals, a line each; the one that is unfolded is corrected, voided and restored there.

import { pointsFor } from "../rules/vilnius.js";
import { isSending, toConfirm } from "../store/selectors.js";
import { callName, figure, list } from "../words.js";
import { trumpSign } from "./announcements/dock.js";
import { toBoards } from "./boards.js";
import { confirmationMarks } from "./confirmations.js";
import { button, card, el } from "./dom.js";

const MANY = 10; // deals that are in sight without looking for them

/** @type {PadScreen} */
export const dealsScreen = {
  body(pad, actions) {
    const { state, words } = pad;
    const deals = shown(pad);
    return [
      el("h2", {}, words("deals")),
      pad.undo && pad.notice === null ? el("p", { class: "pad-notice" }, [
        el("span", {}, pad.undo.text), button("undo", words("undo"), () => actions.undo(), { class: "pad-small", disabled: isSending(pad) }),
      ]) : null,
      waits(pad, actions),
      state.deals.length ? finders(pad, actions, deals) : null,
      deals.length ? el("ol", { class: "deals deal-lines", reversed: true }, deals.map((deal) => dealRow(pad, actions, deal)))
        : el("p", { class: "pad-hint" }, words(state.deals.length ? "no_such_deals" : "no_deals")),
      state.match?.back ? el("p", {}, el("a", { class: "pad-main-button pad-quiet", href: `${state.match.back}?stay` }, words("match_back", { n: state.match.game - 1 }))) : null,
    ];
  },
  dock(pad, actions) {
    return el("div", { class: "dock-row" }, [
      toBoards(pad, actions),
      button("close-deals", pad.words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" }),
    ]);
  },
};

// Those that were asked for, the newest first.
/** @param {View} pad */
function shown({ dealsOf, state }) {
  const deals = dealsOf === null ? state.deals : dealsOf === "waiting" ? toConfirm(state)
    : state.deals.filter((deal) => ownersOf(deal).includes(dealsOf));
  return deals.slice().reverse();
}

// What waits to be confirmed, on every phone; those whose word counts are led there.
/** @param {View} pad @param {Actions} actions */
function waits({ state, words }, actions) {
  const n = toConfirm(state).length;
  if (!n) return null;
  const mine = state.deals.some(({ may_confirm: may, opinion }) => may && opinion === "waiting");
  return el("p", { class: "deal-waits" }, [
    el("span", {}, `${words("to_confirm_n", { n })}. ${words(mine ? "to_confirm_mine" : "to_confirm_others")}`),
    mine ? button("look-opinions", words("show"), () => actions.show("confirmations"), { class: "pad-small" }) : null,
  ]);
}

/** @param {View} pad @param {Actions} actions @param {DealFacts[]} deals */
function finders(pad, actions, deals) {
  const { dealsOf, game, state, words } = pad;
  if (state.deals.length < MANY && dealsOf === null) return null;
  const own = game.sheet === "announcements" ? "deals_of" : "deals_won_by";
  /** @type {[string, string][]} */
  const whose = [
    ["", words("deals_all")], ...state.seats.map(({ index }) => /** @type {[string, string]} */ ([String(index), words(own, { name: callName(pad, index) })])),
    ["waiting", words("deals_waiting")],
  ];
  const tens = deals.filter((_, index) => index % MANY === 0).map(({ number }) => String(number));
  return el("div", { class: "deal-finders" }, [
    choice("deals-of", words("deals_whose"), whose, String(dealsOf ?? ""), (value) =>
      actions.showDealsOf(value === "" ? null : value === "waiting" ? value : Number(value))),
    tens.length > 1 ? choice("go-to-deal", words("go_to_deal"), [["", words("go_to_deal")], ...tens.map((n) =>
      /** @type {[string, string]} */ ([n, words("deal_title", { n })]))], "", jumpTo) : null,
  ]);
}

/** @param {string} key @param {string} label @param {[string, string][]} options @param {string} value @param {(value: string) => void} chosen */
function choice(key, label, options, value, chosen) {
  return el("select", {
    "data-key": key, "aria-label": label, onchange: (/** @type {{ target: HTMLSelectElement }} */ { target }) => chosen(target.value),
  }, options.map(([each, text]) => el("option", { value: each, selected: each === value }, text)));
}

/** @param {string} number */
function jumpTo(number) {
  const found = document.querySelector(`[data-key="deal-${number}"]`);
  if (found instanceof HTMLElement) {
    found.scrollIntoView({ block: "start" });
    found.focus({ preventScroll: true });
  }
}

/** @param {View} pad @param {Actions} actions @param {DealFacts} deal */
function dealRow(pad, actions, deal) {
  const { words } = pad;
  const { number: n, voided } = deal;
  const open = pad.unfolded === n;
  const said = [voided ? `${deal.words} ${words("voided_mark")}` : deal.words, ...marksOf(pad, deal)].join(" \u00b7 ");
  return el("li", { class: `deal-row${voided ? " deal-voided" : ""}${open ? " deal-unfolded" : ""}` }, [
    button(`deal-${n}`, line(pad, deal), () => actions.unfold(n), {
      class: "deal-open", "aria-expanded": open ? "true" : "false", "aria-label": words("deal_and_words", { n, words: said }),
    }),
    open ? unfolded(pad, actions, deal) : null,
  ]);
}

/** @param {View} pad @param {Actions} actions @param {DealFacts} deal */
function unfolded(pad, actions, deal) {
  const { words } = pad;
  const { number: n, voided } = deal;
  const marks = marksOf(pad, deal);
  /** @param {string} key @param {string} name @param {() => void} act */
  const small = (key, name, act) => button(`${key}-${n}`, words(key), act, {
    class: "pad-small", "aria-label": words(name, { n, words: deal.words }), disabled: isSending(pad),
  });
  return el("div", { class: "deal-more" }, [
    el("p", {}, voided ? [el("s", {}, deal.words), " ", words("voided_mark")] : deal.words),
    voided ? voidedHands(pad, deal) : null,
    marks.length ? el("p", { class: "deal-marks" }, marks.join(" \u00b7 ")) : null,
    el("div", { class: "dock-row" }, voided ? small("restore", "restore_n", () => actions.restoreDeal(deal)) : [
      small("correct", "correct_n", () => actions.reopen(deal)), small("void", "void_n", () => actions.voidDeal(n)),
    ]),
  ]);
}

// The cards of a deal that was voided.
/** @param {View} pad @param {DealFacts} deal */
function voidedHands({ boot, state }, { payload: { hands } }) {
  return Object.entries(hands || {}).map(([seat, cards]) => el("p", { class: "deal-marks" }, [
    `${state.seats[Number(seat)]?.name ?? ""} `,
    el("span", { class: "collision-cards", role: "img", "aria-label": cards.map((/** @type {string} */ each) => boot.cards[each]).join(", ") },
      cards.map((/** @type {string} */ each) => card(boot, each, "pad-mini"))),
  ]));
}

/** @param {View} pad @param {DealFacts} deal */
function marksOf({ words }, deal) {
  const { payload, result, version } = deal;
  return [
    payload?.out_of_turn && result?.out_of_turn ? words("mark_out_of_turn") : "",
    payload?.override ? words("mark_upheld", { reason: payload.override }) : "",
    version > 1 ? words("mark_version") : "",
    deal.waiting ? words("mark_waiting") : "",
    ...confirmationMarks({ words }, deal),
  ].filter(Boolean);
}

/** @typedef {{ who: string, what: string, brought: string }} Line */

/** @param {View} pad @param {DealFacts} deal @returns {Line} */
export function lineOf(pad, deal) {
  return deal.payload.declarer === undefined ? showdown(pad, deal) : announcement(pad, deal);
}

// Whose deal it is: who announced, or won; null where nobody has.
/** @param {DealFacts} deal @returns {Seat[]} */
export function ownersOf({ payload, result }) {
  return payload.declarer === undefined ? result?.winners ?? [] : [payload.declarer];
}

/** @param {View} pad @param {DealFacts} deal */
function announcement(pad, deal) {
  const { declarer, announced, taken, trump } = deal.payload;
  const points = pointsFor(pad.game, announced, taken);
  return {
    who: callName(pad, declarer),
    what: `${announced}${trump ? ` ${trumpSign(pad, trump)}` : ""} \u2192 ${taken}`,
    brought: deal.voided ? "" : signed(points),
  };
}

/** @param {View} pad @param {DealFacts} deal */
function showdown(pad, deal) {
  const { boot, state, words } = pad;
  const { payload: { folded = [] }, voided, result } = deal;
  const winners = voided ? state.seats.map(({ index }) => index).filter((seat) => !folded.includes(seat)) : ownersOf(deal);
  const best = result?.hands?.[winners[0]]?.category;
  const shared = ["tie", "split"].includes(result?.decided_by);
  return {
    who: list(winners.map((seat) => callName(pad, seat))),
    what: voided ? "" : shared ? words("line_tie") : best ? boot.categories[best] || best : words("line_no_cards"),
    brought: winners.length === 1 && !shared && !voided ? gain(pad, deal, winners[0]) : "",
  };
}

// A deal won is a point, unless cubits count; what a play-off carries, only the server adds up.
/** @param {View} pad @param {DealFacts} deal @param {Seat} winner */
function gain({ game }, { payload: { paid, playoff_of: carries } }, winner) {
  if (!game.counts_cubits) return signed(1);
  if (carries) return "";
  const pot = Object.values(paid || {}).reduce((sum, amount) => sum + amount, 0);
  return pot ? signed(pot - (paid[winner] || 0)) : "";
}

/** @param {number} number */
function signed(number) {
  return (number > 0 ? "+" : "") + figure(number);
}

// What is to be known of it before one trusts it, as a sign; the words stand under the line.
/** @param {DealFacts} deal */
export function signOf({ opinion, waiting }) {
  if (waiting) return "\u2191";
  return { waiting: "?", disputed: "!", confirmed: "\u2713" }[opinion] ?? "";
}

/** @param {View} pad @param {DealFacts} deal */
export function line(pad, deal) {
  const { who, what, brought } = lineOf(pad, deal);
  const sign = signOf(deal);
  return [
    el("span", { class: "deal-number" }, deal.number),
    el("span", { class: `deal-line${deal.voided ? " deal-line-voided" : ""}` }, [el("b", {}, who), " ", what]),
    el("span", { class: `deal-sign${sign === "!" ? " deal-sign-bad" : ""}` }, sign),
    el("span", { class: "deal-brought" }, deal.voided ? "\u2013" : brought),
  ];
}
