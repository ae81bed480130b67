// A whole table of showdowns: play-offs, pots, scores, and when it is over (C13-C15, P5, P8-P9), as in
// scoring/showdown_sheet.py.

import { places } from "./compare.js";
import { bySeat, flag, onlyFields, present, seatList, seatOf } from "./fields.js";
import { plainReading, prepare } from "./hands.js";
import { malformed, placed, refuse, tried } from "./refusal.js";
import { SHOWDOWN } from "./tables.js";
import { judge } from "./verdict.js";

// A deal won is counted in parts that can be shared by up to six, so that thirds add up to a whole.
const WHOLE = 60;

// A table is {game, seats, first_dealer, rules, deals, closed}: the rules complete, null for a voided deal.
/** @param {TableRecord} table @returns {TableResult | { error: Refusal }} */
export function scoreShowdown(table) {
  const { done, error } = tried(() => scored(table));
  return error ? { error } : done;
}

/** @param {TableRecord} table */
function scored(table) {
  const sheet = blank(table);
  const deals = table.deals.map((payload, index) => placed({ deal: index + 1 }, () =>
    payload === null ? null : record(sheet, payload, index + 1)
  ));
  const finished = isFinished(sheet);
  const next = sheet.lastDealer === null ? table.first_dealer : (sheet.lastDealer + 1) % table.seats;
  const turn = finished || table.closed ? null : next;
  return {
    seats: seatResults(sheet),
    turn,
    next_turn: turn === null ? null : (turn + 1) % table.seats,
    playoff: sheet.chain && { deal: sheet.chain.latest, seats: sheet.chain.tied, pot: sum(sheet.chain.paid) },
    finished,
    deals,
  };
}

/** @param {TableRecord} table @returns {ShowdownSheet} */
function blank(table) {
  const { seats, rules } = table;
  const showdown = /** @type {ShowdownRules} */ (prepare(table));
  const nothing = () => Array(seats).fill(0);
  return { seats, rules, showdown, counted: 0, lastDealer: null, chain: null, won: nothing(), cubits: nothing() };
}

/** @param {ShowdownSheet} sheet */
function seatResults({ rules, won, cubits }) {
  const scores = rules.score === "cubits" ? cubits : won.map((parts) => parts / WHOLE);
  const ranks = places(scores, (one, other) => one - other);
  return scores.map((score, seat) => ({ score, place: ranks[seat] }));
}

// Whether the length the event chose is reached; never while a tie is open.
/** @param {ShowdownSheet} sheet */
function isFinished({ chain, counted, rules, won, cubits }) {
  if (chain) return false;
  if (rules.deals) return counted >= rules.deals;
  if (!rules.race_to) return false;
  return rules.score === "cubits" ? Math.max(...cubits) >= rules.race_to : Math.max(...won) >= rules.race_to * WHOLE;
}

/** @param {ShowdownSheet} sheet @param {Payload} payload @param {number} number */
function record(sheet, payload, number) {
  if (isFinished(sheet)) refuse("table-finished");
  onlyFields(payload, sheet.showdown.usesQuarry ? SHOWDOWN.quarry_fields : SHOWDOWN.fields);
  const dealer = seatOf(payload, "dealer", sheet.seats);
  flag(payload, "out_of_turn");
  const paid = paidIn(payload, sheet.seats);
  const takingPart = takingPartIn(sheet, payload, paid);
  const deal = judge(payload, sheet.showdown, { seats: sheet.seats, takingPart });
  if (!sheet.chain) {
    sheet.counted += 1;
    sheet.lastDealer = dealer;
  }
  return verdictOf(deal, count(sheet, deal, { number, dealer, paid }));
}

/** @param {JudgedDeal} deal @param {{ pot: number, net: number[] | null }} counted */
function verdictOf({ winners, decided_by, hands, unverified }, { pot, net }) {
  const readings = Object.fromEntries(Array.from(hands, ([seat, reading]) => [seat, plainReading(reading)]));
  return { winners, decided_by, hands: readings, unverified, pot, net };
}

/** @param {Payload} payload @param {number} seats @returns {Map<Seat, number>} */
function paidIn(payload, seats) {
  const paid = bySeat(payload, "paid", seats);
  paid.forEach((amount, seat) => {
    if (!Number.isInteger(amount) || amount < 0 || amount > SHOWDOWN.most_cubits) refuse("paid-invalid", { seat });
  });
  return paid;
}

// Everyone, or the tied seats alone in the play-off that must come next (C14).
/** @param {ShowdownSheet} sheet @param {Payload} payload @param {Map<Seat, number>} paid */
function takingPartIn({ chain, seats }, payload, paid) {
  const named = payload.playoff_of;
  if (!chain) {
    if (present(named)) malformed("playoff_of");
    return Array.from({ length: seats }, (_, seat) => seat);
  }
  if (!present(named)) refuse("playoff-missing", { deal: chain.latest });
  if (named !== chain.root && named !== chain.latest) malformed("playoff_of");
  const got = Array.from(new Set([
    ...bySeat(payload, "hands", seats).keys(), ...seatList(payload, "folded", seats),
    ...seatList(payload, "claimed", seats), ...paid.keys(),
  ])).sort((one, other) => one - other);
  if (!got.every((seat) => chain.tied.includes(seat))) refuse("playoff-seats", { expected: chain.tied, got });
  return chain.tied;
}

// Carries the pot of a tie, or gives everyone what the deal and all it plays off brought. `net` is null while a tie is
// open, and where nobody noted what was paid.
/** @param {ShowdownSheet} sheet @param {JudgedDeal} deal @param {{ number: number, dealer: Seat, paid: Map<Seat, number> }} facts */
function count(sheet, deal, { number, dealer, paid }) {
  const { winners } = deal;
  const putIn = new Map(sheet.chain ? sheet.chain.paid : []);
  for (const [seat, amount] of paid) putIn.set(seat, amount + (putIn.get(seat) || 0));
  const pot = sum(putIn);
  if (winners.length > 1 && !sheet.showdown.splitsTies) {
    const root = sheet.chain ? sheet.chain.root : number;
    sheet.chain = { root, latest: number, tied: winners, paid: putIn };
    return { pot, net: null };
  }
  sheet.chain = null;
  const shares = split(pot, winners, { dealer, seats: sheet.seats });
  const net = shares.map((share, seat) => share - (putIn.get(seat) || 0));
  for (const seat of winners) sheet.won[seat] += WHOLE / winners.length;
  for (const [seat, gained] of net.entries()) sheet.cubits[seat] += gained;
  return { pot, net: putIn.size ? net : null };
}

// Equal shares; the odd cubits go to the first winner left of the dealer (P5).
/** @param {number} pot @param {Seat[]} winners @param {{ dealer: Seat, seats: number }} table */
function split(pot, winners, { dealer, seats }) {
  const odd = pot % winners.length;
  const distance = (/** @type {Seat} */ seat) => (seat - dealer - 1 + seats) % seats;
  const first = winners.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  return Array.from({ length: seats }, (_, seat) =>
    winners.includes(seat) ? (pot - odd) / winners.length + (seat === first ? odd : 0) : 0
  );
}

/** @param {Map<Seat, number>} paid */
function sum(paid) {
  return Array.from(paid.values()).reduce((total, amount) => total + amount, 0);
}
