"""Matches of teams by the sheets “Tables and pairings” and “Teams”: the tables of a round are boards, of which those of
the same two teams are a match.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.formats.boards import by_seat
from tournaments.imports.pairings import NUMBER, Pairings, Where
from tournaments.imports.sheets import SheetIn
from tournaments.imports.trf import LineFault
from tournaments.models import Entrant, tidy_name
from tournaments.selectors.table.cards import number_text
from tournaments.services.files.imports import BroughtEvent, BroughtRound
from tournaments.services.files.tables import BroughtSeat, BroughtTable
from tournaments.words.files import line_fault

Teams = frozenset[str]
LEFT = (Entrant.Status.WITHDRAWN, Entrant.Status.EXPELLED)


class TeamMember(NamedTuple):
    team: str
    captain: bool = False


@dataclass
class Members:
    """By name; also of teams that meet over no boards. ``teams`` as they were written first, by what that is without
    capitals; which have ``left``, with their status, and their ``seeds`` in the first stage.
    """

    by_name: dict[str, TeamMember] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)
    left: dict[str, str] = field(default_factory=dict)
    seeds: dict[str, int] = field(default_factory=dict)
    faults: list[LineFault] = field(default_factory=list)

    def team_called(self, name: str) -> str:
        return self.teams.get(name.casefold(), name)


def read_members(sheet: SheetIn | None, pairings: Pairings) -> Members:
    """Of a sheet with the columns team and player. A name that is shown of whoever stood in is that of the member."""
    members, lines = Members(), dict[str, int]()
    for line, cells in sheet.rows() if sheet else ():
        shown, team = pairings.as_first(cells.get("player", "")), tidy_name(cells.get("team", ""))
        name = pairings.stand_ins.get(shown, shown)
        if not name or not team:
            continue
        team = members.teams.setdefault(team.casefold(), team)
        if (status := cells.get("team_status", "")) in LEFT:
            members.left[team] = status
        if NUMBER.fullmatch(seed := cells.get("team_seed", "")):
            members.seeds[team] = int(seed)
        earlier = lines.setdefault(name, line)
        if earlier != line:
            members.faults.append(LineFault(line, line_fault("name-twice", name=name, line=earlier)))
        else:
            members.by_name[name] = TeamMember(team, cells.get("captain") == "1")
    return members


def with_matches(
    rounds: Mapping[Where, BroughtRound], pairings: Pairings, members: Members, boards: int
) -> tuple[dict[Where, BroughtRound], list[LineFault]]:
    """The rounds with the matches of their ``boards``."""
    faults: list[LineFault] = []
    matches = {
        where: _Round(where, round_, pairings, members, boards, faults).read() for where, round_ in rounds.items()
    }
    played = [table for round_ in matches.values() for table in round_.tables]
    most = max((len(people) for table in played for people in table.line_ups.values()), default=boards)
    if most < boards and not faults:
        faults.append(LineFault(1, line_fault("trf-board-count", read=most, boards=boards)))
    return matches, faults


class MatchRows(NamedTuple):
    """Of a round: each match as its two teams and the points of their boards."""

    stage: int
    number: int
    matches: list[tuple[str, str, str]]


def match_rows(event: BroughtEvent) -> list[MatchRows]:
    """Of the rounds in which teams have met."""
    rounds = [(stage.number, at, round_) for stage in event.stages for at, round_ in enumerate(stage.rounds, start=1)]
    rows = [
        MatchRows(stage, number, [_row(table) for table in round_.tables if table.line_ups])
        for stage, number, round_ in rounds
    ]
    return [row for row in rows if row.matches]


def _row(match: BroughtTable) -> tuple[str, str, str]:
    one, other = match.line_ups
    return (one, "–".join(map(number_text, match.board_points)), other)


@dataclass
class _Round:
    where: Where
    played: BroughtRound
    pairings: Pairings
    members: Members
    boards: int
    faults: list[LineFault]

    def read(self) -> BroughtRound:
        called = self.members.team_called
        byes = tuple(called(name) for name in self.played.byes)
        requested = {called(name): worth for name, worth in self.played.requested.items()}
        boards: dict[Teams, dict[int, BroughtTable]] = {}
        meets: dict[str, Teams] = {}
        for table in (board for first in self.played.tables for board in (first._replace(later=()), *first.later)):
            teams = self._teams(table, meets)
            if teams is None:
                continue
            numbered = boards.setdefault(teams, {})
            if table.game in numbered:
                one, other = sorted(teams)
                self._fault(table, "board-twice", board=table.game, team=one, other=other)
            elif not 0 < table.game <= self.boards:
                self._fault(table, "board-number", boards=self.boards)
            numbered[table.game] = table
        for name in (*self.played.byes, *self.played.requested):
            if name.casefold() not in self.members.teams:
                self._fault_of(name, "no-team", name=name)
            elif (team := called(name)) in meets:
                self._fault_of(name, "trf-team-twice", name=team)
        alone = self._alone(meets)
        if self.faults:
            return self.played
        matches = [self._match(numbered, alone) for numbered in boards.values()]
        return self.played._replace(tables=tuple(self._in_the_room(matches)), byes=byes, requested=requested)

    def _line(self, name: str) -> int:
        return self.pairings.lines.get((self.where, name), 1)

    def _fault(self, at: BroughtTable, code: str, **params: object) -> None:
        self._fault_of(max(at.people, key=self._line), code, **params)

    def _fault_of(self, who: str, code: str, /, **params: object) -> None:
        self.faults.append(LineFault(self._line(who), line_fault(code, round=self.where[1], **params)))

    def _teams(self, table: BroughtTable, meets: dict[str, Teams]) -> Teams | None:
        """Those that meet there; None with a fault where they cannot."""
        people = [seat.name for seat in table.seats]
        if len(people) != 2 or table.absent:
            self._fault(table, "board-seats")
            return None
        if teamless := next((name for name in people if name not in self.members.by_name), None):
            self._fault(table, "trf-teamless", name=teamless)
            return None
        both = [self.members.by_name[name].team for name in people]
        teams = frozenset(both)
        if len(teams) < 2:
            self._fault(table, "trf-one-team", name=people[0], other=people[1], team=both[0])
            return None
        for at, team in enumerate(both):
            if meets.setdefault(team, teams) != teams:
                (other,) = meets[team] - {team}
                params = {"team": team, "other": other, "against": both[1 - at]}
                self._fault(table, "trf-third-team", name=people[at], **params)
                return None
        return teams

    def _alone(self, meets: Mapping[str, Teams]) -> dict[str, list[str]]:
        """Who sat at a board to which nobody came, by team and in the order of the boards."""
        alone: dict[str, list[str]] = {}
        unopposed = self.pairings.unopposed.get(self.where, {})
        for name in sorted(unopposed, key=lambda name: unopposed[name]):
            member = self.members.by_name.get(name)
            if member is None:
                self._fault_of(name, "trf-teamless", name=name)
            elif member.team not in meets:
                self._fault_of(name, "unopposed", name=name, team=member.team)
            elif unopposed[name] > self.boards:
                self._fault_of(name, "board-number", boards=self.boards)
            else:
                alone.setdefault(member.team, []).append(name)
        return alone

    def _match(self, numbered: Mapping[int, BroughtTable], alone: Mapping[str, Sequence[str]]) -> BroughtTable:
        tables = [numbered[game] for game in sorted(numbered)]
        at_first = [self.members.by_name[seat.name].team for seat in tables[0].seats]
        sides = by_seat(tables[0].game, at_first)
        if [table.game for table in tables] != list(range(1, len(tables) + 1)):
            self._fault(tables[0], "trf-empty-board", name=sides[0])
        boards, line_ups = [], {side: list[str]() for side in sides}
        for table in tables:
            seats = {self.members.by_name[seat.name].team: seat for seat in table.seats}
            boards.append(self._seated(table, [seats[side] for side in by_seat(table.game, sides)]))
            for side in sides:
                line_ups[side].append(seats[side].name)
        for side in sides:
            line_ups[side] += alone.get(side, ())
        if any(len(people) > self.boards for people in line_ups.values()) or all(side in alone for side in sides):
            self._fault(tables[0], "board-number", boards=self.boards)
        places = {
            self.members.by_name[who].team: place for table in tables for who, place in table.match_places.items()
        }
        return BroughtTable(
            tables[0].number + 1 - tables[0].game,
            tuple(map(BroughtSeat, sides)),
            match_places=places,
            boards=tuple(boards),
            line_ups={side: tuple(people) for side, people in line_ups.items()},
        )

    def _seated(self, table: BroughtTable, seats: Sequence[BroughtSeat]) -> BroughtTable:
        """As whoever deals first takes turns from board to board: the sheet may not tell who sat where."""
        if table.sheet and tuple(seats) != table.seats:
            self._fault(table, "table-differs", table=table.number)
        return table._replace(seats=tuple(seats), match_places={})

    def _in_the_room(self, matches: Sequence[BroughtTable]) -> Iterator[BroughtTable]:
        """With the numbers of the sheet, where each board has one of its own."""
        numbers = [board.number for match in matches for board in match.boards if board]
        due = [match.number + at for match in matches for at in range(len(match.boards))]
        keeps = numbers == due and len(set(due)) == len(due) and min(due, default=1) > 0
        for index, match in enumerate(matches):
            number = match.number if keeps else 1 + index * self.boards
            boards = (board and board._replace(number=number + at) for at, board in enumerate(match.boards))
            yield match._replace(number=number, boards=tuple(boards))
