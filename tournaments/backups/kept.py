"""The backups that are made without anybody asking: one a day and one before each upgrade."""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.conf import settings
from django.utils import timezone

from tournaments.backups.archive import UNFINISHED
from tournaments.backups.databases import holds_tables
from tournaments.backups.making import make_backup, sentences_for

MOST = 14
NAME = re.compile(r"capstone-\d{4}-\d\d-\d\d(-\d{6}-before-upgrade)?\.zip")


@dataclass(frozen=True)
class KeptBackup:
    name: str
    made_at: datetime
    size: int


def keep_of_the_day(today: date) -> None:
    """Unless there is one, or nothing to keep."""
    _keep(f"capstone-{today.isoformat()}.zip")


def keep_before_upgrade() -> None:
    _keep(f"capstone-{timezone.localtime():%Y-%m-%d-%H%M%S}-before-upgrade.zip")


def kept_backups() -> list[KeptBackup]:
    """The newest first."""
    try:
        found = [entry for entry in os.scandir(settings.BACKUPS) if NAME.fullmatch(entry.name)]
    except FileNotFoundError:
        return []
    kept = [
        KeptBackup(each.name, datetime.fromtimestamp(each.stat().st_mtime, UTC), each.stat().st_size) for each in found
    ]
    return sorted(kept, key=lambda each: (each.made_at, each.name), reverse=True)


def _keep(name: str) -> None:
    path = settings.BACKUPS / name
    if path.exists() or not holds_tables():
        return
    with sentences_for(settings.BACKUPS), _alone():
        if path.exists():
            return
        make_backup(path)
        for old in kept_backups()[MOST:]:
            (settings.BACKUPS / old.name).unlink()


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time; what an earlier one was killed over is cleared away."""
    settings.BACKUPS.mkdir(parents=True, exist_ok=True)
    with (settings.BACKUPS / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for unfinished in settings.BACKUPS.glob(f"{UNFINISHED}*"):
            shutil.rmtree(unfinished)
        yield
