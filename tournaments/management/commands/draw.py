"""What other programs ask: requests in, draws out, no database."""

from django.core.management.base import BaseCommand

from tournaments.formats.jsonl import answer_draws
from tournaments.management.answers import lines_in, print_answers


class Command(BaseCommand):
    help = "Draws rounds and brackets: one request as JSON on each line of standard input, one answer on each line out."
    requires_system_checks = []

    def handle(self, **options: object) -> None:
        with lines_in() as lines:
            print_answers(self, answer_draws(lines))
