"""The codes of an event's pads: which are good, until when, and when they were last used."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Sum

from tournaments.models import AuditEntry, Event, PadLink, Seat, Table, UnsentDeals
from tournaments.models.table import ENDED
from tournaments.selectors.table.cards import PlayerTag, player_tag

Used = dict[tuple[int | None, int | None], datetime]
"""When something was last written by a link (id), and by the address of which seat."""


@dataclass(frozen=True)
class SeatCode:
    number: int  # as people count
    player: PlayerTag
    used_at: datetime | None


@dataclass(frozen=True)
class TableCodes:
    """The table's own and one for each of its seats, which are made new and revoked with it."""

    table: Table
    link: int | None  # None where they are revoked
    used_at: datetime | None
    seats: list[SeatCode]
    unsent: int

    @property
    def is_over(self) -> bool:
        return self.table.status in ENDED


@dataclass(frozen=True)
class EventCodes:
    tables: list[TableCodes]  # those that are played first
    newest: int  # of the links that are shown

    @property
    def good(self) -> list[TableCodes]:
        return [each for each in self.tables if each.link]


def event_codes(event: Event) -> EventCodes:
    tables = list(event.tables.exclude(status=Table.Status.UNDONE).select_related("round"))
    links = dict(PadLink.objects.filter(table__in=tables, revoked_at=None).values_list("table", "pk"))
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=tables).select_related("entrant__player", "substitute"):
        seats.setdefault(seat.table_id, []).append(seat)
    used = _used(links.values())
    counts = UnsentDeals.objects.filter(table__in=tables).order_by().values_list("table")
    unsent = dict(counts.annotate(Sum("count")))
    shown = [_codes(each, links.get(each.pk), seats.get(each.pk, []), used, unsent) for each in tables]
    wanted = [each for each in shown if each.link or not each.is_over]
    return EventCodes(sorted(wanted, key=_place), max(links.values(), default=0))


def _place(each: TableCodes) -> tuple[bool, int, int]:
    """The newest round first."""
    return each.is_over, -(each.table.round_id or 0), each.table.number


def _used(links: Iterable[int]) -> Used:
    written = AuditEntry.objects.filter(pad_link__in=list(links)).order_by()
    return {(link, seat): at for link, seat, at in written.values_list("pad_link", "seat").annotate(Max("at"))}


def _codes(table: Table, link: int | None, seats: list[Seat], used: Used, unsent: dict[int, int]) -> TableCodes:
    return TableCodes(
        table=table,
        link=link,
        used_at=used.get((link, None)),
        seats=[SeatCode(seat.index + 1, player_tag(seat.player), used.get((link, seat.index))) for seat in seats],
        unsent=unsent.get(table.pk, 0),
    )
