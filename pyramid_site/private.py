"""Files that nobody but the server's own user reads: names, sessions and the addresses of pads are in them."""

import os
import stat
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_private_folder(folder: Path) -> None:
    """With the files that lie in it. One that others use too is left as it is, and so is a stick without rights."""
    with suppress(OSError):
        inside = list(folder.iterdir())
        if all(path.stat().st_uid == os.getuid() for path in [folder, *inside]):
            for path in [folder, *(path for path in inside if path.is_file())]:
                _close(path)


def make_private_database(file: Path) -> None:
    """Before it is opened for the first time. SQLite gives its journals the rights of the file itself.

    One that is there is never opened: to close it again would drop every lock that SQLite's connections of this process
    hold on it, and another process would take the newest pages away from under them.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for path in file.parent.glob(f"{file.name}*"):
        with suppress(OSError):
            _close(path)


def _close(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & OTHERS and not mode & stat.S_ISVTX:
        path.chmod(mode & ~OTHERS)
