// The language of this phone, wherever one comes to the pad from.

import { button, el } from "../dom.js";

/** @param {View} pad @param {Actions} actions */
export function languages({ boot, words }, actions) {
  const now = document.documentElement.lang;
  return el("div", { class: "help-part languages", role: "group", "aria-label": words("language") }, Object.entries(boot.languages).map(([code, name]) =>
    button(`language-${code}`, name, () => actions.speak(code), {
      class: "choice choice-whole", lang: code, "aria-pressed": code === now ? "true" : "false",
    })));
}
