"""What was noted during a load run, and what it comes to."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil


@dataclass(frozen=True)
class Save:
    table: int
    revision: int
    due: float  # when the table wanted it saved
    answered: float
    event: int = 0

    @property
    def ms(self) -> float:
        return 1000 * (self.answered - self.due)


@dataclass
class Seen:
    """What one spectator's page showed, and when: it may follow the whole event or one table."""

    table: int | None
    revision: int  # when it was opened
    arrivals: list[tuple[int, float]] = field(default_factory=list)
    event: int = 0

    @property
    def shown(self) -> int:
        return self.arrivals[-1][0] if self.arrivals else self.revision


@dataclass
class Journal:
    saves: list[Save] = field(default_factory=list)
    spectators: list[Seen] = field(default_factory=list)
    page_ms: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)

    def behind(self) -> bool:
        """Whether somebody has not seen the newest save of what they follow."""
        newest: dict[tuple[int, int | None], int] = {}
        for save in self.saves:
            for table in (None, save.table):
                newest[save.event, table] = max(newest.get((save.event, table), 0), save.revision)
        return any(seen.shown < newest.get((seen.event, seen.table), 0) for seen in self.spectators)


def percentile(values: Iterable[float], share: float) -> float | None:
    """By nearest rank; None where nothing was measured."""
    ordered = sorted(values)
    return round(ordered[max(0, ceil(share / 100 * len(ordered)) - 1)], 2) if ordered else None


def delays_ms(saves: Sequence[Save], seen: Seen) -> tuple[list[float], int]:
    """From each save's answer until this spectator saw it, and how many were never seen.

    Who hears of a save before the phone that made it has waited for nothing.
    """
    awaited = sorted(
        (save.revision, save.answered)
        for save in saves
        if save.event == seen.event and save.revision > seen.revision and seen.table in (None, save.table)
    )
    arrivals = iter(seen.arrivals)
    shown, shown_at = seen.revision, 0.0
    delays: list[float] = []
    for revision, answered in awaited:
        while shown < revision:
            arrival = next(arrivals, None)
            if arrival is None:
                return delays, len(awaited) - len(delays)
            shown, shown_at = arrival
        delays.append(max(0.0, 1000 * (shown_at - answered)))
    return delays, 0
