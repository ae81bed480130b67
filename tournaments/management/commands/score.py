"""What other programs ask: tables in, results out, no database."""

import sys

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.games import GAMES
from scoring.lines import answer_lines


class Command(BaseCommand):
    help = "Scores tables: one as JSON on each line of standard input, one result on each line of the output."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=list(GAMES))

    def handle(self, *, game: str, **options: object) -> None:
        unread = 0
        for answer in answer_lines(GAMES[game], getattr(sys.stdin, "buffer", sys.stdin)):
            self.stdout.write(answer.text)
            self.stdout.flush()
            if answer.problem:
                self.stderr.write(answer.problem)
                unread += 1
        if unread:
            raise CommandError(f"{unread} of the lines could not be read.")
