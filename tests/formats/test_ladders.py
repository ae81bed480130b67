"""A ladder: who may challenge whom, and what a win does to the order."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.ladders import TAKES, Act, LadderRules, climbed, read_rules, taken_back, write_rules

A, B, C, D = range(1, 5)
RULES = LadderRules()
ALL = [Act("joined", player) for player in (A, B, C, D)]


def order(*acts: Act, rules: LadderRules = RULES) -> list[int]:
    return climbed([*ALL, *acts], rules)[0]


def test_who_joins_stands_lowest_and_who_leaves_leaves_no_gap():
    assert order() == [A, B, C, D]
    assert order(Act("left", B)) == [A, C, D]
    assert order(Act("left", B), Act("joined", B)) == [A, C, D, B]


def test_who_wins_takes_the_place_and_all_between_move_down_by_one():
    assert order(Act("won", D, other=B)) == [A, D, B, C]


def test_or_the_two_exchange_places():
    assert order(Act("won", D, other=B), rules=replace(RULES, takes="exchange")) == [A, D, C, B]


def test_who_holds_a_place_keeps_it_and_a_win_against_somebody_below_moves_nobody():
    assert order(Act("held", D, other=B)) == [A, B, C, D]
    assert order(Act("won", A, other=C)) == [A, B, C, D]


def test_the_director_puts_somebody_at_a_place():
    assert order(Act("placed", D, place=1), Act("placed", A, place=9)) == [D, B, C, A]


def test_every_act_tells_the_place_before_and_after():
    _, moves = climbed([*ALL, Act("won", C, other=A), Act("left", A)], RULES)
    assert [(move.was, move.now) for move in moves] == [(None, 1), (None, 2), (None, 3), (None, 4), (3, 1), (2, None)]


@pytest.mark.parametrize(("place", "other", "may"), [(5, 4, True), (5, 2, True), (5, 1, False), (2, 5, False)])
def test_only_so_many_places_above_oneself_can_be_challenged(place, other, may):
    assert RULES.may_challenge(place, other) is may


ACTS = st.builds(
    Act,
    st.sampled_from(["joined", "left", "placed", "won", "held"]),
    st.integers(1, 6),
    st.none() | st.integers(1, 8),
    st.none() | st.integers(1, 6),
)


@given(st.lists(ACTS, max_size=30), st.sampled_from(TAKES))
def test_whatever_happens_everybody_stands_on_one_rung_at_most_and_a_win_never_moves_the_winner_down(acts, takes):
    found, moves = climbed(acts, LadderRules(takes=takes))
    assert len(found) == len(set(found))
    assert all(move.now <= move.was for move in moves if move.act.kind == "won" and move.was and move.now)
    joined = {move.act.player for move in moves if move.act.kind == "joined"}
    assert set(found) <= joined


@given(st.lists(ACTS, max_size=30), st.sampled_from(TAKES))
def test_the_moves_taken_back_one_by_one_lead_through_every_order_there_was(acts, takes):
    rules = LadderRules(takes=takes)
    found, moves = climbed(acts, rules)
    before = taken_back(found, reversed(moves), rules)
    assert before == [climbed(acts[:number], rules)[0] for number in reversed(range(len(acts)))]


def test_rules_are_read_as_they_were_written():
    rules = LadderRules(reach=2, days=7, takes="exchange")
    assert read_rules(write_rules(rules)) == rules
