/* A change of the event brings the page's results anew: what the reader has unfolded or scrolled to stays so. */
(() => {
  "use strict";

  const regions = () => [...document.querySelectorAll("main [role=region]")];
  /** @type {string[]} */
  let open = [];
  /** @type {string[]} */
  let chosen = [];
  /** @type {[number, number][]} */
  let scrolled = [];

  document.addEventListener("htmx:beforeSwap", () => {
    open = [...document.querySelectorAll("details[id][open]")].map((each) => each.id);
    chosen = [...document.querySelectorAll("[data-kept]:checked")].map((each) => each.id);
    scrolled = regions().map((each) => [each.scrollLeft, each.scrollTop]);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    for (const id of chosen) /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.click();
    const now = regions();
    if (now.length !== scrolled.length) return; // other tables than before
    for (const [index, [left, top]] of scrolled.entries()) now[index].scrollTo({ left, top, behavior: "instant" });
  });
})();
