from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.backups.databases import one_prepares
from tournaments.management.demo import load_demo, load_years
from tournaments.models import Club


class Command(BaseCommand):
    help = "Loads the demo club: a year of nights in all four games, one still running; or a large club for years."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="only where there is no club yet")
        parser.add_argument("--username", default="director")
        parser.add_argument("--years", type=int, default=0, help="of a club of 60: a minute or two for each")

    def handle(self, *, if_empty: bool, username: str, years: int, **options: object) -> None:
        with one_prepares():
            self._load(if_empty=if_empty, username=username, years=years)

    def _load(self, *, if_empty: bool, username: str, years: int) -> None:
        if if_empty and Club.objects.exists():
            return
        today = timezone.localdate()
        if years:
            club = load_years(today=today, username=username, years=years, tell=self.stderr.write)
        else:
            club = load_demo(today=today, username=username)
        self.stdout.write(f"Loaded the demo: {club}")
