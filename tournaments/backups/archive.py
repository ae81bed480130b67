"""The file itself: what is in it, written at once or not at all, and proved when it is read."""

import errno
import hashlib
import json
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from django.utils import timezone

from tournaments.services.refusals import Refused

FORMAT = 1
MANIFEST = "manifest.json"
KEY = "secret-key"
DATABASE = {"sqlite": "capstone.sqlite3", "postgresql": "capstone.dump"}
"""What the database's file is called, by the kind of database."""

UNFINISHED = ".capstone-"
"""What the folder of a backup that is being made begins with."""
ABANDONED = timedelta(hours=1)

BLOCK = 1024 * 1024

DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError)
"""What `zipfile` raises over bytes that have changed: RuntimeError where they now say "encrypted"."""

UNUSABLE = {"no-backup", "backup-damaged", "backup-unreadable"}
"""By these codes a file is refused where the one before may do."""


@dataclass(frozen=True)
class Manifest:
    format: int
    made_at: str
    database: str
    migrations: list[str]
    rows: dict[str, int]
    sha256: dict[str, str]
    revision: int = 0
    """The highest of an event. 0: not known."""


@contextmanager
def workplace(path: Path) -> Iterator[Path]:
    """A folder beside the file that is to be written: what does not become whole leaves nothing behind."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=UNFINISHED) as folder:
        yield Path(folder)


def remove_unfinished(folder: Path) -> None:
    """What somebody was killed over."""
    for unfinished in folder.glob(f"{UNFINISHED}*"):
        if datetime.fromtimestamp(unfinished.stat().st_mtime, UTC) < timezone.now() - ABANDONED:
            shutil.rmtree(unfinished)


def write_archive(
    path: Path, *, folder: Path, packed: bool, key: str, made_at: str, database: str, **contents: Any
) -> None:
    """Of the database's file that lies in `folder`."""
    (folder / KEY).write_text(key)
    with workplace(path) as beside:
        whole = beside / "whole.zip"
        with _own(whole) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED) as archive:
                sha256 = {name: _add(archive, folder / name) for name in (DATABASE[database], KEY)}
                manifest = Manifest(format=FORMAT, made_at=made_at, database=database, sha256=sha256, **contents)
                (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1))
                _add(archive, folder / MANIFEST)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            raise Refused("file-exists", path=path)
        whole.rename(path)
    _sync_folder(path.parent)


def read_manifest(path: Path) -> Manifest:
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = json.loads(archive.read(MANIFEST))
        if manifest["format"] > FORMAT:
            raise Refused("backup-newer", path=path, what=f"format {manifest['format']}")
        return Manifest(**{field.name: manifest[field.name] for field in fields(Manifest) if field.name in manifest})
    except OSError as error:
        raise Refused("backup-unreadable", path=path, why=error.strerror or error) from error
    except (*DAMAGED, TypeError, ValueError) as error:
        raise Refused("no-backup", path=path) from error


def read_key(path: Path) -> str | None:
    """None where the file is damaged. Raises OSError."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.read(KEY).decode()
    except (*DAMAGED, ValueError):
        return None


def unpack(path: Path, manifest: Manifest, folder: Path) -> None:
    """Each file as it was when the backup was made, or none."""
    for name, sha256 in manifest.sha256.items():
        if name not in {KEY, *DATABASE.values()}:
            raise Refused("no-backup", path=path)
        try:
            with zipfile.ZipFile(path) as archive, archive.open(name) as packed, _own(folder / name) as file:
                shutil.copyfileobj(packed, file, BLOCK)
                file.flush()
                os.fsync(file.fileno())
        except (*DAMAGED, OSError) as error:
            if isinstance(error, OSError) and error.errno != errno.EIO:
                raise
            raise Refused("backup-damaged", path=path, name=name) from error
        with (folder / name).open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
                raise Refused("backup-damaged", path=path, name=name)


def _add(archive: zipfile.ZipFile, source: Path) -> str:
    """Its sum."""
    packed = zipfile.ZipInfo.from_file(source, source.name)
    packed.external_attr = 0o600 << 16
    packed.compress_type = archive.compression
    digest = hashlib.sha256()
    with source.open("rb") as file, archive.open(packed, "w") as target:
        for block in iter(lambda: file.read(BLOCK), b""):
            digest.update(block)
            target.write(block)
    return digest.hexdigest()


def _own(path: Path) -> IO[bytes]:
    """A new file that nobody else reads."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b")


def _sync_folder(folder: Path) -> None:
    """Without it a power cut may take the new name away again."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
