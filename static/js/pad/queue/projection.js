// The state of a table as it would be if the server had saved what still waits to be sent. Pure: nothing is changed.

import { integer, knownSeat } from "../rules/fields.js";
import { refusalOf, refuse } from "../rules/refusal.js";
import { sameDeal } from "../rules/compare.js";
import { scoreShowdown } from "../rules/showdown.js";
import { scoreVilnius } from "../rules/vilnius.js";

const STEPS = { deal: withDeal, correction: withCorrection, void: withoutDeal, dealer: withDealer };

// `state` is what the server last said, `waiting` what was entered since, in order: {kind: "deal" | "correction" |
// "void" | "dealer", number, payload, seat, reason, client_id}. What the rules refuse is left out; the first such entry is told
// in `problem`: {code, deal, ..., index, client_id}. Deals of the queue are marked `waiting`.
export function projectState(state, waiting) {
  let now = Object.assign({}, state, { problem: null });
  waiting.forEach((entry, index) => {
    const error = refusalOf(() => { now = after(now, entry); });
    if (error && !now.problem) now = Object.assign({}, now, { problem: Object.assign({}, error, { index, client_id: entry.client_id }) });
  });
  return now;
}

// Why a deal (with a number: its correction; without a payload: striking it out) could not be saved; null where it could.
export function checkDeal(state, waiting, payload, number) {
  return previewDeal(state, waiting, payload, number).error;
}

// What a deal would come to, {deal: {winners, ...} or {points, ...} or null, error: null}, as the server answers to preview/.
export function previewDeal(state, waiting, payload, number) {
  const now = projectState(state, waiting);
  const entry = number ? { kind: payload ? "correction" : "void", number, payload } : { kind: "deal", payload };
  let deal = null;
  const error = refusalOf(() => {
    const at = number || nextNumber(now.deals);
    deal = after(now, entry).deals.find((each) => each.number === at).result;
  });
  return { deal, error };
}

function after(state, entry) {
  return STEPS[entry.kind](state, entry);
}

// `taken` is the number the deal had when it was entered: another phone, or a first try whose answer was lost, may have
// saved it since.
function withDeal(state, { payload, number: taken }) {
  const { status } = state.table;
  const number = nextNumber(state.deals);
  const saved = taken < number && state.deals.find((deal) => deal.number === taken && !deal.voided);
  if (saved && sameDeal(saved.payload, payload)) return state;
  if (saved) refuse("stale", { deal: taken });
  if (status === "adjourned") refuse("table-adjourned");
  if (status !== "playing") refuse("table-finished", { deal: number });
  return withVersion(state, number, { payload });
}

function withCorrection(state, { number, payload, reason }) {
  known(state, number);
  return withVersion(state, number, { payload, reason });
}

function withoutDeal(state, { number, reason }) {
  if (known(state, number).voided) refuse("deal-voided", { deal: number });
  return withVersion(state, number, { payload: null, reason });
}

function known(state, number) {
  const deal = state.deals.find((each) => each.number === number);
  if (!deal) refuse("deal-unknown", { deal: number });
  return deal;
}

// Who deals first is open until a deal stands.
function withDealer(state, entry) {
  if (nextNumber(state.deals) > 1) refuse("dealer-fixed");
  const seat = knownSeat(integer(entry, "seat"), state.seats.length);
  return rescored(Object.assign({}, state, { table: Object.assign({}, state.table, { first_dealer: seat }) }));
}

// A voided deal in between keeps its number, one at the end does not (tournaments.selectors.table.deal_history).
function nextNumber(deals) {
  return deals.reduce((last, deal) => (deal.voided ? last : Math.max(last, deal.number)), 0) + 1;
}

// What the server tells of a deal besides is that of the version before; nobody has an opinion yet on what he cannot see.
function withVersion(state, number, { payload, reason }) {
  const old = state.deals.find((deal) => deal.number === number);
  const version = old ? old.version + 1 : 1;
  const deal = Object.assign({ right: "free" }, old, {
    number, version, voided: payload === null, payload: payload === null ? old.payload : payload, result: null, words: "",
    seat: state.me === undefined ? null : state.me, by: "", reason: reason || "", opinion: "", may_confirm: false, may_dispute: false,
    waiting: true,
  });
  const deals = state.deals.filter((each) => each !== old).concat(deal).sort((one, other) => one.number - other.number);
  const added = rescored(Object.assign({}, state, { deals }));
  const status = statusAfter(state, added, version);
  return status === state.table.status ? added : rescored(Object.assign({}, added, { table: Object.assign({}, added.table, { status }) }));
}

// As services.tables does: the game's own end, its reopening, and the last deal that the round's clock allows.
function statusAfter(before, added, version) {
  const { status } = before.table;
  if (added.finished) return "finished";
  if (status === "finished" && before.finished) return "playing";
  const { clock } = before;
  const done = added.deals.filter((deal) => !deal.voided).length;
  if (version > 1 || !clock || clock.allowed === null || done < clock.allowed) return status;
  return hasOpenLength(before.table) && !added.playoff ? "finished" : "closed";
}

function hasOpenLength({ family, rules }) {
  return family !== "vilnius" && !rules.deals && !rules.race_to;
}

function rescored(state) {
  const result = score(state);
  if (result.error) refuse(result.error.code, result.error);
  return Object.assign({}, state, {
    seats: state.seats.map((seat, index) => Object.assign({}, seat, result.seats[index])),
    turn: result.turn,
    next_turn: result.next_turn,
    playoff: result.playoff || null,
    deals: state.deals.map((deal) => withResult(deal, result.deals[deal.number - 1])),
    finished: result.finished,
  });
}

function score({ table, seats, deals }) {
  const payloads = Array(nextNumber(deals) - 1).fill(null);
  deals.forEach((deal) => {
    if (!deal.voided) payloads[deal.number - 1] = deal.payload;
  });
  const facts = Object.assign({}, table, { seats: seats.length, deals: payloads, closed: table.status === "closed" });
  return table.family === "vilnius" ? scoreVilnius(facts) : scoreShowdown(facts);
}

// Words that the server made for another result would be wrong.
function withResult(deal, scored) {
  const result = scored ? plain(scored) : null;
  const same = JSON.stringify(result) === JSON.stringify(deal.result);
  return Object.assign({}, deal, { result, words: same ? deal.words : "" });
}

// What the server tells of a deal; pots and nets are for those who ask the rules themselves.
function plain(scored) {
  const { winners, decided_by, hands, unverified } = scored;
  return winners ? { winners, decided_by, hands, unverified } : scored;
}
