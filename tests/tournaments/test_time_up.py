"""What a table still plays when the round's clock has run out."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import announce, deal
from tests.tournament_scenes import make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Event, Round, Table
from tournaments.services.round_clock import give_extra_time, start_clock
from tournaments.services.tournaments import set_time_up

pytestmark = pytest.mark.django_db


def vilnius_table(*, time_up: str, seats: int = 3) -> Table:
    event = make_tournament(seats, game="vilnius", rules={}, stages=[("swiss", {"seats": seats, "rounds": 1})])
    set_time_up(event_id=event.pk, time_up=time_up, actor=SYSTEM)
    start(event)
    (table,) = next_round(event, minutes=30)
    start_clock(round_id=table.round_id, actor=SYSTEM)
    return table


def run_out(table: Table) -> None:
    """The clock is put back by an hour: what has been recorded was recorded in time."""
    earlier = timezone.now() - timedelta(minutes=30)
    Round.objects.filter(pk=table.round_id).update(clock_started_at=earlier)


def play(table: Table, deals: int) -> str:
    for _ in range(deals):
        table.refresh_from_db()
        done = table.deal_count
        deal(table, announce((1 + done) % table.seats.count(), 3, 3))
    table.refresh_from_db()
    return table.status


def test_the_deal_in_play_is_finished_and_ends_the_table():
    table = vilnius_table(time_up=Event.TimeUp.DEAL)
    assert play(table, 2) == Table.Status.PLAYING
    run_out(table)
    assert play(table, 1) == Table.Status.CLOSED


def test_the_lap_is_finished_so_that_all_have_declared_equally_often():
    table = vilnius_table(time_up=Event.TimeUp.LAP)
    assert play(table, 4) == Table.Status.PLAYING
    run_out(table)
    assert play(table, 1) == Table.Status.PLAYING
    assert play(table, 1) == Table.Status.CLOSED
    assert [seat.deals for seat in table.seats.all()] == [2, 2, 2]


def test_a_table_with_extra_time_plays_on():
    table = vilnius_table(time_up=Event.TimeUp.DEAL)
    play(table, 1)
    give_extra_time(table_id=table.pk, minutes=10, actor=SYSTEM)
    run_out(table)
    assert play(table, 3) == Table.Status.PLAYING
