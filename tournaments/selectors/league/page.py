"""The divisions of a league for everybody: their tables, and who has met whom, as a cross-table too; and what a
director plans a league from.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Literal

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
from tournaments.models import (
    Event,
    Fixture,
    League,
    LeaguePlayer,
    Player,
    Season,
    name_order,
)
from tournaments.selectors.league.results import FixtureTable, LeagueReading
from tournaments.selectors.table.cards import PlayerTag, number_text

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
    team: str

    @property
    def points_text(self) -> str:
        return number_text(self.row.points)


@dataclass(frozen=True)
class DivisionPage:
    """``anonymous``: who has a place and is not among the ``lines``."""

    number: int
    lines: list[LeagueLine]
    anonymous: list[LeagueLine]
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


def read_league(season_id: int) -> League:
    """A league with its season and club. Raises League.DoesNotExist."""
    return League.objects.select_related("season__club").get(season=season_id)


def league_page(league: League, *, stricter: Set[int] | None = None) -> LeaguePage:
    reading = LeagueReading(league, stricter)
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
    reading: LeagueReading,
    number: int,
    members: Sequence[LeaguePlayer],
    fixtures: Sequence[Fixture],
    rules: LeagueRules,
    moves: DivisionMoves,
) -> DivisionPage:
    lines = list(_fixture_lines(reading, fixtures, tonight=True))
    by_player = {reading.tags[member.pk].id: member for member in members}
    left = {player for player, member in by_player.items() if member.pk in reading.gone}
    counting = _rows(by_player, _fixture_lines(reading, fixtures, tonight=False), rules, moves, left)
    sure = {row.player: row.way for row in counting if row.sure}
    tonight = {player for line in lines if line.has_ended for player in line.players}
    rows = _rows(by_player, lines, rules, moves, left)
    shown: list[LeagueLine] = []
    anonymous: list[LeagueLine] = []
    for row in rows:
        member = by_player[row.player]
        own = replace(row, sure=row.sure and sure.get(row.player) == row.way)
        tag, has_left, so_far = reading.tags[member.pk], bool(member.left_at), row.player in tonight
        line = LeagueLine(own, tag, member.pk, has_left, so_far, member.home_table, member.team)
        (anonymous if member.player.one.anonymised_at else shown).append(line)
    return DivisionPage(number, shown, anonymous, lines, moves)


def _rows(
    players: Iterable[int], lines: Iterable[FixtureLine], rules: LeagueRules, moves: DivisionMoves, left: Set[int]
) -> list[LeagueRow]:
    counted: dict[bool, list[FixtureLine]] = {True: [], False: []}
    for line in lines:
        counted[line.is_over or line.has_ended].append(line)
    rows = standing(
        players, [fixture.result for fixture in counted[True]], [fixture.players for fixture in counted[False]], rules
    )
    return with_ways(rows, rules, moves, gone=left)


def _fixture_lines(reading: LeagueReading, fixtures: Sequence[Fixture], *, tonight: bool) -> Iterable[FixtureLine]:
    """Each with the table at which who is at home receives the others; ``tonight``: also what does not count yet."""
    for fixture, line in zip(fixtures, _told_in_turn(reading, fixtures, tonight=tonight), strict=True):
        yield replace(line, home_table=reading.home_tables[fixture.players[0]])


def _told_in_turn(reading: LeagueReading, fixtures: Sequence[Fixture], *, tonight: bool) -> Iterable[FixtureLine]:
    """The tables at which the same people sat belong to their fixtures in turn; whoever leaves keeps what has ended."""
    table_counts = defaultdict[frozenset[int], int](int)
    for fixture in fixtures:
        sitting = frozenset(reading.tags[pk].id for pk in fixture.players)
        if fixture.decided:
            yield _line(fixture, "decided", _placed(reading, fixture, fixture.decided))
            continue
        tables = [candidate for candidate in reading.tables.get(sitting, ()) if tonight or candidate.state == "played"]
        table = tables[table_counts[sitting]] if table_counts[sitting] < len(tables) else None
        table_counts[sitting] += 1
        left = reading.left & set(fixture.players)
        if table and (table.ended or not left):
            yield _at_table(reading, fixture, table)
        elif left:
            yield _line(fixture, "left", _placed(reading, fixture, _walkover(fixture, left)))
        else:
            yield _line(fixture, _turn(fixture, reading.today), [Sat(reading.tags[pk]) for pk in fixture.players])


def _walkover(fixture: Fixture, left: Set[int]) -> list[int]:
    """Who has left stands behind everybody else; where all have, nobody wins."""
    stay = len(fixture.players) - len(left)
    return [1 + stay * (pk in left) for pk in fixture.players]


def _turn(fixture: Fixture, today: date) -> State:
    if fixture.ends < today:
        return "late"
    return "due" if fixture.starts <= today else "to-come"


def _placed(reading: LeagueReading, fixture: Fixture, places: Sequence[int]) -> list[Sat]:
    return [Sat(reading.tags[pk], place) for pk, place in zip(fixture.players, places, strict=True)]


def _at_table(reading: LeagueReading, fixture: Fixture, played: FixtureTable) -> FixtureLine:
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


Mark = Literal["won", "drawn", "lost", "to-play"]


@dataclass(frozen=True)
class CrossMeeting:
    """Of two, as the one of the row sees it."""

    fixture: int
    mark: Mark
    score: str
    so_far: bool  # of tonight, and counts once the night is over


@dataclass(frozen=True)
class CrossLine:
    line: LeagueLine
    cells: list[list[CrossMeeting] | None]  # by column; None: oneself


def cross_lines(division: DivisionPage) -> list[CrossLine]:
    met = defaultdict[tuple[int, int], list[CrossMeeting]](list)
    for fixture in division.fixtures:
        for own in fixture.sat:
            for other in fixture.sat:
                if own is not other:
                    score = f"{own.score}:{other.score}" if own.score else ""
                    has_result = fixture.is_over or fixture.has_ended
                    mark = _mark(own.place, other.place) if has_result else "to-play"
                    meeting = CrossMeeting(fixture.id, mark, score, fixture.has_ended)
                    met[own.player.id, other.player.id].append(meeting)
    ids = [line.player.id for line in division.lines]
    lines = []
    for who, line in zip(ids, division.lines, strict=True):
        lines.append(CrossLine(line, [None if who == other else met[who, other] for other in ids]))
    return lines


def _mark(place: int | None, other: int | None) -> Mark:
    if place is None or other is None:
        return "to-play"
    return "drawn" if place == other else "won" if place < other else "lost"


@dataclass(frozen=True)
class Plan:
    """``divisions``: who plays where (ids), and in which of the ``teams``, as it is planned or as the league before
    proposes it. ``people``: who may play; once the fixtures are drawn, who does.
    """

    season: Season
    league: League | None  # of this season
    like: League | None  # the club's latest other one
    people: list[Player]
    divisions: list[list[int]]
    teams: dict[int, str]


def plan_of(season: Season) -> Plan:
    people = list(season.club.players.filter(archived_at=None, anonymised_at=None))
    own = League.objects.filter(season=season).first()
    earlier = League.objects.filter(season__club=season.club_id, season__starts__lt=season.starts).exclude(
        drawn_at=None
    )
    like = earlier.select_related("season__club").order_by("-season__starts", "-season_id").first()
    divisions: dict[int, list[int]] = {}
    teams: dict[int, str] = {}
    if own:
        for row in own.players.select_related("player__merge__into").order_by("division", "seed"):
            divisions.setdefault(row.division, []).append(row.player.one.pk)
            teams[row.player.one.pk] = row.team
        if own.drawn_at:
            people = [row.player.one for row in own.players.select_related("player__merge__into")]
    elif like:
        before = league_page(like)
        next_divisions = before.next_time()
        teams = {line.player.id: line.team for line in before.lines if not line.has_left}
        divisions = {
            number: [player.id for player in players] for number, players in enumerate(next_divisions, start=1)
        }
    ordered = sorted(people, key=lambda player: name_order(player.name))
    return Plan(season, own, like, ordered, list(divisions.values()), teams)
