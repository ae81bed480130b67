// Each phone its own hand: what it has still to enter, what the table knows of the others' hands, and how it adds its hand, or
// the declarer's announcement, to the deal that is played.

import { uuid } from "../queue/api.js";
import { createWords } from "../words.js";
import { begun } from "./drafts/drafting.js";
import { fresh, handOf, QUARRY } from "./drafts/showdown.js";
import { change, readHands, reopen } from "./entering.js";
import { leave, receive } from "./following.js";
import { ownOf, tableOf, viewOf } from "./selectors.js";
import { confirm } from "./talking.js";

/** @typedef {import("./drafts/hands.js").Place} Place */

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

/** @param {string} base */
const placeOf = (base) => `alone ${base}`;

// Whether all hands are entered on this phone; where nobody has said so, they are if most deals have none.
/** @param {Boot} boot */
export function aloneAt({ base, game }) {
  try {
    return (localStorage.getItem(placeOf(base)) ?? String(Boolean(game.cards_optional))) === "true";
  } catch {
    return Boolean(game.cards_optional);
  }
}

/** @param {Context} context @param {boolean} alone */
export function enterAlone(context, alone) {
  const { boot, draft, server } = context.store.state;
  const own = alone || server.me === null || isIn(server, server.me) ? null : server.me;
  context.store.set({ alone, problem: null, draft: { ...draft, own, at: null, step: "table" } });
  try {
    localStorage.setItem(placeOf(boot.base), String(alone));
  } catch {
    // asked again after a reload
  }
}

// Another's hand, for who has no phone; their own once more; null: back to waiting.
/** @param {Context} context @param {Showdown["own"]} own */
export function enterFor(context, own) {
  const { state } = context.store;
  const { hands, folded, quarry, paid } = fresh(tableOf(state));
  context.store.set({ problem: null, draft: { ...state.draft, hands, folded, quarry, paid, past: [], own, touched: false } });
  readHands(context);
}

// That this seat has a phone; the server refuses nothing for want of it, so that nobody waits for the answer.
/** @param {Context} context */
export function registerPhone({ api, store }) {
  const { boot: { game }, server } = store.state;
  if (server.me !== null && game.sheet === "showdown") api.post("own/phone/", { act: "here" });
}

// A player with a phone is asked first; where they have agreed, or have said nothing for long, the hand is entered.
/** @param {Context} context @param {Seat} seat */
export async function askFor(context, seat) {
  if (await speak(context, { act: "ask", seat }) && !phoneToAsk(viewOf(context.store.state), seat)) enterFor(context, seat);
}

/** @param {Context} context @param {boolean} agrees */
export async function answerNeighbour(context, agrees) {
  const forAll = asking(context.store.state)?.for_all;
  if (await speak(context, { act: agrees ? "agree" : "refuse" }) && agrees && forAll) enterAlone(context, true);
}

// Of the deal that the table plays: this phone may keep some already that have not been taken.
/** @param {Context} context @param {object} body */
async function speak(context, body) {
  const { contributing, draft, server } = context.store.state;
  const number = server.own?.number ?? draft.number;
  if (contributing) return false;
  context.store.set({ problem: null, contributing: true });
  const { status, data } = await context.api.post("own/phone/", { number, ...body });
  context.store.set({ contributing: false });
  if (data.state) await receive(context, data.state);
  if (status === 200) return true;
  const words = createWords(context.store.state.boot.strings);
  const own = status === 0 ? words("needs_network") : words(status >= 500 ? "busy_now" : "refused");
  context.store.set({ problem: data.message || own });
  return false;
}

// Whatever comes back, what was sent is the same until it is changed: the server knows it by its id.
/** @param {Context} context @param {object} body @param {{ touched?: boolean }} [options] whether something stays to be entered */
async function send({ api, store }, body, { touched = false } = {}) {
  const { draft, server } = store.state;
  const said = JSON.stringify(body);
  const client_id = draft.sent?.said === said ? draft.sent.client_id : uuid();
  // What comes in meanwhile is no news to who has added their part of it.
  store.set({ problem: null, notice: null, contributing: true, draft: { ...draft, touched, sent: { client_id, said } } });
  const answer = await api.post("own/", { client_id, number: draft.number, base_revision: server.revision, ...body });
  store.set({ contributing: false });
  return answer;
}

/** @param {Context} context */
export async function handIn(context) {
  const pad = /** @type {ShowdownView} */ (viewOf(context.store.state));
  const at = ownPlace(pad);
  if (at === null || pad.contributing) return;
  const { draft: { id, number } } = pad;
  const { status, data } = await send(context, saidOf(pad, at));
  const { screen } = context.store.state;
  if (status !== 200) return refused(context, id, { status, data });
  const deal = openedDeal(data.state, number);
  await receive(context, data.state, deal && screen === "form" ? { revealed: number } : {});
  if (context.store.state.draft.id === id) context.store.set({ draft: begun(context.store.state) });
}

// What was entered stays, and stays this phone's.
/** @param {Context} context @param {number} id @param {Answer} answer */
async function refused(context, id, answer) {
  const { status, data } = answer;
  const words = createWords(context.store.state.boot.strings);
  keep(context, id);
  if (data.state) await receive(context, data.state);
  if (status === 404) return leave(context, answer);
  if (status === 0 && context.store.state.revealed !== null) return;
  const own = status === 0 ? words("needs_network") : words(status >= 500 ? "busy_now" : "refused");
  context.store.set({ problem: data.message || own });
}

/** @param {Context} context @param {number} id */
function keep({ store }, id) {
  const { draft } = store.state;
  if (draft.id === id) store.set({ draft: { ...draft, touched: true } });
}

// On the declarer's own phone what they announce, or take back, is told as they tap it; a phone that cannot keeps it.
/** @param {Context} context @param {Partial<Draft>} changes */
export function announce(context, changes) {
  change(context, changes);
  tell(context);
}

/** @param {Context} context */
async function tell(context) {
  const pad = viewOf(context.store.state);
  const said = untold(pad);
  if (!said || pad.contributing) return;
  const { status, data } = await send(context, said, { touched: said.said.announced === null });
  if (status !== 200) return keep(context, pad.draft.id);
  await receive(context, data.state);
  tell(context);
}

// A tap on what was opened: it is right, and the next deal is played.
/** @param {Context} context */
export function acknowledge(context) {
  const { revealed, server } = context.store.state;
  const deal = openedDeal(server, revealed);
  context.store.set({ revealed: null, problem: null });
  if (deal?.may_confirm) confirm(context, "confirmed", [deal]);
}

/** @param {Context} context */
export function mendOpened(context) {
  const { revealed, server } = context.store.state;
  const deal = openedDeal(server, revealed);
  if (deal) reopen(context, deal);
}
