/* The wall: turns its sheets, keeps the clock, and lets what changed glow. Without this script all sheets stand below each other. */
(() => {
  "use strict";

  const EACH = 10000; // a sheet's time, in milliseconds
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(`wall-${name}`));
  const board = part("sheets");
  const clock = part("clock");
  const count = part("count");
  const pause = part("pause");

  /** @type {string | undefined} */
  let shown = ""; // the name of the sheet; it outlives the exchange of the board's contents
  /** @type {number | null} */
  let awaited = null; // the place of the sheet that is being fetched
  let timer = 0;
  let paused = false;
  /** @type {Map<string | undefined, string | null | undefined>} */
  let before = new Map();

  /** @returns {HTMLElement[]} */
  const sheets = () => Array.from(board.querySelectorAll("[data-sheet]"));
  // Of a large room only so many sheets are here at a time: which, and how many there are, says [data-sheets].
  const reel = () => {
    const { sheets: all = "", start = "0", most = "1" } = /** @type {HTMLElement | null} */ (board.querySelector("[data-sheets]"))?.dataset || {};
    return { all: Number(all) || sheets().length, start: Number(start), most: Number(most) };
  };
  const place = () => reel().start + Math.max(0, sheets().findIndex((sheet) => sheet.dataset.sheet === shown));

  /** @param {number} number */
  function show(number) {
    const { all, start } = reel();
    const here = sheets();
    const wanted = (number + all) % all;
    const sheet = here[wanted - start];
    if (!sheet) {
      awaited = wanted;
      board.dispatchEvent(new CustomEvent("turn"));
      return;
    }
    awaited = null;
    sheet.classList.toggle("appearing", sheet.dataset.sheet !== shown); // an exchange of the contents is no turn
    shown = sheet.dataset.sheet;
    for (const each of here) each.hidden = each !== sheet;
    count.textContent = `${wanted + 1}/${all}`;
  }

  /** @param {number} steps */
  function turn(steps) {
    show((awaited ?? place()) + steps);
    clearTimeout(timer);
    if (!paused) timer = setTimeout(turn, EACH, 1);
  }

  /** @param {boolean} wish */
  function setPaused(wish) {
    paused = wish;
    pause.setAttribute("aria-pressed", String(paused));
    turn(0);
  }

  function tick() {
    const now = new Date();
    const time = now.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    if (clock.textContent !== time) clock.textContent = time;
    setTimeout(tick, 1000 - now.getMilliseconds());
  }

  // A glow that has not yet been seen to its end, on a sheet not shown meanwhile, begins again after an exchange.
  /** @returns {HTMLElement[]} */
  const parts = () => Array.from(board.querySelectorAll("[data-glow], [data-row]"));
  const nameOf = (/** @type {HTMLElement} */ each) => each.dataset.glow || each.dataset.row;
  const figuresOf = (/** @type {HTMLElement} */ each) => each.dataset.value ?? each.textContent;
  const glowing = (/** @type {HTMLElement} */ each) => each.classList.contains("changed");
  board.addEventListener("htmx:beforeSwap", () => {
    before = new Map(parts().map((each) => [nameOf(each), glowing(each) ? null : figuresOf(each)]));
  });
  board.addEventListener("htmx:afterSwap", () => {
    const turns = awaited !== null; // to sheets that were not here, and may be as they were
    for (const each of parts()) each.classList.toggle("changed", !turns && before.get(nameOf(each)) !== figuresOf(each));
    show(awaited ?? place());
  });
  board.addEventListener("htmx:configRequest", ({ detail: { parameters } }) => {
    const { all, most } = reel();
    if (all > most) parameters.reel = String(Math.floor((awaited ?? place()) / most) + 1);
  });
  board.addEventListener("figures", ({ target }) => {
    if (target instanceof HTMLElement && target.dataset.value === undefined) target.classList.add("changed");
  });
  board.addEventListener("animationend", ({ target }) => target instanceof Element && target.classList.remove("changed"));

  /** @type {Record<string, number>} */
  const keys = { ArrowLeft: -1, ArrowUp: -1, PageUp: -1, ArrowRight: 1, ArrowDown: 1, PageDown: 1 };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in keys) turn(keys[event.key]);
    else if (event.key === " " && !(event.target instanceof Element && event.target.closest("button"))) setPaused(!paused);
    else return;
    event.preventDefault();
  });
  pause.addEventListener("click", () => setPaused(!paused));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-turn]"))) {
    button.addEventListener("click", () => turn(Number(button.dataset.turn)));
  }

  function keepAwake() {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  }
  document.addEventListener("visibilitychange", keepAwake);

  document.documentElement.classList.add("wall-turning");
  part("controls").hidden = false;
  clock.hidden = false;
  keepAwake();
  tick();
  turn(0);
})();
