// What somebody does to the deal that is being entered, and which screen is looked at.

import { keepSettings } from "../device/settings.js";
import { begun, goneOn, sheetOf, takenUp } from "./drafts/drafting.js";
import { readHands } from "./reading.js";
import { isSending } from "./selectors.js";

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
