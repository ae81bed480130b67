"""What the server sees to by itself, as long as it runs and when it stops."""

import logging
from threading import Event, Thread

from django.db import DatabaseError, connection
from django.utils import timezone

from tournaments.backups.databases import own_connection
from tournaments.backups.kept import keep_of_the_day
from tournaments.services.refusals import Refused
from tournaments.words.backups import backup_refusal

EVERY = 600.0  # seconds

logger = logging.getLogger(__name__)


class Upkeep:
    def __init__(self) -> None:
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="upkeep", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Waits for what is being written, but not for long."""
        self._stopped.set()
        self._thread.join(timeout=5)
        try:
            fold_in()
        except DatabaseError as error:
            logger.warning("The database keeps its newest pages beside it: %s", error)

    def _run(self) -> None:
        """What has not worked is tried again."""
        while not self._stopped.is_set():
            back_up_the_day()
            self._stopped.wait(EVERY)


def back_up_the_day() -> None:
    try:
        keep_of_the_day(timezone.localdate())
    except Refused as refused:
        logger.warning("No backup of today: %s", backup_refusal(refused))
    except Exception:
        logger.exception("No backup of today")


def fold_in() -> None:
    """SQLite keeps its newest pages in a file of their own; after this the file of the database has everything."""
    if connection.vendor != "sqlite":
        return
    with own_connection() as own, own.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=1000")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
