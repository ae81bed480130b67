// A whole table of showdowns: play-offs, pots, scores, and when it is over (C13-C15, P5, P8-P9), as in
// scoring/showdown/sheet.py.

import { places } from "./compare.js";
import { bySeat, flag, onlyFields, present, seatList, seatOf } from "./fields.js";
import { plainReading, prepare } from "./hands.js";
import { malformed, placed, refuse, tried } from "./refusal.js";
import { judge } from "./verdict.js";

// A deal won is counted in parts that can be shared by up to eight, so that thirds add up to a whole.
const WHOLE = 840;

// A table is {seats, first_dealer, deals, closed}, with null for a voided deal. Without `seats`, the answer is what can be
// said where only the server knows who won.
/** @param {Game} game @param {TableRecord} table @returns {TableResult | { error: Refusal }} */
export function scoreShowdown(game, table) {
  const { done, error } = tried(() => scored(game, table));
  return error ? { error } : done;
}

/** @param {Game} game @param {TableRecord} table */
function scored(game, table) {
  const sheet = blank(game, table);
  const deals = table.deals.map((payload, index) => placed({ deal: index + 1 }, () =>
    payload === null ? null : record(sheet, payload, index + 1)
  ));
  const finished = isFinished(sheet);
  const next = sheet.lastDealer === null ? table.first_dealer : (sheet.lastDealer + 1) % table.seats;
  const turn = finished || table.closed ? null : next;
  return {
    seats: sheet.known ? seatResults(sheet) : null,
    turn,
    next_turn: turn === null ? null : (turn + 1) % table.seats,
    playoff: sheet.chain && { deal: sheet.chain.latest, seats: sheet.chain.tied, pot: sum(sheet.chain.paid) },
    finished,
    deals,
  };
}

/** @param {Game} game @param {TableRecord} table @returns {ShowdownSheet} */
function blank(game, { seats }) {
  const nothing = () => Array(seats).fill(0);
  return { seats, game, showdown: prepare(game), known: true, counted: 0, lastDealer: null, chain: null, won: nothing(), cubits: nothing() };
}

/** @param {ShowdownSheet} sheet */
function seatResults({ game, won, cubits }) {
  const scores = game.counts_cubits ? cubits : won.map((parts) => parts / WHOLE);
  const ranks = places(scores, (one, other) => one - other);
  return scores.map((score, seat) => ({ score, place: ranks[seat] }));
}

// Whether the length the event chose is reached; never while a tie is open.
/** @param {ShowdownSheet} sheet */
function isFinished({ known, chain, counted, game, won, cubits }) {
  if (chain || !known) return false;
  if (game.deals) return counted >= game.deals;
  if (!game.race_to) return false;
  return game.counts_cubits ? Math.max(...cubits) >= game.race_to : Math.max(...won) >= game.race_to * WHOLE;
}

/** @param {ShowdownSheet} sheet @param {Payload} payload @param {number} number */
function record(sheet, payload, number) {
  if (isFinished(sheet)) refuse("table-finished");
  onlyFields(payload, sheet.game.fields);
  const dealer = seatOf(payload, "dealer", sheet.seats);
  flag(payload, "out_of_turn");
  const paid = paidIn(payload, sheet);
  const takingPart = takingPartIn(sheet, payload, paid);
  const deal = judge(payload, sheet.showdown, { seats: sheet.seats, takingPart });
  if (!sheet.chain) {
    sheet.counted += 1;
    sheet.lastDealer = dealer;
  }
  if (!deal) {
    sheet.known = false;
    sheet.chain = null;
    return null;
  }
  return verdictOf(deal, count(sheet, deal, { number, dealer, paid }));
}

/** @param {JudgedDeal} deal @param {{ pot: number, net: number[] | null }} counted */
function verdictOf({ winners, decided_by, hands, unverified }, { pot, net }) {
  const readings = Object.fromEntries(Array.from(hands).flatMap(([seat, reading]) => (reading ? [[seat, plainReading(reading)]] : [])));
  return { winners, decided_by, hands: readings, unverified, pot, net };
}

/** @param {Payload} payload @param {ShowdownSheet} sheet @returns {Map<Seat, number>} */
function paidIn(payload, { seats, game }) {
  const paid = bySeat(payload, "paid", seats);
  paid.forEach((amount, seat) => {
    if (!Number.isInteger(amount) || amount < 0 || amount > game.most_cubits) refuse("paid-invalid", { seat });
  });
  return paid;
}

// Everyone, or the tied seats alone in the play-off that must come next (C14).
/** @param {ShowdownSheet} sheet @param {Payload} payload @param {Map<Seat, number>} paid */
function takingPartIn({ chain, known, seats }, payload, paid) {
  const named = payload.playoff_of;
  if (!known && present(named)) return namedIn(payload, seats, paid);
  if (!chain) {
    if (present(named)) malformed("playoff_of");
    return Array.from({ length: seats }, (_, seat) => seat);
  }
  if (!present(named)) refuse("playoff-missing", { deal: chain.latest });
  if (named !== chain.root && named !== chain.latest) malformed("playoff_of");
  const got = namedIn(payload, seats, paid);
  if (!got.every((seat) => chain.tied.includes(seat))) refuse("playoff-seats", { expected: chain.tied, got });
  return chain.tied;
}

/** @param {Payload} payload @param {number} seats @param {Map<Seat, number>} paid */
function namedIn(payload, seats, paid) {
  return Array.from(new Set([
    ...bySeat(payload, "hands", seats).keys(), ...seatList(payload, "folded", seats),
    ...seatList(payload, "claimed", seats), ...paid.keys(),
  ])).sort((one, other) => one - other);
}

// Carries the pot of a tie, or gives everyone what the deal and all it plays off brought. `net` is null while a tie is
// open, and where nobody noted what was paid.
/** @param {ShowdownSheet} sheet @param {JudgedDeal} deal @param {{ number: number, dealer: Seat, paid: Map<Seat, number> }} facts */
function count(sheet, deal, { number, dealer, paid }) {
  const { winners } = deal;
  const putIn = new Map(sheet.chain ? sheet.chain.paid : []);
  for (const [seat, amount] of paid) putIn.set(seat, amount + (putIn.get(seat) || 0));
  const pot = sum(putIn);
  if (winners.length > 1 && !sheet.game.splits_ties) {
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
