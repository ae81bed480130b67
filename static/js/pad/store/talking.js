// What this phone says to the others and to the director, and what it has read of them.

import { uuid } from "../queue/api.js";
import { dropped } from "../queue/resolve.js";
import { begun, payloadOf, sheetOf } from "./drafts/drafting.js";
import { drop, open, show } from "./entering.js";
import { act } from "./following.js";
import { tableOf, viewOf, waitingEntries } from "./selectors.js";

// What is typed before it is sent.
/** @param {Context} context @param {Partial<Pick<PadState, "callNote" | "claimCode" | "disputeReason">>} changes */
export function typeText(context, changes) {
  context.store.note(changes);
}

/** @param {Context} context */
export async function callDirector(context) {
  const { status } = await act(context, "call/", { note: context.store.state.callNote.trim() });
  if (status === 200) context.store.set({ callNote: "" });
}

/** @param {Context} context */
export function withdrawCall(context) {
  act(context, "call/", { withdraw: true });
}

// A winner against the cards: what was entered is the director's until they have ruled.
/** @param {Context} context */
export async function claimWinner(context) {
  const { state } = context.store;
  const { baseRevision, editing, mends, reason, version } = state.draft;
  if (waitingEntries(state).length) return context.store.set({ problem: viewOf(state).words("needs_network") });
  const { status } = await act(context, "claim/", {
    client_id: uuid(), base_revision: baseRevision, payload: payloadOf(state), reason: (reason || "").trim(),
    ...(editing ? { number: editing, version } : {}),
  });
  if (status !== 200) return;
  const refused = state.queue.entries.find(({ client_id: id }) => id === mends);
  if (refused) await context.queue.change((entries) => dropped(entries, refused, context.store.state));
  drop(context);
  show(context, "claim");
}

/** @param {Context} context */
export async function upholdByCode(context) {
  const { status } = await act(context, "claim/", { code: context.store.state.claimCode.trim() });
  if (status !== 200) return;
  context.store.set({ claimCode: "" });
  show(context, "form");
}

// What was entered comes back to this phone, unless something else is being entered on it.
/** @param {Context} context */
export async function withdrawClaim(context) {
  const { claim } = context.store.state.server;
  const { status } = await act(context, "claim/", { withdraw: true });
  if (status !== 200 || !claim) return;
  const { state } = context.store;
  show(context, "form");
  if (state.draft.touched) return;
  const { number, payload } = claim;
  const entered = number
    ? begun(state, { number, payload })
    : { ...begun(state), ...sheetOf(state).reopened(tableOf(state), { payload }), touched: true };
  open(context, entered);
}

// Says something of deals, or of the whole table where none are named.
/** @param {Context} context @param {"confirmed" | "disputed" | "withdrawn"} verdict @param {Pick<DealFacts, "number" | "version">[]} [deals] */
export async function confirm(context, verdict, deals) {
  const { server, disputeReason } = context.store.state;
  const named = deals && { deals: deals.map(({ number, version }) => ({ number, version })) };
  const reason = verdict === "disputed" ? disputeReason.trim() : "";
  const { status } = await act(context, "confirmation/", { verdict, base_revision: server.revision, reason, ...named });
  if (status !== 200) return;
  const { screen } = context.store.state;
  const done = screen === "confirmations" && !unconfirmed(viewOf(context.store.state)).length;
  context.store.set({ disputeReason: "", screen: done ? "form" : screen, ...(done ? { problem: null } : {}) });
}

// One proposed correction, until it is left or answered: another never takes its place under the finger.
/** @param {Context} context @param {number} looksAt */
export function lookAt(context, looksAt) {
  context.store.set({ looksAt });
  show(context, "proposal");
}

/** @param {Context} context @param {ProposedCorrection} proposed @param {"agreed" | "declined" | "withdrawn"} answer */
export async function answerProposed(context, { id }, answer) {
  const { status } = await act(context, `proposed-corrections/${id}/`, { answer });
  if (status === 200) show(context, "form");
}

// Which message was read last is this browser's own affair; where it keeps nothing, it is asked again after a reload.
/** @param {Context} context @param {number} lastRead */
export function read(context, lastRead) {
  context.store.set({ lastRead });
  note(`read ${context.store.state.boot.base}`, String(lastRead));
}

// Whoever has saved a deal of the game here needs no first hint any more.
/** @param {Context} context */
export function learn({ store }) {
  note(`knows ${store.state.boot.game.sheet}`, "yes");
}

// The page is drawn anew in the language; what is being entered is kept.
/** @param {Context} context @param {string} language */
export async function speak({ api, persist, store }, language) {
  const { boot } = store.state;
  const { status } = await api.choose(boot.speak, { language });
  if (!status || status >= 400) return store.set({ problem: viewOf(store.state).words("needs_network") });
  await persist.now();
  location.reload();
}

// By what it says: once it says something else, it is news again.
/** @param {Context} context @param {string} said */
export function putAside({ store }, said) {
  store.set({ aside: [...store.state.aside, said] });
}

/** @param {string} base */
export function lastReadOf(base) {
  return Number(noted(`read ${base}`) || 0);
}

/** @param {Game} game */
export function knowsHow({ sheet }) {
  return noted(`knows ${sheet}`) !== null;
}

/** @param {string} name @param {string} value */
function note(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // asked again after a reload
  }
}

/** @param {string} name */
function noted(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// Deals that wait for this seat's word, the newest first.
/** @param {Pick<View, "state">} pad */
export function unconfirmed({ state }) {
  return state.deals.filter((deal) => deal.may_confirm && deal.opinion === "waiting" && !deal.waiting).reverse();
}
