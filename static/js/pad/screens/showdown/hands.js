// All hands of a showdown, one above the other: who is still in, what each holds, and who is ahead so far.

import { growth } from "../../rules/hands.js";
import { leaders } from "../../rules/verdict.js";
import { current, foldedOrBack, held, leftInDeck, room, takenAway } from "../../store/drafts/hands.js";
import { handOf, QUARRY, readingOf, shows, stillIn } from "../../store/drafts/showdown.js";
import { isIn } from "../../store/own.js";
import { callName, figure, list, seatName, tabName } from "../../words.js";
import { button, el } from "../dom.js";
import { gap, lit, mini } from "./cards.js";

/** @typedef {import("../../store/drafts/hands.js").Place} Place */

/** @param {ShowdownView} pad @param {Actions} actions */
export function hands(pad, actions) {
  const { draft, game } = pad;
  const ahead = leading(pad);
  const rows = draft.seats.map((seat) => seatRow(pad, actions, seat, { ahead: ahead.includes(seat) }));
  if (game.quarry && shows(draft)) rows.push(quarryRow(pad, actions));
  const classes = `hands hands-${rows.length}${game.hand_size > 6 ? " hands-long" : ""}`;
  return [headline(pad, ahead), el("ul", { class: classes }, rows)];
}

// The verdict as far as it has grown.
/** @param {ShowdownView} pad @returns {Seat[]} */
export function leading({ draft, game }) {
  if (!shows(draft)) return [];
  const whole = stillIn(draft).filter((seat) => handOf(draft, seat).length === game.hand_size && readingOf(draft, seat)?.data);
  return whole.length > 1 ? leaders(game, whole.map((seat) => [seat, handOf(draft, seat)]), draft.quarry) : [];
}

/** @param {ShowdownView} pad @param {Seat[]} ahead */
function headline(pad, ahead) {
  const { draft: { playoffOf }, state, words } = pad;
  const beside = ahead.length ? words("ahead", { names: list(ahead.map((seat) => (ahead.length > 1 ? tabName : callName)(pad, seat))) })
    : playoffOf && state.playoff?.pot ? words("playoff_pot", { pot: state.playoff.pot }) : "";
  return el("div", { class: "hands-head" }, [el("h2", {}, titleOf(pad)), hopeful(pad) || el("p", {}, beside)]);
}

/** @param {ShowdownView} pad */
export function titleOf(pad) {
  const { draft: { inserts, number, playoffOf }, words } = pad;
  return playoffOf ? words("playoff_title", { n: playoffOf }) : words("deal_title", { n: inserts || number });
}

/** @param {ShowdownView} pad @param {Actions} actions @param {Seat} seat @param {{ ahead: boolean }} options */
export function seatRow(pad, actions, seat, { ahead }) {
  const { draft, game, state, words } = pad;
  const folded = draft.folded.includes(seat);
  const name = seatName(pad, seat);
  const now = shows(draft) && current(draft, game) === seat;
  const { colour, score } = state.seats[seat];
  const text = [
    el("span", { class: "seat-name" }, [...called(pad, seat), draft.dealer === seat ? el("small", {}, ` ${words("dealer")}`) : null]),
    el("span", { class: "seat-state" }, seatState(pad, seat)),
    el("span", { class: "seat-score" }, figure(score)),
  ];
  const classes = ["hand", `player-${colour}`, folded ? "hand-folded" : "", now ? "hand-now" : "", ahead ? "hand-ahead" : ""];
  return el("li", { class: classes.filter(Boolean).join(" "), "aria-current": now ? "true" : null }, [
    row(pad, actions, seat, { now, text, closed: folded || !shows(draft) }),
    game.folds ? button(`fold-${seat}`, words(folded ? "back_in" : "fold"), () => actions.change(foldedOrBack(draft, seat)), {
      class: "hand-fold", "aria-pressed": folded ? "true" : "false", "aria-label": words(folded ? "back_in_name" : "fold_name", { name }),
      disabled: !folded && stillIn(draft).length === 1,
    }) : null,
  ]);
}

// Where the hands stand in twos there is room for no more than in a tab.
/** @param {ShowdownView} pad @param {Seat} seat */
function called(pad, seat) {
  const [name, short] = [callName(pad, seat), tabName(pad, seat)];
  return name === short ? [name] : [el("span", { class: "in-rows" }, name), el("span", { class: "in-twos" }, short)];
}

/** @param {ShowdownView} pad @param {Actions} actions */
export function quarryRow(pad, actions) {
  const { draft, game, words } = pad;
  const now = current(draft, game) === QUARRY;
  const text = [
    el("span", { class: "seat-name" }, words("quarry")),
    el("span", { class: "seat-state" }, words(now ? "quarry_hint" : "cards", { n: now ? stillIn(draft).length : draft.quarry.length })),
  ];
  return el("li", { class: `hand hand-quarry${now ? " hand-now" : ""}`, "aria-current": now ? "true" : null },
    row(pad, actions, QUARRY, { now, text, closed: false }));
}

// The hand that is entered has its cards as buttons, each to be taken away; any other is one button that opens it.
/** @param {ShowdownView} pad @param {Actions} actions @param {Place} at @param {{ now: boolean, text: HTMLElement[], closed: boolean }} options */
function row(pad, actions, at, { now, text, closed }) {
  if (!now) {
    return button(`seat-${at}`, [text, closed ? null : el("span", { class: "hand-cards" }, cards(pad, at))],
      () => actions.go("table", at), { class: "hand-open", disabled: closed });
  }
  return el("div", { class: "hand-open" }, [text, el("div", { class: "hand-cards" }, taking(pad, actions, at))]);
}

/** @param {ShowdownView} pad @param {Place} at */
function cards(pad, at) {
  const { draft, game } = pad;
  const bright = brightOf(pad, at);
  const shown = held(draft, at).map((code, index) => mini(pad, code, bright && !bright[index] ? "mini-out" : ""));
  return shown.concat(Array.from({ length: room(draft, game, at) - shown.length }, gap));
}

/** @param {ShowdownView} pad @param {Actions} actions @param {Place} at */
function taking(pad, actions, at) {
  const { boot, draft, words } = pad;
  const bright = brightOf(pad, at);
  const codes = held(draft, at);
  return cards(pad, at).map((picture, index) => (index >= codes.length ? el("span", { class: "slot" }, picture)
    : button(`slot-${index}`, picture, () => actions.change(takenAway(draft, at, codes[index])), {
      class: "slot", "aria-label": words(bright?.[index] ? "take_away_lit" : "take_away", { card: boot.cards[codes[index]] }),
    })));
}

/** @param {ShowdownView} pad @param {Place} at */
function brightOf({ draft }, at) {
  const pyramid = at === QUARRY ? null : readingOf(draft, at)?.data?.pyramid;
  return pyramid ? lit(held(draft, at), pyramid) : null;
}

/** @param {ShowdownView} pad @param {Seat} seat */
function seatState(pad, seat) {
  const { boot, draft, game, state, words } = pad;
  if (draft.folded.includes(seat)) return words("folded");
  if (!shows(draft)) return words("no_cards");
  const { data = null, message = null } = readingOf(draft, seat) || {};
  if (message) return message;
  if (data) return [data.name, data.quarry ? el("span", { class: "state-more" }, ` ${words("with_quarry", { card: boot.cards[data.quarry] })}`) : null];
  if (!handOf(draft, seat).length && seat !== state.me && isIn(state, seat)) return words("own_in");
  const category = growthOf(pad, seat)?.category;
  if (category) return words("so_far", { category: boot.categories[category] });
  return words("cards_of", { n: handOf(draft, seat).length, of: game.hand_size });
}

/** @param {ShowdownView} pad @param {Seat} seat */
function growthOf({ draft, game }, seat) {
  const left = game.deck.filter((card) => leftInDeck(draft, card)).map(({ code }) => code);
  return growth(game, handOf(draft, seat), left);
}

// Of the hand that is entered: which card more would make it which pyramid.
/** @param {ShowdownView} pad */
function hopeful(pad) {
  const { boot, draft, game, words } = pad;
  const at = current(draft, game);
  const found = at === null || at === QUARRY || !shows(draft) ? null : growthOf(pad, at);
  if (!found?.becomes) return null;
  const category = boot.categories[found.becomes];
  const named = words("more_makes", { cards: found.more.map((code) => boot.cards[code]).join(", "), category });
  return el("p", { class: "hands-hope" }, [
    el("span", { class: "visually-hidden" }, named),
    el("span", { "aria-hidden": "true" }, ["+", ...found.more.map((code) => mini(pad, code))]),
    el("span", { "aria-hidden": "true", title: category }, category),
  ]);
}
