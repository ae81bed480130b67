// The table's state of what the server tells: all of it, or what a saved deal changes. Pure: nothing is changed.

import { pointsFor } from "../rules/vilnius.js";

const USUAL = {
  version: 1, voided: false, words: "", seat: null, reason: "", opinion: "", opinion_by: "", opinion_reason: "", said: "",
  may_confirm: false, may_dispute: false, may_withdraw: false,
};

// With what goes without saying of its deals (tournaments.selectors.pad.state.usual).
/** @param {Game} game @param {ToldState} told @returns {TableState} */
export function whole(game, told) {
  const { seats, opinion: { right } } = told;
  return { ...told, deals: told.deals.map((deal) => ({
    ...USUAL,
    result: inTurn(game, deal),
    by: seats[deal.seat ?? -1]?.name ?? "",
    right,
    ...deal,
  })) };
}

/** @param {Game} game @param {Pick<DealFacts, "payload"> & { voided?: boolean }} deal @returns {Result | null} */
function inTurn(game, { voided, payload: { announced, taken } }) {
  if (voided || game.sheet !== "announcements") return null;
  return { points: pointsFor(game, announced, taken), exact: announced === taken, out_of_turn: false };
}

// Whether the phone has seen all that came before the deal, at a board also of the others.
/** @param {TableState} known @param {News} news */
export function follows(known, { event, since, others = 0 }) {
  return known.table.event.id === event && known.revision >= since && othersOf(known) >= others;
}

/** @param {Pick<TableState, "revision" | "match">} one @param {Pick<TableState, "revision" | "match">} other */
export function isOlder(one, other) {
  return one.revision < other.revision || (one.revision === other.revision && othersOf(one) < othersOf(other));
}

/** @param {Pick<TableState, "match">} state */
function othersOf({ match }) {
  return match?.others ?? 0;
}

/** @param {TableState} known @param {News} news @returns {TableState} */
export function withNews(known, news) {
  const { revision, turn, next_turn, playoff, finished, clock, opinion } = news;
  if (known.revision >= revision) return known;
  return {
    ...known,
    revision, turn, next_turn, playoff, finished, clock, opinion,
    match: news.match ?? known.match,
    table: { ...known.table, status: news.status },
    own: news.status === "playing" && !finished ? nothingOf(news.deal.number + 1, known.own) : null,
    seats: known.seats.map((seat) => ({ ...seat, ...news.seats[seat.index] })),
    deals: dealsWith(known.deals, news),
    proposals: known.proposals.filter(({ change }) => isOpen(change.number ?? null, news)),
  };
}

// An agreement was for the deal before, or for all; who has not answered is waited for no more.
/** @param {number} number @param {OwnFacts | null | undefined} before @returns {OwnFacts} */
function nothingOf(number, before) {
  const phones = (before?.phones ?? []).map((phone) => ({ ...phone, free: phone.free && (phone.asked_by !== null || phone.for_all) }));
  return { number, in: [], out: [], quarry: null, mine: null, open: null, phones, silence: before?.silence ?? 0 };
}

// With time, what nobody disputed has come to count, and what might be corrected may not be any more.
/** @param {DealFacts[]} deals @param {News} news @returns {DealFacts[]} */
function dealsWith(deals, { deal, accepted, rights, opinion }) {
  const after = [...deals.filter(({ number }) => number !== deal.number), deal];
  return after.sort((one, other) => one.number - other.number).map((each) => ({
    ...each,
    ...(accepted.includes(each.number) ? { opinion: "confirmed", may_confirm: false, may_dispute: false } : {}),
    right: rights[each.number] ?? opinion.right,
  }));
}

// As selectors.table.proposed_corrections does: nobody can agree any more to what the deal has overtaken.
/** @param {number | null} number @param {News} news */
function isOpen(number, { deal, rights, opinion }) {
  if (number === null || number === deal.number) return false;
  return (rights[number] ?? opinion.right) !== "closed";
}
