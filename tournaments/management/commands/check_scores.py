from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.services.rebuild import rebuild_scores


class Command(BaseCommand):
    help = "Proves scores, confirmations and tallies as kept against what is recorded. Exit status 1 where they differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="write what the deals give")

    def handle(self, *, rebuild: bool, **options: object) -> None:
        differences = list(rebuild_scores(keep=rebuild))
        count = len(differences)
        for found in differences:
            place = found.subject if found.seat is None else f"{found.subject}, seat {found.seat}"
            self.stdout.write(f"{place}: kept {found.kept}, what is recorded gives {found.rebuilt}")
        if count and not rebuild:
            raise CommandError(f"{count} differ; --rebuild writes what the records give.")
        self.stdout.write(f"{count} rebuilt." if count else "Every score is what its deals give.")
