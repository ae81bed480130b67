"""Which tables count for the fixtures of a league, and what was played there."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import (
    HOSTS_MATCHES,
    OPEN_TO_ALL,
    Event,
    Fixture,
    League,
    LeaguePlayer,
    LeagueTable,
    Player,
    Seat,
)
from tournaments.selectors.ratings.tables import by_table

Sitting = list[list[int | str]]
"""By seat: who sat there (id), the place and the score, exactly."""

Sets = set[frozenset[int]]


def leagues_of(event: Event) -> list[League]:
    """For which it counts, or has counted."""
    counts = Q(drawn_at__isnull=False, game=event.game, season__club=event.club_id)
    counts &= Q(season__starts__lte=event.date, season__ends__gte=event.date)
    held = Exists(LeagueTable.objects.filter(league=OuterRef("pk"), event=event))
    return list(League.objects.filter(counts | held).select_related("season"))


def counts_for(event: Event, league: League) -> bool:
    """Whether an event counts for a league: a night that is over, in the league's season, after its fixtures were
    drawn.
    """
    is_over = event.hosts_matches and event.status == Event.Status.FINISHED
    on_its_days = league.season.starts <= event.date <= league.season.ends
    return is_over and on_its_days and league.drawn_at is not None and league.game == event.game


def counting_events(league: League) -> list[Event]:
    season = league.season
    nights = Event.objects.filter(club=season.club_id, kind__in=HOSTS_MATCHES, game=league.game)
    return list(nights.filter(status=Event.Status.FINISHED, date__range=(season.starts, season.ends)))


def open_nights(league: League) -> QuerySet[Event]:
    """Of its game and on its days: where a fixture can be played now."""
    season = league.season
    at_play = Event.objects.filter(club=season.club_id, kind__in=HOSTS_MATCHES, status=Event.Status.OPEN)
    nights = at_play.filter(game=league.game, date__range=(season.starts, season.ends))
    return nights.select_related("club").order_by("-date", "-pk")


def people_of(league: League) -> dict[int, Player]:
    """Who each of its players is, whoever was merged."""
    rows = league.players.select_related("player__merge__into")
    return {row.pk: row.player.one for row in rows}


def sets_of(league: League) -> Sets:
    """Who have to meet."""
    people = {pk: player.pk for pk, player in people_of(league).items()}
    drawn = Fixture.objects.filter(league=league).order_by().values_list("players", flat=True)
    return {frozenset(people[pk] for pk in players) for players in drawn}


def tables_for(sets: Sets, events: Iterable[Event]) -> dict[int, dict[int, Sitting]]:
    """The tables at which exactly one of these sets sat: by event and table."""
    tables = {
        key: seats
        for key, seats in by_table(event.pk for event in events).items()
        if frozenset(player for player, _ in seats) in sets
    }
    scores = defaultdict[int, list[str]](list)
    seats = Seat.objects.filter(table__in=[table for _, table in tables]).order_by("table_id", "index")
    for table, score in seats.values_list("table_id", "score"):
        scores[table].append(str(score))
    sittings: dict[int, dict[int, Sitting]] = defaultdict(dict)
    for (event, table), sat in tables.items():
        sittings[event][table] = [[who, place, score] for (who, place), score in zip(sat, scores[table], strict=True)]
    return sittings


def kept_tables(league: League) -> dict[int, dict[int, Sitting]]:
    sittings: dict[int, dict[int, Sitting]] = defaultdict(dict)
    for event, table, sitting in LeagueTable.objects.filter(league=league).values_list("event", "table", "sitting"):
        sittings[event][table] = sitting
    return sittings


def leagues_with(rows: Collection[Player]) -> list[LeaguePlayer]:
    """In which somebody plays or played, the newest first; ``rows``: all that are this one."""
    members = LeaguePlayer.objects.filter(player__in=rows).select_related("league__season")
    return list(members.order_by("-league__season__starts", "-league__season_id"))


def leagues_on(player: Player) -> list[LeaguePlayer]:
    """A player's leagues that are drawn and not over, of seasons as visible as their club."""
    same = Q(player=player) | Q(player__merge__into=player)
    members = LeaguePlayer.objects.filter(same, league__season__archived_at=None, left_at=None)
    members = members.exclude(league__drawn_at=None).filter(league__season__visibility__in=OPEN_TO_ALL)
    return list(members.select_related("league__season").order_by("league__season__starts", "league__season_id"))
