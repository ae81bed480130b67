// The seats of a showdown in a row: who is still in, and whose cards are known.

import { handOf, missing, notesPot, QUARRY, readingOf, shows, stillIn } from "../../store/drafts/showdown.js";
import { nextNumber } from "../../store/selectors.js";
import { figure, seatName } from "../../words/words.js";
import { button, el } from "../dom.js";

/** @type {PadScreen<ShowdownView>} */
export const tableScreen = {
  body(pad, actions) {
    const { draft, game } = pad;
    const rows = draft.seats.map((seat) => seatRow(pad, actions, seat));
    if (game.quarry && shows(draft)) rows.push(quarryRow(pad, actions));
    return [headline(pad, actions), el("ul", { class: `pad-seats pad-seats-${rows.length}` }, rows)];
  },
  dock(pad, actions) {
    const { draft, game } = pad;
    const next = missing(draft, game);
    return [
      el("div", { class: "dock-row dock-extras" }, extras(pad, actions)),
      el("div", { class: "dock-row" }, button("next", onwardLabel(pad, next), () => (next === null ? actions.advance() : actions.go("hand", next)), {
        class: "pad-main-button", "data-next": true,
      })),
    ];
  },
};

/** @param {ShowdownView} pad @param {Actions} actions */
function headline(pad, actions) {
  const { draft, state, words } = pad;
  const { dealer, editing, playoffOf, seats } = draft;
  const title = playoffOf ? words("playoff_title", { n: playoffOf }) : words("deal_title", { n: editing || nextNumber(pad) });
  return el("div", { class: "pad-headline" }, [
    el("div", { class: "headline-text" }, [
      el("h2", {}, title),
      playoffOf && state.playoff ? el("p", {}, words("playoff_pot", { pot: state.playoff.pot })) : null,
    ]),
    el("label", { class: "pad-dealer" }, [
      words("dealer"),
      el("select", {
        "data-key": "dealer",
        onchange: (/** @type {{ target: HTMLSelectElement }} */ { target }) => actions.change({ dealer: Number(target.value) }),
      }, seats.map((seat) => el("option", { value: String(seat), selected: seat === dealer }, seatName(pad, seat)))),
    ]),
  ]);
}

/** @param {ShowdownView} pad @param {Actions} actions @param {Seat} seat */
function seatRow(pad, actions, seat) {
  const { draft, game, state, words } = pad;
  const folded = draft.folded.includes(seat);
  const name = seatName(pad, seat);
  const { colour, score } = state.seats[seat];
  return el("li", { class: `seat-row player-${colour}${folded ? " seat-folded" : ""}` }, [
    button(`seat-${seat}`, [
      el("span", { class: "seat-name" }, name),
      el("span", { class: "seat-state" }, seatState(pad, seat)),
      el("span", { class: "seat-score" }, figure(score)),
    ], () => actions.go("hand", seat), { class: "seat-open", disabled: folded || draft.withoutCards }),
    game.folds ? button(`fold-${seat}`, words(folded ? "back_in" : "fold"), () => fold(draft, actions, seat), {
      class: "pad-small", "aria-pressed": folded ? "true" : "false", "aria-label": words(folded ? "back_in_name" : "fold_name", { name }),
      disabled: !folded && stillIn(draft).length === 1,
    }) : null,
  ]);
}

/** @param {ShowdownView} pad @param {Seat} seat */
function seatState({ draft, game, words }, seat) {
  if (draft.folded.includes(seat)) return words("folded");
  if (!shows(draft)) return words("no_cards");
  const reading = readingOf(draft, seat);
  if (reading?.data) return reading.data.name;
  if (reading?.message) return words("look_again");
  return words("cards_of", { n: handOf(draft, seat).length, of: game.hand_size });
}

/** @param {ShowdownView} pad @param {Actions} actions */
function quarryRow({ draft, words }, actions) {
  return el("li", { class: "seat-row seat-quarry" }, button("seat-quarry", [
    el("span", { class: "seat-name" }, words("quarry")),
    el("span", { class: "seat-state" }, words("cards", { n: draft.quarry.length })),
  ], () => actions.go("hand", QUARRY), { class: "seat-open" }));
}

/** @param {Showdown} draft @param {Actions} actions @param {Seat} seat */
function fold(draft, actions, seat) {
  const folded = draft.folded.includes(seat) ? draft.folded.filter((other) => other !== seat) : draft.folded.concat(seat);
  actions.change({ folded, claimed: draft.claimed.filter((other) => !folded.includes(other)), override: "" });
}

/** @param {ShowdownView} pad @param {Actions} actions */
function extras({ draft, game, words }, actions) {
  const { withoutCards } = draft;
  const alone = stillIn(draft).length === 1;
  return [
    game.cards_optional && !alone
      ? button("without", words(withoutCards ? "with_cards" : "without_cards"), () => actions.change({ withoutCards: !withoutCards }), {
        class: "pad-small", "aria-pressed": withoutCards ? "true" : "false",
      }) : null,
    game.bets && !notesPot(draft, game)
      ? button("note-paid", words("note_cubits"), () => actions.go("paid"), { class: "pad-small" }) : null,
  ];
}

/** @param {ShowdownView} pad @param {Seat | "quarry" | null} next */
function onwardLabel(pad, next) {
  const { draft, words } = pad;
  const [first, ...others] = stillIn(draft);
  if (!others.length) return words("lone_winner", { name: seatName(pad, first) });
  if (next === QUARRY) return words("enter_quarry");
  return next === null ? words("go_on") : words("enter_cards", { name: seatName(pad, next) });
}
