// The verdict in words, and the cards that made it.

import { button, card, el } from "../dom.js";
import { lit } from "./cards.js";
import { quarrelBody, quarrelling } from "./claim-conflict.js";
import { stillIn } from "../../store/showdown-draft.js";
import { go, readingOf } from "../../store/showdown-steps.js";

export function verdictBody(pad) {
  const { draft, words } = pad;
  const verdict = draft.verdict || {};
  if (quarrelling(draft)) return [quarrelBody(pad), handList(pad, known(draft), draft.error.details.winners || [])];
  const hands = verdict.deal ? verdict.deal.hands : {};
  return [
    el("h2", { class: "verdict" }, verdict.waiting ? words("looking") : verdict.words),
    verdict.deal && verdict.deal.unverified ? el("p", { class: "pad-warning" }, words("unverified")) : null,
    pot(pad),
    handList(pad, hands, verdict.deal ? verdict.deal.winners : []),
  ];
}

// The hands as they were read while they were entered.
function known(draft) {
  const hands = {};
  stillIn(draft).forEach((seat) => {
    const reading = readingOf(draft, seat);
    if (reading && reading.data) hands[seat] = reading.data;
  });
  return hands;
}

function handList(pad, hands, winners) {
  const seats = stillIn(pad.draft).filter((seat) => hands[seat]);
  return el("ul", { class: "verdict-hands" }, seats.map((seat) => verdictHand(pad, seat, hands[seat], winners)));
}

function pot(pad) {
  const { draft, state, words } = pad;
  const carried = draft.playoffOf && state.playoff ? state.playoff.pot : 0;
  const sum = Object.keys(draft.paid).reduce((total, seat) => total + draft.paid[seat], carried);
  return sum ? el("p", { class: "pad-pot" }, words("pot", { pot: sum })) : null;
}

function verdictHand(pad, seat, hand, winners) {
  const { draft, boot } = pad;
  const won = winners.includes(seat);
  const cards = draft.hands[seat] || [];
  const bright = lit(cards, hand.pyramid);
  return el("li", { class: "verdict-hand player-" + pad.state.seats[seat].colour + (won ? " verdict-won" : "") }, [
    el("span", { class: "seat-name" }, pad.seatName(seat)),
    el("span", { class: "seat-state" }, boot.categories[hand.category] || hand.category),
    el("span", { class: "verdict-cards" }, cards.map((name, index) => card(boot.sprite, name, "pad-mini" + (bright[index] ? " pad-lit" : " pad-dim")))
      .concat(hand.quarry ? [card(boot.sprite, hand.quarry, "pad-mini pad-lit pad-from-quarry")] : [])),
  ]);
}

export function verdictDock(pad) {
  const { draft, words } = pad;
  const quarrel = quarrelling(draft);
  const waiting = Boolean(draft.verdict && draft.verdict.waiting);
  return el("div", { class: "dock-row" }, [
    button("back", words("back"), () => go(pad, "table"), { class: "pad-quiet" }),
    quarrel ? null : button("save", words(pad.sending() ? "saving" : draft.editing ? "save_correction" : "save"), pad.save, {
      class: "pad-main-button", disabled: pad.sending() || waiting, "data-next": true,
    }),
  ]);
}
