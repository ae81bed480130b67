/* Exchanges the figures of rows in place and lets rows change their order, as the stream tells what everybody sees.

   Reads from the page: [data-row] (a row's key) with [data-flags] and, in it, [data-cell] (a figure's name);
   [data-list] (the rows of that list from data-from on, data-most of them), <template data-rows> (how a row is drawn of
   which the page knows nothing, with ⟦slots⟧ for its facts, which data-people-url tells), [data-point] (the decimal
   point; a page without it stays as it is), [data-lead] (the sentence above the standings, with {slots}).
   Tells on a row: "figures", where any has changed. */

const SLOT = /⟦(\w+)⟧/g;
const NEAR = 200; // pixels beyond the window within which a row is seen to move
const MOVE = { duration: 350, easing: "ease-out" };

/** @type {LiveState | null} */
let latest = null;
/** @type {Record<string, Record<string, string>>} */
let people = {};
let asking = false;
/** @type {WeakMap<HTMLElement, LiveRow>} */
const shown = new WeakMap(); // what was last written into a row

/** @typedef {{ rows: Map<string, HTMLElement[]>, boxes: Map<Element, Element> }} Index rows by key, and where each lies */
/** @type {Index | null} */
let known = null; // until an element comes or goes

/** @returns {Index} */
function rowsOnThePage() {
  if (known) return known;
  const rows = new Map();
  const boxes = new Map();
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-row]"))) {
    const key = row.dataset.row;
    if (!rows.has(key)) rows.set(key, []);
    rows.get(key).push(row);
  }
  for (const box of document.querySelectorAll("[data-list], [data-row]:not([data-list] *, [data-row] *)")) {
    for (const row of [box, ...box.querySelectorAll("[data-row]")]) boxes.set(row, box);
    isWaiting(box); // before anything is written
  }
  known = { rows, boxes };
  return known;
}
new MutationObserver((changes) => {
  const nodes = changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
  if (nodes.some((node) => node instanceof Element)) known = null;
}).observe(document.body, { childList: true, subtree: true });

/** @param {LiveState} state @param {{ whole?: boolean }} options whole: also what waits */
function show(state, { whole = false } = {}) {
  if (latest && latest.outline !== state.outline) people = {};
  latest = state;
  const pointed = document.querySelector("[data-point]");
  if (!pointed) return; // rows of another list than the event's
  const part = document.querySelector("[data-outline]");
  if (Number(part?.getAttribute("data-revision")) > state.revision) return;
  const { rows, boxes } = rowsOnThePage();
  const lists = listsToArrange(state);
  const tops = placesOf(lists.map(({ box }) => box)); // all before anything is written: each look lays the page out
  const point = pointed.getAttribute("data-point") || ".";
  const moved = lists.flatMap(({ box, name, wanted }) => arrange(box, name, wanted, rows));
  const waits = (/** @type {HTMLElement} */ row) => !whole && !moved.includes(row) && isWaiting(boxes.get(row));
  for (const list of Object.values(state.lists)) {
    for (const row of list.rows) {
      fill(rows, row, list.cells, point, waits);
      for (const inner of row[3] || []) fill(rows, inner, list.inner, point, waits);
    }
  }
  for (const head of document.querySelectorAll("[data-lead]")) lead(/** @type {HTMLElement} */ (head), state, point, rows);
  move(moved, tops); // after all that is written: it lays the page out
}

/* As words/standings.py says it. */
/** @param {HTMLElement} head @param {LiveState} state @param {string} point @param {Map<string, HTMLElement[]>} rows */
function lead(head, { lists }, point, rows) {
  const list = /** @type {HTMLElement | null | undefined} */ (head.closest("section")?.querySelector("[data-list]"));
  const standings = lists[list?.dataset.list || ""];
  const leaders = standings?.rows.filter(([, flags]) => flags.split(" ").includes("leads")) || [];
  if (!leaders.length) return;
  const [name, other] = leaders.slice(0, 2).map(([key]) => nameOf(key, rows));
  if (!name) {
    ask();
    return;
  }
  const [rank, told] = ["rank", "points"].map((name) => standings.cells.indexOf(name));
  const played = standings.rows.filter(([, , cells]) => cells[rank] !== "–");
  const points = played.slice(0, 2).map(([, , cells]) => cells[told]);
  const [first, second = first] = points.map((text) => Number(text.replace("−", "-").replace("½", ".5")));
  const margin = Math.round((first - second) * 100) / 100;
  const kind = leaders.length > 2 ? "more" : leaders.length > 1 ? "two" : margin > 0 ? "by" : "alone";
  /** @type {Record<string, string>} */
  const facts = { name, other: other || "", count: String(leaders.length), margin: figure(margin).replace(".", point) };
  /** @type {string} */
  const text = JSON.parse(head.dataset.lead || "{}")[kind];
  const says = text.replace(/\{(\w+)\}/g, (_slot, fact) => facts[fact]);
  if (head.textContent?.trim() !== says) head.textContent = says;
}

/* As number_text of selectors/table/cards.py. */
/** @param {number} number */
function figure(number) {
  return number % 1 === 0.5 ? `${Math.floor(number) || ""}½` : String(number);
}

/** @param {string} key @param {Map<string, HTMLElement[]>} rows */
function nameOf(key, rows) {
  const shown = rows.get(key)?.map((row) => row.querySelector(".team-name, .player-name")).find(Boolean);
  return shown ? shown.textContent : people[key]?.name;
}

/** @param {Map<string, HTMLElement[]>} rows @param {LiveRow} row @param {string[]} names @param {string} point @param {(row: HTMLElement) => boolean} waits */
function fill(rows, row, names, point, waits) {
  const [key, flags, cells] = row;
  const here = rows.get(key);
  if (!here) return; // on another page of the list
  for (const element of here) {
    const before = shown.get(element);
    if (before && isAlike(before, row)) continue;
    if (waits(element)) continue;
    shown.set(element, row);
    let changed = raise(element, flags);
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-cell]"))) {
      if (cell.closest("[data-row]") !== element) continue;
      const text = cells[names.indexOf(cell.dataset.cell || "")];
      if (text !== undefined) changed = write(cell, text, point) || changed;
    }
    if (changed) element.dispatchEvent(new CustomEvent("figures", { bubbles: true }));
  }
}

/** @param {LiveRow} before @param {LiveRow} row */
function isAlike([, before, figures], [, flags, cells]) {
  return before === flags && figures.length === cells.length && figures.every((text, at) => text === cells[at]);
}

/** @param {HTMLElement} cell @param {string} text @param {string} point */
function write(cell, text, point) {
  if (cell instanceof HTMLProgressElement) {
    cell.value = Number(text);
    return false;
  }
  const told = text.replace(".", point);
  if (cell.textContent === told) return false;
  // A text that changes costs a browser less than one that comes instead of another.
  if (cell.firstChild instanceof Text && cell.firstChild === cell.lastChild) cell.firstChild.data = told;
  else cell.textContent = told;
  return true;
}

/** @param {HTMLElement} element @param {string} flags */
function raise(element, flags) {
  const before = element.dataset.flags;
  if (before === undefined || before === flags) return false;
  element.classList.remove(...before.split(" ").filter(Boolean));
  element.classList.add(...flags.split(" ").filter(Boolean));
  element.dataset.flags = flags;
  return true;
}

// ---- Order

/** @param {LiveState} state @returns {{ box: HTMLElement, name: string, wanted: string[] }[]} */
function listsToArrange({ lists }) {
  return Array.from(/** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-list]")), (box) => {
    const { list: name = "", from, most } = box.dataset;
    const start = Number(from || 0);
    const rows = lists[name]?.rows || [];
    return { box, name, wanted: rows.slice(start, most ? start + Number(most) : undefined).map(([key]) => key) };
  }).filter(({ box, name, wanted }) => lists[name] && !isArranged(box, wanted));
}

/** @param {HTMLElement} box @param {string[]} wanted */
function isArranged(box, wanted) {
  const shown = Array.from(box.children, (row) => row.getAttribute("data-row"));
  return wanted.length === shown.length && wanted.every((key, index) => key === shown[index]);
}

/* Of two rows that change their order the one with the longer way makes it: few are taken out, whoever overtakes whom.
   Those that make a way are the answer. */
/** @param {HTMLElement} box @param {string} name @param {string[]} wanted @param {Map<string, HTMLElement[]>} rows @returns {HTMLElement[]} */
function arrange(box, name, wanted, rows) {
  const places = new Map(wanted.map((key, place) => [key, place]));
  const before = new Map(Array.from(box.children, (row, place) => [row, place]));
  const moved = [];
  let at = box.firstElementChild;
  const passOver = () => {
    const passed = at;
    at = at?.nextElementSibling || null;
    passed?.remove();
  };
  for (const [place, key] of wanted.entries()) {
    const row = rows.get(key)?.[0] || draw(name, key, rows);
    if (!row) continue;
    const up = () => Number(before.get(row)) - Number(before.get(/** @type {Element} */ (at)));
    const down = () => (places.get(at?.getAttribute("data-row") || "") ?? Infinity) - place;
    while (at && at !== row && down() > up()) passOver();
    if (row === at) at = at.nextElementSibling;
    else moved.push(box.insertBefore(row, at));
  }
  while (at) passOver();
  return moved;
}

/** @param {HTMLElement[]} boxes @returns {Map<Element, number>} */
function placesOf(boxes) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return new Map();
  const rows = boxes.filter((box) => isDrawn(box.firstElementChild)).flatMap((box) => [...box.children]);
  return new Map(rows.map((row) => [row, row.getBoundingClientRect().top]));
}

/* Where a browser leaves a part of the list alone until it comes into sight, asking for a place would lay it out. */
/** @param {Element | null} row */
const isDrawn = (row) => row?.checkVisibility?.({ contentVisibilityAuto: true });

/** @type {WeakMap<Element, boolean>} */
const skipped = new WeakMap(); // as the browser has told, which to ask costs it a layout

/* What it leaves alone would cost it as much to write: it gets its figures when it comes into sight. */
/** @param {Element | undefined} box */
function isWaiting(box) {
  if (!box) return false;
  const told = skipped.get(box);
  if (told !== undefined) return told;
  const waits = isDrawn(box.firstElementChild) === false && getComputedStyle(box).contentVisibility === "auto";
  skipped.set(box, waits);
  return waits;
}

/** @param {number} top */
const isNear = (top) => top > -NEAR && top < innerHeight + NEAR;

/* Whom they overtake are in their places at once: each row that moves is a layer for a browser to lay over the others. */
/** @param {HTMLElement[]} moved @param {Map<Element, number>} tops */
function move(moved, tops) {
  const ways = moved.flatMap((row) => {
    const top = tops.get(row);
    return top === undefined || !isDrawn(row) ? [] : [{ row, top, by: top - row.getBoundingClientRect().top }];
  });
  for (const { row, top, by } of ways) {
    const seen = isNear(top) || isNear(top - by);
    if (seen && Math.abs(by) > 1) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], MOVE);
  }
}

// ---- Rows that come in from another page of the list

/** @param {string} name @param {string} key @param {Map<string, HTMLElement[]>} rows */
function draw(name, key, rows) {
  const template = document.querySelector(`template[data-rows="${name}"]`);
  if (!template) return null;
  if (!people[key]) {
    ask();
    return null;
  }
  const box = document.createElement("template");
  /** @type {Record<string, string>} */
  const facts = { ...people[key], key };
  box.innerHTML = template.innerHTML.replace(SLOT, (_slot, /** @type {string} */ fact) => escaped(facts[fact] || ""));
  const row = /** @type {HTMLElement} */ (box.content.firstElementChild);
  rows.set(key, [row]);
  return row;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

async function ask() {
  const address = document.querySelector("[data-people-url]")?.getAttribute("data-people-url");
  if (asking || !address) return;
  asking = true;
  const outline = latest?.outline;
  try {
    const answer = await fetch(address);
    if (!answer.ok) return;
    const found = await answer.json();
    if (latest?.outline === outline) people = found;
  } catch {
    return; // the next figures ask again
  } finally {
    asking = false;
  }
  if (latest) show(latest);
}

document.body.addEventListener("state", ({ detail }) => show(detail));

let isAppearing = false;
function appear() {
  isAppearing = false;
  if (latest) show(latest);
}
document.addEventListener("contentvisibilityautostatechange", ({ target, skipped: isSkipped }) => {
  if (target instanceof Element) skipped.set(target, isSkipped);
  if (isSkipped || isAppearing) return;
  isAppearing = true; // many parts come into sight within one frame
  requestAnimationFrame(appear);
});
addEventListener("beforeprint", () => latest && show(latest, { whole: true }));
