"""A whole club as one file: a zip of lines of JSON. The same club gives the same bytes."""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import IO, Any
from uuid import UUID

from tournaments.models import Club, RoundSeating
from tournaments.models.seating import stored_seating
from tournaments.selectors.files.portable import HEAD, MEMBER, SUM, VERSION
from tournaments.selectors.files.whole_club import WholeClub, one_moment


def write_club(club: Club, file: IO[bytes]) -> None:
    """As it is at this moment, whatever is recorded meanwhile."""
    member = zipfile.ZipInfo(MEMBER)
    member.compress_type = zipfile.ZIP_DEFLATED
    with (
        one_moment() as using,
        zipfile.ZipFile(file, "w") as archive,
        archive.open(member, "w", force_zip64=True) as packed,
    ):
        digest = hashlib.sha256()
        for line in _lines(WholeClub(club, using=using)):
            digest.update(line)
            packed.write(line)
        packed.write(_line({SUM: digest.hexdigest()}))


def _lines(whole: WholeClub) -> Iterator[bytes]:
    yield _line({HEAD: {"version": VERSION, "name": whole.club.name, "rows": whole.sizes()}})
    for kind, row in whole.rows():
        yield _line({kind: row})


def _line(facts: dict[str, Any]) -> bytes:
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return f"{text}\n".encode()


def _plain(value: object) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case Fraction() | UUID():
            return str(value)
        case RoundSeating():
            return stored_seating(value)
    raise TypeError(type(value))
