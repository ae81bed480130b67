"""The backups that are made without anybody asking: one a day and one before each upgrade."""

import fcntl
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournaments.backups.archive import remove_unfinished
from tournaments.backups.databases import holds_tables
from tournaments.backups.making import make_backup, sentences_for

MOST = 14
UPGRADE = "-before-upgrade.zip"
NAME = re.compile(rf"capstone-\d{{4}}-\d\d-\d\d(\.zip|-\d{{6}}{re.escape(UPGRADE)})")
MISSED = timedelta(days=2)


@dataclass(frozen=True)
class StoredBackup:
    name: str
    made_at: datetime
    size: int

    @property
    def before_upgrade(self) -> bool:
        return self.name.endswith(UPGRADE)


@dataclass(frozen=True)
class LatestBackup:
    made_at: datetime | None
    is_missed: bool


def store_daily_backup(today: date) -> None:
    """Unless there is one, or nothing to keep."""
    _store(f"capstone-{today.isoformat()}.zip")


def store_backup_before_upgrade() -> None:
    _store(f"capstone-{timezone.localtime():%Y-%m-%d-%H%M%S}{UPGRADE}")


def stored_backups() -> list[StoredBackup]:
    """The newest first; none where the folder cannot be read, such as one on a stick."""
    try:
        backups = [_stored(path) for path in settings.BACKUPS.iterdir() if NAME.fullmatch(path.name)]
    except OSError:
        return []
    return sorted(backups, key=lambda backup: (backup.made_at, backup.name), reverse=True)


def _stored(path: Path) -> StoredBackup:
    status = path.stat()
    return StoredBackup(path.name, datetime.fromtimestamp(status.st_mtime, UTC), status.st_size)


def latest_backup() -> LatestBackup:
    made_at = next((backup.made_at for backup in stored_backups()), None)
    return LatestBackup(made_at, is_missed=made_at is None or timezone.now() - made_at > MISSED)


def _store(name: str) -> None:
    path = settings.BACKUPS / name
    if path.exists() or not holds_tables():
        return
    with sentences_for(settings.BACKUPS), _alone():
        if path.exists():
            return
        make_backup(path)
        for old in stored_backups()[MOST:]:
            (settings.BACKUPS / old.name).unlink()


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time; what one was killed over is cleared away."""
    settings.BACKUPS.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (settings.BACKUPS / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        remove_unfinished(settings.BACKUPS)
        yield
