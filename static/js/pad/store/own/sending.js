// What this phone adds to the deal that is played: its own hand, or the declarer's announcement.

import { uuid } from "../../queue/api.js";
import { createWords } from "../../words/words.js";
import { begun } from "../drafts/drafting.js";
import { fresh } from "../drafts/showdown.js";
import { change, reopen } from "../entering.js";
import { leave, receive } from "../following.js";
import { readHands } from "../reading.js";
import { tableOf, viewOf } from "../selectors.js";
import { confirm } from "../talking.js";
import { asking, isIn, openedDeal, ownPlace, phoneToAsk, saidOf, untold } from "./hands.js";

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
