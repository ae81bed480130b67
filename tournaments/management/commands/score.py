"""What other programs ask: tables in, results out, no database."""

from django.core.management.base import BaseCommand, CommandParser

from scoring.games import GAMES
from scoring.jsonl import answer_lines
from tournaments.management.answers import lines_in, print_answers


class Command(BaseCommand):
    help = "Scores tables: one as JSON on each line of standard input, one result on each line of the output."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=list(GAMES))

    def handle(self, *, game: str, **options: object) -> None:
        print_answers(self, answer_lines(GAMES[game], lines_in()))
