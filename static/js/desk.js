/* What changes at the tables must not take from the director what he is writing, ticking or looking into: fields and
   the focus are put back after every swap that a revision caused, what is unfolded also after his own actions. */
(() => {
  "use strict";

  const causedByRevision = (event) => event.detail.requestConfig?.triggeringEvent?.type === "revision";
  const fields = () => document.querySelectorAll("#desk textarea[id], #desk select[id], #desk input[id]");
  const unfolded = () => [...document.querySelectorAll("#desk details[id]")].filter((each) => each.open);

  let held = null;
  let missed = false;
  let acting = 0; // what the director asked for and has not been answered

  function hold({ written }) {
    const active = document.activeElement;
    held = {
      values: written ? [...fields()].map((field) => [field.id, field.value, field.checked]) : [],
      open: unfolded().map((each) => each.id),
      focus: written ? active.id : "",
      caret: active.tagName === "TEXTAREA" ? active.selectionEnd : null,
    };
  }

  function giveBack() {
    for (const [id, value, checked] of held.values) {
      const field = document.getElementById(id);
      if (!field) continue;
      if (field.type === "checkbox") field.checked = checked;
      else if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
    }
    for (const id of held.open) document.getElementById(id)?.setAttribute("open", "");
    const focused = held.focus && document.getElementById(held.focus);
    if (focused) focused.focus({ preventScroll: true });
    if (focused && held.caret !== null) focused.setSelectionRange(held.caret, held.caret);
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
    hold({ written: causedByRevision(event) });
  });

  // What the director asked for is never lost without a word.
  const notDone = document.getElementById("not-done");
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!causedByRevision(event)) notDone.hidden = true;
  });
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(failure, (event) => {
      if (causedByRevision(event)) return;
      notDone.hidden = false;
      notDone.scrollIntoView({ block: "center" });
    });
  }
  document.addEventListener("htmx:afterSettle", () => held && giveBack());
})();
