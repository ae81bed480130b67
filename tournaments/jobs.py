"""Work that no request waits for, and how often the server looks for some.

Each job opens what connection it needs. What has failed is logged and tried again at its next time; several servers may
run the same jobs, since whoever claims a piece of work does it.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.utils import timezone

from tournaments.backups.databases import checkpoint
from tournaments.backups.spare import EVERY, SpareKeeper
from tournaments.backups.stored import store_daily_backup
from tournaments.exports.webhooks import tell_webhooks
from tournaments.imports.stored_files import forget_old_files
from tournaments.selectors.win_probability import newest_waiting
from tournaments.services.calendar import decide_due
from tournaments.services.club.members import send_due_mail
from tournaments.services.club.people import see_to_people
from tournaments.services.integrations.trusted import forget_answers
from tournaments.services.integrations.webhooks import forget_deliveries
from tournaments.services.refusals import Refused
from tournaments.services.registration import forget_names
from tournaments.services.summaries.events import make_bends, make_missing_reports
from tournaments.simulations import PROCESSES, stand_back
from tournaments.words.files import backup_refusal

REPORTS_AT_A_TIME = 5  # so that nobody waits who saves
WIN_PROBABILITY = "win-probability"
LONGEST_TURN = 120  # seconds, after which a server that works them out is taken for dead

logger = logging.getLogger(__name__)
keeper = SpareKeeper(logger.warning)


@dataclass(frozen=True)
class PeriodicJob:
    """``failure`` is what the log says where ``run`` raised."""

    name: str
    run: Callable[[], None]
    every: float  # seconds
    failure: str

    def __call__(self) -> None:
        try:
            self.run()
        except DatabaseError as error:
            logger.warning("%s: %s", self.failure, error)
        except Exception:
            logger.exception(self.failure)
        finally:
            connection.close()


def back_up_the_day() -> None:
    try:
        store_daily_backup(timezone.localdate())
    except Refused as refused:
        logger.warning("No backup of today: %s", backup_refusal(refused))


def keep_the_spare() -> None:
    if settings.SPARE:
        keeper.keep(settings.SPARE)


def checkpoint_meanwhile() -> None:
    """So that no save has to. Whoever saves is told where the database is in trouble."""
    with suppress(DatabaseError):
        checkpoint("PASSIVE")


def forget_what_is_due() -> None:
    """Names whose time is over, those that registered and were never let in, what clubs keep no longer, and files that
    wait no longer. Afterwards no page of SQLite's files holds them either, nor what was deleted or renamed meanwhile.
    """
    see_to_people(now=timezone.now())
    forget_names()
    forget_deliveries(now=timezone.now())
    forget_answers(now=timezone.now())
    forget_old_files()
    checkpoint("TRUNCATE")


def decide_who_is_needed() -> None:
    """At the set hour of a planned night."""
    decide_due(now=timezone.now())


def make_reports() -> None:
    make_missing_reports(most=REPORTS_AT_A_TIME)


def work_out_win_probabilities() -> None:
    """In a process of its own: beside the pads it would hold the interpreter's lock. Of several servers one does."""
    if newest_waiting() and cache.add(WIN_PROBABILITY, "taken", timeout=LONGEST_TURN):
        try:
            with ProcessPoolExecutor(1, mp_context=PROCESSES, initializer=stand_back) as process:
                make_bends(through=process.map)
        finally:
            cache.delete(WIN_PROBABILITY)


def send_mail() -> None:
    if settings.HAS_MAIL:
        send_due_mail(now=timezone.now())


JOBS = (
    PeriodicJob("backups", back_up_the_day, every=600, failure="No backup of today"),
    PeriodicJob("spare", keep_the_spare, every=EVERY, failure="The spare is not kept up to date"),
    PeriodicJob("checkpoints", checkpoint_meanwhile, every=5, failure="The newest pages stay beside the database"),
    PeriodicJob("names", forget_what_is_due, every=3600, failure="What is kept no longer is still there"),
    PeriodicJob("planned-nights", decide_who_is_needed, every=60, failure="Who is needed is not decided yet"),
    PeriodicJob("reports", make_reports, every=5, failure="Some events have no report yet"),
    PeriodicJob("win-probability", work_out_win_probabilities, every=5, failure="No win probabilities are worked out"),
    PeriodicJob("webhooks", tell_webhooks, every=2, failure="Webhooks are not sent"),
    PeriodicJob("mail", send_mail, every=1, failure="Mail is not sent"),  # who has asked for a code waits for it
)
