"""The codes of an event's pads, with how long they are good and when they were last used, and a club's permanent codes
for its tables and players; what is printed on the cards of its tables.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Q, Sum

from tournaments.codes import player_code, table_code
from tournaments.models import AuditEntry, Club, Event, PadLink, RoomTable, Seat, Stage, Table, UnsentDeals
from tournaments.models.table import ENDED
from tournaments.permissions import seat_token
from tournaments.selectors.club.clubs import players_of
from tournaments.selectors.table.cards import PlayerTag, TableCard, player_tag, seat_rows, table_cards

USUAL_ROOM = 6


@dataclass(frozen=True)
class ClubCode:
    code: str
    edition: int
    table: int | None = None
    player: PlayerTag | None = None


def room_size(club: Club) -> int:
    """The highest number a table of the club ever had."""
    return Table.objects.filter(event__club=club).aggregate(most=Max("number"))["most"] or USUAL_ROOM


def codes_of_tables(club: Club, *, count: int) -> list[ClubCode]:
    editions = dict(RoomTable.objects.filter(club=club).values_list("number", "code_edition"))
    numbered = [(number, editions.get(number, 0)) for number in range(1, count + 1)]
    return [ClubCode(table_code(club.pk, number, edition), edition, table=number) for number, edition in numbered]


def codes_of_players(club: Club) -> list[ClubCode]:
    return [
        ClubCode(player_code(player.pk, player.code_edition), player.code_edition, player=player_tag(player))
        for player in players_of(club)
    ]


@dataclass(frozen=True)
class TableNow:
    event: Event
    card: TableCard
    token: str


def played_at(club: Club, number: int) -> list[TableNow]:
    """What is played at this table of the room, or else what ended there last of what is still open."""
    links = PadLink.objects.filter(
        revoked_at=None, table__event__club=club, table__event__status=Event.Status.OPEN, table__number=number
    )
    links = links.exclude(table__status=Table.Status.UNDONE).select_related("table__event").order_by("-table_id")
    now = [link for link in links if link.table.status == Table.Status.PLAYING] or links[:1]
    tables = defaultdict[Event, list[int]](list)
    for link in now:
        tables[link.table.event].append(link.table_id)
    cards = {}
    for event, ids in tables.items():
        for card in table_cards(seat_rows(Q(table__in=ids)), event):
            cards[card.id] = card
    return [TableNow(link.table.event, cards[link.table_id], link.token) for link in now]


Used = dict[tuple[int | None, int | None], datetime]
"""When something was last written by a link (id), and by the address of which seat."""


@dataclass(frozen=True)
class SeatCode:
    number: int  # as people count
    player: PlayerTag
    used_at: datetime | None


@dataclass(frozen=True)
class TableCodes:
    """A table's own code and one for each of its seats, which are made new and revoked with it."""

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
        return [table for table in self.tables if table.link]


def event_codes(event: Event) -> EventCodes:
    tables = list(event.tables.exclude(status=Table.Status.UNDONE).select_related("round"))
    links = dict(PadLink.objects.filter(table__in=tables, revoked_at=None).values_list("table", "pk"))
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=tables).select_related("entrant__player", "substitute"):
        seats.setdefault(seat.table_id, []).append(seat)
    used = _used(links.values())
    counts = UnsentDeals.objects.filter(table__in=tables).order_by().values_list("table")
    unsent = dict(counts.annotate(Sum("count")))
    shown = [_codes(table, links.get(table.pk), seats.get(table.pk, []), used, unsent) for table in tables]
    useful = [codes for codes in shown if codes.link or not codes.is_over]
    return EventCodes(sorted(useful, key=_place), max(links.values(), default=0))


def _place(codes: TableCodes) -> tuple[bool, int, int]:
    """Sorts tables by round, the newest first, those that are over last."""
    return codes.is_over, -(codes.table.round_id or 0), codes.table.number


def _used(links: Iterable[int]) -> Used:
    written = AuditEntry.objects.filter(pad_link__in=list(links)).order_by()
    return {
        (link, seat): last_used for link, seat, last_used in written.values_list("pad_link", "seat").annotate(Max("at"))
    }


def _codes(table: Table, link: int | None, seats: list[Seat], used: Used, unsent: dict[int, int]) -> TableCodes:
    return TableCodes(
        table=table,
        link=link,
        used_at=used.get((link, None)),
        seats=[SeatCode(seat.index + 1, player_tag(seat.player), used.get((link, seat.index))) for seat in seats],
        unsent=unsent.get(table.pk, 0),
    )


@dataclass(frozen=True)
class SeatCard:
    number: int  # as people count, from 1
    player: PlayerTag
    token: str


@dataclass(frozen=True)
class PadCard:
    table_id: int
    number: int
    token: str
    stage: Stage | None
    seats: list[SeatCard]

    @property
    def players(self) -> list[PlayerTag]:
        return [seat.player for seat in self.seats]


def pad_cards(event: Event, *, table_id: int | None = None, round_id: int | None = None) -> list[PadCard]:
    """What is printed on the cards of an event's tables, of one or of those of a round: those that still play and have
    a valid link."""
    links = PadLink.objects.filter(
        revoked_at=None,
        table__event=event,
        table__status__in=(Table.Status.PLAYING, Table.Status.ADJOURNED),
    )
    if table_id is not None:
        links = links.filter(table=table_id)
    if round_id is not None:
        links = links.filter(table__round=round_id)
    links = links.select_related("table__round__stage").order_by("table__number")
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__event=event).select_related("entrant__player", "substitute"):
        seats.setdefault(seat.table_id, []).append(seat)
    return [_pad_card(link, seats[link.table_id], event) for link in links]


def _pad_card(link: PadLink, seats: list[Seat], event: Event) -> PadCard:
    stage = link.table.round.stage if link.table.round else None
    if stage:
        stage.event = event
    return PadCard(
        table_id=link.table_id,
        number=link.table.number,
        token=link.token,
        stage=stage,
        seats=[
            SeatCard(seat.index + 1, player_tag(seat.player), seat_token(link, seat.entrant.player_id))
            for seat in seats
        ],
    )
