// The pad's own state: what the server last said and what of ours it has not heard yet, what is being entered, and what
// stands between them.

import { createQueue } from "../queue/queue.js";
import { projectState } from "../queue/projection.js";
import { sameDeal } from "../rules/compare.js";
import { addSaving } from "./saving.js";
import { addSettling, lastOf } from "../queue/resolve.js";
import { withWords } from "../words/sentences.js";
import { callNames } from "../words/words.js";

const SOON = 2000;

export function createPad({ boot, wire, words, form, store, draw }) {
  const pad = {
    boot,
    words,
    form,
    wire,
    store,
    server: boot.state,
    state: boot.state,
    draft: null,
    pending: null, // the client_id of what was saved just now, as long as its answer may come at once
    screen: "form",
    link: "live",
    gone: false,
    notice: null,
    conflict: null,
    problem: null,
    banners: [],
    screens: {},
    draw,
  };
  let behind = false;

  const queue = createQueue({ store, wire, base: boot.base, changed, answered: (outcome) => pad.answered(outcome) });
  pad.queue = queue;
  pad.retryNow = queue.send;
  pad.ask = wire.post;
  pad.seatName = (seat) => pad.state.seats[seat].name;
  pad.callName = (seat) => callNames(pad.state.seats.map((each) => each.name))[seat];
  pad.sending = () => pad.pending !== null;
  pad.unsent = () => pad.entries().length;
  pad.entries = () => queue.entries.filter(({ client_id: id }) => id !== pad.pending);
  pad.version = (number) => (pad.state.deals.find((deal) => deal.number === number) || {}).version;
  pad.playing = () => pad.state.table.status === "playing" && !pad.state.finished;

  // What waits ahead of what is being entered, in the order in which it will be sent.
  pad.waiting = () => {
    const entries = pad.entries();
    const mended = pad.draft ? entries.findIndex(({ client_id: id }) => id === pad.draft.mends) : -1;
    return (mended < 0 ? entries : entries.slice(0, mended)).filter(({ state }) => state === "waiting");
  };

  // A deal that is refused or differs keeps its number until that is settled, and so do those behind it.
  pad.nextNumber = () => {
    const taken = pad.stopped() ? pad.entries().filter(({ kind }) => kind === "deal").map(({ number }) => number) : [];
    return Math.max(lastOf(pad.state), ...taken) + 1;
  };

  pad.project = () => {
    pad.state = pad.server;
    pad.state = withWords(pad, projectState(pad.server, pad.waiting()));
  };

  function changed() {
    pad.renew();
    draw();
  }

  pad.change = (changes) => {
    if (pad.sending() && pad.draft === pad.pendingDraft) return;
    Object.assign(pad.draft, changes, { touched: true, error: null });
    pad.notice = null;
    draw();
  };

  // A new deal, or the correction of an old one; the revision is the one the person was looking at.
  pad.begin = (deal) => {
    const draft = deal ? form.reopened(pad.state, deal) : form.fresh(pad.state);
    pad.draft = Object.assign(draft, {
      touched: Boolean(deal),
      editing: deal ? deal.number : null,
      number: deal ? deal.number : pad.nextNumber(),
      turn: pad.state.turn,
      mends: null,
      error: null,
    });
    look(pad.draft);
  };

  // From here on the person knows what the table shows now.
  function look(draft) {
    Object.assign(draft, { baseRevision: pad.state.revision, version: pad.version(draft.editing), seen: seenIn(pad.state) });
  }

  pad.drop = () => {
    pad.draft.mends = null;
    pad.project();
    pad.begin();
    pad.conflict = null;
    pad.problem = null;
    pad.screen = "form";
    draw();
  };

  pad.reopen = (deal) => {
    pad.begin(deal);
    pad.opened();
  };

  pad.opened = () => {
    pad.notice = null;
    pad.problem = null;
    pad.screen = "form";
    if (form.opened) form.opened(pad);
    draw();
  };

  pad.show = (screen) => {
    pad.screen = screen;
    pad.problem = null;
    draw();
  };

  // What is being saved just now is awaited, so that it is not taken for news.
  pad.refresh = async () => {
    behind = pad.sending();
    if (behind) return;
    const { status, data } = await wire.get("state/");
    if (status === 200) pad.adopt(data);
    else if (status === 404) pad.isGone();
    pad.link = status === 0 ? "waiting" : "live";
    behind = status === 0 || status >= 500;
    if (behind) setTimeout(pad.catchUp, SOON);
    draw();
  };

  pad.catchUp = () => {
    if (behind) pad.refresh();
  };

  pad.adopt = (state) => {
    const known = pad.server;
    if (state.table.event_id === known.table.event_id && state.revision < known.revision) return;
    pad.server = state;
    // Carried on to another night: the page has to follow that night's stream.
    if (state.table.event_id !== boot.state.table.event_id) location.reload();
    pad.renew();
  };

  // The table as it is known now, and what that means for the deal that is being entered.
  pad.renew = () => {
    const before = situation(pad.state);
    pad.project();
    const { draft } = pad;
    if (!draft || pad.sending()) return;
    const changes = changesSince(draft.seen, pad.state);
    if (draft.touched) noteChanges(changes);
    else if (changes.length || before !== situation(pad.state) || draft.number !== pad.nextNumber()) pad.begin();
    else look(draft);
  };

  // Nobody who is entering a deal is interrupted by what happens at other tables.
  function noteChanges(changes) {
    if (changes.length) pad.conflict = { changes };
    else if (!pad.conflict) look(pad.draft);
  }

  // What was being entered when the phone was laid down, or died.
  pad.takeUp = (draft) => {
    pad.draft = draft;
    noteChanges(changesSince(draft.seen, pad.state));
    if (!pad.conflict && !draft.editing && !draft.mends && draft.number !== pad.nextNumber()) pad.conflict = { changes: [] };
  };

  // The same input once more, now that the person has seen what changed meanwhile.
  pad.goOn = () => {
    const { draft } = pad;
    look(draft);
    if (!draft.editing) draft.number = pad.nextNumber();
    form.rebase(draft, pad.state);
    pad.conflict = null;
    draw();
  };

  // What needs the network and is not kept for later: an opinion, a call, an answer to a proposal.
  pad.act = async (path, body) => {
    pad.problem = null;
    pad.notice = null;
    const answer = await wire.post(path, body);
    const { status, data } = answer;
    if (data.state) pad.adopt(data.state);
    if (status === 0 || status >= 500) pad.problem = words("needs_network");
    else if (status === 404) pad.isGone();
    else if (status >= 300) pad.problem = data.message || words("refused");
    draw();
    return answer;
  };

  addSaving(pad);
  addSettling(pad);
  return pad;
}

// What a new deal begins from, besides the deals before it.
function situation({ table, turn, playoff }) {
  return JSON.stringify([table.status, table.first_dealer, turn, playoff]);
}

function seenIn(state) {
  const seen = {};
  state.deals.forEach(({ number, voided, payload }) => { seen[number] = { voided, payload }; });
  return seen;
}

function changesSince(seen, state) {
  return state.deals.filter(({ number, voided, payload }) => {
    const known = seen[number];
    return !known || known.voided !== voided || (!voided && !sameDeal(known.payload, payload));
  });
}
