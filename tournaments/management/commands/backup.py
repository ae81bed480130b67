from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.backups.making import file_name, make_backup
from tournaments.services.refusals import Refused
from tournaments.words.files import backup_refusal


class Command(BaseCommand):
    help = "Writes everything into one file: the database and the secret key. While people play, too."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="a new file, or a folder; where not given, among the backups"
        )

    def handle(self, *, file: Path | None, **options: object) -> None:
        path = file or settings.BACKUPS / f"by-hand-{file_name()}"
        path = path / file_name() if path.is_dir() else path
        try:
            make_backup(path)
        except Refused as refused:
            raise CommandError(backup_refusal(refused), returncode=2) from refused
        self.stdout.write(
            f"{path}: {path.stat().st_size:,} bytes. It holds the secret key: keep it as you keep a password."
        )
