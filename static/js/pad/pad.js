// The pad's own state: what the server last said, what is being entered, and what stands between the two.

import { createOutbox } from "./outbox.js";
import { callNames } from "./words.js";

export function createPad({ boot, wire, words, form, draw }) {
  const pad = {
    boot,
    words,
    form,
    state: boot.state,
    draft: null,
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
  const outbox = createOutbox(wire.post, draw);
  let behind = false;

  pad.seatName = (seat) => pad.state.seats[seat].name;
  pad.callName = (seat) => callNames(pad.state.seats.map((each) => each.name))[seat];
  pad.unsent = outbox.unsent;
  pad.sending = outbox.sending;
  pad.retryNow = outbox.retryNow;
  pad.ask = wire.post;
  pad.playing = () => pad.state.table.status === "playing" && !pad.state.finished;
  pad.nextNumber = () => pad.state.deals.reduce((last, deal) => (deal.voided ? last : deal.number), 0) + 1;

  pad.start = () => {
    pad.draft = begin();
    draw();
  };

  pad.change = (changes) => {
    Object.assign(pad.draft, changes, { touched: true, error: null });
    pad.notice = null;
    draw();
  };

  // A new deal, or the correction of an old one; the revision is the one the person was looking at.
  function begin(deal) {
    const draft = deal ? form.reopened(pad.state, deal) : form.fresh(pad.state);
    return Object.assign(draft, {
      touched: Boolean(deal),
      editing: deal ? deal.number : null,
      error: null,
      baseRevision: pad.state.revision,
      seen: versionsOf(pad.state),
    });
  }

  pad.drop = () => {
    pad.draft = begin();
    pad.conflict = null;
    pad.problem = null;
    pad.screen = "form";
    draw();
  };

  pad.reopen = (deal) => {
    pad.draft = begin(deal);
    pad.notice = null;
    pad.problem = null;
    pad.screen = "form";
    draw();
    if (form.opened) form.opened(pad);
  };

  pad.show = (screen) => {
    pad.screen = screen;
    pad.problem = null;
    draw();
  };

  pad.refresh = () => {
    if (outbox.sending()) {
      behind = true;
      return Promise.resolve();
    }
    return wire.get("state/").then((answer) => {
      if (answer.status === 200) adopt(answer.data);
      else if (answer.status === 404) pad.gone = true;
      pad.link = answer.status === 0 ? "waiting" : "live";
      draw();
    });
  };

  function adopt(state) {
    if (state.revision < pad.state.revision) return;
    // Carried on to another night: the page has to follow that night's stream.
    if (state.table.event_id !== pad.state.table.event_id) location.reload();
    const stands = situation(state) === situation(pad.state);
    const changes = changesSince(pad.draft.seen, state);
    pad.state = state;
    if (pad.draft.touched) noteChanges(changes);
    else if (changes.length || !stands) pad.draft = begin();
    else pad.draft.baseRevision = state.revision;
  }

  // Nobody who is entering a deal is interrupted by what happens at other tables.
  function noteChanges(changes) {
    if (changes.length) pad.conflict = { changes, refused: Boolean(pad.conflict) && pad.conflict.refused };
    else if (!pad.conflict) pad.draft.baseRevision = pad.state.revision;
  }

  pad.save = () => {
    const draft = pad.draft;
    const path = draft.editing ? "deals/" + draft.editing + "/" : "deals/";
    send(path, { base_revision: draft.baseRevision, payload: form.payload(draft, pad.state) }, (data) => {
      const undo = draft.editing ? null : data.deal.number;
      finish(data.state, undo, draft.editing ? "corrected" : "saved", data.deal.number);
    });
  };

  // The same input once more, now that the person has seen what changed meanwhile.
  pad.goOn = () => {
    const refused = pad.conflict.refused;
    Object.assign(pad.draft, { baseRevision: pad.state.revision, seen: versionsOf(pad.state) });
    form.rebase(pad.draft, pad.state);
    pad.conflict = null;
    if (refused) pad.save();
    else draw();
  };

  pad.voidDeal = (number) => {
    send("deals/" + number + "/void/", { base_revision: pad.state.revision }, (data) =>
      finish(data.state, null, "voided", number)
    );
  };

  // Who deals first, as the table cut for it; open until a deal stands.
  pad.cutFor = (seat) => {
    send("dealer/", { base_revision: pad.state.revision, seat }, (data) => {
      pad.state = data.state;
      pad.draft = begin();
    });
  };

  pad.restore = (deal) => {
    const body = { base_revision: pad.state.revision, payload: deal.payload };
    send("deals/" + deal.number + "/", body, (data) => finish(data.state, null, "restored", deal.number));
  };

  // What needs the network and is not kept for later: an opinion, a call, an answer to a proposal.
  pad.act = (path, body) => {
    pad.problem = null;
    pad.notice = null;
    return wire.post(path, body).then((answer) => {
      if (answer.data.state) adopt(answer.data.state);
      if (answer.status === 0 || answer.status >= 500) pad.problem = words("needs_network");
      else if (answer.status === 404) pad.gone = true;
      else if (answer.status >= 300) pad.problem = answer.data.message || words("refused");
      draw();
      return answer;
    });
  };

  function send(path, body, done) {
    if (outbox.sending()) return;
    pad.problem = null;
    pad.notice = null;
    outbox.submit(path, body).then((answer) => {
      pad.link = "live";
      if (answer.status === 200) done(answer.data);
      else if (answer.status === 409) collide(answer.data);
      else if (answer.status === 404) pad.gone = true;
      else refuse(answer.data);
      draw();
      if (behind) {
        behind = false;
        pad.refresh();
      }
    });
  }

  function finish(state, undo, key, number) {
    const deal = state.deals.find((item) => item.number === number);
    pad.state = state;
    pad.draft = begin();
    pad.conflict = null;
    pad.screen = "form";
    pad.notice = { text: words(key, { n: number, words: deal ? deal.words : "" }), undo };
  }

  function collide(data) {
    pad.state = data.state;
    pad.screen = "form";
    if (pad.draft.touched) pad.conflict = { changes: data.changes, refused: true };
    else {
      pad.draft = begin();
      pad.problem = data.message;
    }
  }

  function refuse(data) {
    const error = {
      code: data.error ? data.error.code : "unknown",
      message: data.message || words("refused"),
      field: data.field || "deal",
      details: data.error || {},
    };
    if (pad.screen === "form" && pad.draft.touched) {
      pad.draft.error = error;
      form.refused(pad.draft, pad.state, error);
    } else {
      pad.problem = error.message;
    }
  }

  return pad;
}

// What a new deal begins from, besides the deals before it.
function situation({ table, turn, playoff }) {
  return JSON.stringify([table.status, table.first_dealer, turn, playoff]);
}

function versionsOf(state) {
  const versions = {};
  state.deals.forEach((deal) => { versions[deal.number] = deal.version; });
  return versions;
}

function changesSince(seen, state) {
  return state.deals.filter((deal) => seen[deal.number] !== deal.version);
}
