// What is being entered of a showdown, and the payload that comes of it.

export const QUARRY = "quarry";

export function fresh(state) {
  const playoff = state.playoff;
  const seats = playoff ? playoff.seats : state.seats.map((seat) => seat.index);
  const dealer = seats.includes(state.turn) ? state.turn : seats[0];
  return {
    seats, dealer, playoffOf: playoff ? playoff.deal : null, folded: [], hands: {}, quarry: [], paid: {}, claimed: [],
    override: "", reason: "", withoutCards: false, step: "table", at: null, readings: {}, verdict: null,
  };
}

export function reopened(state, deal) {
  const old = deal.payload;
  const tied = old.playoff_of ? state.deals.find((item) => item.number === old.playoff_of) : null;
  return Object.assign(fresh(state), {
    seats: tied && tied.result ? tied.result.winners : state.seats.map((seat) => seat.index),
    dealer: old.dealer,
    playoffOf: old.playoff_of || null,
    folded: (old.folded || []).slice(),
    hands: copied(old.hands),
    quarry: (old.quarry || []).slice(),
    paid: Object.assign({}, old.paid),
    claimed: (old.claimed || []).slice(),
    override: old.override || "",
    reason: old.override || "",
    withoutCards: !old.hands && Boolean(old.claimed),
  });
}

function copied(hands) {
  const copy = {};
  Object.keys(hands || {}).forEach((seat) => { copy[seat] = hands[seat].slice(); });
  return copy;
}

export function stillIn(draft) {
  return draft.seats.filter((seat) => !draft.folded.includes(seat));
}

export function handSize(state) {
  return state.table.rules.hand_size || 6;
}

export function hasQuarry(state) {
  return state.table.game === "protean";
}

export function notesCubits(draft, state) {
  return state.table.rules.score === "cubits" || Object.keys(draft.paid).length > 0;
}

export function shows(draft) {
  return !draft.withoutCards && stillIn(draft).length > 1;
}

// The next hand that is not complete, from the dealer's left; the Quarry last; null when everything is there.
export function missing(draft, state) {
  if (!shows(draft)) return null;
  const size = handSize(state);
  const order = draft.seats.filter((seat) => seat > draft.dealer).concat(draft.seats.filter((seat) => seat <= draft.dealer));
  const next = order.find((seat) => !draft.folded.includes(seat) && (draft.hands[seat] || []).length !== size);
  if (next !== undefined) return next;
  return hasQuarry(state) && draft.quarry.length < stillIn(draft).length ? QUARRY : null;
}

export function payload(draft, state) {
  const body = { dealer: draft.dealer, folded: draft.folded.slice().sort() };
  if (shows(draft)) {
    body.hands = {};
    stillIn(draft).forEach((seat) => { body.hands[seat] = draft.hands[seat] || []; });
    if (hasQuarry(state)) body.quarry = draft.quarry;
  }
  if (notesCubits(draft, state)) {
    body.paid = {};
    draft.seats.forEach((seat) => { body.paid[seat] = draft.paid[seat] || 0; });
  }
  if (draft.claimed.length && stillIn(draft).length > 1) body.claimed = draft.claimed.slice().sort();
  if (draft.playoffOf !== null) body.playoff_of = draft.playoffOf;
  if (draft.override && body.claimed) body.override = draft.override;
  return body;
}

export function complete(draft) {
  return draft.step === "verdict";
}

export function rebase(draft, state) {
  const playoff = state.playoff;
  if (draft.editing) return;
  draft.playoffOf = playoff ? playoff.deal : null;
  draft.seats = playoff ? playoff.seats : state.seats.map((seat) => seat.index);
  draft.folded = draft.folded.filter((seat) => draft.seats.includes(seat));
  draft.claimed = draft.claimed.filter((seat) => draft.seats.includes(seat));
  if (!draft.seats.includes(draft.dealer)) draft.dealer = draft.seats[0];
}

// An error takes the person to the place where it is mended.
export function refused(draft, state, error) {
  const hand = /^hand-(\d+)$/.exec(error.field);
  if (error.code === "claim-differs") {
    draft.step = "verdict";
    draft.verdict = null;
  } else if (hand) {
    Object.assign(draft, { step: "hand", at: Number(hand[1]) });
  } else if (error.field === "quarry") {
    Object.assign(draft, { step: "hand", at: QUARRY });
  } else {
    draft.step = { paid: "paid", claimed: "claim" }[error.field] || "table";
  }
}
