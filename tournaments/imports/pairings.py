"""Who sat where, round by round, and how it ended: the sheet “Tables and pairings” as the rounds of a tournament."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.record import are_places
from tournaments.imports.entry_lists import BadLine
from tournaments.imports.sheets import Cells, SheetIn
from tournaments.imports.trf import LineFault
from tournaments.limits import LONGEST_SHOWN, shortened
from tournaments.models import Table, tidy_name
from tournaments.services.files.imports import BroughtRound
from tournaments.services.files.tables import BroughtSeat, BroughtTable
from tournaments.words.club import name_fault
from tournaments.words.files import line_fault

WORTHS = ("zero", "half", "full")
UNOPPOSED = "unopposed"
TEAM = "\n"  # so that nobody is called as a team is
OPEN = (Table.Status.PLAYING, Table.Status.ADJOURNED)
NUMBER = re.compile(r"[1-9][0-9]{0,3}")
DECIMAL = re.compile(r"-?[0-9]{1,9}([.,][0-9]{1,9})?")

Where = tuple[int, int]
"""Number of the stage, number of the round."""


class _Row(NamedTuple):
    line: int
    where: Where
    table: str
    name: str
    stand_in: str
    game: int  # of its match, 0 where nothing is told of it
    cells: Cells


@dataclass
class Pairings:
    """``still_open``: the games of tables that play. ``spelled``: each name as it was written first, by what it is
    without capitals. ``stand_ins`` with whom they stood in for. ``lines`` of everybody in a round. ``unopposed`` at
    which board of a round.
    """

    by_teams: bool = False
    rounds: dict[Where, BroughtRound] = field(default_factory=dict)
    still_open: set[tuple[Where, int, int]] = field(default_factory=set)
    spelled: dict[str, str] = field(default_factory=dict)
    faults: list[LineFault] = field(default_factory=list)
    stand_ins: dict[str, str] = field(default_factory=dict)
    lines: dict[tuple[Where, str], int] = field(default_factory=dict)
    unopposed: dict[Where, dict[str, int]] = field(default_factory=dict)

    def as_first(self, name: str) -> str:
        tidy = tidy_name(name)
        return self.spelled.setdefault(tidy.casefold(), tidy)


def read_pairings(sheet: SheetIn, *, by_teams: bool = False) -> Pairings:
    """``by_teams``: these meet over boards, of which each is a table; whoever rests is a team."""
    pairings = Pairings(by_teams)
    by_round: dict[Where, list[_Row]] = {}
    for row in _rows(sheet, pairings):
        by_round.setdefault(row.where, []).append(row)
    for where, rows in sorted(by_round.items()):
        pairings.rounds[where] = _round(where, rows, pairings)
    for stage, number in pairings.rounds:
        if number > 1 and (stage, number - 1) not in pairings.rounds:
            line = by_round[stage, number][0].line
            pairings.faults.append(LineFault(line, line_fault("round-missing", round=number - 1)))
    return pairings


def _rows(sheet: SheetIn, pairings: Pairings) -> Iterator[_Row]:
    for line, cells in sheet.rows():
        try:
            player, entrant = (pairings.as_first(cells.get(name, "")) for name in ("player", "stands_in_for"))
            require_name(player)
            require_name(entrant or player)
            where = (number_of(cells.get("stage") or "1"), number_of(cells.get("round", "")))
            game = number_of(cells["match_game"]) if cells.get("match_game") else 0
            if entrant:
                pairings.stand_ins[player] = entrant
            yield _Row(line, where, cells.get("table", ""), entrant or player, player if entrant else "", game, cells)
        except BadLine as bad:
            pairings.faults.append(LineFault(line, str(bad)))


def require_name(name: str) -> None:
    """Raises BadLine."""
    if not name:
        raise BadLine(line_fault("name-missing"))
    if "\N{REPLACEMENT CHARACTER}" in name:
        raise BadLine(line_fault("letter"))
    if fault := name_fault(name):
        raise BadLine(fault)


def number_of(text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise BadLine(line_fault("number", text=shortened(text, LONGEST_SHOWN)))
    return int(text)


def _round(where: Where, rows: Sequence[_Row], pairings: Pairings) -> BroughtRound:
    """Everybody once in a round, or once in each game of a match."""
    lines: dict[tuple[str, int], int] = {}
    sits_at: dict[str, tuple[str, int]] = {}
    unopposed = pairings.unopposed.setdefault(where, {})
    tables: dict[str, dict[int, list[_Row]]] = {}
    byes: list[str] = []
    requested: dict[str, str] = {}
    for row in rows:
        is_alone = row.cells.get("status") == UNOPPOSED
        who = row.name.casefold() + TEAM * (pairings.by_teams and not row.table and not is_alone)
        table, first = sits_at.setdefault(who, (row.table, row.line))
        earlier = lines.setdefault((who, row.game), row.line) if table == row.table else first
        pairings.lines.setdefault((where, row.name), row.line)
        if earlier != row.line:
            pairings.faults.append(LineFault(row.line, line_fault("name-twice", name=row.name, line=earlier)))
        elif is_alone:
            unopposed[row.name] = row.game
        elif row.table:
            tables.setdefault(row.table, {}).setdefault(row.game, []).append(row)
        elif row.cells.get("status") == "requested-bye" or row.cells.get("worth"):
            worth = row.cells.get("worth", "")
            requested[row.name] = worth if worth in WORTHS else WORTHS[0]
        else:
            byes.append(row.name)
    played: list[BroughtTable] = []
    for games in tables.values():
        try:
            played.append(_match(where, games, pairings))
        except BadLine as bad:
            pairings.faults.append(LineFault(games[min(games)][0].line, str(bad)))
    pairings.faults += _stand_ins_twice(rows)
    play_off = any(row.cells.get("play_off") == "1" for row in rows)
    return BroughtRound(tuple(played), tuple(byes), requested, play_off)


def _stand_ins_twice(rows: Sequence[_Row]) -> Iterator[LineFault]:
    """Whoever stands in for two, or plays themselves."""
    plays = {row.name: row for row in reversed(rows)}
    for row in (row for row in rows if row.stand_in):
        earlier = plays.setdefault(row.stand_in, row)
        if earlier.name != row.name:
            yield LineFault(row.line, line_fault("name-twice", name=row.stand_in, line=earlier.line))


def _match(where: Where, games: Mapping[int, Sequence[_Row]], pairings: Pairings) -> BroughtTable:
    """The first game of a table, with the later ones."""
    first, *later = (_table(where, games[game], pairings) for game in sorted(games))
    if not pairings.by_teams and any(not {*game.people} <= {*first.people} for game in later):
        raise BadLine(line_fault("table-differs", table=first.number, round=where[1]))
    ends = {row.name: row.cells.get("match_place", "") for rows in games.values() for row in rows}
    places = {name: number_of(place) for name, place in ends.items() if place}
    return first._replace(later=tuple(later), match_places=places)


def _table(where: Where, rows: Sequence[_Row], pairings: Pairings) -> BroughtTable:
    number = number_of(rows[0].table)
    gone = [row.name for row in rows if row.cells.get("forfeit") == "1" and not row.cells.get("seat")]
    absent = tuple(gone) if len(rows) > 2 else ()  # who loses by not coming stays at a table of two
    sitting = [row for row in rows if row.name not in absent]
    if all(row.cells.get("seat") for row in sitting):
        sitting.sort(key=lambda row: number_of(row.cells["seat"]))
    if len(sitting) < 2:
        raise BadLine(line_fault("table-small"))
    plays_on = any(row.cells.get("status") in OPEN for row in sitting)
    if plays_on:
        pairings.still_open.add((where, number, rows[0].game))
    forfeits = [row.cells.get("forfeit") == "1" for row in sitting]
    places = [None] * len(sitting) if plays_on else _places([row.cells for row in sitting], forfeits)
    seats = tuple(
        BroughtSeat(row.name, row.stand_in, place, left)
        for row, place, left in zip(sitting, places, forfeits, strict=True)
    )
    return BroughtTable(number, seats, absent, game=rows[0].game)


def _places(cells: Sequence[Cells], forfeits: Sequence[bool]) -> list[int | None]:
    """As told, or by the scores; None where nothing is told."""
    place_texts = [cell.get("place", "") for cell in cells]
    if not any(place_texts) and not any(forfeits) and all(cell.get("score") for cell in cells):
        scores = [_decimal(cell["score"]) for cell in cells]
        return [1 + sum(other > score for other in scores) for score in scores]
    places = [number_of(text) if text else None for text in place_texts]
    known_places = [place for place in places if place is not None]
    if known_places and (len(known_places) < len(places) - sum(forfeits) or not are_places(known_places)):
        raise BadLine(line_fault("places"))
    return places


def _decimal(text: str) -> Fraction:
    if not DECIMAL.fullmatch(text):
        raise BadLine(line_fault("number", text=shortened(text, LONGEST_SHOWN)))
    return Fraction(text.replace(",", "."))


def told_places(sheet: SheetIn, pairings: Pairings) -> dict[int, dict[str, int]]:
    """By stage, what the sheet “Standings” says at its end."""
    places: dict[int, dict[str, int]] = {}
    for _line, cells in sheet.rows():
        stage, place = cells.get("stage", "1"), cells.get("place", "")
        if NUMBER.fullmatch(stage) and NUMBER.fullmatch(place):
            places.setdefault(int(stage), {})[pairings.as_first(cells.get("player", ""))] = int(place)
    return places


def first_said(sheet: SheetIn, pairings: Pairings) -> Mapping[str, Cells]:
    """Of everybody on the sheet “Entrants”, by name."""
    rows = ((pairings.as_first(cells.get("player", "")), cells) for _line, cells in sheet.rows())
    return {name: cells for name, cells in rows if name}
