// Starts the pad: reads what the server put into the page, takes up what the phone has kept, draws, follows the table.

import "../live.js";
import { createAwake, createBack, createBackground } from "./device/browser.js";
import { createMoments } from "./device/moments.js";
import { readSettings, showSettings } from "./device/settings.js";
import { createApi } from "./queue/api.js";
import { createOtherTables } from "./queue/other-tables.js";
import { createPersist } from "./queue/persist.js";
import { createQueue } from "./queue/queue.js";
import { report } from "./queue/report.js";
import { openStorage } from "./queue/storage.js";
import { fill } from "./screens/dom.js";
import * as layout from "./screens/layout.js";
import { createActions } from "./store/actions.js";
import { begun } from "./store/drafts/drafting.js";
import { whole } from "./store/merging.js";
import { aloneAt } from "./store/own.js";
import { isPlaying, unsentEntries, viewOf } from "./store/selectors.js";
import { blankState, createStore } from "./store/state.js";
import { knowsHow, lastReadOf } from "./store/talking.js";

const SWIPE = 60;
const REPORTED = 15000; // between reports to the desk of what waits here
const NEXT = ["#pad-dock [data-next]", "#pad-body [data-next]", "#pad-dock button", "#pad-body button"]; // to go on with
const ASIDE = ["viewing", "declarer"]; // detours: looking at something, or choosing another declarer
const STILL = 300; // for so long a button that has just come under the finger takes no tap
const OTHERS = 5000; // between attempts to send what waits for other tables
const RESULT = 10000; // for so long the result of a game stays before the pad goes on to the next one of the match

async function start() {
  /** @type {Boot} */
  const boot = JSON.parse(part("pad-boot").textContent || "");
  const { base } = boot;
  const storage = openStorage(() => finding.then(() => tellHealth({ storage, store, actions, persist, sendAll })));
  const finding = find(storage, base);
  const server = whole(boot.game, boot.state);
  const link = /** @type {PadState["link"]} */ (document.body.dataset.kept ? "waiting" : "live");
  const facts = { server, link, durable: true, looking: false, lastRead: lastReadOf(base), settings: readSettings(), knows: knowsHow(boot.game) };
  const blank = { ...blankState(boot, facts), alone: aloneAt(boot) };
  const draw = calmly(() => {
    drawAll(viewOf(store.state), actions);
    phone.drawn(viewOf(store.state));
  });
  const store = createStore({ ...blank, draft: begun(blank) }, (quietly) => {
    persist.soon();
    if (!quietly) draw();
  });
  const api = createApi(base, boot.csrf);
  const persist = createPersist({ storage, api, read: () => store.state });
  const queue = createQueue({ storage, api, base: boot.base, host: {
    read: () => store.state.queue,
    changed: (changes) => actions.apply({ queue: { ...store.state.queue, ...changes } }),
    table: () => store.state.server,
    heard: (answer) => actions.asked(answer),
    answered: async (outcome, server, changes) => {
      await actions.answered(outcome, server, changes);
      tellDesk();
    },
  } });
  const background = createBackground(() => queue.load().then(queue.send));
  const actions = createActions({ store, storage, api, queue, persist, sendLater: background.sendLater });
  const otherTables = createOtherTables({ storage, boot, taken: () => queue.load().then(queue.send) });
  const phone = createPhone(() => viewOf(store.state), actions);

  // Not while the server takes nothing: it would not take the report either.
  function tellDesk() {
    const { gone, link, queue: { entries, failed } } = store.state;
    const taken = link === "live" && (failed === null || failed === 500);
    if (taken || gone === "over") report({ api, base: boot.base }, entries);
  }

  let due = 0;
  async function sendAll() {
    clearTimeout(due);
    await queue.send();
    const left = await otherTables.send();
    if (left) actions.noteOtherTables(left);
    if (left?.length) due = setTimeout(sendAll, OTHERS);
  }

  document.body.dataset.looking = "yes"; // for a moment, in which the pad shows no message
  draw();
  const doTapped = holdTaps(() => store.state.draft);
  const stored = await finding;
  await actions.takeUpKept(stored);
  store.set({ durable: storage.durable, looking: storage.looking });
  delete document.body.dataset.looking;
  phone.settle(); // not before: what is taken up may be as many steps away as the history had
  doTapped();
  persist.begin(Boolean(stored[1]));
  sendAll();
  actions.registerPhone();
  listen({ store, storage, api, actions, sendAll, queue, persist, background });
  setInterval(tellDesk, REPORTED);
  background.start();
}

/** @param {PadStorage} storage @param {string} base */
function find(storage, base) {
  return Promise.all([storage.read("pages", base), storage.read("drafts", base), storage.entries(base)]);
}

// What the storage keeps is taken up before anybody is told that it has been read, however late that is.
/** @param {Pick<Context, "storage" | "store" | "persist"> & { actions: Actions, sendAll: () => void }} parts */
async function tellHealth({ storage, store, actions, persist, sendAll }) {
  const { boot: { base }, durable, looking } = store.state;
  if (looking && !storage.looking) await actions.takeUpKept(await find(storage, base));
  if (durable === storage.durable && looking === storage.looking) return;
  store.set({ durable: storage.durable, looking: storage.looking });
  persist.begin(true);
  sendAll();
}

/** @typedef {ReturnType<typeof createBackground>} Background */

/** @param {Omit<Context, "sendLater"> & { actions: Actions, sendAll: () => void, background: Background }} parts */
function listen({ store, storage, api, actions, sendAll, queue, persist, background }) {
  follow({ store, api, actions, sendAll, queue });
  keepAtLeaving(() => {
    persist.now();
    if (unsentEntries(store.state).length) background.sendLater();
  });
  listenForSwipes((direction) => layout.swipe(viewOf(store.state), actions, direction));
  window.addEventListener("beforeunload", (event) => {
    if (!storage.durable && unsentEntries(store.state).length) event.preventDefault();
  });
}

// What the phone itself does for whoever holds it.
/** @param {() => View} read @param {Actions} actions */
function createPhone(read, actions) {
  const awake = createAwake();
  const moments = createMoments();
  const back = createBack({ depth: () => layout.depth(read()), back: () => layout.back(read(), actions) });
  return {
    settle: back.settle,
    /** @param {View} pad */
    drawn(pad) {
      goOn(read);
      const { settings, state: { seats }, problem, draft: { error } } = pad;
      showSettings(settings);
      if (!document.body.dataset.looking) back.settle();
      awake.keep(settings.awake && isPlaying(pad));
      moments.look({ scores: seats.map(({ score }) => score), isRefused: Boolean(problem || error), on: settings.moments });
    },
  };
}

let goingOn = 0;

// To the next game of the match, unless somebody came back to this one, corrects it, or has something to send.
/** @param {() => View} read */
function goOn(read) {
  const isDue = () => {
    const pad = read();
    const stays = new URLSearchParams(location.search).has("stay") || isPlaying(pad) || pad.screen !== "form" || pad.draft.touched;
    return pad.state.match?.go && !stays && !unsentEntries(pad).length ? pad.state.match.go : null;
  };
  clearTimeout(goingOn);
  if (isDue()) {
    goingOn = setTimeout(() => {
      const address = isDue();
      if (address) location.replace(address);
    }, RESULT);
  }
}

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @type {{ server: TableState | null, link: string, news: string, form: string, stage: string }} */
let drawn = { server: null, link: "", news: "", form: "", stage: "" };
let settling = 0;

// What the server or the network changed, and the keys that come where other keys were, are not to be hit by a tap meant
// for what was there.
/** @param {View} pad */
function keepStill({ link, server }) {
  const before = drawn;
  const stage = stageNow();
  drawn = { server, link, news: part("pad-banners").innerHTML, form: part("pad-body").innerHTML + part("pad-dock").innerHTML, stage };
  const told = (server !== before.server || link !== before.link) && drawn.form !== before.form;
  if (!before.server || !(told || drawn.news !== before.news || isTurned(before.stage, stage))) return;
  clearTimeout(settling);
  document.body.classList.add("pad-still");
  settling = setTimeout(() => document.body.classList.remove("pad-still"), STILL);
}

// The trump's keys have become the tricks', or "Did not show" is the next player's.
/** @param {string} before @param {string} now */
function isTurned(before, now) {
  return (before === "trump" && now === "taken") || (before !== now && [before, now].every((stage) => stage.startsWith("out")));
}

/** @param {View} pad @param {Actions} actions */
function drawAll(pad, actions) {
  const body = part("pad-body");
  const { screen, conflict, draft: { step } } = pad;
  const view = [screen, step, Boolean(conflict)].join();
  const focus = focusNow();
  const scrolled = body.dataset.view === view ? body.scrollTop : 0;
  fill(part("pad-bar"), layout.bar(pad, actions));
  layout.drawClock(pad, part("pad-clock"));
  fill(part("pad-banners"), layout.banners(pad, actions));
  fill(body, layout.body(pad, actions));
  fill(part("pad-dock"), layout.dock(pad, actions));
  // Everything is written before anything is measured: it is laid out once.
  moveFocus(focus);
  body.scrollTop = scrolled;
  showCurrent(body);
  body.tabIndex = body.scrollHeight > body.clientHeight ? 0 : -1; // to be scrolled by keys
  if (body.dataset.view !== view) scrollTo(0, 0);
  body.dataset.view = view;
  keepStill(pad);
  const sentence = layout.spoken(pad) || "";
  if (part("pad-say").textContent !== sentence) part("pad-say").textContent = sentence;
}

let focusLost = false;

// Where the focus is, and what is asked there.
function focusNow() {
  const { activeElement } = document;
  return { within: Boolean(activeElement?.closest("#pad-body, #pad-dock")), stage: stageNow(), typed: activeElement instanceof HTMLInputElement };
}

function stageNow() {
  return document.querySelector("[data-stage]")?.getAttribute("data-stage") || "";
}

// The focus goes to what is asked next, and is not lost with the key that was pressed; while that is being saved it waits.
/** @param {ReturnType<typeof focusNow>} before */
function moveFocus({ within, stage, typed }) {
  const lost = (within || focusLost) && (document.activeElement === document.body || !document.activeElement);
  const asked = stageNow();
  if (!lost && (!within || typed || asked === stage || [asked, stage].some((name) => ASIDE.includes(name)))) {
    focusLost = false;
    return;
  }
  const keys = NEXT.flatMap((selector) => Array.from(document.querySelectorAll(selector)));
  const next = keys.find((key) => !key.matches(":disabled"));
  focusLost = !(next instanceof HTMLElement) || document.querySelector("#pad-dock [data-next]:disabled") !== null;
  if (next instanceof HTMLElement && !focusLost) next.focus({ preventScroll: true });
}

// Of a list that is longer than the phone, what is entered now comes into sight when it becomes that.
/** @param {HTMLElement} body */
function showCurrent(body) {
  const now = body.querySelector("[aria-current]");
  const place = now ? String(Array.from(now.parentElement?.children || []).indexOf(now)) : "";
  if (now && body.dataset.current !== place) now.scrollIntoView({ block: "nearest" });
  body.dataset.current = place;
}

// Drawn once for whatever changes in one go. A drawing that comes in between a finger's going down and coming up would
// swallow the tap; it waits.
/** @param {() => void} drawNow */
function calmly(drawNow) {
  let pressed = false;
  let due = false;
  const drawDue = () => {
    if (!due || pressed) return;
    due = false;
    drawNow();
  };
  const release = () => setTimeout(() => {
    pressed = false;
    drawDue();
  }, 0);
  document.addEventListener("touchstart", () => { pressed = true; }, { passive: true });
  document.addEventListener("touchend", release);
  document.addEventListener("touchcancel", release);
  document.addEventListener("click", () => { pressed = false; }, true);
  return () => {
    if (!due) queueMicrotask(drawDue);
    due = true;
  };
}

// The pad is drawn while the storage is being opened: what is tapped before it is known what that keeps is done afterwards,
// one tap after the other, unless the form is another by then.
/** @param {() => Draft} form */
function holdTaps(form) {
  const before = form();
  /** @type {string[]} */
  const keys = [];
  /** @param {Event} event */
  const hold = (event) => {
    event.stopImmediatePropagation();
    const key = /** @type {Element} */ (event.target).closest("button")?.getAttribute("data-key");
    if (key) keys.push(key);
  };
  document.addEventListener("click", hold, true);
  return async () => {
    document.removeEventListener("click", hold, true);
    for (const key of form() === before ? keys : []) {
      const button = document.querySelector(`button[data-key="${CSS.escape(key)}"]`);
      if (button instanceof HTMLElement) button.click();
      await null; // what the tap changed is drawn: the next one is of that
    }
  };
}

/** @param {Pick<Context, "store" | "api" | "queue"> & { actions: Actions, sendAll: () => void }} parts */
function follow({ store, api, actions, sendAll, queue }) {
  const { body } = document;
  const again = () => {
    actions.catchUp();
    sendAll();
  };
  // What was said while the storage was being opened.
  const { liveState, revision } = body.dataset;
  if (liveState) actions.linked(liveState === "waiting" ? "waiting" : "live");
  if (Number(revision) > store.state.server.revision) actions.refresh();

  body.addEventListener("revision", actions.heard);
  body.addEventListener("clock-over", actions.timeUp);
  body.addEventListener("live-state", (event) => {
    const { state } = /** @type {CustomEvent} */ (event).detail;
    actions.linked(state === "waiting" ? "waiting" : "live");
    if (state === "waiting") api.abandon();
    else queue.sendSoon().then(again);
    const { clock } = store.state.server;
    const isTimeUp = state === "live" && clock?.state === "over" && clock.allowed === null;
    if (isTimeUp || state === "ended") actions.refresh();
  });
  window.addEventListener("online", again);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") actions.load().then(again);
  });
}

/** @param {() => unknown} keep */
function keepAtLeaving(keep) {
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}

/** @param {(direction: 1 | -1) => void} swiped */
function listenForSwipes(swiped) {
  /** @type {Touch | null} */
  let from = null;
  const node = part("pad-body");
  node.addEventListener("touchstart", (event) => { from = event.touches[0]; }, { passive: true });
  node.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    if (!from) return;
    const across = to.clientX - from.clientX;
    const down = to.clientY - from.clientY;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) swiped(across < 0 ? 1 : -1);
  });
}

start();
