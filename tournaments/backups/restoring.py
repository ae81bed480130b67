"""A backup becomes the database and the key of a server that has no data yet."""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tournaments.backups.archive import DATABASE, KEY, UNUSABLE, Manifest, read_manifest, unpack, workplace
from tournaments.backups.databases import contents, copy_in, holds_tables, is_too_old, newer_migrations
from tournaments.backups.spare import spares
from tournaments.services.change import leap
from tournaments.services.refusals import Refused


@dataclass(frozen=True)
class Restored:
    manifest: Manifest
    key_aside: Path | None
    """Where the key lies that was there before."""
    data_aside: Path | None


def restore_backup(path: Path, *, set_aside: bool = False) -> Restored:
    """Into a database without tables, else nothing is touched; ``set_aside``: what is there is kept under another name.
    Of a folder with a spare the newest copy, or the one before where a stick has lost some of that.
    """
    if not path.is_dir():
        return _restore(path, set_aside=set_aside)
    copies = spares(path)
    for copy in copies:
        try:
            return _restore(copy, set_aside=set_aside)
        except Refused as refused:
            if refused.code not in UNUSABLE or copy == copies[-1]:
                raise
    raise Refused("no-spare", folder=path)


def _restore(path: Path, *, set_aside: bool) -> Restored:
    manifest = read_manifest(path)
    _check_fits(path, manifest)
    is_taken = holds_tables()
    if is_taken and (connection.vendor != "sqlite" or not set_aside):
        raise Refused("place-taken", place=connection.settings_dict["NAME"])
    try:
        with workplace(settings.DATA_DIR / DATABASE[connection.vendor]) as folder:
            unpack(path, manifest, folder)
            is_same_key = _is_same_key(folder / KEY)
            data_aside = _set_aside(Path(connection.settings_dict["NAME"])) if is_taken else None
            key_aside = None if is_same_key else _replace_key(folder / KEY)
            copy_in(folder / DATABASE[connection.vendor])
    except (OSError, sqlite3.Error) as error:
        raise Refused("not-restored", why=error) from error
    if contents().rows != manifest.rows:
        raise Refused("rows-differ", tables=_differing(contents().rows, manifest.rows))
    return Restored(manifest, key_aside, data_aside)


def bring_up_to_date(manifest: Manifest) -> None:
    """To what this program keeps. The backup is there: no other is made first."""
    connection.close()
    call_command("migrate", interactive=False, verbosity=0, no_backup=True)
    leap(age=timezone.now() - datetime.fromisoformat(manifest.made_at))


def _check_fits(path: Path, manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise Refused("other-database", theirs=manifest.database, ours=connection.vendor)
    if newer := newer_migrations(manifest.migrations):
        raise Refused("backup-newer", path=path, what=max(newer))
    if is_too_old(manifest.migrations):
        raise Refused("backup-older", path=path)


def _is_same_key(unpacked: Path) -> bool:
    if unpacked.read_text() == settings.SECRET_KEY:
        return True
    if os.environ.get("SECRET_KEY"):
        raise Refused("other-key")
    return False


def _replace_key(unpacked: Path) -> Path:
    aside = _aside(settings.SECRET_KEY_FILE)
    aside.hardlink_to(settings.SECRET_KEY_FILE)
    unpacked.replace(settings.SECRET_KEY_FILE)
    return aside


def _set_aside(database: Path) -> Path:
    connection.close()
    with closing(sqlite3.connect(database, timeout=0)) as own:
        try:
            own.execute("PRAGMA journal_mode=DELETE")  # one file; not while anybody else has it open
        except sqlite3.OperationalError as error:
            raise Refused("place-in-use", place=database) from error
    return database.rename(_aside(database))


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}-until-{timezone.localtime():%Y-%m-%d-%H%M%S}")


def _differing(counts: dict[str, int], expected: dict[str, int]) -> list[str]:
    return [name for name in counts.keys() | expected.keys() if counts.get(name) != expected.get(name)]
