// What the person has finished goes to the queue. Its answer is awaited for a moment, then the pad goes on without it.

import { isArrival, isAnswer } from "../queue/sending.js";
import { checkDeal } from "../queue/projection.js";
import { errorOf, entryWords } from "../words/sentences.js";

const PATIENCE = 1500;

export function addSaving(pad) {
  const { form, words, queue } = pad;
  let timer = 0;

  pad.save = () => {
    const { draft } = pad;
    if (pad.sending()) return;
    const payload = form.payload(draft, pad.state);
    const error = checkDeal(pad.server, pad.waiting(), payload, draft.editing || undefined);
    const told = error && errorOf(pad, error, draft.editing || error.deal);
    if (told) refuse(told);
    else if (draft.mends) pad.mended(payload);
    else submit(finished(draft, payload), { ofDraft: true });
  };

  function finished(draft, payload) {
    const { editing, number, baseRevision } = draft;
    return editing ? correction(editing, payload, { reason: draft.why || "", version: draft.version, base_revision: baseRevision })
      : { kind: "deal", path: "deals/", number, payload, base_revision: baseRevision };
  }

  function correction(number, payload, more) {
    return Object.assign({
      kind: "correction", path: "deals/" + number + "/", number, payload, version: pad.version(number), base_revision: pad.state.revision,
    }, more);
  }

  pad.voidDeal = (number, reason) => unlessRefused(number, null, {
    kind: "void", path: "deals/" + number + "/void/", number, payload: null, reason: reason || "", version: pad.version(number), base_revision: pad.state.revision,
  });

  pad.restore = ({ number, payload }) => unlessRefused(number, payload, correction(number, payload, { restores: true }));

  function unlessRefused(number, payload, facts) {
    const error = checkDeal(pad.server, pad.waiting(), payload, number);
    const told = error && errorOf(pad, error, number);
    if (!told) return submit(facts);
    pad.problem = told.message;
    return pad.draw();
  }

  // What was entered is right, and the deal that another phone recorded under its number is not.
  pad.overrule = (number, payload) => submit(correction(number, payload, {}), { ofDraft: true });

  // Who deals first, as the table cut for it; open until a deal stands.
  pad.cutFor = (seat) => submit({ kind: "dealer", path: "dealer/", number: null, payload: null, seat, base_revision: pad.state.revision });

  function submit(facts, { ofDraft = false } = {}) {
    const entry = queue.make(facts);
    return pad.track((entries) => ({ entry, entries: entries.concat(entry) }), { ofDraft });
  }
  pad.submit = submit;

  // Changes the queue; for the entry that `edit` names with the entries, the pad waits a moment.
  pad.track = async (edit, { ofDraft }) => {
    if (pad.sending()) return;
    Object.assign(pad, { problem: null, notice: null, pending: "", pendingDraft: ofDraft ? pad.draft : null, pendingScreen: pad.screen });
    pad.draw();
    let entry = null;
    await pad.keepNow();
    await queue.change((entries) => {
      const changed = edit(entries);
      entry = changed.entry;
      pad.pending = entry.client_id;
      return changed.entries;
    });
    pad.keepNow();
    if (pad.link === "waiting" || queue.entries[0].client_id !== entry.client_id || queue.sending) letGo(entry);
    else timer = setTimeout(letGo, PATIENCE, entry);
    queue.send();
  };

  // Nobody waits for the network: the deal is safe on this phone.
  function letGo(entry) {
    if (pad.pending !== entry.client_id) return;
    release();
    const { kind, number: n } = entry;
    const told = entryWords(pad, entry);
    const text = kind === "void" ? words("kept_void", { n }) : kind === "dealer" ? words("kept_dealer") : words("kept", { words: told });
    start({ text, undo: kind === "deal" ? n : null, of: entry.client_id });
    pad.draw();
    pad.catchUp();
  }

  function release() {
    clearTimeout(timer);
    pad.pending = null;
    pad.project();
  }

  // What the person has gone on to meanwhile stays.
  function start(notice) {
    if (pad.draft === pad.pendingDraft || !pad.draft.touched) pad.begin();
    else pad.goOn();
    pad.conflict = null;
    if (pad.screen === pad.pendingScreen) pad.screen = "form";
    pad.notice = notice;
  }

  pad.answered = ({ entry, answer }) => {
    const { status, data } = answer;
    const awaited = pad.pending === entry.client_id;
    if (status === 404) pad.isGone();
    if (!isAnswer(answer)) {
      if (status === 0) pad.link = "waiting";
      if (awaited) letGo(entry);
      if (pad.sendLater) pad.sendLater();
      return null;
    }
    pad.link = "live";
    if (awaited) clearTimeout(timer);
    if (data.state) pad.adopt(data.state);
    pad.renew();
    if (isArrival(entry, answer)) return arrived(entry, answer, awaited);
    if (!awaited) return status === 409 ? pad.collided() : null;
    return status === 409 ? collide() : refusedAtOnce(entry, data);
  };

  function arrived(entry, { status, data }, awaited) {
    const follows = awaited || (pad.notice && pad.notice.of === entry.client_id);
    if (awaited) release();
    if (!follows) return;
    const notice = entry.kind === "dealer" ? null : arrival(entry, status, data);
    if (awaited) start(notice);
    else pad.notice = notice;
    pad.catchUp();
  }

  function arrival({ kind, number, restores }, status, data) {
    if (status === 202) return { text: words("proposed", { n: number }), undo: null };
    const n = data.deal.number;
    const deal = pad.state.deals.find((item) => item.number === n);
    const key = { deal: "saved", void: "voided", correction: restores ? "restored" : "corrected" }[kind];
    return { text: words(key, { n, words: deal ? deal.words : "" }), undo: kind === "deal" ? n : null };
  }

  function collide() {
    release();
    start(null);
    pad.show("collision");
  }

  // The form still holds what was entered: there it is mended.
  async function refusedAtOnce(entry, data) {
    const left = pad.pendingDraft && pad.draft !== pad.pendingDraft;
    if (!left) await queue.remove(entry);
    release();
    if (left) return;
    const error = {
      code: data.error ? data.error.code : "unknown",
      message: data.message || words("refused"),
      field: data.field || "deal",
      details: data.error || {},
    };
    if (entry.kind === "deal" || (entry.kind === "correction" && !entry.restores)) refuse(error);
    else pad.problem = error.message;
    pad.catchUp();
  }

  function refuse(error) {
    if (pad.screen === "form" && pad.draft.touched) {
      pad.draft.error = error;
      form.refused(pad.draft, pad.state, error);
    } else {
      pad.problem = error.message;
    }
    pad.draw();
  }

  pad.isGone = () => {
    pad.gone = true;
    pad.store.write("pages", pad.boot.base, { csrf: pad.wire.csrf, state: pad.server, gone: true });
  };
}
