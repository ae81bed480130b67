// What stands above the form: what to do, for a phone that has never saved a deal like this; or that what is entered is no new
// deal but a correction, a refused one, one that was forgotten.

import { isComplete } from "../store/drafts/drafting.js";
import { entersOwn } from "../store/own.js";
import { ownOf } from "../store/selectors.js";
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

/** @param {View} pad @param {Actions} actions */
export function firstHint(pad, actions) {
  const { draft, knows, screen, state, words } = pad;
  if (knows || screen !== "form" || !entersNew(pad) || draft.mends || draft.touched || state.deals.length) return null;
  if (entersOwn(pad) && ownOf(state)?.mine) return null;
  return el("p", { class: "pad-first" }, [
    el("span", {}, sentence(pad)),
    button("rules", words("rules_short"), () => actions.show("rules"), { class: "pad-small" }),
  ]);
}

/** @param {View} pad */
function sentence(pad) {
  const { draft, game, words } = pad;
  if (entersOwn(pad)) return words("first_own");
  if (draft.declarer === undefined) return words(game.folds ? "first_showdown" : "first_hands");
  return words(game.records_trump ? "first_announcement_trump" : "first_announcement");
}
