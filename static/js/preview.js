/* The preview of a round comes anew with every tap: the table that was tapped, or else the first in sight, stays where it is. */
(() => {
  "use strict";

  const tables = () => [...document.querySelectorAll(".preview-tables > section")];
  /** @type {[string, number] | null} */
  let kept = null;

  document.addEventListener("htmx:beforeSwap", () => {
    const tapped = document.activeElement?.closest(".preview-tables > section");
    const table = tapped || tables().find((each) => each.getBoundingClientRect().bottom > 0);
    kept = table ? [table.id, table.getBoundingClientRect().top] : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const table = kept && document.getElementById(kept[0]);
    if (kept && table) window.scrollBy({ top: table.getBoundingClientRect().top - kept[1], behavior: "instant" });
  });
})();
