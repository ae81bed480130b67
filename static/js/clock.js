/* Counts down every <time data-clock> of the page, also one that a swap or a drawing brings later.

   Reads from it: data-ends-at and data-server-now (ISO), or data-paused-seconds-left where the clock stands still;
   data-warnings (seconds before the end), data-say-<seconds> and data-over-text (what is said then).
   Its .clock shows the state by its class and glows at each warning; .clock-label in it says that the time is up.
   Tells on the element, bubbling: "clock-over" when the time runs out while the page is open. */

const TICK = 250;
const JUMP = 2000; // between two ticks, of the device's clock against the time that has passed
const HALF_A_SECOND = 500; // what the head Date leaves out, on average

let offset = -Infinity; // from the time since this page began to the server's
let apart = Date.now() - performance.now(); // of the device's clock and the time since this page began
let doubted = false; // whether the device's clock has jumped since the server was last heard
/** @type {Set<string | undefined>} */
const heard = new Set();
/** @type {Map<string, number>} */
const stages = new Map(); // the least of the warnings reached, by the end: an element may be exchanged meanwhile

const times = document.getElementsByTagName("time"); // a browser keeps it: it is not looked for at each tick

const said = document.createElement("p");
said.className = "visually-hidden";
said.setAttribute("role", "status");
document.body.append(said);

/* What came late, or was kept by the browser, tells too little of the server's time, and never too much. */
/** @param {string} serverNow */
function hear(serverNow) {
  if (heard.has(serverNow)) return;
  heard.add(serverNow);
  const found = Date.parse(serverNow) - performance.now();
  offset = doubted ? found : Math.max(offset, found);
  doubted = false;
}

/* Where the device's clock has jumped, somebody has set it, or the device has slept, while the time since the page began
   stood still in some browsers: the server knows. Where it cannot be asked, a jump forward is taken for sleep, until the
   page is told of a clock again. */
async function watch() {
  const jump = Date.now() - performance.now() - apart;
  if (Math.abs(jump) < JUMP) return;
  apart += jump;
  doubted = true;
  const asked = await serverTime();
  if (!doubted) return;
  offset = asked === null ? offset + Math.max(jump, 0) : asked - performance.now();
  doubted = asked === null;
}

/** @returns {Promise<number | null>} */
async function serverTime() {
  const { revisionUrl } = document.body.dataset;
  try {
    const answer = revisionUrl ? await fetch(revisionUrl, { cache: "no-store" }) : null;
    return Date.parse(answer?.headers.get("Date") || "") + HALF_A_SECOND || null;
  } catch {
    return null;
  }
}

/** @param {number} left */
function reading(left) {
  const seconds = left > 0 ? Math.ceil(left) : Math.floor(-left);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = two(Math.floor(seconds / 60) % 60);
  return `${left > 0 ? "" : "+"}${hours ? `${hours}:` : ""}${minutes}:${two(seconds % 60)}`;
}

/** @param {HTMLElement} element @param {number} left */
function stageOf(element, left) {
  if (left <= 0) return 0;
  const warnings = (element.dataset.warnings || "").split(",").filter(Boolean).map(Number);
  return Math.min(Infinity, ...warnings.filter((warning) => left <= warning));
}

/** @param {Element} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {HTMLElement} element @param {number} left @param {number} stage */
function show(element, left, stage) {
  write(element, reading(left));
  const box = element.closest(".clock");
  if (!box) return;
  box.classList.toggle("clock-running", stage === Infinity);
  box.classList.toggle("clock-warning", stage > 0 && stage < Infinity);
  box.classList.toggle("clock-over", stage === 0);
  const label = box.querySelector(".clock-label");
  if (label && stage === 0) write(label, element.dataset.overText || "");
}

/** @param {HTMLElement} element @param {number} stage */
function warn(element, stage) {
  const box = element.closest(".clock") || element;
  box.classList.add("clock-glow");
  box.addEventListener("animationend", () => box.classList.remove("clock-glow"), { once: true });
  write(said, (stage === 0 ? element.dataset.overText : element.getAttribute(`data-say-${stage}`)) || "");
  if (stage === 0) element.dispatchEvent(new CustomEvent("clock-over", { bubbles: true }));
}

export function tick() {
  const elements = Array.from(times).filter((time) => "clock" in time.dataset);
  const before = new Map(stages);
  watch();
  /** @type {[HTMLElement, number][]} */
  const crossed = [];
  for (const element of elements) {
    const { endsAt, serverNow, pausedSecondsLeft } = element.dataset;
    if (endsAt) {
      hear(serverNow || "");
      const left = (Date.parse(endsAt) - performance.now() - offset) / 1000;
      const stage = stageOf(element, left);
      show(element, left, stage);
      if (stage < (before.get(endsAt) ?? stage)) crossed.push([element, stage]);
      stages.set(endsAt, stage);
    } else write(element, reading(Number(pausedSecondsLeft)));
  }
  for (const [element, stage] of crossed) warn(element, stage);
}

document.addEventListener("htmx:afterSwap", tick);
setInterval(tick, TICK);
tick();
