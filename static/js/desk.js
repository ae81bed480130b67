/* What changes at the tables must not take from the director what they are writing, ticking or looking into: fields and
   the focus are put back after every swap that a revision caused, what is unfolded also after the director's own actions. A button
   that is gone with what it did leaves the focus where it stood. */
(() => {
  "use strict";

  /** @typedef {HTMLInputElement & { options: HTMLOptionsCollection }} Field */

  /** @param {CustomEvent<HtmxDetail>} event */
  const causedByRevision = (event) => event.detail.requestConfig?.triggeringEvent?.type === "revision";
  /** @returns {NodeListOf<Field>} */
  const fields = () => document.querySelectorAll("#desk textarea[id], #desk select[id], #desk input[id]");
  const unfolded = () => document.querySelectorAll("#desk details[id][open]");

  /** @type {{ values: [string, string, boolean][], open: string[], focus: string, caret: number | null, around: string[] } | null} */
  let held = null;
  let missed = false;
  let acting = 0; // what the director asked for and has not been answered

  /** @param {Element} active */
  function around(active) {
    const found = [];
    /** @type {Element | null} */
    let each = active.closest("#desk, #entrants") && active;
    for (; each && each.tagName !== "MAIN"; each = each.parentElement) {
      const heading = each.getAttribute("aria-labelledby");
      if (each.id) found.push(`#${CSS.escape(each.id)}`);
      else if (each.tagName === "SECTION" && heading) found.push(`[aria-labelledby="${heading}"]`);
    }
    return active === document.body ? [] : [...found, "#desk", "#entrants"];
  }

  /** @param {string[]} places */
  function stayWithin(places) {
    if (document.activeElement !== document.body) return;
    const place = places.map((each) => /** @type {HTMLElement | null} */ (document.querySelector(each))).find((each) => each);
    if (!place) return;
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  /** @param {{ written: boolean }} options */
  function hold({ written }) {
    const active = /** @type {Field} */ (document.activeElement);
    held = {
      values: written ? [...fields()].map((field) => [field.id, field.value, field.checked]) : [],
      open: Array.from(unfolded(), (each) => each.id),
      focus: written ? active.id : "",
      caret: active.tagName === "TEXTAREA" ? active.selectionEnd : null,
      around: around(active),
    };
  }

  function giveBack() {
    if (!held) return;
    for (const [id, value, checked] of held.values) {
      const field = /** @type {Field | null} */ (document.getElementById(id));
      if (!field) continue;
      if (field.type === "checkbox") field.checked = checked;
      else if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
    }
    for (const id of held.open) document.getElementById(id)?.setAttribute("open", "");
    const focused = /** @type {Field | null} */ (held.focus ? document.getElementById(held.focus) : null);
    if (focused) focused.focus({ preventScroll: true });
    if (focused && held.caret !== null) focused.setSelectionRange(held.caret, held.caret);
    stayWithin(held.around);
    held = null;
  }

  // A list that is being chosen from would close, and the answer to an action would find its desk gone: news waits.
  const choosing = () => document.querySelector("#desk select:focus");
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!causedByRevision(event)) {
      acting += 1;
      const desk = document.getElementById("desk");
      desk?.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: { elt: desk } }));
    } else if (acting || choosing()) {
      event.preventDefault();
      missed = true;
    }
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (causedByRevision(event)) return;
    acting -= 1;
    catchUp();
  });
  document.addEventListener("htmx:sendAbort", () => { missed = true; });
  document.addEventListener("focusout", () => setTimeout(catchUp));

  function catchUp() {
    if (!missed || acting || choosing()) return;
    missed = false;
    document.body.dispatchEvent(new CustomEvent("revision", { detail: {} }));
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (["desk", "entrants"].includes(event.detail.target.id)) hold({ written: causedByRevision(event) });
  });

  // The desk comes back with the same table open, and the same page of what is over.
  document.addEventListener("htmx:configRequest", ({ detail: { parameters } }) => {
    if (!document.querySelector("#desk[data-now]")) return; // the list of entrants is acted on alike, and has no tables
    const open = /** @type {HTMLElement | null} */ (document.querySelector("#sheet [data-table]"));
    parameters.open = open?.dataset.table || "";
    parameters.over = document.getElementById("desk")?.dataset.over || "";
  });

  // What the director asked for is never lost without a word: the server's own, where its page of an error came back.
  const notDone = /** @type {HTMLElement} */ (document.getElementById("not-done"));
  const lost = notDone.textContent;
  /** @param {string | undefined} html */
  function advice(html) {
    const page = new DOMParser().parseFromString(html || "", "text/html");
    const lines = [page.querySelector("h1"), page.querySelector("[data-advice]")].map((line) => line?.textContent?.trim());
    return lines[1] && lines.join(". ");
  }
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!causedByRevision(event)) notDone.hidden = true;
  });
  for (const failure of /** @type {(keyof HtmxEvents)[]} */ (["htmx:sendError", "htmx:timeout", "htmx:responseError"])) {
    document.addEventListener(failure, (event) => {
      if (causedByRevision(event)) return;
      notDone.textContent = advice(event.detail.xhr?.responseText) || lost;
      notDone.hidden = false;
      notDone.scrollIntoView({ block: "center" });
    });
  }
  document.addEventListener("htmx:afterSettle", giveBack);
})();
