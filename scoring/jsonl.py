"""Tables as lines of JSON: one in, one result out, whatever is in it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from scoring.errors import ScoringError, malformed
from scoring.game import Game, read_table

MOST_DIGITS = 40
Words = Callable[[ScoringError], str]


@dataclass(frozen=True, slots=True)
class Answer:
    """The line to print for a line that was read; ``problem`` says why it was not JSON, if it was not, ``refused`` what
    the clauses do not allow.
    """

    text: str
    number: int
    problem: str | None = None
    refused: ScoringError | None = None


def answer_lines(game: Game, lines: Iterable[bytes | str], *, words: Words = str) -> Iterator[Answer]:
    """An answer for every line that is not blank, in the same order, each as soon as its line is there. Bytes are read
    as UTF-8, with or without a byte order mark.

    A table that the clauses do not allow is answered ``{"error": {...}}``, and so is a line that is not JSON: its
    answer is ``malformed`` and carries the ``problem`` with the number of the line, counted from 1. ``words`` makes the
    message of a field that cannot be read.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield answer_line(game, line, number, words=words)


def answer_line(game: Game, line: bytes | str, number: int, *, words: Words) -> Answer:
    """The answer to one line, the ``number``-th from 1. Never raises: what is wrong with the line is its answer."""
    try:
        return Answer(json.dumps(answer_to(game, read_json(line))), number)
    except ScoringError as error:
        return Answer(error_text(error, words), number, refused=error)
    except (ValueError, RecursionError) as error:
        problem = f"line {number} is not JSON: {error}"
        return Answer(error_text(ScoringError("malformed", field="line"), words), number, problem)


def answer_to(game: Game, raw: object) -> dict[str, object]:
    """The table's result as JSON, with an entry for every deal given, also for those voided at the end. Raises
    ScoringError.
    """
    table = read_table(game, raw)
    result = game.score(table)
    voided = len(cast("Mapping[str, Sequence[object]]", raw)["deals"]) - len(table.deals)
    return replace(result, deals=(*result.deals, *[None] * voided)).as_dict()


def read_json(line: bytes | str) -> object:
    """The value a line of JSON holds. Raises ValueError or RecursionError where it is none, or names a field twice."""
    text = line.decode("utf-8-sig") if isinstance(line, bytes) else line
    return json.loads(text, parse_int=whole_number, parse_constant=refuse, object_pairs_hook=named_once)


def error_text(error: ScoringError, words: Words) -> str:
    """A field that cannot be read says in which way, for programs and for people."""
    more = {"problem": error.problem, "message": words(error)} if error.problem else {}
    return json.dumps({"error": error.as_dict() | more})


def whole_number(digits: str) -> int:
    """The number, cut to one that is still out of every range: thousands of digits are not worth reading."""
    return int(digits[:MOST_DIGITS])


def refuse(name: str) -> None:
    """NaN and the infinities are Python's own, JSON has no such numbers."""
    raise ValueError(f"{name} is not a number")


def named_once(members: Sequence[tuple[str, object]]) -> dict[str, object]:
    """The members as a dict. Raises ScoringError where a name is there twice, as nobody knows which value was meant."""
    if len(named := dict(members)) < len(members):
        counts = Counter(name for name, _ in members)
        raise malformed(next(name for name in named if counts[name] > 1), "doubled")
    return named
