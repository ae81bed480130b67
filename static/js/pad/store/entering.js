// What somebody does to the deal that is being entered, and which screen is looked at.

import { keepSettings } from "../device/settings.js";
import { readHand } from "../rules/hands.js";
import { problemOf } from "../words.js";
import { begun, goneOn, sheetOf, takenUp } from "./drafts/drafting.js";
import { handOf, stillIn } from "./drafts/showdown.js";
import { isSending, viewOf } from "./selectors.js";

/** @param {Context} context @param {Partial<Draft>} changes */
export function change(context, changes) {
  const { draft, pending } = context.store.state;
  if (isSending(context.store.state) && pending?.draft === draft.id) return;
  const changed = sheetOf(context.store.state).changed(changes);
  context.store.set({ draft: { ...draft, ...changed, touched: true, error: null }, notice: null });
  readHands(context);
}

// Which part of the draft is looked at; what is entered stays.
/** @param {Context} context @param {Partial<Announcement>} changes */
export function turnTo(context, changes) {
  context.store.set({ draft: { ...context.store.state.draft, ...changes } });
}

/** @param {Context} context @param {Partial<Draft>} changes */
export function type(context, changes) {
  context.store.note({ draft: { ...context.store.state.draft, ...changes } });
}

/** @param {Context} context @param {Pick<DealFacts, "number" | "payload">} deal */
export function reopen(context, deal) {
  const { left } = context.store.state;
  context.store.set({ left: null });
  open(context, begun(context.store.state, deal));
  if (left?.editing === deal.number) takeUp(context, left);
}

// By Back to the list of deals; a correction is found again where it was left, when the same deal is opened.
/** @param {Context} context */
export function layAside(context) {
  const { draft } = context.store.state;
  drop(context);
  context.store.set({ left: draft, screen: "deals" });
}

/** @param {Context} context @param {Draft} draft */
export function open(context, draft) {
  context.store.set({ draft, notice: null, problem: null, screen: "form" });
  readHands(context);
}

/** @param {Context} context */
export function drop(context) {
  context.store.set({ draft: begun(context.store.state), conflict: null, problem: null, screen: "form" });
}

/** @param {Context} context */
export function goOn(context) {
  context.store.set({ draft: goneOn(context.store.state), conflict: null });
}

/** @param {Context} context @param {Draft} draft */
export function takeUp(context, draft) {
  context.store.set(takenUp(context.store.state, draft));
}

/** @param {Context} context @param {string} screen */
export function show(context, screen) {
  context.store.set({ screen, problem: null, unfolded: null });
}

// Opens a screen, or closes it where it is open.
/** @param {Context} context @param {string} screen */
export function toggle(context, screen) {
  show(context, context.store.state.screen === screen ? "form" : screen);
}

// The list of what is not sent; whoever looks there has read what the notice said.
/** @param {Context} context */
export function toggleUnsent(context) {
  context.store.set({ notice: null });
  toggle(context, "unsent");
}


// What somebody wants of this phone.
/** @param {Context} context @param {Partial<Settings>} changes */
export function adjust(context, changes) {
  const settings = { ...context.store.state.settings, ...changes };
  keepSettings(settings);
  context.store.set({ settings });
}

// One deal of the list at a time shows all that is known of it.
/** @param {Context} context @param {number} number */
export function unfold({ store }, number) {
  store.set({ unfolded: store.state.unfolded === number ? null : number, problem: null });
}

/** @param {Context} context @param {PadState["dealsOf"]} dealsOf */
export function showDealsOf({ store }, dealsOf) {
  store.set({ dealsOf, unfolded: null });
}

// Has each complete hand named: by the phone's own rules, or by the server where only that knows them.
/** @param {Pick<Context, "store" | "api">} context */
export function readHands(context) {
  const { store } = context;
  const pad = /** @type {ShowdownView} */ (viewOf(store.state));
  const { draft, game } = pad;
  if (game.sheet !== "showdown") return;
  /** @type {[Seat, HandReading][]} */
  const read = stillIn(draft).flatMap((seat) => {
    const key = keyOf(draft, seat);
    const known = handOf(draft, seat).length !== game.hand_size || draft.readings[seat]?.key === key;
    return known ? [] : [[seat, { ...ownReading(pad, seat), key }]];
  });
  if (!read.length) return;
  store.set({ draft: { ...draft, readings: { ...draft.readings, ...Object.fromEntries(read) } } });
  for (const [seat, { data, message }] of read) if (!data && !message) ask(context, pad, seat);
}

/** @param {Showdown} draft @param {Seat} seat */
function keyOf(draft, seat) {
  return `${handOf(draft, seat).slice().sort().join()}/${draft.quarry.slice().sort().join()}`;
}

/** @param {ShowdownView} pad @param {Seat} seat @returns {Omit<HandReading, "key">} */
function ownReading(pad, seat) {
  const { boot, draft, game } = pad;
  const read = readHand(game, handOf(draft, seat), game.quarry ? draft.quarry : []);
  if (!read) return { data: null, message: null };
  if ("error" in read) return { data: null, message: problemOf(pad, { seat, ...read.error })?.message || null };
  return { data: { name: boot.categories[read.category], ...read }, message: null };
}

/** @param {Pick<Context, "store" | "api">} context @param {ShowdownView} pad @param {Seat} seat */
async function ask({ store, api }, { draft: asked, game }, seat) {
  const key = keyOf(asked, seat);
  const hand = handOf(asked, seat);
  const { status, data } = await api.post("hand/", game.quarry ? { hand, quarry: asked.quarry } : { hand });
  const { draft } = store.state;
  if (draft.id !== asked.id || draft.readings?.[seat]?.key !== key) return;
  const { [seat]: _unanswered, ...others } = draft.readings;
  const reading = { key, data: status === 200 ? /** @type {HandReading["data"]} */ (data) : null, message: status === 422 ? data.message : null };
  store.set({ draft: { ...draft, readings: status === 200 || status === 422 ? { ...others, [seat]: reading } : others } });
}
