"""A database out into a file and in again, by its own means: SQLite's online backup, PostgreSQL's pg_dump."""

import fcntl
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.client import DatabaseClient
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError

from tournaments.services.refusals import Refused

OURS = "tournaments"
MOST_PASSES = 4  # only where nothing came during the last is the file begun anew
TURN = 15_0072  # by which those who prepare a database know each other
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
    try:
        own.ensure_connection()
        yield own
    finally:
        own.close()


def one_prepares() -> AbstractContextManager[None]:
    """One process at a time migrates the database and makes its first club and account. Servers that are started
    together wait here, and find done what the first has done.
    """
    return _TURN[connection.vendor]()


def holds_tables() -> bool:
    """Whether there is anything to keep."""
    with own_connection() as own:
        return bool(own.introspection.table_names())


def check_is_of_this_program() -> None:
    """What a newer program has migrated it may read wrongly, and write worse; how to migrate what is older than any
    promise of upgrades it does not know.
    """
    with own_connection() as own:
        recorded = _recorded_migrations(own)
    if newer := newer_migrations(recorded):
        raise Refused("database-newer", what=max(newer))
    if is_too_old(recorded):
        raise Refused("database-older")


def _recorded_migrations(own: BaseDatabaseWrapper) -> list[str]:
    """Django's recorder asks by the database's name, which opens the thread's connection beside this one."""
    table = MigrationRecorder.Migration._meta.db_table
    with own.cursor() as cursor:
        if table not in own.introspection.table_names(cursor):
            return []
        cursor.execute(f'SELECT app, name FROM "{table}"')
        return [f"{app}.{name}" for app, name in cursor.fetchall()]


def newer_migrations(recorded: Iterable[str]) -> list[str]:
    """Of those recorded, what this program does not have. Other people's apps may come and go."""
    ours = {name for squashed, replaced in _own_migrations().items() for name in (squashed, *replaced)}
    return [name for name in recorded if name.startswith(f"{OURS}.") and name not in ours]


def is_too_old(recorded: Iterable[str]) -> bool:
    """Whether only some of the migrations that were squashed into one have been applied."""
    applied = set(recorded)
    return any(
        applied & replaced and not applied >= replaced
        for squashed, replaced in _own_migrations().items()
        if squashed not in applied
    )


def _own_migrations() -> dict[str, set[str]]:
    """Each with those that it replaces."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return {
        f"{app}.{name}": {".".join(replaced) for replaced in migration.replaces}
        for (app, name), migration in loader.disk_migrations.items()
        if app == OURS
    }


def prove_writing() -> None:
    """Commits something that changes nothing; raises Django's Error where that does not work."""
    _PROOF[connection.vendor]()


def copy_out(file: Path) -> Contents:
    """Nobody waits for it, and it waits for nobody: everything in it is of one moment."""
    return _OUT[connection.vendor](file)


def look_through(file: Path) -> None:
    """Whether a damaged database was copied; pg_dump finds that out by itself."""
    if connection.vendor != "sqlite":
        return
    with closing(sqlite3.connect(file)) as copy:
        if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the database is damaged")


def copy_in(file: Path) -> None:
    """All of it or nothing, into a database without tables."""
    _IN[connection.vendor](file)


def contents() -> Contents:
    with own_connection() as own, own.cursor() as cursor:
        return _contents(cursor, own.introspection.table_names(cursor))


def _sqlite_out(file: Path) -> Contents:
    with own_connection() as own, closing(sqlite3.connect(file)) as copy:
        copy.execute("PRAGMA synchronous=OFF")  # the archive made of it is synced
        own.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with no other beside it
        names = copy.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        )
        return _contents(copy.cursor(), [name for (name,) in names])


def _sqlite_proof() -> None:
    """In a turn, as whoever saves. A lock alone is given on a disk that takes nothing, too."""
    with own_connection() as own:
        own.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        with own.cursor() as cursor:
            cursor.execute("PRAGMA user_version")
            cursor.execute(f"PRAGMA user_version = {cursor.fetchone()[0]}")
        own.commit()


def _sqlite_in(file: Path) -> None:
    with own_connection() as own, closing(sqlite3.connect(file)) as copy:
        copy.backup(own.connection)


@contextmanager
def _sqlite_turn() -> Iterator[None]:
    """SQLite's own lock lasts for a transaction, and there are several."""
    with (settings.DATA_DIR / ".prepare-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _postgres_turn() -> Iterator[None]:
    """A transaction is one connection behind PgBouncer, too."""
    with own_connection() as own:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])
        try:
            yield
        finally:
            own.rollback()


def _postgres_out(file: Path) -> Contents:
    with own_connection() as own:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
            _run("pg_dump", "--format=custom", f"--snapshot={snapshot}", f"--file={file}")
            contents = _contents(cursor, own.introspection.table_names(cursor))
        own.rollback()
    return contents


def _postgres_proof() -> None:
    """A message in the write-ahead log, which nobody reads; a transaction that is read-only may leave one, too."""
    with own_connection() as own, own.cursor() as cursor:
        cursor.execute("SELECT pg_logical_emit_message(true, 'readyz', ''), current_setting('transaction_read_only')")
        if cursor.fetchone()[1] != "off":
            raise OperationalError("the database is read-only")


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
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise Refused("program-failed", program=program, why=lines[0])


def _contents(cursor: Any, tables: list[str]) -> Contents:
    cursor.execute(MIGRATIONS)
    migrations = [f"{app}.{name}" for app, name in cursor.fetchall()]
    rows = {}
    for table in sorted(tables):
        cursor.execute(f'SELECT count(*) FROM "{table}"')
        rows[table] = cursor.fetchone()[0]
    return Contents(migrations, rows)


_TURN: dict[str, Callable[[], AbstractContextManager[None]]] = {"sqlite": _sqlite_turn, "postgresql": _postgres_turn}
_OUT: dict[str, Callable[[Path], Contents]] = {"sqlite": _sqlite_out, "postgresql": _postgres_out}
_PROOF: dict[str, Callable[[], None]] = {"sqlite": _sqlite_proof, "postgresql": _postgres_proof}
_IN: dict[str, Callable[[Path], None]] = {"sqlite": _sqlite_in, "postgresql": _postgres_in}


def checkpoint(mode: Literal["PASSIVE", "TRUNCATE"]) -> None:
    """SQLite keeps its newest pages in a file of their own. Afterwards the database's file has everything, with PASSIVE
    at least what stood there before.
    """
    if connection.vendor != "sqlite":
        return
    with own_connection() as own, own.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=1000")
        checkpointed = -1
        for _ in range(MOST_PASSES):
            earlier = checkpointed
            cursor.execute(f"PRAGMA wal_checkpoint({mode})")
            _, _, checkpointed = cursor.fetchone()
            if checkpointed == earlier:
                return
