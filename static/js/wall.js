/* The wall: turns its sheets, keeps the clock, and lets what changed glow. Without this script all sheets stand below each other. */
(() => {
  "use strict";

  const EACH = 10000; // a sheet's time, in milliseconds
  const board = document.getElementById("wall-sheets");
  const clock = document.getElementById("wall-clock");
  const count = document.getElementById("wall-count");
  const pause = document.getElementById("wall-pause");

  let shown = ""; // the name of the sheet; it outlives the exchange of the board's contents
  let timer = 0;
  let paused = false;
  let before = new Map();

  const sheets = () => [...board.querySelectorAll("[data-sheet]")];
  const place = () => Math.max(0, sheets().findIndex((sheet) => sheet.dataset.sheet === shown));

  function show(number) {
    const all = sheets();
    const wanted = (number + all.length) % all.length;
    const name = all[wanted].dataset.sheet;
    all[wanted].classList.toggle("appearing", name !== shown); // an exchange of the contents is no turn
    shown = name;
    all.forEach((sheet, index) => { sheet.hidden = index !== wanted; });
    count.textContent = `${wanted + 1}/${all.length}`;
  }

  function turn(steps) {
    show(place() + steps);
    clearTimeout(timer);
    if (!paused) timer = setTimeout(turn, EACH, 1);
  }

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
  const parts = () => board.querySelectorAll("[data-glow]");
  const glowing = (part) => part.classList.contains("changed");
  board.addEventListener("htmx:beforeSwap", () => {
    before = new Map([...parts()].map((part) => [part.dataset.glow, glowing(part) ? null : part.dataset.value]));
  });
  board.addEventListener("htmx:afterSwap", () => {
    for (const part of parts()) part.classList.toggle("changed", before.get(part.dataset.glow) !== part.dataset.value);
    show(place());
  });
  board.addEventListener("animationend", (event) => event.target.classList.remove("changed"));

  const keys = { ArrowLeft: -1, ArrowUp: -1, PageUp: -1, ArrowRight: 1, ArrowDown: 1, PageDown: 1 };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in keys) turn(keys[event.key]);
    else if (event.key === " " && !event.target.closest("button")) setPaused(!paused);
    else return;
    event.preventDefault();
  });
  pause.addEventListener("click", () => setPaused(!paused));
  for (const button of document.querySelectorAll("[data-turn]")) {
    button.addEventListener("click", () => turn(Number(button.dataset.turn)));
  }

  function keepAwake() {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  }
  document.addEventListener("visibilitychange", keepAwake);

  document.documentElement.classList.add("wall-turning");
  document.getElementById("wall-controls").hidden = false;
  clock.hidden = false;
  keepAwake();
  tick();
  turn(0);
})();
