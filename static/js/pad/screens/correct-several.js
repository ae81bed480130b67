// A mistake of several deals, mended in one step: two who sat wrongly since a deal, or a deal that was forgotten. What
// would change is shown before anything is sent.

import { button, el } from "./dom.js";
import { uuid } from "../queue/api.js";

export function addAmending(pad) {
  const { form, words } = pad;
  const save = pad.save;

  // `kind` is "exchange" or "insert"; pad.amending holds what has been chosen so far, and what would come of it.
  pad.amend = (kind) => {
    const numbers = standing(pad);
    pad.amending = begun(kind, numbers[numbers.length - 1]);
    pad.show("amend");
  };

  pad.save = () => (pad.draft.inserts ? entered() : save());

  function entered() {
    const payload = form.payload(pad.draft, pad.state);
    delete payload.out_of_turn; // whose turn it was then, the server tells
    if (!pad.amending) pad.amending = begun("insert", pad.draft.inserts); // the page was reloaded meanwhile
    Object.assign(pad.amending, { payload });
    look(pad);
  }

  // What was being entered is laid aside, and taken up again.
  pad.enterForgotten = () => {
    if (pad.draft.touched && !pad.draft.inserts) pad.amending.aside = pad.draft;
    pad.begin();
    Object.assign(pad.draft, { inserts: pad.amending.at, touched: true });
    if (pad.state.table.family === "vilnius") pad.draft.choosing = true;
    pad.opened();
  };

  pad.leaveAmending = () => {
    const aside = pad.amending && pad.amending.aside;
    pad.amending = null;
    if (pad.draft.inserts) pad.drop();
    if (aside) pad.takeUp(aside);
    pad.show("form");
  };

  pad.screens.amend = { body: (each) => amendBody(each), dock: (each) => amendDock(each, words) };
}

function begun(kind, at) {
  return { kind, seats: [], at, payload: null, seen: null, reason: "", busy: false, aside: null };
}

function standing({ state }) {
  return state.deals.filter((deal) => !deal.voided).map((deal) => deal.number);
}

function change({ kind, seats, at, payload }) {
  return kind === "exchange" ? { kind, seats, from: at } : { kind, at, payload };
}

// Asks what would change; nothing is written.
async function look(pad) {
  const { amending } = pad;
  amending.busy = true;
  pad.draw();
  const { status, data } = await pad.act("amend/", Object.assign({ dry: true, client_id: uuid(), base_revision: pad.server.revision }, change(amending)));
  amending.busy = false;
  if (status === 200) amending.seen = Object.assign({ revision: pad.server.revision }, data);
  const problem = pad.problem;
  pad.show("amend");
  pad.problem = problem;
  pad.draw();
}

async function send(pad) {
  const { amending, words } = pad;
  amending.busy = true;
  amending.client_id = amending.client_id || uuid();
  const { status } = await pad.act("amend/", Object.assign({
    client_id: amending.client_id, base_revision: amending.seen.revision, reason: amending.reason.trim(),
  }, change(amending)));
  amending.busy = false;
  if (status === 200 || status === 202) {
    pad.leaveAmending();
    pad.notice = { text: words(status === 200 ? "amended" : "amend_proposed"), undo: null };
  } else if (status === 409) {
    amending.seen = null;
  }
  pad.draw();
}

function amendBody(pad) {
  const { amending, words } = pad;
  if (amending.seen) return seenBody(pad, amending.seen);
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words(amending.kind === "exchange" ? "sat_wrongly" : "deal_forgotten")),
    amending.kind === "exchange" ? players(pad) : el("p", { class: "pad-hint" }, words("insert_hint")),
    since(pad),
  ]);
}

function players(pad) {
  const { amending, state, words } = pad;
  return el("div", { class: "help-part", role: "group", "aria-label": words("which_two") }, [
    el("h3", {}, words("which_two")),
    el("div", { class: "choices" }, state.seats.map(({ index, name }) => {
      const chosen = amending.seats.includes(index);
      return button("amend-seat-" + index, name, () => {
        amending.seats = chosen ? amending.seats.filter((seat) => seat !== index) : amending.seats.concat(index).slice(-2);
        pad.draw();
      }, { class: "choice choice-wide", "aria-pressed": chosen ? "true" : "false" });
    })),
  ]);
}

function since(pad) {
  const { amending, words } = pad;
  const numbers = standing(pad);
  const pick = el("select", {
    "data-key": "amend-at", onchange: (event) => {
      amending.at = Number(event.target.value);
      pad.draw();
    },
  }, numbers.map((number) => {
    const deal = pad.state.deals.find((each) => each.number === number);
    return el("option", { value: String(number), selected: number === amending.at }, words("deal_and_words", { n: number, words: deal.words }));
  }));
  return el("label", { class: "pad-field" }, [words(amending.kind === "exchange" ? "since_deal" : "before_deal"), pick]);
}

function seenBody(pad, { changes, remarks, breaks }) {
  const { amending, words } = pad;
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words(breaks.length ? "would_break" : "would_change")),
    breaks.map((sentence) => el("p", { class: "pad-error" }, sentence)),
    remarks.length ? el("ul", { class: "changes" }, remarks.map((sentence) => el("li", {}, sentence))) : null,
    el("ol", { class: "deals" }, changes.map(({ number, before, after }) => el("li", { class: "unsent-row" }, [
      el("strong", {}, words("deal_title", { n: number })),
      before ? el("p", { class: "deal-marks" }, el("s", {}, before)) : null,
      el("p", {}, after),
    ]))),
    breaks.length ? null : el("label", { class: "pad-field" }, [
      words("why"),
      el("input", {
        "data-key": "amend-why", type: "text", maxlength: "200", autocomplete: "off", value: amending.reason,
        oninput: (event) => { amending.reason = event.target.value; },
      }),
    ]),
  ]);
}

function amendDock(pad, words) {
  const { amending } = pad;
  const back = button("amend-back", words("back"), () => {
    if (!amending.seen) pad.leaveAmending();
    else {
      amending.seen = null;
      pad.draw();
    }
  }, { class: "pad-quiet" });
  return el("div", { class: "dock-row" }, [back, onward(pad)]);
}

function onward(pad) {
  const { amending, state, words } = pad;
  const attributes = { class: "pad-main-button", "data-next": true, disabled: amending.busy };
  if (amending.seen) {
    if (amending.seen.breaks.length) return null;
    const consent = state.opinion.right === "consent" || state.deals.some((deal) => deal.number >= amending.at && deal.right === "consent");
    return button("amend-send", words(consent ? "amend_propose" : "amend_do"), () => send(pad), attributes);
  }
  if (amending.kind === "insert") return button("amend-enter", words("enter_forgotten"), pad.enterForgotten, attributes);
  attributes.disabled = amending.busy || amending.seats.length !== 2;
  return button("amend-look", words("see_changes"), () => look(pad), attributes);
}
