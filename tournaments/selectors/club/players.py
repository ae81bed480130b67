from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Event, Player, Seat, Table
from tournaments.selectors.night.standings import Contest, StandingRow, club_standings, contests
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.cards import PlayerTag, player_tag


@dataclass(frozen=True)
class PlayedTable:
    event: Event
    table_id: int
    table_number: int
    status: str
    status_text: str
    score_text: str
    place: int | None
    seats: int
    opponents: list[PlayerTag]


@dataclass(frozen=True)
class PlayerPage:
    player: Player
    tonight: Event | None  # the latest night still open on which the player is or was
    games: list[tuple[Contest, StandingRow]]  # the player's lines of the club's all-time tables
    tables: list[PlayedTable]


def player_page(player_id: int) -> PlayerPage:
    """Raises Player.DoesNotExist."""
    player = Player.objects.select_related("club").get(pk=player_id)
    # Read before the results, so that its revision never promises too much.
    tonight = Event.objects.filter(entrants__player=player, status=Event.Status.OPEN).order_by("-date", "-id").first()
    own = list(
        Seat.objects.filter(Q(substitute=player) | Q(substitute=None, entrant__player=player))
        .exclude(table__status=Table.Status.UNDONE)
        .select_related("table__event")
        .order_by("-table__event__date", "-table_id")
    )
    others: dict[int, list[PlayerTag]] = {}
    tables = [seat.table_id for seat in own]
    for seat in Seat.objects.filter(table__in=tables).select_related("entrant__player", "substitute"):
        if seat.player != player:
            others.setdefault(seat.table_id, []).append(player_tag(seat.player))
    lines = [
        (contest, row)
        for contest in contests(seat.table.event for seat in own)
        for row in club_standings(player.club, contest)
        if row.player.id == player.pk
    ]
    return PlayerPage(player, tonight, lines, [_played_table(seat, others.get(seat.table_id, [])) for seat in own])


def _played_table(seat: Seat, opponents: list[PlayerTag]) -> PlayedTable:
    table = seat.table
    return PlayedTable(
        event=table.event,
        table_id=table.pk,
        table_number=table.number,
        status=table.status,
        status_text=str(table.get_status_display()),
        score_text=number_text(seat.score),
        place=seat.place if table.ended_at and table.deal_count else None,
        seats=len(opponents) + 1,
        opponents=opponents,
    )
