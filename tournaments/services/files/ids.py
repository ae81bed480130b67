"""The ids of rows that come from a file: reserved in one go, and put into columns of JSON that refer to them."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import AutoField, BigAutoField, Model

from tournaments import audit
from tournaments.models import (
    ApiToken,
    ComingNight,
    Entrant,
    Event,
    Fixture,
    Ladder,
    LeaguePlayer,
    NightAnswer,
    PadLink,
    Player,
    PlayerCategory,
    ProposedCorrection,
    Registration,
    Ruling,
    Season,
    Seat,
    Table,
)
from tournaments.services.refusals import Refused

SLACK = 1000  # ids that others may take between two of PostgreSQL's steps


TURN = 15_0071  # by which those who bring clubs in know each other


# Beyond which no file raises ids: rows that are added here want numbers too, and pages count them in JavaScript.
MOST = 2**52
MOST_SMALL = 2**30  # where a column holds 31 bits, as that of accounts


def one_at_a_time() -> None:
    """Keeps other writers out until the transaction ends. Where one alone can write, that is so already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])


def reserve(model: type[Model], *, first: int, last: int) -> int:
    """Reserves ids, and returns by how much those from ``first`` to ``last`` are raised, so that they are nobody's
    here: not at all where there was never a row. Whatever else is added from now on comes after them, whether all of
    them are used or not.
    """
    small = isinstance(model._meta.pk, AutoField) and not isinstance(model._meta.pk, BigAutoField)
    return _RESERVE[connection.vendor](model._meta.db_table, first, last, MOST_SMALL if small else MOST)


def _refuse_beyond(latest: int, most: int) -> None:
    if latest > most:
        raise Refused("club-file-unfit")


def _sqlite(table: str, first: int, last: int, most: int) -> int:
    """Who writes, writes alone. Of the numbers that a file may name only those of its rows would be remembered."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        latest: int = row[0] if row else 0
        moved_by = latest - first + 1 if latest else 0
        _refuse_beyond(moved_by + last, most)
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, moved_by + last])
    return moved_by


def _postgres(table: str, first: int, last: int, most: int) -> int:
    with connection.cursor() as cursor:
        # A table that was renamed has its sequence under the name before.
        cursor.execute("SELECT s, pg_sequence_last_value(s::regclass) FROM pg_get_serial_sequence(%s, 'id') s", [table])
        sequence, latest = cursor.fetchone()
        span = last - first + 1
        _refuse_beyond((latest or 0) + SLACK + last, most)  # before: what a sequence has given it never takes back
        room = last if latest is None else SLACK + span
        cursor.execute("SELECT setval(%s, nextval(%s) + %s)", [sequence, sequence, room - (latest is None)])
        (reserved,) = cursor.fetchone()
    return int(reserved) - last


_RESERVE: dict[str, Callable[[str, int, int, int], int]] = {"sqlite": _sqlite, "postgresql": _postgres}


Row = dict[str, Any]
OF_ENTRANTS = (
    Ruling.Kind.ORDER,
    Ruling.Kind.LOTS,
    Ruling.Kind.FIRST_LOTS,
    Ruling.Kind.SHARED,
    Ruling.Kind.ADVANCED,
    Ruling.Kind.LIFTED,
)
PEOPLE: Mapping[str, type[Model]] = {"player": Player, "account": User}
FACTS: Mapping[str, type[Model]] = {
    "event": Event,
    "season": Season,
    "fixture": Fixture,
    "ladder": Ladder,
    "coming": ComingNight,
    "proposed_correction": ProposedCorrection,
    "registrations": Registration,
    "program": ApiToken,
    "link": PadLink,
    "order": Entrant,
}
"""Of the log: a number under one of these keys is an id."""
ACTIONS_BEFORE = {
    "opinion": "confirmation",
    "opinion-ruled": "confirmation-ruled",
    "second-opinion-set": "confirmation-set",
    "proposal": "correction-proposed",
    "proposal-agreed": "correction-agreed",
    "proposal-backed": "correction-backed",
    "proposal-declined": "correction-declined",
    "proposal-outdated": "correction-outdated",
    "proposal-withdrawn": "correction-withdrawn",
}
FACTS_BEFORE = {"opinion": "confirmation", "second_opinion": "confirmation_mode", "proposal": "proposed_correction"}
"""What the log was called in the files of version 0.2.0, and is called since."""


class Here(Protocol):
    def __call__(self, model: type[Model], pk: int, /) -> int: ...


def relocated(kind: str, row: Row, here: Here) -> Row:
    """The row as the file has it, but for ids within its JSON."""
    columns = COLUMNS.get(kind, {}).items()
    return row | {name: read(row[name], row, here) for name, read in columns if name in row}


def _each(model: type[Model]) -> Callable[[Any, Row, Here], Any]:
    return lambda ids, _row, here: [here(model, pk) for pk in ids]


def _groups(groups: list[list[int]], _row: Row, here: Here) -> list[list[int]]:
    return [[here(Entrant, pk) for pk in group] for group in groups]


def _ruled(value: list[int], row: Row, here: Here) -> list[int]:
    return [here(Entrant, pk) for pk in value] if row["kind"] in OF_ENTRANTS else value


def _seating(stored: Row, _row: Row, here: Here) -> Row:
    def entrants(ids: list[int]) -> list[int]:
        return [here(Entrant, pk) for pk in ids]

    moved = {**stored, "byes": entrants(stored["byes"])}
    moved["tables"] = [dict(table) for table in stored["tables"]]
    for table in moved["tables"]:
        for name in table.keys() & {"entrants", "forfeited"}:
            table[name] = entrants(table[name])
    for name in ("floats", "named"):
        if stored.get(name) is not None:
            moved[name] = entrants(stored[name])
    for name, model in (("requested", Entrant), ("provisional", Table)):
        if name in stored:
            moved[name] = {str(here(model, int(pk))): how for pk, how in stored[name].items()}
    if "line_ups" in stored:
        moved["line_ups"] = {str(here(Entrant, int(pk))): entrants(ids) for pk, ids in stored["line_ups"].items()}
    return moved


def _prizes(stored: Row | None, _row: Row, here: Here) -> Row | None:
    if stored is None:
        return None
    moved = [dict(prize) for prize in stored["prizes"]]
    for prize in moved:
        if prize["category"] is not None:
            prize["category"] = here(PlayerCategory, prize["category"])
    return {**stored, "prizes": moved}


def _action(action: str, _row: Row, _here: Here) -> str:
    return ACTIONS_BEFORE.get(action, action)


def _facts(facts: Any, _row: Row, here: Here) -> Any:
    def leaf(key: str, fact: Any) -> Any:
        if isinstance(fact, dict):
            ((kind, pk),) = fact.items()
            return {kind: here(PEOPLE[kind], pk)}
        return here(FACTS[key], fact) if key in FACTS and isinstance(fact, int) else fact

    moved = audit.replaced(_as_called_today(facts), leaf)
    if isinstance(moved, dict) and isinstance(counted := moved.get("provisional"), dict):
        moved["provisional"] = {str(here(Table, int(pk))): how for pk, how in counted.items()}
    return moved


def _as_called_today(facts: Any) -> Any:
    if isinstance(facts, dict):
        return {
            FACTS_BEFORE.get(key, key): fact if key in audit.SENT else _as_called_today(fact)
            for key, fact in facts.items()
        }
    return [_as_called_today(fact) for fact in facts] if isinstance(facts, list) else facts


COLUMNS: Mapping[str, Mapping[str, Callable[[Any, Row, Here], Any]]] = {
    "event": {"keep_apart": _groups, "prizes": _prizes},
    "round": {"seating": _seating},
    "preview-step": {"entrants": _each(Entrant), "before": _seating},
    "ruling": {"value": _ruled},
    "fixture": {"players": _each(LeaguePlayer)},
    "ladder": {"order": _each(Player)},
    "season": {"prizes": _prizes},
    "merge": {
        "entries": _each(Entrant),
        "substitutes": _each(Entrant),
        "seats": _each(Seat),
        "answers": _each(NightAnswer),
    },
    "log": {"action": _action, "before": _facts, "after": _facts},
}
