"""Lives lost at tables of two, three and four, and evenings played until one is left."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.record import NoValidPairing, Seating
from tournaments.formats.systems.strikes import Placed, Strikes, draw_strikes, strikes


def evening(people: int, *, lives: int, seats: int, loses: str, seed: int) -> tuple[list[Seating], list[Strikes]]:
    """Rounds with random places, now and then shared, until one is left."""
    lots = Random(seed)
    entrants = [f"p{number}" for number in range(people)]
    seatings: list[Seating] = []
    played: list[list[Placed]] = []
    states = [strikes(entrants, played, lives=lives, loses=loses)]
    while states[-1].champion is None:
        seatings.append(draw_strikes(states[-1], seatings, seats=seats, seed=len(seatings)).seating)
        played.append([Placed(table, places(table, lots)) for table in seatings[-1].tables])
        states.append(strikes(entrants, played, lives=lives, loses=loses))
    return seatings, states


def places(table, lots: Random) -> tuple[int, ...]:
    scores = [lots.randrange(8) for _ in table]
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def met(seatings) -> Counter:
    return Counter(
        frozenset(pair) for seating in seatings for table in seating.tables for pair in combinations(table, 2)
    )


@pytest.mark.parametrize(
    ("given_places", "loses", "losers"),
    [
        ((1, 2), "last", "b"),
        ((1, 1), "last", ""),
        ((2, 1, 3), "last", "c"),
        ((2, 1, 2), "last", "ac"),
        ((1, 1, 3), "last", "c"),
        ((4, 1, 2, 3), "last", "a"),
        ((1, 1, 1, 1), "last", ""),
        ((4, 1, 2, 3), "all-but-first", "acd"),
        ((1, 1, 3, 4), "all-but-first", "cd"),
        ((1, 1), "all-but-first", ""),
    ],
)
def test_who_loses_a_life(given_places, loses, losers):
    entrants = "abcd"[: len(given_places)]
    state = strikes(entrants, [[Placed(tuple(entrants), given_places)]], lives=2, loses=loses)
    assert "".join(who for who, left in state.lives.items() if left == 1) == losers


def test_those_out_in_a_later_round_are_placed_before_those_out_earlier():
    rounds = [
        [Placed(("a", "b"), (1, 2)), Placed(("c", "d"), (1, 2))],
        [Placed(("a", "c"), (1, 2))],
    ]
    state = strikes("abcd", rounds, lives=1)
    assert state.champion == "a"
    assert state.places == ((1, "a"), (2, "c"), (3, "b"), (3, "d"))


def test_those_still_in_are_placed_by_their_lives():
    state = strikes("abcd", [[Placed(("a", "b", "c", "d"), (2, 1, 3, 4))]], lives=2)
    assert state.places == ((1, "a"), (1, "b"), (1, "c"), (4, "d"))
    assert state.champion is None


def test_whoever_withdraws_is_out_as_of_that_round():
    rounds = [[Placed(("a", "b"), (1, 2)), Placed(("c", "d"), (1, 2))]]
    state = strikes("abcd", rounds, lives=1, withdrawn={"c": 1})
    assert state.still_in == ("a",)
    assert state.places == ((1, "a"), (2, "b"), (2, "c"), (2, "d"))
    assert strikes("abc", [], lives=1, withdrawn={"b": 0}).still_in == ("a", "c")


def test_whoever_has_a_bye_keeps_all_lives():
    assert strikes("abc", [[Placed(("a", "b"), (1, 2))]], lives=1).still_in == ("a", "c")


def test_people_with_as_many_lives_sit_together():
    lives = {"a": 1, "b": 3, "c": 1, "d": 3, "e": 3, "f": 1, "g": 3, "h": 1}
    draw = draw_strikes(Strikes(lives, {}), [], seats=4, seed=5)
    assert {frozenset(table) for table in draw.seating.tables} == {frozenset("acfh"), frozenset("bdeg")}
    assert draw.score_gap == 0


def test_who_has_met_is_kept_apart_where_lives_allow_it():
    past = [Seating((("a", "b"), ("c", "d")))]
    draw = draw_strikes(Strikes(dict.fromkeys("abcd", 1), {}), past, seats=2, seed=1)
    assert draw.repeats == 0


def test_a_pair_to_avoid_is_kept_apart_before_one_that_has_met():
    past = [Seating((("a", "b"), ("c", "d"))), Seating((("a", "c"), ("b", "d")))]
    avoid = [frozenset("ad"), frozenset("bc")]
    draw = draw_strikes(Strikes(dict.fromkeys("abcd", 1), {}), past, seats=2, avoid=avoid, seed=1)
    assert not {frozenset(table) for table in draw.seating.tables} & set(avoid)
    assert draw.repeats == 2


def test_the_last_two_play_each_other_whatever_has_been():
    past = [Seating((("a", "b"),))]
    state = Strikes({"a": 1, "b": 1, "c": 0}, {"c": 1})
    draw = draw_strikes(state, past, seats=4, avoid=[frozenset("ab")])
    assert draw.seating == Seating((("b", "a"),))
    assert draw.repeats == 1


def test_seats_are_taken_in_turn():
    past: list[Seating] = []
    for seed in range(4):
        past.append(draw_strikes(Strikes(dict.fromkeys("abcd", 3), {}), past, seats=4, seed=seed).seating)
    firsts = [seating.tables[0][0] for seating in past]
    assert sorted(firsts) == list("abcd")


@pytest.mark.parametrize(
    ("people", "seats", "sizes"),
    [(5, 4, [3, 2]), (7, 4, [4, 3]), (4, 3, [2, 2]), (3, 2, [2]), (2, 4, [2]), (6, 2, [2] * 3)],
)
def test_a_bye_only_where_tables_hold_two_and_the_number_is_odd(people, seats, sizes):
    seating = draw_strikes(Strikes(dict.fromkeys("abcdefg"[:people], 1), {}), [], seats=seats).seating
    assert [len(table) for table in seating.tables] == sizes
    assert len(seating.byes) == people - sum(sizes)


def test_one_alone_cannot_be_drawn():
    with pytest.raises(NoValidPairing, match="too-few"):
        draw_strikes(Strikes({"a": 1, "b": 0}, {"b": 1}), [])


def test_unknown_terms_are_refused():
    with pytest.raises(ValueError, match="strikes hold"):
        draw_strikes(Strikes({"a": 1, "b": 1}, {}), [], seats=5)
    with pytest.raises(ValueError, match="0 lives"):
        strikes("ab", [], lives=0)
    with pytest.raises(ValueError, match="first"):
        strikes("ab", [], lives=1, loses="first")


@pytest.mark.flood
@pytest.mark.parametrize("loses", ["last", "all-but-first"])
@pytest.mark.parametrize("people", range(2, 131, 4))
def test_an_evening_ends_with_one_left_and_a_place_for_all(people, loses):
    seatings, states = evening(people, lives=1 + people % 3, seats=2 + people % 3, loses=loses, seed=people)
    for seating, before, after in zip(seatings, states, states[1:], strict=False):
        seated = [who for table in seating.tables for who in table] + list(seating.byes)
        assert sorted(seated) == sorted(before.still_in)
        assert set(after.still_in) <= set(before.still_in)
        assert all(2 <= len(table) <= max(2, 2 + people % 3) for table in seating.tables)
    assert states[-1].places[0] == (1, states[-1].champion)
    assert [place for place, _ in states[-1].places].count(1) == 1
    assert len(states[-1].places) == people


@settings(max_examples=40)
@given(people=st.integers(3, 41), seed=st.integers(0, 1000))
def test_nobody_has_a_second_bye_before_all_still_in_have_had_one(people, seed):
    seatings, states = evening(people, lives=3, seats=2, loses="last", seed=seed)
    had: Counter[str] = Counter()
    for seating, before in zip(seatings, states, strict=False):
        fewest = min(had[who] for who in before.still_in)
        assert all(had[who] == fewest for who in seating.byes)
        had.update(seating.byes)


@settings(max_examples=40)
@given(people=st.integers(24, 60), seats=st.integers(2, 4), seed=st.integers(0, 1000))
def test_with_enough_tables_the_second_round_has_no_repeats_and_a_seed_draws_the_same_again(people, seats, seed):
    state = Strikes({f"p{number}": 2 for number in range(people)}, {})
    first = draw_strikes(state, [], seats=seats, seed=seed)
    second = draw_strikes(state, [first.seating], seats=seats, seed=seed + 1)
    assert second.repeats == 0
    assert not met([first.seating]).keys() & met([second.seating]).keys()
    assert second == draw_strikes(state, [first.seating], seats=seats, seed=seed + 1)
