// The strip above the form where what is entered is no new deal: a correction, a refused one, one that was forgotten.

import { isComplete } from "../store/drafts/drafting.js";
import { button, el, textField } from "./dom.js";

/** @param {View} pad */
export function entersNew({ draft }) {
  return !draft.editing && !draft.inserts;
}

/** @param {View} pad @param {Actions} actions */
export function editing(pad, actions) {
  const { draft, state, words } = pad;
  /** @param {string} text @param {() => void} leave */
  const strip = (text, leave) => el("p", { class: "pad-editing" }, [text, button("leave", words("leave"), leave, { class: "pad-small" })]);
  if (draft.inserts) return strip(words("inserting", { n: draft.inserts }), actions.leaveCorrection);
  if (draft.mends && !draft.editing) return strip(words("banner_refused", { n: draft.number }), actions.drop);
  if (!draft.editing) return null;
  const deal = state.deals.find(({ number }) => number === draft.editing);
  return [
    strip(words("editing", { n: draft.editing }), actions.drop),
    deal?.right === "consent" ? el("p", { class: "pad-warning" }, words("correct_consent")) : null,
  ];
}

// Asked for where the correction is about to be saved.
/** @param {View} pad @param {Actions} actions */
export function reason(pad, actions) {
  const { draft, words } = pad;
  if (!draft.editing || !isComplete(pad)) return null;
  return textField("why", draft.why || "", (why) => actions.type({ why }), {
    class: "pad-why", placeholder: words("why"), "aria-label": words("why"),
  });
}
