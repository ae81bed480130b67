// The round's clock under the bar: how long is left, and what is still played when the time is up.

import { tick } from "../../clock.js";
import { el, fill } from "./dom.js";

export function drawClock(pad, node) {
  fill(node, line(pad));
  tick();
}

// How many deals are left to play, the server tells when it is asked again.
export function followClock(pad) {
  document.body.addEventListener("clock-over", () => {
    pad.state.clock.state = "over";
    pad.draw();
    pad.refresh();
  });
  document.body.addEventListener("live-state", ({ detail }) => {
    const { clock } = pad.state;
    if (detail.state === "live" && clock && clock.state === "over" && clock.allowed === null) pad.refresh();
  });
}

function line(pad) {
  const { state: { clock }, words } = pad;
  if (!clock || !pad.playing()) return null;
  const spoken = {};
  clock.warnings.forEach((seconds) => { spoken["data-say-" + seconds] = words("clock_say_" + seconds); });
  const over = sentence(pad);
  return el("p", { class: "clock clock-pad clock-" + clock.state }, [
    el("span", { class: "clock-label" }, clock.state === "over" ? over : words("clock_" + clock.state)),
    el("time", Object.assign({
      role: "timer",
      "data-clock": true,
      "data-ends-at": clock.ends_at,
      "data-server-now": clock.server_now,
      "data-paused-seconds-left": clock.seconds_left,
      "data-warnings": clock.warnings.join(),
      "data-over-text": over,
    }, spoken)),
  ]);
}

function sentence({ boot, state: { clock, deals }, words }) {
  if (clock.allowed === null) return words("time_up");
  const left = clock.allowed - deals.filter((deal) => !deal.voided).length;
  if (left <= 0) return words(clock.time_up === "lap" ? "lap_complete" : "last_deal_done");
  const key = clock.time_up === "lap" ? "lap_left_" + left : left === 1 ? "last_deal" : "time_up";
  return words(key in boot.strings ? key : "time_up");
}
