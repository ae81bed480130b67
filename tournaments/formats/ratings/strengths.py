"""How strong players have shown themselves, from the places at tables of any size.

Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12 (2011),
algorithm 1 (Bradley–Terry), in the scale people know from chess: with 200 more, three of four times ahead. Where they
let every pair at a table of n count whole, here it counts one part in n - 1, so that a table of six does not move a
number five times as far as one of two.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

MEAN = 1500.0
SIGMA = 82.0  # two thirds of a club's people lie within so much of the mean
# Nobody plays the same for ever: before each table everybody is a little less sure.
DRIFT = SIGMA / 100
BETA = 123.0  # how much of a result is luck, until it is fitted on the club's own tables

Seat = tuple[int, int]
"""Somebody's id, and the place from 1; equal places are shared."""


class Strength(NamedTuple):
    """A strength as a guess ``mu`` and how unsure it is, ``sigma``, after so many tables; by itself a new one."""

    mu: float = MEAN
    sigma: float = SIGMA
    tables: int = 0

    @property
    def shown(self) -> float:
        """What is shown almost certainly, and seeds a first round: one lucky evening seeds nobody first."""
        return self.mu - 3 * self.sigma


class Duel(NamedTuple):
    """What one other at the table was worth: ``expected`` and ``scored`` from 0 to 1, ½ where a place is shared."""

    other: int
    expected: float
    scored: float
    moved: float


NEW = Strength()


def chance(one: Strength, other: Strength, *, beta: float) -> float:
    """That the one stands above the other at a table: from 0 to 1."""
    return 1 / (1 + exp((other.mu - one.mu) / _spread(one.sigma**2, other.sigma**2, beta)))


def replayed(
    tables: Iterable[Sequence[Seat]], *, beta: float = BETA, before: Mapping[int, Strength] | None = None
) -> dict[int, Strength]:
    """The strengths of all who sat at these tables, in the order they ended, and of all who were known before.

    The order of the seats does not matter; a table of one says nothing. Carrying on from what was known gives exactly
    what all tables together give.
    """
    found = dict(before or {})
    for table in tables:
        if len(table) > 1:
            found.update(rated(table, found, beta=beta))
    return found


def rated(table: Sequence[Seat], before: Mapping[int, Strength], *, beta: float) -> dict[int, Strength]:
    """The strengths of those who sat at one table, after it."""
    seats = sorted(table, key=lambda seat: (seat[1], seat[0]))  # sums of floats depend on their order
    known = [before.get(who, NEW) for who, _ in seats]
    variances = [each.sigma**2 + DRIFT**2 for each in known]
    count = len(seats)
    moves, losses = [0.0] * count, [0.0] * count
    for one in range(count):
        for other in range(one + 1, count):
            spread = _spread(variances[one], variances[other], beta)
            expected = 1 / (1 + exp((known[other].mu - known[one].mu) / spread))
            won = (1.0 if seats[one][1] < seats[other][1] else 0.5) - expected
            moves[one] += variances[one] / spread * won
            moves[other] -= variances[other] / spread * won
            doubt = expected * (1 - expected) / spread**3
            losses[one] += variances[one] ** 1.5 * doubt
            losses[other] += variances[other] ** 1.5 * doubt
    share = 1 / (count - 1)
    return {
        who: Strength(
            old.mu + share * move,
            # It never grows: a favourite could fall by winning.
            min(old.sigma, sqrt(variance * max(1 - share * loss, 0.0001))),
            old.tables + 1,
        )
        for (who, _), old, variance, move, loss in zip(seats, known, variances, moves, losses, strict=True)
    }


def steps(who: int, table: Sequence[Seat], before: Mapping[int, Strength], *, beta: float) -> list[Duel]:
    """What somebody's change at a table is made of, one step for each other there; they add up to the change."""
    places = dict(table)
    own = before.get(who, NEW)
    variance = own.sigma**2 + DRIFT**2
    found = []
    for other, place in sorted(table, key=lambda seat: (seat[1], seat[0])):
        if other == who:
            continue
        their = before.get(other, NEW)
        spread = _spread(variance, their.sigma**2 + DRIFT**2, beta)
        expected = 1 / (1 + exp((their.mu - own.mu) / spread))
        scored = 0.5 if place == places[who] else float(places[who] < place)
        found.append(Duel(other, expected, scored, variance / spread * (scored - expected) / (len(table) - 1)))
    return found


def _spread(one: float, other: float, beta: float) -> float:
    return sqrt(one + other + 2 * beta * beta)
