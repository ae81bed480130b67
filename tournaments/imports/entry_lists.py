"""A list of entrants, pasted or from a spreadsheet’s file: a preview that says of each line what it would bring."""

import csv
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tournaments.imports.sheets import decoded_as, told_separator
from tournaments.limits import HIGHEST_SEED, LONGEST_NAME, MOST_ENTRY_LINES
from tournaments.models import plain_letters, tidy_name
from tournaments.words.club import name_fault
from tournaments.words.stage.rounds import line_sentence

COLUMNS = ("name", "rating", "seed", "table", "team")  # in this order where no header says otherwise
# In English, Italian and Lithuanian, without accents.
HEADER_WORDS = {
    "name": "name, player, player name, full name, first name, "
    "nome, giocatore, giocatrice, nominativo, nome e cognome, cognome e nome, nome cognome, cognome nome, "
    "vardas, zaidejas, zaideja, vardas ir pavarde, pavarde ir vardas, vardas pavarde, pavarde vardas",
    "surname": "surname, last name, family name, cognome, pavarde",
    "rating": "rating, elo, valutazione, punteggio, reitingas",
    "seed": "seed, seeding, testa di serie, tds, iskeltas, iskelta, iskelimas, iskelimo numeris, iskelimo nr",
    "table": "table, fixed table, tavolo, tavolo fisso, stalas, pastovus stalas, nuolatinis stalas",
    "team": "team, team name, squadra, nome della squadra, komanda, komandos pavadinimas",
}
COLUMN_OF = {word: column for column, words in HEADER_WORDS.items() for word in words.split(", ")}
SEPARATORS = "\t;,"
QUOTED = re.compile(r'"[^"]*"')
DECIMAL = re.compile(r"([+-]?)([0-9]{1,6}([.,][0-9]{1,6})?)")


class BadLine(Exception):
    """With the sentence that says what to correct."""


@dataclass(frozen=True)
class EntryLine:
    """One line as it was written. `error` says what to correct, "" where all is well; `new` = not on the roster yet."""

    number: int
    raw: str
    name: str = ""
    rating: float | None = None
    seed: int | None = None
    table: int | None = None
    team: str = ""
    new: bool = False
    error: str = ""


@dataclass(frozen=True)
class EntryList:
    lines: list[EntryLine]

    @property
    def good(self) -> list[EntryLine]:
        return [line for line in self.lines if not line.error]

    @property
    def bad(self) -> list[EntryLine]:
        return [line for line in self.lines if line.error]


def read_entry_list(text: str | bytes, *, names: Collection[str]) -> EntryList:
    """A name a line, or columns with or without a header; `known` are the names on the club's roster.

    Lines are numbered as in the text, empty ones and the header left out. Raises Refused where it is no text.
    """
    whole = enumerate(re.split(r"\r\n|\r|\n", decoded(text)), 1)
    written = [(number, raw) for number, raw in whole if tidy_name(raw).strip(SEPARATORS + '" ')]
    separator = told_separator(written[0][1]) if written else ""
    written = written[1:] if separator else written
    separator = separator or _separator([raw for _number, raw in written])
    columns = _header(written[0][1], separator) if written else None
    if columns and "name" not in columns:
        return EntryList([EntryLine(*written[0], error=line_sentence("no-names"))])
    reader = _ListReader(columns or COLUMNS, separator, {tidy_name(name).casefold() for name in names})
    listed = written[1:] if columns else written
    lines = [reader.line(number, raw) for number, raw in listed[:MOST_ENTRY_LINES]]
    if len(listed) > MOST_ENTRY_LINES:
        lines.append(EntryLine(*listed[MOST_ENTRY_LINES], error=line_sentence("lines", most=MOST_ENTRY_LINES)))
    return EntryList(lines)


def decoded(text: str | bytes) -> str:
    """Raises Refused where these are the bytes of no text."""
    return text.removeprefix("\ufeff") if isinstance(text, str) else decoded_as(text)[1]


def _separator(written: Sequence[str]) -> str:
    """The one on most lines; of equals not the comma, which may be a decimal one."""
    unquoted = [QUOTED.sub("", raw) for raw in written]
    return max(SEPARATORS, key=lambda separator: sum(separator in raw for raw in unquoted))


def _header(raw: str, separator: str) -> list[str] | None:
    """The columns' names, "" for one that does not concern us; None where this is no header."""
    try:
        columns = [COLUMN_OF.get(plain_letters(tidy_name(cell)).strip(" .:#*"), "") for cell in _cells(raw, separator)]
    except BadLine:
        return None
    return columns if any(columns) else None


def _cells(raw: str, separator: str) -> list[str]:
    """Each line by itself, so that a quotation mark left open spoils one line and not the rest of the list."""
    try:
        (cells,) = csv.reader([raw], delimiter=separator, skipinitialspace=True, strict=True)
    except csv.Error:
        raise BadLine(line_sentence("quotes")) from None
    return [tidy_name(cell) for cell in cells]


@dataclass
class _ListReader:
    columns: Sequence[str]
    separator: str
    known: Collection[str]
    lines_of_names: dict[str, int] = field(default_factory=dict)
    lines_of_seeds: dict[int, int] = field(default_factory=dict)

    def line(self, number: int, raw: str) -> EntryLine:
        name = ""
        try:
            cells = self._given(raw)
            name = " ".join(filter(None, (cells.get("name"), cells.get("surname"))))
            self._take_name(name, number)
            return EntryLine(
                number,
                raw,
                name,
                rating=_rating(cells.get("rating", "")),
                seed=self._seed(cells.get("seed", ""), number),
                table=_table(cells.get("table", "")),
                team=_team(cells.get("team", "")),
                new=name.casefold() not in self.known,
            )
        except BadLine as mistake:
            return EntryLine(number, raw, name, error=str(mistake))

    def _given(self, raw: str) -> dict[str, str]:
        cells = _cells(raw, self.separator)
        if any(cells[len(self.columns) :]):
            raise BadLine(line_sentence("columns"))
        return dict(zip(self.columns, cells, strict=False))

    def _take_name(self, name: str, number: int) -> None:
        if not name:
            raise BadLine(line_sentence("name-missing"))
        if "\N{REPLACEMENT CHARACTER}" in name:
            raise BadLine(line_sentence("letter"))
        if fault := name_fault(name):
            raise BadLine(fault)
        earlier = self.lines_of_names.setdefault(name.casefold(), number)
        if earlier != number:
            raise BadLine(line_sentence("name-twice", name=name, line=earlier))

    def _seed(self, text: str, number: int) -> int | None:
        if not text:
            return None
        seed = _whole(text)
        if seed is None:
            raise BadLine(line_sentence("seed", text=text, most=HIGHEST_SEED))
        earlier = self.lines_of_seeds.setdefault(seed, number)
        if earlier != number:
            raise BadLine(line_sentence("seed-twice", seed=seed, line=earlier))
        return seed


def _rating(text: str) -> float | None:
    if not text:
        return None
    match = DECIMAL.fullmatch(text.replace("\N{MINUS SIGN}", "-"))
    if not match:
        raise BadLine(line_sentence("rating", text=text))
    return float(match[0].replace(",", "."))


def _table(text: str) -> int | None:
    if not text:
        return None
    table = _whole(text)
    if table is None:
        raise BadLine(line_sentence("table", text=text, most=HIGHEST_SEED))
    return table


def _team(text: str) -> str:
    if len(text) > LONGEST_NAME:
        raise BadLine(line_sentence("team", most=LONGEST_NAME))
    return text


def _whole(text: str) -> int | None:
    number = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0
    return number if number >= 1 else None
