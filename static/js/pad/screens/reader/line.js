// A deal in one line of the list: who, what, and what it brought.

import { pointsFor } from "../../rules/vilnius.js";
import { callName, figure, list } from "../../words/words.js";
import { trumpSign } from "../announcements/dock.js";
import { el } from "../dom.js";

/** @typedef {{ who: string, what: string, brought: string }} Line */

/** @param {View} pad @param {DealFacts} deal @returns {Line} */
export function lineOf(pad, deal) {
  return deal.payload.declarer === undefined ? showdown(pad, deal) : announcement(pad, deal);
}

// Whose deal it is: who announced, or won; null where nobody has.
/** @param {DealFacts} deal @returns {Seat[]} */
export function ownersOf({ payload, result }) {
  return payload.declarer === undefined ? result?.winners ?? [] : [payload.declarer];
}

/** @param {View} pad @param {DealFacts} deal */
function announcement(pad, deal) {
  const { declarer, announced, taken, trump } = deal.payload;
  const points = pointsFor(pad.game, announced, taken);
  return {
    who: callName(pad, declarer),
    what: `${announced}${trump ? ` ${trumpSign(pad, trump)}` : ""} \u2192 ${taken}`,
    brought: deal.voided ? "" : signed(points),
  };
}

/** @param {View} pad @param {DealFacts} deal */
function showdown(pad, deal) {
  const { boot, state, words } = pad;
  const { payload: { folded = [] }, voided, result } = deal;
  const winners = voided ? state.seats.map(({ index }) => index).filter((seat) => !folded.includes(seat)) : ownersOf(deal);
  const best = result?.hands?.[winners[0]]?.category;
  const shared = ["tie", "split"].includes(result?.decided_by);
  return {
    who: list(winners.map((seat) => callName(pad, seat))),
    what: voided ? "" : shared ? words("line_tie") : best ? boot.categories[best] || best : words("line_no_cards"),
    brought: winners.length === 1 && !shared && !voided ? gain(pad, deal, winners[0]) : "",
  };
}

// A deal won is a point, unless cubits count; what a play-off carries, only the server adds up.
/** @param {View} pad @param {DealFacts} deal @param {Seat} winner */
function gain({ game }, { payload: { paid, playoff_of: carries } }, winner) {
  if (!game.counts_cubits) return signed(1);
  if (carries) return "";
  const pot = Object.values(paid || {}).reduce((sum, amount) => sum + amount, 0);
  return pot ? signed(pot - (paid[winner] || 0)) : "";
}

/** @param {number} number */
function signed(number) {
  return (number > 0 ? "+" : "") + figure(number);
}

// What is to be known of it before one trusts it, as a sign; the words stand under the line.
/** @param {DealFacts} deal */
export function signOf({ opinion, waiting }) {
  if (waiting) return "\u2191";
  return { waiting: "?", disputed: "!", confirmed: "\u2713" }[opinion] ?? "";
}

/** @param {View} pad @param {DealFacts} deal */
export function line(pad, deal) {
  const { who, what, brought } = lineOf(pad, deal);
  const sign = signOf(deal);
  return [
    el("span", { class: "deal-number" }, deal.number),
    el("span", { class: `deal-line${deal.voided ? " deal-line-voided" : ""}` }, [el("b", {}, who), " ", what]),
    el("span", { class: `deal-sign${sign === "!" ? " deal-sign-bad" : ""}` }, sign),
    el("span", { class: "deal-brought" }, deal.voided ? "\u2013" : brought),
  ];
}
