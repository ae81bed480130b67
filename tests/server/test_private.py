"""Files with names, sessions and addresses of pads are read by nobody but the server's own user."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db.utils import ConnectionHandler

from pyramid_site.private import make_private_folder


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


def database_in(file: Path) -> dict[str, object]:
    return {
        "ENGINE": "pyramid_site.sqlite_in_turn",
        "NAME": file,
        "OPTIONS": {"init_command": settings.SQLITE_PRAGMAS},
    }


def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir()
    folder.chmod(0o755)
    for name in ("capstone.sqlite3", "capstone.sqlite3-wal", "secret-key", "capstone-2026-11-20.zip"):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    make_private_folder(folder)
    assert rights(folder) == 0o700
    assert {rights(path) for path in folder.iterdir()} == {0o600}


def test_a_folder_that_is_not_there_or_everybodys_is_left_as_it_is(tmp_path: Path) -> None:
    make_private_folder(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []
    tmp_path.chmod(0o1777)
    make_private_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777


@pytest.mark.django_db
@pytest.mark.parametrize("is_new", [True, False], ids=["a new one", "one that was open to all"])
def test_a_database_and_its_journal_are_private_wherever_they_lie(tmp_path: Path, *, is_new: bool) -> None:
    file = tmp_path / "club.sqlite3"
    if not is_new:
        file.touch(0o644)
    with closing(ConnectionHandler({"default": database_in(file)})["default"]) as database:
        database.cursor().execute("CREATE TABLE one (id)")
        found = {path.name: rights(path) for path in tmp_path.iterdir()}
    assert found == dict.fromkeys(["club.sqlite3", "club.sqlite3-shm", "club.sqlite3-wal"], 0o600)


@pytest.mark.django_db
def test_a_further_connection_lets_go_of_no_lock_and_a_command_takes_no_journal_away(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite3"
    databases = ConnectionHandler({"default": database_in(file), "further": database_in(file)})
    command = f"import sqlite3; file = sqlite3.connect({str(file)!r}); file.execute('SELECT * FROM one'); file.close()"
    with closing(databases["default"]) as server:
        server.cursor().execute("CREATE TABLE one (id)")
        with closing(databases["further"]) as further:
            further.ensure_connection()
        subprocess.run([sys.executable, "-c", command], check=True)
        assert (tmp_path / "club.sqlite3-wal").exists()
