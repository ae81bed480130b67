"""The teams of a FIDE tournament report: records 013, and 310 which replaces them from 2026 on (FIDE Handbook, TRF26).

013 has the name in columns 5 to 36 and players from column 37 on; 310 has number, name (9 to 40), points of matches (55
to 60) and of games (62 to 67), rank (69 to 71), and players from column 74 on. A player is a starting number of four
columns, five apart.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.record import Id

LONGEST_TEAM = 32
OLD, NEW = "013", "310"
NAME = {OLD: slice(4, 36), NEW: slice(8, 40)}
FIRST_PLAYER = {OLD: 36, NEW: 73}
PLAYER = 5


class ReportTeam(NamedTuple):
    """``members`` by starting number; ``line`` counts from 1."""

    line: int
    name: str
    members: tuple[int, ...]


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
            members = tuple(int(text) if text.isascii() and text.isdigit() else 0 for text in texts if text)
            teams[code].append(ReportTeam(number, " ".join(line[NAME[code]].split()), members))
    return teams[NEW] or teams[OLD]


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
