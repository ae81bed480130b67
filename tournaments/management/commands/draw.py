"""What other programs ask: requests in, draws out, no database."""

import sys

from django.core.management.base import BaseCommand, CommandError

from tournaments.formats.outside import answer_draws


class Command(BaseCommand):
    help = "Draws rounds and brackets: one request as JSON on each line of standard input, one answer on each line out."
    requires_system_checks = []

    def handle(self, **options: object) -> None:
        unread = 0
        for answer in answer_draws(getattr(sys.stdin, "buffer", sys.stdin)):
            self.stdout.write(answer.text)
            self.stdout.flush()
            if answer.problem:
                self.stderr.write(answer.problem)
                unread += 1
        if unread:
            raise CommandError(f"{unread} of the lines could not be read.")
