from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.backups.databases import one_prepares
from tournaments.backups.stored import store_backup_before_upgrade
from tournaments.services.refusals import Refused
from tournaments.words.files import backup_refusal


class Command(migrate.Command):
    help = f"{migrate.Command.help} Everything is backed up before."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_true", help="there is one already")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["plan"] or options["check_unapplied"]:
            super().handle(*args, **options)
            return
        with one_prepares():
            self._back_up_and_migrate(*args, **options)

    def _back_up_and_migrate(self, *args: Any, no_backup: bool, **options: Any) -> None:
        if not no_backup and (options["app_label"] or _is_pending()):
            try:
                store_backup_before_upgrade()
            except Refused as refused:
                ways = "Nothing was upgraded. Where there is a backup already: manage.py migrate --no-backup"
                raise CommandError(f"{backup_refusal(refused)} {ways}", returncode=2) from refused
        super().handle(*args, **options)


def _is_pending() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
