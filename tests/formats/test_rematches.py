"""Of people who come from groups as few as possible meet again in the first round of the next stage."""

from functools import partial
from itertools import combinations, permutations, product
from math import factorial, prod
from random import Random

import pytest

from tournaments.formats.mates import first_places
from tournaments.formats.plan import StagePlan, read_plan
from tournaments.formats.qualification import Finish, Qualified, everybody, groups_of, qualify
from tournaments.formats.record import StageRecord

NEXT = {
    "single": ("single-elimination", {}),
    "double": ("double-elimination", {}),
    "swiss": ("swiss", {"seats": 2, "rounds": 3}),
    "accelerated": ("swiss", {"seats": 2, "rounds": 3, "acceleration": "baku"}),
    "swiss-groups": ("swiss", {"seats": 2, "rounds": 3, "groups": 2}),
    "tables-of-4": ("table-knockout", {"seats": 4, "advance": 2}),
    "tables-of-3": ("table-knockout", {"seats": 3, "advance": 1}),
    "groups": ("round-robin", {"seats": 2, "groups": 2}),
}
SIZES = [
    sizes
    for groups in range(2, 5)
    for sizes in product(range(2, 5), repeat=groups)
    if sum(sizes) < 10 and list(sizes) == sorted(sizes)
]


def played_groups(sizes: tuple[int, ...]) -> list[list[Finish]]:
    lots = Random(str(sizes))
    return [
        [Finish((number, place), (size - place + lots.random(),), 1) for place in range(size)]
        for number, size in enumerate(sizes)
    ]


def drawn(plan: StagePlan, count: int) -> list[tuple[int, ...]]:
    """Who really sit together in the first round, or in its groups, by their seeds from 0."""
    groups = groups_of(range(count), groups=min(plan.groups, count // 2))
    if plan.groups > 1 and plan.form.scheduled:
        return [tuple(group) for group in groups]
    tables: list[tuple[int, ...]] = []
    for group in groups:
        following = plan.form.next_round(StageRecord(entrants=tuple(group), seed=1), plan.options)
        assert following
        tables += [tuple(int(who) for who in table) for table in following.seating.tables]
    return tables


def meetings(tables: list[tuple[int, ...]], groups: list[int | None]) -> int:
    return sum(groups[one] == groups[other] for table in tables for one, other in combinations(table, 2))


def tiers(lines: list[Qualified]) -> list[list[int | None]]:
    found: dict[tuple[int, str], list[int | None]] = {}
    for line in lines:
        found.setdefault((line.place, line.reason), []).append(line.group)
    return list(found.values())


@pytest.mark.flood(24)
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("key", NEXT)
def test_no_order_within_the_tiers_lets_fewer_meet(key, sizes):
    plan, groups = read_plan(*NEXT[key]), played_groups(sizes)
    places = partial(first_places, plan)
    every = [everybody(groups, places=places)]
    for per_group in range(1, min(sizes) + 1):
        for more in range(sum(size > per_group for size in sizes) + 1):
            every.append(qualify(groups, per_group=per_group, best_runners_up=more, places=places))
    for lines in every:
        count = len(lines)
        if count < 4 or prod(factorial(len(tier)) for tier in tiers(lines)) > 20_000:
            continue
        tables = drawn(plan, count)
        if plan.form.bracket is None or not plan.form.duels:
            together = {pair for table in tables for pair in combinations(sorted(table), 2)}
            clash = places(count).clash
            assert {pair for pair in combinations(range(count), 2) if clash(*pair)} == together
        orders = product(*({*permutations(tier)} for tier in tiers(lines)))
        least = min(meetings(tables, [group for tier in order for group in tier]) for order in orders)
        assert meetings(tables, [line.group for line in lines]) == least


@pytest.mark.flood(24)
@pytest.mark.parametrize("size", range(2, 11))
@pytest.mark.parametrize("groups", range(2, 13))
@pytest.mark.parametrize("key", NEXT)
def test_no_more_meet_than_the_groups_are_too_few_for_the_tables(key, groups, size):
    plan = read_plan(*NEXT[key])
    lines = everybody(played_groups((size,) * groups), places=partial(first_places, plan))
    tables = drawn(plan, len(lines))
    least = sum(at // groups for table in tables for at in range(len(table)))
    assert meetings(tables, [line.group for line in lines]) == least
