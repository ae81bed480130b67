"""Whether people can be sent here: what stands against it is named."""

import shutil
from dataclasses import dataclass

from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments.selectors.unsent import UnsentEverywhere, unsent_everywhere

OK = "ok"


@dataclass(frozen=True)
class Readiness:
    database: str
    migrations: str
    disk: str
    disk_free: int
    unsent: UnsentEverywhere

    @property
    def is_ready(self) -> bool:
        return {self.database, self.migrations, self.disk} == {OK}


class Readings:
    """A migration that has been made stays so: it is asked until then."""

    _is_migrated = False

    def read(self) -> Readiness:
        free = shutil.disk_usage(settings.DATA_DIR).free
        disk = OK if free >= settings.LEAST_DISK else "nearly full"
        close_old_connections()
        try:
            unsent = unsent_everywhere(now=timezone.now()) if self._migrated() else UnsentEverywhere(0, 0)
        except Error:
            return Readiness("away", "unknown", disk, free, UnsentEverywhere(0, 0))
        finally:
            close_old_connections()
        return Readiness(OK, OK if self._is_migrated else "missing", disk, free, unsent)

    def _migrated(self) -> bool:
        if not self._is_migrated:
            executor = MigrationExecutor(connection)
            self._is_migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        return self._is_migrated
