"""SQLite for one server: writers queue, and those who wait together share a flush."""

import sqlite3
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from django.db.utils import OperationalError

from pyramid_site.private import make_private_database
from pyramid_site.sqlite.group_commit import GroupCommit
from pyramid_site.sqlite.write_queue import WriteQueue

queues: dict[str, WriteQueue] = {}
groups: dict[str, GroupCommit] = {}
"""The queue of writers, and the group that shares a flush, of each database file."""

WAL_AND_FULL = ["wal", 2]  # as SQLite says it


LONGEST_KEPT = 8192  # letters: longer is what many rows are written by, which hardly comes again


class Cursor(base.SQLiteCursorWrapper):
    """Where the values stand in a statement is found once, not whenever the same comes again."""

    def execute(self, query: str, params: Any = None) -> Any:
        if isinstance(params, list | tuple) and len(query) <= LONGEST_KEPT:
            return sqlite3.Cursor.execute(self, _with_marks(query), params)
        return super().execute(query, params)


@lru_cache(maxsize=512)
def _with_marks(query: str) -> str:
    return str(FORMAT_QMARK_REGEX.sub("?", query)).replace("%%", "%")


class DatabaseWrapper(base.DatabaseWrapper):  # what begins with _ is Django's own hook, for which there are no types
    """Transactions are begun as writers here (transaction_mode IMMEDIATE), so that each is one turn. A commit that
    SQLite would flush to the disk is flushed after the turn, and before whoever has committed goes on.
    """

    _has_turn = False
    _flushes_later = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if (file := Path(conn_params["database"])).is_absolute():
            make_private_database(file)
        new_connection = super().get_new_connection(conn_params)
        try:
            modes = [new_connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        except BaseException:
            new_connection.close()
            raise
        self._flushes_later = modes == WAL_AND_FULL
        return new_connection

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=Cursor)

    def is_usable(self) -> bool:
        """Asked after an error: a file that was read-only for a moment stays so for a connection opened meanwhile."""
        return False

    def _start_transaction_under_autocommit(self) -> None:
        self._synchronous("NORMAL")
        try:
            self._take_turn()
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        number = self._group.written() if self._has_turn else 0
        self._leave()
        if self._flushes_later:
            self._flush(number)

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    @property
    def _queue(self) -> WriteQueue:
        return queues.setdefault(str(self.settings_dict["NAME"]), WriteQueue())

    @property
    def _group(self) -> GroupCommit:
        name = str(self.settings_dict["NAME"])
        return groups.setdefault(name, GroupCommit(name))

    def _flush(self, number: int) -> None:
        try:
            self._group.flush(number)
        except OSError as error:
            raise OperationalError(f"what was written may not be on the disk: {error}") from error

    def _leave(self) -> None:
        self._end_turn()
        self._synchronous("FULL")

    def _synchronous(self, mode: str) -> None:
        """What is written outside of a transaction is flushed by SQLite itself."""
        if self._flushes_later:
            with self.wrap_database_errors:
                self.connection.execute(f"PRAGMA synchronous={mode}")

    def _take_turn(self) -> None:
        if not self._has_turn:
            if not self._queue.take(timeout=self.settings_dict["OPTIONS"].get("timeout", 5)):
                raise OperationalError("database is locked")
            self._has_turn = True

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            self._queue.end()
