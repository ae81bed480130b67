"""The deals of a table as the scoring core wants them: the newest version of each number, in order."""

from collections.abc import Mapping
from typing import Any

from scoring.deals import same_deal
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult
from tournaments.models import Deal, Table

Payload = Mapping[str, Any]
Sheet = Mapping[int, Payload | None]


def current_deals(table: Table) -> Sheet:
    """Number of the deal -> its payload, None where it was voided."""
    return dict(Deal.objects.filter(table=table).order_by("number", "version").values_list("number", "payload"))


def live_deals(sheet: Sheet) -> tuple[Payload | None, ...]:
    """Deals 1 to the last that stands: a voided one in between keeps its number, one at the end does not."""
    last = max((number for number, payload in sheet.items() if payload is not None), default=0)
    return tuple(sheet.get(number) for number in range(1, last + 1))


def score_table(table: Table, sheet: Sheet, *, seats: int) -> TableResult:
    """What the whole table is worth; raises ScoringError where any deal does not fit the others."""
    return GAMES[table.event.game].score(table_record(table, sheet, seats=seats))


def table_record(table: Table, sheet: Sheet, *, seats: int) -> RecordedTable:
    return RecordedTable(
        seats=seats,
        first_dealer=table.first_dealer,
        rules=table.event.rules,
        deals=GAMES[table.event.game].read_deals(live_deals(sheet), seats=seats),
        closed=table.status == Table.Status.CLOSED,
    )


def same_payload(game: Game, one: Payload | None, other: Payload | None) -> bool:
    """Whether two phones entered the same; what cannot be read is like nothing."""
    if one is None or other is None:
        return one is other
    try:
        first, second = (game.read_deal(each, seats=game.max_seats) for each in (one, other))
    except ScoringError:
        return False
    return same_deal(first, second)
