// What the server says, and what is asked of it that is not kept for later.

import { agreed } from "../queue/resolve.js";
import { isOver } from "../queue/sending.js";
import { isTakenOver, withLacking } from "../queue/takeover.js";
import { createWords } from "../words.js";
import { reconciled } from "./drafts/drafting.js";
import { follows, isOlder, whole, withNews } from "./merging.js";
import { opened } from "./own.js";
import { isSending } from "./selectors.js";

const SOON = 2000;
const LATEST = 16000;

let behind = 0; // a revision that was heard of and not looked at yet
let missed = 0; // answers, in a row

// What is known of the table changes: so does what that means for the deal that is being entered.
/** @param {Context} context @param {Partial<PadState>} changes */
export function apply(context, changes) {
  const before = context.store.state;
  context.store.set({ ...changes, ...reconciled(before, { ...before, ...changes }) });
}

/** @param {Context} context @param {ToldState | undefined} told @param {Partial<PadState>} [besides] */
export function adopt(context, told, besides = {}) {
  const { boot, server: known } = context.store.state;
  const same = told?.table.event.id === known.table.event.id;
  if (!told || (same && isOlder(told, known))) return apply(context, besides);
  const server = whole(boot.game, told);
  const deal = same && boot.game.sheet === "showdown" ? opened(context.store.state, server) : null;
  apply(context, { ...(deal ? { revealed: deal.number, problem: null } : {}), ...besides, server });
  if (agreed(context.store.state.queue.entries, known) === context.store.state.queue.entries) agree(context);
  // Carried on to another night: the page has to follow that night's stream.
  if (told.table.event.id !== boot.state.table.event.id) location.reload();
}

// The same, where the server may be another one, which goes on from a copy: it is sent what that lacks.
/** @param {Context} context @param {ToldState | undefined} told @param {Partial<PadState>} [besides] */
export async function receive(context, told, besides) {
  const lacking = await handOver(context, context.store.state.server, told);
  adopt(context, told, besides);
  if (lacking) context.queue.send();
}

// Kept for sending before this phone forgets it; null where the server is the one before.
/** @param {Context} context @param {TableState} known @param {ToldState} [told] */
export async function handOver({ store, queue }, known, told) {
  const { base } = store.state.boot;
  return told && isTakenOver(known, told) ? queue.change((entries) => withLacking(entries, { base, known, told })) : null;
}

// What the other phone says has become what this one said: nobody need be asked any more.
/** @param {Context} context */
export async function agree({ store, queue }) {
  if (agreed(store.state.queue.entries, store.state.server) === store.state.queue.entries) return;
  if (store.state.screen === "collision") store.set({ screen: "form" });
  await queue.change((entries) => agreed(entries, store.state.server));
  await queue.send();
}

// The table as the answer to an entry leaves it, where this phone had not seen all that came before and has to ask.
/** @param {Context} context @param {Answer} answer @returns {Promise<ToldState | undefined>} */
export async function asked(context, { status: answered, data: { news, state } }) {
  if (answered === 200) await handOver(context, context.store.state.server, state);
  if (!news || follows(context.store.state.server, news)) return undefined;
  const { status, data } = await context.api.get("state/");
  if (status === 200) {
    await handOver(context, context.store.state.server, /** @type {ToldState} */ (data));
    return /** @type {ToldState} */ (data);
  }
  behind = Math.max(behind, news.revision);
  return undefined;
}

/** @param {Context} context @param {Answer["data"]} data @returns {ToldState | undefined} */
export function tableAfter(context, { state, news }) {
  const known = context.store.state.server;
  return news && follows(known, news) ? withNews(known, news) : state;
}

// The server says how far the table has got; this phone's own deals it knows by their answers.
/** @param {Context} context @param {Event} event */
export function heard(context, event) {
  const { revision } = /** @type {CustomEvent} */ (event).detail;
  const { state } = context.store;
  if (revision <= state.server.revision) return;
  if (isSending(state)) behind = Math.max(behind, revision);
  else refresh(context);
}

// What is being saved just now is awaited, so that it is not taken for news.
/** @param {Context} context */
export async function refresh(context) {
  behind = isSending(context.store.state) ? Infinity : 0;
  if (behind) return;
  const answer = await context.api.get("state/");
  const { status, data } = answer;
  if (status === 200) await receive(context, /** @type {ToldState} */ (data));
  else if (status === 404) leave(context, answer);
  context.store.set({ link: status === 0 ? "waiting" : "live" });
  const isMissed = status === 0 || status >= 500;
  behind = isMissed ? Infinity : 0;
  missed = isMissed ? missed + 1 : 0;
  if (isMissed) setTimeout(catchUp, Math.min(SOON * 2 ** (missed - 1), LATEST), context);
}

/** @param {Context} context */
export function catchUp(context) {
  if (behind > context.store.state.server.revision) refresh(context);
}

// The address is this table's no longer; or its evening is over, which may be taken back.
/** @param {Context} context @param {Answer} answer */
export function leave(context, answer) {
  const { boot, server } = context.store.state;
  const over = isOver(answer);
  context.store.set({ gone: over ? "over" : "gone", link: "live" });
  context.storage.write("pages", boot.base, { csrf: context.api.csrf(), state: server, gone: !over });
}

/** @param {Context} context @param {PadState["link"]} link */
export function linked(context, link) {
  context.store.set({ link });
}

// How many deals are left to play, the server tells when it is asked again.
/** @param {Context} context */
export function timeUp(context) {
  const { server } = context.store.state;
  if (server.clock) context.store.set({ server: { ...server, clock: { ...server.clock, state: "over" } } });
  refresh(context);
}

// What needs the network: a confirmation, a call, an answer to a proposed correction.
/** @param {Context} context @param {string} path @param {object} body */
export async function act(context, path, body) {
  const words = createWords(context.store.state.boot.strings);
  context.store.set({ problem: null, notice: null });
  const answer = await context.api.post(path, body);
  const { status, data } = answer;
  if (data.state) await receive(context, data.state);
  if (status === 0) context.store.set({ problem: words("needs_network") });
  else if (status >= 500) context.store.set({ problem: words("busy_now") });
  else if (status === 404) leave(context, answer);
  else if (status >= 300) context.store.set({ problem: data.message || words("refused") });
  return answer;
}
