"""How many tricks are taken of what was announced, as far as a club has shown it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Odds = tuple[tuple[float, ...], ...]
"""By announcement, how likely each number of tricks is."""

Taken = Mapping[tuple[int, int, int], int]
"""How often, by the seats of the table, what was announced and what was taken."""

FADES = 0.4
"""By so much is each trick further off less likely, before anything is known."""

WORTH = 20
"""So many deals of a club weigh as much as what was thought before."""


def odds_of_tricks(taken: Taken, *, tricks: int, seats: int) -> Odds:
    """Of a table of so many: what was thought before, moved by what the club has taken at all tables, and that by what
    it has taken at tables of this size.
    """
    return tuple(_odds(taken, announced, tricks=tricks, seats=seats) for announced in range(tricks + 1))


def _odds(taken: Taken, announced: int, *, tricks: int, seats: int) -> tuple[float, ...]:
    every, here = [0] * (tricks + 1), [0] * (tricks + 1)
    for (size, said, got), count in taken.items():
        if said == announced:
            every[got] += count
            here[got] += count * (size == seats)
    return shrunk(here, shrunk(every, before_all(announced, tricks)))


def before_all(announced: int, tricks: int) -> tuple[float, ...]:
    weights = [FADES ** abs(announced - got) for got in range(tricks + 1)]
    return tuple(weight / sum(weights) for weight in weights)


def shrunk(counts: Sequence[int], before: Sequence[float]) -> tuple[float, ...]:
    """The more has been counted, the less what was thought before still weighs."""
    whole = sum(counts) + WORTH
    return tuple((count + WORTH * share) / whole for count, share in zip(counts, before, strict=True))
