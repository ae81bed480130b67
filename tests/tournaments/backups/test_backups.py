"""Everything in one file and back again, on either database."""

import json
import stat
import threading
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.models import F
from pytest_django import Settings

from tests.databases import empty_database
from tests.factories import announce, deal, make_club, make_night, seat_table, whole_vilnius_game
from tournaments.audit import SYSTEM
from tournaments.models import Club, Deal, Event, Seat, Table
from tournaments.services.change import LEAP
from tournaments.services.table.deals import record_deal

pytestmark = pytest.mark.django_db(transaction=True)

Rows = dict[str, list[Any]]


@pytest.fixture(autouse=True)
def own_place(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    settings.DATA_DIR = tmp_path / "var"
    settings.DATA_DIR.mkdir()
    settings.SECRET_KEY_FILE = settings.DATA_DIR / "secret-key"
    settings.BACKUPS = settings.DATA_DIR / "backups"
    settings.SECRET_KEY_FILE.write_text(settings.SECRET_KEY)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Of a table with a deal."""
    deal(one_table(), announce(1, 3, 3))
    call_command("backup", tmp_path / "club.zip", stdout=StringIO())
    return tmp_path / "club.zip"


def one_table() -> Table:
    return seat_table(make_night(names=("Ana", "Bruno")), "Ana", "Bruno")


def restore(path: Path) -> str:
    output = StringIO()
    call_command("restore", path, stdout=output)
    return output.getvalue()


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(CommandError) as refused:
        call()
    assert refused.value.returncode == 2
    return str(refused.value)


def everything() -> Rows:
    """Every row of every table, but for what only this test knows."""
    with connection.cursor() as cursor:
        rows = {}
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{table}"')
            rows[table] = sorted(cursor.fetchall(), key=repr)
    return rows


REVISIONS = ("revision", "pads_revision", "outline")


def test_what_is_restored_is_every_row_as_it_was_with_revisions_that_nobody_has_seen(
    backup: Path, tmp_path: Path
) -> None:
    before = everything()
    assert sum(map(len, before.values())) > 100
    with empty_database(tmp_path):
        said = restore(backup)
        Event.objects.update(**{name: F(name) % LEAP for name in REVISIONS})
        restored = everything()
    assert restored == before
    assert "Every score is what its deals give." in said


def test_a_backup_made_while_everybody_saves_holds_one_moment_whole(tmp_path: Path) -> None:
    """Whatever was answered before it began is in it, and of what came later nothing but whole deals."""
    club = make_club()
    nights = [make_night(club=club, names=(f"Ana {number}", f"Bruno {number}")) for number in range(3)]
    tables = [seat_table(night, *night.entrants.values_list("player__name", flat=True)) for night in nights]
    paths = [tmp_path / f"{number}.zip" for number in range(3)]
    with everybody_saving(tables) as answered:
        known = [backed_up(path, answered) for path in paths]
    after = of_table("tournaments_deal")
    for path, before in zip(paths, known, strict=True):
        (tmp_path / path.stem).mkdir()
        with empty_database(tmp_path / path.stem):
            assert "Every score is what its deals give." in restore(path)
            restored = of_table("tournaments_deal")
            assert set(Deal.objects.values_list("client_id", flat=True)) >= before
        assert restored.items() <= after.items()


@contextmanager
def everybody_saving(tables: list[Table]) -> Iterator[list[UUID]]:
    """One deal after the other at each of them; tells what has been answered."""
    answered: list[UUID] = []
    stop, enough = threading.Event(), threading.Semaphore(0)

    def play(table: Table) -> None:
        try:
            for payload in whole_vilnius_game(2):
                if stop.is_set():
                    return
                sent = uuid4()
                record_deal(table_id=table.pk, payload=payload, client_id=sent, base_revision=None, actor=SYSTEM)
                answered.append(sent)
                enough.release()
        finally:
            connections.close_all()

    with ThreadPoolExecutor() as threads:
        players = [threads.submit(play, table) for table in tables]
        try:
            assert all(enough.acquire(timeout=60) for _ in tables)
            yield answered
        finally:
            stop.set()
    assert [player.result() for player in players] == [None] * len(tables)


def backed_up(path: Path, answered: list[UUID]) -> set[UUID]:
    """Makes the backup; what had been answered when it began."""
    known = set(answered)
    call_command("backup", path, stdout=StringIO())
    return known


def of_table(name: str) -> dict[int, Any]:
    """By id."""
    return {row[0]: row for row in everything()[name]}


def test_a_backup_is_its_owners_alone_and_says_what_is_in_it(backup: Path, settings: Settings) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with zipfile.ZipFile(backup) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert archive.read("secret-key").decode() == settings.SECRET_KEY
        assert set(archive.namelist()) == {"manifest.json", *manifest["sha256"]}
    assert manifest["rows"]["tournaments_deal"] == Deal.objects.count() == 1
    assert manifest["database"] == connection.vendor
    assert [path.name for path in backup.parent.glob(".*")] == []


def test_the_key_comes_with_the_data_and_the_one_before_is_kept(
    backup: Path, settings: Settings, tmp_path: Path
) -> None:
    was = settings.SECRET_KEY
    settings.SECRET_KEY = "the key that a first start has made here"
    settings.SECRET_KEY_FILE.write_text(settings.SECRET_KEY)
    with empty_database(tmp_path):
        said = restore(backup)
    [aside] = settings.DATA_DIR.glob("secret-key-until-*")
    assert str(aside) in said
    assert (aside.read_text(), settings.SECRET_KEY_FILE.read_text()) == (settings.SECRET_KEY, was)
    assert stat.S_IMODE(settings.SECRET_KEY_FILE.stat().st_mode) == 0o600


def test_another_key_in_the_environment_is_named_and_nothing_is_restored(
    backup: Path, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECRET_KEY = "the key in the environment"
    monkeypatch.setenv("SECRET_KEY", settings.SECRET_KEY)
    with empty_database(tmp_path):
        assert "SECRET_KEY in the environment is not the backup's" in refusal(lambda: restore(backup))
        assert connection.introspection.table_names() == []


def test_nothing_is_restored_over_data(backup: Path) -> None:
    Club.objects.update(name="Since then")
    before = everything()
    assert "There is data in" in refusal(lambda: restore(backup))
    assert everything() == before


def test_no_file_is_ever_written_over(backup: Path) -> None:
    before = backup.read_bytes()
    assert "exists already" in refusal(lambda: call_command("backup", backup))
    assert backup.read_bytes() == before


def test_a_folder_takes_the_backup_under_the_name_of_its_time(tmp_path: Path) -> None:
    make_club()
    (tmp_path / "stick").mkdir()
    call_command("backup", tmp_path / "stick", stdout=StringIO())
    [made] = (tmp_path / "stick").iterdir()
    assert made.name.startswith("capstone-20")


def test_an_empty_database_is_not_backed_up(tmp_path: Path) -> None:
    with empty_database(tmp_path):
        assert "nothing to back up yet" in refusal(lambda: call_command("backup", tmp_path / "club.zip"))
    assert not (tmp_path / "club.zip").exists()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda path: path.write_bytes(b"no zip"), "is not a backup of Capstone"),
        (lambda path: path.write_bytes(path.read_bytes()[:-100]), "is not a backup of Capstone"),
        (lambda path: path.unlink(), "cannot be read: No such file"),
        (lambda path: scratch(path, "manifest.json"), "is not a backup of Capstone"),
        (lambda path: scratch(path, "capstone."), "is damaged: capstone."),
        (lambda path: rewrite(path, name="secret-key", content=b"another"), "is damaged: secret-key"),
        (lambda path: rewrite(path, migrations=["tournaments.9999_tomorrow"]), "a newer Capstone (tournaments.9999"),
        (lambda path: rewrite(path, migrations=["tournaments.0080_crest"]), "a Capstone before 0.2.0"),
        (lambda path: rewrite(path, format=2), "a newer Capstone (format 2)"),
        (lambda path: rewrite(path, database="oracle"), "This backup is of oracle"),
    ],
)
def test_what_cannot_be_restored_is_said_and_nothing_touched(
    spoil: Callable[[Path], object], sentence: str, backup: Path, tmp_path: Path, settings: Settings
) -> None:
    spoil(backup)
    here = sorted(Path(settings.DATA_DIR).iterdir())
    with empty_database(tmp_path):
        assert sentence in refusal(lambda: restore(backup))
        assert connection.introspection.table_names() == []
    assert sorted(Path(settings.DATA_DIR).iterdir()) == here


def rewrite(path: Path, *, name: str = "", content: bytes = b"", **manifest: object) -> None:
    """The same backup with another file, or another manifest."""
    with zipfile.ZipFile(path) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    files["manifest.json"] = json.dumps(json.loads(files["manifest.json"]) | manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for each, held in (files | ({name: content} if name else {})).items():
            archive.writestr(each, held)


def scratch(path: Path, name: str) -> None:
    """The same file with a few bytes gone bad, where this part of it begins."""
    with zipfile.ZipFile(path) as archive:
        part = next(each for each in archive.infolist() if each.filename.startswith(name))
    spoilt = bytearray(path.read_bytes())
    start = part.header_offset + len(part.FileHeader())
    spoilt[start : start + 20] = bytes(byte ^ 0x5A for byte in spoilt[start : start + 20])
    path.write_bytes(spoilt)


def test_fewer_rows_than_were_backed_up_are_noticed(backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        rows = json.loads(archive.read("manifest.json"))["rows"]
    rewrite(backup, rows=rows | {"tournaments_deal": 2})
    with empty_database(tmp_path):
        assert "not all of it: look at tournaments_deal" in refusal(lambda: restore(backup))


def test_a_score_that_was_wrong_already_is_told_after_restoring(tmp_path: Path) -> None:
    deal(one_table(), announce(1, 3, 3))
    Seat.objects.filter(index=1).update(score=99)
    call_command("backup", tmp_path / "club.zip", stdout=StringIO())
    with empty_database(tmp_path), pytest.raises(CommandError, match="1 differ"):
        restore(tmp_path / "club.zip")
