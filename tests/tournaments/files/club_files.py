"""Clubs' files, as they are and as somebody might have changed them."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tournaments.audit import SYSTEM
from tournaments.exports.files.of_club import write_club
from tournaments.imports.club_file import open_club_file
from tournaments.models import Club
from tournaments.services.files.club import bring_club


def file_of(club: Club) -> bytes:
    file = io.BytesIO()
    write_club(club, file)
    return file.getvalue()


def lines_of(file: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return archive.read("club.jsonl").decode().splitlines()


def rewritten(file: bytes, change: Callable[[str, Any], Any]) -> bytes:
    """The file as if somebody else's installation had written it: ``change`` takes a kind and the facts of a row."""
    rows = (tuple(json.loads(line).items()) for line in lines_of(file)[:-1])
    return packed(*({kind: change(kind, facts)} for ((kind, facts),) in rows))


def elsewhere(kind: str, facts: Any) -> Any:
    """What can be in one place alone is another there."""
    return facts | {name: str(uuid4()) for name in ("client_id", "uid") if name in facts}


def brought(file: bytes, *, into: Club | None = None, people: dict[int, int] | None = None, **more: Any) -> Club:
    found = open_club_file(io.BytesIO(file))
    return bring_club(
        rows=found.rows(),
        sizes=found.sizes,
        name=found.name,
        slug=found.slug,
        into=into,
        people=people or {},
        owner=None,
        actor=SYSTEM,
        **more,
    )


def packed(*lines: object) -> bytes:
    """A zip as a club's file is one, of these lines of JSON or bytes, with the sum of all."""
    out, digest = io.BytesIO(), hashlib.sha256()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("club.jsonl", "w") as member:
        for each in lines:
            line = each if isinstance(each, bytes) else json.dumps(each).encode()
            digest.update(line + b"\n")
            member.write(line + b"\n")
        member.write(json.dumps({"sha256": digest.hexdigest()}).encode())
    return out.getvalue()
