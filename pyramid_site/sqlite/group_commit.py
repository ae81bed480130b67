import os
from contextlib import suppress
from threading import Lock

synchronise = getattr(os, "fdatasync", os.fsync)


class GroupCommit:
    """What was committed without a flush is flushed here, for all at once who wait for it."""

    def __init__(self, database: str) -> None:
        self._newest_pages = f"{database}-wal"
        self._flushing = Lock()
        self._written = self._flushed = 0

    def written(self) -> int:
        """Returns the number of the flush that a writer needs who has committed and still has the turn."""
        self._written += 1
        return self._written

    def flush(self, number: int) -> None:
        """Once this has returned, a power cut takes nothing of that commit. Raises OSError."""
        with self._flushing:
            if self._flushed < number:
                upto = self._written
                self._synchronise()
                self._flushed = upto

    def _synchronise(self) -> None:
        """Opened anew each time: where SQLite has begun another file, what stood in this one was folded in before."""
        with suppress(FileNotFoundError):
            pages = os.open(self._newest_pages, os.O_RDONLY)
            try:
                synchronise(pages)
            finally:
                os.close(pages)
