"""Chances at a table of announcements, exactly: what is left on each sheet is added up in every way it can come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import gcd, sqrt
from operator import add, mul
from typing import cast

from scoring.bend.course import Chances, ChancesAfter, Course
from scoring.deals import VilniusDeal
from scoring.result import RecordedTable
from scoring.vilnius.game import AnnouncementGame

Odds = Sequence[Sequence[float]]
"""By announcement, how likely each number of tricks is."""

NODES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0.5, 1.0),),
    ((0.5 - 3**-0.5 / 2, 0.5), (0.5 + 3**-0.5 / 2, 0.5)),
    ((0.5 - 0.15**0.5, 5 / 18), (0.5, 4 / 9), (0.5 + 0.15**0.5, 5 / 18)),
)
"""Gauss and Legendre's, with their weights: a first place shared with t others counts 1/(t + 1), the integral of u to
the t, and so exactly, for two seats, up to four, up to six.
"""


@dataclass(frozen=True, slots=True)
class Spread:
    """How likely each end is, from the least on. An end is one number: points first, then exact announcements (V6)."""

    least: int
    shares: tuple[float, ...]

    @property
    def most(self) -> int:
        return self.least + len(self.shares) - 1

    def moved(self, by: int) -> Spread:
        return Spread(self.least + by, self.shares)

    def plus(self, steps: Sequence[int], odds: Sequence[float]) -> Spread:
        """With one announcement more, that brings one of these ``steps``."""
        low = min(steps)
        found = [0.0] * (len(self.shares) + max(steps) - low)
        for step, share in zip(steps, odds, strict=True):
            at = slice(step - low, step - low + len(self.shares))
            found[at] = map(add, found[at], [share * each for each in self.shares])
        return Spread(self.least + low, tuple(found))

    def between(self, low: int, high: int) -> list[float]:
        inside = self.shares[max(0, low - self.least) : max(0, high + 1 - self.least)]
        before = [0.0] * min(high + 1 - low, max(0, self.least - low))
        return [*before, *inside, *[0.0] * (high + 1 - low - len(before) - len(inside))]

    def below(self, end: int) -> float:
        return sum(self.shares[: max(0, end - self.least)])


@dataclass(frozen=True, slots=True)
class EndsWorth:
    """From ``low`` on, what an end is worth against the others: the chance to be first with it."""

    low: int
    worth: Sequence[float]

    def chance(self, spread: Spread) -> float:
        high = self.low + len(self.worth) - 1
        inside: float = sum(map(mul, spread.between(self.low, high), self.worth))
        return inside + sum(spread.shares[max(0, high + 1 - spread.least) :])


def against_others(spreads: Sequence[Spread]) -> list[EndsWorth]:
    """By seat. Whoever ends below what two others reach for certain is never first."""
    lows = sorted(each.least for each in spreads)
    low, high = lows[-2], max(each.most for each in spreads)
    here = [each.between(low, high) for each in spreads]
    below = [list(accumulate(at[:-1], initial=each.below(low))) for each, at in zip(spreads, here, strict=True)]
    worths = [[0.0] * (high + 1 - low) for _ in spreads]
    for node, weight in NODES[(len(spreads) - 1) // 2]:
        reached = [
            [less + node * equal for less, equal in zip(under, at, strict=True)]
            for under, at in zip(below, here, strict=True)
        ]
        for worth, product in zip(worths, _products_of_others(reached), strict=True):
            worth[:] = [known + weight * each for known, each in zip(worth, product, strict=True)]
    return [EndsWorth(low, worth) for worth in worths]


def _products_of_others(factors: Sequence[Sequence[float]]) -> list[list[float]]:
    ones = [1.0] * len(factors[0])
    before = list(accumulate(factors[:-1], lambda one, other: [*map(mul, one, other)], initial=ones))
    after = list(accumulate(reversed(factors[1:]), lambda one, other: [*map(mul, one, other)], initial=ones))
    return [[*map(mul, one, other)] for one, other in zip(before, reversed(after), strict=True)]


class Ends:
    """The ends of a game's sheets, as numbers."""

    def __init__(self, game: AnnouncementGame) -> None:
        kinds = range(game.tricks + 1)
        self.unit = gcd(*(game.points(announced, taken) for announced in kinds for taken in kinds))
        self.stride = game.announcements + 1
        self.steps = [[self._step(game, announced, taken) for taken in kinds] for announced in kinds]

    def _step(self, game: AnnouncementGame, announced: int, taken: int) -> int:
        return game.points(announced, taken) // self.unit * self.stride + (announced == taken)


def sheet_course(game: AnnouncementGame, table: RecordedTable, odds: Odds) -> Course:
    """Of a table at which every sheet is full. Backwards: the last announcement has nothing left after it."""
    ends = Ends(game)
    deals = [
        (number, deal)
        for number, deal in enumerate(cast("Sequence[VilniusDeal | None]", table.deals), start=1)
        if deal is not None
    ]
    left = [Spread(0, (1.0,)) for _ in range(table.seats)]
    have = [0] * table.seats
    open_kinds = [0] * table.seats  # announcements of other kinds that were still free, as a set of bits
    for _, deal in deals:
        have[deal.declarer] += ends.steps[deal.announced][deal.taken]
    found: list[ChancesAfter] = []
    for number, deal in reversed(deals):
        who, steps, chosen = deal.declarer, ends.steps[deal.announced], odds[deal.announced]
        others = against_others([spread.moved(by) for spread, by in zip(left, have, strict=True)])
        chances = _chances(others, left, have)
        have[who] -= steps[deal.taken]
        open_kinds[who] |= 1 << deal.announced
        free = open_kinds[who] != 1 << deal.announced
        stake = _stake(others[who], left[who].moved(have[who]), steps, chosen) if free else None
        found.append(ChancesAfter(number, chances, stake))
        left[who] = left[who].plus(steps, chosen)
    found.append(ChancesAfter(0, _chances(against_others(left), left, have)))
    return Course(tuple(reversed(found)))


def _chances(others: Sequence[EndsWorth], left: Sequence[Spread], have: Sequence[int]) -> Chances:
    return tuple(each.chance(spread.moved(by)) for each, spread, by in zip(others, left, have, strict=True))


def _stake(others: EndsWorth, spread: Spread, steps: Sequence[int], odds: Sequence[float]) -> float:
    chances = [others.chance(spread.moved(step)) for step in steps]
    mean = sum(map(mul, chances, odds))
    return sqrt(sum(share * (chance - mean) ** 2 for chance, share in zip(chances, odds, strict=True)))
