"""The evening on which everything goes wrong, longer: two servers, each killed in turn, and what keeps their records.

By `make test-all` on SQLite, with its disk full; `scripts/hard-evening` plays it for many minutes on PostgreSQL, which
is killed as well.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from playwright.sync_api import Error, Page, expect

from tests.e2e.pad import Pad, payloads
from tests.e2e.proxy import Proxy
from tests.e2e.servers import Server
from tests.e2e.troubles import Timeline
from tests.factories import make_night, pad_token, seat_table, whole_vilnius_game
from tournaments.models import Table

SECONDS = float(os.environ.get("HARD_EVENING_SECONDS", "1"))
PADS = int(os.environ.get("HARD_EVENING_PADS", "2"))
LASTING = float(os.environ.get("HARD_EVENING_LASTING", "2"))
SECONDS_A_TABLE = 10  # at the very fastest
GAME = whole_vilnius_game(2)


@pytest.fixture
def two_servers(transactional_db: None, server_environment: dict[str, str], tmp_path: Path) -> Iterator[list[Server]]:
    servers = [Server(server_environment, log=tmp_path / f"server-{name}.log") for name in "ab"]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.stop()


class Hand:
    """A fast one, at one table after the other."""

    def __init__(self, page: Page, tables: list[Table]) -> None:
        self.tables = tables
        self.addresses = [f"/pad/{pad_token(table)}/" for table in tables]
        self.at = 0
        self.played = [0] * len(tables)
        self.pad = Pad(page, tables[0])

    def play(self) -> None:
        """The next deal, if there is one; nobody leaves a table before its deals are sent."""
        if self.played[self.at] == len(GAME):
            self.go_on()
            return
        deal: Any = GAME[self.played[self.at]]
        self.pad.enter(deal["announced"], deal["taken"])
        self.played[self.at] += 1
        if self.played[self.at] < len(GAME):  # the phone has it; a last announcement is chosen already in the next
            self.pad.saved(f"announced {deal['announced']}, took {deal['taken']}")

    def go_on(self) -> None:
        if self.pad.page.locator(".bar-unsent").count() or self.at + 1 == len(self.tables):
            self.pad.page.wait_for_timeout(100)
            return
        try:
            self.pad.page.goto(self.addresses[self.at + 1])
            expect(self.pad.page.locator("#pad-link")).to_be_visible()
            self.at += 1
        except (Error, AssertionError):  # nobody is there to show the page; they ask again
            self.pad.page.wait_for_timeout(100)


def test_afterwards_every_deal_is_there_once_and_no_pad_waits_for_anybody(
    browsers: Any, phone: Callable[..., Page], two_servers: list[Server]
) -> None:
    tables = make_tables(PADS * (1 + int(SECONDS / SECONDS_A_TABLE)))
    with Proxy(*(server.port for server in two_servers)) as proxy:
        browsers.address = proxy.address
        hands = [Hand(phone(), tables[number::PADS]) for number in range(PADS)]
        connections.close_all()
        timeline = Timeline(two_servers, seconds=SECONDS, lasting=LASTING)
        timeline.start()
        while timeline.is_alive():
            for hand in hands:
                hand.play()
        if timeline.failure:
            raise timeline.failure
        for hand in hands:
            expect(hand.pad.page.locator(".bar-unsent")).to_have_count(0, timeout=40_000)
            expect(hand.pad.page.locator(".pad-banner")).to_have_count(0)
    for hand in hands:
        for table, played in zip(hand.tables, hand.played, strict=True):
            assert payloads(table) == GAME[:played]
    assert len(timeline.befell) >= 3 and sum(sum(hand.played) for hand in hands) > len(timeline.befell)
    call_command("check_scores")


def make_tables(count: int) -> list[Table]:
    names = [f"Player {number}" for number in range(2 * count)]
    night = make_night(names=names, rules={"record_trump": False})
    return [seat_table(night, *names[2 * at : 2 * at + 2]) for at in range(count)]
