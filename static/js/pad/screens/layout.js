// What surrounds the form: the bar on top, what was saved or refused, the list of deals, what changed meanwhile, the end.

import { conflictBody, conflictDock } from "./conflict.js";
import { connection } from "./connection.js";
import { button, el } from "./dom.js";
import { editing, entersNew, reason } from "./editing.js";
import { resultBody, status } from "./result.js";
import { count } from "./unsent.js";

export function bar(pad) {
  const { state, words } = pad;
  return [
    el("div", { class: "bar-title" }, [
      el("h1", {}, words("table", { n: state.table.number })),
      el("p", {}, state.table.event),
    ]),
    connection(pad),
    button("help", words("help"), () => pad.show(pad.screen === "help" ? "form" : "help"), {
      class: "bar-button", "aria-expanded": pad.screen === "help" ? "true" : "false",
    }),
    button("deals", words("deals"), () => pad.show(pad.screen === "deals" ? "form" : "deals"), {
      class: "bar-button", "aria-expanded": pad.screen === "deals" ? "true" : "false",
    }),
  ];
}

// What stands between the bar and the body: messages, questions, calls; one at a time, since the sheet needs the room.
export function banners(pad) {
  return pad.gone ? [] : pad.banners.map((banner) => banner(pad)).find((node) => node !== null);
}

export function body(pad) {
  const { words } = pad;
  if (pad.gone) return el("div", { class: "pad-message" }, [el("h2", {}, words("gone_title")), el("p", {}, words("gone"))]);
  if (pad.conflict) return conflictBody(pad);
  if (pad.screens[pad.screen]) return pad.screens[pad.screen].body(pad);
  if (!pad.playing() && entersNew(pad)) return resultBody(pad);
  return [editing(pad), pad.form.body(pad)];
}

export function dock(pad) {
  if (pad.gone) return null;
  if (pad.conflict) return conflictDock(pad);
  const top = [trouble(pad), notice(pad), pad.screen === "form" ? reason(pad) : null];
  if (pad.screens[pad.screen]) return [top, pad.screens[pad.screen].dock(pad)];
  if (!pad.playing() && entersNew(pad)) return top;
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

// One sentence for those who hear the page: what was refused, saved, found or is asked next.
export function spoken(pad) {
  if (pad.problem) return pad.problem;
  if (pad.draft.error) return pad.draft.error.message;
  if (pad.conflict) return pad.words("conflict_title");
  if (pad.notice) return pad.notice.text;
  if (pad.unsent()) return count(pad);
  if (!pad.playing() && entersNew(pad)) return pad.words("status_" + status(pad));
  return pad.form.spoken(pad);
}
