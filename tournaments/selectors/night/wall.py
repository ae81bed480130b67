"""The projector's page: the night, cut into sheets that can be read from the back of the room."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from django.core.paginator import Page, Paginator

from tournaments.models import Event, Table
from tournaments.selectors.night.page import EventPage, Sitting, night_page
from tournaments.selectors.night.scoreboard import LiveRow, standing_row, table_row
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.table.cards import SeatRow, card_of

TABLES_A_SHEET = 6
ROWS_A_COLUMN = 10
SHEETS_A_REEL = 12  # fetched at a time; a large room has more

T = TypeVar("T")
Played = tuple[bool, float, int]
NEVER: Played = (False, 0, 0)


@dataclass(frozen=True)
class Wall:
    """Of the sheets with tables and standings those of one reel; the last sheet of all is the way in."""

    event: Event
    revision: int
    here: int  # people on tonight's list
    reel: "Page[int]"
    table_sheets: list["TableSheet"]
    standing_sheets: list["StandingSheet"]
    begun: bool  # there are tables
    ranked: bool  # there are standings

    @property
    def start(self) -> int:
        """How many sheets come before this reel."""
        return (self.reel.number - 1) * SHEETS_A_REEL


@dataclass(frozen=True)
class TableSheet:
    part: int
    of: int
    rows: list[LiveRow]


@dataclass(frozen=True)
class StandingSheet:
    part: int
    of: int
    columns: list["Column"]  # one or two


@dataclass(frozen=True)
class Column:
    start: int  # how many stand before it
    rows: list[LiveRow]


def night_wall(event: Event, *, reel: str = "") -> Wall:
    page = night_page(event)
    tables = parts(_tables_to_show(page), TABLES_A_SHEET)
    standings = parts(list(enumerate(page.standings if page.begun else [])), 2 * ROWS_A_COLUMN)
    sheets = Paginator(range(len(tables) + len(standings) + 1), SHEETS_A_REEL).get_page(reel or 1)
    return Wall(
        event=page.event,
        revision=page.revision,
        here=len(page.standings),
        reel=sheets,
        table_sheets=[
            TableSheet(part, len(tables), [table_row(card_of(seats, event)) for seats in shown])
            for part, shown in enumerate(tables, start=1)
            if part - 1 in sheets
        ],
        standing_sheets=[
            StandingSheet(part, len(standings), [_column(rows) for rows in parts(numbered, ROWS_A_COLUMN)])
            for part, numbered in enumerate(standings, start=1)
            if len(tables) + part - 1 in sheets
        ],
        begun=bool(tables),
        ranked=bool(standings),
    )


def _column(numbered: Sequence[tuple[int, StandingRow]]) -> Column:
    return Column(numbered[0][0], [standing_row(row) for _, row in numbered])


def _tables_to_show(page: EventPage) -> list[Sitting]:
    """Where people sit, and where they sat last: an ended table goes when one of its players sits down elsewhere."""
    newest: dict[int, Played] = {}
    tables = [*page.running, *page.adjourned, *page.ended]
    for seats in tables:
        for seat in seats:
            newest[seat.player.id] = max(newest.get(seat.player.id, NEVER), _played(seat))
    return [
        seats
        for seats in tables
        if seats[0].status == Table.Status.PLAYING or all(newest[seat.player.id] == _played(seat) for seat in seats)
    ]


def _played(seat: SeatRow) -> Played:
    """Orders tables by when they were played at: numbers are those of the room, and come again."""
    playing = seat.status == Table.Status.PLAYING
    return playing, seat.last_deal_at.timestamp() if seat.last_deal_at else 0, seat.table_id


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
