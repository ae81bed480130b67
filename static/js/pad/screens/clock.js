// The round's clock under the bar: how long is left, and what is still played when the time is up.

import { tick } from "../../clock.js";
import { isPlaying } from "../store/selectors.js";
import { el, fill } from "./dom.js";

/** @param {View} pad @param {HTMLElement} node */
export function drawClock(pad, node) {
  fill(node, line(pad));
  tick();
}

/** @param {View} pad */
function line(pad) {
  const { state: { clock }, words } = pad;
  if (!clock || !isPlaying(pad)) return null;
  const over = sentence(pad, clock);
  return el("p", { class: `clock clock-pad clock-${clock.state}` }, [
    el("span", { class: "clock-label" }, clock.state === "over" ? over : words(`clock_${clock.state}`)),
    el("time", {
      role: "timer",
      "data-clock": true,
      "data-ends-at": clock.ends_at,
      "data-server-now": clock.server_now,
      "data-paused-seconds-left": clock.seconds_left,
      "data-warnings": clock.warnings.join(),
      "data-over-text": over,
      ...Object.fromEntries(clock.warnings.map((seconds) => [`data-say-${seconds}`, words(`clock_say_${seconds}`)])),
    }),
  ]);
}

/** @param {View} pad @param {Clock} clock */
function sentence({ boot, state: { deals }, words }, { allowed, time_up: timeUp }) {
  if (allowed === null) return words("time_up");
  const left = allowed - deals.filter((deal) => !deal.voided).length;
  if (left <= 0) return words(timeUp === "lap" ? "lap_complete" : "last_deal_done");
  const key = timeUp === "lap" ? `lap_left_${left}` : left === 1 ? "last_deal" : "time_up";
  return words(key in boot.strings ? key : "time_up");
}
