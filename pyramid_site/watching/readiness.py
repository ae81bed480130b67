"""Whether people can be sent here: what stands against it is named."""

import shutil
from dataclasses import dataclass
from time import monotonic

from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments.backups.copies import copies
from tournaments.backups.databases import check_is_of_this_program, prove_writing
from tournaments.selectors.night.overview import UnsentEverywhere, unsent_everywhere
from tournaments.services.refusals import Refused

OK = "ok"
PROVED_FOR = 2.0  # seconds: however often it is asked, a process writes no more often


@dataclass(frozen=True)
class Readiness:
    database: str
    migrations: str
    disk: str
    disk_free: int
    unsent: UnsentEverywhere
    copies: int | None = None  # of every save, beside the primary; None where that is not known

    @property
    def is_ready(self) -> bool:
        """With PostgreSQL no request needs this machine's disk: its backups do, and whoever watches is told."""
        needed = {self.database, self.migrations} | ({self.disk} if connection.vendor == "sqlite" else set())
        return needed == {OK}


class Readings:
    """A migration that has been made stays so: it is asked until then. So a server goes on while the next version
    upgrades its database.
    """

    _migrations = "unknown"
    _writing = OK
    _proved_at = 0.0

    def read(self) -> Readiness:
        disk, free = _disk()
        close_old_connections()
        try:
            unsent = unsent_everywhere(now=timezone.now()) if self._migrated() else UnsentEverywhere(0, 0)
            self._prove_writing()
            count = copies()
        except Error:
            return Readiness("away", "unknown", disk, free, UnsentEverywhere(0, 0))
        finally:
            close_old_connections()
        return Readiness(self._writing, self._migrations, disk, free, unsent, count)

    def _migrated(self) -> bool:
        if self._migrations != OK:
            self._migrations = _migrations()
        return self._migrations == OK

    def _prove_writing(self) -> None:
        if self._proved_at and monotonic() - self._proved_at < PROVED_FOR:
            return
        try:
            prove_writing()
            self._writing = OK
        except Error:
            self._writing = "takes no writes"
        self._proved_at = monotonic()


def _disk() -> tuple[str, int]:
    """How it is, and the bytes that are free."""
    try:
        free = shutil.disk_usage(settings.DATA_DIR).free
    except OSError:
        return "away", 0
    return (OK if free >= settings.LEAST_DISK else "nearly full"), free


def _migrations() -> str:
    try:
        check_is_of_this_program()
    except Refused as refused:
        return refused.code.removeprefix("database-")
    executor = MigrationExecutor(connection)
    return "missing" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else OK
