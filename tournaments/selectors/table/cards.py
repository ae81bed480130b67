"""Plain values ready to print, shared by the pages."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from scoring.games import GAMES
from tournaments.models import Event, Player, Seat, Table
from tournaments.models.table import ENDED
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.confirmations import is_stopped


@dataclass(frozen=True)
class PlayerTag:
    id: int
    name: str
    short_name: str
    colour: str


@dataclass(frozen=True)
class SeatLine:
    id: int
    index: int
    player: PlayerTag
    score: Fraction
    score_text: str
    place: int
    leads: bool
    stands_in_for: str  # the entrant whose seat a substitute has, else empty


@dataclass(frozen=True)
class TableCard:
    id: int
    number: int
    status: str
    status_text: str
    incomplete: bool  # closed unfinished (V10): marked wherever it counts
    playing: bool
    may_reopen: bool  # ended by the director, not by the game
    seats: list[SeatLine]
    deal_count: int
    deals_total: int | None  # None where the table plays on until it is ended
    last_deal_at: datetime | None
    began_in: str
    stopped: str  # why what it shows does not count: "disputed" or, once it has ended, "waiting"; else empty
    stopped_text: str


def player_tag(player: Player) -> PlayerTag:
    return PlayerTag(player.pk, player.name, player.short_name, player.colour)


def seat_line(seat: Seat, *, begun: bool) -> SeatLine:
    return SeatLine(
        id=seat.pk,
        index=seat.index,
        player=player_tag(seat.player),
        score=seat.score,
        score_text=number_text(seat.score),
        place=seat.place,
        leads=begun and seat.place == 1,
        stands_in_for=seat.entrant.player.short_name if seat.substitute else "",
    )


def _may_reopen(table: Table, event: Event) -> bool:
    if event.status != Event.Status.OPEN:
        return False
    ended_open = table.status == Table.Status.FINISHED and GAMES[event.game].is_open(event.game_rules)
    return ended_open or table.status == Table.Status.CLOSED


def _stopped(table: Table) -> str:
    waits = table.status in ENDED and table.confirmation == Table.ConfirmationState.WAITING
    asked = waits or table.confirmation == Table.ConfirmationState.DISPUTED
    return str(table.confirmation) if asked and is_stopped(table) else ""


def table_card(table: Table, seats: list[Seat], event: Event) -> TableCard:
    stopped = _stopped(table)
    return TableCard(
        id=table.pk,
        number=table.number,
        status=table.status,
        status_text=str(table.get_status_display()),
        incomplete=table.status == Table.Status.CLOSED,
        playing=table.status == Table.Status.PLAYING,
        may_reopen=_may_reopen(table, event),
        seats=[seat_line(seat, begun=table.deal_count > 0) for seat in seats],
        deal_count=table.deal_count,
        deals_total=GAMES[event.game].deals_in_all(event.game_rules, seats=len(seats)),
        last_deal_at=table.last_deal_at,
        began_in=table.began_in.name if table.began_in else "",
        stopped=stopped,
        stopped_text=str(table.get_confirmation_display()) if stopped else "",
    )
