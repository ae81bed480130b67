/* What changes at the tables must not take from the director what he is ticking, writing or looking into:
   the desk is fetched anew when he has let go of it. */
(() => {
  "use strict";

  let missed = false;

  function busy() {
    const desk = document.getElementById("desk");
    return (
      desk.querySelector("textarea:focus, select:focus, input:focus, details[open], input:checked") ||
      [...desk.querySelectorAll("textarea")].some((field) => field.value)
    );
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.triggeringEvent?.type !== "revision" || !busy()) return;
    event.preventDefault();
    missed = true;
  });

  for (const letGo of ["focusout", "change", "toggle"]) {
    document.addEventListener(letGo, () => setTimeout(() => {
      if (!missed || busy()) return;
      missed = false;
      document.body.dispatchEvent(new CustomEvent("revision", { detail: {} }));
    }, 300), true);
  }
})();
