"""A second copy on a stick, seconds behind, and the laptop that goes on from it. Of SQLite: PostgreSQL has standbys."""

import errno
import fcntl
import os
import shutil
import time
import zipfile
from datetime import datetime, timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.databases import empty_database, empty_installation
from tests.factories import announce, deal, make_night, make_table, pad_token, sign_in
from tests.server.spares import take_over
from tournaments import jobs
from tournaments.backups import spare
from tournaments.backups.archive import DATABASE, UNFINISHED, read_manifest
from tournaments.backups.spare import Spare, SpareKeeper, forget_spare, keep_spare, spare_now, spares
from tournaments.models import Club, Deal, Event
from tournaments.services.refusals import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("own_place")]


def is_behind() -> bool:
    now = spare_now()
    assert now
    return now.is_behind


def test_the_copy_is_made_anew_only_where_something_has_changed(stick: Path) -> None:
    table = make_table()
    keep_spare(stick)
    [first] = spares(stick)
    keep_spare(stick)
    assert spares(stick) == [first]
    deal(table, announce(1, 3, 3))
    keep_spare(stick)
    assert spares(stick)[1:] == [first]
    deal(table, announce(0, 3, 3))
    keep_spare(stick)
    assert len(spares(stick)) == 2 and first not in spares(stick)


def test_another_laptop_goes_on_with_data_and_key_and_keeps_what_it_had(
    stick: Path, settings: Settings, tmp_path: Path, migrated: Path
) -> None:
    table, key = make_table(), settings.SECRET_KEY
    deal(table, announce(1, 3, 3))
    keep_spare(stick)
    settings.SECRET_KEY = "the key that a first start has made here"
    settings.SECRET_KEY_FILE.write_text(settings.SECRET_KEY)
    with empty_installation(tmp_path, migrated):
        Club.objects.create(name="Demo", slug="demo")
        said = take_over(stick)
        assert Deal.objects.get().table_id == table.pk
        assert Event.objects.get().revision > 100_000
        settings.SECRET_KEY = key
        assert Client().get(f"/pad/{pad_token(table)}/").status_code == 200
    assert settings.SECRET_KEY_FILE.read_text() == key
    [aside] = tmp_path.glob("empty.sqlite3-until-*")
    assert f"What was here before is kept as {aside}." in said and "Every score is what its deals give." in said


def test_a_server_that_runs_here_already_is_not_pulled_away(stick: Path, tmp_path: Path, migrated: Path) -> None:
    make_table()
    keep_spare(stick)
    with empty_installation(tmp_path, migrated):
        running = connection.copy()
        running.ensure_connection()
        with pytest.raises(CommandError, match="is in use"):
            take_over(stick)
        running.close()
        assert not Club.objects.exists()
        take_over(stick)


def test_where_the_stick_has_lost_some_of_the_newest_the_one_before_is_taken(stick: Path, tmp_path: Path) -> None:
    table = make_table()
    keep_spare(stick)
    deal(table, announce(1, 3, 3))
    keep_spare(stick)
    newest, _ = spares(stick)
    newest.write_bytes(newest.read_bytes()[:-5000])
    with empty_database(tmp_path):
        take_over(stick)
        assert (Event.objects.count(), Deal.objects.count()) == (1, 0)


def test_where_the_stick_cannot_read_the_newest_the_one_before_is_taken(
    stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make_table()
    keep_spare(stick)
    deal(table, announce(1, 3, 3))
    keep_spare(stick)
    newest, _ = spares(stick)
    monkeypatch.setattr("tournaments.backups.archive.zipfile.ZipFile", partial(BadStick, newest))
    with empty_database(tmp_path):
        take_over(stick)
        assert (Event.objects.count(), Deal.objects.count()) == (1, 0)


class BadStick(zipfile.ZipFile):
    """It reads no database of this file."""

    def __init__(self, unreadable: Path, path: Path) -> None:
        super().__init__(path)
        self.is_unreadable = path == unreadable

    def open(self, name: Any, *rest: Any, **options: Any) -> Any:
        if self.is_unreadable and name == DATABASE["sqlite"]:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().open(name, *rest, **options)


def test_a_folder_without_a_copy_is_named(stick: Path, tmp_path: Path) -> None:
    with empty_database(tmp_path), pytest.raises(CommandError, match="no copy of Capstone in"):
        take_over(stick)


def test_what_is_half_written_is_no_copy(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the server is killed over, the newest copy is a whole one."""
    table = make_table()
    keep_spare(stick)
    [whole] = spares(stick)
    deal(table, announce(1, 3, 3))
    monkeypatch.setattr("os.fsync", _killed)
    with pytest.raises(KeyboardInterrupt):
        keep_spare(stick)
    assert spares(stick) == [whole]


def _killed(_: int) -> None:
    raise KeyboardInterrupt


def test_a_folder_that_is_gone_is_told_once_and_never_made(stick: Path, settings: Settings) -> None:
    make_night()
    told: list[str] = []
    keeper = SpareKeeper(told.append)
    keeper.keep(stick)
    shutil.rmtree(stick)
    keeper.keep(stick)
    keeper.keep(stick)
    assert [f"{stick} is not there" in each for each in told] == [True] and not stick.exists()
    stick.mkdir()
    keeper.keep(stick)
    assert told[1:] == [f"The copy in {stick} is up to date again."] and len(spares(stick)) == 1


def test_of_two_processes_one_makes_the_copy(stick: Path, settings: Settings) -> None:
    table = make_table()
    keep_spare(stick)
    deal(table, announce(1, 3, 3))
    [lock] = settings.DATA_DIR.glob("*.lock")
    with lock.open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        keep_spare(stick)
    assert len(spares(stick)) == 1


def test_the_desk_warns_where_the_spare_is_behind_and_is_told_when_that_changes(
    stick: Path, settings: Settings, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = make_night()
    sign_in(client, night.club.members.get().user)
    desk = f"/events/{night.pk}/desk/"
    assert "spare" not in client.get(desk).content.decode()
    settings.SPARE = stick
    assert f"There is no spare copy in {stick}" in client.get(desk).content.decode()
    jobs.keep_the_spare()
    assert f"A spare copy is kept in {stick}." in client.get(desk).content.decode()
    shutil.rmtree(stick)
    outline = Event.objects.get().outline
    monkeypatch.setattr(spare, "BEHIND", timedelta(0))
    jobs.keep_the_spare()
    assert f"The spare copy in {stick} is from " in client.get(desk, headers={"HX-Request": "true"}).content.decode()
    assert Event.objects.get().outline > outline


def test_a_copy_that_a_command_keeps_is_missed_on_the_same_evening_and_no_longer(
    stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_night()
    keep_spare(stick)
    monkeypatch.setattr(spare, "BEHIND", timedelta(0))
    assert is_behind()
    monkeypatch.setattr(spare, "LAID_ASIDE", timedelta(0))
    assert spare_now() is None


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[Exception | type[BaseException]]:
    """What each further try of the command ends with, as long as there are any."""
    ends: list[Exception | type[BaseException]] = []
    monkeypatch.setattr(time, "sleep", lambda _: None)
    monkeypatch.setattr(SpareKeeper, "keep", lambda *_: raise_(ends.pop(0)))
    return ends


def raise_(error: BaseException | type[BaseException]) -> None:
    raise error


def test_a_spare_in_each_of_two_folders_is_missed_by_itself(stick: Path, settings: Settings) -> None:
    """As on a stick and on the other laptop."""
    make_night()
    share = stick.with_name("share")
    share.mkdir()
    for folder in (stick, share):
        keep_spare(folder)
    settings.SPARE = stick
    assert not is_behind()
    keep_spare(stick)
    assert len(spares(stick)) == 1, "nothing has changed"
    settings.SPARE = None
    forget_spare(share)
    assert spare_now() == Spare(str(stick), as_of=ANY)


def test_the_command_tries_again_where_the_database_is_in_trouble_and_is_missed_only_where_nobody_has_stopped_it(
    stick: Path, tries: list[Exception | type[BaseException]]
) -> None:
    make_night()
    said = StringIO()
    tries[:] = [OperationalError("database is locked"), ZeroDivisionError]
    with pytest.raises(ZeroDivisionError):
        call_command("spare", stick, stdout=StringIO(), stderr=said)
    assert "database is locked" in said.getvalue() and spare_now()
    tries[:] = [KeyboardInterrupt]
    with pytest.raises(KeyboardInterrupt):
        call_command("spare", stick, stdout=StringIO())
    assert spare_now() is None


def test_a_spare_of_postgres_is_refused(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(Refused, match="spare-of-sqlite"):
        keep_spare(stick)


def later(moment: datetime, monkeypatch: pytest.MonkeyPatch, *, seconds: float) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment + timedelta(seconds=seconds))


def test_a_clock_that_is_put_back_stops_no_copy(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest is what was copied last, whatever its hour, as where the other laptop's clock is slow."""
    monkeypatch.setattr(spare, "RECENT", timedelta(seconds=2))
    moment, table = timezone.now(), make_table()
    for deals, seconds in enumerate((7200, 7204, 0, 4), start=1):
        later(moment, monkeypatch, seconds=seconds)
        deal(table, announce(deals % 2, 3, 3))
        keep_spare(stick)
        assert read_manifest(spares(stick)[0]).rows["tournaments_deal"] == deals
    assert len(spares(stick)) == 2


def test_a_copy_from_the_future_is_old_as_well(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock was put back, and the stick has been pulled out since."""
    make_night()
    keep_spare(stick)
    later(timezone.now(), monkeypatch, seconds=-3600)
    assert is_behind()


def test_a_spare_that_only_a_damaged_copy_lies_beside_is_made(stick: Path) -> None:
    make_night()
    (stick / "spare-20200101-000000-000000.zip").write_bytes(b"PK")
    keep_spare(stick)
    assert len(spares(stick)) == 2


def test_what_a_killed_server_has_left_makes_room_before_the_next_copy(
    stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_night()
    left = stick / f"{UNFINISHED}of-yesterday"
    left.mkdir()
    os.utime(left, (0, 0))
    monkeypatch.setattr(spare, "make_backup", full)
    with pytest.raises(Refused, match="no-room"):
        keep_spare(stick)
    assert not left.exists()


def full(path: Path, **_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")
