"""Laws of the table knockout for every number of entrants, and evenings small enough to check by eye."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from tournaments.formats.bracket.progress import Bracket, Match, PlaceOf, Seed
from tournaments.formats.systems.elimination import byes_needed, single_elimination, table_knockout

TABLES = [(3, 1), (3, 2), (4, 1), (4, 2), (4, 3)]
SIZES = [*range(2, 131), 500]
knockout = cache(table_knockout)


def rounds(bracket: Bracket) -> list[list[Match]]:
    last = bracket.matches[-1].round
    return [[match for match in bracket.matches if match.round == number] for number in range(1, last + 1)]


def sizes(bracket: Bracket) -> list[list[int]]:
    return [[len(match.seats) for match in matches] for matches in rounds(bracket)]


def every(law):
    """The law for each kind of table, over all sizes in one test."""
    return pytest.mark.parametrize(("seats", "advance"), TABLES)(law)


@pytest.mark.parametrize(
    ("entrants", "seats", "advance", "tables"),
    [
        (4, 4, 2, [[4]]),
        (8, 4, 2, [[4, 4], [4]]),
        (9, 4, 2, [[3, 3, 3], [3, 3], [4]]),
        (16, 4, 1, [[4, 4, 4, 4], [4]]),
        (29, 4, 2, [[3, 3, 3, 4, 4, 4, 4, 4], [4, 4, 4, 4], [4, 4], [4]]),
        (9, 3, 1, [[3, 3, 3], [3]]),
        (7, 3, 1, [[2, 2, 3], [3]]),
        (5, 4, 1, [[2, 3], [2]]),
        (6, 3, 2, [[3, 3], [3], [3]]),
    ],
)
def test_tables_round_by_round(entrants, seats, advance, tables):
    assert sizes(table_knockout(entrants, seats=seats, advance=advance)) == tables


def test_of_five_the_best_waits_for_two_from_the_only_table():
    first, final = table_knockout(5, seats=4, advance=2).matches
    assert first.seats == (Seed(2), Seed(3), Seed(4), Seed(5))
    assert final.seats == (Seed(1), PlaceOf(1, 1), PlaceOf(1, 2))


def test_eight_meet_their_table_again_only_in_the_final():
    first, second, final = table_knockout(8, seats=4, advance=2).as_dict(by_place=True)["matches"]
    assert first["seats"] == [{"seed": 1}, {"seed": 4}, {"seed": 5}, {"seed": 8}]
    assert second["seats"] == [{"seed": 2}, {"seed": 3}, {"seed": 6}, {"seed": 7}]
    assert {tuple(seat.items()) for seat in final["seats"]} == {
        (("match", match), ("place", place)) for match in (1, 2) for place in (1, 2)
    }


def test_tables_of_two_are_single_elimination():
    assert table_knockout(21, seats=2, advance=1) == single_elimination(21)


@every
def test_everybody_is_seated_once_and_all_who_advance_go_on(seats, advance):
    for entrants in SIZES:
        matches = knockout(entrants, seats=seats, advance=advance).matches
        sources = [source for match in matches for source in match.seats]
        going_on = {PlaceOf(match.number, place) for match in matches[:-1] for place in range(1, advance + 1)}
        assert len(set(sources)) == len(sources)
        assert set(sources) == going_on | {Seed(seed) for seed in range(1, entrants + 1)}


@every
def test_matches_can_be_played_in_their_order_down_to_one_final_with_one_winner(seats, advance):
    for entrants in SIZES:
        *before, final = knockout(entrants, seats=seats, advance=advance).matches
        assert final.advance == 1
        assert all(match.advance == advance and match.round < final.round for match in before)
        order: dict[int, list[int]] = {}
        for number, match in enumerate([*before, final], start=1):
            people = [s.seed if isinstance(s, Seed) else order[s.match][s.place - 1] for s in match.seats]
            order[number] = Random(number).sample(people, len(people))
            assert match.number == number
            assert len(set(people)) == len(people)


@every
def test_each_table_has_somebody_to_lose_and_sizes_differ_by_one_at_most(seats, advance):
    for entrants in SIZES:
        *before, final = sizes(knockout(entrants, seats=seats, advance=advance))
        assert 2 <= final[0] <= seats
        for tables in before:
            assert advance < min(tables) <= max(tables) <= seats
            assert tables == sorted(tables)
            assert max(tables) - min(tables) <= 1


@every
def test_byes_are_the_fewest_and_first_go_to_the_top_seeds(seats, advance):
    for entrants in SIZES:
        bracket = knockout(entrants, seats=seats, advance=advance)
        people = entrants
        for number, tables in enumerate(sizes(bracket)[:-1], start=1):
            byes = people - sum(tables)
            assert byes == byes_needed(people, seats=seats, advance=advance)
            people = byes + advance * len(tables)
            if number == 1:
                opening = {source.seed for match in rounds(bracket)[0] for source in match.seats}
                assert opening == set(range(byes + 1, entrants + 1))


@pytest.mark.parametrize(
    ("people", "seats", "advance", "byes"), [(5, 4, 2, 1), (6, 4, 2, 0), (7, 4, 3, 3), (4, 3, 2, 1)]
)
def test_byes_only_where_a_table_would_be_no_contest(people, seats, advance, byes):
    assert byes_needed(people, seats=seats, advance=advance) == byes


@every
def test_no_seed_waits_out_the_first_two_rounds(seats, advance):
    for entrants in range(2 * seats, 131):
        for number, matches in enumerate(rounds(knockout(entrants, seats=seats, advance=advance)), start=1):
            assert number <= 2 or not any(isinstance(source, Seed) for match in matches for source in match.seats)


@every
def test_who_has_just_sat_together_does_not_meet_in_the_next_round_but_in_the_final(seats, advance):
    for entrants in SIZES:
        for tables in rounds(knockout(entrants, seats=seats, advance=advance))[:-1]:
            if len(tables) == 1:
                continue
            for match in tables:
                came = Counter(source.match for source in match.seats if isinstance(source, PlaceOf))
                assert max(came.values(), default=1) <= -(-advance // len(tables))


@every
def test_the_two_best_seeds_only_meet_in_the_final(seats, advance):
    for entrants in SIZES:
        *before, _ = knockout(entrants, seats=seats, advance=advance).matches
        order: dict[int, list[int]] = {}
        for match in before:
            order[match.number] = sorted(
                s.seed if isinstance(s, Seed) else order[s.match][s.place - 1] for s in match.seats
            )
            alone = sum(other.round == match.round for other in before) == 1
            assert alone or order[match.number][:2] != [1, 2]


@every
def test_four_thousand_entrants_come_down_to_one_final(seats, advance):
    final = knockout(4096, seats=seats, advance=advance).matches[-1]
    assert 2 <= len(final.seats) <= seats


@pytest.mark.parametrize(
    ("entrants", "seats", "advance"), [(1, 4, 2), (4097, 4, 2), (8, 5, 2), (8, 4, 4), (8, 4, 0), (8, 1, 1)]
)
def test_what_cannot_be_a_knockout_is_refused(entrants, seats, advance):
    with pytest.raises(ValueError):
        table_knockout(entrants, seats=seats, advance=advance)
