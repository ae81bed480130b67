"""The director's laptop dies amid an evening with ten phones; another goes on from a spare without the last deals."""

import json
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.e2e.evenings.test_evening_of_trouble import LIVE, shows
from tests.e2e.pad import Pad
from tests.e2e.servers import ROOT, Server, wait_until
from tests.factories import announce, make_night, seat_table
from tournaments.models import Member, Table

TABLES = 5
LAPS = [(0, 1), (1, 1), (1, 2), (2, 2), (2, 2)]
Environment = dict[str, str]


@pytest.fixture
def laptop(transactional_db: None, server_environment: Environment, tmp_path: Path) -> Iterator[Server]:
    """With a spare on a stick."""
    data, stick = tmp_path / "laptop", tmp_path / "stick"
    data.mkdir()
    stick.mkdir()
    (data / "secret-key").write_text(settings.SECRET_KEY)
    server = Server(environment_of(server_environment, data) | {"SPARE": str(stick)}, log=tmp_path / "laptop.log")
    server.start()
    yield server
    server.kill()


def environment_of(usual: Environment, data: Path, **more: str) -> Environment:
    """Of a laptop that has its key in its own folder."""
    rest = {name: value for name, value in usual.items() if name != "SECRET_KEY"}
    return rest | {"DATA_DIR": str(data), "BACKUPS": str(data / "backups")} | more


def test_whatever_a_phone_was_answered_is_there_once_and_pages_go_on(
    browsers: Any, phone: Any, desk: Any, sign_in: Any, laptop: Server, server_environment: Environment, tmp_path: Path
) -> None:
    tables = make_tables()
    browsers.address = laptop.address
    pads = [[Pad(phone(), table), Pad(phone(), table)] for table in tables]
    director = desk()
    sign_in(director, Member.objects.get(club=tables[0].event.club).user)
    director.goto(f"/events/{tables[0].event_id}/desk/")
    expect(director.locator(LIVE)).to_be_attached()
    play(pads, 0)
    play(pads, 1)
    wait_until(lambda: deals_in(tmp_path / "stick") == 2 * TABLES)
    (tmp_path / "stick").rename(tmp_path / "pulled-out")
    play(pads, 2)
    play(pads, 3)
    laptop.kill()
    for ana, _ in pads:
        ana.enter(*LAPS[4])
        ana.unsent(1)
    other = taken_over(laptop, server_environment, tmp_path)
    try:
        for table, pair in zip(tables, pads, strict=True):
            for pad in pair:
                pad.unsent(0)
                expect(pad.page.locator(".pad-banner")).to_have_count(0)
            shows(director, table, "5/32")
    finally:
        other.kill()
    answered = [announce((number + 1) % 2, *LAPS[number]) for number in range(5)]
    assert recorded(tmp_path / "other.sqlite3") == {table.pk: answered for table in tables}


def make_tables() -> list[Table]:
    pairs = [(f"Ana{at}", f"Bruno{at}") for at in range(TABLES)]
    night = make_night(names=[name for pair in pairs for name in pair], rules={"record_trump": False})
    return [seat_table(night, *pair) for pair in pairs]


def play(pads: list[list[Pad]], number: int) -> None:
    """A deal at every table, from either phone in turn, each of them answered."""
    for pair in pads:
        pair[number % 2].enter(*LAPS[number])
    for at, pair in enumerate(pads):
        pair[number % 2].unsent(0)
        for pad in pair:
            expect(pad.page.locator("h2")).to_have_text(f"What does {('Ana', 'Bruno')[number % 2]}{at} announce?")


def deals_in(stick: Path) -> int:
    newest = max(stick.glob("spare-*.zip"), default=None)
    if newest is None:
        return 0
    with zipfile.ZipFile(newest) as archive:
        return int(json.loads(archive.read("manifest.json"))["rows"]["tournaments_deal"])


def taken_over(laptop: Server, usual: Environment, folder: Path) -> Server:
    """On a laptop that has the name of the first, as `make takeover` does it."""
    data = folder / "other-laptop"
    environment = environment_of(usual, data, DATABASE_URL=f"sqlite:///{folder / 'other.sqlite3'}")
    command = [sys.executable, "manage.py", "restore", "--set-aside", str(folder / "pulled-out")]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    other = Server(environment, log=folder / "other-laptop.log", port=laptop.port)
    other.start()
    return other


def recorded(database: Path) -> dict[int, list[Any]]:
    """All versions of all deals, by table."""
    tables: dict[int, list[Any]] = {}
    with closing(sqlite3.connect(database)) as opened:
        rows = "SELECT table_id, payload FROM tournaments_deal ORDER BY table_id, number, version"
        for table, payload in opened.execute(rows):
            tables.setdefault(table, []).append(json.loads(payload))
    return tables
