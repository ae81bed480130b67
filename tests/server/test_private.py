"""Files with names, sessions and addresses of pads are read by nobody but the server's own user."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db.utils import ConnectionHandler

from pyramid_site.private import make_private_database, make_private_folder


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


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


def test_what_pages_load_is_read_by_a_service_whatever_root_has_called() -> None:
    assert not Path(str(settings.STATIC_ROOT)).is_relative_to(settings.VAR_DIR)


@pytest.mark.django_db
@pytest.mark.parametrize("is_new", [True, False], ids=["a new one", "one that was open to all"])
def test_a_database_and_its_journal_are_private_wherever_they_lie(tmp_path: Path, *, is_new: bool) -> None:
    file = tmp_path / "club.sqlite3"
    if not is_new:
        file.touch(0o644)
    given = {
        "ENGINE": "pyramid_site.sqlite",
        "NAME": file,
        "OPTIONS": {"init_command": settings.SQLITE_PRAGMAS},
    }
    with closing(ConnectionHandler({"default": given})["default"]) as database:
        database.cursor().execute("CREATE TABLE one (id)")
        found = {path.name: rights(path) for path in tmp_path.iterdir()}
    assert found == dict.fromkeys(["club.sqlite3", "club.sqlite3-shm", "club.sqlite3-wal"], 0o600)


def test_another_process_leaves_the_newest_pages_of_a_database_that_is_looked_at_again(tmp_path: Path) -> None:
    """Whoever closes last takes SQLite's journal away; that another has it open is known by a lock of its process."""
    file = tmp_path / "capstone.sqlite3"
    with closing(sqlite3.connect(file)) as ours:
        ours.execute("PRAGMA journal_mode=WAL")
        ours.execute("CREATE TABLE deal (number)")
        make_private_database(file)
        another = f"import sqlite3; c = sqlite3.connect({str(file)!r}); c.execute('SELECT * FROM deal'); c.close()"
        subprocess.run([sys.executable, "-c", another], check=True, timeout=30)
        ours.execute("INSERT INTO deal VALUES (1)")
        ours.commit()
        with closing(sqlite3.connect(file)) as later:
            assert later.execute("SELECT * FROM deal").fetchall() == [(1,)]
        assert file.with_name(f"{file.name}-wal").exists()
