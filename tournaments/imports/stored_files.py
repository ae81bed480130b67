"""A file that somebody has sent stays for an hour, until it is said what becomes of it; and how far that is."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import IO, NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import get_random_string

from tournaments.limits import FILE_WAITS, MOST_STORED_FILES
from tournaments.services.refusals import Refused

PROGRESS, STOP = ".told", ".stop"
KEY = re.compile(r"[a-z0-9]{24}")
PAUSE = 0.25  # seconds between two words on how far it is
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def store_file(file: IO[bytes], *, user: int) -> str:
    """The key by which this person, and nobody else, opens it again."""
    key = get_random_string(24, LETTERS)
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _clear(folder)
    _make_room(folder, user)
    path = folder / f"{user}-{key}"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stored:
        file.seek(0)
        shutil.copyfileobj(file, stored)
    return key


def stored_file(key: str, *, user: int, largest: int | None = None) -> IO[bytes]:
    """Raises Refused, also where it is larger (in bytes) than what is sent to whoever opens it."""
    path = _path(key, user)
    with suppress(OSError):
        if path and not _is_old(path) and (largest is None or path.stat().st_size <= largest):
            return path.open("rb")
    raise Refused("file-gone")


def delete_file(key: str, *, user: int) -> None:
    if path := _path(key, user):
        for part in (path, path.with_suffix(PROGRESS), path.with_suffix(STOP)):
            part.unlink(missing_ok=True)


class HowFar(NamedTuple):
    done: int
    of: int


@contextmanager
def reporting_progress(key: str, *, user: int) -> Iterator[Callable[[int, int], None]]:
    """While what is in the file is brought in: reports how far it is, and raises Refused when it is to be stopped."""
    path = _path(key, user)
    if path is None:
        raise Refused("file-gone")
    path.with_suffix(STOP).unlink(missing_ok=True)
    reported_at = 0.0

    def report(done: int, count: int) -> None:
        nonlocal reported_at
        if monotonic() - reported_at < PAUSE:
            return
        reported_at = monotonic()
        if path.with_suffix(STOP).exists():
            raise Refused("stopped")
        written = path.with_suffix(".writing")
        written.write_text(json.dumps([done, count]))
        written.replace(path.with_suffix(PROGRESS))

    try:
        yield report
    finally:
        for part in (path.with_suffix(PROGRESS), path.with_suffix(STOP)):
            part.unlink(missing_ok=True)


def progress(key: str, *, user: int) -> HowFar | None:
    """None where nothing is under way."""
    if path := _path(key, user):
        with suppress(OSError, ValueError):
            return HowFar(*json.loads(path.with_suffix(PROGRESS).read_text()))
    return None


def stop(key: str, *, user: int) -> None:
    """What is under way ends at its next table, and nothing of it stays."""
    if (path := _path(key, user)) and path.with_suffix(PROGRESS).exists():
        path.with_suffix(STOP).touch(mode=0o600)


def _path(key: str, user: int) -> Path | None:
    return _folder() / f"{user}-{key}" if KEY.fullmatch(key) else None


def _is_old(path: Path) -> bool:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC) < timezone.now() - FILE_WAITS


def _make_room(folder: Path, user: int) -> None:
    with suppress(OSError):  # another is sent at this moment
        stored = sorted((path for path in folder.glob(f"{user}-*") if not path.suffix), key=os.path.getmtime)
        for path in stored[: max(0, len(stored) + 1 - MOST_STORED_FILES)]:
            path.unlink()


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        with suppress(OSError):
            if _is_old(path):
                path.unlink()


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "brought-in"
