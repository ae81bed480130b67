"""How the commands that other programs call answer: a line for a line, what cannot be read on stderr."""

import sys
from collections.abc import Iterable
from typing import IO, Any, Protocol

from django.core.management.base import BaseCommand, CommandError


class LineAnswer(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def problem(self) -> str | None: ...


def lines_in() -> IO[Any]:
    """Standard input in bytes, since the commands read UTF-8 whatever the terminal speaks."""
    return getattr(sys.stdin, "buffer", sys.stdin)


def print_answers(command: BaseCommand, answers: Iterable[LineAnswer]) -> None:
    """Every answer as soon as it is known; exit status 1 at the end where a line could not be read."""
    unread = 0
    for answer in answers:
        command.stdout.write(answer.text)
        command.stdout.flush()
        if answer.problem:
            command.stderr.write(answer.problem)
            unread += 1
    if unread:
        raise CommandError(f"{unread} of the lines could not be read.")
