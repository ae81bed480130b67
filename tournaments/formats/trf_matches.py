"""The matches of teams in a FIDE report: who met whom follows from the games of the members, and from the records of
TRF26, where there are any (`trf_boards` writes them).

A match is as its boards are. In a report without records 300 a team sits in its order, or as the other one does.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from tournaments.formats.boards import by_seat
from tournaments.formats.trf import OF_TWO, ReportFault, ReportRound, ReportTable, TournamentReport
from tournaments.formats.trf_teams import NEW, BadRecord, Forfeit, RecordReader, ReportTeam, RoundRecords

COUNTING = ("full", "bye")  # a round that counts though nobody was met
TURNED = OF_TWO | {"-": "+", "--": "--", "": ""}

Pair = tuple[int | None, int | None]


class ReportMatch(NamedTuple):
    """Of two ``teams``, by number, the one first that has the first seat at the first board. ``line_ups``: starting
    numbers. Of the ``boards`` at which both had somebody, the first seat is that of `by_seat`; None was not played.
    ``places`` by the director's word.
    """

    teams: tuple[int, int]
    line_ups: tuple[tuple[int, ...], tuple[int, ...]]
    boards: tuple[ReportTable | None, ...]
    places: tuple[int, int] | None = None


class MatchRound(NamedTuple):
    """``requested``: what was asked for, by the team's number."""

    matches: tuple[ReportMatch, ...] = ()
    byes: tuple[int, ...] = ()
    requested: Mapping[int, str] = {}


def read_matches(
    report: TournamentReport, text: str, *, boards: int, worths: Sequence[Fraction]
) -> tuple[list[MatchRound], list[ReportFault]]:
    """Of a report without faults, whose teams meet over so many ``boards``. ``worths``: what winning, drawing and
    losing a match brings. The faults have codes of their own, with the ``round``, where it is one of it.
    """
    if not report.teams:
        return [], [ReportFault(1, "teams")]
    reading = _MatchReading(report, text, boards, worths)
    count = max([len(report.rounds), *reading.records])
    rounds = [reading.round(number) for number in range(1, count + 1)] if not reading.faults else []
    return rounds, sorted(reading.faults, key=lambda fault: fault.line)


class _MatchReading:
    def __init__(self, report: TournamentReport, text: str, boards: int, worths: Sequence[Fraction]) -> None:
        self.report, self.boards, self.worths = report, boards, worths
        self.faults: list[ReportFault] = []
        self.teams: dict[int, ReportTeam] = {}
        for team in report.teams:
            if not team.number or team.number in self.teams:
                self.faults.append(ReportFault(team.line, "team-number", {"name": team.name}))
            elif not team.members:
                self.faults.append(ReportFault(team.line, "team", {"name": team.name}))
            self.teams[team.number] = team
        self.team_of = {who: team.number for team in report.teams for who in team.members}
        self.people = {person.number: person for person in report.people}
        lines = list(enumerate(re.split(r"\r\n|\r|\n", text), start=1))
        self.is_new = any(line.startswith(NEW) for _number, line in lines)
        reader = RecordReader(self.teams, boards, worths)
        reader.take(lines)
        self.records = reader.records
        self.faults += [ReportFault(*fault) for fault in reader.faults]

    def round(self, number: int) -> MatchRound:
        """That of this number, from 1."""
        played = self.report.rounds[number - 1] if number <= len(self.report.rounds) else ReportRound((), {})
        records = self.records.get(number, RoundRecords())
        before = len(self.faults)
        meets = self._meetings(number, played, records)
        if len(self.faults) > before:
            return MatchRound()
        matches = []
        tables = {who: table for table in played.tables for who in (table.white, table.black)}
        for team, other in sorted(meets.items()):
            if team < other:
                try:
                    matches.append(_Match(self, tables, played, records, (team, other)).read())
                except BadRecord as bad:
                    line = bad.line or self.teams[team].line
                    self.faults.append(ReportFault(line, bad.code, {"round": number, **bad.params}))
        rests = {team: rest for team, (_line, rest) in records.rests.items()}
        for free in (entry for entry in self.teams.values() if entry.number not in meets):
            if rest := _rest_of(free, played):
                rests.setdefault(free.number, rest)
        byes = tuple(team for team, rest in rests.items() if rest == "bye")
        return MatchRound(tuple(matches), byes, {team: rest for team, rest in rests.items() if rest != "bye"})

    def _meetings(self, number: int, played: ReportRound, records: RoundRecords) -> dict[int, int]:
        """Whom each team meets, both ways."""
        meets: dict[int, int] = {}
        for line, people, teams in self._pairs(played, records):
            teamless = next((who for who in people if who not in self.team_of), None)
            if teamless is not None:
                self._fault(line, "teamless", number, name=self.people[teamless].name)
                continue
            one, other = teams or (self.team_of[people[0]], self.team_of[people[1]])
            if one == other:
                self._fault(line, "one-team", number, **self._names(people), team=self.teams[one].name)
            elif meets.get(one, other) != other or meets.get(other, one) != one:
                third = one if meets.get(one, other) != other else other
                params = {"team": self.teams[third].name, "other": self.teams[meets[third]].name}
                who = {"name": self.people[people[third == other]].name} if people else {"name": params["team"]}
                against = self.teams[other if third == one else one].name
                self._fault(line, "third-team", number, **who, against=against, **params)
            elif resting := next((team for team in (one, other) if team in records.rests), None):
                self._fault(records.rests[resting][0], "team-twice", number, name=self.teams[resting].name)
            else:
                meets |= {one: other, other: one}
        for team in records.given.keys() - meets.keys():
            self._fault(records.given[team].line, "given", number)
        return meets

    def _pairs(
        self, played: ReportRound, records: RoundRecords
    ) -> Iterator[tuple[int, tuple[int, ...], tuple[int, int] | None]]:
        """Line, people and teams: those of each board, then those of the records."""
        for table in played.tables:
            people = (table.white, table.black)
            yield max(self.people[who].line for who in people), people, None
        for team, line_up in records.line_ups.items():
            yield line_up.line, (), (team, line_up.other)
        for forfeit in records.forfeits:
            yield forfeit.line, (), forfeit.teams

    def _names(self, people: Sequence[int]) -> dict[str, str]:
        return {key: self.people[who].name for key, who in zip(("name", "other"), people, strict=False)}

    def _fault(self, line: int, code: str, number: int, **params: object) -> None:
        self.faults.append(ReportFault(line, code, {"round": number, **params}))


def _rest_of(team: ReportTeam, played: ReportRound) -> str:
    """What its members say of a round in which it met nobody; "" where they were not there."""
    rests = {played.rests[who] for who in team.members if who in played.rests}
    return next((rest for rest in ("bye", "full", "half") if rest in rests), "")


class _Match:
    """Of two teams in a round."""

    def __init__(
        self,
        reading: _MatchReading,
        tables: Mapping[int, ReportTable],
        played: ReportRound,
        records: RoundRecords,
        teams: tuple[int, int],
    ) -> None:
        self.reading, self.teams, self.records = reading, teams, records
        members = [reading.teams[team].members for team in teams]
        self.members = members
        self.tables = {who: tables[who] for own in members for who in own if who in tables}
        self.alone = [[who for who in own if played.rests.get(who) in COUNTING] for own in members]
        line_ups = [records.line_ups.get(team) for team in teams]
        self.named = [line_up if line_up and line_up.people else None for line_up in line_ups]
        self.forfeit = next((one for one in records.forfeits if {*one.teams} == {*teams}), None)

    def read(self) -> ReportMatch:
        """Raises BadRecord."""
        places = self._places()
        if self.forfeit and not self.tables:
            self._take_forfeited(self.forfeit)
        pairs = self._pairs()
        self._check(pairs)
        both = [(one, two) for one, two in pairs if one is not None and two is not None]
        tables = [self.tables.get(one) for one, _two in both]
        if None in tables and places is None:
            line_up = next(filter(None, self.named))
            raise BadRecord("line-up", line_up.line, name=self._name(self.named.index(line_up)))
        self._check_forfeit()
        turned = self._is_turned(both, tables)
        line_ups = [tuple(who for pair in pairs if (who := pair[at]) is not None) for at in (0, 1)]
        boards = [
            table and _seated(table, by_seat(board, pair[::-1] if turned else pair))
            for board, (pair, table) in enumerate(zip(both, tables, strict=True), start=1)
        ]
        first, second = (1, 0) if turned else (0, 1)
        return ReportMatch(
            (self.teams[first], self.teams[second]),
            (line_ups[first], line_ups[second]),
            tuple(boards),
            (places[first], places[second]) if places else None,
        )

    def _name(self, at: int) -> str:
        return self.reading.teams[self.teams[at]].name

    def _sitting(self, at: int) -> list[int]:
        """Who of the team sits at a board, in the order of its line-up, or else its own."""
        playing = [who for who in self.members[at] if who in self.tables or who in self.alone[at]]
        line_up = self.named[at]
        if line_up is None:
            return playing
        if not {*playing} <= {*line_up.people}:
            raise BadRecord("line-up", line_up.line, name=self._name(at))
        return list(line_up.people)

    def _pairs(self) -> list[Pair]:
        """By board. Whoever has no game sits where the line-ups have them, or last."""
        both = self._sitting(0), self._sitting(1)
        if self.named[0] and self.named[1]:
            pairs = list(zip_longest(*both))
            if any(self._other(who) not in (pair[1 - at], None) for pair in pairs for at, who in enumerate(pair)):
                raise BadRecord("line-up", self.named[1].line, name=self._name(1))
            return pairs
        at = 1 if self.named[1] else 0
        first = [(who, self._other(who)) for who in both[at]]
        met = {other for _who, other in first}
        pairs = [*first, *((None, who) for who in both[1 - at] if who not in met)]
        return [(other, who) for who, other in pairs] if at else pairs

    def _other(self, who: int | None) -> int | None:
        table = self.tables.get(who or 0)
        return None if table is None else table.black if table.white == who else table.white

    def _take_forfeited(self, forfeit: Forfeit) -> None:
        """No game is told: they sit as named, or in the order of their team, the white one first."""
        sitting = []
        for at in map(self.teams.index, forfeit.teams):
            line_up, named = self.named[at], (self.alone[at] or self.members[at])[: self.reading.boards]
            sitting.append(line_up.people if line_up else named)
        for board, pair in enumerate(zip(*sitting, strict=False), start=1):
            signs = forfeit.signs if board % 2 else forfeit.signs[::-1]
            table = ReportTable(*by_seat(board, pair), signs if signs == "--" else signs[0])
            self.tables |= dict.fromkeys(pair, table)
        self.alone = [[who for who in own if who not in self.tables] for own in self.alone]

    def _check(self, pairs: Sequence[Pair]) -> None:
        """Raises BadRecord where boards stay empty before others, or are more or fewer than planned."""
        boards = self.reading.boards
        for at, team in enumerate(self.teams):
            line = self.reading.teams[team].line
            taken = [pair[at] is not None for pair in pairs]
            count = sum(taken)
            if not all(taken[:count]):
                raise BadRecord("empty-board", line, name=self._name(at))
            is_short = count < boards and not (self.named[at] or self.forfeit)
            if count > boards or not count or (is_short and (self.reading.is_new or len(pairs) < boards)):
                raise BadRecord("boards", line, name=self._name(at), read=count, boards=boards)

    def _check_forfeit(self) -> None:
        if self.forfeit is None:
            return
        for team, sign in zip(self.forfeit.teams, self.forfeit.signs, strict=True):
            sitting = [who for who in self.members[self.teams.index(team)] if who in self.tables]
            if all(who in _gone(self.tables[who]) for who in sitting) != (sign == "-"):
                raise BadRecord("forfeit", self.forfeit.line, name=self._name(self.teams.index(team)))

    def _is_turned(self, pairs: Sequence[tuple[int, int]], tables: Sequence[ReportTable | None]) -> bool:
        """Whether the second team is the one that has the first seat at the first board."""
        for board, (pair, table) in enumerate(zip(pairs, tables, strict=True), start=1):
            if table:
                return (table.white == pair[0]) != bool(board % 2)
        return False

    def _places(self) -> tuple[int, int] | None:
        given = [self.records.given.get(team) for team in self.teams]
        if not any(given):
            return None
        win, draw, loss = self.reading.worths
        worths = {(1, 2): (win, loss), (1, 1): (draw, draw), (2, 1): (loss, win)}
        fits = [
            places
            for places, points in worths.items()
            if all(word is None or word.points == worth for word, worth in zip(given, points, strict=True))
        ]
        if len(fits) != 1:
            raise BadRecord("given", next(filter(None, given)).line)
        return fits[0]


def _seated(table: ReportTable, sitting: Sequence[int]) -> ReportTable:
    first, second = sitting
    return ReportTable(first, second, table.result if table.white == first else TURNED[table.result])


def _gone(table: ReportTable) -> tuple[int, ...]:
    return {"+": (table.black,), "-": (table.white,), "--": (table.white, table.black)}.get(table.result, ())
