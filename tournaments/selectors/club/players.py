from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import date

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments.models import OPEN_TO_ALL, Event, Player, Seat, Table
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.club.contests import Contest
from tournaments.selectors.club.standings import club_row, rank
from tournaments.selectors.club.tallies import all_time
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.cards import player_tag

TABLES_A_PAGE = 20


@dataclass(frozen=True)
class PlayedTable:
    event_id: int
    event_visibility: str
    date: date
    game: str
    table_id: int
    table_number: int
    status_text: str
    score_text: str
    place: int | None
    shared: bool  # with somebody else at the table
    seats: int
    opponents: list[str]


@dataclass(frozen=True)
class PlayerPage:
    player: Player
    tonight: Event | None  # the latest night still open on which the player is or was
    games: list[tuple[Contest, StandingRow]]  # the player's lines of the club's all-time tables
    page: Page[Seat]
    tables: list[PlayedTable]


def player_page(player_id: int, *, page: str = "", stricter: Set[int] | None = None) -> PlayerPage:
    """Who was merged into another one is that one. Raises Player.DoesNotExist."""
    player = Player.objects.select_related("club", "merge__into__club").get(pk=player_id).one
    # Read before the results, so that its revision never promises too much.
    open_now = Event.objects.select_related("club").filter(entrants__player=player, status=Event.Status.OPEN)
    own = own_seats(player).filter(open_events(stricter, path="table__event__"))
    tonight = open_now.filter(open_events(stricter)).order_by("-date", "-id").first()
    shown = Paginator(own.select_related("table__event").order_by("-table__event__date", "-table_id"), TABLES_A_PAGE)
    return PlayerPage(player, tonight, all_time_lines(player), found := shown.get_page(page), _played_tables(found))


def named_player(player_id: int) -> Player:
    """Who was merged into another one is that one. Raises Player.DoesNotExist, also where the name is gone."""
    player = Player.objects.select_related("club", "merge__into__club").get(pk=player_id).one
    if player.anonymised_at:
        raise Player.DoesNotExist
    return player


def is_shown(played: PlayedTable, stricter: Set[int] | None) -> bool:
    """As `open_events` has it."""
    return stricter is None or played.event_visibility in OPEN_TO_ALL or played.event_id in stricter


def own_seats(player: Player) -> QuerySet[Seat]:
    here = Seat.objects.filter(Q(substitute=player) | Q(entrant__in=player.entries.values("pk")))
    sat = here.annotate(sits=Coalesce("substitute", "entrant__player")).filter(sits=player.pk)
    return sat.exclude(table__status=Table.Status.UNDONE)


def all_time_lines(player: Player) -> list[tuple[Contest, StandingRow]]:
    """One of each of the club's all-time tables."""
    tag = player_tag(player)
    tallies = all_time(player.club)
    return [
        (contest, club_row(of_players[player.pk], tag, rank=rank(player.pk, of_players)))
        for contest, of_players in tallies.items()
        if player.pk in of_players
    ]


def favourite(games: Sequence[tuple[Contest, StandingRow]]) -> tuple[Contest, StandingRow] | None:
    """What was played most, where there is a choice."""
    return max(games, key=lambda line: line[1].games) if len(games) > 1 else None


def _played_tables(own: Page[Seat]) -> list[PlayedTable]:
    seats = list(own)
    others = Seat.objects.filter(table__in=[seat.table_id for seat in seats]).exclude(
        pk__in=[seat.pk for seat in seats]
    )
    opponents: dict[int, list[Seat]] = {seat.table_id: [] for seat in seats}
    for seat in others.select_related("entrant__player", "substitute"):
        opponents[seat.table_id].append(seat)
    return [_played_table(seat, opponents[seat.table_id]) for seat in seats]


def _played_table(seat: Seat, opponents: list[Seat]) -> PlayedTable:
    table = seat.table
    return PlayedTable(
        event_id=table.event_id,
        event_visibility=table.event.visibility,
        date=table.event.date,
        game=table.event.game,
        table_id=table.pk,
        table_number=table.number,
        status_text=str(table.get_status_display()),
        score_text=number_text(seat.score),
        place=seat.place if table.ended_at and table.deal_count else None,
        shared=any(other.place == seat.place for other in opponents),
        seats=len(opponents) + 1,
        opponents=[other.player.short_name for other in opponents],
    )
