/* Ctrl K opens the field that finds anything, over the page; Ctrl Z undoes what the director did last. */
(() => {
  "use strict";

  const link = /** @type {HTMLAnchorElement} */ (document.getElementById("find-open"));
  if (!link) return; // a visitor's page
  /** @type {HTMLDialogElement | null} */
  let dialog = null;

  async function open() {
    const here = dialog ? null : document.getElementById("find-text");
    if (here) {
      here.focus();
      return;
    }
    if (!dialog) {
      dialog = document.createElement("dialog");
      dialog.className = "find-dialog";
      dialog.setAttribute("aria-label", (link.textContent ?? "").trim());
      dialog.addEventListener("click", leave);
      document.body.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
    await htmx.ajax("GET", link.getAttribute("href") ?? "", { target: dialog, swap: "innerHTML" });
    document.getElementById("find-text")?.focus();
  }

  /** What was found may stand on this very page, which is not loaded again.
   * @param {MouseEvent} event
   */
  function leave(event) {
    if (event.target instanceof Element && event.target.closest("a") && !event.ctrlKey && !event.metaKey) dialog?.close();
  }

  /** @param {Element | null} element */
  const writes = (element) => element instanceof Element && element.matches("input:not([type=checkbox], [type=radio]), textarea, select");

  function undo() {
    const button = document.getElementById("undo");
    if (button instanceof HTMLButtonElement) button.click();
  }

  /** @param {KeyboardEvent} event */
  function choose(event) {
    const field = event.target instanceof Element && event.target.closest(".find-anything");
    if (!field || !["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) return;
    /** @type {HTMLElement[]} */
    const links = Array.from(field.querySelectorAll(".found a"));
    const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "Enter") {
      if (at >= 0) return;
      event.preventDefault();
      if (!field.querySelector("[data-missed]")) links[0]?.click();
      return;
    }
    event.preventDefault();
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    (links[next] ?? /** @type {HTMLElement | null} */ (next < 0 ? field.querySelector("#find-text") : null))?.focus();
  }

  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : "";
    if (key === "k") {
      event.preventDefault();
      open();
    } else if (event.key === "Escape") {
      dialog?.close(); // a search field would only be emptied
      const menu = document.querySelector(".site-group[open]");
      if (menu?.contains(document.activeElement)) menu.querySelector("summary")?.focus();
      menu?.removeAttribute("open");
    }
    else if (key === "z" && !writes(document.activeElement)) undo();
    else choose(event);
  });
})();
