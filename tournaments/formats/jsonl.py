"""Draws as lines of JSON: one request in, one answer out, whatever is in it."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import isfinite
from typing import TypeVar

from tournaments.formats.bracket.progress import LARGEST
from tournaments.formats.record import Draw, Entry, Id, NoValidPairing, Score, Seating
from tournaments.formats.systems.elimination import GRAND_FINALS, double_elimination, single_elimination, table_knockout
from tournaments.formats.systems.pods import REMAINDERS, draw_pods
from tournaments.formats.systems.round_robin import schedule
from tournaments.formats.systems.swiss import draw_swiss

Kind = TypeVar("Kind", int, str)
Request = Mapping[str, object]
Answered = dict[str, object]

MOST_DIGITS = 40
HIGHEST_SCORE = 10**15
TABLE_SIZES = (2, 3, 4)

# Above these a request would take minutes; for round robins by size of table.
MOST_ENTRANTS = 5000
MOST_IN_ROUND_ROBIN = {2: 1000, 3: 200, 4: 200}
MOST_ROUNDS_OF_ROBIN = {2: 1000, 3: 100, 4: 100}
MOST_ROUNDS = 1000
MOST_AVOIDED = 20_000


class Malformed(ValueError):
    """Something is missing, unknown, of the wrong kind, there twice, or more than ``limit``."""

    def __init__(self, field: str, limit: int | None = None) -> None:
        super().__init__(field, limit)
        self.field = field
        self.limit = limit

    def as_dict(self) -> Answered:
        """The error as the answer holds it, the field's name cut to what can be shown."""
        error: Answered = {"code": "malformed", "field": self.field[:MOST_DIGITS]}
        return error if self.limit is None else {**error, "limit": self.limit}


class Names:
    """The names of one request, numbered in the order in which they come: the formats know entrants by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, Id] = {}

    def number(self, raw: object, field: str) -> Id:
        """Raises Malformed where this is no name."""
        if not isinstance(raw, str) or not raw:
            raise Malformed(field)
        return self._numbers.setdefault(raw, len(self._numbers))

    def listed(self, ids: Iterable[Id]) -> list[str]:
        """The names of these numbers, in their order."""
        texts = list(self._numbers)
        return [texts[number] for number in ids]


@dataclass(frozen=True, slots=True)
class DrawAnswer:
    """The line to print for a line that was read; ``problem`` says why it was not JSON, if it was not."""

    text: str
    problem: str | None = None


def answer_draws(lines: Iterable[bytes | str]) -> Iterator[DrawAnswer]:
    """An answer for every line that is not blank, in the same order, each as soon as its line is there. Bytes are read
    as UTF-8, with or without a byte order mark.

    A request that cannot be met is answered ``{"error": {...}}``, and so is a line that is not JSON: its answer is
    ``malformed`` and carries the ``problem`` with the number of the line, counted from 1.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _answer_line(line, number)


def _answer_line(line: bytes | str, number: int) -> DrawAnswer:
    try:
        text = line.decode("utf-8-sig") if isinstance(line, bytes) else line
        raw = json.loads(text, parse_int=_whole_number, parse_constant=_refuse, object_pairs_hook=_named_once)
    except Malformed as error:
        return DrawAnswer(json.dumps({"error": error.as_dict()}))
    except (ValueError, RecursionError) as error:
        return DrawAnswer(json.dumps({"error": Malformed("line").as_dict()}), f"line {number} is not JSON: {error}")
    return DrawAnswer(json.dumps(answer_draw(raw)))


def _whole_number(digits: str) -> int:
    """The number, cut to one that is still out of every range."""
    return int(digits[:MOST_DIGITS])


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _named_once(members: Sequence[tuple[str, object]]) -> Request:
    names = [name for name, _ in members]
    if len(named := dict(members)) < len(names):
        raise Malformed(next(name for name in names if names.count(name) > 1))
    return named


def answer_draw(raw: object) -> Answered:
    """The answer to one request as it comes from JSON; ``{"error": {"code": "malformed" | "no-valid-pairing", ...}}``
    where there is none.
    """
    try:
        return _drawn(raw)
    except (Malformed, NoValidPairing) as error:
        return {"error": error.as_dict()}


def _drawn(raw: object) -> Answered:
    if not isinstance(raw, Mapping):
        raise Malformed("request")
    name = raw.get("format")
    if not isinstance(name, str) or name not in FORMATS:
        raise Malformed("format")
    draw, fields = FORMATS[name]
    for field in raw:
        if field not in fields and field not in ("format", "seed"):
            raise Malformed(field)
    return draw(raw)


# The formats


def _swiss(raw: Request) -> Answered:
    seats = _choice(raw, "seats", TABLE_SIZES)
    names = Names()
    entries = _entries(raw, names, limit=MOST_ENTRANTS)
    history = [_round(item, names) for item in _list(raw, "history", default=[], limit=MOST_ROUNDS)]
    avoid = [_pair(pair, names) for pair in _list(raw, "avoid", default=[], limit=MOST_AVOIDED)]
    seed = _integer(raw, "seed", default=0)
    remainder = _choice(raw, "remainder", REMAINDERS, default="threes")
    rounds = _rounds(raw, highest=MOST_ROUNDS)
    draw = draw_swiss if seats == 2 else partial(draw_pods, seats=seats, remainder=remainder)
    try:
        return _as_answer(draw(entries, history, avoid=avoid, seed=seed, rounds=rounds), names)
    except NoValidPairing as error:
        return {"error": {**error.as_dict(), "ids": names.listed(error.ids)}}


def _round_robin(raw: Request) -> Answered:
    seats = _choice(raw, "seats", TABLE_SIZES)
    entrants = _list(raw, "entrants", limit=MOST_IN_ROUND_ROBIN[seats])
    names = Names()
    ids = _different([names.number(entrant, "entrants") for entrant in entrants], "entrants", at_least=2)
    most = MOST_ROUNDS_OF_ROBIN[seats]
    rounds = _rounds(raw, highest=most)
    return {"rounds": [_as_round(seating, names) for seating in schedule(ids, seats=seats, rounds=rounds)]}


def _single_elimination(raw: Request) -> Answered:
    _grand_final(raw)
    return single_elimination(_bracket_size(raw), third_place=_flag(raw, "third_place")).as_dict()


def _double_elimination(raw: Request) -> Answered:
    _flag(raw, "third_place")
    return double_elimination(_bracket_size(raw), grand_final=_grand_final(raw)).as_dict()


def _table_knockout(raw: Request) -> Answered:
    seats = _choice(raw, "seats", TABLE_SIZES)
    advance = _integer(raw, "advance", lowest=1, highest=seats - 1)
    return table_knockout(_bracket_size(raw), seats=seats, advance=advance).as_dict(by_place=True)


BRACKET_FIELDS = ("entrants", "third_place", "grand_final")

# How each format is drawn, and the fields it knows besides ``format`` and ``seed``.
FORMATS: Mapping[str, tuple[Callable[[Request], Answered], Collection[str]]] = {
    "swiss": (_swiss, ("seats", "entrants", "history", "avoid", "remainder", "rounds")),
    "round-robin": (_round_robin, ("seats", "entrants", "rounds")),
    "single-elimination": (_single_elimination, BRACKET_FIELDS),
    "double-elimination": (_double_elimination, BRACKET_FIELDS),
    "table-knockout": (_table_knockout, ("entrants", "seats", "advance")),
}


def _as_answer(draw: Draw, names: Names) -> Answered:
    cost = {"repeats": draw.repeats, "score_gap": _number(draw.score_gap)}
    return {**_as_round(draw.seating, names), "cost": cost}


def _as_round(seating: Seating, names: Names) -> Answered:
    return {"tables": [names.listed(table) for table in seating.tables], "byes": names.listed(seating.byes)}


def _number(score: Score) -> int | float:
    exact = Fraction(score)
    return exact.numerator if exact.denominator == 1 else float(exact)


# Reading fields


def _entries(raw: Request, names: Names, *, limit: int) -> list[Entry]:
    entries = [_entry(item, names) for item in _list(raw, "entrants", limit=limit)]
    _different([entry.id for entry in entries], "entrants", at_least=1)
    return entries


def _entry(raw: object, names: Names) -> Entry:
    if not isinstance(raw, Mapping) or not {"id"} <= raw.keys() <= {"id", "score"}:
        raise Malformed("entrants")
    score = raw.get("score", 0)
    if type(score) not in (int, float) or not isfinite(score) or abs(score) > HIGHEST_SCORE:
        raise Malformed("score")
    return Entry(names.number(raw["id"], "id"), score)


def _round(raw: object, names: Names) -> Seating:
    if not isinstance(raw, Mapping) or not raw.keys() <= {"tables", "byes"}:
        raise Malformed("history")
    tables, byes = raw.get("tables", []), raw.get("byes", [])
    if not isinstance(tables, list) or not isinstance(byes, list) or not all(isinstance(t, list) and t for t in tables):
        raise Malformed("history")
    seated = tuple(tuple(names.number(number, "history") for number in table) for table in tables)
    resting = tuple(names.number(bye, "history") for bye in byes)
    _different([who for table in (*seated, resting) for who in table], "history")
    return Seating(seated, resting)


def _pair(raw: object, names: Names) -> frozenset[Id]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise Malformed("avoid")
    return frozenset(_different([names.number(name, "avoid") for name in raw], "avoid"))


def _different(ids: list[Id], field: str, *, at_least: int = 0) -> list[Id]:
    if len(ids) < at_least or len(set(ids)) < len(ids):
        raise Malformed(field)
    return ids


def _list(raw: Request, field: str, *, limit: int, default: list[object] | None = None) -> list[object]:
    value = raw.get(field, default)
    if not isinstance(value, list):
        raise Malformed(field)
    if len(value) > limit:
        raise Malformed(field, limit)
    return value


def _choice(raw: Request, field: str, choices: Collection[Kind], default: Kind | None = None) -> Kind:
    value = raw.get(field, default)
    for choice in choices:
        if type(value) is type(choice) and value == choice:
            return choice
    raise Malformed(field)


def _integer(
    raw: Request, field: str, *, lowest: int | None = None, highest: int | None = None, default: int | None = None
) -> int:
    value = raw.get(field, default)
    if type(value) is not int or (lowest is not None and value < lowest):
        raise Malformed(field)
    if highest is not None and value > highest:
        raise Malformed(field, highest)
    return value


def _rounds(raw: Request, *, highest: int) -> int | None:
    return None if raw.get("rounds") is None else _integer(raw, "rounds", lowest=1, highest=highest)


def _flag(raw: Request, field: str) -> bool:
    value = raw.get(field, False)
    if type(value) is not bool:
        raise Malformed(field)
    return value


def _grand_final(raw: Request) -> str:
    return _choice(raw, "grand_final", GRAND_FINALS, default="single")


def _bracket_size(raw: Request) -> int:
    return _integer(raw, "entrants", lowest=2, highest=LARGEST)
