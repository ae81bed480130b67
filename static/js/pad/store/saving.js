// What the person has finished goes to the queue. Its answer is awaited for a moment, then the pad goes on without it.

import { uuid } from "../queue/api.js";
import { checkDeal } from "../queue/projection.js";
import { isAnswer, isArrival } from "../queue/sending.js";
import { askedWords, entryWords, problemOf } from "../words.js";
import { begun, goneOn, payloadOf, sheetOf } from "./drafts/drafting.js";
import { act, adopt, agree, apply, catchUp, leave, refresh, tableAfter } from "./following.js";
import { isSending, lastWaiting, tableOf, versionOf, viewOf, waitingEntries } from "./selectors.js";

const PATIENCE = 1500;
const MINUTE = 60_000;
const SOON = 1000;
const UNDO_FOR = MINUTE;

let timer = 0;

/** @param {Context} context */
export function saveDeal(context) {
  const { draft } = context.store.state;
  if (isSending(context.store.state)) return;
  const payload = payloadOf(context.store.state);
  const problem = problemOfDeal(context, payload, draft.editing || undefined);
  if (problem) refuse(context, problem);
  else submit(context, finished(context, draft, payload), { ofDraft: true });
}

// Why the rules would not take this deal; null also where only the server can say that.
/** @param {Context} context @param {Payload | null} payload @param {number} [number] */
export function problemOfDeal(context, payload, number) {
  const { state } = context.store;
  const error = checkDeal(state, waitingEntries(state), payload, number);
  return error && problemOf(viewOf(state), error, number || error.deal);
}

/** @param {Context} context @param {Draft} draft @param {Payload} payload @returns {NewEntry} */
function finished(context, { editing, number, baseRevision, after, why, version }, payload) {
  const seen = { base_revision: baseRevision, after };
  if (editing) return { ...correction(context, editing, payload), reason: why || "", version, ...seen };
  return { kind: "deal", path: "deals/", number, payload, ...seen };
}

/** @param {Context} context @param {number} number @param {Payload} payload @returns {NewEntry} */
function correction(context, number, payload) {
  return { kind: "correction", path: `deals/${number}/`, number, payload, ...basis(context, number) };
}

// What a change of this deal is based on: what the phone shows of it, and has seen of the table.
/** @param {Context} context @param {number} number */
function basis(context, number) {
  return { version: versionOf(context.store.state, number), before: currentPayload(context, number), ...seenNow(context) };
}

// The payload of a deal, null where it is voided.
/** @param {Context} context @param {number} number */
function currentPayload(context, number) {
  const deal = tableOf(context.store.state).deals.find((each) => each.number === number);
  return deal && !deal.voided ? deal.payload : null;
}

/** @param {Context} context */
function seenNow({ store: { state } }) {
  return { base_revision: tableOf(state).revision, after: lastWaiting(state) };
}

/** @param {Context} context @param {number} number */
export function voidDeal(context, number) {
  unlessRefused(context, { kind: "void", path: `deals/${number}/void/`, number, payload: null, reason: "", ...basis(context, number) });
}

/** @param {Context} context @param {Pick<DealFacts, "number" | "payload">} deal */
export function restoreDeal(context, { number, payload }) {
  unlessRefused(context, { ...correction(context, number, payload), restores: true });
}

/** @param {Context} context @param {NewEntry} facts */
function unlessRefused(context, facts) {
  const problem = problemOfDeal(context, facts.payload, facts.number ?? undefined);
  if (problem) context.store.set({ problem: problem.message });
  else submit(context, facts, { ofDraft: false });
}

// What was entered is right, and the deal that another phone recorded under its number is not.
/** @param {Context} context @param {number} number @param {Payload} payload */
export function overrule(context, number, payload) {
  submit(context, correction(context, number, payload), { ofDraft: true });
}

// Who deals first, as the table cut for it; open until a deal stands.
/** @param {Context} context @param {Seat} seat */
export function cutFor(context, seat) {
  submit(context, { kind: "dealer", path: "dealer/", number: null, payload: null, seat, ...seenNow(context) }, { ofDraft: false });
}

/** @param {Context} context @param {NewEntry} facts @param {{ ofDraft: boolean }} options */
function submit(context, facts, options) {
  const entry = context.queue.make(facts);
  return track(context, (entries) => ({ entry, entries: entries.concat(entry) }), options);
}

// Changes the queue; for the entry that `edit` names with the entries, the pad waits a moment.
/** @param {Context} context @param {(entries: Entry[]) => { entry: Entry, entries: Entry[] }} edit @param {{ ofDraft: boolean }} options */
export async function track(context, edit, { ofDraft }) {
  if (isSending(context.store.state)) return;
  const { draft, screen } = context.store.state;
  const pending = { entry: "", draft: ofDraft ? draft.id : null, screen };
  context.store.set({ problem: null, notice: null, pending });
  /** @type {Entry[]} */
  const tracked = [];
  await context.persist.now();
  await context.queue.change((before) => {
    const { entry, entries } = edit(before);
    tracked[0] = entry;
    context.store.set({ pending: { ...pending, entry: entry.client_id } });
    return entries;
  });
  context.persist.now();
  waitFor(context, tracked[0]);
  context.queue.send();
}

/** @param {Context} context @param {Entry} entry */
function waitFor(context, entry) {
  const { link, queue: { entries: [first], sending, failed } } = context.store.state;
  const isNext = first?.client_id === entry.client_id && (sending || entry.client_id) === entry.client_id;
  if (link === "waiting" || failed !== null || !isNext) letGo(context, entry);
  else timer = setTimeout(letGo, PATIENCE, context, entry);
}

// Nobody waits for the network: the deal is safe on this phone.
/** @param {Context} context @param {Entry} entry */
function letGo(context, entry) {
  if (context.store.state.pending?.entry !== entry.client_id) return;
  release(context, (view) => ({ text: keptWords(view, entry), undoes: true, of: entry.client_id }));
  offerUndo(context, undoOf(entry, entry.number));
  catchUp(context);
}

/** @param {View} view @param {Entry} entry */
function keptWords(view, entry) {
  const { kind, number: n } = entry;
  if (kind === "void") return view.words("kept_void", { n });
  return kind === "dealer" ? view.words("kept_dealer") : view.words("kept", { words: entryWords(view, entry) });
}

// Ends the waiting, and begins the next deal; what the person has gone on to meanwhile stays.
/** @param {Context} context @param {(view: View) => Notice | null} noticed */
function release(context, noticed) {
  const { pending, draft, screen } = context.store.state;
  free(context);
  const pad = context.store.state;
  context.store.set({
    draft: draft.id === pending?.draft || !draft.touched ? begun(pad) : goneOn(pad),
    conflict: null,
    screen: screen === pending?.screen ? "form" : screen,
    notice: noticed(viewOf(pad)),
  });
}

/** @param {Context} context */
function free(context) {
  clearTimeout(timer);
  context.store.set({ pending: null });
}

/** @param {Context} context @param {Outcome} outcome @param {ToldState | undefined} asked @param {Partial<QueueState>} changes */
export function answered(context, { entry, answer }, asked, changes) {
  const { status, data } = answer;
  const awaited = context.store.state.pending?.entry === entry.client_id;
  const queued = { queue: { ...context.store.state.queue, ...changes } };
  if (status === 404) leave(context, answer);
  if (!isAnswer(answer)) {
    apply(context, status === 0 ? { ...queued, link: "waiting" } : queued);
    if (awaited) letGo(context, entry);
    return context.sendLater();
  }
  if (awaited) clearTimeout(timer);
  adopt(context, asked ?? tableAfter(context, data), { ...queued, link: "live", gone: "" });
  if (isArrival(entry, answer)) return arrived(context, entry, answer, { awaited });
  if (status === 409 && changes.entries?.find(({ client_id: id }) => id === entry.client_id)?.state === "waiting") {
    return awaited ? letGo(context, entry) : null; // behind what a server that goes on from a copy lacks
  }
  if (status === 409) return awaited ? collide(context) : collided(context);
  if (data.error?.code === "players-asked") return asksPlayers(context, { entry, answer }, { awaited });
  return awaited ? refusedAtOnce(context, entry, data) : null;
}

/** @param {Context} context @param {Entry} entry @param {Answer} answer @param {{ awaited: boolean }} options */
function arrived(context, entry, answer, { awaited }) {
  /** @param {View} view */
  const notice = (view) => (entry.kind === "dealer" ? null : arrival(view, entry, answer));
  if (awaited) release(context, notice);
  else if (context.store.state.notice?.of === entry.client_id) context.store.set({ notice: notice(viewOf(context.store.state)) });
  else return;
  offerUndo(context, answer.status === 202 ? null : undoOf(entry, answer.data.deal?.number));
  catchUp(context);
}

// A new deal is voided; what changed one is changed back.
/** @param {Entry} entry @param {number | null | undefined} number */
function undoOf({ kind, before }, number) {
  if (!number || (kind !== "deal" && before === undefined)) return null;
  return { number, payload: kind === "deal" ? null : before };
}

// For a minute, unless something else can be undone by then.
/** @param {Context} context @param {Omit<Undo, "text" | "version"> | null} undo */
export function offerUndo(context, undo) {
  const text = context.store.state.notice?.text || "";
  const offered = undo && { text, version: versionOf(context.store.state, undo.number ?? null), ...undo };
  context.store.set({ undo: offered });
  if (offered) setTimeout(() => { if (context.store.state.undo === offered) context.store.set({ undo: null }); }, UNDO_FOR);
}

// By the way every change goes: a voided deal, or a further version.
/** @param {Context} context */
export function undo(context) {
  const { undo: offered } = context.store.state;
  if (!offered) return;
  const { number, payload, revision, version } = offered;
  if (number && version && version !== versionOf(context.store.state, number)) overtaken(context);
  else if (revision) undoSeveral(context, revision);
  else if (number && payload) restoreDeal(context, { number, payload });
  else if (number) voidDeal(context, number);
}

// Another phone has changed the deal since, or moved another one to its number: that is not this phone's to undo.
/** @param {Context} context */
function overtaken(context) {
  context.store.set({ undo: null, notice: null, problem: viewOf(context.store.state).words("undo_overtaken") });
}

// Several deals that were corrected in one step are so again.
/** @param {Context} context @param {number} revision */
async function undoSeveral(context, revision) {
  const { status, data } = await act(context, "undo/", { client_id: uuid(), revision });
  if (status !== 200) return;
  const { words } = viewOf(context.store.state);
  context.store.set({ notice: { text: words("undone"), short: words("undone_short"), undoes: true } });
  offerUndo(context, { revision: data.deal.revision });
}

/** @param {View} view @param {Entry} entry @param {Answer} answer @returns {Notice} */
function arrival({ words, state }, { kind, number, restores }, { status, data }) {
  if (status === 202) return { text: words("proposed", { n: number }) };
  const n = data.deal.number;
  const deal = state.deals.find((item) => item.number === n);
  const key = kind === "deal" ? "saved" : kind === "void" ? "voided" : restores ? "restored" : "corrected";
  return { text: words(key, { n, words: deal ? deal.words : "" }), undoes: true, ...(key === "voided" ? { short: words("queued_void", { n }) } : { deal: n, key: `deal_${key}` }) };
}

/** @param {Context} context */
function collide(context) {
  release(context, () => null);
  context.store.set({ screen: "collision", problem: null });
}

// A collision interrupts nobody who is entering a deal; the banner tells of it.
/** @param {Context} context */
function collided(context) {
  const { draft, screen } = context.store.state;
  if (draft.touched || screen !== "form") return;
  context.store.set({ screen: "collision", problem: null, notice: null });
}

// The deal is kept until they agree, or have been silent for long; then it is sent by itself.
/** @param {Context} context @param {Outcome} outcome @param {{ awaited: boolean }} options */
function asksPlayers(context, { entry, answer }, { awaited }) {
  const silence = context.store.state.server.own?.silence ?? 0;
  setTimeout(refresh, silence * MINUTE + SOON, context);
  if (awaited) letGo(context, entry);
  const { notice } = context.store.state;
  const text = askedWords(viewOf(context.store.state), entry.number, answer.data.error.seats);
  if (notice?.of === entry.client_id) context.store.set({ notice: { ...notice, text } });
  refresh(context).then(() => agree(context)); // they may have agreed by now
}

// The form still holds what was entered: there it is mended.
/** @param {Context} context @param {Entry} entry @param {Answer["data"]} data */
async function refusedAtOnce(context, entry, { error, message, field }) {
  const { pending, draft } = context.store.state;
  const left = pending?.draft !== null && pending?.draft !== draft.id;
  if (!left) await context.queue.remove(entry);
  free(context);
  if (left) return;
  const text = message || viewOf(context.store.state).words("refused");
  const details = error || { code: "unknown" };
  const entered = entry.kind === "deal" || (entry.kind === "correction" && !entry.restores);
  if (entered) refuse(context, { code: details.code, message: text, field: field || "deal", details });
  else context.store.set({ problem: text });
  catchUp(context);
}

/** @param {Context} context @param {Problem} error */
export function refuse(context, error) {
  const { screen, draft } = context.store.state;
  if (screen !== "form" || !draft.touched) return context.store.set({ problem: error.message });
  context.store.set({ draft: { ...draft, error, ...sheetOf(context.store.state).refused(draft, error) } });
}
