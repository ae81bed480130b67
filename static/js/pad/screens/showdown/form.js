// A showdown: who folded and what the others showed, what was put in, whom the table calls the winner, the verdict.

import { claimBody, claimDock } from "./claim.js";
import { handBody, handDock } from "./hand.js";
import { paidBody, paidDock } from "./pot.js";
import { QUARRY, stillIn } from "../../store/showdown-draft.js";
import { readingOf } from "../../store/showdown-steps.js";
import { tableBody, tableDock } from "./table.js";
import { verdictBody, verdictDock } from "./verdict.js";
import { list } from "../../words/words.js";

export { evaluate as opened } from "../../store/showdown-steps.js";
export { complete, fresh, payload, rebase, refused, reopened } from "../../store/showdown-draft.js";

const BODIES = { table: tableBody, hand: handBody, paid: paidBody, claim: claimBody, verdict: verdictBody };
const DOCKS = { table: tableDock, hand: handDock, paid: paidDock, claim: claimDock, verdict: verdictDock };

export function body(pad) {
  return BODIES[pad.draft.step](pad);
}

export function dock(pad) {
  return DOCKS[pad.draft.step](pad);
}

export function summary(pad) {
  const { draft, words } = pad;
  const shown = stillIn(draft).filter((seat) => (draft.hands[seat] || []).length).map(pad.seatName);
  return words("mine_showdown", { names: shown.length ? list(shown) : "\u2013", folded: draft.folded.length });
}

export function spoken(pad) {
  const { draft } = pad;
  if (draft.step === "verdict" && draft.verdict) return draft.verdict.words || "";
  const reading = draft.step === "hand" && draft.at !== QUARRY ? readingOf(draft, draft.at) : null;
  return reading && reading.data ? pad.seatName(draft.at) + ": " + reading.data.name : "";
}
