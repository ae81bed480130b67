"""Points that players start with by their ratings: a handicap."""

import json
from dataclasses import asdict, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.test_stages import play_out
from tournaments.formats.acceleration import (
    Handicap,
    HandicapTrial,
    handicap_points,
    handicaps,
    read_handicap,
    read_trial,
    tried,
)
from tournaments.formats.drawing import draw_answer, draw_request, read_request
from tournaments.formats.plan import next_round, read_plan
from tournaments.formats.ratings import Strength, chance
from tournaments.formats.record import StageRecord
from tournaments.formats.stages import drawing_scores, stage_standings, starting_of

STRENGTHS = st.dictionaries(
    st.integers(1, 99),
    st.none() | st.builds(Strength, st.floats(1000, 2000), st.floats(10, 82), st.integers(1, 99)),
    max_size=12,
)
PLAN = {"rounds": 3, "acceleration": "handicap"}


def given_by(strengths, *, rounds=5, cap=2, win=1):
    return handicaps(strengths, beta=123.0, shrink=1.0, rounds=rounds, cap=cap, win=Fraction(win))


def test_two_ratings_give_what_the_weaker_is_expected_to_win_less_in_halves_of_a_win():
    strong, weak = Strength(1600.0, 50.0, 30), Strength(1500.0, 50.0, 30)
    forecast = chance(strong, weak, beta=123.0)
    assert 0.62 < forecast < 0.64  # over five rounds 3.15 wins against 1.85: 1.3 less
    assert given_by({1: strong, 2: weak}) == {
        1: Handicap(points=Fraction(0), rounds=5, expected=round(1000 * forecast), best=round(1000 * forecast)),
        2: Handicap(points=Fraction(1), rounds=5, expected=round(1000 * (1 - forecast)), best=round(1000 * forecast)),
    }
    assert given_by({1: strong, 2: weak}, win=3)[2].points == 3  # at tables of four, places 4-3-2-1


@pytest.mark.parametrize(
    ("expected", "best", "rounds", "cap", "points"),
    [
        (370, 630, 5, 2, 1),  # 1.3 wins
        (380, 630, 6, 2, Fraction(3, 2)),  # exactly 1.5
        (381, 630, 6, 2, 1),
        (100, 900, 9, 2, 2),  # 7.2 wins, but at most two
        (630, 630, 9, 2, 0),
        (None, None, 9, 2, 0),
    ],
)
def test_halves_are_rounded_down_and_there_is_a_most(expected, best, rounds, cap, points):
    assert handicap_points(expected, best, rounds=rounds, cap=cap, win=Fraction(1)) == points


@given(STRENGTHS, st.integers(1, 9), st.integers(1, 9))
def test_the_weaker_has_never_less_and_who_has_no_rating_has_nothing_and_counts_for_nobody(strengths, rounds, cap):
    of = given_by(strengths, rounds=rounds, cap=cap)
    assert of.keys() == strengths.keys()
    rated = {who: strength for who, strength in strengths.items() if strength}
    assert {who: of[who] for who in rated} == given_by(rated, rounds=rounds, cap=cap)
    assert all(of[who].points == 0 and of[who].expected is None for who in strengths.keys() - rated.keys())
    assert all(0 <= handicap.points <= cap and handicap.follows(cap=cap, win=Fraction(1)) for handicap in of.values())
    in_order = sorted(rated, key=lambda who: -(of[who].expected or 0))
    points = [of[who].points for who in in_order]
    assert points == sorted(points) and (not points or points[0] == 0)


@given(STRENGTHS)
def test_a_handicap_is_stored_as_plain_values(strengths):
    for handicap in given_by(strengths).values():
        assert read_handicap(handicap.stored) == handicap


def test_standings_and_draws_count_it_and_a_request_has_it():
    plan = read_plan("swiss", PLAN)
    assert "starting-points" in plan.options.chain
    stage = StageRecord(entrants=(1, 2, 3, 4), seed=7, handicaps={3: Fraction(1, 2), 4: Fraction(2)})
    assert starting_of(stage, plan.options) == {3: Fraction(1, 2), 4: 2}
    assert drawing_scores(stage, plan.options)[4] == 2
    drawn = next_round(plan, [stage])
    assert drawn is not None
    assert {frozenset(table) for table in drawn.seating.tables} == {frozenset({3, 4}), frozenset({1, 2})}
    request = draw_request("swiss", PLAN, [stage], number=int)
    assert request["groups"][0]["handicaps"] == [[3, "1/2"], [4, 2]]
    _, (again,) = read_request(request)
    assert draw_answer(drawn, number=int)["tables"] == [list(table) for table in drawn.seating.tables]
    assert again.handicaps == stage.handicaps


def test_without_any_a_request_is_as_it_always_was():
    request = draw_request(
        "swiss", PLAN, [StageRecord(entrants=(1, 2), seed=7, handicaps={1: Fraction(0)})], number=int
    )
    assert "handicaps" not in request["groups"][0]


def test_other_plans_give_nobody_anything():
    stage = StageRecord(entrants=(1, 2), seed=7, handicaps={2: Fraction(2)})
    assert starting_of(stage, read_plan("swiss", {"rounds": 3}).options) == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": "1e999999999"}, {"points": "-1"}, {"points": 1}, {"points": "1/0"}, {"expected": "234"},
        {"best": 0.5}, {"rounds": None}, {"rounds": 10**30}, {"expected": -1}, {"by_hand": 1}, {"why": "so"},
    ],
)  # fmt: skip
def test_what_is_stored_is_a_handicap_or_nothing(wrong):
    stored = Handicap(points=Fraction(3, 2), rounds=5, expected=234, best=766).stored
    assert read_handicap(stored).points == Fraction(3, 2)
    with pytest.raises((LookupError, TypeError, ValueError)):
        read_handicap(stored | wrong)


def test_a_round_robin_counts_it_too():
    plan = read_plan("round-robin", {"acceleration": "handicap"})
    _, stage = play_out("round-robin", 4, plan.options)
    weak = stage.entrants[-1]
    points = []
    for group in (stage, replace(stage, handicaps={weak: Fraction(2)})):
        rows = stage_standings(group, plan.options, scheduled=True)
        points.append(next(row.points for row in rows if row.id == weak))
    assert points[1] == points[0] + 2


FIELD = {who: Strength(1700.0 - 60 * who, 40.0, 30) for who in range(1, 7)}
BY = {"beta": 123.0, "shrink": 1.0, "rounds": 5, "cap": 2, "win": Fraction(1)}


def test_a_field_counted_again_tells_who_would_have_come_first():
    points = {1: Fraction(5), 2: Fraction(4), 3: Fraction(3), 4: Fraction(2), 5: Fraction(2), 6: Fraction(4)}
    assert tried(points, FIELD, **BY) == HandicapTrial(1, ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0)), (1.0, 0.0))
    shared = tried({**points, 4: Fraction(5), 6: Fraction(0)}, FIELD, **{**BY, "cap": 0})
    assert shared == HandicapTrial(1, ((0.5, 0.5, 0.0), (0.5, 0.5, 0.0)), (0.5, 0.5))


def test_a_field_of_few_with_a_rating_tells_nothing_and_who_has_none_is_not_in_it():
    points = dict.fromkeys(range(1, 7), Fraction(1))
    assert tried(points, {who: FIELD[who] for who in range(1, 6)}, **BY) == HandicapTrial()
    assert tried({**points, 7: Fraction(9)}, FIELD, **BY) == tried(points, FIELD, **BY)


def test_trials_add_up_and_are_stored_as_plain_values():
    one = tried(dict.fromkeys(range(1, 7), Fraction(1)), FIELD, **BY)
    both = one.plus(one)
    assert both.fields == 2 and both.half == (2 * one.half[0], 2 * one.half[1])
    assert read_trial(json.loads(json.dumps(asdict(both)))) == both
