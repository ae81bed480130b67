"""The projector's page: the night, cut into sheets that can be read from the back of the room."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from scoring.games import GAMES
from tournaments.models import Deal, Event, Table
from tournaments.selectors.night.page import EventPage, night_page
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.table.cards import TableCard
from tournaments.selectors.table.deal_history import Payload, read_deal, score_table

TABLES_A_SHEET = 6
ROWS_A_COLUMN = 10

T = TypeVar("T")


@dataclass(frozen=True)
class Wall:
    event: Event
    revision: int
    here: int  # people on tonight's list
    table_sheets: list[list[TableCard]]
    standing_sheets: list[list[list[StandingRow]]]  # one or two columns a sheet
    won: set[int]  # seats nobody at their table can catch up with any more


def night_wall(event: Event) -> Wall:
    page = night_page(event)
    standings = page.standings if page.begun else []
    return Wall(
        event=page.event,
        revision=page.revision,
        here=len(page.standings),
        table_sheets=parts(_tables_to_show(page), TABLES_A_SHEET),
        standing_sheets=[parts(rows, ROWS_A_COLUMN) for rows in parts(standings, 2 * ROWS_A_COLUMN)],
        won=won_seats(page.event, page.running),
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


def won_seats(event: Event, cards: Sequence[TableCard]) -> set[int]:
    """Of the tables that are playing; only announcements can decide a game before it is over (V7)."""
    if GAMES[event.game].sheet != "announcements":
        return set()
    sheets: dict[int, dict[int, Payload | None]] = defaultdict(dict)
    running = Table.objects.filter(event=event, status=Table.Status.PLAYING).select_related("event")
    deals = Deal.objects.filter(table__in=running).order_by("number", "version")
    for table_id, number, payload in deals.values_list("table_id", "number", "payload"):
        sheets[table_id][number] = payload
    seats = {card.id: card.seats for card in cards}
    won = set()
    for table in running:
        if table.pk in seats:
            count = len(seats[table.pk])
            sheet = {number: read_deal(event.game, deal, seats=count) for number, deal in sheets[table.pk].items()}
            scored = score_table(table, sheet, seats=count)
            won |= {
                seat.id
                for seat, result in zip(seats[table.pk], scored.seats, strict=True)
                if result.sheet and result.sheet.has_won
            }
    return won


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
