/* The desk's tables: minutes since the last sign of each go on by themselves, and a new dispute or call rings; the one
   that is opened lies over the page.

   Reads from #desk: data-now (the server's, ISO), data-silent-after (minutes); in it [data-since] with a number,
   [data-due]: when what is shown changes without anybody writing, and [data-rings]: names of what calls the director;
   of each table [data-heard], [data-paced] (since when its own pace counts), [data-total] and its deals so far. */

import "./desk.js";
import "./director/who_came.js";

const TICK = 1000;
const FEWEST = 3; // deals that tell a table's own pace
const QUICKEST = 10_000; // a deal; what is quicker was written down afterwards and tells no pace
const WANTED = "capstone-desk-sound";

const title = document.title;
const button = /** @type {HTMLElement} */ (document.getElementById("sound"));
/** @type {Set<string>} */
const known = new Set();
/** @type {Set<string>} */
const past = new Set(); // the moments for which the desk was asked anew
/** @type {AudioContext | null} */
let audio = null;
let heard = "";
let offset = 0; // from this device's time to the server's

const desk = () => /** @type {HTMLElement} */ (document.getElementById("desk"));
/** @param {string} selector @returns {NodeListOf<HTMLElement>} */
const marked = (selector) => desk().querySelectorAll(selector);
const now = () => Date.now() + offset;

function hear() {
  const { now: said = "" } = desk().dataset;
  if (said === heard) return;
  heard = said;
  offset = Date.parse(said) - Date.now();
}

// ---- Minutes

function tick() {
  hear();
  const silentAfter = Number(desk().dataset.silentAfter);
  for (const element of marked("[data-since]:not([data-since=''])")) {
    const minutes = Math.max(0, Math.floor((now() - Date.parse(element.dataset.since || "")) / 60000));
    const text = (element.textContent || "").replace(/\d+/, String(minutes));
    if (element.textContent !== text) element.textContent = text;
    if (element.parentElement?.matches(".overview-minutes")) {
      element.closest(".overview-table")?.classList.toggle("overview-silent", minutes >= silentAfter);
    }
  }
  foretell();
  for (const { dataset: { due = "" } } of marked("[data-due]:not([data-due=''])")) {
    if (past.has(due) || now() < Date.parse(due) + TICK) continue;
    past.add(due);
    document.body.dispatchEvent(new CustomEvent("revision", { detail: {} }));
  }
}

/* As Overview.forecast of selectors/night/overview.py has it: which table ends last, and when. */
function foretell() {
  const line = document.getElementById("forecast");
  if (!line) return;
  const usual = Number(line.dataset.pace) * 1000;
  let last = { left: -1, number: "" };
  for (const table of marked("[data-heard]:not([data-heard=''], [data-total=''])")) {
    const { heard = "", paced, total, number = "" } = table.dataset;
    const done = Number.parseInt(table.querySelector('[data-cell="deals"]')?.textContent || "", 10);
    const toGo = Number(total) - done;
    const pace = paced && done >= FEWEST ? (Date.parse(heard) - Date.parse(paced)) / done : usual;
    const left = Math.ceil(Math.max(toGo * pace - (now() - Date.parse(heard)), (toGo - 1) * pace) / 60000);
    const silent = now() - Date.parse(heard) >= Number(desk().dataset.silentAfter) * 60000;
    if (!silent && pace >= QUICKEST && left > last.left) last = { left, number };
  }
  const says = (line.dataset.says || "").replace("{n}", String(last.left)).replace("{number}", last.number);
  const text = last.number && says;
  if (line.textContent !== text) line.textContent = text;
}

// A deal is a sign of its table; how it stands comes with the figures. [data-anew]: more than they changes then.
document.addEventListener("figures", ({ target }) => {
  if (target instanceof Element && target.closest('[data-anew="yes"]')) {
    document.body.dispatchEvent(new CustomEvent("revision", { detail: {} }));
  }
  if (!(target instanceof HTMLElement) || !target.dataset.heard) return;
  target.dataset.heard = new Date(now()).toISOString();
  const since = target.querySelector(".overview-top [data-since]");
  if (since instanceof HTMLElement) since.dataset.since = target.dataset.heard;
});

// ---- The open table

const sheet = () => /** @type {HTMLElement} */ (document.getElementById("sheet"));

/** @param {string} table */
function mark(table) {
  for (const link of marked(".overview [aria-current]")) {
    link.setAttribute("aria-current", String(link.closest("[data-row]")?.id === `table-${table}`));
  }
}

function close() {
  const open = sheet().querySelector("[data-table]")?.getAttribute("data-table");
  sheet().replaceChildren();
  mark("");
  /** @type {HTMLElement | null} */ (document.querySelector(`#table-${open} a`))?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element && event.target.closest("[data-close]"))) return;
  event.preventDefault();
  close();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && document.querySelector("#sheet [data-table]")) close();
});
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target.id !== "sheet") return;
  mark(target.querySelector("[data-table]")?.getAttribute("data-table") || "");
  sheet().focus({ preventScroll: true });
});

// ---- Ringing

function look({ quietly = false } = {}) {
  const ringing = marked("[data-rings]");
  let calls = 0;
  let news = false;
  for (const element of ringing) {
    for (const name of (element.dataset.rings || "").split(" ")) {
      calls += 1;
      if (known.has(name)) continue;
      known.add(name);
      if (quietly) continue;
      news = true;
      element.classList.add("rings");
    }
  }
  document.title = calls ? `(${calls}) ${title}` : title;
  if (news) ring();
}

function ring() {
  if (audio?.state !== "running") return;
  for (const [index, pitch] of [880, 1175, 880, 1175].entries()) note(audio, pitch, audio.currentTime + index * 0.22);
}

/** @param {AudioContext} on @param {number} pitch @param {number} at */
function note(on, pitch, at) {
  const tone = on.createOscillator();
  const volume = on.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.5, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.2);
  tone.connect(volume).connect(on.destination);
  tone.start(at);
  tone.stop(at + 0.22);
}

/* Browsers give a sound only to who has tapped the page. Who wanted it before has it again with the first tap. */
/** @param {boolean} wish */
async function setSound(wish) {
  remember(wish);
  if (wish) {
    audio = audio || new AudioContext();
    await audio.resume();
  } else if (audio) await audio.suspend();
  showSound();
}

function showSound() {
  const on = audio?.state === "running";
  button.setAttribute("aria-pressed", String(on));
  button.textContent = (on ? button.dataset.on : button.dataset.off) || "";
}

/** @param {boolean} wish */
function remember(wish) {
  try {
    localStorage.setItem(WANTED, wish ? "yes" : "");
  } catch {
    // Without storage it is asked for on every page.
  }
}

function wanted() {
  try {
    return localStorage.getItem(WANTED) === "yes";
  } catch {
    return false;
  }
}

button.hidden = false;
button.addEventListener("click", async (event) => {
  event.stopPropagation();
  const on = audio?.state !== "running";
  await setSound(on);
  if (on) ring();
});
if (wanted()) document.addEventListener("click", () => wanted() && setSound(true), { once: true });

document.addEventListener("htmx:afterSettle", () => {
  tick();
  look();
});
setInterval(tick, TICK);
tick();
look({ quietly: true });
