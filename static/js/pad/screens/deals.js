// The list of the deals: each is corrected, voided and restored from here.

import { isSending } from "../store/selectors.js";
import { confirmationMarks } from "./confirmations.js";
import { button, card, el } from "./dom.js";

/** @type {PadScreen} */
export const dealsScreen = {
  body(pad, actions) {
    const { state, words } = pad;
    const deals = state.deals.slice().reverse();
    return [
      el("h2", {}, words("deals")),
      pad.undo && pad.notice === null ? el("p", { class: "pad-notice" }, [
        el("span", {}, pad.undo.text), button("undo", words("undo"), () => actions.undo(), { class: "pad-small", disabled: isSending(pad) }),
      ]) : null,
      deals.length ? el("ol", { class: "deals", reversed: true }, deals.map((deal) => dealRow(pad, actions, deal)))
        : el("p", { class: "pad-hint" }, words("no_deals")),
    ];
  },
  dock({ words }, actions) {
    return el("div", { class: "dock-row" },
      button("close-deals", words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" }));
  },
};

/** @param {View} pad @param {Actions} actions @param {DealFacts} deal */
function dealRow(pad, actions, deal) {
  const { words } = pad;
  const { number: n, voided } = deal;
  const marks = marksOf(pad, deal);
  const text = [
    el("span", { class: "deal-number" }, n),
    el("span", { class: "deal-words" }, voided ? [el("s", {}, deal.words), " ", words("voided_mark")] : deal.words),
    voided ? struckHands(pad, deal) : null,
    marks.length ? el("span", { class: "deal-marks" }, marks.join(" \u00b7 ")) : null,
  ];
  /** @param {string} key @param {string} name @param {() => void} act */
  const small = (key, name, act) => button(`${key}-${n}`, words(key), act, {
    class: "pad-small", "aria-label": words(name, { n }), disabled: isSending(pad),
  });
  return el("li", { class: `deal-row${voided ? " deal-voided" : ""}` }, voided ? [
    el("div", { class: "deal-open" }, text),
    small("restore", "restore_n", () => actions.restoreDeal(deal)),
  ] : [
    button(`deal-${n}`, text, () => actions.reopen(deal), {
      class: "deal-open", "aria-label": words("correct_n", { n, words: deal.words }),
    }),
    small("void", "void_n", () => actions.voidDeal(n)),
  ]);
}

// The cards of a deal that was struck out.
/** @param {View} pad @param {DealFacts} deal */
function struckHands({ boot, state }, { payload: { hands } }) {
  return Object.entries(hands || {}).map(([seat, cards]) => el("span", { class: "deal-marks" }, [
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
    version > 1 ? words("mark_version", { n: version }) : "",
    deal.waiting ? words("mark_waiting") : "",
    ...confirmationMarks({ words }, deal),
  ].filter(Boolean);
}
