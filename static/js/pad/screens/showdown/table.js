// A showdown on one screen: all hands above one picker.

import { handOf, missing, QUARRY, stillIn } from "../../store/drafts/showdown.js";
import { callName, list, seatName } from "../../words/words.js";
import { button, el } from "../dom.js";
import { firstHint } from "../reader/hint.js";
import { hands } from "./hands.js";
import { controls, holdsControls, picker } from "./picker.js";

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
  if (!others.length) return words("lone_winner", { name: seatName(pad, first) });
  const next = missing(draft, game);
  if (next === null) return words(draft.withoutCards || game.counts_cubits ? "go_on" : "verdict");
  const left = stillIn(draft).filter((seat) => handOf(draft, seat).length !== game.hand_size);
  const names = left.length > FEW ? left.length : list(left.map((seat) => callName(pad, seat)));
  return words("to_enter", { names: next === QUARRY ? words("quarry") : names });
}
