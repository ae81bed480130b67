"""The divisions of a league for everybody: their tables, and who has met whom."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Literal

from django.utils import timezone

from tournaments.formats.leagues import (
    DivisionMoves,
    LeagueRow,
    LeagueRules,
    Result,
    moves_of,
    next_divisions,
    standing,
    with_ways,
)
from tournaments.models import OPEN_TO_ALL, Event, Fixture, League, LeaguePlayer, LeagueTable, Seat, Table
from tournaments.models.table import ENDED
from tournaments.selectors.league.results import Sitting, open_nights
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.cards import PlayerTag, player_tag
from tournaments.selectors.table.confirmations import has_counting_result

TableState = Literal["played", "ended", "at-play"]
State = Literal["played", "decided", "left", "tonight", "late", "due", "to-come"]


@dataclass(frozen=True)
class Sat:
    """Somebody of a fixture; ``place`` and ``score`` where there are any."""

    player: PlayerTag
    place: int | None = None
    score: str = ""


@dataclass(frozen=True)
class FixtureLine:
    """``table``: where it was played, None where that is hidden from the reader; ``has_ended``: tonight's, which is
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
        return frozenset(seat.player.id for seat in self.sat)

    @property
    def result(self) -> Result:
        return [(seat.player.id, seat.place or 0) for seat in self.sat]


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
    moves: DivisionMoves

    @property
    def to_play(self) -> list[FixtureLine]:
        return [fixture for fixture in self.fixtures if not fixture.is_over]

    @property
    def now(self) -> list[FixtureLine]:
        """Whose turn it is: tonight's, those that are late, and those of this round."""
        return [fixture for state in ("tonight", "late", "due") for fixture in self.fixtures if fixture.state == state]

    @property
    def rounds(self) -> list[tuple[FixtureLine, list[FixtureLine]]]:
        """Each with its first one, which knows its days."""
        rounds = defaultdict[int, list[FixtureLine]](list)
        for fixture in self.fixtures:
            rounds[fixture.round].append(fixture)
        return [(fixtures[0], fixtures) for fixtures in rounds.values()]

    @property
    def over(self) -> int:
        return len(self.fixtures) - len(self.to_play)

    @property
    def ended_tonight(self) -> int:
        """How many fixtures have ended tonight; they count once the night is over."""
        return sum(fixture.has_ended for fixture in self.fixtures)


@dataclass(frozen=True)
class LeaguePage:
    """``playing``: nights that are open and may bring results, as far as the reader may see them."""

    league: League
    league_rules: LeagueRules
    divisions: list[DivisionPage]
    playing: list[Event]

    def next_time(self) -> list[list[PlayerTag]]:
        """Who plays in which division, as it stands."""
        tags = {line.player.id: line.player for division in self.divisions for line in division.lines}
        ordered = [[line.player.id for line in division.lines if not line.has_left] for division in self.divisions]
        divisions = next_divisions(ordered, [division.moves for division in self.divisions])
        return [[tags[who] for who in players] for players in divisions]

    @property
    def lines(self) -> list[LeagueLine]:
        return [line for division in self.divisions for line in division.lines]

    def division(self, number: int) -> DivisionPage:
        """Raises KeyError."""
        return {division.number: division for division in self.divisions}[number]

    def fixture(self, pk: int) -> tuple[DivisionPage, FixtureLine]:
        """Raises KeyError."""
        return {line.id: (division, line) for division in self.divisions for line in division.fixtures}[pk]


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
    moves = moves_of([[player.pk for player in players] for players in members.values()], reading.gone, rules)
    divisions = [
        _division(reading, number, members[number], fixtures[number], rules, move)
        for number, move in zip(members, moves, strict=True)
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
    moves: DivisionMoves,
) -> DivisionPage:
    lines = list(_fixture_lines(reading, fixtures, tonight=True))
    by_player = {reading.tags[member.pk].id: member for member in members}
    gone = {player for player, member in by_player.items() if member.pk in reading.gone}
    counting = _rows(by_player, _fixture_lines(reading, fixtures, tonight=False), rules, moves, gone)
    sure = {row.player: row.way for row in counting if row.sure}
    tonight = {player for line in lines if line.has_ended for player in line.players}
    rows = _rows(by_player, lines, rules, moves, gone)
    shown = []
    for row in rows:
        member = by_player[row.player]
        if member.player.one.anonymised_at is None:
            own = replace(row, sure=row.sure and sure.get(row.player) == row.way)
            tag, has_left = reading.tags[member.pk], bool(member.left_at)
            shown.append(LeagueLine(own, tag, member.pk, has_left, row.player in tonight, member.home_table))
    return DivisionPage(number, shown, lines, moves)


def _rows(
    players: Iterable[int], lines: Iterable[FixtureLine], rules: LeagueRules, moves: DivisionMoves, gone: Set[int]
) -> list[LeagueRow]:
    counted: dict[bool, list[FixtureLine]] = {True: [], False: []}
    for line in lines:
        counted[line.is_over or line.has_ended].append(line)
    rows = standing(
        players, [fixture.result for fixture in counted[True]], [fixture.players for fixture in counted[False]], rules
    )
    return with_ways(rows, rules, moves, gone=gone)


def _fixture_lines(reading: _LeagueReading, fixtures: Sequence[Fixture], *, tonight: bool) -> Iterable[FixtureLine]:
    """Each with the table at which who is at home receives the others; ``tonight``: also what does not count yet."""
    for fixture, line in zip(fixtures, _told_in_turn(reading, fixtures, tonight=tonight), strict=True):
        yield replace(line, home_table=reading.home_tables[fixture.players[0]])


def _told_in_turn(reading: _LeagueReading, fixtures: Sequence[Fixture], *, tonight: bool) -> Iterable[FixtureLine]:
    """The tables at which the same people sat belong to their fixtures in turn; whoever leaves keeps what has ended."""
    taken = defaultdict[frozenset[int], int](int)
    for fixture in fixtures:
        sitting = frozenset(reading.tags[pk].id for pk in fixture.players)
        if fixture.decided:
            yield _line(fixture, "decided", _placed(reading, fixture, fixture.decided))
            continue
        tables = [candidate for candidate in reading.tables.get(sitting, ()) if tonight or candidate.state == "played"]
        table = tables[taken[sitting]] if taken[sitting] < len(tables) else None
        taken[sitting] += 1
        gone = reading.left & set(fixture.players)
        if table and (table.ended or not gone):
            yield _at_table(reading, fixture, table)
        elif gone:
            yield _line(fixture, "left", _placed(reading, fixture, _walkover(fixture, gone)))
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


def _at_table(reading: _LeagueReading, fixture: Fixture, played: FixtureTable) -> FixtureLine:
    by_player = {who: (int(place), Fraction(score)) for who, place, score in played.sitting}
    sat = []
    for pk in fixture.players:
        tag = reading.tags[pk]
        place, score = by_player[tag.id]
        sat.append(Sat(tag, place, number_text(score)))
    table, event = (played.table, played.event) if played.shown else (None, "")
    state: State = "played" if played.state == "played" else "tonight"
    line = _line(fixture, state, sat, table=table, event=event, day=played.day if played.shown else None)
    return replace(line, has_ended=played.state == "ended")


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
