// The table's state with what the answer to a saved deal tells of it. Pure: nothing is changed.

// Whether the phone has seen all that came before the deal.
/** @param {TableState} known @param {News} news */
export function follows(known, { event, since }) {
  return known.table.event_id === event && known.revision >= since;
}

/** @param {TableState} known @param {News} news @returns {TableState} */
export function withNews(known, news) {
  const { revision, turn, next_turn, playoff, finished, clock, opinion } = news;
  if (known.revision >= revision) return known;
  return {
    ...known,
    revision, turn, next_turn, playoff, finished, clock, opinion,
    table: { ...known.table, status: news.status },
    seats: known.seats.map((seat) => withScore(seat, news)),
    deals: dealsWith(known.deals, news),
    proposals: known.proposals.filter(({ change }) => isOpen(change.number ?? null, news)),
  };
}

/** @param {SeatFacts} seat @param {News} news @returns {SeatFacts} */
function withScore(seat, { seats, deal }) {
  const { score, place, sheet } = seats[seat.index];
  if (!seat.sheet || !sheet) return { ...seat, score, place };
  const cells = seat.sheet.cells.filter((cell) => cell.deal !== deal.number);
  if (deal.payload.declarer === seat.index) cells.push(cellOf(deal));
  return { ...seat, score, place, sheet: { ...sheet, cells } };
}

/** @param {Omit<DealFacts, "right">} deal @returns {Cell} */
function cellOf({ number, payload: { announced, taken, trump = null }, result }) {
  const { points, exact, out_of_turn } = result || {};
  return { deal: number, announced, taken, points, exact, trump, out_of_turn };
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
