import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tournaments.backups.archive import DATABASE, KEY, Manifest, read_manifest, unpack, workplace
from tournaments.backups.databases import contents, copy_in, holds_tables, is_too_old, newer_migrations
from tournaments.services.refusals import Refused


@dataclass(frozen=True)
class Restored:
    manifest: Manifest
    key_aside: Path | None
    """Where the key lies that was there before."""


def restore_backup(path: Path) -> Restored:
    """Into a database without tables, else nothing is touched."""
    manifest = read_manifest(path)
    _check_fits(path, manifest)
    try:
        with workplace(settings.DATA_DIR / DATABASE[connection.vendor]) as folder:
            unpack(path, manifest, folder)
            aside = _keep_key(folder / KEY)
            copy_in(folder / DATABASE[connection.vendor])
    except (OSError, sqlite3.Error) as error:
        raise Refused("not-restored", why=error) from error
    if contents().rows != manifest.rows:
        raise Refused("rows-differ", tables=_differing(contents().rows, manifest.rows))
    return Restored(manifest, aside)


def bring_up_to_date() -> None:
    """To what this program keeps. The backup is there: no other is made first."""
    connection.close()
    call_command("migrate", interactive=False, verbosity=0, no_backup=True)


def _check_fits(path: Path, manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise Refused("other-database", theirs=manifest.database, ours=connection.vendor)
    if newer := newer_migrations(manifest.migrations):
        raise Refused("backup-newer", path=path, what=max(newer))
    if is_too_old(manifest.migrations):
        raise Refused("backup-older", path=path)
    if holds_tables():
        raise Refused("place-taken", place=connection.settings_dict["NAME"])


def _keep_key(unpacked: Path) -> Path | None:
    path: Path = settings.SECRET_KEY_FILE
    if unpacked.read_text() == settings.SECRET_KEY:
        return None
    if os.environ.get("SECRET_KEY"):
        raise Refused("other-key")
    aside = path.with_name(f"{path.name}-until-{timezone.localtime():%Y-%m-%d-%H%M%S}")
    aside.hardlink_to(path)
    unpacked.replace(path)
    return aside


def _differing(found: dict[str, int], expected: dict[str, int]) -> list[str]:
    return [name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name)]
