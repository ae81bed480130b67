// Each phone its own hand: what this phone has still to enter, and what the table knows of the others' hands. Pure.

import { handOf, QUARRY } from "../drafts/showdown.js";
import { ownOf } from "../selectors.js";

/** @typedef {import("../drafts/hands.js").Place} Place */

// Whether this phone enters hands one by one, face down. Offline nobody else would hear of them: then all are entered here.
// What somebody has begun does not turn into the other under the finger.
/** @param {View} pad */
export function entersOwn({ alone, draft, game, link, state }) {
  if (game.sheet !== "showdown" || alone || state.me === null) return false;
  const { editing, inserts, mends, own = null, step, number, withoutCards } = draft;
  if (own === null && (link !== "live" || entersOthers(/** @type {ShowdownDraft} */ (draft), state.me))) return false;
  return !editing && !inserts && !mends && step === "table" && !withoutCards && ownOf(state)?.number === number;
}

/** @param {Showdown} draft @param {Seat} me */
function entersOthers(draft, me) {
  return draft.seats.some((seat) => seat !== me && (handOf(draft, seat).length > 0 || draft.folded.includes(seat)));
}

// The Quarry is once it holds a card from everybody who is still in (P3).
/** @param {TableState} state @param {Place} at */
export function isIn(state, at) {
  const own = ownOf(state);
  if (at !== QUARRY) return Boolean(own?.in.some(({ seat }) => seat === at));
  const players = (state.playoff || state).seats.length - (own?.out.length ?? 0);
  return (own?.quarry?.cards.length ?? 0) >= players;
}

// Whose hand is entered now; null while this phone waits for others.
/** @param {ShowdownView} pad @returns {Place | null} */
export function ownPlace({ draft: { own, seats }, state }) {
  const { me } = state;
  if (own !== undefined && own !== null) return own;
  return me !== null && seats.includes(me) && !isIn(state, me) ? me : null;
}

// Of which nothing has come in: hands, and the Quarry.
/** @param {ShowdownView} pad @returns {Place[]} */
export function awaited({ draft: { seats }, game, state }) {
  /** @type {Place[]} */
  const places = game.quarry ? [...seats, QUARRY] : seats;
  return places.filter((at) => !isIn(state, at));
}

// Whether this phone may enter it, or ask to: for somebody else where they have not, or where it did so before.
/** @param {ShowdownView} pad @param {Place} at */
export function mayEnter({ state }, at) {
  const known = ownOf(state)?.in.find(({ seat }) => seat === at);
  return at === QUARRY || !known || known.by === state.me || at === state.me;
}

// Another player's phone, which is to be asked before their hand is entered here.
/** @param {Pick<View, "state">} pad @param {Place} at */
export function phoneToAsk({ state }, at) {
  if (at === state.me) return null;
  return ownOf(state)?.phones?.find(({ seat, free }) => seat === at && !free) ?? null;
}

// Who asks to enter the hand of this phone's player, and whether from now on; whatever waits here to be sent.
/** @param {Pick<View, "server">} pad */
export function asking({ server: { me, own } }) {
  return own?.phones?.find(({ seat, asked_by: by }) => seat === me && by !== null) ?? null;
}

/** @param {ShowdownView} pad @param {Place} at */
export function isReady({ draft, game }, at) {
  if (at === QUARRY) return draft.quarry.length > 1;
  return draft.folded.includes(at) || handOf(draft, at).length === game.hand_size;
}

// Before anything else was entered here.
/** @param {Pick<View, "state">} pad @param {Place} at */
export function isFirst({ state }, at) {
  return at === state.me && !isIn(state, at);
}

// Whether what is entered here is part of the recorded deal: it was sent, and its answer lost.
/** @param {Partial<ShowdownDraft>} draft @param {Payload} payload */
export function isPartOf({ own = null, folded = [], hands = {}, quarry = [] }, payload) {
  if (own === null) return false;
  if (own === QUARRY) return sameCards(quarry, payload.quarry);
  if (folded.includes(own) || payload.folded?.includes(own)) return folded.includes(own) && payload.folded.includes(own);
  return !payload.hands || sameCards(hands[own], payload.hands[own]);
}

/** @param {string[]} [one] @param {string[]} [other] */
function sameCards(one = [], other = []) {
  return one.slice().sort().join() === other.slice().sort().join();
}

// As it is sent.
/** @param {ShowdownView} pad @param {Place} at */
export function saidOf({ draft, game, state }, at) {
  const own = ownOf(state);
  if (at === QUARRY) return { seat: null, seen: own?.quarry?.version ?? 0, said: { cards: draft.quarry } };
  const folded = draft.folded.includes(at);
  const paid = game.counts_cubits ? { paid: draft.paid[at] || 0 } : {};
  const seen = own?.in.find(({ seat }) => seat === at)?.version ?? 0;
  return { seat: at, seen, said: { ...(folded ? { folded } : { cards: handOf(draft, at) }), ...paid } };
}

// The deal that was opened on all phones: who had their hand in it looks at it until they have said that it is right.
/** @param {{ draft: Partial<Draft>, server: Pick<TableState, "me" | "own"> }} before @param {TableState} after */
export function opened({ draft, server: { me, own } }, after) {
  const deal = openedDeal(after, own?.number ?? null);
  const waited = own?.in.some(({ seat }) => seat === me) || (deal && deal.number === draft.number && isPartOf(draft, deal.payload));
  return waited ? deal : null;
}

// What was opened before this phone was laid down, or meanwhile, and nobody has said here that it is right.
/** @param {Pick<PadState, "boot" | "server">} pad @param {KeptDraft | undefined} kept @param {KeptPage | undefined} page */
export function stillRevealed({ boot: { game }, server }, kept, page) {
  if (game.sheet !== "showdown" || page?.state.table.event.id !== server.table.event.id) return null;
  const number = kept?.revealed ?? opened({ draft: kept?.draft || {}, server: page.state }, server)?.number ?? null;
  return openedDeal(server, number) && number;
}

/** @param {TableState} state @param {number | null} number */
export function openedDeal({ deals }, number) {
  return deals.find((deal) => deal.number === number && !deal.voided) || null;
}

// What is to be told of the announcement on the phone of whose turn it is, and that it was taken back; null: all is known.
/** @param {View} pad */
export function untold({ draft, game, link, state }) {
  const { editing, inserts, mends, number, taken } = draft;
  const { me, turn } = state;
  const own = ownOf(state);
  const mine = game.sheet === "announcements" && me !== null && me === turn && own?.number === number;
  const fresh = !editing && !inserts && !mends && (taken ?? null) === null && link === "live";
  if (!mine || !fresh) return null;
  const { announced, trump } = announcedBy(draft, me, game);
  const told = own?.open || { announced: null, trump: null };
  if (told.announced === announced && told.trump === trump) return null;
  return { seat: me, seen: own?.mine?.version ?? 0, said: { announced, trump } };
}

/** @param {View["draft"]} draft @param {Seat} seat @param {Game} game */
function announcedBy({ announced = null, declarer, trump = null }, seat, { records_trump: records }) {
  const whole = declarer === seat && announced !== null && (trump !== null || !records);
  return whole ? { announced, trump } : { announced: null, trump: null };
}
