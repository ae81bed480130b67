// Starts the pad: reads what the server put into the page, draws, follows the table.

import { drawClock, followClock } from "./clock.js";
import { dealsBody, dealsDock } from "./deals.js";
import { fill } from "./dom.js";
import { createPad } from "./pad.js";
import * as shell from "./shell.js";
import * as showdown from "./showdown.js";
import * as vilnius from "./vilnius.js";
import { createWire } from "./wire.js";
import { createWords } from "./words.js";

const FORMS = { vilnius, showdown };
// What can be opened in place of the form, by pad.show(name).
const SCREENS = { deals: { body: dealsBody, dock: dealsDock } };
const SWIPE = 60;

function start() {
  const boot = JSON.parse(document.getElementById("pad-boot").textContent);
  const parts = { bar: "pad-bar", clock: "pad-clock", banners: "pad-banners", body: "pad-body", dock: "pad-dock", say: "pad-say" };
  Object.keys(parts).forEach((name) => { parts[name] = document.getElementById(parts[name]); });
  const draw = steadily(() => drawAll(pad, parts));
  const pad = createPad({
    boot, draw, wire: createWire(boot.base, boot.csrf), words: createWords(boot.strings), form: FORMS[boot.state.table.family],
  });
  Object.assign(pad.screens, SCREENS);
  pad.start();
  follow(pad);
  followClock(pad);
  listenForSwipes(pad, parts.body);
  window.addEventListener("beforeunload", (event) => {
    if (!pad.sending()) return;
    event.preventDefault();
    event.returnValue = "";
  });
}

function drawAll(pad, { bar, clock, banners, body, dock, say }) {
  const view = [pad.screen, pad.draft.step, pad.draft.at, Boolean(pad.conflict)].join();
  const scrolled = body.dataset.view === view ? body.scrollTop : 0;
  fill(bar, shell.bar(pad));
  drawClock(pad, clock);
  fill(banners, shell.banners(pad));
  fill(body, shell.body(pad));
  body.dataset.view = view;
  body.scrollTop = scrolled;
  body.inert = pad.sending();
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

function follow(pad) {
  document.body.addEventListener("revision", pad.refresh);
  document.body.addEventListener("live-state", (event) => {
    pad.link = event.detail.state === "waiting" ? "waiting" : "live";
    if (pad.link === "live") pad.retryNow();
    pad.draw();
  });
  window.addEventListener("online", pad.retryNow);
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
