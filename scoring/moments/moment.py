"""What is worth telling of an evening, as it is found in the deals of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log2

from scoring.moments.course import Course, gains
from scoring.result import RecordedTable, TableResult

Fact = int | str
"""A whole number, a code, or points written as a fraction."""

MOST_BITS = 40.0


@dataclass(frozen=True, slots=True)
class TableMoment:
    """Of these seats of a table, best told at this deal. ``bits`` say how rare it is: as so many coins that all fall
    alike.
    """

    kind: str
    table: int
    seats: tuple[int, ...]
    bits: float
    deal: int | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Story:
    """A table that is over, as it was recorded and what it came to. Of one that is ``ruled`` the director has said how
    it ended.
    """

    table: RecordedTable
    result: TableResult
    counts_cubits: bool = False
    ruled: bool = False

    @property
    def course(self) -> Course:
        return gains(self.result, self.table.deals, seats=self.table.seats, counts_cubits=self.counts_cubits)


def bits(chance: float) -> float:
    """How rare something is that happens with this chance; what is expected more often than once is not rare at all."""
    return min(MOST_BITS, max(0.0, -log2(chance))) if chance > 0 else MOST_BITS
