"""A file that somebody has sent stays for an hour, until it is said what becomes of it; and how far that is.

It lies where all servers find it, in Django's default storage, as does what is said of it: how far it is, and that it
is to be stopped.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import IO, NamedTuple

from django.core.files.base import ContentFile, File
from django.core.files.storage import default_storage
from django.utils import timezone
from django.utils.crypto import get_random_string

from tournaments.limits import FILE_WAITS, MOST_STORED_FILES
from tournaments.services.refusals import Refused

PROGRESS, STOP = ".progress", ".stop"
KEY = re.compile(r"[a-z0-9]{24}")
PAUSE = 0.25  # seconds between two reports
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def store_file(file: IO[bytes], *, user: int) -> str:
    """The key by which this person, and nobody else, opens it again."""
    key = new_key()
    forget_old_files()
    _make_room(user)
    default_storage.save(f"{user}-{key}", File(file))
    return key


def new_key() -> str:
    return get_random_string(24, LETTERS)


def stored_file(key: str, *, user: int, largest: int | None = None) -> "File[bytes]":
    """Raises Refused, also where it is larger (in bytes) than what is sent to whoever opens it."""
    name = _name(key, user)
    with suppress(FileNotFoundError):
        if name and not _is_old(name) and (largest is None or default_storage.size(name) <= largest):
            return default_storage.open(name)
    raise Refused("file-gone")


def delete_file(key: str, *, user: int) -> None:
    if name := _name(key, user):
        for path in (name, name + PROGRESS, name + STOP):
            default_storage.delete(path)


def forget_old_files() -> None:
    for name in _names():
        with suppress(FileNotFoundError):
            if _is_old(name):
                default_storage.delete(name)


class HowFar(NamedTuple):
    done: int
    of: int


@contextmanager
def reporting_progress(key: str, *, user: int) -> Iterator[Callable[[int, int], None]]:
    """While what is in the file is brought in: reports how far it is, and raises Refused when it is to be stopped."""
    name = _name(key, user)
    if name is None:
        raise Refused("file-gone")
    default_storage.delete(name + STOP)
    reported_at = 0.0

    def report(done: int, count: int) -> None:
        nonlocal reported_at
        if monotonic() - reported_at < PAUSE:
            return
        reported_at = monotonic()
        if default_storage.exists(name + STOP):
            raise Refused("stopped")
        default_storage.save(name + PROGRESS, ContentFile(json.dumps([done, count]).encode()))

    try:
        yield report
    finally:
        for path in (name + PROGRESS, name + STOP):
            default_storage.delete(path)


def progress(key: str, *, user: int) -> HowFar | None:
    """None where nothing is under way, or it is just being written."""
    if name := _name(key, user):
        with suppress(FileNotFoundError, ValueError), default_storage.open(name + PROGRESS) as written:
            return HowFar(*json.loads(written.read()))
    return None


def stop(key: str, *, user: int) -> None:
    """What is under way ends at its next table, and nothing of it stays."""
    if (name := _name(key, user)) and default_storage.exists(name + PROGRESS):
        default_storage.save(name + STOP, ContentFile(b""))


def _name(key: str, user: int) -> str | None:
    return f"{user}-{key}" if KEY.fullmatch(key) else None


def _is_old(name: str) -> bool:
    return default_storage.get_modified_time(name) < timezone.now() - FILE_WAITS


def _make_room(user: int) -> None:
    own = [name for name in _names() if name.startswith(f"{user}-") and not name.endswith((PROGRESS, STOP))]
    with suppress(FileNotFoundError):  # another is sent at this moment
        for name in sorted(own, key=default_storage.get_modified_time)[: max(0, len(own) + 1 - MOST_STORED_FILES)]:
            default_storage.delete(name)


def _names() -> list[str]:
    with suppress(FileNotFoundError):
        return default_storage.listdir("")[1]
    return []
