// The rules of this game, as they came with the page: they are at hand without a network too.

import { button, el } from "../dom.js";

/** @type {PadScreen} */
export const rulesScreen = {
  body() {
    const { content } = /** @type {HTMLTemplateElement} */ (document.getElementById("pad-rules"));
    return el("div", { class: "pad-message guide" }, document.importNode(content, true));
  },
  dock({ words }, actions) {
    return el("div", { class: "dock-row" },
      button("close-rules", words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" }));
  },
};
