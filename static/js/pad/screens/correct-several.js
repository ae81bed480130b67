// A mistake of several deals: what is chosen, what would change, and sending it.

import { button, el, textField } from "./dom.js";

/** @type {PadScreen} */
export const correctSeveralScreen = {
  body(pad, actions) {
    const { correction, words } = pad;
    if (!correction) return null;
    if (correction.preview) return previewBody(pad, actions, correction.preview);
    const exchange = correction.kind === "exchange";
    return el("div", { class: "pad-message" }, [
      el("h2", {}, words(exchange ? "sat_wrongly" : "deal_forgotten")),
      exchange ? players(pad, actions, correction) : el("p", { class: "pad-hint" }, words("insert_hint")),
      since(pad, actions, correction),
    ]);
  },
  dock(pad, actions) {
    const { correction, words } = pad;
    if (!correction) return null;
    const back = correction.preview ? () => actions.choose({ preview: null }) : actions.leaveCorrection;
    return el("div", { class: "dock-row" }, [
      button("correct-back", words("back"), back, { class: "pad-quiet" }), onward(pad, actions, correction),
    ]);
  },
};

/** @param {View} pad @param {Actions} actions @param {Correction} correction */
function players({ state, words }, actions, { seats }) {
  return el("div", { class: "help-part", role: "group", "aria-label": words("which_two") }, [
    el("h3", {}, words("which_two")),
    el("div", { class: "choices" }, state.seats.map(({ index, name }) => {
      const chosen = seats.includes(index);
      const now = chosen ? seats.filter((seat) => seat !== index) : seats.concat(index).slice(-2);
      return button(`correct-seat-${index}`, name, () => actions.choose({ seats: now }), {
        class: "choice choice-wide", "aria-pressed": chosen ? "true" : "false",
      });
    })),
  ]);
}

/** @param {View} pad @param {Actions} actions @param {Correction} correction */
function since({ state, words }, actions, { at, kind }) {
  const options = state.deals.filter(({ voided }) => !voided).map(({ number: n, words: said }) =>
    el("option", { value: String(n), selected: n === at }, words("deal_and_words", { n, words: said })));
  return el("label", { class: "pad-field" }, [
    words(kind === "exchange" ? "since_deal" : "before_deal"),
    el("select", {
      "data-key": "correct-at",
      onchange: (/** @type {{ target: HTMLSelectElement }} */ { target }) => actions.choose({ at: Number(target.value) }),
    }, options),
  ]);
}

/** @param {View} pad @param {Actions} actions @param {CorrectionPreview} preview */
function previewBody({ correction, words }, actions, { changes, remarks, breaks }) {
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words(breaks.length ? "would_break" : "would_change")),
    breaks.map((sentence) => el("p", { class: "pad-error" }, sentence)),
    remarks.length ? el("ul", { class: "changes" }, remarks.map((sentence) => el("li", {}, sentence))) : null,
    el("ol", { class: "deals" }, changes.map(({ number, before, after }) => el("li", { class: "unsent-row" }, [
      el("strong", {}, words("deal_title", { n: number })),
      before ? el("p", { class: "deal-marks" }, el("s", {}, before)) : null,
      el("p", {}, after),
    ]))),
    breaks.length ? null : el("label", { class: "pad-field" }, [
      words("why"), textField("correct-why", correction?.reason || "", actions.typeReason),
    ]),
  ]);
}

/** @param {View} pad @param {Actions} actions @param {Correction} correction */
function onward({ state, words }, actions, { kind, seats, at, preview, busy }) {
  const attributes = { class: "pad-main-button", "data-next": true, disabled: busy };
  if (preview) {
    if (preview.breaks.length) return null;
    const consent = state.opinion.right === "consent" || state.deals.some((deal) => deal.number >= at && deal.right === "consent");
    return button("correct-send", words(consent ? "correct_propose" : "correct_do"), actions.sendCorrection, attributes);
  }
  if (kind === "insert") return button("correct-enter", words("enter_forgotten"), actions.enterForgotten, attributes);
  return button("correct-preview", words("see_changes"), actions.previewCorrection, { ...attributes, disabled: busy || seats.length !== 2 });
}
