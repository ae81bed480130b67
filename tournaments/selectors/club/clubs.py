from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Lower

from tournaments.models import Club, Event, Player, Table
from tournaments.selectors.night.standings import Contest, StandingRow, club_standings, contests


@dataclass(frozen=True)
class GameTable:
    contest: Contest
    standings: list[StandingRow]


@dataclass(frozen=True)
class ClubPage:
    club: Club
    open_events: list[Event]
    past_events: list[Event]
    games: list[GameTable]


def clubs() -> QuerySet[Club]:
    return Club.objects.annotate(player_count=Count("players", distinct=True)).order_by("name")


def club_page(slug: str) -> ClubPage:
    """Nights newest first, each with `table_count` and `player_count`; all-time standings per game played.

    Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    events = list(
        club.events.annotate(
            table_count=Count("tables", filter=~Q(tables__status=Table.Status.UNDONE), distinct=True),
            playing_count=Count("tables", filter=Q(tables__status=Table.Status.PLAYING), distinct=True),
            player_count=Count("entrants", distinct=True),
        ).order_by("-date", "-id")
    )
    return ClubPage(
        club=club,
        open_events=[event for event in events if event.status == Event.Status.OPEN],
        past_events=[event for event in events if event.status == Event.Status.FINISHED],
        games=[GameTable(contest, club_standings(club, contest)) for contest in contests(events)],
    )


def players_of(club: Club) -> QuerySet[Player]:
    return club.players.all()


def last_game(club: Club) -> str | None:
    """The game of the club's newest event."""
    return club.events.values_list("game", flat=True).first()


def roster(club: Club) -> QuerySet[Player]:
    return club.players.annotate(night_count=Count("entries", distinct=True)).order_by(Lower("name"))
