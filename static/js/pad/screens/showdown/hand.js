// One hand (or the Quarry): the cards chosen, the pyramid found in them, and the picker with what the deck still has.

import { handOf, missing, QUARRY, readingOf, stillIn } from "../../store/drafts/showdown.js";
import { seatName } from "../../words/words.js";
import { button, card, el } from "../dom.js";
import { count, layoutOf, lit, without } from "./cards.js";

/** @type {PadScreen<ShowdownView>} */
export const handScreen = {
  body(pad, actions) {
    const { draft: { at }, words } = pad;
    const cards = held(pad);
    const title = at === QUARRY ? words("quarry_title") : words("hand_title", { name: seatName(pad, at) });
    return [
      el("div", { class: "pad-headline" }, [
        el("div", { class: "headline-text" }, el("h2", {}, title)),
        button("clear", words("clear"), () => hold(pad, actions, []), { class: "pad-small", disabled: cards.length === 0 }),
      ]),
      el("ul", { class: `slots slots-${room(pad)}`, "aria-label": title }, slots(pad, actions, cards)),
      found(pad, cards),
      picker(pad, actions),
    ];
  },
  dock(pad, actions) {
    const { draft, game, words } = pad;
    const next = missing(draft, game);
    const onward = next !== null && next !== draft.at;
    const label = next === QUARRY ? words("enter_quarry") : words("enter_cards", { name: onward ? seatName(pad, next) : "" });
    const back = next === null ? "pad-main-button" : onward ? "pad-quiet" : "pad-main-button pad-quiet";
    return el("div", { class: "dock-row" }, [
      button("back", words("to_table"), () => actions.go("table"), { class: back, "data-next": !onward }),
      onward ? button("next", label, () => actions.go("hand", next), { class: "pad-main-button", "data-next": true }) : null,
    ]);
  },
};

/** @param {ShowdownView} pad */
function held({ draft }) {
  return draft.at === QUARRY ? draft.quarry : handOf(draft, /** @type {Seat} */ (draft.at));
}

/** @param {ShowdownView} pad @param {Actions} actions @param {string[]} cards */
function hold({ draft: { at, hands } }, actions, cards) {
  if (at === QUARRY) actions.change({ quarry: cards });
  else if (at !== null) actions.change({ hands: { ...hands, [at]: cards }, override: "" });
}

/** @param {ShowdownView} pad */
function room({ draft: { at, seats }, game }) {
  return at === QUARRY ? seats.length : game.hand_size;
}

// In the whole deal no card more often than the deck has it (C12, P8).
/** @param {Showdown} draft @param {Card} kind */
function leftInDeck(draft, { code, copies }) {
  const shown = stillIn(draft).reduce((sum, seat) => sum + count(handOf(draft, seat), code), 0);
  return Math.max(0, copies - shown - count(draft.quarry, code));
}

/** @param {ShowdownView} pad */
function reading({ draft }) {
  return draft.at === QUARRY || draft.at === null ? null : readingOf(draft, draft.at);
}

/** @param {ShowdownView} pad @param {Actions} actions @param {string[]} cards */
function slots(pad, actions, cards) {
  const { boot, words } = pad;
  const pyramid = reading(pad)?.data?.pyramid;
  const bright = pyramid ? lit(cards, pyramid) : null;
  const filled = cards.map((name, index) => el("li", {}, button(`slot-${index}`, card(boot, name), () => hold(pad, actions, without(cards, name)), {
    class: `slot${bright ? (bright[index] ? " pad-lit" : " pad-dim") : ""}`,
    "aria-label": words(bright?.[index] ? "take_away_lit" : "take_away", { card: boot.cards[name] }),
  })));
  const empty = Array.from({ length: Math.max(0, room(pad) - cards.length) }, () => el("li", { class: "slot slot-empty", "aria-hidden": "true" }));
  return [...filled, ...empty];
}

/** @param {ShowdownView} pad @param {string[]} cards */
function found(pad, cards) {
  const { boot, draft, words } = pad;
  const { data = null, message = null } = reading(pad) || {};
  if (message) return el("p", { class: "pad-found pad-found-wrong" }, message);
  if (data) {
    const quarry = data.quarry ? ` ${words("with_quarry", { card: boot.cards[data.quarry] })}` : "";
    return el("p", { class: "pad-found pad-found-named" }, data.name + quarry);
  }
  const hint = draft.at === QUARRY ? words("quarry_hint", { n: stillIn(draft).length }) : words("cards_of", { n: cards.length, of: room(pad) });
  return el("p", { class: "pad-found" }, hint);
}

/** @param {ShowdownView} pad @param {Actions} actions */
function picker(pad, actions) {
  const { columns, rows, single, ranked } = layoutOf(pad.game.deck);
  const kinds = [
    ...rows.map((row) => row.map((each, place) => kind(pad, actions, each, place ? "kind" : "kind kind-first"))),
    single.map((each) => kind(pad, actions, each, single.length > 1 ? "kind" : "kind kind-single")),
  ];
  const attributes = { class: `picker picker-${columns}${ranked ? " picker-earth" : ""}`, role: "group", "aria-label": pad.words("deck") };
  return el("div", attributes, kinds);
}

/** @param {ShowdownView} pad @param {Actions} actions @param {Card} one @param {string} className */
function kind(pad, actions, one, className) {
  const { boot, draft, words } = pad;
  const cards = held(pad);
  const left = leftInDeck(draft, one);
  return button(`kind-${one.code}`, [card(boot, one.code), el("span", { class: "kind-left", "aria-hidden": "true" }, left)],
    () => hold(pad, actions, cards.concat(one.code)), {
      class: className,
      "aria-label": words("pick", { card: boot.cards[one.code], left }),
      disabled: cards.length >= room(pad) || left === 0,
    });
}
