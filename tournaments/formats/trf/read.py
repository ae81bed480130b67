"""A FIDE tournament report (TRF, of 2006, 2016 or 2026) as it is read: who played whom, and how it ended.

What the report says of federations, titles, teams and tie-breaks is passed over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

FIRST_GAME, GAME = 91, 10  # columns
MOST_PEOPLE, MOST_ROUNDS = 2000, 100
OF_TWO = {"1": "0", "0": "1", "=": "=", "+": "-"}
"""The other's result; where nobody came both have ``-``."""
SAME = {"W": "1", "L": "0", "D": "="}  # played, but not rated
RESTS = {"U": "bye", "F": "full", "H": "half", "Z": "zero", "+": "full", "-": "zero"}
POINTS = re.compile(r"[0-9]{1,3}([.,][0-9])?")


class ReportFault(NamedTuple):
    """``code`` is ``people`` (fewer than it says), ``number``, ``number-twice``, ``name``, ``points``, ``opponent``,
    ``result`` or ``differs``, with ``params`` as the sentence about it needs them.
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
    return re.search(r"(?m)^001 [ 0-9]{3}[0-9] ", text) is not None


def read_report(text: str) -> TournamentReport:
    """Whatever stands in it; what cannot be so is among the ``faults``."""
    heads: dict[str, str] = {}
    reading = _ReportReading()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        if line[:3] == "001":
            _take(reading, number, line)
        else:
            heads.setdefault(line[:3], line[4:].strip())
    told = re.match(r"[0-9]{1,4}", heads.get("062", ""))
    if len(reading.people) < (int(told[0]) if told else 1):
        reading.faults.append(
            ReportFault(number, "people", {"read": len(reading.people), "told": told[0] if told else 1})
        )
    rounds = tuple(_rounds(reading))
    planned = heads.get("142") or heads.get("XXR") or ""
    said = int(planned) if re.fullmatch(r"[0-9]{1,3}", planned) else 0
    return TournamentReport(
        heads.get("012", ""),
        said if 0 < said <= MOST_ROUNDS else None,
        tuple(reading.people.values()),
        rounds,
        tuple(sorted(reading.faults, key=lambda fault: fault.line)),
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
    said = text[80:84].strip()
    if said and not POINTS.fullmatch(said):
        raise _BadReport("points", text=said)
    points = Fraction(said.replace(",", ".")) if said else None
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
    other, colour, result = text[:4], text[5:6].strip(), text[7:8].strip().upper()
    if not re.fullmatch(r" *[0-9]{1,4}", other) or colour not in ("w", "b", "-", ""):
        raise _BadReport("result", text=bare)
    result = SAME.get(result, result)
    known = {*OF_TWO, "-", ""} if int(other) else {*RESTS, ""}
    if result not in known:
        raise _BadReport("result", text=bare)
    return _ReportGame(int(other), colour, result)


def _rounds(reading: _ReportReading) -> Iterator[ReportRound]:
    count = max((len(games) for games in reading.games.values()), default=0)
    for index in range(count):
        games = {who: found[index] for who, found in reading.games.items() if index < len(found)}
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
