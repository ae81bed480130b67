"""PostgreSQL, with pooled connections that are known to take writes."""

from collections import deque
from datetime import UTC
from functools import cache
from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Error, OperationalError, adapters
from psycopg.adapt import AdaptersMap
from psycopg.pq import Format

DRAINED_FOR = 1.0  # seconds from one renewal of the pool to the next, at least


class DatabaseWrapper(base.DatabaseWrapper):
    """Its connections tell times in UTC (Django's USE_TZ), and psycopg's own loader takes them as they are told: where
    values are bound by the server, which is so unless DATABASE_URL says otherwise.
    """

    def get_connection_params(self) -> dict[str, Any]:
        parameters = super().get_connection_params()
        if self._reads_quickly:
            parameters["context"] = _with_quick_times(parameters["context"])
        return parameters

    def create_cursor(self, name: str | None = None) -> Any:
        """As Django's, but that it asks no loader for its zone."""
        if not self._reads_quickly:
            return super().create_cursor(name)
        if name is None:
            return self.connection.cursor()
        return self.connection.cursor(name, scrollable=False, withhold=self.connection.autocommit)

    @property
    def pool(self) -> Any:
        """Django's, which would ask of a connection only whether somebody is at its other end, and use all in turn."""
        pool = super().pool  # type: ignore[misc]  # for which there are no types
        if pool is not None:
            pool._check = check_writes
            if not isinstance(pool._pool, LatestFirst):
                pool._pool = LatestFirst(pool._pool)
        return pool

    def is_usable(self) -> bool:
        """Asked after an error. What is broken or read-only is closed, and the pool makes another in its place."""
        if self.connection is None:
            return False
        usable = _takes_writes(self.connection)
        if not usable:
            self.connection.close()
        return usable

    @property
    def _reads_quickly(self) -> bool:
        return self.timezone is UTC and self.settings_dict["OPTIONS"].get("server_side_binding") is True


class LatestFirst(deque[Any]):
    """The connections of a pool that nobody uses. It takes the first, which is the one given back last: so few are at
    work, and those are warm. A new one needs three times as long for its first saves.
    """

    def append(self, connection: Any) -> None:
        self.appendleft(connection)


def check_writes(connection: Any) -> None:
    """For the pool, which drops a connection over which this raises before anybody gets it.

    One that is broken or read-only leads to a node that is the primary no longer. All others that were made before now
    go with it: after the second bad one the pool waits for a second. Where new ones are read-only too, they are used
    for a second, so that pages can be read meanwhile.
    """
    if _takes_writes(connection):
        return
    pool = connection._pool
    if monotonic() - pool._drained_at >= DRAINED_FOR:
        pool.drain()
    if connection.closed or connection._created_at <= pool._drained_at:
        raise OperationalError("the connection is broken or read-only")


def _takes_writes(connection: Any) -> bool:
    """Without psycopg's cursors this costs half of what the pool's own check does. A connection that is known to be
    broken raises instead of answering.
    """
    try:
        answer: bytes | None = connection.pgconn.exec_(b"SHOW transaction_read_only").get_value(0, 0)
    except Error:
        return False
    return answer == b"off"


@cache
def _with_quick_times(adapting: AdaptersMap) -> AdaptersMap:
    own = AdaptersMap(adapting)
    loader = adapters.get_loader(adapters.types["timestamptz"].oid, Format.TEXT)
    assert loader is not None
    own.register_loader("timestamptz", loader)
    return own
