"""How the chances at a table went, deal by deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

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
    """Of a chance, at the most."""
    return 0.5 / continuations**0.5 if continuations else 0.0


def turn_of(steps: Sequence[ChancesAfter], winners: Iterable[int]) -> TurningDeal | None:
    """None where none of the deals brought much, or all were first."""
    seats = list(winners)
    sums = [sum(step.chances[seat] for seat in seats) for step in steps]
    rises = [(after - before, at) for at, (before, after) in enumerate(pairwise(sums), start=1)]
    rise, at = max(rises, default=(0.0, 0))
    return (
        TurningDeal(steps[at].deal, seats, round(sums[at - 1], 4), round(sums[at], 4)) if rise >= LEAST_TURN else None
    )
