// Something changed at the table while a deal was being entered, or before it could be sent.

import { sideBySide } from "./collision.js";
import { button, el } from "./dom.js";
import { lastOf } from "../queue/resolve.js";
import { entryWords } from "../words/sentences.js";

// Another phone was quicker, while this one was still being entered.
export function conflictBody(pad) {
  const rival = drafted(pad);
  if (rival) return el("div", { class: "pad-message" }, sideBySide(pad, rival.number, pad.form.payload(pad.draft, pad.state), rival));
  return changesBody(pad, pad.conflict.changes, pad.form.summary(pad), false);
}

export function conflictDock(pad) {
  const { draft, words } = pad;
  const rival = drafted(pad);
  if (rival) {
    return choices(pad, rival.number, {
      theirs: pad.drop,
      mine: () => pad.overrule(rival.number, asItWas(draft, pad.form.payload(draft, pad.state))),
      both: () => {
        pad.goOn();
        pad.save();
      },
    });
  }
  return ways(pad, { applies: draft.editing || pad.playing(), drop: pad.drop, goOn: pad.goOn, label: words("keep_mine") });
}

// The deal that was recorded meanwhile, once mine is complete as well.
function drafted(pad) {
  const { conflict, draft, state, form } = pad;
  if (draft.editing || !form.complete(draft, state)) return null;
  return conflict.changes.find(({ number, voided }) => number === draft.number && !voided) || null;
}

// Whose turn it was when this was begun counts, not whose it has become.
function asItWas(draft, payload) {
  return payload.declarer === draft.turn ? Object.assign({}, payload, { out_of_turn: undefined }) : payload;
}

// What had been saved on this phone, and found another deal in its place.
export const collisionScreen = {
  body(pad) {
    const entry = pad.stopped();
    if (!entry || entry.state !== "collided") return el("p", { class: "pad-hint" }, pad.words("all_sent"));
    const rival = entry.payload && pad.rival(entry);
    const besides = entry.answer.changes.filter(({ number }) => number !== entry.number);
    if (rival) return el("div", { class: "pad-message" }, [sideBySide(pad, entry.number, entry.payload, rival), changes(pad, besides)]);
    return changesBody(pad, entry.answer.changes, entryWords(pad, entry), true);
  },
  dock(pad) {
    const { words } = pad;
    const entry = pad.stopped();
    if (!entry || entry.state !== "collided") return button("back", words("back"), () => pad.show("form"), { class: "pad-main-button pad-quiet" });
    const goOn = () => pad.goOnWith(entry);
    if (entry.payload && pad.rival(entry)) {
      return choices(pad, entry.number, {
        theirs: () => pad.theirsRight(entry), mine: () => pad.mineRight(entry), both: entry.kind === "deal" ? goOn : null,
      });
    }
    const label = entry.kind === "deal" ? words("send_mine", { n: nextOfServer(pad) }) : words("send_correction");
    return ways(pad, { applies: entry.kind !== "deal" || pad.playing(), drop: () => pad.dropEntry(entry), goOn, label });
  },
};

function nextOfServer({ server }) {
  return lastOf(server) + 1;
}

function choices(pad, number, { theirs, mine, both }) {
  const { words } = pad;
  const attributes = { class: "choice choice-whole", disabled: pad.sending() };
  return el("div", { class: "settle" }, [
    button("drop-mine", words("theirs_right"), theirs, attributes),
    button("mine-right", words("mine_right"), mine, attributes),
    both && pad.playing() ? button("go-on", words("both_played", { n: nextOfServer(pad) }), both, attributes) : null,
  ]);
}

function changesBody(pad, changed, mine, refused) {
  const { words } = pad;
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words("conflict_title")),
    changes(pad, changed),
    el("h3", {}, words("conflict_mine")),
    el("p", {}, mine),
    refused ? el("p", { class: "pad-hint" }, words("not_saved")) : null,
  ]);
}

function changes(pad, changed) {
  const { words } = pad;
  return changed.length === 0 ? null : el("ul", { class: "changes" }, changed.map(({ number: n, voided, version, words: told }) =>
    el("li", {}, words(voided ? "change_voided" : version > 1 ? "change_corrected" : "change_new", { n, words: told }))));
}

function ways(pad, { applies, drop, goOn, label }) {
  return el("div", { class: "dock-row" }, [
    button("drop-mine", pad.words("drop_mine"), drop, { class: applies ? "pad-quiet" : "pad-main-button" }),
    applies ? button("go-on", label, goOn, { class: "pad-main-button", disabled: pad.sending() }) : null,
  ]);
}
