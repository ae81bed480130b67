// Something changed at the table while a deal was being entered, or before it could be sent.

import { lastOf } from "../queue/resolve.js";
import { isComplete, payloadOf } from "../store/drafts/drafting.js";
import { isPlaying, isSending, rivalOf, stoppedEntry } from "../store/selectors.js";
import { entryWords } from "../words.js";
import { sideBySide } from "./collision.js";
import { button, el } from "./dom.js";

// Another phone was quicker, while this one was still being entered.
/** @param {PadForm<any>} form @returns {PadScreen} */
export function conflictScreen(form) {
  return {
    body(pad) {
      const rival = drafted(pad);
      if (rival) return el("div", { class: "pad-message" }, sideBySide(pad, rival.number, payloadOf(pad), rival));
      return changesBody(pad, pad.conflict?.changes || [], form.summary(pad), { refused: false });
    },
    dock(pad, actions) {
      const { draft } = pad;
      const rival = drafted(pad);
      if (!rival) {
        const applies = Boolean(draft.editing) || isPlaying(pad);
        return ways(pad, { applies, drop: actions.drop, goOn: actions.goOn, label: pad.words("keep_mine") });
      }
      return choices(pad, {
        theirs: actions.drop,
        mine: () => actions.overrule(rival.number, asItWas(draft, payloadOf(pad))),
        both: actions.saveAsNext,
      });
    },
  };
}

// The deal that was recorded meanwhile, once mine is complete as well.
/** @param {View} pad */
function drafted(pad) {
  const { conflict, draft } = pad;
  if (draft.editing || !conflict || !isComplete(pad)) return null;
  return conflict.changes.find(({ number, voided }) => number === draft.number && !voided) || null;
}

// Whose turn it was when this was begun counts, not whose it has become.
/** @param {Draft} draft @param {Payload} payload */
function asItWas({ turn }, payload) {
  return payload.declarer === turn ? { ...payload, out_of_turn: undefined } : payload;
}

// What had been saved on this phone, and found another deal in its place.
/** @type {PadScreen} */
export const collisionScreen = {
  body(pad) {
    const entry = collided(pad);
    if (!entry) return el("p", { class: "pad-hint" }, pad.words("all_sent"));
    /** @type {DealFacts[]} */
    const changed = entry.answer?.changes || [];
    const rival = entry.payload && rivalOf(pad, entry);
    if (!rival || !entry.payload) return changesBody(pad, changed, entryWords(pad, entry), { refused: true });
    const besides = changed.filter(({ number }) => number !== entry.number);
    return el("div", { class: "pad-message" }, [sideBySide(pad, entry.number, entry.payload, rival), changes(pad, besides)]);
  },
  dock(pad, actions) {
    const { words } = pad;
    const entry = collided(pad);
    if (!entry) return button("back", words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" });
    const deal = entry.kind === "deal";
    const goOn = () => actions.goOnWith(entry);
    if (entry.payload && rivalOf(pad, entry)) {
      return choices(pad, {
        theirs: () => actions.theirsRight(entry), mine: () => actions.mineRight(entry), both: deal ? goOn : null,
      });
    }
    const label = deal ? words("send_mine", { n: nextOfServer(pad) }) : words("send_correction");
    return ways(pad, { applies: !deal || isPlaying(pad), drop: () => actions.dropEntry(entry), goOn, label });
  },
};

/** @param {View} pad */
function collided(pad) {
  const entry = stoppedEntry(pad);
  return entry?.state === "collided" ? entry : null;
}

/** @param {View} pad */
function nextOfServer({ server }) {
  return lastOf(server) + 1;
}

/** @param {View} pad @param {{ theirs: () => unknown, mine: () => unknown, both: (() => unknown) | null }} choice */
function choices(pad, { theirs, mine, both }) {
  const { words } = pad;
  const attributes = { class: "choice choice-whole", disabled: isSending(pad) };
  return el("div", { class: "settle" }, [
    button("drop-mine", words("theirs_right"), theirs, attributes),
    button("mine-right", words("mine_right"), mine, attributes),
    both && isPlaying(pad) ? button("go-on", words("both_played", { n: nextOfServer(pad) }), both, attributes) : null,
  ]);
}

/** @param {View} pad @param {DealFacts[]} changed @param {string} mine @param {{ refused: boolean }} options */
function changesBody(pad, changed, mine, { refused }) {
  const { words } = pad;
  return el("div", { class: "pad-message" }, [
    el("h2", {}, words("conflict_title")),
    changes(pad, changed),
    el("h3", {}, words("conflict_mine")),
    el("p", {}, mine),
    refused ? el("p", { class: "pad-hint" }, words("not_saved")) : null,
  ]);
}

/** @param {View} pad @param {DealFacts[]} changed */
function changes({ words }, changed) {
  return changed.length === 0 ? null : el("ul", { class: "changes" }, changed.map(({ number: n, voided, version, words: said }) =>
    el("li", {}, words(voided ? "change_voided" : version > 1 ? "change_corrected" : "change_new", { n, words: said }))));
}

/** @param {View} pad @param {{ applies: boolean, drop: () => unknown, goOn: () => unknown, label: string }} way */
function ways(pad, { applies, drop, goOn, label }) {
  return el("div", { class: "dock-row" }, [
    button("drop-mine", pad.words("drop_mine"), drop, { class: applies ? "pad-quiet" : "pad-main-button" }),
    applies ? button("go-on", label, goOn, { class: "pad-main-button", disabled: isSending(pad) }) : null,
  ]);
}
