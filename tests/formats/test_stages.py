"""Every format, asked for one round after the other until it is over."""

from dataclasses import replace
from random import Random

import pytest

from tournaments.formats.options import Options
from tournaments.formats.record import ByeRecord, RoundRecord, Seating, SeatRecord, StageRecord, TableRecord
from tournaments.formats.simulation.playing import outcome
from tournaments.formats.stages import FORMATS

SIZES = (2, 3, 5, 7, 8, 13, 16, 33)
TWO, FOUR = Options(seats=2, rounds=4), Options(seats=4, rounds=4, advance=2)


def names(count):
    return tuple(f"p{number}" for number in range(1, count + 1))


def with_results(stage, drawn, random):
    strengths = dict.fromkeys(stage.entrants, 0.0)
    tables = tuple(
        TableRecord(tuple(SeatRecord(who, place=order.index(who) + 1) for who in table))
        for table in drawn.seating.tables
        for order in [outcome(table, strengths, random)]
    )
    played = RoundRecord(tables, tuple(ByeRecord(who) for who in drawn.seating.byes))
    return replace(
        stage,
        rounds=(*stage.rounds, played),
        matches=(*stage.matches, drawn.matches),
        floats=(*stage.floats, drawn.seating.floats),
    )


def play_out(key, players, options, *, seed=1, withdrawn=frozenset()):
    """The whole stage with random results: its rounds, and the record they end in."""
    stage = StageRecord(entrants=names(players), seed=seed, withdrawn=withdrawn)
    random, drawn = Random(seed), []
    while (following := FORMATS[key].next_round(stage, options)) is not None:
        drawn.append(following)
        assert len(drawn) < 200, "the stage does not end"
        stage = with_results(stage, following, random)
    return drawn, stage


@pytest.mark.flood
@pytest.mark.parametrize("options", [TWO, FOUR], ids=["two", "four"])
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("key", FORMATS)
def test_nobody_sits_twice_in_a_round_and_somebody_comes_first(key, players, options):
    if options.seats > 2 and players < 6 and key in ("swiss", "round-robin"):
        options = TWO  # three or five people fill no tables of four
    drawn, stage = play_out(key, players, options)
    for following in drawn:
        seated = [who for table in following.seating.tables for who in table] + list(following.seating.byes)
        assert len(seated) == len(set(seated))
        assert all(2 <= len(table) <= 5 for table in following.seating.tables)
    places = FORMATS[key].places(stage, options)
    assert places[0][0] == 1
    assert {who for _, who in places} == set(stage.entrants)


@pytest.mark.parametrize("key", FORMATS)
def test_the_same_seed_draws_the_same_stage(key):
    assert play_out(key, 9, TWO, seed=3)[0] == play_out(key, 9, TWO, seed=3)[0]


@pytest.mark.parametrize("key", ["swiss", "round-robin", "strikes"])
def test_who_has_withdrawn_is_not_seated(key):
    drawn, _ = play_out(key, 8, TWO, withdrawn=frozenset({"p3"}))
    for following in drawn:
        assert "p3" not in {who for table in following.seating.tables for who in table}
        assert "p3" not in following.seating.byes


def test_in_a_round_robin_the_opponent_of_the_withdrawn_is_free():
    stage = StageRecord(entrants=names(4), withdrawn=frozenset({"p4"}))
    seating = FORMATS["round-robin"].next_round(stage, TWO).seating
    assert seating == Seating((("p2", "p3"),), ("p1",))


def test_a_knockout_table_whose_places_are_shared_decides_nothing():
    stage = StageRecord(entrants=names(2))
    drawn = FORMATS["single-elimination"].next_round(stage, TWO)
    tied = TableRecord((SeatRecord("p1", place=1), SeatRecord("p2", place=1)))
    stage = StageRecord(entrants=names(2), rounds=(RoundRecord((tied,)),), matches=(drawn.matches,))
    assert FORMATS["single-elimination"].places(stage, TWO) == ()
    assert FORMATS["single-elimination"].next_round(stage, TWO) is None, "the director has to name a winner"


def test_who_forfeits_a_knockout_match_is_out():
    table = TableRecord((SeatRecord("p1"), SeatRecord("p2", place=1)), forfeited=frozenset({"p1"}))
    stage = StageRecord(entrants=names(2), rounds=(RoundRecord((table,)),), matches=((1,),))
    assert FORMATS["single-elimination"].places(stage, TWO) == ((1, "p2"), (2, "p1"))
