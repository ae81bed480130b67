// The Vilnius sheet: rotation, quotas, points, bounds, and who can still win (V1-V10), as in scoring/vilnius/.

import { compare, places } from "./compare.js";
import { flag, integer, onlyFields, present, seatOf } from "./fields.js";
import { clip, malformed, placed, refuse, tried } from "./refusal.js";

/** @param {Game} game @param {number} announced @param {number} taken */
export function pointsFor({ exact_points: exact, off_points: off }, announced, taken) {
  return exact - off * Math.abs(announced - taken);
}

// A table is {seats, first_dealer, deals, closed}, with null for a voided deal.
/** @param {Game} game @param {TableRecord} table @returns {TableResult | { error: Refusal }} */
export function scoreVilnius(game, table) {
  const { done, error } = tried(() => scored(game, table));
  return error ? { error } : done;
}

/** @param {Game} game @param {TableRecord} table */
function scored(game, table) {
  const sheets = Array.from({ length: table.seats }, () => blank(game));
  let expected = nextInTurn(sheets, table.first_dealer);
  const deals = table.deals.map((payload, index) => placed({ deal: index + 1 }, () => {
    if (payload === null) {
      expected = expected === null ? null : nextInTurn(sheets, expected);
      return null;
    }
    if (expected === null) refuse("table-finished");
    const deal = scoreDeal(payload, sheets, game, expected);
    expected = nextInTurn(sheets, payload.declarer);
    return deal;
  }));
  const turn = table.closed ? null : expected;
  return { seats: seatResults(sheets, table.closed), turn, next_turn: turnAfter(turn, sheets), finished: expected === null, deals };
}

/** @param {Game} game @returns {SheetSoFar} */
function blank(game) {
  return { game, left: game.quotas.slice(), total: 0, exact: 0, made: 0 };
}

// The first seat to the left whose sheet is not full, the seat itself last (V2).
/** @param {SheetSoFar[]} sheets @param {Seat} seat */
function nextInTurn(sheets, seat) {
  return firstAfter(seat, sheets, (sheet) => !isFull(sheet));
}

// Who follows the one whose turn it is: their own last announcement fills their sheet.
/** @param {Seat | null} turn @param {SheetSoFar[]} sheets */
function turnAfter(turn, sheets) {
  return turn === null ? null : firstAfter(turn, sheets, (sheet, seat) => openIn(sheet) > (seat === turn ? 1 : 0));
}

/** @param {Seat} seat @param {SheetSoFar[]} sheets @param {(sheet: SheetSoFar, seat: Seat) => boolean} open */
function firstAfter(seat, sheets, open) {
  const order = sheets.map((_, step) => (seat + step + 1) % sheets.length);
  const next = order.find((candidate) => open(sheets[candidate], candidate));
  return next === undefined ? null : next;
}

// How many announcements are left.
/** @param {SheetSoFar} sheet */
function openIn({ left }) {
  return left.reduce((sum, times) => sum + times, 0);
}

/** @param {SheetSoFar} sheet */
function isFull(sheet) {
  return openIn(sheet) === 0;
}

/** @param {Payload} payload @param {SheetSoFar[]} sheets @param {Game} game @param {Seat} expected */
function scoreDeal(payload, sheets, game, expected) {
  onlyFields(payload, game.fields);
  const declarer = seatOf(payload, "declarer", sheets.length);
  const announced = tricks(payload, "announced", { code: "announcement-range", highest: game.hand_size });
  const taken = tricks(payload, "taken", { code: "tricks-range", highest: game.hand_size });
  const meant = flag(payload, "out_of_turn");
  checkTrump(payload.trump, game);
  const sheet = sheets[declarer];
  if (isFull(sheet)) refuse("sheet-full", { seat: declarer });
  if (declarer !== expected && !meant) refuse("out-of-turn", { seat: declarer, expected, got: declarer });
  if (!sheet.left[announced]) refuse("quota-used", { seat: declarer, announced });
  const deal = { points: pointsFor(game, announced, taken), exact: announced === taken, out_of_turn: declarer !== expected };
  announce(sheet, announced, deal);
  return deal;
}

/** @param {SheetSoFar} sheet @param {number} announced @param {{ points: number, exact: boolean }} deal */
function announce(sheet, announced, deal) {
  sheet.left[announced] -= 1;
  sheet.made += 1;
  sheet.total += deal.points;
  sheet.exact += deal.exact ? 1 : 0;
}

/** @param {Payload} payload @param {string} name @param {{ code: string, highest: number }} range */
function tricks(payload, name, { code, highest }) {
  const got = integer(payload, name);
  if (got < 0 || got > highest) refuse(code, { lowest: 0, highest, got });
  return got;
}

/** @param {unknown} trump @param {Game} game */
function checkTrump(trump, { trumps }) {
  if (!present(trump)) return;
  if (typeof trump !== "string") malformed("trump");
  if (!trumps.includes(trump)) refuse("trump-unknown", { trump: clip(trump) });
}

/** @param {SheetSoFar[]} sheets @param {boolean} closed */
function seatResults(sheets, closed) {
  const finished = sheets.every(isFull);
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
    return { score: sheet.total, place: ranks[seat], sheet: { ...facts(sheet), ...hopes } };
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
  return sheet.left.reduce((sum, times, announced) => sum + times * sheet.game.worst_points[announced], sheet.total);
}

/** @param {SheetSoFar} sheet */
function highest(sheet) {
  return sheet.total + sheet.game.exact_points * openIn(sheet);
}

/** @param {SheetSoFar} sheet */
function worstEnd(sheet) {
  return [lowest(sheet), sheet.exact];
}

/** @param {SheetSoFar} sheet */
function bestEnd(sheet) {
  return [highest(sheet), sheet.exact + openIn(sheet)];
}
