"""A club's list of players from another program: what each line would bring, before anything is done."""

import re
from collections.abc import Iterable, Mapping
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
    "categories": "categories, category, categorie, categoria, kategorijos, kategorija",
}
COLUMNS = {word: column for column, words in WORDS.items() for word in words.split(", ")}


@dataclass(frozen=True)
class PlayerLine:
    """``fault``: what is to be mended, "" where nothing is; ``known``: on the list already; ``categories``: names of
    the club's.
    """

    number: int
    name: str
    nickname: str = ""
    known: bool = False
    fault: str = ""
    categories: tuple[str, ...] = ()


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

    @property
    def categories(self) -> dict[str, tuple[str, ...]]:
        """By name of the player, also of those on the list."""
        return {line.name: line.categories for line in self.lines if line.categories and not line.fault}


def read_players(file: bytes, *, players: Mapping[str, int], categories: Iterable[str] | None = None) -> PlayerList:
    """What a file says of players; ``players``: the list (ids) by name; ``categories``: those of the club, None where
    nobody looks at them. Raises Refused where it is no list.
    """
    sheet = read_sheet(file, words=COLUMNS, most=MOST_LINES)
    named = None if categories is None else {name.casefold(): name for name in categories}
    reader = _Reader({tidy_name(name).casefold() for name in players}, named)
    return PlayerList(sheet, [reader.line(number, cells) for number, cells in sheet.rows()])


@dataclass
class _Reader:
    known: set[str]
    categories: Mapping[str, str] | None
    seen: dict[str, int] = field(default_factory=dict)

    def line(self, number: int, cells: Mapping[str, str]) -> PlayerLine:
        name = tidy_name(" ".join(filter(None, (cells.get("name"), cells.get("surname")))))
        nickname = tidy_name(cells.get("nickname", ""))
        in_list = [named for part in re.split("[,;/|]", cells.get("categories", "")) if (named := tidy_name(part))]
        fault = self._fault(number, name, nickname) or self._unknown(in_list)
        own = {} if self.categories is None or fault else {self.categories[of.casefold()]: None for of in in_list}
        known = name.casefold() in self.known
        return PlayerLine(number, name, nickname, known=known, fault=fault, categories=tuple(own))

    def _unknown(self, categories: Iterable[str]) -> str:
        if self.categories is None:
            return ""
        unknown = next((name for name in categories if name.casefold() not in self.categories), None)
        return "" if unknown is None else line_fault("category-unknown", name=unknown)

    def _fault(self, number: int, name: str, nickname: str) -> str:
        if not name:
            return line_fault("name-missing")
        if "\N{REPLACEMENT CHARACTER}" in name + nickname:
            return line_fault("letter")
        if len(nickname) > LONGEST_NICKNAME:
            return line_fault("nickname", most=LONGEST_NICKNAME)
        earlier = self.seen.setdefault(name.casefold(), number)
        return line_fault("name-twice", name=name, line=earlier) if earlier != number else name_fault(name)
