"""What a phone does while the server is away, busy or stumbling: it goes on trying, and never hammers."""

from typing import Any

import pytest

from tests.phone.engine import PAD, run

Json = dict[str, Any]

# Two deals wait. Written: how many are left once one attempt is over, and what the last answer was.
WAITING = """
import { readFileSync } from "node:fs";

const [root, answer] = JSON.parse(readFileSync(0, "utf8"));
const { sendAll } = await import(root + "queue/sending.js");
const { openStorage } = await import(root + "queue/storage.js");

const storage = await openStorage();
const entry = { base: "/", kind: "deal", path: "deals/", state: "waiting", tries: 0 };
await storage.change("/", () => ["a", "b"].map((id) => ({ ...entry, client_id: id })));
const last = await sendAll({ storage, api: { post: async () => answer }, base: "/" });
console.log(JSON.stringify([(await storage.entries("/")).length, last]));
"""
# One deal waits in a window. Written: what the window shows as arrived once it was answered.
ARRIVED = """
import { readFileSync } from "node:fs";

const [root, answer] = JSON.parse(readFileSync(0, "utf8"));
const { createQueue } = await import(root + "queue/queue.js");
const { openStorage } = await import(root + "queue/storage.js");

globalThis.BroadcastChannel = undefined;
globalThis.setTimeout = () => null;
let state = { entries: [], arrived: [], sending: null };
const changed = (changes) => { state = { ...state, ...changes }; };
const answered = (_outcome, _server, changes) => changed(changes);
const host = { read: () => state, table: () => null, changed, heard: async () => undefined, answered };
const queue = createQueue({ storage: await openStorage(), api: { post: async () => answer }, base: "/", host });
await queue.change(() => [queue.make({ kind: "deal", path: "deals/", number: 1, payload: {}, base_revision: 1 })]);
await queue.send();
console.log(JSON.stringify(state.arrived.map(({ number }) => number)));
"""
# What somebody asks for by hand, and what the pad says to the answer.
ASKED = """
import { readFileSync } from "node:fs";

const [root, strings, answer] = JSON.parse(readFileSync(0, "utf8"));
const { act } = await import(root + "store/following.js");
const state = { boot: { strings } };
const store = { state, set: (changes) => { Object.assign(state, changes); } };
await act({ store, api: { post: async () => answer } }, "confirm/", {});
console.log(JSON.stringify(state.problem));
"""

# Three windows of one phone and its service worker, on a clock of their own, each told every tenth of a second that
# there is a network. The server answers from `back` seconds on. Written: when each request came, and what is left.
PHONE = """
import { readFileSync } from "node:fs";

const [root, status, back, seconds, retryAfter] = JSON.parse(readFileSync(0, "utf8"));
const { createQueue } = await import(root + "queue/queue.js");
const { sendAll } = await import(root + "queue/sending.js");
const { openStorage } = await import(root + "queue/storage.js");

let now = 1.7e12;
const began = now;
let timers = [];
Date.now = () => now;
globalThis.BroadcastChannel = undefined;
globalThis.setTimeout = (then, pause, ...given) => { timers.push({ at: now + pause, then: () => then(...given) }); };
globalThis.clearTimeout = () => null;
const settled = () => new Promise((done) => { setImmediate(done); });

const storage = await openStorage();
const requests = [];
const api = { post: async () => {
  requests.push(now - began);
  const isBack = now - began >= back * 1000;
  return isBack ? { status: 200, data: { deal: { revision: 9 } } } : { status, data: {}, retryAfter };
} };

function openWindow() {
  let state = { entries: [], arrived: [], sending: null, failed: null };
  const changed = (changes) => { state = { ...state, ...changes }; };
  const answered = (_outcome, _server, changes) => changed(changes);
  const host = { read: () => state, table: () => null, changed, heard: async () => undefined, answered };
  return createQueue({ storage, api, base: "/pad/a/", host });
}

const windows = [openWindow(), openWindow(), openWindow()];
const deal = (number) => windows[0].make({ kind: "deal", path: "deals/", number, payload: {}, base_revision: 1 });
await windows[0].change((entries) => entries.concat(deal(1), deal(2), deal(3)));
for (const each of windows) await each.load();

for (; now < began + seconds * 1000; now += 100) {
  for (const each of windows) each.load().then(each.send);
  sendAll({ storage, api, base: "/pad/a/" });
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { then } of due) then();
  await settled();
}
const left = await storage.entries("/pad/a/");
process.stdout.write(JSON.stringify({ requests, left: left.map(({ state }) => state) }), () => process.exit(0));
"""


def phone(status: int, *, back: int, seconds: int, retry_after: int = 0) -> Json:
    return run(PHONE, [PAD.as_uri() + "/", status, back, seconds, retry_after])


@pytest.mark.parametrize("status", [0, 403, 429, 500, 502, 503])
def test_no_window_worker_or_event_of_a_phone_tries_more_than_once_a_second(status: int):
    told = phone(status, back=9999, seconds=60)
    pauses = [after - before for before, after in zip(told["requests"][1:], told["requests"][2:], strict=False)]
    assert told["left"] == ["waiting"] * 3
    assert 6 <= len(told["requests"]) <= 12 and min(pauses) >= 1000


@pytest.mark.parametrize("status", [0, 500, 503])
def test_no_deal_is_given_up_however_long_the_server_is_away(status: int):
    told = phone(status, back=600, seconds=640)
    assert told["left"] == []
    assert len([at for at in told["requests"] if at >= 600_000]) <= 6, "each deal once, or twice by two windows at once"


def test_a_server_that_says_when_to_come_back_is_left_alone_until_then():
    told = phone(503, back=9999, seconds=30, retry_after=12)
    assert [at for at in told["requests"] if 0 < at < 11_000] == []


def test_all_that_waits_is_sent_until_nobody_answers() -> None:
    taken, silent = {"status": 200, "data": {"deal": {"revision": 9}}}, {"status": 503, "data": {}}
    root = PAD.as_uri() + "/"
    assert [run(WAITING, [root, answer]) for answer in (taken, silent)] == [[0, None], [2, silent]]


@pytest.mark.parametrize(
    ("status", "told"), [(0, "no network"), (499, "refused"), (500, "busy"), (503, "busy"), (200, None)]
)
def test_what_was_asked_for_in_vain_says_whether_it_was_the_network_or_the_server(
    status: int, told: str | None
) -> None:
    strings = {"needs_network": "no network", "busy_now": "busy", "refused": "refused"}
    assert run(ASKED, [PAD.as_uri() + "/", strings, {"status": status, "data": {}}]) == told


@pytest.mark.parametrize(("status", "arrived"), [(200, [1]), (422, []), (503, [])])
def test_only_what_the_server_has_taken_is_shown_as_arrived(status: int, arrived: list[int]) -> None:
    answer = {"status": status, "data": {"deal": {"revision": 9}, "error": {"code": "hand-size"}}}
    assert run(ARRIVED, [PAD.as_uri() + "/", answer]) == arrived
