from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exports.archive.kept import write_folder
from tournaments.exports.archive.making import archive_of
from tournaments.models import Club, Event
from tournaments.services.refusals import Refused
from tournaments.words.refusals import refusal_text

EVERY = 100  # pages, between two lines that say how far it is


class Command(BaseCommand):
    help = "Writes a static copy of the pages, as strangers read them: it opens without a server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder", type=Path, help="a new folder, or one with an archive: what has changed is written"
        )
        parser.add_argument(
            "--club", metavar="SLUG", help="as its address has it; where not given, all that are public"
        )
        parser.add_argument("--event", type=int, metavar="N", help="its number, as its address has it")
        parser.add_argument("--all", action="store_true", dest="whole", help="everything, as the club itself reads it")

    def handle(self, *, folder: Path, whole: bool, **options: Any) -> None:
        slug, number = options["club"], options["event"]
        club = Club.objects.filter(slug=slug).first() if slug else None
        if slug and not club:
            raise CommandError(f"There is no club “{slug}”.", returncode=2)
        in_club = {"club": club} if club else {}
        event = Event.objects.select_related("club").filter(pk=number, **in_club).first() if number else None
        if number and not event:
            raise CommandError(f"There is no event {number}.", returncode=2)
        try:
            result = write_folder(folder, archive_of(club, event, whole=whole).files(self._report))
        except Refused as refused:
            raise CommandError(refusal_text(refused), returncode=2) from refused
        self.stdout.write(f"{folder}: {result.files:,} files, {result.written:,} written, {result.removed:,} removed.")

    def _report(self, done: int, total: int) -> None:
        if done and done % EVERY == 0:
            self.stdout.write(f"{done:,} of {total:,} pages read so far")
