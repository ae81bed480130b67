"""A table's score sheet, deal by deal: what its lines and columns are."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.games import GAMES
from tournaments.models import Event
from tournaments.selectors.paper.typed import USUAL
from tournaments.selectors.table.cards import TableCard


@dataclass(frozen=True)
class DealSheet:
    """``table`` is None on a blank one, which has so many ``players``. Of announcements a line is a lap."""

    table: TableCard | None
    players: range
    lines: range


def deal_sheets(event: Event, tables: Sequence[TableCard]) -> list[DealSheet]:
    """One a table; where nobody is seated yet, a blank one of the largest."""
    if not tables:
        return [_sheet(event, None, GAMES[event.game].max_seats)]
    return [_sheet(event, table, len(table.seats)) for table in tables]


def _sheet(event: Event, table: TableCard | None, players: int) -> DealSheet:
    game = GAMES[event.game]
    deals = game.deals_in_all(event.game_rules, seats=players)
    lines = (deals // players if game.sheet == "announcements" else deals) if deals else USUAL
    return DealSheet(table, range(players), range(1, lines + 1))
