// What to do, for somebody whose phone has never saved a deal like this, in a place that is empty until they begin.

import { entersOwn } from "../../store/own/hands.js";
import { ownOf } from "../../store/selectors.js";
import { button, el } from "../dom.js";
import { entersNew } from "../editing.js";

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
