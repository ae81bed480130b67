from datetime import UTC
from functools import cache
from typing import Any

from django.db.backends.postgresql import base
from psycopg import adapters
from psycopg.adapt import AdaptersMap
from psycopg.pq import Format


class DatabaseWrapper(base.DatabaseWrapper):
    """Its connections tell times in UTC (Django's USE_TZ), and psycopg's own loader takes them as they are told: where
    values are bound by the server, which is so unless DATABASE_URL says otherwise.
    """

    def get_connection_params(self) -> dict[str, Any]:
        given = super().get_connection_params()
        if self._reads_quickly:
            given["context"] = _with_quick_times(given["context"])
        return given

    def create_cursor(self, name: str | None = None) -> Any:
        """As Django's, but that it asks no loader for its zone."""
        if not self._reads_quickly:
            return super().create_cursor(name)
        if name is None:
            return self.connection.cursor()
        return self.connection.cursor(name, scrollable=False, withhold=self.connection.autocommit)

    @property
    def _reads_quickly(self) -> bool:
        return self.timezone is UTC and self.settings_dict["OPTIONS"].get("server_side_binding") is True


@cache
def _with_quick_times(adapting: AdaptersMap) -> AdaptersMap:
    own = AdaptersMap(adapting)
    loader = adapters.get_loader(adapters.types["timestamptz"].oid, Format.TEXT)
    assert loader is not None
    own.register_loader("timestamptz", loader)
    return own
