// Starts the pad: reads what the server put into the page, draws, follows the table.

import { addAmending } from "./screens/correct-several.js";
import { startBackground } from "./queue/background.js";
import { drawClock, followClock } from "./screens/clock.js";
import { collisionScreen } from "./screens/conflict.js";
import { dealsBody, dealsDock } from "./screens/deals.js";
import { fill } from "./screens/dom.js";
import { addElsewhere, elsewhereBanner } from "./queue/other-tables.js";
import { helpScreen, messageBanner, callBanner } from "./screens/help.js";
import { startKeeping } from "./queue/persist.js";
import { dealQuestions, disputeBanner, opinionScreen, proposalBanner } from "./screens/confirmations.js";
import { createPad } from "./store/state.js";
import * as shell from "./screens/layout.js";
import * as showdown from "./screens/showdown/form.js";
import { openStore } from "./queue/storage.js";
import { memoryBanner, unsentBanner, unsentScreen } from "./screens/unsent.js";
import * as vilnius from "./screens/announcements/form.js";
import { createWire } from "./queue/api.js";
import { createWords } from "./words/words.js";

const FORMS = { vilnius, showdown };
// What can be opened in place of the form, by pad.show(name).
const SCREENS = {
  deals: { body: dealsBody, dock: dealsDock }, unsent: unsentScreen, collision: collisionScreen, help: helpScreen, opinions: opinionScreen,
};
const BANNERS = [memoryBanner, unsentBanner, elsewhereBanner, messageBanner, proposalBanner, dealQuestions, disputeBanner, callBanner];
const SWIPE = 60;

async function start() {
  const boot = JSON.parse(document.getElementById("pad-boot").textContent);
  const parts = { bar: "pad-bar", clock: "pad-clock", banners: "pad-banners", body: "pad-body", dock: "pad-dock", say: "pad-say" };
  Object.keys(parts).forEach((name) => { parts[name] = document.getElementById(parts[name]); });
  const draw = steadily(() => drawAll(pad, parts));
  const store = await openStore();
  const pad = createPad({
    boot, draw, store, wire: createWire(boot.base, boot.csrf), words: createWords(boot.strings), form: FORMS[boot.state.table.family],
  });
  Object.assign(pad.screens, SCREENS);
  addAmending(pad);
  addElsewhere(pad);
  pad.banners.push(...BANNERS);
  if (document.body.dataset.kept) pad.link = "waiting";
  await startKeeping(pad);
  if (pad.screen === "amend") pad.screen = "form"; // what was chosen there is not kept; the deal entered for it is
  if (pad.draft.touched && pad.form.opened) pad.form.opened(pad);
  draw();
  pad.retryNow();
  pad.sendElsewhere();
  follow(pad);
  hearAgain(pad);
  followClock(pad);
  listenForSwipes(pad, parts.body);
  parts.body.addEventListener("input", pad.keep); // while somebody types nothing is drawn
  startBackground(pad);
  window.addEventListener("beforeunload", (event) => {
    if (store.durable || !pad.unsent()) return;
    event.preventDefault();
    event.returnValue = "";
  });
}

function drawAll(pad, { bar, clock, banners, body, dock, say }) {
  if (!pad.keep) return;
  pad.keep();
  const view = [pad.screen, pad.draft.step, pad.draft.at, Boolean(pad.conflict)].join();
  const scrolled = body.dataset.view === view ? body.scrollTop : 0;
  fill(bar, shell.bar(pad));
  drawClock(pad, clock);
  fill(banners, shell.banners(pad));
  fill(body, shell.body(pad));
  body.dataset.view = view;
  body.scrollTop = scrolled;
  body.tabIndex = body.scrollHeight > body.clientHeight ? 0 : -1; // to be scrolled by keys
  fill(dock, shell.dock(pad));
  const sentence = shell.spoken(pad) || "";
  if (say.textContent !== sentence) say.textContent = sentence;
}

// A drawing that comes in between a finger's going down and coming up would swallow the tap; it waits.
function steadily(drawNow) {
  let pressed = false;
  let waiting = false;
  const release = () => setTimeout(() => {
    pressed = false;
    if (waiting) drawNow();
    waiting = false;
  }, 0);
  document.addEventListener("touchstart", () => { pressed = true; }, { passive: true });
  document.addEventListener("touchend", release);
  document.addEventListener("touchcancel", release);
  document.addEventListener("click", () => { pressed = false; }, true);
  return () => {
    if (pressed) waiting = true;
    else drawNow();
  };
}

// What was told while the store was being opened.
function hearAgain(pad) {
  const { liveState, revision } = document.body.dataset;
  if (liveState) pad.link = liveState === "waiting" ? "waiting" : "live";
  if (Number(revision) > pad.server.revision) pad.refresh();
}

function follow(pad) {
  document.body.addEventListener("revision", pad.refresh);
  document.body.addEventListener("live-state", (event) => {
    const waiting = event.detail.state === "waiting";
    pad.link = waiting ? "waiting" : "live";
    if (waiting) pad.wire.abandon();
    else again();
    pad.draw();
  });
  window.addEventListener("online", again);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && pad.queue.load().then(again));

  function again() {
    pad.retryNow();
    pad.catchUp();
    pad.sendElsewhere();
  }
}

function listenForSwipes(pad, node) {
  let from = null;
  node.addEventListener("touchstart", (event) => { from = event.touches[0]; }, { passive: true });
  node.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    if (!from || !pad.form.swipe || pad.screen !== "form" || pad.conflict || !pad.playing()) return;
    const across = to.clientX - from.clientX;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(to.clientY - from.clientY)) {
      pad.form.swipe(pad, across < 0 ? 1 : -1);
    }
  });
}

start();
