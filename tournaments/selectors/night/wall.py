"""The projector's page: the night, cut into sheets that can be read from the back of the room."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from math import ceil
from typing import Literal, TypeVar

from django.core.paginator import Page, Paginator

from scoring.result import ShowdownResult
from tournaments.models import Contribution, Deal, Event, Table, name_order
from tournaments.selectors.charts import Race
from tournaments.selectors.night.scoreboard import LiveRow, standing_row, table_figures, table_row
from tournaments.selectors.night.standings import (
    EventPage,
    Podium,
    Sitting,
    StandingRow,
    has_race,
    night_page,
    night_race,
    placed_at_night,
    podium_of,
)
from tournaments.selectors.table.cards import PlayerTag, SeatRow, card_of
from tournaments.selectors.table.page import DealLine, table_page

TABLES_A_SHEET = 6
ROWS_A_COLUMN = 10
SHEETS_A_REEL = 12  # fetched at a time; a large room has more
LEADING = 3
NAMES_A_COLUMN = 12
COLUMNS = 3
SHOWN_FOR = timedelta(minutes=1)  # what the phones of a table have opened

T = TypeVar("T")
Kind = Literal["podium", "story", "prizes", "opening", "tables", "standings", "race", "welcome"]
Played = tuple[bool, float, int]
NEVER: Played = (False, 0, 0)


@dataclass(frozen=True)
class Wall:
    """Of all sheets those of one reel; the last of all is the way in."""

    event: Event
    revision: int
    here: int  # people on tonight's list
    reel: "Page[tuple[Kind, int]]"
    podium: Podium | None  # once the night is over
    tells: bool  # what happened, in sentences
    opening_sheets: list["OpeningSheet"]
    table_sheets: list["TableSheet"]
    standing_sheets: list["StandingSheet"]
    race: Race | None
    begun: bool  # there are tables
    ranked: bool  # there are standings
    opening: bool  # some have not begun to play: every change may end that
    elsewhere: "Elsewhere"

    @property
    def start(self) -> int:
        """How many sheets come before this reel."""
        return (self.reel.number - 1) * SHEETS_A_REEL


@dataclass(frozen=True)
class Elsewhere:
    """What stands on sheets of other reels, for its moments; ``leading`` are first on the sheet ``standings_at``."""

    tables: list[LiveRow]
    leading: list[LiveRow]
    standings_at: int


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


def night_wall(event: Event, *, reel: str = "", tells: bool = False, prizes: int = 0) -> Wall:
    """``tells``: there is a story of it; ``prizes``: on how many sheets they are."""
    page = night_page(event)
    tables = parts(_tables_to_show(page), TABLES_A_SHEET)
    standings = parts(list(enumerate(page.standings if page.begun else [])), 2 * ROWS_A_COLUMN)
    opening = opening_sheets([(seat.player, seat.number) for seats in _not_begun(page) for seat in seats])
    podium = podium_of(placed_at_night(page)) if event.status == Event.Status.FINISHED else None
    every: list[tuple[Kind, int]] = [
        *_numbered("podium", [podium] if podium else []),
        *_numbered("story", [event] if tells else []),
        *_numbered("prizes", range(prizes)),
        *_numbered("opening", opening),
        *_numbered("tables", tables),
        *_numbered("standings", standings),
        *_numbered("race", [page] if has_race(page) else []),
        ("welcome", 1),
    ]
    sheets = Paginator(every, SHEETS_A_REEL).get_page(reel or 1)
    shown_here = set(sheets)
    return Wall(
        event=page.event,
        revision=page.revision,
        here=len(page.standings),
        reel=sheets,
        podium=podium if ("podium", 1) in shown_here else None,
        tells=("story", 1) in shown_here,
        opening_sheets=[sheet for sheet in opening if ("opening", sheet.part) in shown_here],
        table_sheets=[
            TableSheet(part, len(tables), [table_row(card_of(seats, event)) for seats in sheet_tables])
            for part, sheet_tables in enumerate(tables, start=1)
            if ("tables", part) in shown_here
        ],
        standing_sheets=[
            StandingSheet(part, len(standings), [_column(rows) for rows in parts(numbered, ROWS_A_COLUMN)])
            for part, numbered in enumerate(standings, start=1)
            if ("standings", part) in shown_here
        ],
        race=night_race(page) if ("race", 1) in shown_here else None,
        begun=bool(tables),
        ranked=bool(standings),
        opening=bool(opening),
        elsewhere=_elsewhere(
            page, tables, {sheet: number for number, sheet in enumerate(every) if sheet not in shown_here}
        ),
    )


def _elsewhere(page: EventPage, tables: list[list[Sitting]], places: Mapping[tuple[Kind, int], int]) -> Elsewhere:
    """``places`` of the sheets that are not here."""
    rows: list[LiveRow] = []
    for part, sheet_tables in enumerate(tables, start=1):
        if (place := places.get(("tables", part))) is not None:
            rows += [_told_elsewhere(seats, page.event, place) for seats in sheet_tables]
    standings_at = places.get(("standings", 1))
    return Elsewhere(
        tables=rows,
        leading=[] if standings_at is None else [standing_row(row) for row in page.standings[:LEADING]],
        standings_at=standings_at or 0,
    )


def _told_elsewhere(seats: Sitting, event: Event, place: int) -> LiveRow:
    card = card_of(seats, event)
    return table_figures(card)._replace(facts={"number": str(card.number), "place": str(place)}, rows=())


def _numbered(kind: Kind, sheets: Sequence[object]) -> list[tuple[Kind, int]]:
    return [(kind, part) for part in range(1, len(sheets) + 1)]


@dataclass(frozen=True)
class SeatedName:
    player: PlayerTag
    table: int  # its number
    letter: str  # before the first of those whose names begin with it, else empty


@dataclass(frozen=True)
class OpeningSheet:
    """A part of all names, in columns, with everybody's table; ``part`` is counted from 1."""

    part: int
    of: int
    columns: list[list[SeatedName]]

    @property
    def letters(self) -> str:
        """From which to which, where one sheet does not hold all."""
        names = [name for column in self.columns for name in column]
        first, last = _initial(names[0].player), _initial(names[-1].player)
        return first if first == last else f"{first}–{last}"


def opening_sheets(seated: Iterable[tuple[PlayerTag, int]]) -> list[OpeningSheet]:
    """Players and the numbers of their tables, by name."""
    sheets = parts(_by_name(seated), COLUMNS * NAMES_A_COLUMN)
    return [OpeningSheet(part, len(sheets), parts(names, NAMES_A_COLUMN)) for part, names in enumerate(sheets, start=1)]


def _by_name(seated: Iterable[tuple[PlayerTag, int]]) -> list[SeatedName]:
    ordered = sorted(seated, key=lambda seat: (name_order(seat[0].short_name), seat[0].id))
    return [
        SeatedName(player, table, "" if number else letter)
        for letter, group in groupby(ordered, key=lambda seat: _initial(seat[0]))
        for number, (player, table) in enumerate(group)
    ]


def _initial(player: PlayerTag) -> str:
    return player.short_name[:1].upper()


def _not_begun(page: EventPage) -> list[Sitting]:
    return [seats for seats in page.running if not seats[0].deal_count]


def _column(numbered: Sequence[tuple[int, StandingRow]]) -> Column:
    return Column(numbered[0][0], [standing_row(row) for _, row in numbered])


def _tables_to_show(page: EventPage) -> list[Sitting]:
    """Where people sit, and where they sat last: an ended table goes when one of its players sits down elsewhere."""
    newest: dict[int, Played] = {}
    tables = [*page.running, *page.adjourned, *page.ended]
    for seats in tables:
        for seat in seats:
            newest[seat.player.id] = max(newest.get(seat.player.id, NEVER), _played(seat))

    def is_shown(seats: Sitting) -> bool:
        if seats[0].status == Table.Status.PLAYING:
            return True
        return all(newest[seat.player.id] == _played(seat) for seat in seats)

    return [seats for seats in tables if is_shown(seats)]


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


@dataclass(frozen=True)
class OpenedDeal:
    table: int  # its number in the room
    names: list[str]
    line: DealLine

    @property
    def cards(self) -> list[str]:
        """Those that won; none where nobody showed any."""
        result = self.line.result
        best = result.hands.get(result.winners[0]) if isinstance(result, ShowdownResult) else None
        return list(best.pyramid) if best else []


def opened_deal(event_id: int, *, now: datetime) -> OpenedDeal | None:
    """The deal that the last hand completed bears that hand's client_id."""
    recent = Deal.objects.filter(table__event=event_id, created_at__gt=now - SHOWN_FOR)
    opened = recent.filter(client_id__in=Contribution.objects.filter(table__event=event_id).values("client_id"))
    newest = opened.order_by("-revision").values_list("table_id", "number").first()
    if newest is None:
        return None
    page = table_page(newest[0])
    line = next(deal for deal in page.deals if deal.number == newest[1])
    return OpenedDeal(page.table.number, page.names, line) if line.deal else None
