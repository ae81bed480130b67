// A showdown: who folded and what the others showed, what was put in, whom the table calls the winner, the verdict.

import { current } from "../../store/drafts/hands.js";
import { before, handOf, notesPot, QUARRY, readingOf, stillIn } from "../../store/drafts/showdown.js";
import { entersOwn, isFirst, ownPlace } from "../../store/own/hands.js";
import { enteredWords } from "../../words/sentences.js";
import { list, seatName } from "../../words/words.js";
import { claimScreen } from "./claim.js";
import { leading } from "./hands.js";
import { moreScreen } from "./more.js";
import { enterScreen } from "./own/enter.js";
import { waitingWords, waitScreen } from "./own/wait.js";
import { potScreen } from "./pot.js";
import { tableScreen } from "./table.js";
import { verdictScreen } from "./verdict.js";

/** @type {Record<Showdown["step"], PadScreen<ShowdownView>>} */
const STEPS = { table: tableScreen, more: moreScreen, paid: potScreen, claim: claimScreen, verdict: verdictScreen };

// What an older version of the pad kept may stand at a step that is no more.
/** @param {ShowdownView} pad */
function screenOf(pad) {
  if (entersOwn(pad)) return ownPlace(pad) === null ? waitScreen : enterScreen;
  return STEPS[pad.draft.step] || tableScreen;
}

/** @param {ShowdownView} pad @param {Actions} actions */
export function body(pad, actions) {
  return screenOf(pad).body(pad, actions);
}

/** @param {ShowdownView} pad @param {Actions} actions */
export function dock(pad, actions) {
  return screenOf(pad).dock(pad, actions);
}

// Naming another winner lies between the verdict of the cards and that of the table.
/** @param {ShowdownView} pad */
export function depth(pad) {
  const { draft, game } = pad;
  if (entersOwn(pad)) {
    const at = ownPlace(pad);
    return at === null || isFirst(pad, at) ? 0 : 1;
  }
  if (draft.step === "table") return 0;
  if (draft.step === "more" || draft.step === "paid") return 1;
  const verdict = notesPot(draft, game) ? 2 : 1;
  if (draft.step === "claim") return verdict + 1;
  return before(draft, game) === "claim" ? verdict + 2 : verdict;
}

/** @param {ShowdownView} pad */
export function summary(pad) {
  const { draft } = pad;
  return enteredWords(pad, stillIn(draft).filter((seat) => handOf(draft, seat).length), draft.folded);
}

// While hands are entered: what the one that was completed last came to, and who is ahead.
/** @param {ShowdownView} pad */
export function spoken(pad) {
  const { draft, game, words } = pad;
  const { step, verdict, past } = draft;
  if (entersOwn(pad) && ownPlace(pad) === null) return waitingWords(pad);
  if (step === "verdict" && verdict) return verdict.words || "";
  const last = past?.at(-1);
  const seat = last && current({ ...draft, ...last }, game);
  if (step !== "table" || seat === undefined || seat === null || seat === QUARRY) return "";
  const reading = readingOf(draft, seat);
  const ahead = leading(pad);
  const names = list(ahead.map((each) => seatName(pad, each)));
  return reading?.data ? `${seatName(pad, seat)}: ${reading.data.name}.${names ? ` ${words("ahead", { names })}` : ""}` : "";
}
