"""What is still to be decided before an evening is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Event
from tournaments.selectors.night.overview import OverviewTable, overview
from tournaments.selectors.table.cards import TableCard


@dataclass(frozen=True)
class ClosingTable:
    line: OverviewTable
    ways: Sequence[str]  # how it can end, the usual one first

    @property
    def id(self) -> int:
        return self.card.id

    @property
    def card(self) -> TableCard:
        return self.line.card


@dataclass(frozen=True)
class Closing:
    playing: list[ClosingTable]
    stopped: list[ClosingTable]  # their results do not count before somebody says so
    claims: list[ClosingTable]  # a winner against the cards, to be ruled on

    @property
    def is_something(self) -> bool:
        return bool(self.playing or self.stopped or self.claims)

    @property
    def has_empty(self) -> bool:
        """A table that is taken back, since nothing was played there."""
        return any("take-back" in table.ways for table in self.playing)


def closing(event: Event, *, now: datetime) -> Closing:
    lines = [*(glance := overview(event, now=now)).urgent, *glance.others]
    tables = [ClosingTable(line, _ways(line, event)) for line in sorted(lines, key=lambda line: line.card.number)]
    return Closing(
        playing=[table for table in tables if table.card.playing],
        stopped=[table for table in tables if table.line.state == "disputed" or _waits(table.line)],
        claims=[table for table in tables if table.line.claim],
    )


def _ways(line: OverviewTable, event: Event) -> Sequence[str]:
    if line.card.deal_count or event.kind == Event.Kind.TOURNAMENT:
        return ("end", "adjourn")
    return ("take-back",)


def _waits(line: OverviewTable) -> bool:
    return line.state == "waiting" and line.accepted_at is None
