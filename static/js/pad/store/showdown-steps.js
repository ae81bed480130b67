// From step to step: table, hands, cubits, claim, verdict; and what the server is asked on the way.

import { previewDeal } from "../queue/projection.js";
import { dealWords, problemOf } from "../words.js";
import { payloadOf, sheetOf } from "./drafts/drafting.js";
import { highestBet, notesPot, shortOfBet, stillIn } from "./drafts/showdown.js";
import { change, readHands, type } from "./entering.js";
import { isSending, viewOf, waitingEntries } from "./selectors.js";

/** @param {Context} context */
function viewOn({ store }) {
  return /** @type {ShowdownView} */ (viewOf(store.state));
}

/** @param {Context} context @param {Partial<ShowdownDraft>} changes */
function set(context, changes) {
  context.store.set({ draft: { ...context.store.state.draft, ...changes } });
}

/** @param {Context} context */
export function advance(context) {
  const { draft, game } = viewOn(context);
  if (draft.step === "paid" && shortOfBet(draft).length) return set(context, { unequal: true, error: null });
  /** @type {Showdown["step"][]} */
  const steps = ["table"];
  if (notesPot(draft, game)) steps.push("paid");
  if (draft.step === "claim" || (draft.withoutCards && stillIn(draft).length > 1)) steps.push("claim");
  go(context, steps[steps.indexOf(draft.step) + 1] || "verdict");
}

/** @param {Context} context @param {Showdown["step"]} step @param {Showdown["at"]} [at] */
export function go(context, step, at = null) {
  set(context, { step, at, error: null });
  if (step === "verdict") judge(context);
  readHands(context);
}

// The phone's own verdict at once, and the server's fuller sentence when it comes.
/** @param {Context} context */
function judge(context) {
  const pad = viewOn(context);
  const { draft } = pad;
  const payload = payloadOf(context.store.state);
  const waiting = waitingEntries(context.store.state);
  const number = draft.editing || undefined;
  const { deal, error } = previewDeal(pad, waiting, payload, number);
  const problem = error && problemOf(pad, error, number || error.deal);
  if (problem) return refuse(context, problem);
  const asks = pad.link === "live" && waiting.length === 0;
  if (deal) set(context, { verdict: { deal, words: dealWords(pad, payload, deal) } });
  else set(context, { verdict: asks ? { waiting: true } : later(context) });
  if (asks) ask(context, number ? { payload, number } : { payload });
}

/** @param {Context} context @param {{ payload: Payload, number?: number }} question */
async function ask(context, question) {
  const { id } = context.store.state.draft;
  const { status, data } = await context.api.post("preview/", question);
  const { draft } = context.store.state;
  if (draft.id !== id || draft.step !== "verdict" || draft.error || isSending(context.store.state)) return;
  if (status === 200) set(context, { verdict: data });
  else if (status === 422) refuse(context, { code: data.error.code, message: data.message, field: data.field, details: data.error });
  else if (draft.verdict?.waiting) set(context, { verdict: later(context) });
}

/** @param {Context} context @returns {Verdict} */
function later(context) {
  return { words: viewOn(context).words("verdict_later"), deal: null };
}

/** @param {Context} context @param {Problem} error */
function refuse(context, error) {
  const { draft } = context.store.state;
  set(context, { error, ...sheetOf(context.store.state).refused(draft, error) });
}

// The table takes the winner that the cards give.
/** @param {Context} context @param {Seat[]} winners */
export function takeWinners(context, winners) {
  change(context, { claimed: winners, override: "" });
  go(context, "verdict");
}

// While somebody types nothing is drawn anew, so that the keyboard stays.
/** @param {Context} context @param {Seat} seat @param {string} text */
export function typePaid(context, seat, text) {
  const amount = Number.parseInt(text, 10) || 0;
  type(context, { paid: { ...viewOn(context).draft.paid, [seat]: Math.max(0, amount) }, allIn: [], touched: true });
}

/** @param {Context} context @param {Seat} seat @param {number} more */
export function pay(context, seat, more) {
  const { paid } = viewOn(context).draft;
  change(context, { paid: { ...paid, [seat]: Math.max(0, (paid[seat] || 0) + more) } });
}

// Whoever is still in has usually met the highest bet.
/** @param {Context} context */
export function payAlike(context) {
  const { draft } = viewOn(context);
  const { unequal } = draft;
  const alike = Object.fromEntries(stillIn(draft).map((seat) => [seat, highestBet(draft)]));
  change(context, { paid: { ...draft.paid, ...alike } });
  if (unequal) advance(context);
}

// Whoever is short of the highest bet had no more to put in.
/** @param {Context} context */
export function allIn(context) {
  const { draft } = viewOn(context);
  change(context, { allIn: draft.allIn.concat(shortOfBet(draft)) });
  advance(context);
}
