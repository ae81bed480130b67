// The deck as a keypad, under all hands: a tap adds a card, a second one another of the same, a shape all of its cards.

import { added, current, foldedOrBack, following, held, leftInDeck, room, undone } from "../../store/drafts/hands.js";
import { QUARRY, shows, stillIn } from "../../store/drafts/showdown.js";
import { seatName, tabName } from "../../words.js";
import { button, el } from "../dom.js";
import { layoutOf, mini, pyramid, shapesOf } from "./cards.js";

const WITH_KEYS = 4; // columns, of which one is of keys

// Whether the keys that help on have a place among the cards.
/** @param {ShowdownView} pad */
export function holdsControls({ game }) {
  const { columns, single } = layoutOf(game.deck);
  return columns < WITH_KEYS || single.length > 0;
}

/** @param {ShowdownView} pad @param {Actions} actions */
export function picker(pad, actions) {
  const { draft, game, words } = pad;
  if (!shows(draft)) return null;
  const { columns, rows, single } = layoutOf(game.deck);
  const beside = columns < WITH_KEYS;
  const place = beside ? "key-beside" : "key-third";
  const keys = holdsControls(pad) ? [...single.map((card) => key(pad, actions, card, place)), ...controls(pad, actions, place)] : [];
  const lines = rows.flatMap((cards, line) => [
    ...cards.map((card, across) => key(pad, actions, card, `${across ? "" : "key-first"} ${beside ? "" : "key-narrow"}`)),
    ...(beside ? keys.slice(line, line + 1) : []),
  ]);
  const rest = beside ? keys.slice(rows.length) : keys;
  return el("div", { class: `picker picker-${columns + Number(beside)}`, role: "group", "aria-label": words("deck"), "data-stage": `out ${draft.folded}` }, [
    lines, rest, shapes(pad, actions),
  ]);
}

/** @param {ShowdownView} pad */
function space({ draft, game }) {
  const at = current(draft, game);
  return at === null ? 0 : room(draft, game, at) - held(draft, at).length;
}

/** @param {ShowdownView} pad @param {Actions} actions @param {Card} card @param {string} place */
function key(pad, actions, card, place) {
  const { boot, draft, game, words } = pad;
  const left = leftInDeck(draft, card);
  const shown = place.includes("narrow") ? `\u00d7${left}` : words("left_in_deck", { n: left });
  return button(`kind-${card.code}`, [mini(pad, card.code), el("span", { class: "key-left", "aria-hidden": "true" }, left ? shown : "")],
    () => actions.change(added(draft, game, [card.code])), {
      class: `key ${place}${left ? "" : " key-gone"}`,
      "aria-label": words("pick", { card: boot.cards[card.code], left }),
      disabled: left === 0 || space(pad) === 0,
    });
}

// What helps on: back, and over a hand that nobody shows.
/** @param {ShowdownView} pad @param {Actions} actions @param {string} [place] */
export function controls(pad, actions, place = "") {
  const { draft, game, words } = pad;
  const at = current(draft, game);
  const seat = at === QUARRY ? null : at;
  return [
    button("undo-card", words("undo"), () => actions.change(undone(draft)), { class: `key key-plain ${place}`, disabled: !draft.past?.length }),
    game.folds
      ? button("not-shown", seat === null ? words("fold") : words("fold_this", { name: tabName(pad, seat) }), () => seat !== null && actions.change(foldedOrBack(draft, seat)), {
        class: `key key-plain ${place}`, disabled: seat === null || stillIn(draft).length === 1,
        "aria-label": seat === null ? null : words("fold_name", { name: seatName(pad, seat) }),
      })
      : button("next-hand", words("next_hand"), () => actions.go("table", following(draft, game)), {
        class: `key key-plain ${place}`, disabled: at === null,
      }),
  ];
}

/** @param {ShowdownView} pad @param {Actions} actions */
function shapes(pad, actions) {
  const { game } = pad;
  const found = game.reading ? shapesOf(game.deck, game.hand_size) : [];
  return found.length ? [
    el("p", { class: "shapes-hint" }, pad.words("shapes_hint")),
    el("div", { class: `shapes shapes-${found.length}` }, found.map((cards) => shape(pad, actions, cards))),
  ] : null;
}

/** @param {ShowdownView} pad @param {Actions} actions @param {Card[]} cards */
function shape(pad, actions, cards) {
  const { boot, draft, game, words } = pad;
  const kinds = Array.from(new Set(cards));
  const rows = kinds.map((kind) => cards.filter((card) => card === kind));
  const lacks = rows.some((row) => row.length > leftInDeck(draft, row[0]));
  const said = rows.map((row) => `${row.length} \u00d7 ${boot.cards[row[0].code]}`).join(", ");
  const codes = cards.map(({ code }) => code);
  const letters = el("b", { class: `suit-of-${cards[0].suit}`, "aria-hidden": "true" }, cards[0].suit);
  return button(`shape-${kinds.map(({ code }) => code).join("-")}-${cards.length}`, [pyramid(rows), letters], () => actions.change(added(draft, game, codes)), {
    class: "key key-shape", "aria-label": words("add_shape", { cards: said }),
    disabled: lacks || cards.length > space(pad) || current(draft, game) === QUARRY,
  });
}
