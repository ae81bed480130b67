// Confirmations: what another entered is put before this seat, and what others said of it is shown.

import { unconfirmed } from "../store/talking.js";
import { time } from "../words.js";
import { beforeAndAfter } from "./collision.js";
import { button, el, textField } from "./dom.js";

/** @param {View} pad @param {Actions} actions */
export function dealQuestions(pad, actions) {
  const deals = unconfirmed(pad);
  if (!deals.length || pad.screen !== "form" || pad.revealed !== null) return null;
  const { words } = pad;
  const [newest] = deals;
  const one = deals.length === 1;
  const said = newest.voided ? `${words("voided_mark")} ${newest.words}` : newest.words;
  const text = one ? words("ask_deal", { n: newest.number, words: said }) : words("ask_deals", { n: deals.length });
  return el("div", { class: "pad-banner pad-question" }, [
    el("span", {}, text),
    one ? button("agree", words("agree"), () => actions.confirm("confirmed", deals), { class: "pad-small pad-yes" }) : null,
    button("look-opinions", words(one ? "disagree" : "show"), () => actions.show("confirmations"), { class: "pad-small" }),
  ]);
}

/** @type {PadScreen} */
export const confirmationScreen = {
  body(pad, actions) {
    const { words } = pad;
    const deals = unconfirmed(pad);
    return [
      el("h2", {}, words("opinions_title")),
      el("p", { class: "pad-hint" }, words(deals.length ? "opinions_hint" : "opinions_done")),
      deals.length ? reasonField(pad, actions) : null,
      el("ol", { class: "deals" }, deals.map((deal) => question(pad, actions, deal))),
    ];
  },
  dock({ words, state }, actions) {
    const deals = unconfirmed({ state });
    const several = deals.length > 1;
    return el("div", { class: "dock-row" }, [
      button("close-opinions", words("back"), () => actions.show("form"), { class: several ? "pad-quiet" : "pad-main-button pad-quiet" }),
      several ? button("agree-all", words("agree_all", { n: deals.length }), () => actions.confirm("confirmed", deals), {
        class: "pad-main-button", "data-next": true,
      }) : null,
    ]);
  },
};

/** @param {View} pad @param {Actions} actions @param {DealFacts} deal */
function question({ words }, actions, deal) {
  const { number: n } = deal;
  return el("li", { class: "unsent-row" }, [
    el("p", {}, [el("strong", {}, `${n}. `), deal.voided ? `${words("voided_mark")} ${deal.words}` : deal.words]),
    deal.by ? el("p", { class: "deal-marks" }, words("entered_by", { name: deal.by })) : null,
    el("div", { class: "dock-row" }, [
      button(`agree-${n}`, words("agree"), () => actions.confirm("confirmed", [deal]), { class: "pad-small pad-yes" }),
      button(`dispute-${n}`, words("dispute"), () => actions.confirm("disputed", [deal]), { class: "pad-small" }),
    ]),
  ]);
}

/** @param {View} pad @param {Actions} actions */
function reasonField({ disputeReason, words }, actions) {
  return el("label", { class: "pad-field" }, [
    words("dispute_reason"),
    textField("dispute-reason", disputeReason, (text) => actions.typeText({ disputeReason: text })),
  ]);
}

// Above everything, while somebody disputes a result.
/** @param {View} pad @param {Actions} actions */
export function disputeBanner({ state, words, screen }, actions) {
  if (state.opinion.state !== "disputed" || !["form", "deals"].includes(screen)) return null;
  const deal = state.deals.filter((each) => each.opinion === "disputed").pop();
  const said = deal || state.opinion;
  const name = said.opinion_by || words("somebody");
  const text = deal ? words("disputed_deal", { n: deal.number, name }) : words("disputed_table", { name });
  return el("div", { class: "pad-banner pad-disputed" }, [
    el("span", {}, text + quoted(said.opinion_reason)),
    said.may_withdraw ? button("take-back", words("take_back"), () => actions.confirm("withdrawn", deal && [deal]), { class: "pad-small" }) : null,
  ]);
}

/** @param {string} [reason] */
function quoted(reason) {
  return reason ? ` \u201c${reason}\u201d` : "";
}

// Under the result of a table: whether it counts already, and what this seat can say of it.
/** @param {View} pad @param {Actions} actions */
export function resultConfirmation(pad, actions) {
  const { state: { opinion: confirmation, me }, words } = pad;
  const { state, mode, opinion_by: by } = confirmation;
  if (!state || mode === "none") return null;
  const waiting = state === "waiting";
  const accepted = waiting && confirmation.accepted_at ? ` ${words("accepted_at", { time: time(confirmation.accepted_at) })}` : "";
  return el("div", { class: "help-part" }, [
    el("p", { class: state === "disputed" ? "pad-error" : "pad-hint" }, [
      words(`result_${state}`), waiting && by ? ` ${words("opinion_second", { name: by })}.` : "", accepted,
    ]),
    confirmation.may_confirm
      ? button("confirm-table", words("result_right"), () => actions.confirm("confirmed"), { class: "choice choice-whole pad-yes" }) : null,
    confirmation.may_dispute ? [
      reasonField(pad, actions),
      button("dispute-table", words("result_wrong"), () => actions.confirm("disputed"), { class: "choice choice-whole" }),
    ] : null,
    mode === "table" && waiting && me === null ? el("p", { class: "pad-hint" }, words("scan_seat")) : null,
  ]);
}

// What the list of deals says of a deal's confirmation.
/** @param {Pick<View, "words">} pad @param {DealFacts} deal */
export function confirmationMarks({ words }, deal) {
  return [
    deal.by ? words("entered_by", { name: deal.by }) : "",
    deal.opinion && !deal.waiting ? words(opinionKey(deal), { name: deal.opinion_by || "" }) : "",
    quoted(deal.reason).trim(),
  ];
}

// Where nobody knows who entered it, the word of one seat waits for that of a second.
/** @param {DealFacts} deal */
function opinionKey({ opinion, opinion_by: by }) {
  return opinion === "waiting" && by ? "opinion_second" : `opinion_${opinion}`;
}

// A correction that waits for another seat's consent, which nobody gives before they have seen all of it.
/** @param {View} pad @param {Actions} actions */
export function proposedBanner({ state, words, screen }, actions) {
  const [proposed] = state.proposals;
  if (!proposed || screen !== "form") return null;
  const { by, change: { number: n }, id } = proposed;
  const name = by || words("somebody");
  return el("div", { class: "pad-banner pad-question" }, [
    el("span", {}, n ? words("proposal_deal", { name, n }) : words("proposal_several", { name })),
    button(`look-proposal-${id}`, words("show"), () => actions.lookAt(id), { class: "pad-small pad-yes" }),
  ]);
}

/** @type {PadScreen} */
export const proposalScreen = {
  body(pad) {
    const { words } = pad;
    const proposed = lookedAt(pad);
    if (!proposed) return el("p", { class: "pad-hint" }, words("proposal_gone"));
    const { becomes, by, deals, may_agree: agrees, may_withdraw: withdraws, reason, was } = proposed;
    return el("div", { class: "pad-message" }, [
      el("h2", {}, words("proposal", { name: by || words("somebody") })),
      reason ? el("p", {}, quoted(reason).trim()) : null,
      el("p", {}, [was ? [el("s", {}, was), " "] : null, becomes]),
      agrees || withdraws ? null : el("p", { class: "pad-hint" }, words("proposal_others")),
      deals.map((deal) => beforeAndAfter(pad, deal)),
    ]);
  },
  dock(pad, actions) {
    const { words } = pad;
    const proposed = lookedAt(pad);
    /** @param {string} key @param {string} label @param {"agreed" | "declined" | "withdrawn"} answer */
    const way = (key, label, answer) => proposed && button(`${key}-proposal`, words(label), () => actions.answerProposed(proposed, answer), {
      class: key === "agree" ? "pad-main-button pad-yes" : "pad-quiet",
    });
    return el("div", { class: "dock-row" }, [
      button("close-proposal", words("back"), () => actions.show("form"), { class: "pad-quiet" }),
      proposed?.may_withdraw && way("withdraw", "take_back", "withdrawn"),
      proposed?.may_agree && [way("decline", "decline", "declined"), way("agree", "agree", "agreed")],
    ]);
  },
};

/** @param {View} pad */
function lookedAt({ looksAt, state }) {
  return state.proposals.find(({ id }) => id === looksAt);
}
