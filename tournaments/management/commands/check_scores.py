from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.services.rebuild import rebuild_scores


class Command(BaseCommand):
    help = "Proves that the scores kept on every seat are those its deals give. Exit status 1 where they are not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="write what the deals give")

    def handle(self, *, rebuild: bool, **options: object) -> None:
        differences = list(rebuild_scores(keep=rebuild))
        count = len(differences)
        for found in differences:
            self.stdout.write(f"{found.table}, seat {found.seat}: kept {found.kept}, the deals give {found.rebuilt}")
        if count and not rebuild:
            raise CommandError(f"{count} seats differ; --rebuild writes what the deals give.")
        self.stdout.write(f"{count} seats rebuilt." if count else "Every score is what its deals give.")
