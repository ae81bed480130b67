// From step to step: table, hands, cubits, claim, verdict; and what the server is asked on the way.

import { previewDeal } from "../queue/projection.js";
import { readHand } from "../rules/showdown.js";
import { handSize, hasQuarry, notesCubits, payload, refused, stillIn } from "./showdown-draft.js";
import { dealWords, errorOf } from "../words/sentences.js";

// After every change: have each complete hand named, and forget a verdict that was given on other cards.
export function change(pad, changes) {
  pad.change(Object.assign({ verdict: null }, changes));
  evaluate(pad);
  pad.draw();
}

export function evaluate(pad) {
  const { draft, state } = pad;
  stillIn(draft).forEach((seat) => {
    const hand = draft.hands[seat] || [];
    if (hand.length !== handSize(state)) return;
    const key = hand.slice().sort().join() + "/" + draft.quarry.slice().sort().join();
    const known = draft.readings[seat];
    if (known && known.key === key) return;
    const reading = ownReading(pad, seat, hand) || { data: null, message: null };
    draft.readings[seat] = Object.assign(reading, { key });
    if (reading.data || reading.message) return;
    const question = hasQuarry(state) ? { hand, quarry: draft.quarry } : { hand };
    pad.ask("hand/", question).then((answer) => {
      if (answer.status === 200) reading.data = answer.data;
      else if (answer.status === 422) reading.message = answer.data.message;
      else delete draft.readings[seat];
      pad.draw();
    });
  });
}

// What the phone makes of a hand by itself; null where only the server can tell.
function ownReading(pad, seat, hand) {
  const { boot, draft, state } = pad;
  const read = readHand(state.table, hand, hasQuarry(state) ? draft.quarry : []);
  if (!read) return null;
  const error = read.error && errorOf(pad, Object.assign({ seat }, read.error));
  if (read.error) return error && { data: null, message: error.message };
  return { data: Object.assign({ name: boot.categories[read.category] }, read), message: null };
}

export function readingOf(draft, seat) {
  const reading = draft.readings[seat];
  const complete = reading && reading.key.split("/")[0] === (draft.hands[seat] || []).slice().sort().join();
  return complete ? reading : null;
}

export function advance(pad) {
  const { draft, state } = pad;
  const steps = ["table"];
  if (notesCubits(draft, state)) steps.push("paid");
  if (stillIn(draft).length > 1) steps.push("claim");
  steps.push("verdict");
  const at = steps.indexOf(draft.step === "hand" ? "table" : draft.step);
  go(pad, steps[at + 1]);
}

export function go(pad, step, at) {
  Object.assign(pad.draft, { step, at: at === undefined ? null : at, error: null });
  if (step === "verdict") askVerdict(pad);
  evaluate(pad);
  pad.draw();
}

// The phone's own verdict at once, and the server's fuller sentence when it comes.
function askVerdict(pad) {
  const { draft, state } = pad;
  const question = { payload: payload(draft, state) };
  if (draft.editing) question.number = draft.editing;
  const { deal, error } = previewDeal(pad.server, pad.waiting(), question.payload, draft.editing || undefined);
  const told = error && errorOf(pad, error, draft.editing || error.deal);
  if (told) return refuse(draft, state, told);
  draft.verdict = deal ? { deal, words: dealWords(pad, question.payload, deal) } : { waiting: true };
  if (pad.link === "live" && pad.waiting().length === 0) askServer(pad, question);
  else if (!deal) draft.verdict = { words: pad.words("verdict_later"), deal: null };
}

function askServer(pad, question) {
  const { draft, state } = pad;
  pad.ask("preview/", question).then((answer) => {
    if (draft !== pad.draft || draft.step !== "verdict" || draft.error || pad.sending()) return;
    if (answer.status === 200) draft.verdict = answer.data;
    else if (answer.status === 422) {
      const { error, message, field } = answer.data;
      refuse(draft, state, { code: error.code, message, field, details: error });
    } else if (draft.verdict.waiting) draft.verdict = { words: pad.words("verdict_later"), deal: null };
    pad.draw();
  });
}

function refuse(draft, state, error) {
  draft.error = error;
  refused(draft, state, error);
}
