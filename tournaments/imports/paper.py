"""What was played on paper, a line a deal: checked by the rules of its night before anything is done."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from scoring.errors import ScoringError
from scoring.game import Game, read_table
from tournaments.imports.entry_lists import BadLine
from tournaments.imports.sheets import Cells, SheetIn, read_sheet
from tournaments.limits import LONGEST_SHOWN, MOST_LINES, shortened
from tournaments.models import tidy_name
from tournaments.services.files.tables import PaperTable
from tournaments.words.club import name_fault
from tournaments.words.errors import error_sentence
from tournaments.words.files import line_fault

BETWEEN = re.compile(r"\s*[/|;,]\s*")
WORDS = {
    "stage": "stage, fase, etapas",
    "round": "round, turno, turas",
    "table": "table, tavolo, stalas",
    "table_id": "table_id",
    "deal": "deal, smazzata, dalijimas",
    "players": "players, giocatori, zaidejai",
    "payload": "payload",
    "voided": "voided",
    "declarer": "declarer, dichiarante, skelbia",
    "announced": "announced, dichiarate, skelbta",
    "taken": "taken, tricks taken, prese fatte, paimti kirciai",
    "trump": "trump, briscola, koziris",
}
COLUMNS = {word: column for column, words in WORDS.items() for word in words.split(", ")}
PLACE = ("stage", "round", "table", "table_id")
OF_A_DEAL = ("declarer", "announced", "taken")


@dataclass(frozen=True)
class PaperFault:
    line: int
    says: str


class PaperPlace(NamedTuple):
    """On which line a table begins, and where it was played: "" on a night."""

    line: int
    stage: str
    round: str


@dataclass(frozen=True)
class Paper:
    """``places`` of the tables, one each."""

    sheet: SheetIn
    tables: list[PaperTable]
    places: list[PaperPlace]
    faults: list[PaperFault]


@dataclass(frozen=True)
class _At:
    """At one number of the room one table after the other is played."""

    stage: str = ""
    round: str = ""
    table: str = ""
    table_id: str = ""
    players: tuple[str, ...] = ()
    games: int = 0

    def after(self, cells: Cells, players: tuple[str, ...]) -> "_At":
        """Of the next line: what it does not say is as before."""
        was = (self.stage, self.round, self.table, self.table_id)
        stage, round_, table, table_id = now = tuple(
            cells.get(name) or above for name, above in zip(PLACE, was, strict=True)
        )
        again = cells.get("deal") == "1" and bool(self.table)
        return _At(stage, round_, table, table_id, players or (() if now != was else self.players), self.games + again)


@dataclass(frozen=True)
class _Line:
    number: int
    at: _At
    payload: Mapping[str, Any] | None


def read_paper(file: bytes, *, game: Game, rules: Mapping[str, object]) -> Paper:
    """Raises Refused where it is no such file at all."""
    return paper_of(read_sheet(file, words=COLUMNS, most=MOST_LINES), game=game, rules=rules)


def paper_of(sheet: SheetIn, *, game: Game, rules: Mapping[str, object]) -> Paper:
    faults: list[PaperFault] = []
    tables: list[PaperTable] = []
    places: list[PaperPlace] = []
    for place, lines in groupby(_lines(sheet, faults), key=lambda line: line.at):
        played = list(lines)
        try:
            tables.append(_table_of(place, played, game, rules))
            places.append(PaperPlace(played[0].number, place.stage, place.round))
        except BadLine as bad:
            faults.append(PaperFault(played[0].number, str(bad)))
        except ScoringError as error:
            deal = error.params.get("deal")
            line = played[deal - 1].number if isinstance(deal, int) and deal <= len(played) else played[0].number
            faults.append(PaperFault(line, error_sentence(error, place.players)))
    return Paper(sheet, tables, places, sorted(faults, key=lambda fault: fault.line))


def _lines(sheet: SheetIn, faults: list[PaperFault]) -> Iterator[_Line]:
    """Who sits there is said on the first line of a table, and holds for the others where they are silent."""
    place = _At()
    for number, cells in sheet.rows():
        try:
            place = place.after(cells, _players(cells.get("players", "")))
            yield _Line(number, place, _payload(cells, place.players))
        except BadLine as bad:
            faults.append(PaperFault(number, str(bad)))


def _players(cell: str) -> tuple[str, ...]:
    """As export writes them, in JSON, or with a stroke between."""
    if cell.startswith("["):
        names = _json(cell)
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise BadLine(line_fault("players"))
        return tuple(map(tidy_name, names))
    return tuple(tidy_name(name) for name in BETWEEN.split(cell) if name)


def _payload(cells: Cells, players: Sequence[str]) -> Mapping[str, Any] | None:
    if cells.get("payload"):
        payload = _json(cells["payload"])
        if payload is not None and not isinstance(payload, dict):
            raise BadLine(line_fault("payload"))
        return payload
    if cells.get("voided") == "1":
        return None
    if not all(cells.get(name) for name in OF_A_DEAL):
        raise BadLine(line_fault("deal-missing"))
    played: dict[str, Any] = {"declarer": _seat(cells["declarer"], players)}
    played |= {name: _whole(cells[name]) for name in ("announced", "taken")}
    return played | {"trump": cells.get("trump") or None}


def _seat(cell: str, players: Sequence[str]) -> int:
    """Of who is called so, or of this number, counted from 1."""
    names = [name.casefold() for name in players]
    if tidy_name(cell).casefold() in names:
        return names.index(tidy_name(cell).casefold())
    if cell.isdecimal() and len(cell) < 3 and 1 <= int(cell) <= len(players):
        return int(cell) - 1
    raise BadLine(line_fault("declarer", name=shortened(cell, LONGEST_SHOWN)))


def _whole(cell: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", cell):
        raise BadLine(line_fault("number", text=shortened(cell, LONGEST_SHOWN)))
    return int(cell)


def _json(cell: str) -> Any:
    """Without half letters, which no page can say."""
    try:
        value = json.loads(cell)
        json.dumps(value, ensure_ascii=False).encode()
        return value
    except (ValueError, RecursionError) as error:
        raise BadLine(line_fault("payload")) from error


def _table_of(place: _At, lines: Sequence[_Line], game: Game, rules: Mapping[str, object]) -> PaperTable:
    """Who dealt first stands on no sheet: whoever it was by whom all declared in turn. Raises ScoringError, BadLine."""
    if len({name.casefold() for name in place.players}) < max(len(place.players), 2):
        raise BadLine(line_fault("players"))
    if fault := next(filter(None, map(name_fault, place.players)), ""):
        raise BadLine(fault)
    if not re.fullmatch(r"[1-9][0-9]{0,3}", place.table):
        raise BadLine(line_fault("table"))
    deals = [line.payload for line in lines]
    seats = len(place.players)
    raw = {"seats": seats, "rules": dict(rules), "deals": deals, "closed": True}
    problems: list[ScoringError] = []
    for dealer in range(seats):
        try:
            game.score(read_table(game, raw | {"first_dealer": dealer}))
            return PaperTable(int(place.table), place.players, dealer, tuple(deals))
        except ScoringError as error:
            problems.append(error)
    raise problems[0]
