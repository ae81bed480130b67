// The seats of a showdown in a row: who is still in, and whose cards are known.

import { button, el } from "../dom.js";
import { handSize, hasQuarry, missing, notesCubits, QUARRY, shows, stillIn } from "../../store/showdown-draft.js";
import { advance, change, go, readingOf } from "../../store/showdown-steps.js";
import { figure } from "../../words/words.js";

export function tableBody(pad) {
  const { draft, state, words } = pad;
  const rows = draft.seats.map((seat) => seatRow(pad, seat));
  if (hasQuarry(state) && shows(draft)) rows.push(quarryRow(pad));
  return [
    el("div", { class: "pad-headline" }, [
      el("div", { class: "headline-text" }, [
        el("h2", {}, title(pad)),
        draft.playoffOf && state.playoff ? el("p", {}, words("playoff_pot", { pot: state.playoff.pot })) : null,
      ]),
      el("label", { class: "pad-dealer" }, [
        words("dealer"),
        el("select", { "data-key": "dealer", onchange: (event) => change(pad, { dealer: Number(event.target.value) }) },
          draft.seats.map((seat) => el("option", { value: String(seat), selected: seat === draft.dealer }, pad.seatName(seat)))),
      ]),
    ]),
    el("ul", { class: "pad-seats pad-seats-" + rows.length }, rows),
  ];
}

function title(pad) {
  const { draft, words } = pad;
  if (draft.playoffOf) return words("playoff_title", { n: draft.playoffOf });
  return words("deal_title", { n: draft.editing || pad.nextNumber() });
}

function seatRow(pad, seat) {
  const { draft, words } = pad;
  const folded = draft.folded.includes(seat);
  const name = pad.seatName(seat);
  return el("li", { class: "seat-row player-" + pad.state.seats[seat].colour + (folded ? " seat-folded" : "") }, [
    button("seat-" + seat, [
      el("span", { class: "seat-name" }, name),
      el("span", { class: "seat-state" }, seatState(pad, seat)),
      el("span", { class: "seat-score" }, figure(pad.state.seats[seat].score)),
    ], () => go(pad, "hand", seat), { class: "seat-open", disabled: folded || draft.withoutCards }),
    button("fold-" + seat, words(folded ? "back_in" : "fold"), () => fold(pad, seat), {
      class: "pad-small", "aria-pressed": folded ? "true" : "false", "aria-label": words(folded ? "back_in_name" : "fold_name", { name }),
      disabled: !folded && stillIn(draft).length === 1,
    }),
  ]);
}

function seatState(pad, seat) {
  const { draft, state, words } = pad;
  if (draft.folded.includes(seat)) return words("folded");
  if (!shows(draft)) return words("no_cards");
  const reading = readingOf(draft, seat);
  if (reading && reading.data) return reading.data.name;
  if (reading && reading.message) return words("look_again");
  return words("cards_of", { n: (draft.hands[seat] || []).length, of: handSize(state) });
}

function quarryRow(pad) {
  const { draft, words } = pad;
  return el("li", { class: "seat-row seat-quarry" }, button("seat-quarry", [
    el("span", { class: "seat-name" }, words("quarry")),
    el("span", { class: "seat-state" }, words("cards", { n: draft.quarry.length })),
  ], () => go(pad, "hand", QUARRY), { class: "seat-open" }));
}

function fold(pad, seat) {
  const { draft } = pad;
  const folded = draft.folded.includes(seat) ? draft.folded.filter((other) => other !== seat) : draft.folded.concat(seat);
  change(pad, { folded, claimed: draft.claimed.filter((other) => !folded.includes(other)), override: "" });
}

export function tableDock(pad) {
  const { draft, state, words } = pad;
  const next = missing(draft, state);
  const lone = stillIn(draft).length === 1 ? pad.seatName(stillIn(draft)[0]) : null;
  const label = lone ? words("lone_winner", { name: lone })
    : next === QUARRY ? words("enter_quarry")
    : next !== null ? words("enter_cards", { name: pad.seatName(next) })
    : words("go_on");
  return [
    el("div", { class: "dock-row dock-extras" }, [
      state.table.rules.cards === "optional" && !lone ? button("without", words(draft.withoutCards ? "with_cards" : "without_cards"),
        () => change(pad, { withoutCards: !draft.withoutCards }), { class: "pad-small", "aria-pressed": draft.withoutCards ? "true" : "false" }) : null,
      notesCubits(draft, state) ? null
        : button("note-paid", words("note_cubits"), () => go(pad, "paid"), { class: "pad-small" }),
    ]),
    el("div", { class: "dock-row" }, button("next", label, () => (next === null ? advance(pad) : go(pad, "hand", next)), {
      class: "pad-main-button", "data-next": true,
    })),
  ];
}
