"""How every command ends where its output cannot be written, or where it is stopped."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO

import pytest
from django.db import OperationalError, connection
from psycopg.errors import DiskFull

import manage
from tests.factories import deal, make_night, seat_table, whole_vilnius_game
from tournaments.models import Event

ROOT = Path(__file__).parents[2]
STAND_IN = """#!/bin/sh
echo "$@" >> calls
exit "$(sed -n "$(wc -l < calls)p" statuses)"
"""
NO_DATABASE = "sqlite:////no/such/folder/capstone.sqlite3"
TABLE = b'{"seats": 2, "deals": []}\n'
WITHOUT_DATABASE = [("odds", "protean"), ("score", "vilnius"), ("draw",)]
if sys.version_info < (3, 13):  # from then on Python itself says nothing where its help cannot be written
    WITHOUT_DATABASE.append(("odds", "--help"))


def run(*arguments: str, out: IO[bytes] | int, database: str = NO_DATABASE) -> tuple[int, str]:
    """The exit status, and what was written to stderr. Nobody but the command has the database open: a test that reads
    the database's file loses SQLite's locks on it, and the command would clear its log away.
    """
    connection.close()
    command = [sys.executable, "manage.py", *arguments]
    environment = os.environ | {"DATABASE_URL": database}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, input=TABLE, stdout=out, stderr=subprocess.PIPE, timeout=60, check=False
    )
    return done.returncode, done.stderr.decode()


@pytest.fixture
def unread() -> Iterator[int]:
    """A pipe whose reader has left."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.fixture
def full() -> Iterator[IO[bytes]]:
    with Path("/dev/full").open("wb") as full:
        yield full


@pytest.fixture
def night(transactional_db: None) -> Event:
    night = make_night(names=["Ana", "Bruno", "Chiara", "Dan"])
    table = seat_table(night, "Ana", "Bruno", "Chiara", "Dan")
    for payload in whole_vilnius_game(4):
        deal(table, payload)
    return night


EXPORTS = {
    "deals": ["--event", "{0.pk}", "--format", "json"],
    "tables": ["--event", "{0.pk}"],
    "club": ["--club", "{0.club.slug}"],
}


def database() -> str:
    """The tests' own, as another process opens it."""
    return f"sqlite:///{connection.settings_dict['NAME']}"


@pytest.mark.parametrize("arguments", WITHOUT_DATABASE, ids=" ".join)
def test_a_command_whose_reader_has_left_ends_without_a_word(arguments: list[str], unread: int) -> None:
    assert run(*arguments, out=unread) == (1, "")


@pytest.mark.parametrize("arguments", WITHOUT_DATABASE, ids=" ".join)
def test_a_command_says_that_the_disk_is_full(arguments: list[str], full: IO[bytes]) -> None:
    status, said = run(*arguments, out=full)
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("The disk is full")


@pytest.mark.flood(2)
@pytest.mark.parametrize(("out", "told"), [("unread", ""), ("full", "The disk is full.*\n")], ids=["unread", "full"])
@pytest.mark.parametrize("what", EXPORTS)
def test_an_export_ends_as_other_commands_do(
    night: Event, request: pytest.FixtureRequest, what: str, out: str, told: str
) -> None:
    options = [option.format(night) for option in EXPORTS[what]]
    status, said = run("export", what, *options, out=request.getfixturevalue(out), database=database())
    assert status == 1 and re.fullmatch(told, said)


def test_what_a_command_refuses_is_told_although_nobody_reads_what_it_writes(unread: int, full: IO[bytes]) -> None:
    for out in (unread, full):
        status, said = run("score", "chess", out=out)
        assert status == 2
        assert "invalid choice: 'chess'" in said


@pytest.mark.parametrize("command", [("score", "vilnius"), ("draw",)], ids=" ".join)
def test_ctrl_c_ends_a_command_without_a_word(command: list[str]) -> None:
    arguments = [sys.executable, "manage.py", *command]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell it is ignored
    try:
        process = subprocess.Popen(arguments, cwd=ROOT, **pipes)
    finally:
        signal.signal(signal.SIGINT, before)
    with process as done:
        assert done.stdin and done.stdout and done.stderr
        done.stdin.write(TABLE)
        done.stdin.flush()
        assert done.stdout.readline()
        done.send_signal(signal.SIGINT)
        assert done.stderr.read() == b""
    assert done.returncode == 130


def test_a_full_disk_beneath_the_database_is_known(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "full.sqlite3")) as database:
        database.execute("PRAGMA max_page_count=1")
        with pytest.raises(sqlite3.OperationalError) as by_sqlite:
            database.execute("CREATE TABLE large (text)")
    for cause in (by_sqlite.value, DiskFull()):
        error = OperationalError("as Django raises it")
        error.__cause__ = cause
        assert manage.is_disk_full(error)
    assert not manage.is_disk_full(OperationalError("database is locked"))


@pytest.mark.parametrize(
    ("statuses", "runs", "is_green"),
    [
        ([0], 1, True),
        ([1, 0], 2, True),
        ([1, 1], 2, False),
        ([1, 5], 2, False),  # nothing is known of what failed
        ([2], 1, False),
        ([137], 1, False),  # killed: what failed stands nowhere
    ],
)
def test_browser_tests_run_again_only_where_some_have_failed(
    tmp_path: Path, statuses: list[int], runs: int, is_green: bool
) -> None:
    """With a stand-in for pytest, which ends as it is told to."""
    (tmp_path / "statuses").write_text("".join(f"{status}\n" for status in statuses))
    (tmp_path / "pytest").write_text(STAND_IN)
    (tmp_path / "pytest").chmod(0o700)
    command = ["make", "--file", str(ROOT / "Makefile"), "test-browser", "PYTEST=./pytest"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    calls = (tmp_path / "calls").read_text().splitlines()
    assert (len(calls), done.returncode == 0) == (runs, is_green), done.stderr
    assert ["--last-failed" in call and "-rfEp" in call.split() for call in calls] == [False, True][:runs]


@pytest.mark.parametrize("asked", ["takeover FROM", "restore FILE", "backup FILE"])
def test_make_names_a_folder_with_a_space_whole(tmp_path: Path, asked: str) -> None:
    """As many sticks are called."""
    target, variable = asked.split()
    stick = f"{tmp_path}/USB DISK of Ana's"
    command = [
        "make",
        "--no-print-directory",
        "--file",
        str(ROOT / "Makefile"),
        "--old-file=.venv/runtime.stamp",
        target,
        f"{variable}={stick}",
    ]
    done = subprocess.run(
        [*command, "MANAGE=printf '%s\\n'", "MAKE=true"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == stick
