"""A table that some spreadsheet has written: which letters, which separator, which columns is guessed, and said."""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tournaments.limits import LONGEST_CELL
from tournaments.models import plain_letters, tidy_name
from tournaments.services.refusals import Refused

JSON = "JSON"
SEPARATORS = ";\t,"
TOLD_SEPARATOR = re.compile(rf'"?sep=([{SEPARATORS}|])"?[{SEPARATORS}|]*', re.IGNORECASE)
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx and .ods are zips; .xls
HEAD = 40  # lines by which the separator is guessed
# What people of these languages write beyond ASCII; Windows keeps each in other bytes.
WESTERN = frozenset("àèéìòùáíóúäöüßçñâêîôÀÈÉÌÒÙÁÍÓÚÄÖÜÇÑ’")
BALTIC = frozenset("ąčęėįšųūžĄČĘĖĮŠŲŪŽ’„“")

Cells = dict[str, str]


@dataclass(frozen=True)
class SheetIn:
    """``rows`` are numbered as the file's lines, and hold the cells of the columns that are known. They stand under
    ``heads`` lines.
    """

    encoding: str
    separator: str
    columns: list[str]
    left_out: list[str]
    text: str
    heads: int = 1

    def rows(self) -> Iterator[tuple[int, Cells]]:
        for number, cells in islice(_cells(self.text, self.separator), self.heads, None):
            if any(cells):
                yield number, {name: cell for name, cell in zip(self.columns, cells, strict=False) if name}


def read_sheet(file: bytes, *, words: Mapping[str, str], most: int) -> SheetIn:
    """``words``: the columns' names by what their heads may say, without accents. Raises Refused."""
    encoding, text = _from_json(file) if file.startswith(b'{"capstone"') else decoded_as(file)
    head = text.split("\n", HEAD)[:HEAD]
    declared = told_separator(head[0])
    heads = 2 if declared else 1
    if not any(head[heads - 1 :]):
        raise Refused("sheet-empty")
    separator = declared or ("," if encoding == JSON else _likely_separator(head))
    _number, first = next(islice(_cells(text, separator), heads - 1, None))
    columns = [words.get(plain_letters(tidy_name(cell)).strip(" .:#*"), "") for cell in first]
    if not any(columns) or len(set(filter(None, columns))) < len([name for name in columns if name]):
        raise Refused("sheet-columns", columns=[cell for cell in first if cell][:12])
    if text.count("\n") > most + 1:
        raise Refused("sheet-long", most=most)
    left_out = [cell for cell, name in zip(first, columns, strict=True) if cell and not name]
    return SheetIn(encoding, separator, columns, left_out, text, heads)


def told_separator(line: str) -> str:
    """The separator, where this is the line by which Excel is told of it; else ""."""
    match = TOLD_SEPARATOR.fullmatch(line)
    return match[1] if match else ""


def _likely_separator(head: list[str]) -> str:
    return max(SEPARATORS, key=lambda separator: sum(separator in line for line in head))


def _from_json(file: bytes) -> tuple[str, str]:
    """What export has written, a row a line, as it would have written it for spreadsheets."""
    try:
        rows = json.loads(file)["rows"]
        written = io.StringIO(newline="")
        writer = csv.DictWriter(written, list(rows[0]))
        writer.writeheader()
        for row in rows:
            writer.writerow({name: _told(cell) for name, cell in row.items()})
        written.getvalue().encode()  # no half letters, which no page can say
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise Refused("sheet-json") from error
    return JSON, written.getvalue()


def _told(cell: Any) -> Any:
    if isinstance(cell, bool):
        return int(cell)
    return json.dumps(cell, ensure_ascii=False) if isinstance(cell, list | dict) else cell


def decoded_as(file: bytes) -> tuple[str, str]:
    """The name of the encoding, and the text, whose lines end with a line feed. UTF-8 and UTF-16 are known for sure;
    else letters tell which of two code pages of Windows it is. Raises Refused.
    """
    if file.startswith(WORKBOOKS):
        raise Refused("sheet-workbook")
    encoding, text = _decoded(file)
    return encoding, text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(file: bytes) -> tuple[str, str]:
    if file.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16", file.decode("utf-16", errors="replace")
    try:
        return "UTF-8", file.decode("utf-8-sig")
    except UnicodeDecodeError:
        read = {name: file.decode(name, errors="replace") for name in ("cp1252", "cp1257")}
    fits = {"cp1252": WESTERN, "cp1257": BALTIC}
    name = max(read, key=lambda encoding: sum(letter in fits[encoding] for letter in read[encoding]))
    return f"Windows-{name[2:]}", read[name]


def _cells(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Each with the number of its line. Raises Refused."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise Refused("sheet-quotes", line=reader.line_num) from error
        if row is None:
            return
        if any(len(cell) > LONGEST_CELL for cell in row):
            raise Refused("sheet-cell", line=reader.line_num, most=LONGEST_CELL)
        yield reader.line_num, [_cell(cell) for cell in row]


def _cell(cell: str) -> str:
    """Without the apostrophe that keeps spreadsheets from running it."""
    bare = cell.strip()
    return bare[1:] if bare[:1] == "'" and bare[1:2] in "=+-@＝＋－＠" else bare
