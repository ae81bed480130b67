// What has not been sent: each entry with its words and how far it is, and what can be done about one that was refused.

import { button, el } from "./dom.js";
import { entryWords } from "../words/sentences.js";

let surely = null; // the entry whose dropping was asked for once

export const unsentScreen = {
  body(pad) {
    const { queue, words } = pad;
    const rows = queue.arrived.map((entry) => arrival(pad, entry)).concat(pad.entries().map((entry) => row(pad, entry)));
    return [
      el("h2", {}, count(pad)),
      el("p", { class: "pad-hint" }, words(pad.stopped() ? "stopped" : pad.unsent() ? "trying" : "all_sent")),
      el("ol", { class: "deals unsent" }, rows),
    ];
  },
  dock(pad) {
    const { words } = pad;
    return el("div", { class: "dock-row" }, [
      button("close-unsent", words("back"), () => pad.show("form"), { class: "pad-quiet" }),
      pad.unsent() && !pad.stopped() ? button("retry", words("try_now"), pad.retryNow, { class: "pad-main-button", "data-next": true }) : null,
    ]);
  },
};

export function count({ boot, unsent }) {
  return boot.unsent[Math.min(unsent(), boot.unsent.length - 1)];
}

function arrival(pad, entry) {
  return el("li", { class: "unsent-row unsent-arrived" }, [
    el("p", {}, entryWords(pad, entry)), el("p", { class: "deal-marks" }, "\u2713 " + pad.words("state_arrived")),
  ]);
}

function row(pad, entry) {
  const { words } = pad;
  const stopped = pad.stopped() === entry;
  return el("li", { class: "unsent-row" + (stopped ? " unsent-stopped" : "") }, [
    el("p", {}, entryWords(pad, entry)),
    el("p", { class: "deal-marks" }, state(pad, entry)),
    stopped ? el("div", { class: "dock-row" }, entry.state === "refused" ? mending(pad, entry)
      : button("look", words("look"), () => pad.show("collision"), { class: "pad-small" })) : null,
  ]);
}

function state({ queue, words }, entry) {
  if (entry.client_id === queue.sending) return words("state_sending");
  return words("state_" + entry.state, { why: entry.answer ? entry.answer.message || words("refused") : "" });
}

function mending(pad, entry) {
  const { words } = pad;
  const asked = surely === entry.client_id;
  return [
    entry.payload ? button("mend", words("mend"), () => pad.mend(entry), { class: "pad-small" }) : null,
    button("drop-entry", words(asked ? "drop_surely" : "drop"), () => {
      surely = asked ? null : entry.client_id;
      if (asked) pad.dropEntry(entry);
      else pad.draw();
    }, { class: "pad-small" }),
  ];
}

// Between the bar and the form: what stopped the queue, and that this browser keeps nothing.
export function unsentBanner(pad) {
  const { words } = pad;
  const entry = pad.stopped();
  if (!entry || ["unsent", "collision"].includes(pad.screen) || pad.draft.mends === entry.client_id) return null;
  const key = entry.state === "refused" ? "banner_refused" : entry.payload && pad.rival(entry) ? "banner_collided" : "banner_changed";
  return el("p", { class: "pad-banner" }, [
    el("span", {}, words(key, { n: entry.number === null ? 1 : entry.number })),
    button("look", words("look"), () => pad.show(entry.state === "refused" ? "unsent" : "collision"), { class: "pad-small" }),
  ]);
}

export function memoryBanner(pad) {
  if (pad.store.durable || pad.understood) return null;
  return el("p", { class: "pad-banner" }, [
    el("span", {}, pad.words("memory_only")),
    button("understood", pad.words("understood"), () => {
      pad.understood = true;
      pad.draw();
    }, { class: "pad-small" }),
  ]);
}
