"""The divisions of a league for everybody: their tables, and who has met whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Literal

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.formats.leagues.counting import LeagueRules, exchanged
from tournaments.formats.leagues.fixtures import next_divisions
from tournaments.formats.leagues.standing import LeagueRow, Result, standing, with_ways
from tournaments.models import OPEN_TO_ALL, Event, Fixture, League, LeaguePlayer, LeagueTable, Seat, Table
from tournaments.selectors.league.counting import Sitting
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.cards import PlayerTag, player_tag
from tournaments.selectors.table.confirmations import has_counting_result

State = Literal["played", "decided", "left", "tonight", "late", "due", "to-come"]


@dataclass(frozen=True)
class Sat:
    """Somebody of a fixture; ``place`` and ``score`` where there are any."""

    player: PlayerTag
    place: int | None = None
    score: str = ""


@dataclass(frozen=True)
class FixtureLine:
    """``table``: where it was played, None where that is hidden from who looks; ``has_ended``: tonight's, which is
    in the division's table already.
    """

    id: int
    round: int
    starts: date
    ends: date
    state: State
    sat: list[Sat]
    table: int | None = None
    event: str = ""
    day: date | None = None
    has_ended: bool = False
    home_table: int | None = None

    @property
    def is_over(self) -> bool:
        return self.state in ("played", "decided", "left")

    @property
    def table_to_play(self) -> int | None:
        """As long as they sit nowhere."""
        return None if self.is_over or self.state == "tonight" else self.home_table

    @property
    def players(self) -> frozenset[int]:
        return frozenset(each.player.id for each in self.sat)

    @property
    def result(self) -> Result:
        return [(each.player.id, each.place or 0) for each in self.sat]


@dataclass(frozen=True)
class LeagueLine:
    row: LeagueRow
    player: PlayerTag
    member: int  # the league player's id
    has_left: bool
    so_far: bool  # a table of tonight is in it
    home_table: int | None

    @property
    def points_text(self) -> str:
        return number_text(self.row.points)


@dataclass(frozen=True)
class DivisionPage:
    number: int
    lines: list[LeagueLine]
    fixtures: list[FixtureLine]

    @property
    def to_play(self) -> list[FixtureLine]:
        return [each for each in self.fixtures if not each.is_over]

    @property
    def now(self) -> list[FixtureLine]:
        """Whose turn it is: tonight's, those that are late, and those of this round."""
        return [each for state in ("tonight", "late", "due") for each in self.fixtures if each.state == state]

    @property
    def rounds(self) -> list[tuple[FixtureLine, list[FixtureLine]]]:
        """Each with its first one, which knows its days."""
        found = defaultdict[int, list[FixtureLine]](list)
        for each in self.fixtures:
            found[each.round].append(each)
        return [(fixtures[0], fixtures) for fixtures in found.values()]

    @property
    def over(self) -> int:
        return len(self.fixtures) - len(self.to_play)

    @property
    def ended_tonight(self) -> int:
        """They count once the night is over."""
        return sum(each.has_ended for each in self.fixtures)


@dataclass(frozen=True)
class LeaguePage:
    """``playing``: nights that are open and may bring results, as far as who looks may see them."""

    league: League
    league_rules: LeagueRules
    divisions: list[DivisionPage]
    playing: list[Event]

    def next_time(self) -> list[list[PlayerTag]]:
        """Who plays in which division, as it stands."""
        tags = {line.player.id: line.player for division in self.divisions for line in division.lines}
        ordered = [[line.player.id for line in each.lines if not line.has_left] for each in self.divisions]
        return [[tags[who] for who in players] for players in next_divisions(ordered, self.league_rules)]

    @property
    def lines(self) -> list[LeagueLine]:
        return [line for division in self.divisions for line in division.lines]

    def division(self, number: int) -> DivisionPage:
        """Raises KeyError."""
        return {each.number: each for each in self.divisions}[number]

    def fixture(self, pk: int) -> tuple[DivisionPage, FixtureLine]:
        """Raises KeyError."""
        return {line.id: (each, line) for each in self.divisions for line in each.fixtures}[pk]


@dataclass(frozen=True)
class FixtureTable:
    table: int
    event: str
    day: date
    sitting: Sitting
    shown: bool
    has_ended: bool = True


@dataclass
class _LeagueReading:
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
        return {each.pk: player_tag(each.player.one) for each in self.members}

    @cached_property
    def home_tables(self) -> dict[int, int | None]:
        return {each.pk: each.home_table for each in self.members}

    @cached_property
    def left(self) -> set[int]:
        return {each.pk for each in self.members if each.left_at}

    def is_shown(self, event: int, visibility: str) -> bool:
        return self.stricter is None or visibility in OPEN_TO_ALL or event in self.stricter

    @cached_property
    def played(self) -> Mapping[frozenset[int], list[FixtureTable]]:
        """The tables that were played by exactly these, the earliest first."""
        found = defaultdict[frozenset[int], list[FixtureTable]](list)
        columns = ("table", "event", "event__visibility", "event__name", "event__date", "sitting")
        rows = LeagueTable.objects.filter(league=self.league).order_by("event__date", "table__ended_at", "table")
        for table, event, visibility, name, day, sitting in rows.values_list(*columns):
            shown = self.is_shown(event, visibility)
            found[frozenset(who for who, _, _ in sitting)].append(FixtureTable(table, name, day, sitting, shown))
        return found

    @cached_property
    def nights(self) -> list[Event]:
        return list(open_nights(self.league))

    @cached_property
    def tonight(self) -> Mapping[frozenset[int], FixtureTable]:
        """What is being played, or waits for the end of its night."""
        events = {event.pk: event for event in self.nights}
        seats = Seat.objects.filter(table__event__in=open_nights(self.league).order_by()).exclude(
            table__status=Table.Status.UNDONE
        )
        tables = defaultdict[int, list[Seat]](list)
        for seat in seats.select_related("table", "entrant").order_by("table__number", "table_id", "index"):
            tables[seat.table_id].append(seat)
        found = {}
        for sitting in tables.values():
            table, event = sitting[0].table, events[sitting[0].table.event_id]
            people = [each.substitute_id or each.entrant.player_id for each in sitting]
            scores: Sitting = [[who, each.place, str(each.score)] for who, each in zip(people, sitting, strict=True)]
            shown = self.is_shown(event.pk, event.visibility)
            has_ended = table.deal_count > 0 and has_counting_result(table)
            found[frozenset(people)] = FixtureTable(table.pk, event.name, event.date, scores, shown, has_ended)
        return found


def open_nights(league: League) -> QuerySet[Event]:
    """Of its game and on its days: where a fixture can be played now."""
    season = league.season
    at_play = Event.objects.filter(club=season.club_id, kind=Event.Kind.CLUB_NIGHT, status=Event.Status.OPEN)
    found = at_play.filter(game=league.game, date__range=(season.starts, season.ends))
    return found.select_related("club").order_by("-date", "-pk")


def read_league(season_id: int) -> League:
    """With its season and club. Raises League.DoesNotExist."""
    return League.objects.select_related("season__club").get(season=season_id)


def league_page(league: League, *, stricter: Set[int] | None = None) -> LeaguePage:
    reading = _LeagueReading(league, stricter)
    rules = league.league_rules
    fixtures = defaultdict[int, list[Fixture]](list)
    for fixture in Fixture.objects.filter(league=league).order_by("round", "pk"):
        fixtures[fixture.division].append(fixture)
    members = defaultdict[int, list[LeaguePlayer]](list)
    for member in reading.members:
        members[member.division].append(member)
    moving = [0, *exchanged([len(each) for each in members.values()], rules.moving), 0]
    divisions = [
        _division(reading, number, members[number], fixtures[number], rules, up=up, down=down)
        for number, up, down in zip(members, moving, moving[1:], strict=False)
    ]
    over = league.season.archived_at or not league.drawn_at
    playing = [] if over else [event for event in reading.nights if reading.is_shown(event.pk, event.visibility)]
    return LeaguePage(league, rules, divisions, playing)


def _division(
    reading: _LeagueReading,
    number: int,
    members: Sequence[LeaguePlayer],
    fixtures: Sequence[Fixture],
    rules: LeagueRules,
    *,
    up: int,
    down: int,
) -> DivisionPage:
    lines = list(_fixture_lines(reading, fixtures))
    by_player = {reading.tags[each.pk].id: each for each in members}
    kept = _rows(by_player, lines, rules, up=up, down=down, tonight=False)
    sure = {row.player: row.way for row in kept if row.sure}
    tonight = {player for each in lines if each.has_ended for player in each.players}
    rows = _rows(by_player, lines, rules, up=up, down=down, tonight=True)
    shown = [
        LeagueLine(
            replace(row, sure=row.sure and sure.get(row.player) == row.way),
            reading.tags[member.pk],
            member.pk,
            bool(member.left_at),
            row.player in tonight,
            member.home_table,
        )
        for row in rows
        for member in [by_player[row.player]]
        if member.player.one.anonymised_at is None
    ]
    return DivisionPage(number, shown, lines)


def _rows(
    players: Iterable[int], lines: Iterable[FixtureLine], rules: LeagueRules, *, up: int, down: int, tonight: bool
) -> list[LeagueRow]:
    """With what has ended tonight, or by what counts."""
    counted: dict[bool, list[FixtureLine]] = {True: [], False: []}
    for each in lines:
        counted[each.is_over or (tonight and each.has_ended)].append(each)
    rows = standing(players, [each.result for each in counted[True]], [each.players for each in counted[False]], rules)
    return with_ways(rows, rules, up=up, down=down)


def _fixture_lines(reading: _LeagueReading, fixtures: Sequence[Fixture]) -> Iterable[FixtureLine]:
    """Each with the table at which who is at home receives the others."""
    for fixture, line in zip(fixtures, _told_in_turn(reading, fixtures), strict=True):
        yield replace(line, home_table=reading.home_tables[fixture.players[0]])


def _told_in_turn(reading: _LeagueReading, fixtures: Sequence[Fixture]) -> Iterable[FixtureLine]:
    """The tables at which the same people sat belong to their fixtures in turn."""
    taken = defaultdict[frozenset[int], int](int)
    for fixture in fixtures:
        sitting = frozenset(reading.tags[pk].id for pk in fixture.players)
        if fixture.decided:
            yield _line(fixture, "decided", _placed(reading, fixture, fixture.decided))
            continue
        tables, at = reading.played.get(sitting, []), taken[sitting]
        taken[sitting] += 1
        if at < len(tables):
            yield _at_table(reading, fixture, "played", tables[at])
        elif gone := reading.left & set(fixture.players):
            yield _line(fixture, "left", _placed(reading, fixture, _walkover(fixture, gone)))
        elif at == len(tables) and sitting in reading.tonight:
            yield _at_table(reading, fixture, "tonight", reading.tonight[sitting])
        else:
            yield _line(fixture, _turn(fixture, reading.today), [Sat(reading.tags[pk]) for pk in fixture.players])


def _walkover(fixture: Fixture, gone: Set[int]) -> list[int]:
    """Who has left stands behind everybody else; where all have, nobody wins."""
    stay = len(fixture.players) - len(gone)
    return [1 + stay * (pk in gone) for pk in fixture.players]


def _turn(fixture: Fixture, today: date) -> State:
    if fixture.ends < today:
        return "late"
    return "due" if fixture.starts <= today else "to-come"


def _placed(reading: _LeagueReading, fixture: Fixture, places: Sequence[int]) -> list[Sat]:
    return [Sat(reading.tags[pk], place) for pk, place in zip(fixture.players, places, strict=True)]


def _at_table(reading: _LeagueReading, fixture: Fixture, state: State, played: FixtureTable) -> FixtureLine:
    by_player = {who: (int(place), Fraction(score)) for who, place, score in played.sitting}
    sat = [
        Sat(tag, place, number_text(score))
        for tag in (reading.tags[pk] for pk in fixture.players)
        for place, score in [by_player[tag.id]]
    ]
    table, event = (played.table, played.event) if played.shown else (None, "")
    line = _line(fixture, state, sat, table=table, event=event, day=played.day if played.shown else None)
    return replace(line, has_ended=state == "tonight" and played.has_ended)


def _line(
    fixture: Fixture,
    state: State,
    sat: list[Sat],
    *,
    table: int | None = None,
    event: str = "",
    day: date | None = None,
) -> FixtureLine:
    return FixtureLine(
        fixture.pk, fixture.round, fixture.starts, fixture.ends, state, sat, table=table, event=event, day=day
    )
