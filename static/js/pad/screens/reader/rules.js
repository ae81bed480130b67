// The rules of this game, as they came with the page: they are at hand without a network too. They are text until somebody
// looks, so that a pad opens the sooner.

import { button, el } from "../dom.js";

/** @type {PadScreen} */
export const rulesScreen = {
  body() {
    const guide = el("div", { class: "pad-message guide" });
    guide.insertAdjacentHTML("beforeend", JSON.parse(document.getElementById("pad-rules")?.textContent || '""'));
    return guide;
  },
  dock({ words }, actions) {
    return el("div", { class: "dock-row" },
      button("close-rules", words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" }));
  },
};
