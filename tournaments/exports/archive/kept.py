"""Where an archive is written to: a folder in which only what has changed is written again, or one file.

Its list of checksums says which files of a folder are the archive's own.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tournaments.services.refusals import Refused

SUMS = "SHA256SUMS"
SUM = re.compile(r"([0-9a-f]{64})  (.+)")


class FilesWritten(NamedTuple):
    files: int
    written: int
    removed: int


def write_folder(folder: Path, files: Iterable[tuple[str, bytes]]) -> FilesWritten:
    """Raises Refused where it holds other files and no archive. Only files that an archive has written are removed."""
    old_sums = _listed(folder)
    if not old_sums and folder.exists() and any(folder.iterdir()):
        raise Refused("archive-folder", folder=str(folder))
    sums: dict[str, str] = {}
    written = 0
    try:
        for name, content in files:
            sums[name] = sha256(content).hexdigest()
            written += _write(folder / name, content)
    except BaseException:
        _write(folder / SUMS, _text(old_sums | sums))  # whatever is there stays the archive's own
        raise
    old_files = [name for name in old_sums if name not in sums]
    for name in old_files:
        _remove(folder, name)
    _write(folder / SUMS, _text(sums))
    return FilesWritten(len(sums), written, len(old_files))


def write_zip(file: IO[bytes], files: Iterable[tuple[str, bytes]], *, largest: int) -> FilesWritten:
    """Raises Refused where it grows beyond so many bytes."""
    sums: dict[str, str] = {}
    with ZipFile(file, "w") as pack:
        for name, content in files:
            sums[name] = sha256(content).hexdigest()
            pack.writestr(ZipInfo(name), content, ZIP_DEFLATED)
            if file.tell() > largest:
                raise Refused("archive-large")
        pack.writestr(ZipInfo(SUMS), _text(sums), ZIP_DEFLATED)
    return FilesWritten(len(sums), len(sums), 0)


def _listed(folder: Path) -> dict[str, str]:
    with suppress(FileNotFoundError):
        lines = (SUM.fullmatch(line) for line in (folder / SUMS).read_text().splitlines())
        return {line[2]: line[1] for line in lines if line and _is_inside(folder, line[2])}
    return {}


def _is_inside(folder: Path, name: str) -> bool:
    return (folder / name).resolve().is_relative_to(folder.resolve())


def _text(sums: Mapping[str, str]) -> bytes:
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items())).encode()


def _write(path: Path, content: bytes) -> bool:
    """Whether it was another."""
    with suppress(FileNotFoundError):
        if path.read_bytes() == content:
            return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return True


def _remove(folder: Path, name: str) -> None:
    """With the folders that it leaves empty."""
    path = folder / name
    path.unlink(missing_ok=True)
    with suppress(OSError):
        for parent in path.relative_to(folder).parents:
            if parent.parts:
                (folder / parent).rmdir()
