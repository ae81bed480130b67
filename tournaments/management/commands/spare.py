import time
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from tournaments.backups.spare import EVERY, SpareKeeper, forget_spare, keep_spare
from tournaments.services.refusals import Refused
from tournaments.words.files import backup_refusal


class Command(BaseCommand):
    help = "Keeps a second copy of everything in a folder, at most five seconds behind, until it is stopped."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *, folder: Path, **options: object) -> None:
        """The first copy has to work; later on a stick may be pulled out and put in again. Who stops it wants no copy
        any more; where it ends by itself, the desk misses one.
        """
        folder = folder.absolute()
        try:
            keep_spare(folder)
        except Refused as refused:
            raise CommandError(backup_refusal(refused), returncode=2) from refused
        self.stdout.write(f"{folder} holds a copy of everything, with the secret key: keep it as you keep a password.")
        keeper = SpareKeeper(self.stderr.write)
        try:
            while True:
                time.sleep(EVERY)
                try:
                    keeper.keep(folder)
                except DatabaseError as error:
                    self.stderr.write(str(error))
        except KeyboardInterrupt:
            forget_spare(folder)
            raise
