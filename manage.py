#!/usr/bin/env python
import errno
import os
import sys
from contextlib import suppress

INTERRUPTED = 130  # the exit status that shells know

try:
    from django.core.management import execute_from_command_line
except KeyboardInterrupt:
    sys.exit(INTERRUPTED)

DISK_FULL_CODES = (errno.ENOSPC, errno.EDQUOT, "SQLITE_FULL", "53100")
DISK_FULL = "The disk is full: what was being written is not whole. Make room, then do it again."


def main() -> None:
    """Runs a command, and ends it quietly where its reader has left, the disk is full, or Ctrl-C was pressed."""
    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        leave(1)
    except KeyboardInterrupt:
        leave(INTERRUPTED)
    except Exception as error:
        if not is_disk_full(error):
            raise
        leave(1, DISK_FULL)


def is_disk_full(error: BaseException) -> bool:
    """Whether the system says so, SQLite, or PostgreSQL."""
    cause = error.__cause__
    codes = (getattr(error, "errno", None), getattr(cause, "sqlite_errorname", None), getattr(cause, "sqlstate", None))
    return any(code in DISK_FULL_CODES for code in codes)


def leave(status: int, sentence: str = "") -> None:
    with suppress(OSError):
        sys.stderr.write(f"{sentence}\n" if sentence else "")
        sys.stderr.flush()
    # What is still to be written goes nowhere, and what was cut short complains to nobody.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
    sys.exit(status)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramid_site.settings")
    main()
