"""The round clock: when it ends, what it says meanwhile, and what may still be played when it has run out."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.clock import Clock, deals_allowed

START = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
ORDER = ["waiting", "running", "warning", "over"]


def after(minutes: int, seconds: int = 0) -> datetime:
    return START + timedelta(minutes=minutes, seconds=seconds)


seconds = st.integers(0, 4 * 60 * 60)
extras = st.integers(0, 30)
clocks = st.builds(Clock, st.integers(1, 180), st.just(START), st.none(), st.integers(0, 3600))
tables = st.tuples(st.integers(0, 64), st.integers(2, 6))


@pytest.mark.parametrize(
    ("clock", "now", "extra", "left", "state"),
    [
        (Clock(45), after(500), 0, timedelta(minutes=45), "waiting"),
        (Clock(45, START), START, 0, timedelta(minutes=45), "running"),
        (Clock(45, START), after(34, 59), 0, timedelta(minutes=10, seconds=1), "running"),
        (Clock(45, START), after(35), 0, timedelta(minutes=10), "warning"),
        (Clock(45, START), after(44, 59), 0, timedelta(seconds=1), "warning"),
        (Clock(45, START), after(45), 0, timedelta(0), "over"),
        (Clock(45, START), after(47), 0, timedelta(minutes=-2), "over"),
        (Clock(45, START), after(47), 3, timedelta(minutes=1), "warning"),
        (Clock(45, START), after(47), 15, timedelta(minutes=13), "running"),
        (Clock(45, START, None, 240), after(47), 0, timedelta(minutes=2), "warning"),
        (Clock(45, START, after(20)), after(90), 0, timedelta(minutes=25), "paused"),
        (Clock(45, START, after(40)), after(90), 0, timedelta(minutes=5), "paused"),
        (Clock(45, START, after(20), 60), after(90), 2, timedelta(minutes=28), "paused"),
        (Clock(45, START, after(46)), after(90), 0, timedelta(minutes=-1), "over"),
        (Clock(45, START, after(46)), after(90), 5, timedelta(minutes=4), "paused"),
    ],
)
def test_what_is_left_and_what_that_means(clock, now, extra, left, state):
    assert clock.remaining(now, extra_minutes=extra) == left
    assert clock.state(now, extra_minutes=extra) == state


@pytest.mark.parametrize(
    ("clock", "now", "end"),
    [
        (Clock(45), after(5), None),
        (Clock(45, START), after(5), after(45)),
        (Clock(45, START), after(60), after(45)),
        (Clock(45, START, None, 90), after(5), after(46, 30)),
        (Clock(45, START, after(20)), after(30), after(55)),
    ],
)
def test_when_it_ends(clock, now, end):
    assert clock.ends_at(now) == end


@pytest.mark.parametrize(("minutes", "warnings"), [(45, (10, 5, 1)), (10, (5, 1)), (5, (1,)), (1, ())])
def test_a_short_round_is_not_warned_of_more_than_it_has(minutes, warnings):
    clock = Clock(minutes, START)
    assert clock.warnings == warnings
    assert clock.state(START) == "running"


@pytest.mark.parametrize("wrong", [{"minutes": 0}, {"minutes": -5}, {"minutes": 45, "paused_seconds": -1}])
def test_a_clock_without_time_is_none(wrong):
    with pytest.raises(ValueError):
        Clock(**wrong)


@given(clocks, seconds, seconds, extras)
def test_the_end_of_a_running_clock_stands_and_what_is_left_runs_with_the_time(clock, one, other, extra):
    first, second = START + timedelta(seconds=one), START + timedelta(seconds=other)
    assert clock.ends_at(first, extra_minutes=extra) == clock.ends_at(second, extra_minutes=extra)
    left = clock.remaining(first, extra_minutes=extra) - clock.remaining(second, extra_minutes=extra)
    assert left == second - first


@given(clocks, seconds, seconds)
def test_of_a_paused_clock_what_is_left_stands_and_the_end_runs_with_the_time(clock, pause, later):
    paused_at = START + timedelta(seconds=pause)
    paused = replace(clock, paused_at=paused_at)
    now = paused_at + timedelta(seconds=later)
    assert paused.remaining(now) == clock.remaining(paused_at)
    assert paused.ends_at(now) - paused.ends_at(paused_at) == timedelta(seconds=later)


@given(clocks, seconds, seconds, seconds)
def test_a_pause_takes_nothing_from_anybody(clock, pause, length, later):
    paused_at = START + timedelta(seconds=pause)
    went_on = replace(clock, paused_seconds=clock.paused_seconds + length)
    now = paused_at + timedelta(seconds=length)
    assert went_on.remaining(now) == replace(clock, paused_at=paused_at).remaining(now)
    assert went_on.remaining(now + timedelta(seconds=later)) == clock.remaining(paused_at + timedelta(seconds=later))


@given(clocks, seconds, extras)
def test_extra_time_is_added_to_what_is_left(clock, second, extra):
    now = START + timedelta(seconds=second)
    assert clock.remaining(now, extra_minutes=extra) == clock.remaining(now) + timedelta(minutes=extra)
    assert ORDER.index(clock.state(now, extra_minutes=extra)) <= ORDER.index(clock.state(now))


@given(clocks, seconds, seconds)
def test_a_running_clock_goes_through_its_states_in_their_order(clock, one, other):
    first, second = (clock.state(START + timedelta(seconds=second)) for second in sorted((one, other)))
    assert ORDER.index(first) <= ORDER.index(second)


@pytest.mark.parametrize(
    ("time_up", "done", "seats", "total", "allowed"),
    [
        ("deal", 0, 4, 64, 1),
        ("deal", 5, 4, 64, 6),
        ("deal", 63, 4, 64, 64),
        ("deal", 64, 4, 64, 64),
        ("deal", 5, 4, None, 6),
        ("lap", 0, 4, 64, 4),
        ("lap", 1, 4, 64, 4),
        ("lap", 4, 4, 64, 4),
        ("lap", 5, 4, 64, 8),
        ("lap", 61, 4, 64, 64),
        ("lap", 64, 4, 64, 64),
        ("lap", 7, 3, None, 9),
        ("lap", 9, 4, 10, 10),
        ("lap", 0, 6, 5, 5),
    ],
)
def test_how_many_deals_a_table_may_have_in_the_end(time_up, done, seats, total, allowed):
    assert deals_allowed(time_up=time_up, done_at_time_up=done, seats=seats, total=total) == allowed


def test_there_is_no_third_way_to_end_a_round():
    with pytest.raises(ValueError, match="finish the deal or the lap"):
        deals_allowed(time_up="hour", done_at_time_up=3, seats=4, total=None)


@given(tables)
def test_a_lap_is_whole_takes_no_played_deal_back_and_asks_for_less_than_a_lap_more(table):
    done, seats = table
    allowed = deals_allowed(time_up="lap", done_at_time_up=done, seats=seats, total=None)
    assert allowed % seats == 0
    assert allowed >= max(done, seats)
    assert allowed - done < seats or done == 0


@given(tables, st.sampled_from(["deal", "lap"]), st.integers(1, 64))
def test_a_game_never_grows_beyond_its_length(table, time_up, total):
    done, seats = table
    open_end = deals_allowed(time_up=time_up, done_at_time_up=done, seats=seats, total=None)
    assert deals_allowed(time_up=time_up, done_at_time_up=done, seats=seats, total=total) == min(open_end, total)
