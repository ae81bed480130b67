"""Writers of one process wait for each other, whatever becomes of the one before."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Signal
from time import monotonic

import pytest
from django.db import connections, transaction

from pyramid_site.sqlite_in_turn.turns import Turns
from tournaments.models import Club

of_the_database = pytest.mark.django_db(transaction=True)


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


@of_the_database
def test_the_next_writer_goes_on_when_the_one_before_has_ended() -> None:
    begun, go_on = Signal(), Signal()

    def slowly() -> None:
        with transaction.atomic():
            Club.objects.create(name="First", slug="first")
            begun.set()
            go_on.wait(10)

    with ThreadPoolExecutor() as threads:
        first = threads.submit(in_a_thread(slowly))
        assert begun.wait(10)
        second = threads.submit(in_a_thread(lambda: write("second")))
        go_on.set()
        first.result(10)
        second.result(10)
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
            threads.submit(in_a_thread(fail)).result(10)
        threads.submit(in_a_thread(leave)).result(10)
        threads.submit(in_a_thread(lambda: write("after"))).result(10)
    assert list(Club.objects.values_list("slug", flat=True)) == ["after"]


def until_they_wait(turns: Turns, count: int) -> None:
    deadline = monotonic() + 10
    while len(turns.waiting) < count and monotonic() < deadline:
        os.sched_yield()


def test_who_asks_again_at_once_comes_after_those_who_wait() -> None:
    turns = Turns()
    order: list[str] = []

    def wait(name: str) -> None:
        assert turns.take(timeout=10)
        order.append(name)
        turns.end()

    assert turns.take(timeout=10)
    with ThreadPoolExecutor() as threads:
        for count, name in enumerate(["first", "second"], start=1):
            threads.submit(wait, name)
            until_they_wait(turns, count)
        turns.end()
        wait("again")
    assert order == ["first", "second", "again"]


def test_who_has_given_up_is_handed_nothing() -> None:
    turns = Turns()
    assert turns.take(timeout=1)
    assert not turns.take(timeout=0.001)
    turns.end()
    assert turns.take(timeout=0) and not turns.waiting
