"""What a table still plays when the round's clock has run out."""

import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import announce, correct, deal, pad_token
from tests.tournament_scenes import draw, make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Event, Round, Table
from tournaments.selectors.table.page import table_page
from tournaments.services.desk.actions import set_time_up
from tournaments.services.night import finish_event
from tournaments.services.stage.rounds import give_extra_time, start_clock
from tournaments.services.table.life import end_table
from tournaments.services.table.several_deals import Insertion, correct_many

pytestmark = pytest.mark.django_db


def vilnius_table(*, time_up: str, seats: int = 3, rounds: int = 1) -> Table:
    event = make_tournament(seats, game="vilnius", rules={}, stages=[("swiss", {"seats": seats, "rounds": rounds})])
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
        deal(table, announce(table_page(table.pk).result.turn, 3, 3))
    table.refresh_from_db()
    return table.status


def test_the_deal_in_play_is_finished_and_ends_the_table():
    table = vilnius_table(time_up=Event.TimeUp.DEAL)
    assert play(table, 2) == Table.Status.PLAYING
    run_out(table)
    assert play(table, 1) == Table.Status.CLOSED


def test_the_pad_is_told_how_long_the_round_lasts(client):
    table = vilnius_table(time_up=Event.TimeUp.DEAL)
    clock = client.get(reverse("pad-state", args=[pad_token(table)])).json()["clock"]
    assert (clock["state"], clock["time_up"]) == ("running", "deal")
    assert 1790 <= clock["seconds_left"] <= 1800


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


def forgotten(table: Table, at: int) -> str:
    """Deal `at` was played by whose turn it then was, and not entered."""
    payload = announce(at % table.seats.count(), 2, 2)
    change = Insertion(at, payload)
    correct_many(table_id=table.pk, change=change, client_id=uuid.uuid4(), base_revision=None, actor=SYSTEM)
    return status(table)


def test_a_forgotten_deal_that_was_played_in_time_does_not_end_the_table():
    table = vilnius_table(time_up=Event.TimeUp.DEAL)
    play(table, 2)
    run_out(table)
    assert forgotten(table, 1) == Table.Status.PLAYING
    assert forgotten(table, 1) == Table.Status.PLAYING
    assert play(table, 1) == Table.Status.CLOSED


def test_a_forgotten_deal_of_a_lap_complete_without_it_begins_another():
    table = vilnius_table(time_up=Event.TimeUp.LAP)
    play(table, 3)
    run_out(table)
    assert forgotten(table, 3) == Table.Status.PLAYING
    assert play(table, 1) == Table.Status.PLAYING
    assert play(table, 1) == Table.Status.CLOSED


def test_a_forgotten_deal_played_after_time_may_be_the_last():
    table = vilnius_table(time_up=Event.TimeUp.LAP)
    play(table, 1)
    run_out(table)
    assert play(table, 1) == Table.Status.PLAYING
    assert forgotten(table, 2) == Table.Status.CLOSED


def ended_by_clock(*, rounds: int = 1) -> Table:
    table = vilnius_table(time_up=Event.TimeUp.DEAL, rounds=rounds)
    play(table, 2)
    run_out(table)
    play(table, 1)
    return table


def status(table: Table) -> str:
    table.refresh_from_db()
    return table.status


def test_the_last_deal_taken_back_may_be_played_again():
    table = ended_by_clock()
    correct(table, 3, None)
    assert (status(table), table.ended_at) == (Table.Status.PLAYING, None)
    assert play(table, 1) == Table.Status.CLOSED


def test_a_deal_in_the_middle_taken_back_is_not_played_again():
    table = ended_by_clock()
    correct(table, 2, None)
    assert status(table) == Table.Status.CLOSED


def test_a_table_that_the_director_ended_in_time_stays_ended():
    table = vilnius_table(time_up=Event.TimeUp.DEAL)
    play(table, 2)
    end_table(table_id=table.pk, actor=SYSTEM)
    run_out(table)
    correct(table, 2, None)
    assert status(table) == Table.Status.CLOSED


def test_a_deal_taken_back_after_the_event_leaves_its_table_ended():
    table = ended_by_clock()
    finish_event(event_id=table.event_id, actor=SYSTEM)
    correct(table, 3, None)
    assert (status(table), table.deal_count) == (Table.Status.CLOSED, 2)


def test_a_table_that_a_later_round_rests_on_does_not_go_on():
    table = ended_by_clock(rounds=2)
    draw(table.event)
    correct(table, 3, None, late=True)
    assert (status(table), table.deal_count) == (Table.Status.CLOSED, 2)
