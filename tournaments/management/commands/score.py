"""What other programs ask: tables in, results out, no database."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.core.management.base import BaseCommand, CommandParser

from scoring.games import GAMES
from scoring.jsonl import Answer, answer_lines
from tournaments.management.answers import lines_in, print_answers
from tournaments.words.errors import line_sentence


class Command(BaseCommand):
    help = (
        "Scores tables: one as JSON on each line in, one result on each line out, in the same order. "
        'A table is {"seats": 2, "first_dealer": 0, "rules": {...}, "closed": false, "deals": [...]}; a deal of '
        'vilnius {"declarer": 1, "announced": 3, "trump": "H", "taken": 2}, of the other games {"dealer": 0, "hands": '
        '{"0": ["P3", ...], ...}, "folded": [1], "paid": {"0": 10, ...}}, of protean with "quarry": ["GOC", ...]; '
        "null is a voided deal. All fields, notations, answers and errors: docs/formats.md; "
        "a whole table of each game: docs/samples/."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=list(GAMES))
        parser.add_argument("file", nargs="?", default="-", help="JSON lines in UTF-8; without it, standard input")
        parser.add_argument(
            "--strict", action="store_true", help="say on stderr what is wrong with a table that is refused, and exit 1"
        )
        # Up to Python 3.12 a file after an option is unrecognised without this.
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]

    def handle(self, *, game: str, file: str, strict: bool, **options: object) -> None:
        with lines_in(file) as lines:
            answers = answer_lines(GAMES[game], lines, words=line_sentence)
            print_answers(self, strictly(answers) if strict else answers)


def strictly(answers: Iterable[Answer]) -> Iterator[Answer]:
    """A table that is refused is a problem too."""
    for answer in answers:
        refused = answer.refused
        yield replace(answer, problem=f"line {answer.number}: {line_sentence(refused)}") if refused else answer
