/* The preview of a round comes anew with every tap: the table that was tapped, or else the first in sight, stays where it
   is. A button that is gone with what it did leaves the focus at what is told of it. */
(() => {
  "use strict";

  const tables = () => [...document.querySelectorAll(".preview-tables > section")];
  /** @type {[string, number] | null} */
  let kept = null;
  let focused = false;

  document.addEventListener("htmx:beforeSwap", () => {
    focused = Boolean(document.activeElement?.closest("#preview"));
    const tapped = document.activeElement?.closest(".preview-tables > section");
    const table = tapped || tables().find((each) => each.getBoundingClientRect().bottom > 0);
    kept = table ? [table.id, table.getBoundingClientRect().top] : null;
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (focused && document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector(".preview-bar"))?.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:afterSwap", () => {
    const table = kept && document.getElementById(kept[0]);
    if (kept && table) window.scrollBy({ top: table.getBoundingClientRect().top - kept[1], behavior: "instant" });
  });
})();
