"""The backups that nobody has to think of."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from tests.databases import empty_database, empty_installation
from tests.factories import make_club
from tournaments.backups.stored import store_daily_backup, stored_backups
from tournaments.services.refusals import Refused
from tournaments.words.files import backup_refusal

pytestmark = pytest.mark.django_db(transaction=True)

FRIDAY = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def own_backups(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUPS = tmp_path / "backups"


@contextmanager
def full_disk() -> Iterator[None]:
    """No file grows beyond some kilobytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def names() -> list[str]:
    return [kept.name for kept in stored_backups()]


def test_a_day_has_one_backup_however_often_the_server_starts() -> None:
    make_club()
    store_daily_backup(FRIDAY)
    [first] = stored_backups()
    store_daily_backup(FRIDAY)
    assert stored_backups() == [first]


def test_the_last_fourteen_are_kept_and_what_was_made_by_hand_stays(settings: Settings) -> None:
    make_club()
    call_command("backup", stdout=StringIO())
    for day in range(16):
        store_daily_backup(FRIDAY + timedelta(day))
    assert names() == [f"capstone-{FRIDAY + timedelta(day)}.zip" for day in range(15, 1, -1)]
    assert len(list(settings.BACKUPS.glob("by-hand-capstone-*.zip"))) == 1


def test_where_there_is_nothing_yet_nothing_is_kept(tmp_path: Path) -> None:
    with empty_database(tmp_path):
        store_daily_backup(FRIDAY)
    assert names() == []


def test_an_upgrade_is_preceded_by_a_backup(tmp_path: Path, migrated: Path) -> None:
    with empty_database(tmp_path):
        call_command("migrate", "contenttypes", verbosity=0)
        assert names() == [], "there was nothing before"
    with empty_installation(tmp_path, migrated):
        call_command("migrate", "tournaments", "0088", verbosity=0, no_backup=True)
        call_command("migrate", verbosity=0)
        [before] = names()
        call_command("migrate", verbosity=0)
        assert names() == [before], "there was nothing to upgrade"
    assert before.endswith("-before-upgrade.zip")


def test_without_room_there_is_a_sentence_and_the_earlier_ones_stay(settings: Settings) -> None:
    make_club()
    store_daily_backup(FRIDAY)
    kept = {path: path.read_bytes() for path in settings.BACKUPS.iterdir()}
    with full_disk(), pytest.raises(Refused) as refused:
        store_daily_backup(FRIDAY + timedelta(1))
    assert {path: path.read_bytes() for path in settings.BACKUPS.iterdir()} == kept
    if connection.vendor == "sqlite":
        assert backup_refusal(refused.value).endswith("The earlier ones are still there.")


def test_nothing_is_upgraded_without_a_backup_unless_somebody_says_so(
    settings: Settings, tmp_path: Path, migrated: Path
) -> None:
    settings.BACKUPS.parent.mkdir(exist_ok=True)
    settings.BACKUPS.touch()  # where a folder should be
    with empty_installation(tmp_path, migrated):
        call_command("migrate", "tournaments", "0088", verbosity=0, no_backup=True)
        with pytest.raises(CommandError, match=r"Nothing was upgraded. .* migrate --no-backup") as refused:
            call_command("migrate", verbosity=0)
        assert refused.value.returncode == 2
        call_command("migrate", "tournaments", "0089", verbosity=0, no_backup=True)


def test_what_an_interrupted_backup_left_is_cleared_away(settings: Settings) -> None:
    make_club()
    for name in (".capstone-killed", ".capstone-at-work"):
        (settings.BACKUPS / name).mkdir(parents=True)
        (settings.BACKUPS / name / "whole.zip").touch()
    os.utime(settings.BACKUPS / ".capstone-killed", (0, 0))
    store_daily_backup(FRIDAY)
    assert sorted(path.name for path in settings.BACKUPS.iterdir()) == [
        ".capstone-at-work",
        ".lock",
        "capstone-2026-11-20.zip",
    ]
