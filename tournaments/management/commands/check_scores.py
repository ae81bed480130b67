from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.services.rebuild import log_differences, rebuild_scores


class Command(BaseCommand):
    help = "Proves scores, confirmations, tallies and logs as kept. Exit status 1 where they are not what is recorded."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="write what the deals give")

    def handle(self, *, rebuild: bool, **options: object) -> None:
        differences = list(rebuild_scores(keep=rebuild))
        count, in_logs = len(differences), list(log_differences())
        for difference in differences + in_logs:
            place = difference.subject if difference.seat is None else f"{difference.subject}, seat {difference.seat}"
            self.stdout.write(f"{place}: kept {difference.kept}, what is recorded gives {difference.rebuilt}")
        if count and not rebuild:
            raise CommandError(f"{count} differ; --rebuild writes what the records give.")
        if in_logs:
            raise CommandError(f"{len(in_logs)} differ in logs, which nothing rebuilds.")
        self.stdout.write(f"{count} rebuilt." if count else "Every score is what its deals give.")
