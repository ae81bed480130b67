"""Pages follow an event through restarts, frozen connections and from one worker process to the other."""

import threading
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Phone
from tests.e2e.proxy import Proxy
from tests.e2e.servers import Server, wait_until, workers_of
from tests.factories import announce, deal, make_night, make_table, seat_table
from tournaments.audit import SYSTEM
from tournaments.services.table.claims import call_director

LIVE = "body[data-live-state=live]"


@pytest.mark.journey
def test_a_page_catches_up_after_the_server_was_restarted(browsers, wall, own_server):
    table = make_table()
    browsers.address = own_server.address
    page = wall()
    page.goto(f"/events/{table.event_id}/wall/")
    expect(page.locator(LIVE)).to_be_attached()

    own_server.stop()
    said = own_server.log.read_text()
    assert "graceful shutdown exceeded" not in said, "an open stream held the server up"
    assert "Traceback" not in said
    expect(page.locator("body[data-live-state=waiting]")).to_be_attached()
    expect(page.get_by_text("connecting…")).to_be_visible()
    deal(table, announce(1, 3, 2))
    own_server.start()

    expect(score_of(page, "Bruno")).to_have_text("8")
    expect(page.locator(LIVE)).to_be_attached()


def test_a_frozen_connection_is_noticed_and_mended(browsers, wall, own_server):
    table = make_table()
    with Proxy(own_server.port) as proxy:
        browsers.address = proxy.address
        page = wall()
        page.goto(f"/events/{table.event_id}/wall/")
        expect(page.locator(LIVE)).to_be_attached()

        assert proxy.freeze() > 1, "the browser keeps idle connections besides the stream, which freeze as well"
        deal(table, announce(1, 3, 2))
        expect(score_of(page, "Bruno")).to_have_text("8")
        expect(page.locator(LIVE)).to_be_attached()


def test_a_part_that_was_being_fetched_when_the_network_froze_is_fetched_anew(browsers, phone, own_server):
    table = make_table()
    address = f"/events/{table.event_id}/"
    with Proxy(own_server.port) as proxy:
        browsers.address = proxy.address
        page = phone()
        page.goto(address)
        expect(page.locator(LIVE)).to_be_attached()
        page.route(lambda url: url.endswith(address), lambda route: None, times=1)
        with page.expect_request(lambda request: request.url.endswith(address)):
            deal(table, announce(1, 3, 2))
            call_director(table_id=table.pk, note="", actor=SYSTEM)
        with page.expect_event("requestfailed", lambda request: request.url.endswith(address)):
            proxy.freeze()
        expect(page.locator("#results").get_by_text("8", exact=True).first).to_be_visible()


def test_a_page_follows_after_a_long_freeze(browsers, wall, phone, own_server):
    table = make_table()
    with Proxy(own_server.port) as proxy:
        browsers.address = proxy.address
        pages = [wall(), phone()]
        for page, address in zip(pages, ("wall/", ""), strict=True):
            page.clock.install()
            page.goto(f"/events/{table.event_id}/{address}")
            expect(page.locator(LIVE)).to_be_attached()
        proxy.freeze(all_new=True)
        deal(table, announce(1, 3, 2))
        call_director(table_id=table.pk, note="", actor=SYSTEM)
        for _ in range(3):
            for page in pages:
                with page.expect_event("requestfailed", is_stream):
                    page.clock.run_for(10_000)
        proxy.mend()
        for page in pages:
            expect(page.get_by_text("8", exact=True).first).to_be_visible()


def test_news_that_comes_while_a_part_is_being_exchanged_is_not_lost(phone, server):
    table = make_table()
    address = f"/events/{table.event_id}/"
    page = phone()
    page.goto(address)
    expect(page.locator(LIVE)).to_be_attached()
    held = []

    def hold(route):
        held.append(route)

    page.route(lambda url: url.endswith(address), hold, times=1)
    deal(table, announce(1, 3, 2))
    with page.expect_request(lambda request: request.url.endswith(address)):
        call_director(table_id=table.pk, note="", actor=SYSTEM)
    wait_until(lambda: held or page.wait_for_timeout(10))
    older = held[0].fetch()
    deal(table, announce(0, 3, 3))
    table.event.refresh_from_db()
    expect(page.locator(f"body[data-revision='{table.event.revision}']")).to_be_attached()
    held[0].fulfill(response=older)
    expect(page.locator("#results").get_by_text("10", exact=True).first).to_be_visible()


def test_a_row_out_of_sight_is_left_alone_until_it_comes_into_sight(phone, server):
    names = [f"Player {number:02}" for number in range(24)]
    night = make_night(names=names)
    tables = [seat_table(night, *pair) for pair in zip(names[::2], names[1::2], strict=True)]
    for table in tables:
        deal(table, announce(1, 3, 3))
        deal(table, announce(0, 3, 0))
    deal(tables[0], announce(1, 2, 2))
    page = phone()
    page.set_viewport_size({"width": 360, "height": 300})
    page.goto(f"/events/{night.pk}/")
    expect(page.locator(LIVE)).to_be_attached()
    near, far = (
        page.locator("tr[data-row]", has_text=name).locator("[data-cell=rank]") for name in (names[0], names[-2])
    )
    expect(far).to_have_text("13")
    deal(tables[0], announce(0, 2, 2))
    expect(near).to_have_text("2")
    expect(far).to_have_text("13")
    far.scroll_into_view_if_needed()
    expect(far).to_have_text("14")


@pytest.mark.journey
def test_where_no_stream_can_be_had_the_page_polls(wall, server):
    table = make_table()
    page = wall()
    page.route("**/stream/", lambda route: route.abort())
    page.clock.install()
    page.goto(f"/events/{table.event_id}/wall/")
    for _ in range(3):
        page.clock.run_for(5_000)
    expect(page.locator("body[data-live-state=polling]")).to_be_attached()

    deal(table, announce(1, 3, 2))
    page.clock.run_for(16_000)
    expect(score_of(page, "Bruno")).to_have_text("8")


def test_a_hidden_page_lets_go_of_its_stream_and_catches_up_when_it_is_seen_again(wall, server):
    table = make_table()
    page = wall()
    page.goto(f"/events/{table.event_id}/wall/")
    expect(page.locator(LIVE)).to_be_attached()
    with page.expect_event("requestfailed", is_stream):
        set_visibility(page, "hidden")
    deal(table, announce(1, 3, 2))
    set_visibility(page, "visible")
    expect(score_of(page, "Bruno")).to_have_text("8")


def test_a_change_made_in_one_worker_reaches_the_streams_of_the_other(transactional_db, server_environment, tmp_path):
    table = make_table()
    server = Server(server_environment, log=tmp_path / "server.log", workers=2)
    server.start()
    try:
        streams = streams_in_every_worker(server, table.event_id)
        phone = Phone(f"{server.address}/pad/{table.pad_links.get().token}/")
        table.event.refresh_from_db()
        before = table.event.revision
        status, answer = phone.send(announce(1, 3, 2), base_revision=before)
        assert status == 200, answer
        for stream in streams:
            assert stream.heard(before + 1, within=30)
    finally:
        server.stop()


class Stream:
    """A page without a screen: it listens in a thread of its own."""

    def __init__(self, address: str) -> None:
        self.answer = urllib.request.urlopen(address, timeout=10)
        self.revisions: list[int] = []
        self.news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def heard(self, revision: int, *, within: float) -> bool:
        with self.news:
            return self.news.wait_for(lambda: revision in self.revisions, timeout=within)

    def _listen(self) -> None:
        for line in self.answer:
            if line.startswith(b"id: "):
                with self.news:
                    self.revisions.append(int(line[4:]))
                    self.news.notify_all()


def streams_in_every_worker(server: Server, event_id: int) -> list[Stream]:
    """The kernel deals connections out as it likes, so streams are opened until no worker is without one."""
    before = sockets_of_workers(server)
    streams = []
    while len(streams) < 60:
        streams.append(Stream(f"{server.address}/events/{event_id}/stream/"))
        now = sockets_of_workers(server)
        if len(now) == server.workers and all(now[pid] > before.get(pid, 0) for pid in now):
            return streams
    raise AssertionError(f"all streams went to one worker: {before} {now}")


def sockets_of_workers(server: Server) -> dict[int, int]:
    return {
        pid: sum("socket:" in str(fd.readlink()) for fd in Path(f"/proc/{pid}/fd").iterdir() if fd.is_symlink())
        for pid in workers_of(server)
    }


def is_stream(request):
    return request.url.endswith("/stream/")


def score_of(page, name):
    return page.locator(".wall-table li", has_text=name).locator("strong")


def set_visibility(page, state):
    page.evaluate(
        """state => {
            Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )
