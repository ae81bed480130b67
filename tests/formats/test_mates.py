"""Who changes places so that mates meet late, early or in other groups: examples, and all tried by brute force."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, combinations, permutations, product
from random import Random

import pytest

from tournaments.formats.mates import (
    Places,
    apart,
    apart_in,
    at_tables,
    by_halving,
    in_bracket,
    in_groups,
    in_round_robin,
    in_schedule,
)
from tournaments.formats.plan import read_plan
from tournaments.formats.qualification import groups_of
from tournaments.formats.stages import planned_rounds
from tournaments.formats.systems.elimination import table_knockout

VARMA = [(3, 4, 8), (5, 7, 9), (1, 6), (2, 10)]  # FIDE Handbook, C.05, Annex 2: nine or ten players


def teams_by_lot(people: int, size: int, seed: int) -> list[list[int]]:
    mixed = list(range(people))
    Random(seed).shuffle(mixed)
    return [mixed[start : start + size] for start in range(0, people, size)]


def worst(order: Sequence[int], teams: Sequence[Sequence[int]], places: Places) -> int:
    place = {who: at for at, who in enumerate(order)}
    pairs = chain.from_iterable(combinations(team, 2) for team in teams)
    return max((places.clash(place[one], place[other]) for one, other in pairs), default=0)


def every_order(people: int, tiers: Sequence[int]) -> Iterator[list[int]]:
    bounds = [range(end - size, end) for end, size in zip(accumulate(tiers), tiers, strict=True)]
    for parts in product(*(permutations(bound) for bound in bounds)):
        yield list(chain.from_iterable(parts))


CASES = {
    **{f"bracket of {people}": (people, by_halving(people), in_bracket(people)) for people in (4, 5, 7, 8, 11)},
    **{f"round robin of {people}": (people, [people], in_round_robin(people)) for people in (4, 5, 6, 7)},
    "groups": (8, [3, 3, 2], in_groups(8, groups=3)),
    "tables": (8, by_halving(8), at_tables(table_knockout(8, seats=4, advance=2))),
}


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("case", CASES)
def test_no_order_keeps_mates_apart_better_where_they_clash_needlessly(case: str, size: int):
    people, tiers, places = CASES[case]
    for seed in range(4):
        teams = teams_by_lot(people, size, seed)
        best = min(worst(order, teams, places) for order in every_order(people, tiers))
        found = apart(range(people), [teams], tiers=tiers, places=places)
        clash = worst(found, teams, places)
        assert clash == best or clash < places.needless(max(map(len, teams))), teams
        assert [sorted(found[end - tier : end]) for end, tier in zip(accumulate(tiers), tiers, strict=True)] == [
            list(range(end - tier, end)) for end, tier in zip(accumulate(tiers), tiers, strict=True)
        ]


@pytest.mark.parametrize("people", [8, 16, 29, 64])
@pytest.mark.parametrize("size", [2, 4])
def test_two_of_a_team_can_meet_in_the_final_and_four_not_before_the_semi_finals(people: int, size: int):
    teams = teams_by_lot(people, size, people)
    places = in_bracket(people)
    found = apart(range(people), [teams], tiers=by_halving(people), places=places)
    assert worst(found, teams, places) < places.needless(size)


def test_seeds_stay_in_their_tiers_which_end_at_powers_of_two():
    assert [by_halving(people) for people in (2, 3, 4, 11, 16)] == [
        [1, 1],
        [1, 1, 1],
        [1, 1, 2],
        [1, 1, 2, 4, 3],
        [1, 1, 2, 4, 8],
    ]


def test_as_little_as_can_be_changes():
    assert apart("abcdefgh", [["ah"]], tiers=by_halving(8), places=in_bracket(8)) == list("abcdefhg")
    assert apart("abcdefgh", [["ab", "cd"]], tiers=by_halving(8), places=in_bracket(8)) == list("abcdefgh")


def test_what_matters_most_comes_first():
    """Of four in a bracket the first meets a mate of one of two kinds before the final: then of the lesser."""
    for kinds, first_opponent in (([["ac"], ["ad"]], "d"), ([["ad"], ["ac"]], "c")):
        found = apart("abcd", kinds, tiers=by_halving(4), places=in_bracket(4))
        assert found[3] == first_opponent


def test_in_a_round_robin_mates_do_not_meet_in_the_last_three_rounds():
    places, needless = in_round_robin(10), in_round_robin(10).needless(2)
    assert all(places.clash(one - 1, other - 1) < needless for group in VARMA for one, other in combinations(group, 2))
    teams = teams_by_lot(10, 2, 1)
    found = apart(range(10), [teams], tiers=[10], places=places)
    assert worst(found, teams, places) < needless


def partitions(left: Sequence[int], size: int) -> Iterator[list[tuple[int, ...]]]:
    """All ways to make teams of this size."""
    if not left:
        yield []
    for others in combinations(left[1:], size - 1) if left else ():
        rest = [who for who in left[1:] if who not in others]
        yield from ([(left[0], *others), *teams] for teams in partitions(rest, size))


def meetings(order: Sequence[int], teams: Sequence[Sequence[int]], places: Places) -> int:
    place = {who: at for at, who in enumerate(order)}
    return sum(places.clash(place[one], place[other]) for team in teams for one, other in combinations(team, 2))


TWELVE = [pytest.param(12, seats, rounds, marks=pytest.mark.slow) for seats, rounds in ((3, 3), (3, 5), (4, 2), (4, 3))]
SHORT = [(8, 3, 2), (9, 3, 2), (9, 3, 3), (10, 4, 2), *TWELVE]


@pytest.mark.parametrize(("people", "seats", "rounds"), SHORT)
def test_at_tables_of_a_round_robin_too_short_for_all_members_meet_as_seldom_as_any_order_lets_them(
    people: int, seats: int, rounds: int
):
    plan = read_plan("round-robin", {"seats": seats, "rounds": rounds})
    everybody = tuple(range(people))
    places = in_schedule(planned_rounds(everybody, seats=seats, rounds=rounds, double=False))
    for size in [size for size in (2, 3, 4) if people % size == 0]:
        fewest = min(meetings(everybody, teams, places) for teams in partitions(everybody, size))
        for seed in range(3):
            teams = teams_by_lot(people, size, seed)
            found = apart_in(plan, everybody, [[], teams])
            assert meetings(found, teams, places) == fewest, (size, seed)
            assert sorted(found) == list(everybody)


@pytest.mark.parametrize(("people", "seats", "size"), [(24, 4, 3), (32, 4, 4), (60, 4, 5), (48, 3, 6), (128, 4, 8)])
def test_members_of_large_fields_do_not_meet_within_a_few_rounds_at_tables(people: int, seats: int, size: int):
    plan = read_plan("round-robin", {"seats": seats, "rounds": 3})
    teams = teams_by_lot(people, size, people)
    found = apart_in(plan, range(people), [[], teams])
    rounds = planned_rounds(tuple(found), seats=seats, rounds=3, double=False)
    assert not any(
        len(set(table).intersection(team)) > 1 for round_ in rounds for table in round_.tables for team in teams
    )


def test_a_team_as_large_as_there_are_groups_has_one_in_each():
    for people, groups in ((12, 3), (13, 4), (32, 8)):
        teams = teams_by_lot(people, groups, people)
        dealt = groups_of(range(people), groups=groups, kinds=[teams])
        assert all(len(set(group).intersection(team)) < 2 for group in dealt for team in teams)


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("swiss", {}),
        ("strikes", {}),
        ("round-robin", {"seats": 4}),
        ("round-robin", {"groups": 2}),
        ("round-robin", {"acceleration": "mcmahon"}),
    ],
)
def test_elsewhere_the_order_stays(key: str, options: dict[str, object]):
    assert apart_in(read_plan(key, options), range(8), [[[0, 7], [1, 2]]]) == list(range(8))
