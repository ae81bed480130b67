"""Tables as lines of JSON: one in, one result out, whatever is in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.errors import ScoringError, malformed
from scoring.game import Game, read_table

MOST_DIGITS = 40


@dataclass(frozen=True, slots=True)
class Answer:
    """The line to print for a line that was read; ``problem`` says why it was not JSON, if it was not."""

    text: str
    problem: str | None = None


def answer_lines(game: Game, lines: Iterable[bytes | str]) -> Iterator[Answer]:
    """An answer for every line that is not blank, in the same order, each as soon as its line is there. Bytes are read
    as UTF-8, with or without a byte order mark.

    A table that the clauses do not allow is answered ``{"error": {...}}``, and so is a line that is not JSON: its
    answer is ``malformed`` and carries the ``problem`` with the number of the line, counted from 1.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield answer_line(game, line, number)


def answer_line(game: Game, line: bytes | str, number: int) -> Answer:
    try:
        text = line.decode("utf-8-sig") if isinstance(line, bytes) else line
        raw = json.loads(text, parse_int=whole_number, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        return Answer(error_text(malformed("line")), f"line {number} is not JSON: {error}")
    try:
        return Answer(json.dumps(game.score(read_table(game, raw)).as_dict()))
    except ScoringError as error:
        return Answer(error_text(error))


def error_text(error: ScoringError) -> str:
    return json.dumps({"error": error.as_dict()})


def whole_number(digits: str) -> int:
    """The number, cut to one that is still out of every range: thousands of digits are not worth reading."""
    return int(digits[:MOST_DIGITS])


def refuse(name: str) -> None:
    """NaN and the infinities are Python's own, JSON has no such numbers."""
    raise ValueError(f"{name} is not a number")
