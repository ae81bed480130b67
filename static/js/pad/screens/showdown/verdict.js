// The verdict in words, and the cards that made it.

import { handOf, readingOf, stillIn } from "../../store/drafts/showdown.js";
import { isSending } from "../../store/selectors.js";
import { seatName } from "../../words/words.js";
import { button, card, el } from "../dom.js";
import { lit } from "./cards.js";
import { claimConflict, hasClaimConflict } from "./claim-conflict.js";

/** @type {PadScreen<ShowdownView>} */
export const verdictScreen = {
  body(pad, actions) {
    const { draft, words } = pad;
    if (hasClaimConflict(draft)) {
      return [claimConflict(pad, actions), handList(pad, known(draft), draft.error?.details.winners || [])];
    }
    const { deal, waiting, words: said } = draft.verdict || {};
    return [
      el("h2", { class: "verdict" }, waiting ? words("looking") : said),
      deal?.unverified ? el("p", { class: "pad-warning" }, words("unverified")) : null,
      pot(pad),
      handList(pad, deal ? deal.hands : {}, deal ? deal.winners : []),
    ];
  },
  dock(pad, actions) {
    const { draft, words } = pad;
    const label = isSending(pad) ? "saving" : draft.editing ? "save_correction" : "save";
    return el("div", { class: "dock-row" }, [
      button("back", words("back"), () => actions.go("table"), { class: "pad-quiet" }),
      hasClaimConflict(draft) ? null : button("save", words(label), actions.save, {
        class: "pad-main-button", disabled: isSending(pad) || Boolean(draft.verdict?.waiting), "data-next": true,
      }),
    ]);
  },
};

/** @typedef {Pick<Reading, "category" | "pyramid" | "quarry">} Shown */

// The hands as they were read while they were entered.
/** @param {Showdown} draft @returns {Record<Seat, Shown>} */
function known(draft) {
  return Object.fromEntries(stillIn(draft).flatMap((seat) => {
    const reading = readingOf(draft, seat);
    return reading?.data ? [[seat, reading.data]] : [];
  }));
}

/** @param {ShowdownView} pad @param {Record<Seat, Shown>} hands @param {Seat[]} winners */
function handList(pad, hands, winners) {
  const seats = stillIn(pad.draft).filter((seat) => hands[seat]);
  return el("ul", { class: "verdict-hands" }, seats.map((seat) => hand(pad, seat, hands[seat], { won: winners.includes(seat) })));
}

/** @param {ShowdownView} pad */
function pot({ draft: { paid, playoffOf }, state: { playoff }, words }) {
  const carried = playoffOf && playoff ? playoff.pot : 0;
  const sum = Object.values(paid).reduce((total, amount) => total + amount, carried);
  return sum ? el("p", { class: "pad-pot" }, words("pot", { pot: sum })) : null;
}

/** @param {ShowdownView} pad @param {Seat} seat @param {Shown} shown @param {{ won: boolean }} options */
function hand(pad, seat, { category, pyramid, quarry }, { won }) {
  const { boot, draft, state } = pad;
  const cards = handOf(draft, seat);
  const bright = lit(cards, pyramid);
  return el("li", { class: `verdict-hand player-${state.seats[seat].colour}${won ? " verdict-won" : ""}` }, [
    el("span", { class: "seat-name" }, seatName(pad, seat)),
    el("span", { class: "seat-state" }, boot.categories[category] || category),
    el("span", { class: "verdict-cards" }, [
      cards.map((name, index) => card(boot, name, `pad-mini${bright[index] ? " pad-lit" : " pad-dim"}`)),
      quarry ? card(boot, quarry, "pad-mini pad-lit pad-from-quarry") : null,
    ]),
  ]);
}
