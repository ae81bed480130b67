// A showdown: who folded and what the others showed, what was put in, whom the table calls the winner, the verdict.

import { current } from "../../store/drafts/hands.js";
import { before, handOf, missing, notesPot, QUARRY, readingOf, stillIn } from "../../store/drafts/showdown.js";
import { entersOwn, isFirst, ownPlace } from "../../store/own.js";
import { callName, enteredWords, list, seatName, tabName } from "../../words.js";
import { button, el } from "../dom.js";
import { firstHint } from "../editing.js";
import { claimScreen } from "./claims.js";
import { hands, leading } from "./hands.js";
import { enterScreen, waitingWords, waitScreen } from "./own.js";
import { controls, holdsControls, picker } from "./picker.js";
import { potScreen } from "./pot.js";
import { verdictScreen } from "./verdict.js";

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

const FEW = 2; // names that have room on a button

/** @type {PadScreen<ShowdownView>} */
export const tableScreen = {
  body: hands,
  dock(pad, actions) {
    const { draft, game, words } = pad;
    const waits = missing(draft, game) !== null;
    const hint = firstHint(pad, actions);
    return [
      picker(pad, actions),
      el("div", { class: "dock-row showdown-row" }, [
        button("more", words("more_options"), () => actions.go("more"), { class: "pad-quiet" }),
        hint || [holdsControls(pad) || draft.withoutCards ? null : controls(pad, actions),
        button("next", onward(pad), actions.advance, {
          class: `pad-main-button${waits ? " showdown-waits" : ""}`, disabled: waits, "data-next": !waits,
        })],
      ]),
    ];
  },
};

// What comes next, or what it waits for.
/** @param {ShowdownView} pad */
function onward(pad) {
  const { draft, game, words } = pad;
  const [first, ...others] = stillIn(draft);
  if (!others.length) return words("lone_winner", { name: callName(pad, first) });
  const next = missing(draft, game);
  if (next === null) return words(draft.withoutCards || game.counts_cubits ? "go_on" : "verdict");
  const left = stillIn(draft).filter((seat) => handOf(draft, seat).length !== game.hand_size);
  const names = left.length > FEW ? left.length : list(left.map((seat) => tabName(pad, seat)));
  return words("to_enter", { names: next === QUARRY ? words("quarry") : names });
}

/** @type {PadScreen<ShowdownView>} */
export const moreScreen = {
  body(pad, actions) {
    const { draft, game, state, words } = pad;
    const { withoutCards } = draft;
    return el("div", { class: "pad-message" }, [
      el("h2", {}, words("more_options")),
      dealer(pad, actions),
      state.me !== null && !draft.editing && !draft.inserts && !draft.mends
        ? button("own-hands", words("own_mine_only"), () => actions.enterAlone(false), { class: "choice choice-whole" }) : null,
      game.cards_optional && stillIn(draft).length > 1
        ? button("without", words(withoutCards ? "with_cards" : "without_cards"), () => {
          actions.change({ withoutCards: !withoutCards });
          actions.go("table");
        }, { class: "choice choice-whole", "aria-pressed": withoutCards ? "true" : "false" }) : null,
      game.bets && !notesPot(draft, game)
        ? button("note-paid", words("note_cubits"), () => actions.go("paid"), { class: "choice choice-whole" }) : null,
    ]);
  },
  dock({ words }, actions) {
    return el("div", { class: "dock-row" },
      button("back", words("back"), () => actions.go("table"), { class: "pad-main-button pad-quiet", "data-next": true }));
  },
};

/** @param {ShowdownView} pad @param {Actions} actions */
function dealer(pad, actions) {
  const { draft, words } = pad;
  return el("label", { class: "pad-field" }, [
    words("dealer"),
    el("select", {
      "data-key": "dealer",
      onchange: (/** @type {{ target: HTMLSelectElement }} */ { target }) => actions.change({ dealer: Number(target.value) }),
    }, draft.seats.map((seat) => el("option", { value: String(seat), selected: seat === draft.dealer }, seatName(pad, seat)))),
  ]);
}

/** @type {Record<Showdown["step"], PadScreen<ShowdownView>>} */
const STEPS = { table: tableScreen, more: moreScreen, paid: potScreen, claim: claimScreen, verdict: verdictScreen };
