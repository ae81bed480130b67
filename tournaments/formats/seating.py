"""Who sits where on a club night: sizes of tables, and people dealt out to them."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Person = TypeVar("Person")


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
