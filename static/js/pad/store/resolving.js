// What the server did not take: mended, dropped, or settled between two phones. The queue stands still until then.

import { dropped, mended, sentAgain, withMineInstead, withMineNext, withoutMine } from "../queue/resolve.js";
import { entryWords } from "../words.js";
import { begun, goneOn, payloadOf, sheetOf } from "./drafts/drafting.js";
import { open } from "./entering.js";
import { problemOfDeal, refuse, track } from "./saving.js";
import { viewOf } from "./selectors.js";

/** @param {Context} context @param {Entry} entry */
export function theirsRight(context, entry) {
  return take(context, entry, (entries) => withoutMine(entries, entry, context.store.state.server));
}

/** @param {Context} context @param {Entry} entry */
export function mineRight(context, entry) {
  return track(context, (before) => first(withMineInstead(before, entry, context.store.state.server)), { ofDraft: false });
}

/** @param {Context} context @param {Entry} entry */
export function goOnWith(context, entry) {
  return track(context, (before) => first(withMineNext(before, entry, context.store.state)), { ofDraft: false });
}

// Whoever would not have their hand entered is asked once more.
/** @param {Context} context @param {Entry} entry */
export async function askAgain({ queue }, entry) {
  await queue.change((entries) => sentAgain(entries, entry));
  queue.send();
}

// Asked for twice before it is done.
/** @param {Context} context @param {Entry} entry */
export function askToDrop(context, entry) {
  const asked = context.store.state.dropping === entry.client_id;
  context.store.set({ dropping: asked ? null : entry.client_id });
  if (asked) dropEntry(context, entry);
}

/** @param {Context} context @param {Entry} entry */
export function dropEntry(context, entry) {
  return take(context, entry, (entries) => dropped(entries, entry, context.store.state));
}

/** @param {Context} context @param {Entry} entry @param {Edit} edit */
async function take(context, entry, edit) {
  const words = entryWords(viewOf(context.store.state), entry);
  await context.queue.change(edit);
  const pad = context.store.state;
  const { draft, screen } = pad;
  const next = !draft.touched || draft.mends === entry.client_id ? { draft: begun(pad) } : { draft: goneOn(pad), conflict: null };
  context.store.set({
    ...next,
    screen: screen === "unsent" && pad.queue.entries.length ? "unsent" : "form",
    notice: { text: viewOf(pad).words("dropped", { words }) },
  });
  context.queue.send();
}

// The form once more, with what was refused and why.
/** @param {Context} context @param {Entry} entry */
export function mend(context, { client_id: id, kind, number, payload, answer }) {
  const draft = begun(context.store.state, { number: number ?? 0, payload: payload ?? {} }, id);
  const { error: details, message, field } = answer ?? {};
  const error = { code: details.code, message, field, details };
  const editing = kind === "correction" ? number : null;
  open(context, { ...draft, editing, error, ...sheetOf(context.store.state).refused(draft, error) });
}

// What was mended takes the place of what was refused.
/** @param {Context} context */
export function saveMended(context) {
  const { mends, number, editing } = context.store.state.draft;
  const payload = payloadOf(context.store.state);
  const problem = problemOfDeal(context, payload, editing || undefined);
  if (problem || !mends) return problem && refuse(context, problem);
  return track(context, (before) => {
    const entries = mended(before, mends, payload, context.store.state);
    return { entry: entries.find((each) => each.number === number) || entries[0], entries };
  }, { ofDraft: true });
}

/** @param {Entry[]} entries */
function first(entries) {
  return { entry: entries[0], entries };
}
