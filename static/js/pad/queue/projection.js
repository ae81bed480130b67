// The state of a table as it would be if the server had saved what still waits to be sent. Pure: nothing is changed.

import { sameDeal } from "../rules/compare.js";
import { integer, knownSeat } from "../rules/fields.js";
import { refuse, tried } from "../rules/refusal.js";
import { scoreShowdown } from "../rules/showdown.js";
import { scoreVilnius } from "../rules/vilnius.js";

const STEPS = { deal: withDeal, correction: withCorrection, void: withoutDeal, dealer: withDealer, said: unchanged };

/** @typedef {Pick<PadState, "server"> & { boot: Pick<Boot, "game"> }} Known */

const SCORES = { announcements: scoreVilnius, showdown: scoreShowdown };

// `server` is what was last heard of it, `waiting` what was entered since, in order: {kind: "deal" | "correction" |
// "void" | "dealer", number, payload, seat, reason, client_id}. What the rules refuse is left out; the first such entry is told
// in `problem`: {code, deal, ..., index, client_id}. Deals of the queue are marked `waiting`.
/** @param {Known} pad @param {PlayedEntry[]} waiting @returns {TableState} */
export function projectState({ boot: { game }, server }, waiting) {
  /** @type {TableState} */
  let now = { ...server, problem: null };
  for (const [index, entry] of waiting.entries()) {
    const { done, error } = tried(() => after(game, now, entry));
    if (!error) now = done;
    else if (!now.problem) now = { ...now, problem: { ...error, index, client_id: entry.client_id } };
  }
  return now;
}

// Why a deal (with a number: its correction; without a payload: voiding it) could not be saved; null where it could.
/** @param {Known} pad @param {PlayedEntry[]} waiting @param {Payload | null} payload @param {number} [number] */
export function checkDeal(pad, waiting, payload, number) {
  return previewDeal(pad, waiting, payload, number).error;
}

// What a deal would come to, {deal: {winners, ...} or {points, ...} or null, error: null}, as the server answers to preview/.
/** @param {Known} pad @param {PlayedEntry[]} waiting @param {Payload | null} payload @param {number} [number] @returns {{ deal: Result | null, error: Refusal | null }} */
export function previewDeal(pad, waiting, payload, number) {
  const now = projectState(pad, waiting);
  /** @type {PlayedEntry} */
  const entry = number ? { kind: payload ? "correction" : "void", number, payload } : { kind: "deal", payload };
  const at = number || nextNumber(now.deals);
  const { done, error } = tried(() => after(pad.boot.game, now, entry).deals.find((each) => each.number === at)?.result ?? null);
  return { deal: done, error };
}

/** @param {Game} game @param {TableState} state @param {PlayedEntry} entry */
function after(game, state, entry) {
  return STEPS[entry.kind](game, state, entry);
}

// `taken` is the number the deal had when it was entered: another phone, or a first try whose answer was lost, may have
// saved it since.
/** @param {Game} game @param {TableState} state @param {PlayedEntry} entry */
function withDeal(game, state, { payload, number: taken }) {
  const { status } = state.table;
  const number = nextNumber(state.deals);
  const saved = (taken ?? number) < number && state.deals.find((deal) => deal.number === taken && !deal.voided);
  if (saved && payload && sameDeal(saved.payload, payload)) return state;
  if (saved) refuse("stale", { deal: taken });
  if (status === "adjourned") refuse("table-adjourned");
  if (status !== "playing") refuse("table-finished", { deal: number });
  return withVersion(game, state, number, { payload });
}

/** @param {Game} game @param {TableState} state @param {PlayedEntry} entry */
function withCorrection(game, state, { number, payload, reason }) {
  return withVersion(game, state, known(state, number).number, { payload, reason });
}

/** @param {Game} game @param {TableState} state @param {PlayedEntry} entry */
function withoutDeal(game, state, { number, reason }) {
  const deal = known(state, number);
  if (deal.voided) refuse("deal-voided", { deal: number });
  return withVersion(game, state, deal.number, { payload: null, reason });
}

/** @param {TableState} state @param {number | null} [number] */
function known(state, number) {
  const deal = state.deals.find((each) => each.number === number);
  if (!deal) refuse("deal-unknown", { deal: number });
  return deal;
}

/** @param {Game} _game @param {TableState} state */
function unchanged(_game, state) {
  return state;
}

// Who deals first is open until a deal stands.
/** @param {Game} game @param {TableState} state @param {PlayedEntry} entry */
function withDealer(game, state, entry) {
  if (nextNumber(state.deals) > 1) refuse("dealer-fixed");
  const seat = knownSeat(integer(entry, "seat"), state.seats.length);
  return rescored(game, { ...state, table: { ...state.table, first_dealer: seat } });
}

// A voided deal in between keeps its number, one at the end does not (tournaments.selectors.table.deals).
/** @param {DealFacts[]} deals */
function nextNumber(deals) {
  return deals.reduce((last, deal) => (deal.voided ? last : Math.max(last, deal.number)), 0) + 1;
}

// What the server tells of a deal besides is that of the version before; nobody has confirmed yet what they cannot see.
/** @param {Game} game @param {TableState} state @param {number} number @param {{ payload?: Payload | null, reason?: string }} facts */
function withVersion(game, state, number, { payload, reason }) {
  const old = state.deals.find((deal) => deal.number === number);
  const version = old ? old.version + 1 : 1;
  const deal = {
    right: "free", ...old, number, version, voided: payload === null, payload: payload ?? old?.payload ?? {}, result: null, words: "",
    seat: state.me ?? null, by: "", reason: reason || "", opinion: "", may_confirm: false, may_dispute: false, waiting: true,
  };
  const deals = [...state.deals.filter((each) => each !== old), deal].sort((one, other) => one.number - other.number);
  const added = rescored(game, { ...state, deals });
  const status = statusAfter(game, state, added, version);
  return status === state.table.status ? added : rescored(game, { ...added, table: { ...added.table, status } });
}

// As services.tables does: the game's own end, its reopening, and the last deal that the round's clock allows.
/** @param {Game} game @param {TableState} before @param {TableState} added @param {number} version */
function statusAfter(game, before, added, version) {
  const { status } = before.table;
  if (added.finished) return "finished";
  if (status === "finished" && before.finished) return "playing";
  const { clock } = before;
  const done = added.deals.filter((deal) => !deal.voided).length;
  if (version > 1 || !clock || clock.allowed === null || done < clock.allowed) return status;
  return game.open && !added.playoff ? "finished" : "closed";
}

// Where the phone cannot tell who won, it leaves the scores as the server said them.
/** @param {Game} game @param {TableState} state @returns {TableState} */
function rescored(game, state) {
  const result = score(game, state);
  if ("error" in result) return refuse(result.error.code, result.error);
  const { seats } = result;
  return {
    ...state,
    seats: seats ? state.seats.map((seat, index) => ({ ...seat, ...seats[index] })) : state.seats,
    turn: result.turn,
    next_turn: result.next_turn,
    playoff: result.playoff || null,
    deals: state.deals.map((deal) => withResult(deal, result.deals[deal.number - 1])),
    finished: seats ? result.finished : state.finished,
  };
}

/** @param {Game} game @param {TableState} state */
function score(game, { table, seats, deals }) {
  /** @type {(Payload | null)[]} */
  const payloads = Array(nextNumber(deals) - 1).fill(null);
  for (const { number, voided, payload } of deals) if (!voided) payloads[number - 1] = payload;
  const facts = { first_dealer: table.first_dealer, seats: seats.length, deals: payloads, closed: table.status === "closed" };
  return SCORES[game.sheet](game, facts);
}

// Words that the server made for another result would be wrong.
/** @param {DealFacts} deal @param {Result | null} [scored] @returns {DealFacts} */
function withResult(deal, scored) {
  if (scored === null && !deal.voided) return deal;
  const result = scored ? plain(scored) : null;
  const same = JSON.stringify(result) === JSON.stringify(deal.result);
  return { ...deal, result, words: same ? deal.words : "" };
}

// What the server says of a deal; pots and nets are for those who ask the rules themselves.
/** @param {Result} scored */
function plain(scored) {
  const { winners, decided_by, hands, unverified } = scored;
  return winners ? { winners, decided_by, hands, unverified } : scored;
}
