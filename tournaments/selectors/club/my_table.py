"""What a player's own code shows: where they sit now, and with whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Q

from tournaments.models import Entrant, Event, PadLink, Player, Round, Seat, Table
from tournaments.permissions import seat_token
from tournaments.selectors.club.players import own_seats
from tournaments.selectors.table.cards import PlayerTag, player_tag
from tournaments.selectors.table.clock import clock_of
from tournaments.selectors.table.clock_view import ClockView, clock_view

Waits = Literal["", "waiting", "bye", "gone", "replaced"]


@dataclass(frozen=True)
class MySeat:
    event: Event
    table: Table
    number: int  # of the seat, as people count
    round: Round | None
    others: list[PlayerTag]
    stands_in_for: str
    token: str | None  # of the seat's own pad
    clock: ClockView | None

    @property
    def playing(self) -> bool:
        return self.table.status == Table.Status.PLAYING


@dataclass(frozen=True)
class MyEvent:
    """An open event in which the player has no table: why."""

    event: Event
    waits: Waits
    substitute: str = ""


@dataclass(frozen=True)
class MyTable:
    seats: list[MySeat]  # those playing first
    events: list[MyEvent]

    @property
    def event(self) -> Event | None:
        """Which the page follows."""
        return next(iter(self.all_events), None)

    @property
    def all_events(self) -> list[Event]:
        return [*(seat.event for seat in self.seats), *(each.event for each in self.events)]


def my_table(player: Player, *, now: datetime) -> MyTable:
    entries = list(
        Entrant.objects.filter(Q(player=player) | Q(substitute=player), event__status=Event.Status.OPEN)
        .select_related("event__club", "substitute")
        .order_by("-event__date", "-event_id")
    )
    seats = sorted(_seats_of(player, now=now), key=lambda seat: not seat.playing)
    seated = {seat.event.pk for seat in seats if seat.playing}
    byes = _who_has_a_bye({entry.event_id for entry in entries} - seated)
    events = {
        entry.event_id: _waiting(entry, player, has_bye=entry.pk in byes)
        for entry in entries
        if entry.event_id not in seated
    }
    return MyTable(seats, list(events.values()))


def _seats_of(player: Player, *, now: datetime) -> Iterable[MySeat]:
    own = own_seats(player).filter(
        table__event__status=Event.Status.OPEN, table__status__in=(Table.Status.PLAYING, Table.Status.ADJOURNED)
    )
    joined = own.select_related("table__event__club", "table__round__stage", "entrant__player")
    seats = list(joined.order_by("-table_id"))
    tables = [seat.table_id for seat in seats]
    links = {link.table_id: link for link in PadLink.objects.filter(table__in=tables, revoked_at=None)}
    around = list(Seat.objects.filter(table__in=tables).select_related("entrant__player", "substitute"))
    for seat in seats:
        others = [player_tag(each.player) for each in around if each.table_id == seat.table_id and each.pk != seat.pk]
        yield _my_seat(seat, others, links.get(seat.table_id), now=now)


def _my_seat(seat: Seat, others: list[PlayerTag], link: PadLink | None, *, now: datetime) -> MySeat:
    table = seat.table
    clock = clock_of(table.round) if table.round else None
    return MySeat(
        event=table.event,
        table=table,
        number=seat.index + 1,
        round=table.round,
        others=others,
        stands_in_for=seat.entrant.player.short_name if seat.substitute_id else "",
        token=seat_token(link, seat.entrant.player_id) if link else None,
        clock=clock_view(clock, now=now, extra_minutes=table.extra_minutes) if clock else None,
    )


def _who_has_a_bye(events: set[int]) -> set[int]:
    """Entrants (ids), in the latest round of each of these events."""
    rounds = Round.objects.filter(stage__event__in=events, status=Round.Status.PUBLISHED).select_related("stage")
    latest = {each.stage.event_id: each for each in rounds.order_by("stage__number", "number")}
    return {who for each in latest.values() for who in each.seating.byes}


def _waiting(entry: Entrant, player: Player, *, has_bye: bool) -> MyEvent:
    if entry.substitute and entry.substitute != player:
        return MyEvent(entry.event, "replaced", entry.substitute.name)
    if entry.status != Entrant.Status.ACTIVE or entry.left_at:
        return MyEvent(entry.event, "gone")
    return MyEvent(entry.event, "bye" if has_bye else "waiting")
