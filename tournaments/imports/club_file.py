"""A club's file, read line by line: whole and undamaged, or refused."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, NamedTuple

from tournaments.limits import (
    LARGEST_CLUB_FILE,
    LARGEST_CLUB_FILE_LINE,
    LONGEST_NAME,
    MOST_CLUB_FILE_PEOPLE,
    MOST_CLUB_FILE_ROWS,
    shortened,
)
from tournaments.selectors.files import ACCOUNT, CLUB, HEAD, MEMBER, PLAYER, PORTABLE, SUM, VERSION
from tournaments.services.files.club import FileRow
from tournaments.services.refusals import Refused

MOST_PACKED = 200  # so much less than what is in it; a club's file is about a tenth
FIRST_PART = 1024**2  # which may be packed as tightly as it likes
GREATEST_ID = 2**40  # what is raised by more leaves too few numbers to others
GREATEST_ACCOUNT = 10_000_000
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError, OSError)
"""What `zipfile` raises over bytes that have changed: RuntimeError where they now say "encrypted"."""


class FilePerson(NamedTuple):
    """Of whom the file tells, by the id there."""

    id: int
    name: str


@dataclass(frozen=True)
class ClubFile:
    """``sizes``: of each kind how many rows there are, the least id and the greatest."""

    file: IO[bytes]
    name: str
    slug: str
    sizes: dict[str, tuple[int, int, int]]
    people: list[FilePerson]

    def rows(self) -> Iterator[FileRow]:
        for number, line in _lines(self.file):
            kind, facts = _row(line)
            if kind in PORTABLE:
                yield FileRow(number, kind, facts)


class _Reading:
    """What the first reading of a file counts and finds."""

    def __init__(self, sizes: dict[str, tuple[int, int]]) -> None:
        self.sizes, self.slug = sizes, ""
        self._people: dict[int, str] = {}
        self._counted = dict.fromkeys(PORTABLE, 0)
        self._latest = 0
        self._first: dict[str, Any] = {}

    def take(self, kind: str, facts: Any) -> None:
        place = list(PORTABLE).index(kind)
        if place < self._latest or not isinstance(facts, dict):
            raise ValueError(kind)
        self._latest = place
        self._counted[kind] += 1
        self._first.setdefault(kind, facts.get("id"))
        if kind == CLUB:
            self.slug = str(facts["slug"])
        if kind == PLAYER and facts["anonymised_at"] is None:
            self._people[facts["id"]] = str(facts["name"])
        if kind == "merge":
            self._people.pop(facts["gone"], None)

    @property
    def is_whole(self) -> bool:
        return self._counted == {kind: count for kind, (count, _last) in self.sizes.items()}

    @property
    def spans(self) -> dict[str, tuple[int, int, int]]:
        return {
            kind: (count, self._least(kind, last), last if count else 0) for kind, (count, last) in self.sizes.items()
        }

    def _least(self, kind: str, last: int) -> int:
        first = self._first.get(kind)
        return first if type(first) is int and 1 <= first <= last else 1  # such a row is refused when it comes

    @property
    def people(self) -> list[FilePerson]:
        return [FilePerson(pk, name) for pk, name in self._people.items()]


def open_club_file(file: IO[bytes]) -> ClubFile:
    """Read through once: every line is there, as it was written. Raises Refused."""
    digest, lines = hashlib.sha256(), _lines(file)
    try:
        _number, first = next(lines, (0, b""))
        name, sizes = _head(first)
        reading = _Reading(sizes)
        digest.update(first)
        for _number, line in lines:
            kind, facts = _row(line)
            if kind == SUM:
                break
            digest.update(line)
            reading.take(kind, facts)
        else:
            raise Refused("club-file-damaged")
        if facts != digest.hexdigest() or next(lines, None) or not reading.is_whole or sizes[CLUB][0] != 1:
            raise Refused("club-file-damaged")
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError) as error:
        raise Refused("club-file-damaged") from error
    return ClubFile(file, name, reading.slug, reading.spans, reading.people)


def _head(line: bytes) -> tuple[str, dict[str, tuple[int, int]]]:
    kind, head = _row(line)
    if kind != HEAD:
        raise Refused("club-file-other")
    if head["version"] > VERSION or head["rows"].keys() - PORTABLE.keys():
        raise Refused("club-file-newer")
    counts = {kind: head["rows"].get(kind, (0, 0)) for kind in PORTABLE}  # an older one does not know all of them
    sizes = {kind: (int(count), int(last)) for kind, (count, last) in counts.items()}
    if sum(count for count, _last in sizes.values()) > MOST_CLUB_FILE_ROWS or sizes[PLAYER][0] > MOST_CLUB_FILE_PEOPLE:
        raise Refused("club-file-large", most=LARGEST_CLUB_FILE // 1024**2)
    if any(not 0 <= last <= GREATEST_ID for _count, last in sizes.values()) or sizes[ACCOUNT][1] > GREATEST_ACCOUNT:
        raise ValueError(sizes)
    return shortened(str(head["name"]), LONGEST_NAME), sizes


def _row(line: bytes) -> tuple[str, Any]:
    ((kind, facts),) = _parsed(line).items()
    return kind, facts


def _parsed(line: bytes) -> Any:
    """Without half letters, which are written nowhere, and NUL, which PostgreSQL does not keep."""
    value = json.loads(line, parse_constant=_no_number)
    if b"\\u" in line and "\\u0000" in json.dumps(value, ensure_ascii=False).encode().decode().replace("\\\\", ""):
        raise ValueError(line)
    return value


def _no_number(text: str) -> float:
    raise ValueError(text)


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Numbered from 1; never more in memory than one of them."""
    file.seek(0, 2)
    packed_in = file.tell()
    file.seek(0)
    read = 0
    try:
        with zipfile.ZipFile(file) as archive, archive.open(_member(archive)) as unpacked:
            number = 0
            while line := unpacked.readline(LARGEST_CLUB_FILE_LINE + 1):
                number, read = number + 1, read + len(line)
                if len(line) > LARGEST_CLUB_FILE_LINE or read > min(
                    LARGEST_CLUB_FILE, FIRST_PART + MOST_PACKED * packed_in
                ):
                    raise Refused("club-file-large", most=LARGEST_CLUB_FILE // 1024**2)
                yield number, line
    except DAMAGED as error:
        raise Refused("club-file-damaged" if _is_zip(file) else "club-file-other") from error


def _member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """Packed as a club's file is: of the other ways `zipfile` unpacks as much at once as there is."""
    member = archive.getinfo(MEMBER)
    if member.compress_type not in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        raise zipfile.BadZipFile
    return member


def _is_zip(file: IO[bytes]) -> bool:
    """Whether a file begins as a zip does, also one that was cut short."""
    file.seek(0)
    return file.read(4) == b"PK\x03\x04"
