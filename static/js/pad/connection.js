// Whether the server hears us, and how much it has not heard yet.

import { button, el } from "./dom.js";

export function connection(pad) {
  const { boot, words } = pad;
  const unsent = pad.unsent();
  const parts = [];
  if (pad.link === "waiting" || unsent) parts.push(words("offline"));
  else parts.push(words("online"));
  parts.push(boot.unsent[Math.min(unsent, boot.unsent.length - 1)]);
  return el("p", { class: "bar-link" + (parts[0] === words("offline") ? " bar-link-lost" : ""), id: "pad-link" }, [
    el("span", {}, parts[0]), el("span", { class: "bar-unsent" }, parts[1]),
  ]);
}

export function unsentDock(pad) {
  const { boot, words } = pad;
  return [
    el("p", { class: "pad-error" }, [boot.unsent[Math.min(pad.unsent(), boot.unsent.length - 1)], ". ", words("trying")]),
    el("div", { class: "dock-row" }, button("retry", words("try_now"), pad.retryNow, { class: "pad-main-button" })),
  ];
}
