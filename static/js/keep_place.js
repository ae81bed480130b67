/* A change of the event brings the page's results anew: what the reader has unfolded or scrolled to stays so. */
(() => {
  "use strict";

  const regions = () => [...document.querySelectorAll("main [role=region]")];
  let open = [];
  let scrolled = [];

  document.addEventListener("htmx:beforeSwap", () => {
    open = [...document.querySelectorAll("details[id][open]")].map((each) => each.id);
    scrolled = regions().map((each) => [each.scrollLeft, each.scrollTop]);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    const now = regions();
    if (now.length !== scrolled.length) return; // other tables than before
    now.forEach((each, index) => each.scrollTo({ left: scrolled[index][0], top: scrolled[index][1], behavior: "instant" }));
  });
})();
