"""Room for many rows that bring ids of their own."""

from collections.abc import Callable

from django.db import connection
from django.db.models import AutoField, BigAutoField, Model

from tournaments.services.refusals import Refused

SLACK = 1000  # ids that others may take between two of PostgreSQL's steps


TURN = 15_0071  # by which those who bring clubs in know each other


# Beyond which no file raises ids: rows that are added here want numbers too, and pages count them in JavaScript.
MOST = 2**52
MOST_SMALL = 2**30  # where a column holds 31 bits, as that of accounts


def one_at_a_time() -> None:
    """Until the transaction ends. Where one alone can write, that is so already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])


def reserve(model: type[Model], *, first: int, last: int) -> int:
    """By how much ids from ``first`` to ``last`` are raised, so that they are nobody's here: not at all where there was
    never a row. Whatever else is added from now on comes after them, whether all of them are used or not.
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
        found = cursor.fetchone()
        latest: int = found[0] if found else 0
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
