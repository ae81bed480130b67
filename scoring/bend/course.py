"""How the chances at a table went, deal by deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Chances = tuple[float, ...]
"""By seat, of being first in the end; a place shared by k counts 1/k. They add up to one."""


@dataclass(frozen=True, slots=True)
class Step:
    """After a deal, counted from 1; the first step is before any, deal 0. ``stake``: by how much the chance of who
    declared hung on the tricks, as a standard deviation; None where nothing was chosen.
    """

    deal: int
    chances: Chances
    stake: float | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """``continuations``: how many were played for each step, 0 where it was reckoned exactly."""

    steps: tuple[Step, ...]
    continuations: int = 0

    @property
    def error(self) -> float:
        """The standard error of a chance, at the most."""
        return 0.5 / self.continuations**0.5 if self.continuations else 0.0


@dataclass(frozen=True, slots=True)
class Turn:
    """The deal that brought those who were first in the end the most: their chance before and after."""

    deal: int
    before: float
    after: float


LEAST_TURN = 0.1


def turn_of(steps: Sequence[Step], winners: Iterable[int]) -> Turn | None:
    """None where none of the deals brought much, or all were first."""
    seats = list(winners)
    sums = [sum(step.chances[seat] for seat in seats) for step in steps]
    turns = [Turn(step.deal, before, after) for step, before, after in zip(steps[1:], sums, sums[1:], strict=False)]
    turn = max(turns, key=lambda each: each.after - each.before, default=None)
    return turn if turn and turn.after - turn.before >= LEAST_TURN else None
