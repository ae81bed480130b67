"""A pad at a server that is busy, slow or away: it goes on by itself, goes slowly, and never stands against itself."""

import time
from itertools import pairwise

import pytest
from playwright.sync_api import Request, expect

from tests.e2e.pad import Pad, complaints, payloads
from tests.e2e.phones.test_pad_network import LIVE, QUICK, opened, wake, with_worker
from tests.e2e.proxy import Proxy
from tests.factories import announce, make_table, whole_vilnius_game

# The answer to a deal is kept back until `release` is called.
KEEP_BACK = """
(() => {
  const usual = window.fetch;
  window.fetch = async (url, settings) => {
    const answer = await usual(url, settings);
    if (settings?.method === "POST" && String(url).endsWith("/deals/") && window.keepBack) {
      await new Promise((done) => { window.release = done; });
    }
    return answer;
  };
})();
"""
AT_ONCE = """
async (offset) => {
  const save = document.querySelector('[data-key="save"]');
  const at = (pause, act) => new Promise((done) => { setTimeout(() => { act(); done(); }, pause); });
  window.keepBack = false;
  await Promise.all([at(50, () => save.click()), at(50 + offset, () => window.release())]);
}
"""
EVENTS = "() => { dispatchEvent(new Event('online')); document.dispatchEvent(new Event('visibilitychange')); }"


@pytest.mark.parametrize("offset", [-20, -10, -3, 0, 3, 10, 30])
def test_the_answer_to_a_deal_comes_as_the_next_is_saved(phone, offset):
    table = make_table(rules=QUICK)
    page = phone()
    page.add_init_script(KEEP_BACK)
    pad = Pad(page, table)
    game = whole_vilnius_game(2)[:6]
    for before, after in zip(game[::2], game[1::2], strict=True):
        page.evaluate("() => { window.keepBack = true; }")
        pad.enter(before["announced"], before["taken"])
        pad.saved("Kept on this phone")
        pad.tap(f"announce-{after['announced']}")
        pad.tap(f"taken-{after['taken']}")
        page.evaluate(AT_ONCE, offset)
        pad.saved("Saved.")
        pad.unsent(0)
    assert payloads(table) == game


def test_a_busy_server_is_named_and_the_deal_arrives_when_it_is_no_longer(phone):
    table = make_table(rules=QUICK)
    page = phone()
    pad = Pad(page, table)
    page.route("**/deals/", lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}, body="{}"), times=2)
    pad.enter(3, 3)
    expect(page.locator("#pad-link")).to_contain_text("Busy, trying again")
    assert complaints(page) == []
    pad.unsent(0)
    expect(page.locator("#pad-link")).to_contain_text("Connected")
    assert payloads(table) == [announce(1, 3, 3)]


def test_a_deal_over_which_the_server_stumbles_is_tried_on_and_may_be_dropped_by_who_knows_better(phone):
    table = make_table(rules=QUICK)
    page = phone()
    page.clock.install()
    pad = Pad(page, table)
    page.route("**/deals/", lambda route: route.fulfill(status=500, body="broken"))
    pad.enter(3, 3)
    page.clock.run_for(5_000)
    pad.tap("unsent")
    expect(page.locator('[data-key="drop-entry"]')).to_have_count(0)
    for _ in range(8):
        page.clock.run_for(20_000)
        page.wait_for_timeout(50)
    pad.unsent(1)
    expect(page.locator('[data-key="drop-entry"]')).to_be_visible()
    page.unroute("**/deals/")
    page.clock.run_for(20_000)
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
        pad.enter(3, 3)
        for _ in range(10):
            page.evaluate(EVENTS)
            wake(page)
            page.wait_for_timeout(300)
        assert 2 <= len(tries) <= 5
        assert min(after - before for before, after in pairwise(tries)) > 0.9
        proxy.mend()
        pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 3)]


def note(request: Request, tries: list[float]) -> None:
    if request.method == "POST" and request.url.endswith("/deals/"):
        tries.append(time.monotonic())
