"""A pad at a server that is busy, slow or away: it goes on by itself, goes slowly, and never stands against itself."""

import time

import pytest
from playwright.sync_api import Request, expect

from tests.e2e.pad import Pad, complaints, payloads
from tests.e2e.phones.test_pad_network import LIVE, QUICK, opened, wake, with_worker
from tests.e2e.proxy import Proxy
from tests.e2e.servers import wait_until
from tests.factories import announce, make_night, make_table, seat_table, whole_vilnius_game

# A deal waits until `release` is called; the next is saved so many milliseconds after the answer to it has come.
TOGETHER = """
(() => {
  const usual = window.fetch;
  const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
  const save = () => document.querySelector(`[data-key="taken-${window.taken}"]`).click();
  window.fetch = async (url, settings) => {
    const { offset } = window;
    if (offset === undefined || settings?.method !== "POST") return usual(url, settings);
    window.offset = undefined;
    await new Promise((done) => { window.release = done; });
    const answer = await usual(url, settings);
    if (offset < 0) save();
    else pause(offset).then(save);
    await pause(-Math.min(offset, 0));
    return answer;
  };
})();
"""
EVENTS = "() => { dispatchEvent(new Event('online')); document.dispatchEvent(new Event('visibilitychange')); }"


@pytest.mark.parametrize("offset", [-20, -5, 0, 5, 30])
def test_the_answer_to_a_deal_comes_as_the_next_is_saved(phone, offset):
    table = make_table(rules=QUICK)
    page = phone()
    page.add_init_script(TOGETHER)
    pad = Pad(page, table)
    game = whole_vilnius_game(2)[:6]
    for before, after in zip(game[::2], game[1::2], strict=True):
        page.evaluate("([offset, taken]) => Object.assign(window, { offset, taken })", [offset, after["taken"]])
        pad.enter(before["announced"], before["taken"])
        pad.saved("Kept on this phone")
        pad.tap(f"announce-{after['announced']}")
        page.evaluate("() => { window.release(); }")
        pad.saved("Saved.")
        pad.unsent(0)
    assert payloads(table) == game


def test_a_busy_server_is_named_and_the_deal_arrives_when_it_is_no_longer(phone):
    table = make_table(rules=QUICK)
    page = phone()
    pad = Pad(page, table)
    busy = {"status": 503, "headers": {"Retry-After": "1"}, "body": "{}"}
    page.route("**/deals/", lambda route: route.fulfill(**busy))
    pad.enter(3, 3)
    expect(page.locator("#pad-link")).to_contain_text("Busy")
    pad.tap("unsent")
    busy_words = "The server is busy. Kept on this phone, and tried again until the server has it."
    expect(page.locator(".pad-hint")).to_have_text(busy_words)
    assert any(complaints(page) == [] for _ in range(5))  # what is just being sent is pale for a moment
    page.unroute("**/deals/")
    pad.unsent(0)
    expect(page.locator("#pad-link")).to_contain_text("Saved")
    assert payloads(table) == [announce(1, 3, 3)]


def test_what_waits_for_the_table_before_is_tried_until_the_server_takes_it(phone):
    night = make_night(rules=QUICK)
    before, after = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    page = phone()
    pad = Pad(page, before)
    page.route("**/deals/", lambda route: route.fulfill(status=503, body="{}"), times=3)
    pad.enter(3, 3)
    pad.unsent(1)
    pad.open(after)
    expect(page.locator(".pad-banner")).to_contain_text("Table 1: 1 deal not sent")
    expect(page.locator(".pad-banner")).to_have_count(0, timeout=30_000)
    assert payloads(before) == [announce(1, 3, 3)]


def test_a_deal_over_which_the_server_stumbles_is_tried_on_and_may_be_dropped_by_who_knows_better(phone):
    table = make_table(rules=QUICK)
    page = phone()
    page.clock.install()
    pad = Pad(page, table)
    page.route("**/deals/", lambda route: route.fulfill(status=500, body="broken"))
    pad.enter(3, 3)
    page.clock.run_for(5_000)
    pad.tap("unsent")
    drop = page.locator('[data-key="drop-entry"]')
    expect(drop).to_have_count(0)
    wait_until(lambda: page.clock.run_for(20_000) or drop.is_visible())
    pad.unsent(1)
    page.unroute("**/deals/")
    wait_until(lambda: page.clock.run_for(20_000) or not page.locator(".bar-unsent").is_visible())
    pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 3)]


def test_no_event_makes_a_phone_with_a_worker_hammer_a_server_that_is_away(browsers, phone, own_server):
    table = make_table(rules=QUICK)
    tries: list[float] = []
    with Proxy(own_server.port) as proxy:
        browsers.address = proxy.address
        page = with_worker(phone)
        pad = opened(page, table)
        expect(page.locator(LIVE)).to_be_attached()
        page.context.on("request", lambda request: note(request, tries))
        proxy.cut()
        begun = time.monotonic()
        pad.enter(3, 3)
        wait_until(lambda: page.evaluate(EVENTS) or wake(page) or len(tries) >= 3)
        assert len(tries) <= 1 + (tries[-1] - begun) / 0.9  # we may hear of them late and at once, never too soon
        proxy.mend()
        pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 3)]


def note(request: Request, tries: list[float]) -> None:
    if request.method == "POST" and request.url.endswith("/deals/"):
        tries.append(time.monotonic())
