// From step to step: table, hands, cubits, claim, verdict; and what the server is asked on the way.

import { handSize, hasQuarry, notesCubits, payload, refused, stillIn } from "./showdown-draft.js";

// After every change: have each complete hand named, and forget a verdict that was given on other cards.
export function change(pad, changes) {
  pad.change(Object.assign({ verdict: null }, changes));
  evaluate(pad);
}

export function evaluate(pad) {
  const { draft, state } = pad;
  stillIn(draft).forEach((seat) => {
    const hand = draft.hands[seat] || [];
    if (hand.length !== handSize(state)) return;
    const key = hand.slice().sort().join() + "/" + draft.quarry.slice().sort().join();
    const known = draft.readings[seat];
    if (known && known.key === key) return;
    const reading = { key, data: null, message: null };
    draft.readings[seat] = reading;
    const question = hasQuarry(state) ? { hand, quarry: draft.quarry } : { hand };
    pad.ask("hand/", question).then((answer) => {
      if (answer.status === 200) reading.data = answer.data;
      else if (answer.status === 422) reading.message = answer.data.message;
      else delete draft.readings[seat];
      pad.draw();
    });
  });
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

function askVerdict(pad) {
  const { draft, state } = pad;
  const question = { payload: payload(draft, state) };
  if (draft.editing) question.number = draft.editing;
  draft.verdict = { waiting: true };
  pad.ask("preview/", question).then((answer) => {
    if (draft !== pad.draft || draft.step !== "verdict") return;
    if (answer.status === 200) draft.verdict = answer.data;
    else if (answer.status === 422) {
      draft.error = { code: answer.data.error.code, message: answer.data.message, field: answer.data.field, details: answer.data.error };
      refused(draft, state, draft.error);
    } else draft.verdict = { words: pad.words("verdict_later"), deal: null };
    pad.draw();
  });
}
