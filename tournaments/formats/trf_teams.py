"""The teams of a FIDE tournament report: records 013, and 310 which replaces them from 2026 on (FIDE Handbook, TRF26).

013 has the name in columns 5 to 36 and players from column 37 on; 310 has number, name (9 to 40), points of matches (55
to 60) and of games (62 to 67), rank (69 to 71), and players from column 74 on. A player is a starting number of four
columns, five apart.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from tournaments.formats.record import Id

LONGEST_TEAM = 32
OLD, NEW = "013", "310"
NAME = {OLD: slice(4, 36), NEW: slice(8, 40)}
FIRST_PLAYER = {OLD: 36, NEW: 73}
PLAYER = 5
WORTH = {"F": "full", "H": "half", "Z": "zero"}
SIGNS = ("+-", "-+", "--")
RECORDS = ("300", "320", "330", "240", "299")
HIGHEST = 100  # round


class ReportTeam(NamedTuple):
    """``members`` by starting number; ``line`` counts from 1. ``number``: of records 013 which it is; 0 where it cannot
    be read. ``points`` of all boards, ``match_points`` and ``place`` None where the report is silent.
    """

    line: int
    name: str
    members: tuple[int, ...]
    number: int
    match_points: Fraction | None = None
    points: Fraction | None = None
    place: int | None = None


class TeamEntry(NamedTuple):
    """A team to be written; ``place``, ``points`` and ``match_points`` None where there are none."""

    name: str
    members: Sequence[Id]
    place: int | None = None
    points: Fraction | None = None
    match_points: Fraction | None = None


def read_teams(lines: Iterable[tuple[int, str]]) -> list[ReportTeam]:
    """Of the lines, each with its number; records 013 only where there is no 310. A member that is no number is 0."""
    teams: dict[str, list[ReportTeam]] = {OLD: [], NEW: []}
    for number, line in lines:
        if (code := line[:3]) in teams:
            texts = (line[at : at + 4].strip() for at in range(FIRST_PLAYER[code], len(line.rstrip()), PLAYER))
            members = tuple(whole(text) for text in texts if text)
            team = ReportTeam(number, " ".join(line[NAME[code]].split()), members, len(teams[code]) + 1)
            teams[code].append(team if code == OLD else team._replace(**_facts(line)))
    return teams[NEW] or teams[OLD]


def _facts(line: str) -> dict[str, Any]:
    return {
        "number": whole(line[4:7].strip()),
        "match_points": read_points(line[54:60]),
        "points": read_points(line[61:67]),
        "place": whole(line[68:71].strip()) or None,
    }


def whole(text: str) -> int:
    """0 where it is no number of up to four digits."""
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0


def read_points(text: str) -> Fraction | None:
    """None where it is no number of points."""
    text = text.strip().replace(",", ".")
    return Fraction(text) if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", text) else None


def misnamed(teams: Sequence[ReportTeam], people: Iterable[int]) -> Iterator[ReportTeam]:
    """Those without a name or with that of another, and those with somebody who is not there or in another team."""
    names, free = set[str](), set(people)
    for team in teams:
        name = team.name.casefold()
        if not name or name in names or not free.issuperset(team.members) or len(set(team.members)) < len(team.members):
            yield team
        names.add(name)
        free -= set(team.members)


def team_lines(teams: Sequence[TeamEntry], numbers: Mapping[Id, int]) -> Iterator[str]:
    """Both records of each, without the line's end; ``numbers``: starting numbers of those who are in the report."""
    for number, team in enumerate(teams, start=1):
        name = " ".join(team.name.split())[:LONGEST_TEAM]
        members = " ".join(f"{numbers[who]:4}" for who in team.members if who in numbers)
        matches, points, rank = _points(team.match_points), _points(team.points), team.place or ""
        yield f"{OLD} {name:<{LONGEST_TEAM}}{members}"
        yield f"{NEW} {number:3} {name:<{LONGEST_TEAM}} {'':5} {'':6} {matches:>6} {points:>6} {rank:>3}  {members}"


def _points(points: Fraction | None) -> str:
    text = "" if points is None else f"{float(points):.1f}"
    return text if len(text) <= 6 else ""


class LineUp(NamedTuple):
    """Record 300: who (starting numbers) sits at the first boards against the team of the number ``other``."""

    line: int
    other: int
    people: tuple[int, ...]


class Forfeit(NamedTuple):
    """Record 330: of both ``teams`` a sign, + for that which came."""

    line: int
    signs: str
    teams: tuple[int, int]


class GivenPoints(NamedTuple):
    """Record 299: match points in the place of those that the boards bring; None where they cannot be read."""

    line: int
    points: Fraction | None


@dataclass
class RoundRecords:
    """Of one round, by the team's number; ``rests`` with line and worth of the bye."""

    line_ups: dict[int, LineUp] = field(default_factory=dict)
    forfeits: list[Forfeit] = field(default_factory=list)
    rests: dict[int, tuple[int, str]] = field(default_factory=dict)
    given: dict[int, GivenPoints] = field(default_factory=dict)


class BadRecord(Exception):
    """``code`` is that of a ReportFault."""

    def __init__(self, code: str, line: int = 0, **params: object) -> None:
        super().__init__(code)
        self.code, self.line, self.params = code, line, params


def _in_columns(text: str, width: int, cells: Sequence[str]) -> Sequence[str]:
    """The ``cells`` of a text, and "" for those that are blank, where each has so many columns and one between."""
    columns = [text[at : at + width + 1].strip() for at in range(0, len(text.rstrip()), width + 1)]
    return columns if [*filter(None, columns)] == cells else cells


class RecordReader:
    """``records`` by the number of the round; ``faults`` with line, code and what the sentence about it needs."""

    def __init__(self, teams: Mapping[int, ReportTeam], boards: int, worths: Sequence[Fraction]) -> None:
        self.teams, self.boards, self.worths = teams, boards, worths
        self.records: dict[int, RoundRecords] = {}
        self.faults: list[tuple[int, str, Mapping[str, object]]] = []

    def take(self, lines: Iterable[tuple[int, str]]) -> None:
        """Reads these, each with its number."""
        for line, text in lines:
            try:
                if text[:3] in RECORDS:
                    self._take(line, text[:3], text)
                elif text[:3] in ("162", "362"):
                    self._check_worths(text)
                elif text[:3] == "352":
                    self._check_boards(text[4:].strip())
            except BadRecord as bad:
                self.faults.append((line, bad.code, bad.params))

    def _take(self, line: int, code: str, text: str) -> None:
        """Raises BadRecord."""
        cells = text[4:].split()
        if code == "320":
            for number, cell in enumerate(_in_columns(text[14:], 3, text[14:].split()), start=1):
                if team := self._number(cell or "0"):
                    self._rest(line, number, team, "bye")
        elif code == "240" and len(cells) > 2 and cells[0] in WORTH:
            for cell in cells[2:]:
                self._rest(line, self._round(cells[1]), self._team(cell), WORTH[cells[0]])
        elif code == "330" and len(cells) == 4 and cells[0] in SIGNS:
            white, black = self._two(cells[2], cells[3])
            self._of(cells[1]).forfeits.append(Forfeit(line, cells[0], (white, black)))
        elif code == "300" and len(cells) > 3:
            self._line_up(line, cells[:3], _in_columns(text[16:], 4, cells[3:]))
        elif code == "299" and text[4:5] in "WDL" and len(cells) >= 5:
            for cell in cells[4:]:
                self._of(cells[3]).given[self._team(cell)] = GivenPoints(line, read_points(cells[1]))
        elif code == "299":
            raise BadRecord("given")
        else:
            raise BadRecord("record", text=text[4:].strip() or code)

    def _line_up(self, line: int, cells: Sequence[str], sitting: Sequence[str]) -> None:
        team, other = self._two(cells[1], cells[2])
        people = tuple(self._number(cell or "0") for cell in sitting)
        named = [who for who in people if who]
        if len(people) > self.boards:
            number, name = self._round(cells[0]), self.teams[team].name
            raise BadRecord("boards", round=number, name=name, read=len(people), boards=self.boards)
        if len({*named}) < len(named) or not {*named} <= {*self.teams[team].members}:
            raise BadRecord("line-up-people", name=self.teams[team].name)
        if any(people[len(named) :]):
            raise BadRecord("empty-board", round=whole(cells[0]), name=self.teams[team].name)
        if team in self._of(cells[0]).line_ups:
            raise BadRecord("team-twice", round=whole(cells[0]), name=self.teams[team].name)
        self._of(cells[0]).line_ups[team] = LineUp(line, other, tuple(named))

    def _rest(self, line: int, number: int, team: int, rest: str) -> None:
        rests = self._of(str(number)).rests
        if team not in self.teams:
            raise BadRecord("no-team", text=team)
        if team in rests:
            raise BadRecord("team-twice", round=number, name=self.teams[team].name)
        rests[team] = (line, rest)

    def _of(self, number: str) -> RoundRecords:
        return self.records.setdefault(self._round(number), RoundRecords())

    def _round(self, text: str) -> int:
        number = self._number(text)
        if not 0 < number <= HIGHEST:
            raise BadRecord("record", text=text)
        return number

    def _number(self, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,4}", text):
            raise BadRecord("record", text=text)
        return int(text)

    def _team(self, text: str) -> int:
        number = self._number(text)
        if number not in self.teams:
            raise BadRecord("no-team", text=text)
        return number

    def _two(self, one: str, other: str) -> tuple[int, int]:
        both = self._team(one), self._team(other)
        if both[0] == both[1]:
            raise BadRecord("itself", name=self.teams[both[0]].name)
        return both

    def _check_boards(self, colours: str) -> None:
        if len(colours) != self.boards:
            raise BadRecord("board-count", read=len(colours), boards=self.boards)

    def _check_worths(self, text: str) -> None:
        boards = (Fraction(1), Fraction(1, 2), Fraction(0))
        is_match = text[:3] == "362"
        keys, worths = (("TW", "TD", "TL"), self.worths) if is_match else (("W", "D", "L"), boards)
        worth_of = {key: read_points(points) for key, points in re.findall(r"([A-Z]+) *([0-9]+[.,]?[0-9]*)", text[4:])}
        usual = dict(zip(keys, (2, 1, 0) if is_match else worths, strict=True))
        for key, worth in zip(keys, worths, strict=True):
            if worth_of.get(key, usual[key]) != worth:
                raise BadRecord("match-worth" if is_match else "board-worth")
