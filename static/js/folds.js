/* What the reader has unfolded stays so when a change of the event brings the page's results anew. */
(() => {
  "use strict";

  let open = [];
  document.addEventListener("htmx:beforeSwap", () => {
    open = [...document.querySelectorAll("details[id][open]")].map((each) => each.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  });
})();
