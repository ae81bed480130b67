"""A club's list of players from another program: what each line would bring, before anything is done."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.imports.sheets import SheetIn, read_sheet
from tournaments.limits import LONGEST_NICKNAME, MOST_LINES
from tournaments.models import tidy_name
from tournaments.services.files.imports import ListedPlayer
from tournaments.words.club import name_fault
from tournaments.words.files import line_fault

WORDS = {
    "name": "name, player, full name, first name, given name, nome, giocatore, nominativo, nome e cognome, "
    "cognome e nome, vardas, zaidejas, zaideja, vardas ir pavarde, pavarde ir vardas",
    "surname": "surname, last name, family name, cognome, pavarde",
    "nickname": "nickname, short name, soprannome, pravarde, slapyvardis, trumpasis vardas",
}
COLUMNS = {word: column for column, words in WORDS.items() for word in words.split(", ")}


@dataclass(frozen=True)
class PlayerLine:
    """``fault``: what is to be mended, "" where nothing is; ``known``: on the list already."""

    number: int
    name: str
    nickname: str = ""
    known: bool = False
    fault: str = ""


@dataclass(frozen=True)
class PlayerList:
    sheet: SheetIn
    lines: list[PlayerLine]

    @property
    def bad(self) -> list[PlayerLine]:
        return [line for line in self.lines if line.fault]

    @property
    def new(self) -> list[ListedPlayer]:
        return [ListedPlayer(line.name, line.nickname) for line in self.lines if not line.fault and not line.known]


def read_players(file: bytes, *, players: Mapping[str, int]) -> PlayerList:
    """What a file says of players; ``players``: the list (ids) by name. Raises Refused where it is no list."""
    sheet = read_sheet(file, words=COLUMNS, most=MOST_LINES)
    reader = _Reader({tidy_name(name).casefold() for name in players})
    return PlayerList(sheet, [reader.line(number, cells) for number, cells in sheet.rows()])


@dataclass
class _Reader:
    known: set[str]
    seen: dict[str, int] = field(default_factory=dict)

    def line(self, number: int, cells: Mapping[str, str]) -> PlayerLine:
        name = tidy_name(" ".join(filter(None, (cells.get("name"), cells.get("surname")))))
        nickname = tidy_name(cells.get("nickname", ""))
        fault = self._fault(number, name, nickname)
        return PlayerLine(number, name, nickname, known=name.casefold() in self.known, fault=fault)

    def _fault(self, number: int, name: str, nickname: str) -> str:
        if not name:
            return line_fault("name-missing")
        if "\N{REPLACEMENT CHARACTER}" in name + nickname:
            return line_fault("letter")
        if len(nickname) > LONGEST_NICKNAME:
            return line_fault("nickname", most=LONGEST_NICKNAME)
        earlier = self.seen.setdefault(name.casefold(), number)
        return line_fault("name-twice", name=name, line=earlier) if earlier != number else name_fault(name)
