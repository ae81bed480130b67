"""The projector's page: the night, cut into sheets that can be read from the back of the room."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from tournaments.models import Event, Table
from tournaments.selectors.night.page import EventPage, night_page
from tournaments.selectors.night.scoreboard import LiveRow, standing_row, table_row
from tournaments.selectors.table.cards import TableCard

TABLES_A_SHEET = 6
ROWS_A_COLUMN = 10

T = TypeVar("T")


@dataclass(frozen=True)
class Wall:
    event: Event
    revision: int
    here: int  # people on tonight's list
    table_sheets: list[list[LiveRow]]
    standing_sheets: list[list["Column"]]  # one or two columns a sheet


@dataclass(frozen=True)
class Column:
    start: int  # how many stand before it
    rows: list[LiveRow]


def night_wall(event: Event) -> Wall:
    page = night_page(event)
    standings = [standing_row(row) for row in page.standings] if page.begun else []
    tables = [table_row(card) for card in _tables_to_show(page)]
    return Wall(
        event=page.event,
        revision=page.revision,
        here=len(page.standings),
        table_sheets=parts(tables, TABLES_A_SHEET),
        standing_sheets=_sheets(standings),
    )


def _tables_to_show(page: EventPage) -> list[TableCard]:
    """Where people sit, and where they sat last: an ended table goes when one of its players sits down elsewhere."""
    newest: dict[int, int] = defaultdict(int)
    cards = [*page.running, *page.adjourned, *page.ended]
    for card in cards:
        for seat in card.seats:
            newest[seat.player.id] = max(newest[seat.player.id], card.number)
    return [
        card
        for card in cards
        if card.status == Table.Status.PLAYING or all(newest[seat.player.id] == card.number for seat in card.seats)
    ]


def _sheets(standings: list[LiveRow]) -> list[list[Column]]:
    sheets, start = [], 0
    for rows in parts(standings, 2 * ROWS_A_COLUMN):
        columns = []
        for column in parts(rows, ROWS_A_COLUMN):
            columns.append(Column(start, column))
            start += len(column)
        sheets.append(columns)
    return sheets


def parts(items: Sequence[T], most: int) -> list[list[T]]:
    """Cut into as few parts as may be, as even as may be, so that no sheet is left with a single table."""
    count = ceil(len(items) / most)
    size, longer = divmod(len(items), count) if count else (0, 0)
    parts, start = [], 0
    for number in range(count):
        end = start + size + (number < longer)
        parts.append(list(items[start:end]))
        start = end
    return parts
