// What is rarely another than it is: the dealer, cubits noted for once, a winner without cards.

import { notesPot, stillIn } from "../../store/drafts/showdown.js";
import { seatName } from "../../words/words.js";
import { button, el } from "../dom.js";

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
