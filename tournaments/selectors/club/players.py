"""A player's page, and what their own code shows: where they sit now, and with whom."""

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from scoring.games import GAMES
from tournaments.models import (
    OPEN_TO_ALL,
    Entrant,
    Event,
    EventReport,
    PadLink,
    Player,
    Round,
    Ruling,
    Seat,
    Stage,
    Table,
    Team,
)
from tournaments.models.table import ENDED
from tournaments.permissions import seat_token
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.club.standings import AllTimeLine, all_time_lines
from tournaments.selectors.table.cards import PlayerTag, number_text, player_tag
from tournaments.selectors.table.deals import ClockView, clock_of, clock_view

TABLES_A_PAGE = 20
LATEST = 12  # tables, on the overview
EVENINGS = 5  # on the page that a player's code opens
ON_TABLES = (Ruling.Kind.DECISION, Ruling.Kind.FORFEIT, Ruling.Kind.MATCH, Ruling.Kind.LIFTED)


@dataclass(frozen=True)
class PlayedTable:
    event_id: int
    event_name: str
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
    decided: bool  # by the director, whatever was played


@dataclass(frozen=True)
class PlayedEvening:
    """``place``: the player's in the event, once it is over; ``entrant``: who has it, where a page says why; ``team``:
    for whom they have played there, once that has a place.
    """

    event_id: int
    name: str
    date: date
    place: int | None
    entrant: int | None
    team: "TeamPlace | None"
    tables: list[PlayedTable]


class TeamPlace(NamedTuple):
    """Of a team in an event that is over, where so many are ``placed``, and this one is ``level`` with so many."""

    event: int
    name: str
    place: int
    placed: int
    level: int


@dataclass(frozen=True)
class PlayerPage:
    player: Player
    tonight: Event | None  # the latest night still open on which the player is or was
    page: Page[Seat]
    tables: list[PlayedTable]


@dataclass(frozen=True)
class PlayerOverview:
    """A player at one ``game``, which is empty before their first table. ``line``: their place in what they play most
    at it; ``tables``: the latest.
    """

    player: Player
    tonight: Event | None
    games: list[str]
    game: str
    line: AllTimeLine | None
    tables: list[PlayedTable]


def player_page(player_id: int, *, game: str = "", page: str = "", stricter: Set[int] | None = None) -> PlayerPage:
    """A player's tables, all or those of a game. Raises Player.DoesNotExist."""
    player = shown_player(player_id)
    tonight = _tonight(player, stricter)
    pages = Paginator(_latest(player, game, stricter), TABLES_A_PAGE)
    return PlayerPage(player, tonight, current_page := pages.get_page(page), _played_tables(current_page))


def player_overview(player_id: int, game: str = "", *, stricter: Set[int] | None = None) -> PlayerOverview:
    """A player at this game, else at the one they have played most. Raises Player.DoesNotExist, and KeyError where
    there is no such game.
    """
    player = shown_player(player_id)
    tonight = _tonight(player, stricter)
    lines = all_time_lines(player)
    played = Counter[str]()
    for line in lines:
        played[line.contest.game] += line.row.games
    game = GAMES[game].key if game else next((key for key, _games in played.most_common(1)), "")
    own = [line for line in lines if line.contest.game == game]
    tables = _played_tables(_latest(player, game, stricter)[:LATEST])
    game = game or next((table.game for table in tables), "")
    return PlayerOverview(
        player=player,
        tonight=tonight,
        games=[key for key in GAMES if key in {*played, game}],
        game=game,
        line=max(own, key=lambda line: line.row.games, default=None),
        tables=tables,
    )


def own_evenings(player: Player) -> list[PlayedEvening]:
    """The last few events at which the player sat, the newest first, each with all their tables there."""
    own = _latest(player, "", None)
    dated = own.order_by("-table__event__date", "-table__event_id").values_list("table__event", "table__event__date")
    events = [event for event, _date in dated.distinct()[:EVENINGS]]
    teams = {team.event: team for team in team_places(player, Q(event__in=events))}
    in_them = own.filter(table__event__in=events).select_related("table__event__report")
    seats = list(in_them.defer("table__event__report__moments"))
    evenings: dict[int, PlayedEvening] = {}
    for seat, played in zip(seats, _played_tables(seats), strict=True):
        event, entrant = seat.table.event, seat.entrant_id if seat.table.round_id else None
        if event.pk not in evenings:
            place, team = _place_in(event, player), teams.get(event.pk)
            evenings[event.pk] = PlayedEvening(event.pk, event.name, event.date, place, entrant, team, [])
        evenings[event.pk].tables.append(played)
    return list(evenings.values())


def team_places(player: Player, teams: Q) -> list[TeamPlace]:
    """Of these teams those that have a place and for which the player has played a game, also as a substitute, but on a
    night, where nobody stands in for a team. One query.
    """
    decided = Ruling.objects.filter(table=OuterRef("table"), kind__in=(Ruling.Kind.DECISION, Ruling.Kind.MATCH))
    played = own_seats(player).filter(Q(table__deal_count__gt=0) | Exists(decided))
    of_teams = played.filter(Q(substitute=None) | Q(table__round__isnull=False), entrant__team__place__isnull=False)
    own = Team.objects.filter(teams, pk__in=of_teams.values("entrant__team"))
    placed, level = Count("event__teams__place"), Count("event__teams", filter=Q(event__teams__place=F("place")))
    return [TeamPlace._make(row) for row in own.annotate(placed=placed, level=level).values_list(*TeamPlace._fields)]


def shown_player(player_id: int) -> Player:
    """A player by id; who was merged into another one is that one. Raises Player.DoesNotExist."""
    return Player.objects.select_related("club", "merge__into__club").get(pk=player_id).one


def _place_in(event: Event, player: Player) -> int | None:
    """As the report of the event has it, which there is once it is over."""
    report: EventReport | None = getattr(event, "report", None)
    return next((place for place, who, *_figures in report.places if who == player.pk), None) if report else None


def games_sat_at(player: Player, *, stricter: Set[int] | None = None) -> list[str]:
    """The games of the tables that `player_page` shows."""
    seats = _latest(player, "", stricter).order_by()
    games = set(seats.values_list("table__event__game", flat=True).distinct())
    return [game for game in GAMES if game in games]


def _tonight(player: Player, stricter: Set[int] | None) -> Event | None:
    """Read before the results, so that its revision never promises too much."""
    open_now = Event.objects.select_related("club").filter(entrants__player=player, status=Event.Status.OPEN)
    return open_now.filter(open_events(stricter)).order_by("-date", "-id").first()


def _latest(player: Player, game: str, stricter: Set[int] | None) -> QuerySet[Seat]:
    seats = own_seats(player).filter(open_events(stricter, path="table__event__"))
    of_game = seats.filter(table__event__game=game) if game else seats
    return of_game.select_related("table__event").order_by("-table__event__date", "-table_id")


def named_player(player_id: int) -> Player:
    """A player by id as `shown_player` has it; raises Player.DoesNotExist also where the name is gone."""
    player = shown_player(player_id)
    if player.anonymised_at:
        raise Player.DoesNotExist
    return player


def is_shown(played: PlayedTable, stricter: Set[int] | None) -> bool:
    """Whether a reader may see where a table was played, as `open_events` has it."""
    return stricter is None or played.event_visibility in OPEN_TO_ALL or played.event_id in stricter


def own_seats(player: Player) -> QuerySet[Seat]:
    seats = Seat.objects.filter(Q(substitute=player) | Q(entrant__in=player.entries.values("pk")))
    sat = seats.annotate(sits=Coalesce("substitute", "entrant__player")).filter(sits=player.pk)
    return sat.exclude(table__status=Table.Status.UNDONE)


def _played_tables(own: Iterable[Seat]) -> list[PlayedTable]:
    seats = list(own)
    others = Seat.objects.filter(table__in=[seat.table_id for seat in seats]).exclude(
        pk__in=[seat.pk for seat in seats]
    )
    opponents: dict[int, list[Seat]] = {seat.table_id: [] for seat in seats}
    for seat in others.select_related("entrant__player", "substitute"):
        opponents[seat.table_id].append(seat)
    rulings = _counting_rulings(seat.table for seat in seats)
    return [_played_table(seat, opponents[seat.table_id], rulings.get(seat.table_id)) for seat in seats]


def _counting_rulings(tables: Iterable[Table]) -> dict[int, Ruling]:
    """What was ruled on those that are over, by their ids: on a board alone before what was ruled on its match."""
    over = {table.pk: table for table in tables if table.round_id and table.status in ENDED}
    rulings: dict[int, Ruling] = {}
    for ruling in Ruling.objects.filter(table__in=over, kind__in=ON_TABLES) if over else ():
        pk = ruling.table_id or 0
        of_its_match = ruling.kind == Ruling.Kind.MATCH and over[pk].is_board
        if not (of_its_match and pk in rulings and rulings[pk].kind != Ruling.Kind.LIFTED):
            rulings[pk] = ruling
    return {pk: ruling for pk, ruling in rulings.items() if ruling.kind != Ruling.Kind.LIFTED}


def _played_table(seat: Seat, opponents: list[Seat], ruling: Ruling | None) -> PlayedTable:
    table = seat.table
    on_places = {Ruling.Kind.DECISION, *([Ruling.Kind.MATCH] if table.games == 1 else [])}
    decided = ruling is not None and ruling.kind in on_places
    places = dict(enumerate(ruling.value)) if ruling and decided else _played_places([seat, *opponents], table, ruling)
    place = places.get(seat.index)
    return PlayedTable(
        event_id=table.event_id,
        event_name=table.event.name,
        event_visibility=table.event.visibility,
        date=table.event.date,
        game=table.event.game,
        table_id=table.pk,
        table_number=table.number,
        status_text=str(ruling.get_kind_display() if ruling else table.get_status_display()),
        score_text="–" if ruling and not table.deal_count else number_text(seat.score),
        place=place,
        shared=place is not None and any(places.get(other.index) == place for other in opponents),
        seats=len(opponents) + 1,
        opponents=[other.player.short_name for other in opponents],
        decided=decided,
    )


def _played_places(seats: Iterable[Seat], table: Table, ruling: Ruling | None) -> dict[int, int]:
    """By index of the seat: by the deals, among those who did not forfeit."""
    if not table.ended_at or not table.deal_count:
        return {}
    gone = ruling.value if ruling and ruling.kind == Ruling.Kind.FORFEIT else []
    places = {seat.index: seat.place for seat in seats if seat.index not in gone}
    if gone and len(places) < 2:
        return {}
    return {index: 1 + sum(other < place for other in places.values()) for index, place in places.items()}


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
    """An open event in which the player has no table, and why."""

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
        return [*(seat.event for seat in self.seats), *(event.event for event in self.events)]


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
        others = [
            player_tag(neighbour.player)
            for neighbour in around
            if neighbour.table_id == seat.table_id and neighbour.pk != seat.pk
        ]
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
    """Entrants (ids), in the latest round of each stage of these events that is played."""
    rounds = Round.objects.filter(stage__event__in=events, stage__status=Stage.Status.RUNNING)
    published = rounds.filter(status=Round.Status.PUBLISHED)
    latest = {round_.stage_id: round_ for round_ in published.order_by("stage", "number")}
    return {who for drawn_round in latest.values() for who in drawn_round.seating.byes}


def _waiting(entry: Entrant, player: Player, *, has_bye: bool) -> MyEvent:
    if entry.substitute and entry.substitute != player:
        return MyEvent(entry.event, "replaced", entry.substitute.name)
    if entry.status != Entrant.Status.ACTIVE or entry.left_at:
        return MyEvent(entry.event, "gone")
    return MyEvent(entry.event, "bye" if has_bye else "waiting")
