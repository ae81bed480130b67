// What surrounds the form: the bar on top, what was saved or refused, the list of deals, what changed meanwhile, the end.

import { button, el } from "./dom.js";
import { figure } from "./words.js";

export function bar(pad) {
  const { state, words } = pad;
  return [
    el("div", { class: "bar-title" }, [
      el("h1", {}, words("table", { n: state.table.number })),
      el("p", {}, state.table.event),
    ]),
    connection(pad),
    button("deals", words("deals"), () => pad.show(pad.screen === "deals" ? "form" : "deals"), {
      class: "bar-button", "aria-expanded": pad.screen === "deals" ? "true" : "false",
    }),
  ];
}

function connection(pad) {
  const { boot, words } = pad;
  const unsent = pad.unsent();
  const parts = [];
  if (pad.link === "waiting" || unsent) parts.push(words("offline"));
  else parts.push(words("online"));
  parts.push(boot.unsent[Math.min(unsent, boot.unsent.length - 1)]);
  return el("p", { class: "bar-link" + (parts[0] === words("offline") ? " bar-link-lost" : ""), id: "pad-link" }, [
    el("span", {}, parts[0]), el("span", { class: "bar-unsent" }, parts[1]),
  ]);
}

export function body(pad) {
  const { draft, words } = pad;
  if (pad.gone) return el("div", { class: "pad-message" }, [el("h2", {}, words("gone_title")), el("p", {}, words("gone"))]);
  if (pad.conflict) return conflictBody(pad);
  if (pad.screen === "deals") return dealsBody(pad);
  if (!pad.playing() && !draft.editing) return resultBody(pad);
  return [
    draft.editing ? el("p", { class: "pad-editing" }, [
      words("editing", { n: draft.editing }),
      button("leave", words("leave"), pad.drop, { class: "pad-small" }),
    ]) : null,
    pad.form.body(pad),
  ];
}

export function dock(pad) {
  const { draft, words } = pad;
  if (pad.gone) return null;
  if (pad.unsent()) return unsentDock(pad);
  if (pad.conflict) return conflictDock(pad);
  const top = [trouble(pad), notice(pad)];
  if (pad.screen === "deals") {
    return [top, el("div", { class: "dock-row" }, button("close-deals", words("back"), () => pad.show("form"), { class: "pad-main-button pad-quiet" }))];
  }
  if (!pad.playing() && !draft.editing) return top;
  return el("div", { class: "stage stage-" + pad.state.table.family }, [top, pad.form.dock(pad)]);
}

// A quarrel about the winner fills the form itself.
function trouble(pad) {
  const { error } = pad.draft;
  const text = pad.problem || (error && error.code !== "claim-differs" ? error.message : null);
  return text ? el("p", { class: "pad-error" }, text) : null;
}

function notice(pad) {
  const { words } = pad;
  if (!pad.notice) return null;
  return el("p", { class: "pad-notice" }, [
    el("span", {}, pad.notice.text),
    pad.notice.undo === null ? null : button("undo", words("undo"), () => pad.voidDeal(pad.notice.undo), { class: "pad-small" }),
  ]);
}

function unsentDock(pad) {
  const { boot, words } = pad;
  return [
    el("p", { class: "pad-error" }, [boot.unsent[Math.min(pad.unsent(), boot.unsent.length - 1)], ". ", words("trying")]),
    el("div", { class: "dock-row" }, button("retry", words("try_now"), pad.retryNow, { class: "pad-main-button" })),
  ];
}

function dealsBody(pad) {
  const { state, words } = pad;
  const deals = state.deals.slice().reverse();
  return [
    el("h2", {}, words("deals")),
    deals.length ? el("ol", { class: "deals", reversed: true }, deals.map((deal) => dealRow(pad, deal)))
      : el("p", { class: "pad-hint" }, words("no_deals")),
  ];
}

function dealRow(pad, deal) {
  const { words } = pad;
  const marks = [];
  if (deal.payload && deal.payload.out_of_turn && deal.result && deal.result.out_of_turn) marks.push(words("mark_out_of_turn"));
  if (deal.payload && deal.payload.override) marks.push(words("mark_upheld", { reason: deal.payload.override }));
  if (deal.version > 1) marks.push(words("mark_version", { n: deal.version }));
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

function conflictBody(pad) {
  const { conflict, words } = pad;
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words("conflict_title")),
    el("ul", { class: "changes" }, conflict.changes.map((deal) =>
      el("li", {}, words(deal.voided ? "change_voided" : deal.version > 1 ? "change_corrected" : "change_new", { n: deal.number, words: deal.words })))),
    el("h3", {}, words("conflict_mine")),
    el("p", {}, pad.form.summary(pad)),
    conflict.refused ? el("p", { class: "pad-hint" }, words("not_saved")) : null,
  ]);
}

function conflictDock(pad) {
  const { conflict, draft, words } = pad;
  const applies = draft.editing || pad.playing();
  const label = !conflict.refused ? words("keep_mine") : draft.editing ? words("send_correction") : words("send_mine", { n: pad.nextNumber() });
  return el("div", { class: "dock-row" }, [
    button("drop-mine", words("drop_mine"), pad.drop, { class: applies ? "pad-quiet" : "pad-main-button" }),
    applies ? button("go-on", label, pad.goOn, { class: "pad-main-button" }) : null,
  ]);
}

function status(pad) {
  return pad.state.finished && pad.state.table.status === "playing" ? "finished" : pad.state.table.status;
}

function resultBody(pad) {
  const { state, words } = pad;
  const seats = state.seats.slice().sort((a, b) => a.place - b.place || a.index - b.index);
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words("status_" + status(pad))),
    el("p", { class: "pad-hint" }, words("status_" + status(pad) + "_hint")),
    el("ol", { class: "result" }, seats.map((seat) => el("li", { class: "result-row player-" + seat.colour }, [
      el("span", { class: "result-place" }, words("place", { n: seat.place })),
      el("span", { class: "seat-name" }, seat.name),
      el("strong", { class: "result-score" }, figure(seat.score)),
      seat.sheet ? el("span", { class: "seat-state" }, words("result_sheet", { made: seat.sheet.made, exact: seat.sheet.exact })) : null,
    ]))),
  ]);
}

// One sentence for those who hear the page: what was refused, saved, found or is asked next.
export function spoken(pad) {
  if (pad.problem) return pad.problem;
  if (pad.draft.error) return pad.draft.error.message;
  if (pad.unsent()) return pad.boot.unsent[Math.min(pad.unsent(), pad.boot.unsent.length - 1)];
  if (pad.conflict) return pad.words("conflict_title");
  if (pad.notice) return pad.notice.text;
  if (!pad.playing() && !pad.draft.editing) return pad.words("status_" + status(pad));
  return pad.form.spoken(pad);
}
