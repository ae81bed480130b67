// The verdict in words, and the cards that made it: the winning hand built as the pyramid it is.

import { before, handOf, readingOf, shows, stillIn } from "../../store/drafts/showdown.js";
import { isSending } from "../../store/selectors.js";
import { callName, list, seatName } from "../../words.js";
import { button, card, el } from "../dom.js";
import { lit, mini, rowsOf } from "./cards.js";
import { claimConflict, hasClaimConflict } from "./claims.js";

/** @type {PadScreen<ShowdownView>} */
export const verdictScreen = {
  body(pad, actions) {
    const { draft } = pad;
    if (hasClaimConflict(draft)) {
      return [claimConflict(pad, actions), handList(pad, known(draft), draft.error?.details.winners || [])];
    }
    return verdictOf(pad, draft.verdict || {});
  },
  dock(pad, actions) {
    const { draft, game, words } = pad;
    const label = isSending(pad) ? "saving" : draft.editing ? "save_correction" : "save_deal";
    return el("div", { class: "dock-row" }, [
      button("back", words("back"), () => actions.go(before(draft, game)), { class: "pad-quiet" }),
      shows(draft) && !hasClaimConflict(draft) ? button("claim", words("claim_other"), () => actions.go("claim"), { class: "pad-quiet" }) : null,
      hasClaimConflict(draft) ? null : button("save", words(label, { n: draft.number }), actions.save, {
        class: "pad-main-button", disabled: isSending(pad) || Boolean(draft.verdict?.waiting), "data-next": true,
      }),
    ]);
  },
};

const LONGEST_LARGE = 24; // letters of who wins

/** @param {ShowdownView} pad @param {Verdict} verdict */
export function verdictOf(pad, { deal, waiting, words: said = "" }) {
  const [who, why] = waiting ? [pad.words("looking"), ""] : parted(pad, said, deal?.winners || []);
  return [
    el("section", { class: "reveal" }, [
      el("h2", { class: `verdict${who.length > LONGEST_LARGE ? " verdict-long" : ""}` }, who),
      deal ? deal.winners.map((/** @type {Seat} */ seat) => built(pad, deal.hands[seat])) : null,
      why ? el("p", { class: "verdict-why" }, why) : null,
      pot(pad),
    ]),
    deal?.unverified ? el("p", { class: "pad-warning" }, pad.words("unverified")) : null,
    handList(pad, deal ? besides(deal) : {}, deal ? deal.winners : []),
  ];
}

// The winner's hand stands above, where one has won.
/** @param {Result} deal @returns {Record<Seat, Shown>} */
function besides({ hands, winners }) {
  const shown = Object.entries(hands).filter(([seat]) => winners.length > 1 || Number(seat) !== winners[0]);
  return Object.fromEntries(shown);
}

// "Ana wins: level 2 beats level 1." is who, in large letters, and why. A name may have a colon of its own.
/** @param {ShowdownView} pad @param {string} said @param {Seat[]} winners */
function parted(pad, said, winners) {
  const named = Math.max(0, ...winners.map((seat) => said.indexOf(seatName(pad, seat)) + seatName(pad, seat).length));
  const colon = said.indexOf(": ", named);
  if (colon < 0 || !winners.length) return [said, ""];
  const why = said.slice(colon + 2);
  return [said.slice(0, colon), why.charAt(0).toUpperCase() + why.slice(1)];
}

/** @typedef {Pick<Reading, "category" | "pyramid" | "quarry">} Shown */

// The hands as they were read while they were entered.
/** @param {Showdown} draft @returns {Record<Seat, Shown>} */
function known(draft) {
  return Object.fromEntries(stillIn(draft).flatMap((seat) => {
    const reading = readingOf(draft, seat);
    return reading?.data ? [[seat, reading.data]] : [];
  }));
}

/** @param {ShowdownView} pad @param {Shown | undefined} hand */
function built({ boot, game }, hand) {
  if (!hand?.pyramid.length) return null;
  const rows = rowsOf(game.deck, hand.pyramid);
  return el("div", { class: "reveal-pyramid", role: "img", "aria-label": list(hand.pyramid.map((code) => boot.cards[code])) },
    rows.map((row) => el("div", {}, row.map((code) => card(boot, code, "reveal-card")))));
}

/** @param {ShowdownView} pad @param {Record<Seat, Shown>} hands @param {Seat[]} winners */
function handList(pad, hands, winners) {
  const { draft, state, words } = pad;
  const seats = stillIn(draft).filter((seat) => hands[seat]);
  return el("ul", { class: "verdict-hands" }, [
    seats.map((seat) => hand(pad, seat, hands[seat], { won: winners.includes(seat) })),
    draft.folded.map((seat) => el("li", { class: `verdict-hand verdict-folded player-${state.seats[seat].colour}` }, [
      el("span", { class: "seat-name" }, callName(pad, seat)), el("span", { class: "seat-state" }, words("folded")),
    ])),
  ]);
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
  const said = list(cards.map((code) => boot.cards[code]));
  return el("li", { class: `verdict-hand player-${state.seats[seat].colour}${won ? " verdict-won" : ""}` }, [
    el("span", { class: "seat-name" }, callName(pad, seat)),
    el("span", { class: "seat-state" }, boot.categories[category] || category),
    el("span", { class: "verdict-cards", role: "img", "aria-label": said }, [
      cards.map((code, index) => mini(pad, code, bright[index] ? "" : "mini-out")),
      quarry ? mini(pad, quarry, "mini-quarry") : null,
    ]),
  ]);
}
