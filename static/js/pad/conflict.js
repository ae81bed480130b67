// Something changed at the table while a deal was being entered.

import { button, el } from "./dom.js";

export function conflictBody(pad) {
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

export function conflictDock(pad) {
  const { conflict, draft, words } = pad;
  const applies = draft.editing || pad.playing();
  const label = !conflict.refused ? words("keep_mine") : draft.editing ? words("send_correction") : words("send_mine", { n: pad.nextNumber() });
  return el("div", { class: "dock-row" }, [
    button("drop-mine", words("drop_mine"), pad.drop, { class: applies ? "pad-quiet" : "pad-main-button" }),
    applies ? button("go-on", label, pad.goOn, { class: "pad-main-button" }) : null,
  ]);
}
