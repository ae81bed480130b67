"""The round's clock goes by the server's time, whatever becomes of the device's own clock while the page is open."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.phone.engine import run

CLOCK = Path(__file__).parents[2] / "static" / "js" / "clock.js"
BEGUN = datetime(2026, 11, 21, 19, tzinfo=UTC)

# A page with one clock, on a device whose own clock is set and which sleeps. Read: [the module, the time at the start,
# when the round ends, what happens: [what, how many seconds]]; written: what the clock shows after each.
PAGE = """
import { readFileSync } from "node:fs";

const [url, begun, ends, happenings] = JSON.parse(readFileSync(0, "utf8"));
let real = Date.parse(begun); // at the server
let set = 0; // by how much the device's clock is wrong
let awake = 1000; // how long the page has been running
const ticks = [];
let bells = 0;
const element = {
  dataset: { clock: "", endsAt: ends, serverNow: begun }, closest: () => null, getAttribute: () => "", textContent: "",
  classList: { add() {} }, addEventListener() {}, dispatchEvent: () => { bells += 1; },
};
const elsewhere = { dataset: { revisionUrl: "/revision/" }, append() {} };
const blank = { setAttribute() {} };
const getElementsByTagName = () => [element];
globalThis.document = { body: elsewhere, createElement: () => blank, getElementsByTagName, addEventListener() {} };
globalThis.setInterval = (then) => ticks.push(then);
Object.defineProperty(globalThis, "performance", { value: { now: () => awake } });
Date.now = () => real + set;
let reached = true;
globalThis.fetch = async () => {
  if (!reached) throw new Error("no network");
  return { headers: { get: () => new Date(real).toUTCString() } };
};
await import(url);
const happen = {
  pass: (seconds) => { real += seconds * 1000; awake += seconds * 1000; },
  sleep: (seconds) => { real += seconds * 1000; },
  set: (seconds) => { set += seconds * 1000; },
  cut: () => { reached = false; },
  hear: () => { element.dataset.serverNow = new Date(real).toISOString(); },
};
const shown = [];
for (const [what, seconds] of happenings) {
  happen[what](seconds);
  for (let turn = 0; turn < 2; turn += 1) {
    for (const tick of ticks) tick();
    await new Promise((done) => { setImmediate(done); });
  }
  shown.push(element.textContent);
}
console.log(JSON.stringify(bells ? [...shown, "bell"] : shown));
"""


def shown(*happenings: tuple[str, int]) -> Any:
    """Of ten minutes; at the end "bell" where it was rung."""
    begun, ends = BEGUN.isoformat(), (BEGUN + timedelta(minutes=10)).isoformat()
    return run(PAGE, [CLOCK.as_uri(), begun, ends, happenings])


def test_a_device_whose_clock_is_set_back_or_forward_goes_on_showing_the_time_that_is_left():
    for seconds in (-3600, 3600, -30, 30):
        first, _, *last = shown(("pass", 60), ("set", seconds), ("pass", 60))
        assert (first, last) == ("09:00", ["08:00"]), seconds


def test_without_a_network_a_clock_that_is_set_is_right_again_with_the_next_that_is_heard():
    for seconds in (-3600, 300):
        last = shown(("cut", 0), ("pass", 60), ("set", seconds), ("pass", 60), ("hear", 0))[-1]
        assert last == "08:00", seconds


def test_a_device_that_has_slept_shows_what_is_left_now_also_without_a_network():
    assert shown(("pass", 60), ("sleep", 240), ("pass", 1)) == ["09:00", "05:00", "04:59"]
    assert shown(("cut", 0), ("sleep", 240), ("pass", 60))[1:] == ["06:00", "05:00"]


def test_what_came_late_gives_no_time_back():
    assert shown(("hear", 0), ("pass", 60))[-1] == "09:00"
