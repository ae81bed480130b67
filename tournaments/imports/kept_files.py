"""A file that somebody has sent stays for an hour, until it is said what becomes of it."""

import os
import re
import shutil
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import get_random_string

from tournaments.services.refusals import Refused

GOOD_FOR = timedelta(hours=1)
KEY = re.compile(r"[a-z0-9]{24}")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def keep_file(file: IO[bytes], *, user: int) -> str:
    """The key by which this person, and nobody else, opens it again."""
    key = get_random_string(24, LETTERS)
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _clear(folder)
    path = folder / f"{user}-{key}"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as kept:
        file.seek(0)
        shutil.copyfileobj(file, kept)
    return key


def kept_file(key: str, *, user: int) -> IO[bytes]:
    """Raises Refused."""
    if KEY.fullmatch(key):
        with suppress(OSError):
            return (_folder() / f"{user}-{key}").open("rb")
    raise Refused("file-gone")


def drop_file(key: str, *, user: int) -> None:
    if KEY.fullmatch(key):
        (_folder() / f"{user}-{key}").unlink(missing_ok=True)


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        with suppress(OSError):
            if datetime.fromtimestamp(path.stat().st_mtime, UTC) < timezone.now() - GOOD_FOR:
                path.unlink()


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "brought-in"
