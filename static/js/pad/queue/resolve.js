// What the server did not take: mended, dropped, or settled between two phones. The queue stands still until then.

import { projectState } from "./projection.js";
import { sameDeal } from "../rules/compare.js";
import { entryWords } from "../words/sentences.js";
import { uuid } from "./api.js";

export function addSettling(pad) {
  const { form, words, queue } = pad;

  // The entry at which the queue has stopped, if it has.
  pad.stopped = () => {
    const head = queue.entries[0];
    return head && head.state !== "waiting" && head.client_id !== pad.pending ? head : null;
  };

  // What another phone recorded as the deal that this entry tells otherwise.
  pad.rival = ({ number, answer }) => {
    const changed = (answer.changes || []).some((deal) => deal.number === number);
    return (changed && pad.server.deals.find((deal) => deal.number === number && !deal.voided)) || null;
  };

  // A collision interrupts nobody who is entering a deal; the banner tells of it.
  pad.collided = () => {
    if (pad.draft.touched || pad.screen !== "form") return;
    pad.notice = null;
    pad.show("collision");
  };

  pad.theirsRight = (entry) => take(entry, (rest) => rest.map((each) => based(pad, each)));

  pad.mineRight = (entry) => pad.track((entries) => {
    const mine = Object.assign(based(pad, entry), {
      kind: "correction", path: "deals/" + entry.number + "/", version: pad.rival(entry).version,
      client_id: uuid(), state: "waiting", answer: null,
    });
    return { entry: mine, entries: [mine].concat(entries.filter(others(entry)).map((each) => based(pad, each))) };
  }, { ofDraft: false });

  // Mine becomes the next deal of the table, and those behind it follow.
  pad.goOnWith = (entry) => pad.track((entries) => {
    const again = entries.map((each) => (others(entry)(each) ? each : Object.assign({}, each, { state: "waiting", answer: null })));
    const refitted = entry.kind === "deal" ? refit(pad, again) : again.map((each) => based(pad, each));
    return { entry: refitted[0], entries: refitted };
  }, { ofDraft: false });

  pad.dropEntry = (entry) => take(entry, (rest) => (entry.kind === "deal" ? refit(pad, rest) : rest.map((each) => based(pad, each))));

  // Whatever was said of my deal goes with it.
  async function take(entry, follow) {
    const told = entryWords(pad, entry);
    await queue.change((entries) => {
      const rest = entries.filter(others(entry));
      const own = entry.kind === "deal" ? rest.filter(({ kind, number }) => kind === "deal" || number !== entry.number) : rest;
      return follow(own);
    });
    if (!pad.draft.touched || pad.draft.mends === entry.client_id) pad.begin();
    else pad.goOn();
    pad.screen = pad.screen === "unsent" && queue.entries.length ? "unsent" : "form";
    pad.notice = { text: words("dropped", { words: told }), undo: null };
    pad.draw();
    queue.send();
  }

  // The form once more, with what was refused and why.
  pad.mend = (entry) => {
    pad.draft = { mends: entry.client_id };
    pad.project();
    pad.begin({ number: entry.number, payload: entry.payload });
    const { error, message, field } = entry.answer;
    Object.assign(pad.draft, {
      mends: entry.client_id, editing: entry.kind === "correction" ? entry.number : null,
      error: { code: error.code, message, field, details: error },
    });
    form.refused(pad.draft, pad.state, pad.draft.error);
    pad.opened();
  };

  pad.mended = (payload) => {
    const { mends, number } = pad.draft;
    return pad.track((entries) => {
      const mend = (entry) => Object.assign(based(pad, entry), {
        payload, client_id: sameDeal(payload, entry.payload) ? mends : uuid(), state: "waiting", answer: null,
      });
      const changed = entries.map((each) => (each.client_id === mends ? mend(each) : each));
      const refitted = changed[0].kind === "deal" ? refit(pad, changed) : changed.map((each) => based(pad, each));
      return { entry: refitted.find((each) => each.number === number) || refitted[0], entries: refitted };
    }, { ofDraft: true });
  };
}

function others({ client_id: id }) {
  return (entry) => entry.client_id !== id;
}

// The person has seen what the server last told.
function based(pad, entry) {
  const deal = entry.version && pad.server.deals.find(({ number }) => number === entry.number);
  const version = deal ? deal.version : entry.version;
  return Object.assign({}, entry, { version, base_revision: Math.max(entry.base_revision, pad.server.revision) });
}

// The deals of the queue numbered anew behind those of the server, and whatever else speaks of them.
function refit(pad, entries) {
  const ahead = [];
  const moved = {};
  return entries.map((entry) => {
    let now = based(pad, entry);
    if (entry.kind === "deal") {
      const state = projectState(pad.server, ahead);
      const number = lastOf(state) + 1;
      moved[entry.number] = number;
      now = fitted(now, { number, payload: inTurn(entry.payload, state) });
    } else if (entry.number in moved) {
      now = fitted(now, { number: moved[entry.number], path: entry.path.replace(/\d+/, moved[entry.number]) });
    }
    ahead.push(now);
    return now;
  });
}

// The last deal that stands; the number of one that was struck out at the end is free again.
export function lastOf({ deals }) {
  return deals.reduce((last, deal) => (deal.voided ? last : deal.number), 0);
}

function fitted(entry, facts) {
  const same = entry.number === facts.number && (!facts.payload || facts.payload === entry.payload);
  return same ? entry : Object.assign(entry, facts, { client_id: uuid() });
}

// It was played so, whoever's turn it would be now.
function inTurn(payload, { turn }) {
  const late = payload.declarer !== undefined && payload.declarer !== turn && !payload.out_of_turn;
  return late ? Object.assign({}, payload, { out_of_turn: true }) : payload;
}
