"""Two phones save at the same instant, over real HTTP: one deal is saved, the other phone is told.

On SQLite by `make test-all`, on PostgreSQL by `make test-postgres`; the two workers share nothing but the database.
"""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.phone import Phone
from tests.e2e.servers import Server
from tests.factories import make_club, make_table, whole_vilnius_game
from tournaments.models import Deal, Table

INSTANTS = int(os.environ.get("INSTANTS", "50"))


@pytest.fixture
def server_of_two(transactional_db: None, server_environment: dict[str, str], tmp_path: Path) -> Iterator[Server]:
    server = Server(server_environment, log=tmp_path / "server.log", workers=2)
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.log.read_text()


def test_of_two_deals_saved_at_the_same_instant_one_is_kept_and_the_other_phone_is_told_every_time(server_of_two):
    game = whole_vilnius_game(2)
    kept: list[object] = []
    for turn in range(INSTANTS):
        number = turn % len(game) + 1
        if number == 1:
            table, phones = table_with_phones(server_of_two, club=f"Club {turn}")
        mine = game[number - 1]
        yours = {**mine, "taken": (mine["taken"] + 1) % 6}
        won, told = sorted(at_once(phones, [mine, yours], number, table), key=lambda sent: sent.status)
        assert (won.status, told.status) == (200, 409)
        assert told.answer["message"]
        assert [change["number"] for change in told.answer["changes"]] == [number]
        kept.append(won.payload)
    assert list(Deal.objects.order_by("pk").values_list("payload", flat=True)) == kept


def test_the_same_deal_saved_by_both_phones_at_the_same_instant_is_kept_once_and_nobody_is_bothered(server_of_two):
    table, phones = table_with_phones(server_of_two, club="Neris")
    for number, payload in enumerate(whole_vilnius_game(2), start=1):
        assert [sent.status for sent in at_once(phones, [payload, payload], number, table)] == [200, 200]
        assert Deal.objects.filter(table=table).count() == number


def table_with_phones(server: Server, *, club: str) -> tuple[Table, list[Phone]]:
    table = make_table(club=make_club(name=club))
    pad = f"{server.address}/pad/{table.pad_links.get().token}/"
    return table, [Phone(pad), Phone(pad)]


@dataclass
class Sent:
    payload: dict[str, object]
    status: int
    answer: dict[str, object]


def at_once(phones: list[Phone], payloads: list[dict[str, object]], number: int, table: Table) -> list[Sent]:
    revision = Table.objects.values_list("revision", flat=True).get(pk=table.pk)
    start = threading.Barrier(len(phones))

    def send(phone: Phone, payload: dict[str, object]) -> Sent:
        start.wait()
        return Sent(payload, *phone.send(payload, base_revision=revision, number=number))

    with ThreadPoolExecutor(len(phones)) as threads:
        return list(threads.map(send, phones, payloads))
