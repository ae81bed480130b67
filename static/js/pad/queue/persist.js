// What a phone finds again after a reload, or when it died in the middle of a deal.

import { sameDeal } from "../rules/compare.js";

const SOON = 150;

// Reads what was kept; from then on keeps what is being entered and what was last known.
export async function startKeeping(pad) {
  const { boot, store, wire, queue } = pad;
  const { base } = boot;
  const page = await store.read("pages", base);
  if (page && newer(page.state, boot.state)) pad.server = page.state;
  await queue.load();
  pad.begin();
  const kept = await store.read("drafts", base);
  if (kept && kept.draft && !recorded(pad, kept.draft)) takeUp(pad, kept);

  let timer = 0;
  let draft = kept ? kept.draft : null;
  let state = null;
  const keep = () => {
    clearTimeout(timer);
    if (state !== pad.server && !pad.gone) store.write("pages", base, { csrf: wire.csrf, state: pad.server });
    state = pad.server;
    const saved = pad.sending() && pad.queue.entries.some(({ client_id: id }) => id === pad.pending) && pad.draft === pad.pendingDraft;
    const entering = pad.draft.touched && !saved ? pad.draft : null;
    const known = entering || draft;
    draft = entering;
    return known ? store.write("drafts", base, entering && { draft: entering, screen: pad.screen }) : null;
  };
  pad.keepNow = keep;
  pad.keep = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, SOON);
  };
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keep());
  keep();
}

function newer(kept, boot) {
  return kept.table.event_id === boot.table.event_id && kept.revision > boot.revision;
}

// The phone may have died between keeping the deal for sending and beginning the next one.
function recorded(pad, draft) {
  if (draft.editing || draft.mends || !pad.form.complete(draft, pad.state)) return false;
  const payload = plain(pad.form.payload(draft, pad.state));
  const same = (other) => other.number === draft.number && other.payload && sameDeal(plain(other.payload), payload);
  return pad.queue.entries.some(same) || pad.server.deals.some((deal) => !deal.voided && same(deal));
}

function plain(payload) {
  return Object.assign({}, payload, { out_of_turn: false });
}

function takeUp(pad, { draft, screen }) {
  if (draft.mends && !pad.queue.entries.some(({ client_id: id }) => id === draft.mends)) return;
  pad.takeUp(draft);
  if (pad.screens[screen]) pad.screen = screen;
  pad.project();
}
