"""FIDE tournament reports: read (TRF of 2006, 2016 or 2026) and written (TRF26) for a stage of tables for two.

What a report says of federations, titles and tie-breaks is passed over. The first seat of a table is written as white,
which is who sits in the better seat here as there. A round counts when all of its tables have ended.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.options import Options
from tournaments.formats.record import Id, RoundRecord, StageRecord, TableRecord
from tournaments.formats.stages import event_record
from tournaments.formats.standings.ledger import Ledger, Turn
from tournaments.formats.standings.points import NOTHING, PointRule
from tournaments.formats.trf_points import game_points, points_for_the_draw, tenths
from tournaments.formats.trf_teams import ReportTeam, TeamEntry, misnamed, read_teams, team_lines

FIRST_GAME, GAME = 91, 10  # columns
MOST_PEOPLE, MOST_ROUNDS = 2000, 100
OF_TWO = {"1": "0", "0": "1", "=": "=", "+": "-"}
"""The other's result; where nobody came both have ``-``."""
SAME = {"W": "1", "L": "0", "D": "="}  # played, but not rated
RESTS = {"U": "bye", "F": "full", "H": "half", "Z": "zero", "+": "full", "-": "zero"}
POINTS = re.compile(r"[0-9]{1,3}([.,][0-9])?")


class ReportFault(NamedTuple):
    """``code`` is ``people`` (fewer than it says), ``number``, ``number-twice``, ``name``, ``points``, ``opponent``,
    ``result``, ``differs`` or ``team``, with ``params`` as the sentence about it needs them.
    """

    line: int
    code: str
    params: Mapping[str, object] = {}


class ReportPerson(NamedTuple):
    """``place`` and ``points`` None where the report is silent; ``line`` counts from 1."""

    line: int
    number: int
    name: str
    rating: int
    points: Fraction | None
    place: int | None


class ReportTable(NamedTuple):
    """White first, by starting numbers. ``result`` is white's: 1, 0, =, +, -, ``--`` where nobody came, "" where it is
    open.
    """

    white: int
    black: int
    result: str


@dataclass(frozen=True, slots=True)
class ReportRound:
    """``rests``: a pairing bye (``bye``), or what was asked for (``full``, ``half``, ``zero``), by starting number."""

    tables: tuple[ReportTable, ...]
    rests: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """``planned``: how many rounds there will be, None where the report is silent. With ``faults`` nothing of it is to
    be relied on.
    """

    name: str
    planned: int | None
    people: tuple[ReportPerson, ...]
    rounds: tuple[ReportRound, ...]
    faults: tuple[ReportFault, ...]
    teams: tuple[ReportTeam, ...] = ()


class _ReportGame(NamedTuple):
    other: int
    colour: str
    result: str


@dataclass
class _ReportReading:
    people: dict[int, ReportPerson] = field(default_factory=dict)
    games: dict[int, Sequence[_ReportGame | None]] = field(default_factory=dict)
    faults: list[ReportFault] = field(default_factory=list)


def is_report(text: str) -> bool:
    """Whether it has a line of a player where such a report has one."""
    return re.search(r"(?:\A|[\r\n])001 [ 0-9]{3}[0-9] ", text) is not None


def read_report(text: str) -> TournamentReport:
    """Whatever stands in it; what cannot be so is among the ``faults``."""
    heads: dict[str, str] = {}
    reading = _ReportReading()
    lines = list(enumerate(re.split(r"\r\n|\r|\n", text), start=1))
    for number, line in lines:
        if line[:3] == "001":
            _take(reading, number, line)
        else:
            heads.setdefault(line[:3], line[4:].strip())
    match = re.match(r"[0-9]{1,4}", heads.get("062", ""))
    if len(reading.people) < (int(match[0]) if match else 1):
        reading.faults.append(
            ReportFault(number, "people", {"read": len(reading.people), "told": match[0] if match else 1})
        )
    teams = read_teams(lines)
    reading.faults += [ReportFault(team.line, "team", {"name": team.name}) for team in misnamed(teams, reading.people)]
    rounds = tuple(_rounds(reading))
    planned = heads.get("142") or heads.get("XXR") or ""
    round_count = int(planned) if re.fullmatch(r"[0-9]{1,3}", planned) else 0
    return TournamentReport(
        heads.get("012", ""),
        round_count if 0 < round_count <= MOST_ROUNDS else None,
        tuple(reading.people.values()),
        rounds,
        tuple(sorted(reading.faults, key=lambda fault: fault.line)),
        tuple(teams),
    )


def _take(reading: _ReportReading, number: int, line: str) -> None:
    try:
        person, games = _person(number, line), _games(line)
    except _BadReport as bad:
        reading.faults.append(ReportFault(number, bad.code, bad.params))
        return
    if person.number in reading.people or len(reading.people) >= MOST_PEOPLE:
        reading.faults.append(ReportFault(number, "number-twice", {"number": person.number}))
    else:
        reading.people[person.number], reading.games[person.number] = person, games


class _BadReport(Exception):
    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def _person(line: int, text: str) -> ReportPerson:
    number = _whole(text[4:8])
    if not number:
        raise _BadReport("number", text=text[4:8].strip())
    name = " ".join(text[14:47].split())
    if not name:
        raise _BadReport("name")
    points_text = text[80:84].strip()
    if points_text and not POINTS.fullmatch(points_text):
        raise _BadReport("points", text=points_text)
    points = Fraction(points_text.replace(",", ".")) if points_text else None
    return ReportPerson(line, number, name, _whole(text[48:52]), points, _whole(text[85:89]) or None)


def _whole(text: str) -> int:
    return int(text) if re.fullmatch(r" *[0-9]{1,4} *", text) else 0


def _games(line: str) -> list["_ReportGame | None"]:
    if len(line.rstrip()) > FIRST_GAME + MOST_ROUNDS * GAME:
        raise _BadReport("result", text=line[FIRST_GAME + MOST_ROUNDS * GAME :][:GAME].strip())
    return [_game(line[at : at + GAME]) for at in range(FIRST_GAME, len(line.rstrip()), GAME)]


def _game(text: str) -> _ReportGame | None:
    """None where the player was not there."""
    bare = text.strip()
    if not bare:
        return None
    other, colour, result = text[:4].strip() or "0", text[5:6].strip().lower(), text[7:8].strip().upper()
    if not re.fullmatch(r"[0-9]{1,4}", other) or colour not in ("w", "b", "-", ""):
        raise _BadReport("result", text=bare)
    result = SAME.get(result, result)
    codes = {*OF_TWO, "-", ""} if int(other) else {*RESTS, ""}
    if result not in codes:
        raise _BadReport("result", text=bare)
    return _ReportGame(int(other), colour, result)


def _rounds(reading: _ReportReading) -> Iterator[ReportRound]:
    count = max((len(games) for games in reading.games.values()), default=0)
    for index in range(count):
        games = {who: turns[index] for who, turns in reading.games.items() if index < len(turns)}
        tables: list[ReportTable] = []
        rests: dict[int, str] = {}
        for who, game in games.items():
            if game and not game.other and game.result:
                rests[who] = RESTS[game.result]
            elif game and game.other:
                tables += _table(reading, games, who, game, index + 1)
        if tables or rests:
            yield ReportRound(tuple(tables), rests)


def _table(
    reading: _ReportReading, games: Mapping[int, _ReportGame | None], who: int, game: _ReportGame, number: int
) -> Iterable[ReportTable]:
    """Once for the two: where the first of them is read."""
    line, other = reading.people[who].line, games.get(game.other)
    if game.other == who or game.other not in reading.people:
        reading.faults.append(ReportFault(line, "opponent", {"round": number, "number": game.other}))
        return []
    if other is None or other.other != who or not _agree(game, other):
        names = {"name": reading.people[who].name, "other": reading.people[game.other].name}
        reading.faults.append(ReportFault(line, "differs", {"round": number, **names}))
        return []
    if reading.people[game.other].line < line:
        return []
    first, second = ((game, game.other), (other, who)) if game.colour != "b" else ((other, who), (game, game.other))
    result = "--" if first[0].result == second[0].result == "-" else first[0].result
    return [ReportTable(second[1], first[1], result)]


def _agree(one: _ReportGame, other: _ReportGame) -> bool:
    if one.colour and one.colour == other.colour and one.colour in "wb":
        return False
    if one.result == other.result == "-":
        return True
    return other.result == (OF_TWO | {"-": "+", "": ""})[one.result]


LONGEST_NAME = 33
# The kinds of a bye on request by what it gives, compared with a win.
WIN, DRAW = "F", "H"


class NoReport(ValueError):
    """The stage cannot be told in this format; ``code`` is ``seats`` (tables for more than two) or ``points`` (not
    those of a win, a draw and a loss, in tenths below a hundred).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class ReportHead:
    """``rounds`` is how many there will be, None where nobody knows."""

    name: str
    place: str
    begun: date
    ended: date
    rounds: int | None


@dataclass(frozen=True, slots=True)
class ReportEntrant:
    """``place`` None for who has none; ``rating`` 0 for who is not rated."""

    id: Id
    name: str
    rating: int
    place: int | None


def report_lines(
    head: ReportHead,
    stage: StageRecord,
    people: Sequence[ReportEntrant],
    options: Options,
    *,
    scheduled: bool,
    teams: Sequence[TeamEntry] = (),
    about: Sequence[str] = (),
    full: str = WIN,
) -> Iterator[str]:
    """One line each without its end; ``people`` in the order of their pairing numbers. ``about``: what else its head
    says; ``full``: a round of a win's points without an opponent. Raises NoReport before the first line.
    """
    check(options)
    return _lines(head, stage, people, options, scheduled=scheduled, teams=teams, about=about, full=full)


def _lines(
    head: ReportHead,
    stage: StageRecord,
    people: Sequence[ReportEntrant],
    options: Options,
    *,
    scheduled: bool,
    teams: Sequence[TeamEntry],
    about: Sequence[str],
    full: str,
) -> Iterator[str]:
    over = rounds_over(stage)
    ledger = Ledger(event_record(stage.after(over), options, scheduled=scheduled), options.points)
    numbers = {person.id: number for number, person in enumerate(people, start=1)}
    yield f"012 {head.name}"
    yield f"022 {head.place}"
    yield f"042 {head.begun:%Y/%m/%d}"
    yield f"052 {head.ended:%Y/%m/%d}"
    yield f"062 {len(people)}"
    yield f"072 {sum(person.rating > 0 for person in people)}"
    here = [team for team in teams if not numbers.keys().isdisjoint(team.members)]
    if here:
        yield f"082 {len(here)}"
    yield f"092 {'Round Robin' if scheduled else 'Swiss System'}"
    if head.rounds:
        yield f"142 {head.rounds}"
    yield from game_points(options.points)
    yield from about
    if not scheduled:
        yield from points_for_the_draw(stage, options)
    for person in people:
        turns = ledger.turns[person.id]
        games = "".join(f"  {_written_game(person.id, turn, stage, numbers, options.points, full)}" for turn in turns)
        yield _player(person, numbers[person.id], sum((turn.points for turn in turns), NOTHING)) + games
    yield from team_lines(here, numbers)


def check(options: Options) -> None:
    """Raises NoReport."""
    if options.seats != 2:
        raise NoReport("seats")
    rule = options.points
    if rule.scheme.places is None or 2 not in rule.scheme.places or rule.scheme.by_game:
        raise NoReport("points")
    worths = [*rule.by_place(2), rule.level_points(2), rule.bye_points(2), Fraction(rule.forfeit_loss)]
    if any((10 * points).denominator != 1 or not 0 <= points < 100 for points in worths):
        raise NoReport("points")
    if rule.win_points(2) != rule.by_place(2)[0] or rule.forfeit_loss != rule.double_forfeit:
        raise NoReport("points")


def rounds_over(stage: StageRecord) -> int:
    """Of how many first rounds every table has ended."""
    for number, round_ in enumerate(stage.rounds):
        if any(table.kind == "open" for table in round_.tables):
            return number
    return len(stage.rounds)


def _player(entrant: ReportEntrant, number: int, points: Fraction) -> str:
    name = " ".join(entrant.name.split())[:LONGEST_NAME]
    rating = f"{min(entrant.rating, 9999):4}" if entrant.rating > 0 else " " * 4
    place = f"{entrant.place:4}" if entrant.place else " " * 4
    return f"001 {number:4}      {name:<{LONGEST_NAME}} {rating} {'':3} {'':11} {'':10} {tenths(points):>4} {place}"


def _written_game(
    who: Id, turn: Turn, stage: StageRecord, numbers: Mapping[Id, int], rule: PointRule, full: str
) -> str:
    """Opponent, colour and result in eight columns."""
    table = _table_of(who, stage.rounds[turn.round - 1])
    if table is None:
        return f"0000 - {_rest(turn, rule, full)}"
    white, black = table.ids
    other, colour = (black, "w") if who == white else (white, "b")
    return f"{numbers[other]:4} {colour} {_result(who, other, table)}"


def _table_of(who: Id, round_: RoundRecord) -> TableRecord | None:
    return next((table for table in round_.tables if who in table.ids), None)


def _result(who: Id, other: Id, table: TableRecord) -> str:
    if who in table.forfeited:
        return "-"
    if other in table.forfeited:
        return "+"
    places = {seat.id: seat.place or 0 for seat in table.seats}
    return "=" if places[who] == places[other] else "1" if places[who] < places[other] else "0"


def _rest(turn: Turn, rule: PointRule, full: str) -> str:
    if turn.kind == "bye":
        return "U"
    if turn.points == 0:
        return "Z"
    return full if turn.points == rule.by_place(2)[0] else DRAW
