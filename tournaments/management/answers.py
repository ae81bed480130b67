"""How the commands that other programs call answer: a line for a line, what cannot be read on stderr."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Any, Protocol

from django.core.management.base import BaseCommand, CommandError


class LineAnswer(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def problem(self) -> str | None: ...


def lines_in(file: str = "-") -> AbstractContextManager[IO[Any]]:
    """The file's lines, or for - those of standard input: in bytes, since the commands read UTF-8 whatever the terminal
    speaks.
    """
    if file == "-":
        return nullcontext(getattr(sys.stdin, "buffer", sys.stdin))
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error


def print_answers(command: BaseCommand, answers: Iterable[LineAnswer]) -> None:
    """Every answer as soon as it is known; exit status 1 at the end where there was a problem with one."""
    problems = 0
    for answer in answers:
        command.stdout.write(answer.text)
        command.stdout.flush()
        if answer.problem:
            command.stderr.write(answer.problem)
            problems += 1
    if problems:
        raise CommandError(f"There was a problem with {problems} of the lines.")
