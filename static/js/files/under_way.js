/* What is brought in may take minutes: while the page waits for its answer, it says how far that is, and can stop it. */
(() => {
  "use strict";
  const PAUSE = 700;
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-under-way]"));
  const shown = /** @type {HTMLElement | null} */ (document.querySelector("[data-how-far]"));
  if (!form || !shown) return;
  const bar = /** @type {HTMLProgressElement} */ (shown.querySelector("progress"));
  const said = /** @type {HTMLElement} */ (shown.querySelector("[data-so-far]"));
  const stop = /** @type {HTMLButtonElement} */ (shown.querySelector("[data-stop]"));
  const address = shown.dataset.howFar || "";

  const ask = async () => {
    try {
      const { done, of } = await (await fetch(address)).json();
      if (of) {
        bar.max = of;
        bar.value = done;
        said.textContent = `${done} / ${of}`;
      }
    } catch {
      // the next one tells
    }
    setTimeout(ask, PAUSE);
  };

  form.addEventListener("submit", () => {
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    shown.hidden = false;
    setTimeout(ask, PAUSE);
  });

  stop.addEventListener("click", () => {
    stop.disabled = true;
    void fetch(address, { method: "POST", body: new FormData(form) });
  });

  // The browser's Back brings the page as it was left.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
})();
