"""What the server does by itself as long as it runs, and when it stops: the app's jobs, a thread each."""

import gc
import logging
from threading import Event, Thread

from django.db import DatabaseError, Error

from tournaments.backups.databases import check_is_of_this_program, checkpoint
from tournaments.jobs import JOBS, PeriodicJob
from tournaments.services.refusals import Refused
from tournaments.simulations import end_with_parent
from tournaments.words.files import backup_refusal

NEVER = 1_000_000  # collections of what is younger

logger = logging.getLogger(__name__)


def collect_what_is_old() -> None:
    """What refers to itself and has lived for a while: looking for it halts every thread for a tenth of a second."""
    gc.collect()


MEMORY = PeriodicJob("memory", collect_what_is_old, every=60, failure="Memory is not given back")


class Upkeep:
    def __init__(self) -> None:
        self._stopped = Event()
        self._thresholds = gc.get_threshold()
        self._threads = [Thread(target=self._repeat, args=[job], name=job.name, daemon=True) for job in (*JOBS, MEMORY)]

    def refusal(self) -> str:
        """Why this program must not serve the database, if it must not. One that is away is waited for."""
        try:
            check_is_of_this_program()
        except Refused as refused:
            return backup_refusal(refused)
        except Error as error:
            logger.warning("The database is away: %s", error)
        return ""

    def start(self) -> None:
        end_with_parent()
        # What is old is collected here, not by Python whenever a quarter of it is new.
        gc.set_threshold(*self._thresholds[:2], NEVER)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Waits for what is being written, but not for long."""
        self._stopped.set()
        gc.set_threshold(*self._thresholds)
        for thread in self._threads:
            thread.join(timeout=5)
        try:
            checkpoint("TRUNCATE")
        except DatabaseError as error:
            logger.warning("The database keeps its newest pages beside it: %s", error)

    def _repeat(self, job: PeriodicJob) -> None:
        while not self._stopped.is_set():
            job()
            self._stopped.wait(job.every)
