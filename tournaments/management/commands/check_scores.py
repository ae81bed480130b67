from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.services.rebuild import rebuild_scores


class Command(BaseCommand):
    help = "Proves scores, confirmations and tallies as kept against what is recorded. Exit status 1 where they differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="write what the deals give")

    def handle(self, *, rebuild: bool, **options: object) -> None:
        differences = list(rebuild_scores(keep=rebuild))
        count = len(differences)
        for difference in differences:
            place = difference.subject if difference.seat is None else f"{difference.subject}, seat {difference.seat}"
            self.stdout.write(f"{place}: kept {difference.kept}, what is recorded gives {difference.rebuilt}")
        if count and not rebuild:
            raise CommandError(f"{count} differ; --rebuild writes what the records give.")
        self.stdout.write(f"{count} rebuilt." if count else "Every score is what its deals give.")
