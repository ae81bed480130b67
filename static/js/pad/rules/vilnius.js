// The Vilnius sheet: rotation, quotas, points, bounds, and who can still win (V1-V10), as in scoring/vilnius.py.

import { compare, places } from "./compare.js";
import { flag, integer, onlyFields, present, seatOf } from "./fields.js";
import { clip, malformed, placed, refuse, tried } from "./refusal.js";
import { VILNIUS } from "./tables.js";

const { announcements: FULL, quotas: QUOTAS, tricks: TRICKS, exact_points: EXACT, off_points: OFF } = VILNIUS;

/** @param {number} announced @param {number} taken */
export function pointsFor(announced, taken) {
  return EXACT - OFF * Math.abs(announced - taken);
}

// A table is {seats, first_dealer, rules, deals, closed}: the rules complete, null for a voided deal.
/** @param {TableRecord} table @returns {TableResult | { error: Refusal }} */
export function scoreVilnius(table) {
  const { done, error } = tried(() => scored(table));
  return error ? { error } : done;
}

/** @param {TableRecord} table */
function scored(table) {
  const sheets = Array.from({ length: table.seats }, blank);
  let expected = nextInTurn(sheets, table.first_dealer);
  const deals = table.deals.map((payload, index) => placed({ deal: index + 1 }, () => {
    if (payload === null) {
      expected = expected === null ? null : nextInTurn(sheets, expected);
      return null;
    }
    if (expected === null) refuse("table-finished");
    const deal = scoreDeal(payload, sheets, table.rules, { expected, number: index + 1 });
    expected = nextInTurn(sheets, payload.declarer);
    return deal;
  }));
  const turn = table.closed ? null : expected;
  return { seats: seatResults(sheets, table.closed), turn, next_turn: turnAfter(turn, sheets), finished: expected === null, deals };
}

/** @returns {SheetSoFar} */
function blank() {
  return { left: QUOTAS.slice(), total: 0, exact: 0, made: 0, cells: [] };
}

// The first seat to the left whose sheet is not full, the seat itself last (V2).
/** @param {SheetSoFar[]} sheets @param {Seat} seat */
function nextInTurn(sheets, seat) {
  return firstAfter(seat, sheets, (sheet) => sheet.made < FULL);
}

// Who follows the one whose turn it is: his own last announcement fills his sheet.
/** @param {Seat | null} turn @param {SheetSoFar[]} sheets */
function turnAfter(turn, sheets) {
  return turn === null ? null : firstAfter(turn, sheets, (sheet, seat) => sheet.made + (seat === turn ? 1 : 0) < FULL);
}

/** @param {Seat} seat @param {SheetSoFar[]} sheets @param {(sheet: SheetSoFar, seat: Seat) => boolean} open */
function firstAfter(seat, sheets, open) {
  const order = sheets.map((_, step) => (seat + step + 1) % sheets.length);
  const next = order.find((candidate) => open(sheets[candidate], candidate));
  return next === undefined ? null : next;
}

/** @param {Payload} payload @param {SheetSoFar[]} sheets @param {Record<string, any>} rules @param {{ expected: Seat, number: number }} facts */
function scoreDeal(payload, sheets, rules, { expected, number }) {
  onlyFields(payload, VILNIUS.fields);
  const declarer = seatOf(payload, "declarer", sheets.length);
  const announced = tricks(payload, "announced", "announcement-range");
  const taken = tricks(payload, "taken", "tricks-range");
  const meant = flag(payload, "out_of_turn");
  checkTrump(payload.trump, rules);
  const sheet = sheets[declarer];
  if (sheet.made === FULL) refuse("sheet-full", { seat: declarer });
  if (declarer !== expected && !meant) refuse("out-of-turn", { seat: declarer, expected, got: declarer });
  if (!sheet.left[announced]) refuse("quota-used", { seat: declarer, announced });
  const deal = { points: pointsFor(announced, taken), exact: announced === taken, out_of_turn: declarer !== expected };
  announce(sheet, { announced, taken, trump: payload.trump ?? null }, deal, number);
  return deal;
}

/** @param {SheetSoFar} sheet @param {{ announced: number, taken: number, trump: string | null }} made @param {{ points: number, exact: boolean, out_of_turn: boolean }} deal @param {number} number */
function announce(sheet, { announced, taken, trump }, deal, number) {
  sheet.left[announced] -= 1;
  sheet.made += 1;
  sheet.total += deal.points;
  sheet.exact += deal.exact ? 1 : 0;
  sheet.cells.push({ deal: number, announced, taken, trump, ...deal });
}

/** @param {Payload} payload @param {string} name @param {string} code */
function tricks(payload, name, code) {
  const got = integer(payload, name);
  if (got < 0 || got > TRICKS) refuse(code, { lowest: 0, highest: TRICKS, got });
  return got;
}

/** @param {unknown} trump @param {Record<string, any>} rules */
function checkTrump(trump, rules) {
  if (!present(trump)) return;
  if (typeof trump !== "string") malformed("trump");
  const known = VILNIUS.suits.includes(trump) || (trump === VILNIUS.no_trump && rules.no_trump);
  if (!known) refuse("trump-unknown", { trump: clip(trump) });
}

/** @param {SheetSoFar[]} sheets @param {boolean} closed */
function seatResults(sheets, closed) {
  const finished = sheets.every((sheet) => sheet.made === FULL);
  const ranks = places(sheets, ranking(finished, closed));
  return sheets.map((sheet, seat) => {
    const others = sheets.filter((other) => other !== sheet);
    const first = ranks[seat] === 1;
    const hopes = closed ? {
      can_win: first,
      has_won: first && ranks.filter((place) => place === 1).length === 1,
    } : {
      can_win: others.every((other) => compare(bestEnd(sheet), worstEnd(other)) >= 0),
      has_won: others.every((other) => compare(worstEnd(sheet), bestEnd(other)) > 0),
    };
    return { score: sheet.total, place: ranks[seat], sheet: { ...facts(sheet), ...hopes, cells: sheet.cells } };
  });
}

// Total and exact announcements once all sheets are full (V6), points per announcement where the table was closed
// before (V10), the total alone while it is played.
/** @param {boolean} finished @param {boolean} closed @returns {(one: SheetSoFar, other: SheetSoFar) => number} */
function ranking(finished, closed) {
  if (finished) return (one, other) => compare([one.total, one.exact], [other.total, other.exact]);
  if (!closed) return (one, other) => one.total - other.total;
  return (one, other) => {
    if (!one.made || !other.made) return (one.made ? 1 : 0) - (other.made ? 1 : 0);
    return one.total * other.made - other.total * one.made;
  };
}

/** @param {SheetSoFar} sheet */
function facts(sheet) {
  const left = Object.fromEntries(sheet.left.map((times, announced) => [String(announced), times]));
  return { left, lowest: lowest(sheet), highest: highest(sheet), exact: sheet.exact, made: sheet.made };
}

// The totals still reachable (V7). The worst is never an exact announcement.
/** @param {SheetSoFar} sheet */
function lowest(sheet) {
  return sheet.left.reduce((sum, times, announced) => sum + times * VILNIUS.worst_points[announced], sheet.total);
}

/** @param {SheetSoFar} sheet */
function highest(sheet) {
  return sheet.total + EXACT * (FULL - sheet.made);
}

/** @param {SheetSoFar} sheet */
function worstEnd(sheet) {
  return [lowest(sheet), sheet.exact];
}

/** @param {SheetSoFar} sheet */
function bestEnd(sheet) {
  return [highest(sheet), sheet.exact + FULL - sheet.made];
}
