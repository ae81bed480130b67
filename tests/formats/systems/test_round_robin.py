"""The published Berger tables, perfect schedules, and laws over every number."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tournaments.formats.record import NoValidPairing, Seating
from tournaments.formats.systems.designs import Field, prime_power, without_repeats
from tournaments.formats.systems.round_robin import berger, even_out, least_unevenness, schedule, unevenness

# FIDE Handbook, C.05 General Regulations for Competitions, Annex 1.
FIDE = {
    4: "1-4 2-3; 4-3 1-2; 2-4 3-1",
    6: "1-6 2-5 3-4; 6-4 5-3 1-2; 2-6 3-1 4-5; 6-5 1-4 2-3; 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5; 8-5 6-4 7-3 1-2; 2-8 3-1 4-7 5-6; 8-6 7-5 1-4 2-3; 3-8 4-2 5-1 6-7; 8-7 1-6 2-5 3-4; "
    "4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6; 10-6 7-5 8-4 9-3 1-2; 2-10 3-1 4-9 5-8 6-7; 10-7 8-6 9-5 1-4 2-3; 3-10 4-2 5-1 6-9 7-8; "
    "10-8 9-7 1-6 2-5 3-4; 4-10 5-3 6-2 7-1 8-9; 10-9 1-8 2-7 3-6 4-5; 5-10 6-4 7-3 8-2 9-1",
    12: "1-12 2-11 3-10 4-9 5-8 6-7; 12-7 8-6 9-5 10-4 11-3 1-2; 2-12 3-1 4-11 5-10 6-9 7-8; "
    "12-8 9-7 10-6 11-5 1-4 2-3; 3-12 4-2 5-1 6-11 7-10 8-9; 12-9 10-8 11-7 1-6 2-5 3-4; 4-12 5-3 6-2 7-1 8-11 9-10; "
    "12-10 11-9 1-8 2-7 3-6 4-5; 5-12 6-4 7-3 8-2 9-1 10-11; 12-11 1-10 2-9 3-8 4-7 5-6; 6-12 7-5 8-4 9-3 10-2 11-1",
    14: "1-14 2-13 3-12 4-11 5-10 6-9 7-8; 14-8 9-7 10-6 11-5 12-4 13-3 1-2; 2-14 3-1 4-13 5-12 6-11 7-10 8-9; "
    "14-9 10-8 11-7 12-6 13-5 1-4 2-3; 3-14 4-2 5-1 6-13 7-12 8-11 9-10; 14-10 11-9 12-8 13-7 1-6 2-5 3-4; "
    "4-14 5-3 6-2 7-1 8-13 9-12 10-11; 14-11 12-10 13-9 1-8 2-7 3-6 4-5; 5-14 6-4 7-3 8-2 9-1 10-13 11-12; "
    "14-12 13-11 1-10 2-9 3-8 4-7 5-6; 6-14 7-5 8-4 9-3 10-2 11-1 12-13; 14-13 1-12 2-11 3-10 4-9 5-8 6-7; "
    "7-14 8-6 9-5 10-4 11-3 12-2 13-1",
    16: "1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9; 16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2; "
    "2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10; 16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3; "
    "3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11; 16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4; "
    "4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12; 16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5; "
    "5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13; 16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6; "
    "6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14; 16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7; "
    "7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15; 16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8; "
    "8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1",
}


def published(players: int) -> list[list[tuple[str, ...]]]:
    return [[tuple(pair.split("-")) for pair in round_.split()] for round_ in FIDE[players].split("; ")]


def people(number: int) -> list[str]:
    return [str(number) for number in range(1, number + 1)]


def times_met(rounds: list[Seating]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for round_ in rounds for table in round_.tables for pair in combinations(table, 2))


@pytest.mark.parametrize("players", sorted(FIDE))
def test_fide_annex_1_is_reproduced(players):
    assert [list(seating.tables) for seating in berger(people(players))] == published(players)


@pytest.mark.parametrize("players", sorted(FIDE))
def test_of_an_odd_number_the_one_who_would_meet_the_last_has_the_bye(players):
    for seating, pairs in zip(berger(people(players - 1)), published(players), strict=True):
        idle, *others = pairs
        assert [*seating.byes, str(players)] in ([*idle], [*idle][::-1])
        assert list(seating.tables) == others


@pytest.mark.flood
@pytest.mark.parametrize("players", range(2, 131))
def test_everyone_meets_everyone_once_and_deals_first_half_the_time(players):
    rounds = berger(people(players))
    met = times_met(rounds)
    assert len(met) == players * (players - 1) // 2 and set(met.values()) == {1}
    firsts = Counter(table[0] for seating in rounds for table in seating.tables)
    assert all(abs(2 * firsts[one] - (players - 1)) <= 1 for one in people(players))
    assert Counter(one for seating in rounds for one in seating.byes) == Counter(people(players) if players % 2 else ())


def test_a_double_round_robin_exchanges_the_seats_in_its_second_lap():
    rounds = berger(people(7), double=True)
    ordered = Counter(table for seating in rounds for table in seating.tables)
    assert len(rounds) == 14 and len(ordered) == 42 and set(ordered.values()) == {1}
    assert [seating.byes for seating in rounds[:7]] == [seating.byes for seating in rounds[7:]]


def test_a_schedule_for_two_is_the_berger_table_lap_after_lap():
    lap = berger(people(6))
    assert schedule(people(6), seats=2) == lap
    assert schedule(people(6), seats=2, rounds=3) == lap[:3]
    assert schedule(people(6), seats=2, rounds=12) == [*berger(people(6), double=True), *lap[:2]]


@pytest.mark.parametrize("few", [[], ["a"]])
def test_nobody_plays_alone(few):
    for attempt in (lambda: berger(few), lambda: schedule(few, seats=4), lambda: schedule(few, seats=2)):
        with pytest.raises(NoValidPairing) as refusal:
            attempt()
        assert refusal.value.clause == "sizes"


@pytest.mark.flood
@pytest.mark.parametrize(
    ("players", "seats", "rounds"),
    [
        *((9, 3, 4), (15, 3, 7), (21, 3, 10), (27, 3, 13), (33, 3, 16), (39, 3, 19), (45, 3, 22)),
        *((16, 4, 5), (28, 4, 9), (40, 4, 13), (52, 4, 17), (64, 4, 21)),
        *((4, 3, 3), (9, 4, 4), (4, 4, 1), (3, 4, 1), (2, 4, 1)),
    ],
)
def test_a_perfect_schedule_is_found(players, seats, rounds):
    found = schedule(people(players), seats=seats)
    met = times_met(found)
    assert len(found) == rounds
    assert len(met) == players * (players - 1) // 2 and set(met.values()) == {1}


@pytest.mark.parametrize("seats", [3, 4])
def test_designs_seat_everybody_once_a_round_and_no_two_together_twice(seats):
    for players in range(seats, 131, seats):
        rounds = without_repeats(players, seats)
        assert rounds
        for tables in rounds:
            assert sorted(point for table in tables for point in table) == list(range(players))
            assert {len(table) for table in tables} == {seats}
        pairs = [frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)]
        assert len(pairs) == len(set(pairs))


def test_no_design_is_claimed_for_tables_that_cannot_be_full():
    assert without_repeats(10, 4) == without_repeats(2, 3) == ()


def test_twenty_four_in_fours_meet_nobody_twice_for_seven_rounds():
    assert set(times_met(schedule(people(24), seats=4, rounds=7)).values()) == {1}


def test_more_rounds_than_a_perfect_schedule_has_begin_it_again():
    assert set(times_met(schedule(people(9), seats=3, rounds=8)).values()) == {2}
    met = times_met(schedule(people(9), seats=3, rounds=6))
    assert set(met.values()) == {1, 2} and len(met) == 36


def test_eight_in_fours_over_seven_rounds_all_meet_three_times():
    rounds = schedule(people(8), seats=4, rounds=7)
    assert set(times_met(rounds).values()) == {3}


@pytest.mark.parametrize(("players", "seats", "most"), [(7, 3, 4), (12, 3, 8), (20, 4, 26), (13, 4, 12), (24, 4, 20)])
def test_elsewhere_meetings_are_nearly_even(players, seats, most):
    rounds = schedule(people(players), seats=seats)
    assert least_unevenness(rounds) <= unevenness(rounds) <= least_unevenness(rounds) + most
    assert max(times_met(rounds).values()) <= 3


@pytest.mark.flood
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("players", [*range(2, 14), 17, 31])
def test_everybody_sits_in_every_round_and_shares_small_tables_and_dealing_first(players, seats):
    rounds = schedule(people(players), seats=seats, rounds=5)
    small: Counter[str] = Counter()
    firsts: Counter[str] = Counter()
    for seating in rounds:
        assert not seating.byes
        assert sorted(one for table in seating.tables for one in table) == sorted(people(players))
        full = max(map(len, seating.tables))
        small.update(one for table in seating.tables for one in table if len(table) < full)
        firsts.update(table[0] for table in seating.tables)
    assert max(small[one] for one in people(players)) - min(small[one] for one in people(players)) <= 1
    assert max(firsts[one] for one in people(players)) - min(firsts[one] for one in people(players)) <= 2


def test_the_same_people_get_the_same_schedule():
    assert schedule(people(11), seats=4) == schedule(people(11), seats=4)


def test_evening_out_leaves_the_fixed_rounds_alone():
    from_one = [Seating((("a", "b", "c"), ("d", "e", "f")))] * 3
    evened = even_out(from_one, fixed=2, rng=Random(1))
    assert evened[:2] == from_one[:2]
    assert unevenness(evened) < unevenness(from_one)
    assert even_out([], fixed=0, rng=Random(1)) == []


@pytest.mark.parametrize("order", [2, 4, 7, 8, 9, 16, 25, 27, 31, 32])
def test_a_finite_field_is_one(order):
    field = Field(order)
    elements = range(order)
    assert sorted(field.powers) == list(range(1, order))
    for a in elements:
        assert sorted(field.add(a, b) for b in elements) == list(elements)
        assert field.add(a, field.negative(a)) == 0
        for b in (0, 1, 2 % order, order - 1):
            c = order // 2
            assert field.times(a, field.add(b, c)) == field.add(field.times(a, b), field.times(a, c))


def test_six_elements_are_no_field():
    assert [number for number in range(1, 30) if prime_power(number)] == [
        2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29,
    ]  # fmt: skip
    with pytest.raises(ValueError, match="no field of 6"):
        Field(6)
