/* The wall: turns its sheets, keeps the clock, and lets what changed glow. Without this script all sheets stand below each other. */
(() => {
  "use strict";

  const EACH = 10000; // a sheet's time, in milliseconds
  const MOMENT = 8000; // how long the foot says what has just happened
  const APART = 30000; // between two moments to which the wall turns by itself
  const LONG = 40; // letters
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(`wall-${name}`));
  const board = part("sheets");
  const clock = part("clock");
  const count = part("count");
  const pause = part("pause");
  const turners = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-turn]"));
  const moment = part("moment");

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
    for (const button of turners) button.hidden = all < 2;
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

  const hours = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

  function tick() {
    const now = new Date();
    const time = hours.format(now);
    if (clock.textContent !== time) clock.textContent = time;
    setTimeout(tick, 1000 - now.getMilliseconds());
  }

  // ---- Moments: a change of leader, a last deal, a match decided. The foot says it, and its sheet is turned to.

  let turnedAt = -APART;
  let forgetting = 0;
  let listening = 0;
  /** @type {Map<string, HTMLElement>} */
  let moments = new Map();
  /** @type {Set<string | undefined>} */
  let known = new Set(); // a table that has just been opened for one deal is no news

  function momentsNow() {
    const found = /** @type {HTMLElement[]} */ (Array.from(board.querySelectorAll("[data-moment]")));
    const now = found.filter(({ classList, dataset }) => !dataset.momentAt || classList.contains(dataset.momentAt));
    return new Map(now.map((each) => [`${nameOf(each)} ${each.dataset.moment}`, each]));
  }

  /** @param {boolean} tells */
  function hear(tells) {
    const now = momentsNow();
    const led = [...moments.values()].some(({ dataset }) => dataset.momentAt === "leads");
    const fresh = [...now].filter(
      ([key, each]) => !moments.has(key) && known.has(nameOf(each)) && (led || each.dataset.momentAt !== "leads"),
    );
    moments = now;
    known = new Set(parts().map(nameOf));
    const told = fresh.map(([, each]) => each).sort((one, other) => weight(other) - weight(one))[0];
    if (tells && told) tell(told);
  }

  const weight = (/** @type {HTMLElement} */ { dataset }) => ["last", "leads", undefined].indexOf(dataset.momentAt);

  // Of what stands on a sheet of another reel, [data-place] says on which.
  /** @param {HTMLElement} each */
  function sheetOf(each) {
    const here = sheets().findIndex((one) => one.contains(each));
    const elsewhere = /** @type {HTMLElement | null} */ (each.closest("[data-place]"))?.dataset.place;
    return here < 0 ? Number(elsewhere ?? -1) : reel().start + here;
  }

  /** @param {HTMLElement} each */
  function tell(each) {
    const words = each.dataset.moment || "";
    moment.textContent = words;
    moment.classList.toggle("wall-moment-long", words.length > LONG);
    clearTimeout(forgetting);
    forgetting = setTimeout(() => moment.replaceChildren(), MOMENT);
    const sheet = sheetOf(each);
    if (paused || awaited !== null || sheet < 0 || performance.now() - turnedAt < APART) return;
    turnedAt = performance.now();
    turn(sheet - place());
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
    hear(!turns);
  });
  board.addEventListener("htmx:configRequest", ({ detail: { parameters } }) => {
    const { all, most } = reel();
    if (all > most) parameters.reel = String(Math.floor((awaited ?? place()) / most) + 1);
  });
  board.addEventListener("figures", ({ target }) => {
    if (target instanceof HTMLElement && target.dataset.value === undefined) target.classList.add("changed");
    clearTimeout(listening);
    listening = setTimeout(hear, 0, true); // when all rows have been written
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
  for (const button of turners) {
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
  hear(false);
})();
