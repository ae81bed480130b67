"""How the commands that other programs call answer: a line for a line, what cannot be read on stderr."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from django.core.management.base import BaseCommand, CommandError

STDIN = 0  # its descriptor


class LineAnswer(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def problem(self) -> str | None: ...


@contextmanager
def lines_in(file: str = "-") -> Iterator[Iterator[bytes]]:
    """The file's lines, or for - those of standard input: in bytes, since the commands read UTF-8 whatever the terminal
    speaks. They may end as any system ends them.
    """
    standard = file == "-"
    try:
        # Latin-1 keeps every byte as it is.
        opened = open(STDIN if standard else file, encoding="latin-1", closefd=not standard)  # noqa: SIM115
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    with opened:
        yield (line.encode("latin-1") for line in opened)


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
