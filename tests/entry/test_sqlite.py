"""Writers of one process wait for each other, whatever becomes of the one before."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event as Signal
from time import monotonic

import pytest
from django.db import OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from pyramid_site.settings import SQLITE_PRAGMAS
from pyramid_site.sqlite import group_commit
from pyramid_site.sqlite.base import queues
from pyramid_site.sqlite.group_commit import GroupCommit
from pyramid_site.sqlite.write_queue import WriteQueue
from tournaments.models import Club

PATIENCE = 60  # seconds

of_the_database = pytest.mark.django_db(transaction=True)


@pytest.fixture
def in_earnest(tmp_path: Path, db: None) -> Iterator[BaseDatabaseWrapper]:
    """A database that waits for the disk, and in which something is being written; the tests' own does not wait."""
    options = {"transaction_mode": "IMMEDIATE", "init_command": SQLITE_PRAGMAS}
    database = {"ENGINE": "pyramid_site.sqlite", "NAME": str(tmp_path / "earnest.sqlite3"), "OPTIONS": options}
    made = ConnectionHandler({"default": database})["default"]
    with made.cursor() as cursor:
        cursor.execute("CREATE TABLE deal (number)")
    begin(made)
    yield made
    made.close()


def begin(connection: BaseDatabaseWrapper) -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO deal VALUES (1)")


def in_a_thread(work: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        try:
            work()
        finally:
            connections.close_all()

    return run


def write(slug: str) -> None:
    with transaction.atomic():
        Club.objects.create(name=slug, slug=slug)


@pytest.mark.parametrize("letters", [0, 10_000])
def test_a_statement_has_its_values_and_its_percent_signs_however_long_and_often_it_comes(in_earnest, letters):
    statement = f"SELECT %s, '100%% of %%s', %s {' ' * letters}"
    with in_earnest.cursor() as cursor:
        for number in range(2):
            cursor.execute(statement, [number, "%s"])
            assert cursor.fetchone() == (number, "100% of %s", "%s")


@of_the_database
def test_the_next_writer_goes_on_when_the_one_before_has_ended() -> None:
    begun, go_on = Signal(), Signal()

    def slowly() -> None:
        with transaction.atomic():
            Club.objects.create(name="First", slug="first")
            begun.set()
            go_on.wait(PATIENCE)

    with ThreadPoolExecutor() as threads:
        first = threads.submit(in_a_thread(slowly))
        assert begun.wait(PATIENCE)
        second = threads.submit(in_a_thread(lambda: write("second")))
        go_on.set()
        first.result(PATIENCE)
        second.result(PATIENCE)
    assert set(Club.objects.values_list("slug", flat=True)) == {"first", "second"}


@of_the_database
def test_a_writer_that_failed_or_went_away_holds_nobody_up() -> None:
    def fail() -> None:
        with transaction.atomic():
            Club.objects.create(name="Never", slug="never")
            raise ValueError("changed its mind")

    def leave() -> None:
        transaction.set_autocommit(False)
        Club.objects.create(name="Gone", slug="gone")

    with ThreadPoolExecutor(max_workers=1) as threads:
        with pytest.raises(ValueError, match="changed its mind"):
            threads.submit(in_a_thread(fail)).result(PATIENCE)
        threads.submit(in_a_thread(leave)).result(PATIENCE)
        threads.submit(in_a_thread(lambda: write("after"))).result(PATIENCE)
    assert list(Club.objects.values_list("slug", flat=True)) == ["after"]


def until_they_wait(queue: WriteQueue, count: int) -> None:
    deadline = monotonic() + PATIENCE
    while len(queue.waiting) < count and monotonic() < deadline:
        os.sched_yield()


def test_who_asks_again_at_once_comes_after_those_who_wait() -> None:
    queue = WriteQueue()
    order: list[str] = []

    def wait(name: str) -> None:
        assert queue.take(timeout=PATIENCE)
        order.append(name)
        queue.end()

    assert queue.take(timeout=PATIENCE)
    with ThreadPoolExecutor() as threads:
        for count, name in enumerate(["first", "second"], start=1):
            threads.submit(wait, name)
            until_they_wait(queue, count)
        queue.end()
        wait("again")
    assert order == ["first", "second", "again"]


def test_who_has_given_up_is_handed_nothing() -> None:
    queue = WriteQueue()
    assert queue.take(timeout=0)
    assert not queue.take(timeout=0.001)
    queue.end()
    assert queue.take(timeout=0) and not queue.waiting


def test_whoever_has_committed_waits_for_the_disk_and_the_next_writer_does_not(
    in_earnest: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    was_free = []

    def reach_the_disk(file: int) -> None:
        queue = queues[str(in_earnest.settings_dict["NAME"])]
        was_free.append(queue.take(timeout=0))
        queue.end()

    monkeypatch.setattr(group_commit, "synchronise", reach_the_disk)
    in_earnest.commit()
    assert was_free == [True]


def test_what_is_not_on_the_disk_is_not_taken_for_recorded(
    in_earnest: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: int) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as patch:
        patch.setattr(group_commit, "synchronise", fail)
        with pytest.raises(OperationalError, match="may not be on the disk"):
            in_earnest.commit()
    begin(in_earnest)
    in_earnest.commit()


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_what_is_written_outside_of_a_transaction_is_flushed_by_sqlite_itself(
    in_earnest: BaseDatabaseWrapper, end: str
) -> None:
    def mode() -> int:
        with in_earnest.cursor() as cursor:
            return int(cursor.execute("PRAGMA synchronous").fetchone()[0])

    normal, full = 1, 2
    assert mode() == normal
    getattr(in_earnest, end)()
    assert mode() == full


def test_a_flush_serves_all_who_had_committed_when_it_began_and_nobody_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deals-wal").touch()
    shared = GroupCommit(str(tmp_path / "deals"))
    later: list[int] = []
    monkeypatch.setattr(group_commit, "synchronise", lambda file: later.append(shared.written()))
    first, second = shared.written(), shared.written()
    shared.flush(second)
    shared.flush(first)
    assert len(later) == 1
    shared.flush(later[0])
    assert len(later) == 2
