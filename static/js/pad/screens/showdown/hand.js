// One hand (or the Quarry): the cards chosen, the pyramid found in them, and the picker with what the deck still has.

import { button, card, el } from "../dom.js";
import { count, deckOf, lit, without } from "./cards.js";
import { handSize, missing, QUARRY, stillIn } from "../../store/showdown-draft.js";
import { change, go, readingOf } from "../../store/showdown-steps.js";

function held(draft) {
  return draft.at === QUARRY ? draft.quarry : draft.hands[draft.at] || [];
}

function hold(pad, cards) {
  const { draft } = pad;
  if (draft.at === QUARRY) change(pad, { quarry: cards });
  else change(pad, { hands: Object.assign({}, draft.hands, { [draft.at]: cards }), override: "" });
}

function room(draft, state) {
  return draft.at === QUARRY ? draft.seats.length : handSize(state);
}

// In the whole deal no card more often than the deck has it (C12, P8).
function leftInDeck(draft, deck, name) {
  const shown = stillIn(draft).reduce((sum, seat) => sum + count(draft.hands[seat] || [], name), 0);
  return deck.limits[name] - shown - count(draft.quarry, name);
}

export function handBody(pad) {
  const { draft, state, words } = pad;
  const cards = held(draft);
  const size = room(draft, state);
  const title = draft.at === QUARRY ? words("quarry_title") : words("hand_title", { name: pad.seatName(draft.at) });
  return [
    el("div", { class: "pad-headline" }, [
      el("div", { class: "headline-text" }, el("h2", {}, title)),
      button("clear", words("clear"), () => hold(pad, []), { class: "pad-small", disabled: cards.length === 0 }),
    ]),
    el("ul", { class: "slots slots-" + size, "aria-label": title }, slots(pad, cards, size)),
    found(pad, cards, size),
    picker(pad, cards.length >= size),
  ];
}

function slots(pad, cards, size) {
  const { boot, draft, words } = pad;
  const reading = draft.at === QUARRY ? null : readingOf(draft, draft.at);
  const bright = reading && reading.data ? lit(cards, reading.data.pyramid) : null;
  const items = cards.map((name, index) => el("li", {}, button("slot-" + index, card(boot.sprite, name), () => hold(pad, without(cards, name)), {
    class: "slot" + (bright ? (bright[index] ? " pad-lit" : " pad-dim") : ""),
    "aria-label": words(bright && bright[index] ? "take_away_lit" : "take_away", { card: boot.cards[name] }),
  })));
  for (let index = cards.length; index < size; index += 1) items.push(el("li", { class: "slot slot-empty", "aria-hidden": "true" }));
  return items;
}

function found(pad, cards, size) {
  const { boot, draft, words } = pad;
  const reading = draft.at === QUARRY ? null : readingOf(draft, draft.at);
  let text = draft.at === QUARRY ? words("quarry_hint", { n: stillIn(draft).length }) : words("cards_of", { n: cards.length, of: size });
  if (reading && reading.message) text = reading.message;
  else if (reading && reading.data) {
    text = reading.data.name;
    if (reading.data.quarry) text += " " + words("with_quarry", { card: boot.cards[reading.data.quarry] });
  }
  const named = Boolean(reading && reading.data);
  return el("p", { class: "pad-found" + (named ? " pad-found-named" : reading && reading.message ? " pad-found-wrong" : "") }, text);
}

function picker(pad, full) {
  const deck = deckOf(pad.state.table);
  return el("div", { class: "picker picker-" + deck.columns + (deck.single === "AC" ? " picker-earth" : ""), role: "group", "aria-label": pad.words("deck") },
    deck.rows.map((row) => row.map((name) => kind(pad, deck, name, full)))
      .concat(deck.single ? kind(pad, deck, deck.single, full) : []));
}

function kind(pad, deck, name, full) {
  const { boot, draft, words } = pad;
  const left = Math.max(0, leftInDeck(draft, deck, name));
  return button("kind-" + name, [card(boot.sprite, name), el("span", { class: "kind-left", "aria-hidden": "true" }, left)],
    () => hold(pad, held(draft).concat(name)), {
      class: "kind" + (name === deck.single ? " kind-single" : ""),
      "aria-label": words("pick", { card: boot.cards[name], left }),
      disabled: full || left === 0,
    });
}

export function handDock(pad) {
  const { draft, state, words } = pad;
  const next = missing(draft, state);
  const onward = next !== null && next !== draft.at;
  const done = next === null;
  const label = next === QUARRY ? words("enter_quarry") : words("enter_cards", { name: onward ? pad.seatName(next) : "" });
  return el("div", { class: "dock-row" }, [
    button("back", words("to_table"), () => go(pad, "table"), { class: done ? "pad-main-button" : onward ? "pad-quiet" : "pad-main-button pad-quiet", "data-next": !onward }),
    onward ? button("next", label, () => go(pad, "hand", next), { class: "pad-main-button", "data-next": true }) : null,
  ]);
}
