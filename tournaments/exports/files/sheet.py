"""Rows for other programs: as CSV for spreadsheets, as JSON for everything else, written as they are read."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from scoring.result import plain_number

# Excel takes a CSV file without it for the local code page and spoils every letter beyond ASCII.
BYTE_ORDER_MARK = "\ufeff"
# What a spreadsheet would run as a formula, and what it skips before looking for one.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
PLACES = Decimal("0.000001")

Kind = Literal["csv", "json"]
PLAIN = {int, type(None)}
"""What is written as it is; a file may have a million cells."""
json_text = json.JSONEncoder(ensure_ascii=False).encode
Cell = str | int | bool | Fraction | float | date | datetime | list[Any] | Mapping[str, Any] | None
Row = Sequence[Cell]


class Dialect(NamedTuple):
    """As the spreadsheets of a language write a CSV file."""

    delimiter: str
    decimal: str


DIALECTS = {"en": Dialect(",", "."), "it": Dialect(";", ","), "lt": Dialect(";", ",")}


class FileColumn(NamedTuple):
    """``says`` what stands in it, for docs/files.md; numbers may have a part after the point."""

    name: str
    says: str


@dataclass(frozen=True)
class Sheet:
    """``rows`` hold a cell for each of the columns, and are read once."""

    columns: Sequence[FileColumn]
    rows: Iterable[Row]


def csv_lines(sheet: Sheet, *, language: str) -> Iterator[str]:
    """Times are in UTC. Nothing in a cell is run by a spreadsheet as a formula. Raises KeyError for another
    language than those of `DIALECTS`.
    """
    dialect = DIALECTS[language]
    line = LastLine()
    writer = csv.writer(line, delimiter=dialect.delimiter)
    writer.writerow([column.name for column in sheet.columns])
    yield BYTE_ORDER_MARK + line.written
    for row in sheet.rows:
        writer.writerow([cell if cell.__class__ in PLAIN else _csv_cell(cell, dialect) for cell in row])
        yield line.written


def json_lines(sheet: Sheet, head: Mapping[str, Any]) -> Iterator[str]:
    """One object: what the ``head`` says, and ``rows`` of objects, one a line."""
    names = [column.name for column in sheet.columns]
    opening = json_text(head)
    yield opening[:-1] + (", " if head else "") + '"rows": ['
    separator = "\n"
    for row in sheet.rows:
        yield separator + json_text(dict(zip(names, map(json_cell, row), strict=True)))
        separator = ",\n"
    yield "\n]}\n"


class LastLine:
    """A file that knows only what was written to it last."""

    written = ""

    def write(self, text: str) -> None:
        self.written = text


def _csv_cell(cell: Cell, dialect: Dialect) -> str:
    match cell:
        case str():
            return harmless(cell)
        case bool():
            return "1" if cell else "0"
        case datetime():
            return utc_text(cell)
        case date():
            return cell.isoformat()
        case list() | dict():
            return harmless(json_text(cell))
        case Fraction() | float():
            return decimal_text(cell).replace(".", dialect.decimal)
    raise TypeError(cell)


def json_cell(cell: Cell) -> Any:
    match cell:
        case str() | int() | None | list() | dict():
            return cell
        case datetime():
            return utc_text(cell)
        case date():
            return cell.isoformat()
        case Fraction():
            return plain_number(cell)
    return cell


def utc_text(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def decimal_text(number: Fraction | float) -> str:
    """Exact where six digits after the point suffice, else rounded to them."""
    exact = Fraction(number)
    rounded = (Decimal(exact.numerator) / exact.denominator).quantize(PLACES)
    text = f"{rounded:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
