"""How long tables, rounds and evenings take. Minutes throughout."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp, log
from random import Random
from statistics import NormalDist

DEALS_A_PLAYER = 16
LATE = 0.9
"""The share of tables, or evenings, that are over by what is called slow or late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """``deals`` a table (None: sixteen a player, the Vilnius game) of ``minutes`` each at the usual table.

    One table in ten takes ``slow`` minutes a deal or more (None: all take the same); tables spread about the usual one
    as a lognormal distribution does. Between two rounds there is a ``pause``. Raises ValueError for a slow table that
    is faster than the usual one, and for what takes no time or less.
    """

    deals: int | None = None
    minutes: float = 2.0
    slow: float | None = None
    pause: float = 0.0

    def __post_init__(self) -> None:
        if not (self.deals is None or self.deals > 0) or not self.minutes > 0 or not self.pause >= 0:
            raise ValueError("deals and their minutes are more than none, and a break is no less")
        if self.slow is not None and self.slow < self.minutes:
            raise ValueError("a slow table takes no less than the usual one")

    @property
    def spread(self) -> float:
        return log((self.slow or self.minutes) / self.minutes) / NormalDist().inv_cdf(LATE)

    def of(self, seats: int) -> float:
        """The usual table of so many."""
        return (self.deals or DEALS_A_PLAYER * seats) * self.minutes

    def slowest(self, tables: Mapping[int, int], random: Random) -> float:
        """The last table of a round to end, of so many ``tables`` by their seats."""
        if not self.spread:
            return max(map(self.of, tables))
        # The largest of n chances is distributed as the n-th root of one.
        chances = {seats: random.uniform(1e-9, 1 - 1e-9) ** (1 / count) for seats, count in tables.items()}
        return max(
            self.of(seats) * exp(self.spread * NormalDist().inv_cdf(chance)) for seats, chance in chances.items()
        )

    def evening(self, rounds: Sequence[Mapping[int, int]], random: Random) -> float:
        """Rounds of ``tables`` one after the other: each waits for the last table of the one before."""
        return sum(self.slowest(tables, random) for tables in rounds) + self.pause * max(0, len(rounds) - 1)


def late(minutes: Sequence[float]) -> float:
    """By when nine evenings in ten are over."""
    return sorted(minutes)[ceil(LATE * len(minutes)) - 1]
