"""Who plays in a league, which tables count for its fixtures, and what was played there."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from operator import attrgetter
from typing import Literal

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

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
    Table,
)
from tournaments.models.table import ENDED
from tournaments.selectors.ratings.tables import by_table
from tournaments.selectors.table.cards import PlayerTag, player_tag
from tournaments.selectors.table.confirmations import has_counting_result

Sitting = list[list[int | str]]
"""By seat: who sat there (id), the place and the score, exactly."""

Sets = set[frozenset[int]]
TableState = Literal["played", "ended", "at-play"]


def leagues_of(event: Event) -> list[League]:
    """Leagues for which an event counts, or has counted."""
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
    """Open nights of the league's game on its days, where a fixture can be played now."""
    season = league.season
    at_play = Event.objects.filter(club=season.club_id, kind__in=HOSTS_MATCHES, status=Event.Status.OPEN)
    nights = at_play.filter(game=league.game, date__range=(season.starts, season.ends))
    return nights.select_related("club").order_by("-date", "-pk")


def people_of(league: League) -> dict[int, Player]:
    """The person that each player of a league (by id) is, whoever was merged."""
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
    """Leagues in which somebody plays or played, the newest first; ``rows``: all rows that are this player."""
    members = LeaguePlayer.objects.filter(player__in=rows).select_related("league__season")
    return list(members.order_by("-league__season__starts", "-league__season_id"))


def leagues_on(player: Player) -> list[LeaguePlayer]:
    """A player's leagues that are drawn and not over, of seasons as visible as their club."""
    same = Q(player=player) | Q(player__merge__into=player)
    members = LeaguePlayer.objects.filter(same, league__season__archived_at=None, left_at=None)
    members = members.exclude(league__drawn_at=None).filter(league__season__visibility__in=OPEN_TO_ALL)
    return list(members.select_related("league__season").order_by("league__season__starts", "league__season_id"))


@dataclass(frozen=True)
class FixtureTable:
    """``ended``: None while it is played; ``state``: "ended" is a result that counts once its night is over."""

    table: int
    event: str
    day: date
    sitting: Sitting
    shown: bool
    ended: datetime | None
    state: TableState

    @property
    def players(self) -> frozenset[int]:
        return frozenset(int(who) for who, _, _ in self.sitting)

    @property
    def turn(self) -> tuple[bool, date, float, int]:
        return self.ended is None, self.day, self.ended.timestamp() if self.ended else 0.0, self.table


@dataclass
class LeagueReading:
    """What is known of a league while its page is made."""

    league: League
    stricter: Set[int] | None
    today: date = field(default_factory=timezone.localdate)

    @cached_property
    def members(self) -> list[LeaguePlayer]:
        return list(self.league.players.select_related("player__merge__into").order_by("division", "seed"))

    @cached_property
    def tags(self) -> dict[int, PlayerTag]:
        """By league player."""
        return {member.pk: player_tag(member.player.one) for member in self.members}

    @cached_property
    def home_tables(self) -> dict[int, int | None]:
        return {member.pk: member.home_table for member in self.members}

    @cached_property
    def left(self) -> set[int]:
        return {member.pk for member in self.members if member.left_at}

    @cached_property
    def gone(self) -> set[int]:
        """Who does not play the next time."""
        return self.left | {member.pk for member in self.members if member.player.one.anonymised_at}

    def is_shown(self, event: int, visibility: str) -> bool:
        return self.stricter is None or visibility in OPEN_TO_ALL or event in self.stricter

    @cached_property
    def nights(self) -> list[Event]:
        return list(open_nights(self.league))

    @cached_property
    def tables(self) -> Mapping[frozenset[int], list[FixtureTable]]:
        """The tables of exactly these, in the order in which they count for their fixtures: by when they ended, those
        still at play last.
        """
        tables = defaultdict[frozenset[int], list[FixtureTable]](list)
        for table in sorted([*self._played(), *self._tonight()], key=attrgetter("turn")):
            tables[table.players].append(table)
        return tables

    def _played(self) -> Iterator[FixtureTable]:
        columns = ("table", "event", "event__visibility", "event__name", "event__date", "table__ended_at", "sitting")
        rows = LeagueTable.objects.filter(league=self.league).values_list(*columns)
        for table, event, visibility, name, day, ended, sitting in rows:
            yield FixtureTable(table, name, day, sitting, self.is_shown(event, visibility), ended, "played")

    def _tonight(self) -> Iterator[FixtureTable]:
        """What is being played, or waits for the end of its night."""
        events = {event.pk: event for event in self.nights}
        seats = Seat.objects.filter(table__event__in=open_nights(self.league).order_by()).exclude(
            table__status=Table.Status.UNDONE
        )
        sittings = defaultdict[Table, list[Seat]](list)
        for seat in seats.select_related("table", "entrant").order_by("table_id", "index"):
            sittings[seat.table].append(seat)
        for table, sitting in sittings.items():
            if table.status in ENDED and not table.deal_count:
                continue  # nothing was played there
            people = [sitter.substitute_id or sitter.entrant.player_id for sitter in sitting]
            scores: Sitting = [[who, seat.place, str(seat.score)] for who, seat in zip(people, sitting, strict=True)]
            event, ended = events[table.event_id], table.ended_at if table.status in ENDED else None
            state: TableState = "ended" if has_counting_result(table) else "at-play"
            shown = self.is_shown(event.pk, event.visibility)
            yield FixtureTable(table.pk, event.name, event.date, scores, shown, ended, state)
