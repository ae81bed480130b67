"""Room for many rows that bring ids of their own."""

from collections.abc import Callable

from django.db import connection
from django.db.models import Model

SLACK = 1000  # ids that others may take between two of PostgreSQL's steps


TURN = 15_0071  # by which those who bring clubs in know each other


def one_at_a_time() -> None:
    """Until the transaction ends. Where one alone can write, that is so already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])


def reserve(model: type[Model], *, last: int) -> int:
    """By how much ids up to ``last`` are raised, so that they are nobody's here: not at all where there was never a
    row. Whatever else is added from now on comes after them.
    """
    return _RESERVE[connection.vendor](model._meta.db_table, last)


def _sqlite(table: str, last: int) -> int:
    """Who writes, writes alone; and the greatest id is remembered by itself."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        found = cursor.fetchone()
    return found[0] if found else 0


def _postgres(table: str, last: int) -> int:
    sequence = f"{table}_id_seq"
    with connection.cursor() as cursor:
        cursor.execute("SELECT last_value FROM pg_sequences WHERE sequencename = %s", [sequence])
        (latest,) = cursor.fetchone()
        room = last if latest is None else SLACK + last
        cursor.execute("SELECT setval(%s, nextval(%s) + %s)", [sequence, sequence, room - (latest is None)])
        (reserved,) = cursor.fetchone()
    return int(reserved) - last


_RESERVE: dict[str, Callable[[str, int], int]] = {"sqlite": _sqlite, "postgresql": _postgres}
