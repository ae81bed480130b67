"""A draw as a request and its answer, both plain JSON: whoever has the request draws the same again, and no name and no
number of a database stands in either. docs/formats.md describes them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.formats.plan import PlanError, StagePlan, next_round, read_plan
from tournaments.formats.record import (
    ByeRecord,
    Id,
    NoValidPairing,
    Points,
    RoundRecord,
    SeatRecord,
    StageRecord,
    TableRecord,
)
from tournaments.formats.seeds import round_seed
from tournaments.formats.stages import NextRound

Json = dict[str, Any]
Number = Callable[[Id], int]
ENTRY = ("entrants", "late", "withdrawn", "kept", "resting")
TABLE_FIELDS = {"seats", "places", "scores", "forfeited"}
FRACTION = re.compile(r"-?[0-9]{1,18}/[1-9][0-9]{0,17}")
GROUP_FIELDS = {*ENTRY, "seed", "avoid", "rounds", "matches", "floats"}
OPTIONAL = {"handicaps", "teams"}


class Unreadable(ValueError):
    """The request is none; the text names the field at fault."""


def draw_request(key: str, options: Mapping[str, Any], groups: Iterable[StageRecord], *, number: Number) -> Json:
    """What a draw of the format ``key`` rests on: by group everybody's results so far, with the seed of this round.
    ``number`` says by which number a request calls an entrant.
    """
    return {"format": key, "options": dict(options), "groups": [group_json(group, number=number) for group in groups]}


def draw_answer(drawn: NextRound, *, number: Number) -> Json:
    """Tables in the order of their seats, byes, and in a bracket the number of each table's match."""
    return {
        "tables": [[number(who) for who in table] for table in drawn.seating.tables],
        "byes": [number(who) for who in drawn.seating.byes],
        "matches": list(drawn.matches),
    }


def answer_request(raw: Mapping[str, Any]) -> Json | None:
    """The draw again; None where the stage is over. Raises Unreadable, and NoValidPairing."""
    plan, groups = read_request(raw)
    try:
        drawn = next_round(plan, groups)
    except NoValidPairing:
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable("groups") from error
    return None if drawn is None else draw_answer(drawn, number=int)


def read_request(raw: Mapping[str, Any]) -> tuple[StagePlan, list[StageRecord]]:
    """The plan and the groups as a draw takes them. Raises Unreadable."""
    try:
        plan = read_plan(raw["format"], raw["options"])
        groups = [_read_group(group, bracket=plan.form.bracket is not None) for group in raw["groups"]]
    except PlanError as error:
        raise Unreadable(error.field) from error
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise Unreadable("groups") from error
    return plan, groups


def exact_json(points: Points) -> int | str:
    """A whole number, or a fraction as text, "1/2"."""
    exact = Fraction(points)
    return exact.numerator if exact.denominator == 1 else str(exact)


def read_exact(value: object) -> Fraction:
    """The inverse of ``exact_json``. Raises ValueError."""
    if type(value) is int or (type(value) is str and FRACTION.fullmatch(value)):
        return Fraction(value)
    raise ValueError(value)


def group_json(group: StageRecord, *, number: Number) -> Json:
    """What a draw knows of one group."""
    named = {field: getattr(group, field) for field in ENTRY}
    return {
        "seed": str(round_seed(group.seed, len(group.rounds) + 1)),
        "entrants": [number(who) for who in named.pop("entrants")],
        **{field: sorted(number(who) for who in people) for field, people in named.items()},
        "avoid": _sets(group.avoid, number),
        **({"teams": _sets(group.teams, number)} if group.teams else {}),
        "rounds": [_round(round_, number) for round_ in group.rounds],
        "matches": [list(numbers) for numbers in group.matches],
        "floats": [None if ids is None else [number(who) for who in ids] for ids in group.floats],
        **_handicaps(group, number),
    }


def _handicaps(group: StageRecord, number: Number) -> Json:
    """Nothing where there are none."""
    given = sorted([number(who), exact_json(points)] for who, points in group.handicaps.items() if points)
    return {"handicaps": given} if given else {}


def _sets(groups: Iterable[frozenset[Id]], number: Number) -> list[list[int]]:
    return sorted(sorted(number(who) for who in group) for group in groups)


def _round(round_: RoundRecord, number: Number) -> Json:
    return {
        "tables": [table_json(table, number=number) for table in round_.tables],
        "byes": sorted([number(bye.id), exact_json(bye.points), bye.requested] for bye in round_.byes),
    }


def table_json(table: TableRecord, *, number: Number) -> Json:
    """A table as a draw knows it; with the games won where halves are among them, which the places do not tell."""
    halves = any(seat.wins is not None and seat.weighted is None and seat.wins % 1 for seat in table.seats)
    return {
        "seats": [number(who) for who in table.ids],
        "places": [seat.place for seat in table.seats],
        "scores": [exact_json(seat.score) for seat in table.seats],
        "forfeited": sorted(number(who) for who in table.forfeited),
        **({"wins": [exact_json(seat.wins or 0) for seat in table.seats]} if halves else {}),
    }


def _read_group(raw: Mapping[str, Any], *, bracket: bool) -> StageRecord:
    if raw.keys() - OPTIONAL != GROUP_FIELDS:
        raise Unreadable(str(min((raw.keys() - OPTIONAL) ^ GROUP_FIELDS)))
    rounds = tuple(_read_round(round_) for round_ in raw["rounds"])
    matches = tuple(tuple(numbers) for numbers in raw["matches"])
    if bracket and [len(round_.tables) for round_ in rounds] != [len(numbers) for numbers in matches]:
        raise Unreadable("matches")
    return StageRecord(
        entrants=_numbers(raw["entrants"]),
        rounds=rounds,
        matches=matches,
        floats=tuple(None if ids is None else _numbers(ids) for ids in raw["floats"]),
        withdrawn=frozenset(_numbers(raw["withdrawn"])),
        avoid=frozenset(frozenset(_numbers(pair)) for pair in raw["avoid"]),
        teams=frozenset(frozenset(_numbers(team)) for team in raw.get("teams", [])),
        kept=frozenset(_numbers(raw["kept"])),
        resting=frozenset(_numbers(raw["resting"])),
        late=frozenset(_numbers(raw["late"])),
        round_seed=int(raw["seed"]),
        handicaps={who: read_exact(points) for who, points in raw.get("handicaps", [])},
    )


def _numbers(raw: Sequence[object]) -> tuple[Id, ...]:
    if not isinstance(raw, list) or any(type(number) is not int for number in raw):
        raise Unreadable("groups")
    return tuple(raw)


def _read_round(raw: Mapping[str, Any]) -> RoundRecord:
    byes = tuple(ByeRecord(who, read_exact(points), requested=requested) for who, points, requested in raw["byes"])
    return RoundRecord(tuple(_read_table(table) for table in raw["tables"]), byes)


def _read_table(raw: Mapping[str, Any]) -> TableRecord:
    if raw.keys() - {"wins"} != TABLE_FIELDS:
        raise Unreadable("tables")
    wins = map(read_exact, raw["wins"]) if "wins" in raw else [None] * len(raw["seats"])
    seats = zip(_numbers(raw["seats"]), raw["places"], raw["scores"], wins, strict=True)
    sitting = tuple(SeatRecord(who, place, read_exact(score), wins=won) for who, place, score, won in seats)
    return TableRecord(sitting, frozenset(_numbers(raw["forfeited"])))
