/* The link of an invitation is copied or passed on by a tap. */
(() => {
  "use strict";

  const link = /** @type {HTMLTextAreaElement} */ (document.getElementById("link"));
  const copies = /** @type {HTMLButtonElement} */ (document.getElementById("copy"));
  const shares = /** @type {HTMLButtonElement} */ (document.getElementById("share"));

  // By plain http, as in a back room, browsers lend no clipboard.
  const copy = async () => {
    if (navigator.clipboard) return navigator.clipboard.writeText(link.value);
    link.select();
    document.execCommand("copy");
  };

  copies.addEventListener("click", async () => {
    await copy();
    copies.textContent = copies.dataset.done || "";
  });
  shares.addEventListener("click", () => navigator.share({ text: link.value }).catch(() => {}));
  copies.hidden = false;
  shares.hidden = !navigator.share;
})();
