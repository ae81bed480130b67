// What has not been sent: how much in the bar, each entry with its words and how far it is in the list, and what can be
// done about one that was refused.

import { seatsAsked, seatsAwaited } from "../queue/resolve.js";
import { rivalOf, stoppedEntry, unsentEntries } from "../store/selectors.js";
import { askedWords, entryWords, unsentWords } from "../words.js";
import { button, el } from "./dom.js";

const MANY_TRIES = 6;

/** @param {View} pad */
function count(pad) {
  return unsentWords(pad.boot, unsentEntries(pad).length);
}

// The server was there and took nothing.
/** @param {View} pad */
function isBusy({ gone, queue: { failed } }) {
  return !gone && failed !== null && failed > 0;
}

// Whether the server hears us and has heard all.
/** @param {View} pad */
export function isSafe(pad) {
  return pad.link !== "waiting" && !isBusy(pad) && !pad.looking && unsentEntries(pad).length === 0;
}

// Whether the server hears us, and how much it has not heard yet; a tap opens the list of that.
/** @param {View} pad @param {Actions} actions */
export function connection(pad, actions) {
  const { looking, queue, words } = pad;
  const unsent = unsentEntries(pad).length;
  const lost = pad.link === "waiting";
  const held = lost || isBusy(pad);
  const parts = [
    held || !(unsent || looking) ? el("span", { class: held ? null : "bar-safe" }, words(lost ? "offline" : held ? "busy" : "safe")) : null,
    looking ? el("span", { class: "bar-looking" }, words("looking")) : null,
    unsent ? el("span", { class: "bar-unsent" }, count(pad)) : null,
  ];
  const attributes = { class: `bar-link${lost || unsent ? " bar-link-lost" : ""}`, id: "pad-link" };
  if (!unsent && !queue.arrived.length) return el("p", attributes, parts);
  return button("unsent", parts, actions.toggleUnsent, {
    ...attributes,
    "aria-label": `${unsent ? count(pad) : allSent(pad)} ${words("unsent_open")}`,
    "aria-expanded": pad.screen === "unsent" ? "true" : "false",
  });
}

// Before the storage is read nobody knows that.
/** @param {Pick<View, "looking" | "words">} pad */
function allSent({ looking, words }) {
  return words(looking ? "memory_looking" : "all_sent");
}

/** @type {PadScreen} */
export const unsentScreen = {
  body(pad, actions) {
    const { queue, words } = pad;
    const unsent = unsentEntries(pad);
    const trying = isBusy(pad) ? "trying_busy" : "trying";
    return [
      el("h2", { class: unsent.length || pad.looking ? null : "unsent-none" }, unsent.length ? count(pad) : allSent(pad)),
      unsent.length ? el("p", { class: "pad-hint" }, words(stoppedEntry(pad) ? "stopped" : trying)) : null,
      el("ol", { class: "deals unsent" }, [
        queue.arrived.map((entry) => arrival(pad, entry)), unsent.map((entry) => row(pad, actions, entry)),
      ]),
    ];
  },
  dock(pad, actions) {
    const { words } = pad;
    const sends = unsentEntries(pad).length > 0 && !stoppedEntry(pad);
    return el("div", { class: "dock-row" }, [
      button("close-unsent", words("back"), () => actions.show("form"), { class: "pad-quiet" }),
      sends ? button("retry", words("try_now"), actions.sendNow, { class: "pad-main-button", "data-next": true }) : null,
    ]);
  },
};

/** @param {View} pad @param {Entry} entry */
function arrival(pad, entry) {
  return el("li", { class: "unsent-row unsent-arrived" }, [
    el("p", {}, entryWords(pad, entry)), el("p", { class: "deal-marks" }, `${pad.looking ? "" : "\u2713 "}${pad.words("state_arrived")}`),
  ]);
}

// The server stumbles over this very entry, it seems. It is tried on; whoever knows better may drop it.
/** @param {View} pad @param {Entry} entry */
function isStuck({ queue: { entries: [head], failed } }, entry) {
  return entry === head && entry.state === "waiting" && failed === 500 && entry.tries >= MANY_TRIES;
}

/** @param {View} pad @param {Actions} actions @param {Entry} entry */
function row(pad, actions, entry) {
  const stopped = stoppedEntry(pad) === entry || isStuck(pad, entry);
  const ways = entry.state !== "collided" ? mending(pad, actions, entry)
    : button("look", pad.words("show"), () => actions.show("collision"), { class: "pad-small" });
  return el("li", { class: `unsent-row${stopped ? " unsent-stopped" : ""}` }, [
    el("p", {}, entryWords(pad, entry)),
    el("p", { class: "deal-marks" }, progress(pad, entry)),
    stopped ? el("div", { class: "dock-row" }, ways) : null,
  ]);
}

/** @param {View} pad @param {Entry} entry */
function progress({ queue, words }, entry) {
  if (entry.client_id === queue.sending) return words("state_sending");
  if (seatsAsked(entry)) return entry.answer?.message;
  return words(`state_${entry.state}`, { why: entry.answer ? entry.answer.message || words("refused") : "" });
}

/** @param {View} pad @param {Actions} actions @param {Entry} entry */
function mending({ dropping, words }, actions, entry) {
  const asked = dropping === entry.client_id;
  return [
    seatsAsked(entry) ? button("ask-again", words("ask_again"), () => actions.askAgain(entry), { class: "pad-small" }) : null,
    entry.payload && entry.answer ? button("mend", words("mend"), () => actions.mend(entry), { class: "pad-small" }) : null,
    button("drop-entry", words(asked ? "drop_surely" : "drop"), () => actions.askToDrop(entry), { class: "pad-small" }),
  ];
}

// Between the bar and the form: what stopped the queue, and that this browser keeps nothing.
/** @param {View} pad @param {Actions} actions */
export function unsentBanner(pad, actions) {
  const { words } = pad;
  const entry = stoppedEntry(pad);
  if (!entry || ["unsent", "collision"].includes(pad.screen) || pad.draft.mends === entry.client_id) return null;
  const refused = entry.state === "refused";
  const awaited = seatsAwaited(entry, pad.server);
  const key = refused ? "banner_refused" : entry.payload && rivalOf(pad, entry) ? "banner_collided" : "banner_changed";
  return el("p", { class: "pad-banner" }, [
    el("span", {}, awaited.length ? askedWords(pad, entry.number, awaited) : words(key, { n: entry.number === null ? 1 : entry.number })),
    button("look", words("show"), () => actions.show(refused ? "unsent" : "collision"), { class: "pad-small" }),
  ]);
}

/** @param {View} pad */
export function memoryBanner({ durable, looking, words }) {
  return durable ? null : el("p", { class: "pad-banner" }, el("span", {}, words(looking ? "memory_looking" : "memory_only")));
}

// What this phone has not sent of other tables.
/** @param {View} pad */
export function otherTablesBanner({ boot, otherTables, words }) {
  return otherTables.length === 0 ? null : otherTables.map(({ base, table, count: unsent }) => el("p", { class: "pad-banner" }, [
    el("span", {}, `${words("table", { n: table })}: ${unsentWords(boot, unsent)}`),
    button(`elsewhere-${table}`, words("show"), () => location.assign(base), { class: "pad-small" }),
  ]));
}
