"""The key of an installation, kept in a file."""

import os
import secrets
import tempfile
from pathlib import Path

SHORTEST = 32


class UnusableKey(Exception):
    """Says what is wrong with the key's file, and what to do."""


def read_or_make_secret(path: Path) -> str:
    """The key kept in `path`; made once, readable by its owner only."""
    try:
        if not path.exists():
            write_secret(path, secrets.token_urlsafe(50))
        key = path.read_text().strip()
    except UnicodeDecodeError:
        key = ""
    except OSError as error:
        raise UnusableKey(f"The secret key cannot be kept in {path}: {error.strerror}.") from error
    if not is_whole(key):
        raise UnusableKey(
            f"The secret key in {path} is empty or broken. Put the file of that name from a backup in its place; "
            "or delete it, and a new one is made: everybody signs in anew, and the codes of seats are printed anew."
        )
    return key


def write_secret(path: Path, key: str) -> None:
    """At once or not at all. Where one has been written in the meantime, that one stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, written = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        os.link(written, path)
    except FileExistsError:
        return
    finally:
        Path(written).unlink()


def is_whole(key: str) -> bool:
    return len(key) >= SHORTEST and key.isprintable() and " " not in key
