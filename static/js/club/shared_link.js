/* Whoever copies the browser's own line of a page that only its link opens copies a link that opens it. */
(() => {
  "use strict";

  const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("shared-link"));
  const key = link && new URL(link.href).searchParams.get("link");
  if (!key) return;
  const own = new URL(location.href);
  own.searchParams.set("link", key);
  history.replaceState(history.state, "", own);
})();
