"""Clubs and their pages, and whatever a director may want to go to: tables by number or player, people, events."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain
from operator import itemgetter
from typing import NamedTuple, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import (
    OPEN_TO_ALL,
    WITH_ROUNDS,
    WITHOUT_ROUNDS,
    Claim,
    Club,
    ComingNight,
    Entrant,
    Event,
    Player,
    Seat,
    Table,
    Visibility,
    name_order,
    plain_letters,
)
from tournaments.selectors.club.standings import Contest, Tally, all_time, club_row, ranked
from tournaments.selectors.night.desk import came
from tournaments.selectors.night.scoreboard import LiveRow, standing_row
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, tag

RECENT_NIGHTS = 3  # of which the latest that somebody has won has the last podium
NIGHTS_A_PAGE = 24
ROWS_A_PAGE = 100
MOST_AGAIN = 4


@dataclass(frozen=True)
class Asked:
    """Which part of the all-time standings is to be shown, as somebody's address has it."""

    contest: str = ""  # whose standings are turned to `page`
    page: str = ""
    name: str = ""  # whoever has it in their name is to be found in the standings


@dataclass(frozen=True)
class GameTable:
    contest: Contest
    standings: list[StandingRow]
    page: Page[tuple[int, int]]
    found: list[int]  # players by id, best first
    unfolded: bool

    @property
    def rows(self) -> list[LiveRow]:
        within = f"{self.contest.key}-"
        return [standing_row(row, within=within, found=row.player.id in self.found) for row in self.standings]


class NightBefore(NamedTuple):
    """The newest night of its name and game."""

    pk: int
    name: str
    game: str


@dataclass(frozen=True)
class ClubPage:
    club: Club
    open_events: list[Event]
    recent: list[Event]
    again: list[NightBefore]
    tags: Mapping[int, PlayerTag]  # of all players by id

    @property
    def nobody_came(self) -> bool:
        return bool(self.open_events) and all(map(_is_empty, self.open_events))


class StoppedTable(NamedTuple):
    """Waits for the director: its result is disputed, it claims another winner, or it calls."""

    pk: int
    number: int
    event: int
    is_disputed: bool


@dataclass(frozen=True)
class NightsPage:
    club: Club
    page: Page[int]  # by id
    nights: list[Event]


@dataclass(frozen=True)
class AllTimePage:
    club: Club
    open_event: Event | None
    games: list[GameTable]

    @property
    def is_long(self) -> bool:
        return any(table.page.has_other_pages() for table in self.games)

    @property
    def anybody_found(self) -> bool:
        return any(table.found for table in self.games)


@dataclass(frozen=True)
class ListedClub:
    club: Club
    players: int
    open_events: list[Event]
    stopped: StoppedTable | None = None  # for whoever directs it
    next_night: ComingNight | None = None


def clubs(*, ids: Collection[int] = ()) -> list[Club]:
    """The clubs that everybody may find, and those of these ``ids``, which who asks knows."""
    listed = Club.objects.filter(Q(visibility=Visibility.PUBLIC) | Q(pk__in=ids))
    return sorted(listed, key=lambda club: name_order(club.name))


def listed_clubs(*, ids: Collection[int] = (), directed: Collection[Club] = ()) -> list[ListedClub]:
    """Each with what is played there now that everybody may find; those ``directed`` with all of it, with the table
    that has to be seen to, and with the night that comes next.
    """
    counts = dict(Player.objects.filter(merge=None).order_by().values_list("club").annotate(count=Count("pk")))
    running: dict[int, list[Event]] = defaultdict(list)
    visible = Q(visibility__in=OPEN_TO_ALL) | Q(club__in=directed)
    for event in Event.objects.filter(visible, status=Event.Status.OPEN):
        running[event.club_id].append(event)
    club_list = clubs(ids=ids)
    if not directed:
        return [ListedClub(club, counts.get(club.pk, 0), running[club.pk]) for club in club_list]
    of_directed = chain.from_iterable(running[club.pk] for club in directed)
    stopped = stopped_tables([event.pk for event in of_directed])
    ahead = ComingNight.objects.filter(club__in=directed, event=None, cancelled_at=None, ends_at__gt=timezone.now())
    coming = {night.club_id: night for night in ahead.order_by("-starts_at", "-pk")}
    lines = []
    for club in club_list:
        to_see_to = next((stopped[event.pk] for event in running[club.pk] if event.pk in stopped), None)
        lines.append(ListedClub(club, counts.get(club.pk, 0), running[club.pk], to_see_to, coming.get(club.pk)))
    return lines


def read_club(slug: str) -> Club:
    """A club by its address. Raises Club.DoesNotExist."""
    return Club.objects.get(slug=slug)


def is_any_club() -> bool:
    return Club.objects.exists()


def open_events(stricter: Set[int] | None, *, path: str = "") -> Q:
    """Events that are as their club, and of the stricter ones these; None: all of them."""
    if stricter is None:
        return Q()
    return Q(**{f"{path}visibility__in": OPEN_TO_ALL}) | Q(**{f"{path}pk__in": stricter})


def club_page(slug: str, *, stricter: Set[int] | None = None) -> ClubPage:
    """Nights newest first, open ones without players last, each as `_counted`. Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    events = club.events.filter(open_events(stricter))
    nights = list(events.order_by("-date", "-id").values_list("pk", "status", "kind", "name", "game"))
    open_now = [pk for pk, status, *_ in nights if status == Event.Status.OPEN]
    recent = [pk for pk, status, *_ in nights if status == Event.Status.FINISHED][:RECENT_NIGHTS]
    nights_before = [NightBefore(pk, name, game) for pk, status, kind, name, game in nights if _serves(kind, status)]
    # Read before the results, so that their revisions never promise too much.
    shown = _counted([*open_now, *recent])
    return ClubPage(
        club=club,
        open_events=sorted((shown[pk] for pk in open_now), key=_is_empty),
        recent=[shown[pk] for pk in recent],
        again=_newest_by_name(nights_before),
        tags=player_tags(club),
    )


def stopped_tables(events: Collection[int]) -> dict[int, StoppedTable]:
    """The table of each of these events (ids) that has to be seen to first."""
    disputed = Q(confirmation=Table.ConfirmationState.DISPUTED) | Exists(
        Claim.objects.filter(table=OuterRef("pk"), answer="")
    )
    tables = Table.objects.annotate(is_disputed=Case(When(disputed, then=True), default=False))
    stopped = tables.filter(Q(is_disputed=True) | Q(called_at__isnull=False), event__in=events)
    rows = stopped.exclude(status=Table.Status.UNDONE).order_by("is_disputed", "-called_at", "-number", "-pk")
    return {row.event: row for row in map(StoppedTable._make, rows.values_list(*StoppedTable._fields))}


def nights_page(slug: str, number: str = "", *, stricter: Set[int] | None = None) -> NightsPage:
    """What is over, newest first. Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    past = club.events.filter(open_events(stricter), status=Event.Status.FINISHED).order_by("-date", "-id")
    page = Paginator(list(past.values_list("pk", flat=True)), NIGHTS_A_PAGE).get_page(number)
    events = _counted(list(page))
    return NightsPage(club, page, [events[pk] for pk in page])


def all_time_page(slug: str, wanted: Asked = Asked(), *, stricter: Set[int] | None = None) -> AllTimePage:
    """Standings per game played. Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    running = club.events.filter(open_events(stricter), status=Event.Status.OPEN).order_by("-date", "-id")
    # Read before the results, so that its revision never promises too much.
    open_event = running.first()
    return AllTimePage(club, open_event, _game_tables(club, wanted, player_tags(club)))


def _newest_by_name(nights: Iterable[NightBefore]) -> list[NightBefore]:
    newest: dict[tuple[str, str], NightBefore] = {}
    for night in nights:
        newest.setdefault((night.name, night.game), night)
    return list(newest.values())[:MOST_AGAIN]


def _serves(kind: str, status: str) -> bool:
    """As a model for another night."""
    return kind in WITHOUT_ROUNDS and status != Event.Status.DISCARDED


def nights_again(club: Club) -> list[NightBefore]:
    """What another night may be like, the newest first."""
    nights = club.events.filter(kind__in=WITHOUT_ROUNDS).exclude(status=Event.Status.DISCARDED)
    newest = nights.order_by("-date", "-id").values_list("pk", "name", "game")[:NIGHTS_A_PAGE]
    return _newest_by_name(NightBefore(*night) for night in newest)


def players_of(club: Club) -> list[Player]:
    """The club's players who are offered wherever somebody is chosen."""
    return _by_name(club.players.filter(archived_at=None))


def last_game(club: Club) -> str | None:
    """The game of the club's newest event."""
    return club.events.values_list("game", flat=True).first()


def roster(club: Club) -> list[Player]:
    """All players on a club's list; who was merged into another one is that one."""
    return _by_name(with_nights(club.players.filter(merge=None)))


def with_nights(players: QuerySet[Player]) -> QuerySet[Player]:
    """Each with ``night_count``: to how many events they came."""
    return players.annotate(night_count=_count(_taking_part(), by="player"))


def _by_name(players: Iterable[Player]) -> list[Player]:
    return sorted(players, key=lambda player: name_order(player.name))


def _counted(event_ids: list[int]) -> dict[int, Event]:
    """A join would multiply tables by entrants."""
    tables = Table.objects.exclude(status=Table.Status.UNDONE)
    events = Event.objects.select_related("club").annotate(
        table_count=_count(tables),
        playing_count=_count(tables.filter(status=Table.Status.PLAYING)),
        player_count=_count(_taking_part()),
    )
    return dict(events.order_by().in_bulk(event_ids))


def _is_empty(event: Event) -> bool:
    return not event.player_count  # type: ignore[attr-defined]


def _taking_part() -> QuerySet[Entrant]:
    return Entrant.objects.people().filter(came() | Q(event__kind__in=WITH_ROUNDS))


def _count(rows: QuerySet[Table] | QuerySet[Entrant], *, by: str = "event") -> Coalesce:
    """Of the rows that belong to the event, or whatever else they are counted by."""
    counted = rows.filter(**{by: OuterRef("pk")}).order_by().values(by).annotate(rows=Count("pk")).values("rows")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def player_tags(club: Club) -> dict[int, PlayerTag]:
    return {values[0]: tag(*values) for values in club.players.order_by().values_list(*PLAYER_COLUMNS)}


def _game_tables(club: Club, wanted: Asked, tags: Mapping[int, PlayerTag]) -> list[GameTable]:
    tallies = all_time(club)
    sought = wanted.name.strip().casefold()
    hits = {pk for pk, tag in tags.items() if sought and sought in f"{tag.name}\n{tag.short_name}".casefold()}
    return [_game_table(contest, of_players, tags, hits, wanted) for contest, of_players in tallies.items()]


def _game_table(
    contest: Contest, tallies: Mapping[int, Tally], tags: Mapping[int, PlayerTag], named: set[int], wanted: Asked
) -> GameTable:
    ranks = ranked(tallies, tags)
    places = [place for place, (_, player) in enumerate(ranks) if player in named]
    asked_for = wanted.contest == contest.key
    number = wanted.page if asked_for else 1 + min(places, default=0) // ROWS_A_PAGE
    page = Paginator(ranks, ROWS_A_PAGE).get_page(number)
    return GameTable(
        contest=contest,
        standings=[club_row(tallies[player], tags[player], rank=rank) for rank, player in page],
        page=page,
        found=[ranks[place][1] for place in places],
        unfolded=asked_for or bool(places),
    )


MOST = 6  # of each
LIKENESS = 0.7  # of two words that are near, as difflib has it

Named = TypeVar("Named")


@dataclass(frozen=True)
class FoundTable:
    id: int
    event_id: int
    number: int
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Findings:
    tables: list[FoundTable]
    events: list[Event]
    players: list[Player]

    def __bool__(self) -> bool:
        return bool(self.tables or self.events or self.players)


def find(text: str, *, clubs: Sequence[Club], event: Event | None) -> Findings:
    """What is called so in these clubs; tables only of this event. Accents and capitals do not matter; without a text
    there is little.
    """
    sought = plain_letters(text.strip())
    tables = _tables(event, sought) if event and sought else []
    events = Event.objects.filter(club__in=clubs).exclude(status=Event.Status.DISCARDED).order_by("-date", "-pk")
    if not sought:
        return Findings([], list(events.filter(status=Event.Status.OPEN)[:MOST]), [])
    named = [event for event in events.only("pk", "name", "date", "status") if sought in plain_letters(event.name)]
    people = Player.objects.filter(club__in=clubs, merge=None, anonymised_at=None).order_by()
    players = [person for person in people if sought in plain_letters(f"{person.name}\n{person.nickname}")]
    return Findings(tables, named[:MOST], sorted(players, key=lambda player: _rank(player, sought))[:MOST])


def find_nearest(text: str, *, clubs: Sequence[Club]) -> Findings:
    """People and events whose names have a word nearly the same as in ``text``: for where nothing is called so."""
    sought = plain_letters(text.strip())
    events = Event.objects.filter(club__in=clubs).exclude(status=Event.Status.DISCARDED).order_by("-date", "-pk")
    named = [(event, event.name) for event in events.only("pk", "name", "date", "status")]
    people = Player.objects.filter(club__in=clubs, merge=None, anonymised_at=None).order_by("pk")
    return Findings([], nearest(sought, named), nearest(sought, [(person, person.name) for person in people]))


def nearest(sought: str, named: Sequence[tuple[Named, str]]) -> list[Named]:
    """Those whose names come nearest to ``sought`` (in plain letters), the nearest first."""
    words = [(plain_letters(name), candidate) for candidate, name in named]
    all_words = {part for name, _each in words for part in (name, *name.split())}
    near = get_close_matches(sought, sorted(all_words), n=MOST, cutoff=LIKENESS)
    ranks = {word: rank for rank, word in enumerate(near)}
    hits = [(min(ranks.get(part, MOST) for part in (name, *name.split())), candidate) for name, candidate in words]
    return [candidate for rank, candidate in sorted(hits, key=itemgetter(0)) if rank < MOST][:MOST]


def _rank(player: Player, sought: str) -> tuple[bool, bool, str]:
    """Whose name begins so comes first, and who is archived last."""
    return player.archived_at is not None, not _begins(player.name, sought), name_order(player.name)


def _begins(name: str, sought: str) -> bool:
    return any(word.startswith(sought) for word in plain_letters(name).split())


def _tables(event: Event, sought: str) -> list[FoundTable]:
    """Of the same number the one that plays, else the newest."""
    seats = Seat.objects.filter(table__event=event).exclude(table__status=Table.Status.UNDONE)
    order = {Table.Status.PLAYING: 0, Table.Status.ADJOURNED: 1}
    tables: dict[int, FoundTable] = {}
    ranks: dict[int, tuple[int, int]] = {}
    for seat in seats.select_related("table", "entrant__player", "substitute").order_by("table", "index"):
        table = seat.table
        tables.setdefault(table.pk, FoundTable(table.pk, event.pk, table.number)).names.append(seat.player.full_name)
        ranks[table.pk] = (order.get(Table.Status(table.status), 2), -table.pk)
    hits = [
        table
        for table in tables.values()
        if sought == str(table.number) or any(sought in plain_letters(name) for name in table.names)
    ]
    named = {table.id: any(_begins(name, sought) for name in table.names) for table in hits}
    return sorted(hits, key=lambda table: (not named[table.id], *ranks[table.id]))[:MOST]
