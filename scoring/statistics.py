"""What can be counted of a table, so that it adds up over any number of them; and what of it may be a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import inf, sqrt

from scoring.result import Points, SeatResult

Counts = Mapping[str, int]
"""By key: a name that the game declares in ``count_names``, mostly with what it is about (``exact:3``). Whole numbers
only, so that sums are the same in any order: expectations are millionths, rounded once a deal. What is 0 is not there.
"""


@dataclass(frozen=True, slots=True)
class Feat:
    """Something that may be a record: of its ``kind`` the highest ``value``. ``deal`` counts from 1; ``detail`` is
    JSON, and names nobody.
    """

    kind: str
    seat: int
    value: int
    deal: int | None = None
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableCounts:
    """What a table gives each of its seats, and the feats done there."""

    seats: tuple[Counts, ...]
    feats: tuple[Feat, ...] = ()


def added(*counts: Counts) -> dict[str, int]:
    """The sum."""
    sums: Counter[str] = Counter()
    for addend in counts:
        sums.update(addend)
    return without_zeros(sums)


def less(counts: Counts, taken: Counts) -> dict[str, int]:
    """What is left of ``counts`` without those ``taken``."""
    sums = Counter(counts)
    sums.subtract(taken)
    return without_zeros(sums)


def without_zeros(counts: Counts) -> dict[str, int]:
    """The counts that are not zero."""
    return {key: count for key, count in counts.items() if count}


def parts(counts: Counts, name: str) -> dict[str, int]:
    """The counts of one name by what they are about: of ``exact:3`` and ``exact:4`` those under 3 and 4."""
    before = f"{name}:"
    return {key.removeprefix(before): count for key, count in counts.items() if key.startswith(before)}


def total(counts: Counts, name: str) -> int:
    """The sum of all counts of one name."""
    return totals(counts)[name]


def totals(counts: Counts) -> Counter[str]:
    """The sum of all counts of every name."""
    sums: Counter[str] = Counter()
    for key, count in counts.items():
        sums[key.partition(":")[0]] += count
    return sums


SURENESS = 1.96
"""Nineteen of twenty true figures lie within so many standard errors."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many ``hits`` of so many tries, at least one; ``low`` and ``high`` are Wilson's interval."""

    hits: float
    of: int

    @property
    def value(self) -> float:
        """The share of hits, from 0 to 1."""
        return self.hits / self.of

    @property
    def low(self) -> float:
        """The lower end of Wilson's interval, from 0 to 1."""
        return max(0.0, self._centre - self._width)

    @property
    def high(self) -> float:
        """The upper end of Wilson's interval, from 0 to 1."""
        return min(1.0, self._centre + self._width)

    @property
    def _centre(self) -> float:
        return (self.value + SURENESS**2 / (2 * self.of)) / self._divisor

    @property
    def _width(self) -> float:
        spread = self.value * (1 - self.value) / self.of + SURENESS**2 / (4 * self.of**2)
        return SURENESS * sqrt(spread) / self._divisor

    @property
    def _divisor(self) -> float:
        return 1 + SURENESS**2 / self.of


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of at least one figure, from their ``total`` and the sum of their squares; ``error`` is its standard
    error.
    """

    total: int
    squares: int
    of: int

    @property
    def value(self) -> float:
        """The mean."""
        return self.total / self.of

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for a single figure."""
        if self.of < 2:
            return inf
        return sqrt(max(0.0, self.squares - self.of * self.value**2) / (self.of - 1) / self.of)


COURSE_FEATS = ("comeback", "led-throughout")
SHORTEST = 8  # deals, of a table of which a course is told
LATE = 4


def course_feats(course: Mapping[int, Sequence[Points]], seats: Sequence[SeatResult]) -> Iterator[Feat]:
    """How a table was won alone, by everybody's scores after each deal that counted, by its number: from the last place
    before the last four deals, by how much that was behind; or ahead of all others from the first round to the end.
    """
    winners = [seat for seat, result in enumerate(seats) if result.place == 1]
    if len(winners) != 1 or len(course) < SHORTEST:
        return
    winner, number = winners[0], [*course][-LATE - 1]
    late = course[number]
    behind = max(late) - late[winner]
    if behind > 0 and late[winner] == min(late):
        yield Feat("comeback", winner, int(behind), number)
    after_a_round = [*course.values()][len(seats) - 1 :]
    if all(scores[winner] > max(chain(scores[:winner], scores[winner + 1 :])) for scores in after_a_round):
        yield Feat("led-throughout", winner, len(course))
