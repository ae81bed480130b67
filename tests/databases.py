"""Databases beside the tests' own, and what several tests find in theirs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction
from pytest_django import DjangoDbBlocker


@contextmanager
def standing(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is made in here all tests of a file find as it was made, and it is gone after the last: a scene that costs
    more than what is asked of it. For a fixture of scope "module"; not where anything is committed.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def empty_database(folder: Path) -> Iterator[None]:
    """In place of the tests' own, one without any table."""
    usual = connection.settings_dict["NAME"]
    name = str(folder / "empty.sqlite3") if connection.vendor == "sqlite" else f"{usual}_empty"
    _on_postgres(f'CREATE DATABASE "{name}" TEMPLATE template0')
    _go_to(name)
    try:
        yield
    finally:
        _go_to(usual)
        _on_postgres(f'DROP DATABASE "{name}"')


def _go_to(name: str) -> None:
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
    connection.settings_dict["NAME"] = name


def _on_postgres(statement: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement)
