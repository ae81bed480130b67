"""What files hold of an event's tables, in the order in which they were played; what was taken back is left out."""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from tournaments.models import Deal, Event, Table
from tournaments.selectors.table.cards import SeatRow, by_table, rows_of_event
from tournaments.selectors.table.deal_history import Payload

AT_ONCE = 2000  # deals that are held in memory


class FiledTable(NamedTuple):
    """``stage`` and ``round`` are numbers, None on a club night."""

    id: int
    stage: int | None
    round: int | None
    number: int
    match: int | None
    status: str
    first_dealer: int
    opened_at: datetime
    ended_at: datetime | None
    seats: list[SeatRow]


class FiledDeal(NamedTuple):
    """The version of a deal that counts; no payload where it was voided."""

    table_id: int
    number: int
    version: int
    payload: Payload | None
    at: datetime


COLUMNS = (
    "pk",
    "round__stage__number",
    "round__number",
    "number",
    "match",
    "status",
    "first_dealer",
    "opened_at",
    "ended_at",
)
ORDER = ("round__stage__number", "round__number", "number", "pk")


def filed_tables(event: Event) -> list[FiledTable]:
    seats = {group[0].table_id: group for group in by_table(rows_of_event(event.pk))}
    tables = event.tables.exclude(status=Table.Status.UNDONE).order_by(*ORDER).values_list(*COLUMNS)
    return [FiledTable._make([*row, seats.get(row[0], [])]) for row in tables]


def filed_deals(event: Event) -> Iterator[FiledDeal]:
    """Table by table by their ids, which is the order in which they were opened."""
    deals = Deal.objects.filter(table__event=event).exclude(table__status=Table.Status.UNDONE)
    columns = ("table_id", "number", "version", "payload", "created_at")
    rows = deals.order_by("table_id", "number", "version").values_list(*columns).iterator(chunk_size=AT_ONCE)
    for _deal, versions in groupby(map(FiledDeal._make, rows), key=attrgetter("table_id", "number")):
        *_, newest = versions
        yield newest
