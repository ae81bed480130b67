// The page of an address whose evening is over: what this phone still keeps for it is told to the director, and to
// whoever holds it.

import { createApi } from "./queue/api.js";
import { report } from "./queue/report.js";
import { openStorage } from "./queue/storage.js";
import { el } from "./screens/dom.js";
import { unsentWords } from "./words.js";

async function start() {
  const { pathname: base } = location;
  const told = /** @type {HTMLElement} */ (document.getElementById("over-kept"));
  const entries = await openStorage().entries(base);
  if (!entries.length) return;
  const unsent = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("over-unsent")).textContent || "[]");
  told.prepend(el("strong", {}, unsentWords({ unsent }, entries.length)), ". ");
  told.removeAttribute("hidden");
  report({ api: createApi(base, told.dataset.csrf || ""), base }, entries);
}

start();
