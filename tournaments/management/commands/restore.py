from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.backups.restoring import bring_up_to_date, restore_backup
from tournaments.services.refusals import Refused
from tournaments.words.files import backup_refusal


class Command(BaseCommand):
    help = "Restores a backup where there is no data yet, and proves it. Exit status 2 where that is not possible."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a backup, or the folder of a spare")
        parser.add_argument("--set-aside", action="store_true", help="keep what is there under another name")

    def handle(self, *, file: Path, set_aside: bool, **options: object) -> None:
        try:
            restored = restore_backup(file, set_aside=set_aside)
        except Refused as refused:
            raise CommandError(backup_refusal(refused), returncode=2) from refused
        rows = restored.manifest.rows
        self.stdout.write(
            f"Restored: {sum(rows.values()):,} rows in {len(rows)} tables, as of {restored.manifest.made_at}."
        )
        if restored.data_aside:
            self.stdout.write(f"What was here before is kept as {restored.data_aside}.")
        if restored.key_aside:
            self.stdout.write(f"The secret key is the backup's. The one before is kept as {restored.key_aside}.")
        bring_up_to_date(restored.manifest)
        call_command("check_scores", stdout=self.stdout)
