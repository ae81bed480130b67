// The list of the deals: each is corrected, struck out and restored from here.

import { button, el } from "./dom.js";
import { opinionMarks } from "./confirmations.js";

export function dealsBody(pad) {
  const { state, words } = pad;
  const deals = state.deals.slice().reverse();
  return [
    el("h2", {}, words("deals")),
    deals.length ? el("ol", { class: "deals", reversed: true }, deals.map((deal) => dealRow(pad, deal)))
      : el("p", { class: "pad-hint" }, words("no_deals")),
  ];
}

export function dealsDock(pad) {
  return el("div", { class: "dock-row" },
    button("close-deals", pad.words("back"), () => pad.show("form"), { class: "pad-main-button pad-quiet" }));
}

function dealRow(pad, deal) {
  const { words } = pad;
  const marks = [];
  if (deal.payload && deal.payload.out_of_turn && deal.result && deal.result.out_of_turn) marks.push(words("mark_out_of_turn"));
  if (deal.payload && deal.payload.override) marks.push(words("mark_upheld", { reason: deal.payload.override }));
  if (deal.version > 1) marks.push(words("mark_version", { n: deal.version }));
  if (deal.waiting) marks.push(words("mark_waiting"));
  marks.push(...opinionMarks(pad, deal));
  const text = [
    el("span", { class: "deal-number" }, deal.number),
    el("span", { class: "deal-words" }, deal.voided ? [el("s", {}, deal.words), " ", words("voided_mark")] : deal.words),
    marks.length ? el("span", { class: "deal-marks" }, marks.join(" \u00b7 ")) : null,
  ];
  return el("li", { class: "deal-row" + (deal.voided ? " deal-voided" : "") }, deal.voided ? [
    el("div", { class: "deal-open" }, text),
    button("restore-" + deal.number, words("restore"), () => pad.restore(deal), { class: "pad-small", "aria-label": words("restore_n", { n: deal.number }), disabled: pad.sending() }),
  ] : [
    button("deal-" + deal.number, text, () => pad.reopen(deal), { class: "deal-open", "aria-label": words("correct_n", { n: deal.number, words: deal.words }) }),
    button("void-" + deal.number, words("void"), () => pad.voidDeal(deal.number), { class: "pad-small", "aria-label": words("void_n", { n: deal.number }), disabled: pad.sending() }),
  ]);
}
