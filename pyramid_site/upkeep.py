"""What the server sees to by itself, as long as it runs and when it stops."""

import gc
import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from threading import Event, Thread
from typing import Literal

from django.db import DatabaseError, connection
from django.utils import timezone

from pyramid_site.webhooks import tell_webhooks
from tournaments.backups.databases import own_connection
from tournaments.backups.kept import keep_of_the_day
from tournaments.selectors.bend.making import newest_waiting
from tournaments.services.calendar.answers import decide_due
from tournaments.services.club.people.retention import see_to_people
from tournaments.services.connections.deliveries import forget_deliveries
from tournaments.services.door.registrations import forget_names
from tournaments.services.kept.bends import make_bends
from tournaments.services.kept.reports import make_missing_reports
from tournaments.services.refusals import Refused
from tournaments.simulations import PROCESSES, end_with_parent, stand_back
from tournaments.words.backups import backup_refusal

BACK_UP_EVERY = 600.0  # seconds
FOLD_IN_EVERY = 5.0
FORGET_EVERY = 3600.0
CALL_EVERY = 60.0
REPORT_EVERY = 60.0
REPORTS_AT_A_TIME = 5
RECKON_EVERY = 5.0
TELL_EVERY = 2.0
COLLECT_EVERY = 60.0
NEVER = 1_000_000  # collections of what is younger
MOST_PASSES = 4  # only where nothing came during the last is the file begun anew

logger = logging.getLogger(__name__)


class Upkeep:
    def __init__(self) -> None:
        self._stopped = Event()
        self._thresholds = gc.get_threshold()
        self._threads = [
            self._thread("backups", back_up_the_day, every=BACK_UP_EVERY),
            self._thread("fold-in", fold_in_meanwhile, every=FOLD_IN_EVERY),
            self._thread("names", forget_what_is_due, every=FORGET_EVERY),
            self._thread("calls", call_who_is_needed, every=CALL_EVERY),
            self._thread("reports", report_what_is_over, every=REPORT_EVERY),
            self._thread("bends", reckon_bends, every=RECKON_EVERY),
            self._thread("webhooks", tell_what_happened, every=TELL_EVERY),
            self._thread("memory", collect_what_is_old, every=COLLECT_EVERY),
        ]

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
            fold_in("TRUNCATE")
        except DatabaseError as error:
            logger.warning("The database keeps its newest pages beside it: %s", error)

    def _thread(self, name: str, duty: Callable[[], None], *, every: float) -> Thread:
        """What has not worked is tried again."""

        def run() -> None:
            while not self._stopped.is_set():
                duty()
                self._stopped.wait(every)

        return Thread(target=run, name=name, daemon=True)


def back_up_the_day() -> None:
    try:
        keep_of_the_day(timezone.localdate())
    except Refused as refused:
        logger.warning("No backup of today: %s", backup_refusal(refused))
    except Exception:
        logger.exception("No backup of today")


def forget_what_is_due() -> None:
    """Names whose time is over, those that were written at a door and never let in, and what clubs keep no longer; then
    no page of SQLite's files holds them either, nor what was deleted or renamed meanwhile.
    """
    try:
        see_to_people(now=timezone.now())
        forget_names()
        forget_deliveries(now=timezone.now())
        fold_in("TRUNCATE")
    except DatabaseError as error:
        logger.warning("What is kept no longer is still there: %s", error)
    finally:
        connection.close()


def call_who_is_needed() -> None:
    """At the set hour of a coming night. Whoever looks at it earlier than this does the same."""
    try:
        decide_due(now=timezone.now())
    except DatabaseError as error:
        logger.warning("Who is needed on a coming night is not decided yet: %s", error)
    finally:
        connection.close()


def report_what_is_over() -> None:
    """Events that were over before there were reports; a few at a time, so that nobody waits who saves."""
    try:
        make_missing_reports(most=REPORTS_AT_A_TIME)
    except DatabaseError as error:
        logger.warning("Some events have no report yet: %s", error)
    except Exception:
        logger.exception("Some events have no report yet")
    finally:
        connection.close()


def reckon_bends() -> None:
    """Some of those that wait, in a process of its own: beside the pads it would hold the interpreter's lock."""
    try:
        if newest_waiting():
            with ProcessPoolExecutor(1, mp_context=PROCESSES, initializer=stand_back) as process:
                make_bends(through=process.map)
    except DatabaseError as error:
        logger.warning("What a table tells is not reckoned yet: %s", error)
    except Exception:
        logger.exception("What a table tells was not reckoned")
    finally:
        connection.close()


def tell_what_happened() -> None:
    try:
        tell_webhooks()
    except DatabaseError as error:
        logger.warning("Webhooks are not told yet: %s", error)
    except Exception:
        logger.exception("Webhooks are not told")
    finally:
        connection.close()


def collect_what_is_old() -> None:
    """What refers to itself and has lived for a while: looking for it halts every thread for a tenth of a second."""
    gc.collect()


def fold_in_meanwhile() -> None:
    """So that no save has to. Whoever saves is told where the database is in trouble."""
    with suppress(DatabaseError):
        fold_in("PASSIVE")


def fold_in(mode: Literal["PASSIVE", "TRUNCATE"]) -> None:
    """SQLite keeps its newest pages in a file of their own; after this the file of the database has everything, in
    passing at least what stood there before.
    """
    if connection.vendor != "sqlite":
        return
    with own_connection() as own, own.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=1000")
        folded = -1
        for _ in range(MOST_PASSES):
            before = folded
            cursor.execute(f"PRAGMA wal_checkpoint({mode})")
            _, _, folded = cursor.fetchone()
            if folded == before:
                return
