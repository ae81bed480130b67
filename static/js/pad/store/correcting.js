// A mistake of several deals, corrected in one step: two who sat wrongly since a deal, or a deal that was forgotten. What
// would change is shown before anything is sent.

import { uuid } from "../queue/api.js";
import { lastOf } from "../queue/resolve.js";
import { begun, payloadOf } from "./drafts/drafting.js";
import { drop, open, show, takeUp } from "./entering.js";
import { act } from "./following.js";
import { offerUndo } from "./saving.js";
import { tableOf, viewOf } from "./selectors.js";

/** @param {Context} context @param {Correction["kind"]} kind */
export function correctSeveral(context, kind) {
  context.store.set({ correction: blank(kind, lastOf(tableOf(context.store.state))) });
  show(context, "correct-several");
}

/** @param {Context} context @param {Partial<Correction>} changes */
export function choose(context, changes) {
  const { correction } = context.store.state;
  if (correction) context.store.set({ correction: { ...correction, ...changes } });
}

/** @param {Context} context @param {string} reason */
export function typeReason(context, reason) {
  const { correction } = context.store.state;
  if (correction) context.store.note({ correction: { ...correction, reason } });
}

// What was being entered is laid aside, and taken up again.
/** @param {Context} context */
export function enterForgotten(context) {
  const { correction, draft } = context.store.state;
  if (!correction) return;
  if (draft.touched && !draft.inserts) choose(context, { aside: draft });
  const fresh = begun(context.store.state);
  open(context, { ...fresh, ...("choosing" in fresh ? { choosing: true } : {}), inserts: correction.at, touched: true });
}

// The forgotten deal is complete; whose turn it was then, the server tells.
/** @param {Context} context */
export function previewForgotten(context) {
  const { inserts } = context.store.state.draft;
  const { out_of_turn: _late, ...payload } = payloadOf(context.store.state);
  const correction = context.store.state.correction || blank("insert", inserts ?? 0); // the page may have been reloaded meanwhile
  context.store.set({ correction: { ...correction, payload } });
  previewCorrection(context);
}

// Asks what would change; nothing is written.
/** @param {Context} context */
export async function previewCorrection(context) {
  const asked = context.store.state.correction;
  if (!asked) return;
  choose(context, { busy: true });
  const { revision } = context.store.state.server;
  const { status, data } = await act(context, "correct-many/", { preview: true, client_id: uuid(), base_revision: revision, ...questionOf(asked) });
  const { correction, server, problem } = context.store.state;
  choose(context, { busy: false });
  if (!correction || JSON.stringify(questionOf(correction)) !== JSON.stringify(questionOf(asked))) return;
  const found = /** @type {CorrectionPreview} */ ({ revision: server.revision, ...data });
  if (status === 200) choose(context, { preview: found });
  context.store.set({ screen: "correct-several", problem });
}

/** @param {Context} context */
export async function sendCorrection(context) {
  const { correction } = context.store.state;
  if (!correction?.preview) return;
  const id = correction.client_id || uuid();
  choose(context, { busy: true, client_id: id });
  const { status, data } = await act(context, "correct-many/", {
    client_id: id, base_revision: correction.preview.revision, reason: correction.reason.trim(), ...questionOf(correction),
  });
  choose(context, { busy: false });
  if (status === 200 || status === 202) {
    leaveCorrection(context);
    const done = status === 200;
    context.store.set({ notice: { text: viewOf(context.store.state).words(done ? "corrected_many" : "correct_proposed"), undoes: done } });
    offerUndo(context, done ? { revision: data.deal.revision } : null);
  } else if (status === 409) choose(context, { preview: null });
}

/** @param {Context} context */
export function leaveCorrection(context) {
  const { correction, draft } = context.store.state;
  context.store.set({ correction: null });
  if (draft.inserts) drop(context);
  if (correction?.aside) takeUp(context, correction.aside);
  show(context, "form");
}

/** @param {Correction["kind"]} kind @param {number} at @returns {Correction} */
function blank(kind, at) {
  return { kind, seats: [], at, payload: null, preview: null, reason: "", busy: false, aside: null };
}

/** @param {Correction} correction */
function questionOf({ kind, seats, at, payload }) {
  return kind === "exchange" ? { kind, seats, from: at } : { kind, at, payload };
}
