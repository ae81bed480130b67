/* A form that is shown with other fields keeps what was typed while the server answered, and where. */
(() => {
  "use strict";

  /** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

  /** @returns {NodeListOf<Field>} */
  const fields = () => document.querySelectorAll("main form :is(input:not([type=hidden]), select, textarea)[id]");
  /** @param {Field} field */
  const said = (field) => (field instanceof HTMLInputElement && field.type === "checkbox" ? String(field.checked) : field.value);

  /** @type {Map<string, string>} */
  let asked = new Map();
  /** @type {[string, string][]} */
  let since = [];
  let focus = "";

  // What brings no fields, like a summary of them, has no say in this.
  const redraws = (/** @type {{ target: Element }} */ { target }) => target.querySelector("input, select, textarea") !== null;

  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (!redraws(detail)) return;
    asked = new Map(Array.from(fields(), (field) => [field.id, said(field)]));
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!redraws(detail)) return;
    focus = document.activeElement?.id || "";
    since = [...fields()].filter((field) => asked.get(field.id) !== said(field)).map((field) => [field.id, said(field)]);
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const [id, value] of since) {
      const field = /** @type {Field | null} */ (document.getElementById(id));
      if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "true";
      else if (field && !(field instanceof HTMLSelectElement && ![...field.options].some((each) => each.value === value))) {
        field.value = value;
      }
    }
    since = [];
    if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus({ preventScroll: true });
  });
})();
