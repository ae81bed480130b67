"""SQLite's newest pages, which stand in a file beside the database, come into it though no save sees to it."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from pyramid_site.settings import BASE_DIR
from tests.databases import empty_database
from tests.entry.test_upkeep import serve_and_stop
from tests.factories import announce, deal, make_table
from tournaments.jobs import checkpoint_meanwhile
from tournaments.models import Club

pytestmark = pytest.mark.django_db(transaction=True)

MB = 2**20
WRITER = """
import django
django.setup()
from threading import Thread
from django.db import OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from tournaments.jobs import checkpoint_meanwhile

def checkpoint_for_ever():
    while True:
        checkpoint_meanwhile()

with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE saved (number INTEGER, text TEXT)")
Thread(target=checkpoint_for_ever, daemon=True).start()
number = 0
while True:
    number += 1
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO saved VALUES (%s, %s)", [number, "x" * 5000])
    print(number, flush=True)
"""


def rows_in_the_own_file(table: str, folder: Path) -> int:
    """Of a copy of that file alone."""
    shutil.copy(connection.settings_dict["NAME"], folder / "copy.sqlite3")
    with closing(sqlite3.connect(folder / "copy.sqlite3")) as copy:
        found: int = copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return found


def newest_pages() -> int:
    return Path(f"{connection.settings_dict['NAME']}-wal").stat().st_size


def test_a_server_that_has_stopped_leaves_everything_in_the_databases_own_file(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        return
    table = make_table()
    for number in range(3):
        deal(table, announce((number + 1) % 2, 3, 3))
    serve_and_stop()
    assert rows_in_the_own_file("tournaments_deal", tmp_path) == 3


def test_what_is_saved_gets_there_while_somebody_else_is_saving(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        return
    Club.objects.create(name="Saved", slug="saved")
    with transaction.atomic():
        Club.objects.create(name="Being saved", slug="being-saved")
        checkpoint_meanwhile()
        assert rows_in_the_own_file("tournaments_club", tmp_path) == 1
    checkpoint_meanwhile()
    assert rows_in_the_own_file("tournaments_club", tmp_path) == 2


def test_the_file_of_the_newest_pages_is_used_again_and_again() -> None:
    if connection.vendor != "sqlite":
        return
    checkpoint_meanwhile()
    Club.objects.create(name="First", slug="first")
    checkpoint_meanwhile()
    once = newest_pages()
    for number in range(10):
        Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
        checkpoint_meanwhile()
    assert newest_pages() <= 2 * once


def test_where_nobody_makes_a_checkpoint_a_save_does_before_they_are_too_many(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        return
    with empty_database(tmp_path), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE saved (what BLOB)")
        for _ in range(45):
            cursor.execute("INSERT INTO saved VALUES (zeroblob(1000000))")
        assert 20 * MB < newest_pages() < 40 * MB


def test_nothing_saved_is_lost_where_the_server_is_killed_during_a_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "killed.sqlite3"
    known = os.environ | {"DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "pyramid_site.settings"}
    with subprocess.Popen([sys.executable, "-c", WRITER], cwd=BASE_DIR, env=known, stdout=subprocess.PIPE) as writer:
        assert writer.stdout
        saved = [int(line) for line, _ in zip(writer.stdout, range(60), strict=False)]
        writer.kill()
        saved += map(int, writer.stdout)
    with closing(sqlite3.connect(file)) as found:
        numbers = [number for (number,) in found.execute("SELECT number FROM saved ORDER BY number")]
        assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert numbers[: len(saved)] == saved


def test_a_connection_that_fails_as_it_begins_is_closed() -> None:
    begun = []

    def fail(connection: BaseDatabaseWrapper, **_signal: object) -> None:
        begun.append(connection.connection)
        raise OperationalError("database is locked")

    connection_created.connect(fail)
    try:
        checkpoint_meanwhile()
    finally:
        connection_created.disconnect(fail)
    assert len(begun) == (connection.vendor == "sqlite")
    for each in begun:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            each.execute("SELECT 1")
