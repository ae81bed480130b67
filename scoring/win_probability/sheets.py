"""Chances at a table of announcements, deal by deal: what is left on each sheet is added up in every way it can come
out, by how many tricks a club has shown to take of what it announced.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import gcd, sqrt
from operator import add, mul
from typing import cast

from scoring.deals import VilniusDeal
from scoring.result import RecordedTable
from scoring.vilnius.game import AnnouncementGame
from scoring.vilnius.tricks import Group, TakenTricks

Chances = tuple[float, ...]
"""By seat, of being first in the end; a place shared by k counts 1/k. They add up to one."""


@dataclass(frozen=True, slots=True)
class ChancesAfter:
    """After a deal, counted from 1; the first step is before any, deal 0. ``stake``: by how much the chance of who
    declared hung on the tricks, as a standard deviation; None where nothing was chosen.
    """

    deal: int
    chances: Chances
    stake: float | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """``continuations``: how many were played for each step, 0 where it was reckoned exactly."""

    steps: tuple[ChancesAfter, ...]
    continuations: int = 0


@dataclass(frozen=True, slots=True)
class TurningDeal:
    """The deal that brought those who were first in the end the most: their chance before and after."""

    deal: int
    seats: list[int]
    before: float
    after: float


LEAST_TURN = 0.1


def standard_error(continuations: int) -> float:
    """The largest standard error of a chance from so many ``continuations``; 0 where none were simulated."""
    return 0.5 / continuations**0.5 if continuations else 0.0


def turn_of(steps: Sequence[ChancesAfter], winners: Iterable[int]) -> TurningDeal | None:
    """The deal that raised the winners' chance most; None where no deal raised it much."""
    seats = list(winners)
    sums = [sum(step.chances[seat] for seat in seats) for step in steps]
    rises = [(after - before, at) for at, (before, after) in enumerate(pairwise(sums), start=1)]
    rise, at = max(rises, default=(0.0, 0))
    return (
        TurningDeal(steps[at].deal, seats, round(sums[at - 1], 4), round(sums[at], 4)) if rise >= LEAST_TURN else None
    )


FADES = 0.4
"""By so much is each trick further off less likely, before anything is known."""

WORTH = 20
"""So many deals weigh as much as what was thought before."""


class Experience:
    """What came of the announcements in a group of deals, as part of wider and wider groups up to all."""

    def __init__(self, cells: Iterable[TakenTricks], *, tricks: int) -> None:
        self._tricks = tricks
        self._taken: defaultdict[tuple[Group, int], list[int]] = defaultdict(lambda: [0] * (tricks + 1))
        for cell in cells:
            for depth in range(len(cell.group) + 1):
                self._taken[cell.group[:depth], cell.announced][cell.taken] += cell.times

    def taken(self, group: Group, announced: int) -> Sequence[int]:
        """How often each number of tricks."""
        return self._taken[group, announced]

    def count(self, group: Group) -> int:
        """How many announcements were seen in a group of deals."""
        return sum(sum(self._taken[group, announced]) for announced in range(self._tricks + 1))

    def odds(self, group: Group, announced: int) -> tuple[float, ...]:
        """What was thought before, moved by what came at all tables, and that by what came in narrower and narrower
        groups.
        """
        expected = before_all(announced, self._tricks)
        for depth in range(len(group) + 1):
            expected = shrunk(self.taken(group[:depth], announced), expected)
        return expected


def before_all(announced: int, tricks: int) -> tuple[float, ...]:
    """How likely each number of tricks, from 0, is after this announcement, before any deal was seen."""
    weights = [FADES ** abs(announced - got) for got in range(tricks + 1)]
    return tuple(weight / sum(weights) for weight in weights)


def shrunk(counts: Sequence[int], before: Sequence[float]) -> tuple[float, ...]:
    """The more has been counted, the less what was thought before still weighs."""
    whole = sum(counts) + WORTH
    return tuple((count + WORTH * share) / whole for count, share in zip(counts, before, strict=True))


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
        """The highest end that is possible."""
        return self.least + len(self.shares) - 1

    def moved(self, by: int) -> Spread:
        """This spread with every end higher by so much."""
        return Spread(self.least + by, self.shares)

    def plus(self, steps: Sequence[int], odds: Sequence[float]) -> Spread:
        """This spread with one announcement more, that brings one of these ``steps`` by these ``odds``."""
        low = min(steps)
        totals = [0.0] * (len(self.shares) + max(steps) - low)
        for step, share in zip(steps, odds, strict=True):
            at = slice(step - low, step - low + len(self.shares))
            totals[at] = map(add, totals[at], [share * part for part in self.shares])
        return Spread(self.least + low, tuple(totals))

    def between(self, low: int, high: int) -> list[float]:
        """The chance of each end from ``low`` to ``high``, both included, with zeros where there is none."""
        inside = self.shares[max(0, low - self.least) : max(0, high + 1 - self.least)]
        before = [0.0] * min(high + 1 - low, max(0, self.least - low))
        return [*before, *inside, *[0.0] * (high + 1 - low - len(before) - len(inside))]

    def below(self, end: int) -> float:
        """The chance of an end lower than this one."""
        return sum(self.shares[: max(0, end - self.least)])


@dataclass(frozen=True, slots=True)
class EndsWorth:
    """The chance to be first with each end, from ``low`` on, against the other seats."""

    low: int
    worth: Sequence[float]

    def chance(self, spread: Spread) -> float:
        """The chance to be first, from 0 to 1, of a seat whose ends are spread so."""
        high = self.low + len(self.worth) - 1
        inside: float = sum(map(mul, spread.between(self.low, high), self.worth))
        return inside + sum(spread.shares[max(0, high + 1 - spread.least) :])


def against_others(spreads: Sequence[Spread]) -> list[EndsWorth]:
    """What each seat's ends are worth against the others. Whoever ends below what two others reach for certain is never
    first.
    """
    lows = sorted(spread.least for spread in spreads)
    low, high = lows[-2], max(spread.most for spread in spreads)
    here = [spread.between(low, high) for spread in spreads]
    below = [list(accumulate(at[:-1], initial=spread.below(low))) for spread, at in zip(spreads, here, strict=True)]
    worths = [[0.0] * (high + 1 - low) for _ in spreads]
    for node, weight in NODES[(len(spreads) - 1) // 2]:
        reached = [
            [less + node * equal for less, equal in zip(under, at, strict=True)]
            for under, at in zip(below, here, strict=True)
        ]
        for worth, product in zip(worths, _products_of_others(reached), strict=True):
            worth[:] = [total + weight * term for total, term in zip(worth, product, strict=True)]
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
    """Everybody's chances to win, before the first deal and after each one, at a table at which every sheet is full;
    ``odds`` are those of each number of tricks, by the number announced. It goes backwards: the last announcement has
    nothing left after it.
    """
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
    chances_so_far: list[ChancesAfter] = []
    for number, deal in reversed(deals):
        who, steps, chosen = deal.declarer, ends.steps[deal.announced], odds[deal.announced]
        others = against_others([spread.moved(by) for spread, by in zip(left, have, strict=True)])
        chances = _chances(others, left, have)
        have[who] -= steps[deal.taken]
        open_kinds[who] |= 1 << deal.announced
        free = open_kinds[who] != 1 << deal.announced
        stake = _stake(others[who], left[who].moved(have[who]), steps, chosen) if free else None
        chances_so_far.append(ChancesAfter(number, chances, stake))
        left[who] = left[who].plus(steps, chosen)
    chances_so_far.append(ChancesAfter(0, _chances(against_others(left), left, have)))
    return Course(tuple(reversed(chances_so_far)))


def _chances(others: Sequence[EndsWorth], left: Sequence[Spread], have: Sequence[int]) -> Chances:
    return tuple(ends.chance(spread.moved(by)) for ends, spread, by in zip(others, left, have, strict=True))


def _stake(others: EndsWorth, spread: Spread, steps: Sequence[int], odds: Sequence[float]) -> float:
    chances = [others.chance(spread.moved(step)) for step in steps]
    mean = sum(map(mul, chances, odds))
    return sqrt(sum(share * (chance - mean) ** 2 for chance, share in zip(chances, odds, strict=True)))
