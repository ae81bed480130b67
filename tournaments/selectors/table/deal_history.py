"""The deals of a table as the scoring core wants them: the newest version of each number, in order."""

from collections.abc import Mapping
from typing import Any

from scoring.deals import Deal as PlayedDeal
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult
from tournaments.models import Deal, Table

Payload = Mapping[str, Any]
Sheet = Mapping[int, PlayedDeal | None]
"""Number of the deal -> what was played, None where it was voided."""


def read_deal(game: str, payload: Payload | None, *, seats: int) -> PlayedDeal | None:
    """A deal from what is stored, or was sent; what is wrong with it is raised when it is scored."""
    if payload is None:
        return None
    (deal,) = GAMES[game].read_deals([payload], seats=seats)
    return deal


def current_deals(table: Table, *, seats: int) -> Sheet:
    rows = Deal.objects.filter(table=table).order_by("number", "version").values_list("number", "payload")
    return {number: read_deal(table.event.game, payload, seats=seats) for number, payload in dict(rows).items()}


def live_deals(sheet: Sheet) -> tuple[PlayedDeal | None, ...]:
    """Deals 1 to the last that stands: a voided one in between keeps its number, one at the end does not."""
    last = max((number for number, deal in sheet.items() if deal is not None), default=0)
    return tuple(sheet.get(number) for number in range(1, last + 1))


def score_table(table: Table, sheet: Sheet, *, seats: int) -> TableResult:
    """What the whole table is worth; raises ScoringError where any deal does not fit the others."""
    return GAMES[table.event.game].score(table_record(table, sheet, seats=seats))


def table_record(table: Table, sheet: Sheet, *, seats: int) -> RecordedTable:
    return RecordedTable(
        seats=seats,
        first_dealer=table.first_dealer,
        rules=table.event.game_rules,
        deals=live_deals(sheet),
        closed=table.status == Table.Status.CLOSED,
    )
