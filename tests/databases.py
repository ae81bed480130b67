"""Databases beside the tests' own, and what several tests find in theirs."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from scripts.load.server import free_port

WRITES = re.compile(r"\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+\"?(\w+)", re.I)
# Where somebody is signed in, and what limits count.
MAY_BE_WRITTEN = {"django_session", "capstone_cache"}


@contextmanager
def nothing_is_written() -> Iterator[None]:
    """Fails at the statement that would."""

    def refuse(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        found = WRITES.match(sql)
        assert found is None or found[1] in MAY_BE_WRITTEN, sql
        return execute(sql, *given)

    with connection.execute_wrapper(refuse):
        yield


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


@contextmanager
def empty_installation(folder: Path, migrated: Path) -> Iterator[None]:
    """In place of the tests' own database, one as it is before its first club. ``migrated`` is the fixture."""
    with empty_database(folder):
        if connection.vendor == "sqlite":
            shutil.copyfile(migrated, connection.settings_dict["NAME"])
            connection.ensure_connection()  # which gives the file its log
        else:
            call_command("migrate", verbosity=0, no_backup=True)
        yield


@dataclass
class Node:
    """A PostgreSQL of a test's own."""

    data: Path
    port: int

    def start(self) -> None:
        settings = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories= -c fsync=off"
        self._control("start", "--options", settings, "--log", f"{self.data}.log", "--wait")

    def promote(self) -> None:
        self._control("promote", "--wait")

    def stop(self) -> None:
        self._control("stop", "--mode", "immediate")

    def run(self, *statements: str) -> None:
        where = {"host": "127.0.0.1", "port": self.port, "user": "capstone", "dbname": "postgres"}
        with psycopg.connect(**where, autocommit=True) as database:
            for statement in statements:
                database.execute(statement)

    def _control(self, act: str, *options: str) -> None:
        _as_owner("pg_ctl", act, "--pgdata", self.data, "--silent", *options)


@contextmanager
def primary_and_standby() -> Iterator[tuple[Node, Node]]:
    """With what the tests' database holds. Needs scripts/with-postgres, which runs PostgreSQL as its own user."""
    folder = Path(mkdtemp(prefix="nodes."))
    nodes: list[Node] = []
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        nodes.append(_copy(folder / "primary", host=connection.settings_dict["HOST"]))
        nodes.append(_copy(folder / "standby", "--write-recovery-conf", host="127.0.0.1", port=nodes[0].port))
        yield nodes[0], nodes[1]
    finally:
        for node in nodes:
            if (node.data / "postmaster.pid").exists():
                node.stop()
        shutil.rmtree(folder)


@contextmanager
def reached_by(port: int) -> Iterator[None]:
    """The tests' database is looked for there. The pool waits for two seconds at most."""
    _leave()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"HOST": "127.0.0.1", "PORT": str(port)}.items():
            patch.setitem(connection.settings_dict, name, value)
        patch.setitem(connection.settings_dict["OPTIONS"]["pool"], "timeout", 2)
        try:
            yield
        finally:
            _leave()


def _copy(data: Path, *options: str, host: str, port: int = 5432) -> Node:
    source = ["--host", host, "--port", port, "--username", "capstone"]
    _as_owner("pg_basebackup", *source, "--pgdata", data, "--checkpoint=fast", "--no-sync", *options)
    node = Node(data, free_port())
    node.start()
    return node


def _as_owner(program: str, *arguments: object) -> None:
    owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    command = [*owner, Path(os.environ["POSTGRES_BIN"]) / program, *arguments]
    subprocess.run([str(part) for part in command], cwd="/", check=True, stdout=subprocess.DEVNULL)


def _go_to(name: str) -> None:
    _leave()
    connection.settings_dict["NAME"] = name


def _leave() -> None:
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()


def _on_postgres(statement: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement)
