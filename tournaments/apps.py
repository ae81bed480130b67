from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, register
from django.core.management import CommandError
from django.db import Error

from tournaments.backups.databases import check_is_of_this_program
from tournaments.services.refusals import Refused
from tournaments.words.files import backup_refusal


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        register(check_database)


def check_database(**options: Any) -> list[CheckMessage]:
    """Run before each command that has the system checked, as those that write do. It raises, for one sentence."""
    try:
        check_is_of_this_program()
    except Refused as refused:
        raise CommandError(backup_refusal(refused), returncode=2) from refused
    except Error:
        return []  # the database is away, of which the command tells what it has to
    return []
