"""A pad at a network that freezes, at a server that is started again, and with a service worker."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pad import Outage, Pad, complaints, payloads
from tests.e2e.phones.test_pad_showdown import LEVEL_2, NOTHING, PERFECT_2, SAME_LEVEL_2, show
from tests.e2e.proxy import Proxy
from tests.e2e.servers import wait_until
from tests.factories import announce, deal, make_table

LIVE = "body[data-live-state=live]"
QUICK = {"record_trump": False}


def test_a_deal_saved_into_a_frozen_network_arrives_over_another_connection(browsers, phone, own_server):
    table = make_table(rules=QUICK)
    with Proxy(own_server.port) as proxy:
        browsers.address = proxy.address
        pad = Pad(phone(), table)
        expect(pad.page.locator(LIVE)).to_be_attached()
        assert proxy.freeze(all_new=True) > 1
        pad.enter(3, 3)
        pad.saved("Kept on this phone")
        proxy.mend()
        expect(pad.page.locator("h2")).to_have_text("What does Ana announce?")
        pad.saved("Saved. Bruno announced 3")
        pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 3)]


def test_a_restart_of_the_server_costs_no_tap(browsers, phone, own_server):
    table = make_table(rules=QUICK)
    browsers.address = own_server.address
    pad = Pad(phone(), table)
    expect(pad.page.locator(LIVE)).to_be_attached()
    own_server.stop()
    for announced in (1, 1, 2):
        assert pad.enter(announced, announced) == 2
    pad.unsent(3)
    own_server.start()
    pad.unsent(0)
    pad.enter(2, 2)
    pad.saved("Saved. Ana announced 2")
    assert [payload["announced"] for payload in payloads(table)] == [1, 1, 2, 2]


def test_a_server_out_of_reach_for_a_while_gets_every_deal_once(browsers, phone, own_server):
    table = make_table(rules=QUICK)
    with Proxy(own_server.port) as proxy:
        browsers.address = proxy.address
        pad = Pad(phone(), table)
        proxy.cut()
        pad.enter(3, 3)
        pad.enter(4, 4)
        pad.unsent(2)
        proxy.mend()
        pad.unsent(0)
        expect(pad.page.locator(LIVE)).to_be_attached()
    assert payloads(table) == [announce(1, 3, 3), announce(0, 4, 4)]


def with_worker(phone) -> Page:
    page = phone(service_workers="allow")
    page.context.on("serviceworker", lambda worker: None)
    return page


def opened(page: Page, table) -> Pad:
    """The pad with its worker in charge, and its own page kept."""
    pad = Pad(page, table)
    page.evaluate(
        """async () => {
            const kept = async () => navigator.serviceWorker.controller && await caches.match(location.pathname);
            while (!(await kept())) await new Promise((resolve) => setTimeout(resolve, 50));
        }"""
    )
    return pad


@pytest.mark.journey
def test_the_worker_opens_the_pad_with_no_network_and_the_pad_says_so(phone):
    table = make_table(rules=QUICK)
    deal(table, announce(1, 3, 3))
    page = with_worker(phone)
    pad = opened(page, table)
    page.context.set_offline(True)
    page.goto("about:blank")
    pad.open(table)
    expect(page.locator("h2")).to_have_text("What does Ana announce?")
    expect(page.locator("#pad-link")).to_contain_text("No connection")
    pad.enter(2, 2)
    pad.unsent(1)
    page.reload()
    pad.unsent(1)
    page.context.set_offline(False)
    pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 3), announce(0, 2, 2)]
    kept = page.evaluate(
        """async () => {
            const names = await caches.keys();
            const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
            return requests.flat().map(({ method, url }) => method + " " + new URL(url).pathname)
                .filter((line) => !line.startsWith("GET /static/"));
        }"""
    )
    assert kept == [f"GET /pad/{table.pad_links.get().token}/"]


def test_the_worker_sends_what_waits_once_the_pad_is_closed(phone):
    table = make_table(rules=QUICK)
    page = with_worker(phone)
    pad = opened(page, table)
    page.context.set_offline(True)
    pad.enter(3, 3)
    pad.enter(2, 1)
    pad.unsent(2)
    page.goto("about:blank")
    page.context.set_offline(False)
    other = page.context.new_page()
    other.goto("/clubs/")
    page.close()
    wake(other)
    wait_until(lambda: len(payloads(table)) >= 2)
    assert payloads(table) == [announce(1, 3, 3), announce(0, 2, 1)]


def wake(page: Page) -> None:
    """The browser tells the worker that there is a network again, as it does by itself some time later."""
    found = []
    session = page.context.new_cdp_session(page)
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    wait_until(lambda: found or page.wait_for_timeout(20))
    origin = page.evaluate("() => location.origin")
    facts = {"origin": origin, "registrationId": found[0]["registrationId"], "tag": "capstone-pad-queue"}
    session.send("ServiceWorker.dispatchSyncEvent", facts | {"lastChance": True})


def enter_showdown(pad: Pad, *hands: list[str]) -> None:
    for hand in hands:
        show(pad, hand)
    for key in ("next", "save"):
        pad.tap(key)


def test_showdowns_are_judged_without_a_network(phone):
    table = make_table(seats=2, game="colonial-italian")
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    for hand in (LEVEL_2, PERFECT_2):
        show(pad, hand)
    expect(pad.page.locator('[data-key="seat-0"] .seat-state')).to_have_text("Perfect level 2 in purple")
    for key in ("next", "claim", "claim-1", "next"):
        pad.tap(key)
    expect(pad.page.locator("h2")).to_have_text("By the cards the winner is Ana, the table says Bruno. Which is right?")
    pad.tap("take-winner")
    expect(pad.page.locator("h2")).to_have_text("Ana wins")
    expect(pad.page.locator(".verdict-why")).to_have_text("Perfect level 2 in purple.")
    pad.tap("save")
    expect(pad.page.locator("h2")).to_have_text("Deal 2")
    expect(pad.page.locator(".seat-score")).to_have_text(["1", "0"])
    outage.end()
    pad.unsent(0)
    assert payloads(table)[0]["claimed"] == [0]


@pytest.mark.journey
def test_two_showdowns_that_differ_are_laid_side_by_side_with_their_cards(phone):
    table = make_table(seats=2, game="colonial-visions")
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    enter_showdown(pad, LEVEL_2, NOTHING)
    pad.unsent(1)
    deal(table, {"dealer": 0, "hands": {"0": NOTHING, "1": SAME_LEVEL_2}, "claimed": [1]})
    outage.end()
    expect(pad.page.locator("h2")).to_have_text("Two phones differ about deal 1")
    expect(pad.page.locator(".collision-apart th")).to_contain_text(["Bruno", "Winner named by the table"])
    expect(pad.page.locator(".collision-cards")).to_have_count(4)
    assert complaints(pad.page) == []
    pad.tap("mine-right")
    pad.saved("Deal 1 corrected. Bruno wins: level 2")
    assert payloads(table)[1]["hands"]["1"] == LEVEL_2
