"""Who sits where on a club night: sizes of tables, and people dealt out to them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from operator import itemgetter
from random import Random
from typing import TypeVar

Person = TypeVar("Person")
MOST_TRIED = 7  # seats of which all orders are tried


class NotEnoughPeople(ValueError):
    """So many people cannot be seated without leaving someone out."""


def table_sizes(people: int, *, smallest: int, largest: int, preferred: int) -> list[int]:
    """Sizes of the tables for `people`, largest first, differing by one at most.

    As many tables as hold everybody at `preferred` seats or fewer; one fewer where that would leave a table
    under `smallest`, as long as nobody sits at a table over `largest`. Raises NotEnoughPeople.
    """
    tables = -(-people // preferred)
    while tables and people // tables < smallest:
        tables -= 1
    if not tables or -(-people // tables) > largest:
        raise NotEnoughPeople(people)
    size, over = divmod(people, tables)
    return [size + 1] * over + [size] * (tables - over)


def seat_in_order(people: Sequence[Person], sizes: Sequence[int]) -> list[list[Person]]:
    """The first of `people` at the first table, and so on: for people in the order of their standing."""
    rest = iter(people)
    return [[next(rest) for _ in range(size)] for size in sizes]


def seat_at_random(people: Sequence[Person], sizes: Sequence[int], *, seed: int) -> list[list[Person]]:
    """`people` dealt out by the stored `seed`: the same people and seed give the same tables again."""
    shuffled = list(people)
    Random(seed).shuffle(shuffled)
    return seat_in_order(shuffled, sizes)


def seat_with_others(
    people: Sequence[Person], sizes: Sequence[int], *, met: Callable[[Person, Person], int], seed: int
) -> list[list[Person]]:
    """Dealt out by the `seed`, then two change places as long as that brings together people who have `met` less."""
    tables = seat_at_random(people, sizes, seed=seed)
    for _ in range(len(people)):
        gain, first, i, second, j = max(_exchanges(tables, met), key=itemgetter(0), default=(0, [], 0, [], 0))
        if gain <= 0:
            break
        first[i], second[j] = second[j], first[i]
    return tables


def _exchanges(
    tables: Sequence[list[Person]], met: Callable[[Person, Person], int]
) -> Iterator[tuple[int, list[Person], int, list[Person], int]]:
    """What each is worth of two people at different tables, with their tables and seats."""
    for first, second in combinations(tables, 2):
        for i, j in product(range(len(first)), range(len(second))):
            yield _gain(first, i, second, j, met), first, i, second, j


def sit_round(table: Sequence[Person], *, sat_left: Callable[[Person, Person], int]) -> list[Person]:
    """A table's people clockwise, the first where they were: each at the side of who has least been there.
    ``sat_left``: how often the one sat left of the other, as the next clockwise.
    """
    first, *rest = table
    if not 2 <= len(rest) < MOST_TRIED:
        return list(table)
    rounds = ([first, *others] for others in permutations(rest))
    return min(rounds, key=lambda seats: sum(sat_left(left, right) for right, left in pairwise([*seats, first])))


def _gain(
    first: Sequence[Person], i: int, second: Sequence[Person], j: int, met: Callable[[Person, Person], int]
) -> int:
    """How much less those have met who would sit together if these two changed places."""
    one, other = first[i], second[j]
    here = [person for index, person in enumerate(first) if index != i]
    there = [person for index, person in enumerate(second) if index != j]
    return sum(met(one, person) - met(other, person) for person in here) + sum(
        met(other, person) - met(one, person) for person in there
    )
