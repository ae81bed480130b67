"""A database out into a file and in again, by its own means: SQLite's online backup, PostgreSQL's pg_dump."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.client import DatabaseClient

from tournaments.services.refusals import Refused

MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY id"


@dataclass(frozen=True)
class Contents:
    """What a database holds, at one moment."""

    migrations: list[str]
    rows: dict[str, int]


@contextmanager
def own_connection() -> Iterator[BaseDatabaseWrapper]:
    """One more, whatever transaction the thread's own is in."""
    own = connection.copy()
    own.ensure_connection()
    try:
        yield own
    finally:
        own.close()


def holds_tables() -> bool:
    """Whether there is anything to keep."""
    with own_connection() as own:
        return bool(own.introspection.table_names())


def copy_out(file: Path) -> Contents:
    """Nobody waits for it, and it waits for nobody: everything in it is of one moment."""
    return _OUT[connection.vendor](file)


def copy_in(file: Path) -> None:
    """All of it or nothing, into a database without tables."""
    _IN[connection.vendor](file)


def contents() -> Contents:
    with own_connection() as own, own.cursor() as cursor:
        return _contents(cursor, own.introspection.table_names(cursor))


def _sqlite_out(file: Path) -> Contents:
    with own_connection() as own, closing(sqlite3.connect(file)) as copy:
        own.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with no other beside it
        if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the database is damaged")
        names = copy.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        )
        return _contents(copy.cursor(), [name for (name,) in names])


def _sqlite_in(file: Path) -> None:
    with own_connection() as own, closing(sqlite3.connect(file)) as copy:
        copy.backup(own.connection)


def _postgres_out(file: Path) -> Contents:
    with own_connection() as own:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
            _run("pg_dump", "--format=custom", f"--snapshot={snapshot}", f"--file={file}")
            found = _contents(cursor, own.introspection.table_names(cursor))
        own.rollback()
    return found


def _postgres_in(file: Path) -> None:
    _run("pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(file))


def _run(program: str, *arguments: str) -> None:
    """On the database that Django knows, with its password and certificates."""
    if shutil.which(program) is None:
        raise Refused("no-program", program=program)
    (_, *where, name), environment = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    command = [program, *arguments, *where, f"--dbname={name}"]
    done = subprocess.run(command, env=os.environ | (environment or {}), capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise Refused("program-failed", program=program, why=said[0])


def _contents(cursor: Any, tables: list[str]) -> Contents:
    cursor.execute(MIGRATIONS)
    migrations = [f"{app}.{name}" for app, name in cursor.fetchall()]
    rows = {}
    for table in sorted(tables):
        cursor.execute(f'SELECT count(*) FROM "{table}"')
        rows[table] = cursor.fetchone()[0]
    return Contents(migrations, rows)


_OUT: dict[str, Callable[[Path], Contents]] = {"sqlite": _sqlite_out, "postgresql": _postgres_out}
_IN: dict[str, Callable[[Path], None]] = {"sqlite": _sqlite_in, "postgresql": _postgres_in}
