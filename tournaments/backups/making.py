"""A backup is one file with the whole database and the server's key, made while people play."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tournaments.backups.archive import DATABASE, workplace, write_archive
from tournaments.backups.databases import copy_out, holds_tables, look_through
from tournaments.services.change import highest_revision
from tournaments.services.refusals import Refused

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def make_backup(path: Path, *, in_passing: bool = False) -> None:
    """Everything into a new file; where that does not work there is none, and a sentence says why. ``in_passing``:
    where another follows soon, at little cost: neither packed nor looked through, and copied on this disk first.
    """
    if path.exists():
        raise Refused("file-exists", path=path)
    if not holds_tables():
        raise Refused("nothing-there")
    place = settings.DATA_DIR / path.name if in_passing else path
    with sentences_for(path.parent), workplace(place) as folder:
        copy = folder / DATABASE[connection.vendor]
        copied = copy_out(copy)
        if not in_passing:
            look_through(copy)
        write_archive(
            path,
            folder=folder,
            packed=not in_passing,
            key=settings.SECRET_KEY,
            made_at=timezone.now().isoformat(timespec="seconds"),
            database=connection.vendor,
            revision=highest_revision() if in_passing else 0,
            **asdict(copied),
        )


def backup_to_send() -> IO[bytes]:
    """A new one, which is gone when it is closed."""
    with sentences_for(settings.BACKUPS), workplace(settings.BACKUPS / "download.zip") as folder:
        make_backup(folder / "backup.zip")
        return (folder / "backup.zip").open("rb")


def file_name() -> str:
    return f"capstone-{timezone.localtime():%Y-%m-%d-%H%M%S}.zip"


@contextmanager
def sentences_for(folder: Path) -> Iterator[None]:
    """What stands against writing there, as a refusal."""
    try:
        yield
    except OSError as error:
        raise _refusal(folder, error.strerror or error, is_full=error.errno in NO_ROOM) from error
    except sqlite3.Error as error:
        is_full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        raise _refusal(folder, error, is_full=is_full) from error


def _refusal(folder: Path, why: object, *, is_full: bool) -> Refused:
    return Refused("no-room", folder=folder) if is_full else Refused("not-written", folder=folder, why=why)
