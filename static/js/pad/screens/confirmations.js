// Second opinions: what another entered is put before this seat, and what others said of it is told.

import { button, el } from "./dom.js";
import { time } from "../words/words.js";

// Deals that wait for this seat's word, the newest first.
function asked({ state }) {
  return state.deals.filter((deal) => deal.may_confirm && deal.opinion === "waiting" && !deal.waiting).reverse();
}

export function dealQuestions(pad) {
  const deals = asked(pad);
  if (!deals.length || pad.screen !== "form") return null;
  const { words } = pad;
  const [newest] = deals;
  const text = deals.length === 1 ? words("ask_deal", { n: newest.number, words: newest.words }) : words("ask_deals", { n: deals.length });
  return el("div", { class: "pad-banner pad-question" }, [
    el("span", {}, text),
    deals.length === 1 ? button("agree", words("agree"), () => confirm(pad, deals), { class: "pad-small pad-yes" }) : null,
    button("look-opinions", words(deals.length === 1 ? "disagree" : "look"), () => pad.show("opinions"), { class: "pad-small" }),
  ]);
}

export const opinionScreen = {
  body(pad) {
    const { words } = pad;
    const deals = asked(pad);
    return [
      el("h2", {}, words("opinions_title")),
      deals.length ? el("p", { class: "pad-hint" }, words("opinions_hint")) : el("p", { class: "pad-hint" }, words("opinions_done")),
      reasonField(pad, deals),
      el("ol", { class: "deals" }, deals.map((deal) => el("li", { class: "unsent-row" }, [
        el("p", {}, [el("strong", {}, deal.number + ". "), deal.voided ? words("voided_mark") + " " + deal.words : deal.words]),
        deal.by ? el("p", { class: "deal-marks" }, words("entered_by", { name: deal.by })) : null,
        el("div", { class: "dock-row" }, [
          button("agree-" + deal.number, words("agree"), () => confirm(pad, [deal]), { class: "pad-small pad-yes" }),
          button("dispute-" + deal.number, words("dispute"), () => dispute(pad, deal), { class: "pad-small" }),
        ]),
      ]))),
    ];
  },
  dock(pad) {
    const { words } = pad;
    const deals = asked(pad);
    return el("div", { class: "dock-row" }, [
      button("close-opinions", words("back"), () => pad.show("form"), { class: deals.length > 1 ? "pad-quiet" : "pad-main-button pad-quiet" }),
      deals.length > 1 ? button("agree-all", words("agree_all", { n: deals.length }), () => confirm(pad, deals), { class: "pad-main-button", "data-next": true }) : null,
    ]);
  },
};

function reasonField(pad, deals) {
  if (!deals.length) return null;
  return el("label", { class: "pad-field" }, [
    pad.words("dispute_reason"),
    el("input", {
      "data-key": "dispute-reason", type: "text", maxlength: "200", autocomplete: "off", value: pad.disputeReason || "",
      oninput: (event) => { pad.disputeReason = event.target.value; },
    }),
  ]);
}

function confirm(pad, deals) {
  return give(pad, "confirmed", deals.map(({ number, version }) => ({ number, version })));
}

function dispute(pad, deal) {
  return give(pad, "disputed", deal && [{ number: deal.number, version: deal.version }]);
}

async function give(pad, verdict, deals) {
  const body = { verdict, base_revision: pad.server.revision, reason: verdict === "disputed" ? (pad.disputeReason || "").trim() : "" };
  if (deals) body.deals = deals;
  const { status } = await pad.act("opinion/", body);
  if (status !== 200) return;
  pad.disputeReason = "";
  if (pad.screen === "opinions" && !asked(pad).length) pad.show("form");
  else pad.draw();
}

// What is told, above everything, while somebody disputes a result.
export function disputeBanner(pad) {
  const { state, words } = pad;
  const deals = state.deals.filter((deal) => deal.opinion === "disputed");
  if (state.opinion.state !== "disputed" || !["form", "deals"].includes(pad.screen)) return null;
  const deal = deals[deals.length - 1];
  const said = deal || state.opinion;
  const by = said.opinion_by || words("somebody");
  const text = deal ? words("disputed_deal", { n: deal.number, name: by }) : words("disputed_table", { name: by });
  return el("div", { class: "pad-banner pad-disputed" }, [
    el("span", {}, text + (said.opinion_reason ? " \u201c" + said.opinion_reason + "\u201d" : "")),
    said.may_withdraw ? button("take-back", words("take_back"), () => give(pad, "withdrawn", deal && [{ number: deal.number, version: deal.version }]), { class: "pad-small" }) : null,
  ]);
}

// Under the result of a table: whether it counts already, and what this seat can say of it.
export function resultOpinion(pad) {
  const { state: { opinion }, words } = pad;
  if (!opinion.state || opinion.mode === "none") return null;
  const accepted = opinion.accepted_at ? " " + words("accepted_at", { time: time(opinion.accepted_at) }) : "";
  return el("div", { class: "help-part" }, [
    el("p", { class: opinion.state === "disputed" ? "pad-error" : "pad-hint" },
      words("result_" + opinion.state) + (opinion.state === "waiting" ? accepted : "")),
    opinion.may_confirm ? button("confirm-table", words("result_right"), () => give(pad, "confirmed", null), { class: "choice choice-whole pad-yes" }) : null,
    opinion.may_dispute ? [
      reasonField(pad, [opinion]),
      button("dispute-table", words("result_wrong"), () => dispute(pad, null), { class: "choice choice-whole" }),
    ] : null,
    opinion.mode === "table" && opinion.state === "waiting" && pad.state.me === null
      ? el("p", { class: "pad-hint" }, words("scan_seat")) : null,
  ]);
}

// What is told of a deal's second opinion in the list of deals.
export function opinionMarks({ words }, deal) {
  const marks = [];
  if (deal.by) marks.push(words("entered_by", { name: deal.by }));
  if (deal.opinion && !deal.waiting) marks.push(words("opinion_" + deal.opinion, { name: deal.opinion_by || "" }));
  if (deal.reason) marks.push("\u201c" + deal.reason + "\u201d");
  return marks;
}

// A correction that waits for another seat's consent.
export function proposalBanner(pad) {
  const [each] = pad.state.proposals;
  if (!each || pad.screen !== "form") return null;
  const { words } = pad;
  const answer = (verdict) => () => pad.act("proposals/" + each.id + "/", { answer: verdict });
  return el("div", { class: "pad-banner pad-question" }, [
    el("span", {}, [
      el("strong", {}, words("proposal", { name: each.by || words("somebody") })),
      each.was ? [" ", el("s", {}, each.was)] : null,
      " ", each.becomes,
      each.reason ? " \u201c" + each.reason + "\u201d" : "",
    ]),
    each.may_agree ? [
      button("agree-proposal-" + each.id, words("agree"), answer("agreed"), { class: "pad-small pad-yes" }),
      button("decline-proposal-" + each.id, words("decline"), answer("declined"), { class: "pad-small" }),
    ] : null,
    each.may_withdraw && !each.may_agree ? button("withdraw-proposal-" + each.id, words("take_back"), answer("withdrawn"), { class: "pad-small" }) : null,
  ]);
}
