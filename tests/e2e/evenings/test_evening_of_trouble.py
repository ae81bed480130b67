"""An evening on which everything goes wrong, with two phones at a table and the director's desk."""

from playwright.sync_api import Page, expect

from tests.e2e.pad import Outage, Pad, payloads
from tests.e2e.proxy import Proxy
from tests.e2e.servers import Server
from tests.factories import announce, make_table
from tournaments.models import Member, Table

LIVE = "body[data-live-state=live]"
LAPS = [(0, 1), (1, 1), (1, 2), (2, 2), (2, 2)]


def test_no_deal_is_lost_or_doubled_and_the_desk_sees_them_all(browsers, phone, desk, sign_in, own_server):
    table = make_table(rules={"record_trump": False})
    with Proxy(own_server.port) as proxy:
        browsers.address = proxy.address
        ana, bruno, director = Pad(phone(), table), Pad(phone(), table), desk()
        sign_in(director, Member.objects.get(club=table.event.club).user)
        director.goto(f"/events/{table.event_id}/desk/")
        expect(director.locator(LIVE)).to_be_attached()
        ten_deals_offline(ana)
        bruno.enter(0, 0)
        shows(director, table, "1/32")
        ana_yields_to_bruno(ana)
        shows(director, table, "10/32")
        expect(bruno.page.locator("h2")).to_have_text("What does Bruno announce?")
        kill_and_start_again(own_server, bruno)
        shows(director, table, "11/32")
        expect(ana.page.locator("h2")).to_have_text("What does Ana announce?")
        proxy.freeze()
        ana.enter(3, 3)
        ana.unsent(0)
        shows(director, table, "12/32")
    expected = [announce((number + 1) % 2, *LAPS[number // 2]) for number in range(10)]
    assert payloads(table) == [announce(1, 0, 0), *expected[1:], announce(1, 3, 3), announce(0, 3, 3)]


def ten_deals_offline(ana: Pad) -> None:
    ana.outage = Outage(ana.page)
    for number in range(10):
        ana.enter(*LAPS[number // 2])
        ana.unsent(number + 1)
        if number == 4:
            ana.page.reload()
            ana.unsent(5)


def ana_yields_to_bruno(ana: Pad) -> None:
    ana.outage.end()
    expect(ana.page.locator("h2")).to_have_text("Two phones differ about deal 1", timeout=20_000)
    ana.tap("drop-mine")
    ana.unsent(0)


def kill_and_start_again(server: Server, bruno: Pad) -> None:
    server.kill()
    bruno.enter(3, 3)
    bruno.unsent(1)
    server.start()
    expect(bruno.page.locator(".bar-unsent")).to_have_count(0, timeout=40_000)


def shows(director: Page, table: Table, progress: str) -> None:
    cell = director.locator(f"#table-{table.pk} .overview-deals [data-cell]")
    expect(cell).to_have_text(progress, timeout=30_000)
