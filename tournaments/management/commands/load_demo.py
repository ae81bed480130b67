from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.management.demo import load_demo
from tournaments.models import Club


class Command(BaseCommand):
    help = "Loads the demo club: a year of nights in all four games, one of them still running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="only where there is no club yet")
        parser.add_argument("--username", default="director")

    def handle(self, *, if_empty: bool, username: str, **options: object) -> None:
        if if_empty and Club.objects.exists():
            return
        club = load_demo(today=timezone.localdate(), username=username)
        self.stdout.write(f"Loaded the demo: {club}")
