"""A club goes to another installation in one file, and is the same there."""

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.databases import empty_database
from tests.tournaments.files.test_files_out import exported
from tournaments.exports.files.catalogue import CLUB_FILES, EVENT_FILES
from tournaments.exports.files.club_file import write_club
from tournaments.exports.log import csv_rows
from tournaments.management.demo import load_demo
from tournaments.models import Club
from tournaments.selectors.log.entries import whole_log

ARRIVED = 1  # entry in the log: that the club was brought in


def file_of(club: Club) -> bytes:
    file = io.BytesIO()
    write_club(club, file)
    return file.getvalue()


def lines_of(file: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return archive.read("club.jsonl").decode().splitlines()


def bring(path: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("import_club", str(path), *options, stdout=out)
    return out.getvalue()


def all_files(club: Club) -> dict[str, str]:
    """Whatever `manage.py export` gives of it, and the logs."""
    found = {f"club {name}": exported(name, club=club.slug, kind="json") for name in CLUB_FILES}
    for event in club.events.order_by("pk"):
        found |= {f"{event.pk} {name}": exported(name, event=event.pk, kind="json") for name in EVENT_FILES}
        found[f"{event.pk} log"] = "".join(csv_rows(whole_log(club, event)))
    found["log"] = "".join(csv_rows(whole_log(club, None)))
    return found


def scores_differ() -> str:
    out = io.StringIO()
    call_command("check_scores", stdout=out)
    return out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_the_demo_is_the_same_byte_for_byte_in_an_empty_installation(tmp_path: Path) -> None:
    club = load_demo(today=date(2026, 3, 2), username="director", nights=6)
    before, file = all_files(club), file_of(club)
    (tmp_path / "club.zip").write_bytes(file)
    with empty_database(tmp_path):
        call_command("migrate", verbosity=0, no_backup=True)
        bring(tmp_path / "club.zip")
        there = Club.objects.get()
        after, again = all_files(there), file_of(there)
        assert scores_differ() == "Every score is what its deals give.\n"
    log = after.pop("log")
    assert log.startswith(before.pop("log"))
    assert after == before
    assert lines_of(again)[1 : -1 - ARRIVED] == lines_of(file)[1:-1]
