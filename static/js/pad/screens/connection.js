// Whether the server hears us, and how much it has not heard yet; a tap opens the list of that.

import { button, el } from "./dom.js";
import { count } from "./unsent.js";

export function connection(pad) {
  const { queue, words } = pad;
  const unsent = pad.unsent();
  const lost = pad.link === "waiting";
  const parts = [
    el("span", {}, words(lost ? "offline" : "online")),
    el("span", { class: "bar-unsent" }, count(pad)),
  ];
  const attributes = { class: "bar-link" + (lost || unsent ? " bar-link-lost" : ""), id: "pad-link" };
  if (!unsent && !queue.arrived.length) return el("p", attributes, parts);
  return button("unsent", parts, () => {
    pad.notice = null;
    pad.show(pad.screen === "unsent" ? "form" : "unsent");
  }, Object.assign(attributes, {
    "aria-label": count(pad) + ". " + words("unsent_open"), "aria-expanded": pad.screen === "unsent" ? "true" : "false",
  }));
}
