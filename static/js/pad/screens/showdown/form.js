// A showdown: who folded and what the others showed, what was put in, whom the table calls the winner, the verdict.

import { handOf, QUARRY, readingOf, stillIn } from "../../store/drafts/showdown.js";
import { list, seatName } from "../../words/words.js";
import { claimScreen } from "./claim.js";
import { handScreen } from "./hand.js";
import { potScreen } from "./pot.js";
import { tableScreen } from "./table.js";
import { verdictScreen } from "./verdict.js";

/** @type {Record<Showdown["step"], PadScreen<ShowdownView>>} */
const STEPS = { table: tableScreen, hand: handScreen, paid: potScreen, claim: claimScreen, verdict: verdictScreen };

/** @param {ShowdownView} pad @param {Actions} actions */
export function body(pad, actions) {
  return STEPS[pad.draft.step].body(pad, actions);
}

/** @param {ShowdownView} pad @param {Actions} actions */
export function dock(pad, actions) {
  return STEPS[pad.draft.step].dock(pad, actions);
}

/** @param {ShowdownView} pad */
export function summary(pad) {
  const { draft, words } = pad;
  const shown = stillIn(draft).filter((seat) => handOf(draft, seat).length).map((seat) => seatName(pad, seat));
  return words("mine_showdown", { names: shown.length ? list(shown) : "\u2013", folded: draft.folded.length });
}

/** @param {ShowdownView} pad */
export function spoken(pad) {
  const { draft } = pad;
  const { at, step, verdict } = draft;
  if (step === "verdict" && verdict) return verdict.words || "";
  if (step !== "hand" || at === QUARRY || at === null) return "";
  const reading = readingOf(draft, at);
  return reading?.data ? `${seatName(pad, at)}: ${reading.data.name}` : "";
}
