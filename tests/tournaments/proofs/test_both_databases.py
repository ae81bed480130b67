"""Nothing in an event's file comes from the database that keeps it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.factories import make_club
from tests.tournaments.files.club_files import file_of as club_file
from tests.tournaments.proofs.scenes import file_of, played

EVENTS = [("swiss", 2), ("groups", 1), ("double-elimination", 2)]
ROOT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_postgresql_and_sqlite_give_the_same_bytes(tmp_path: Path) -> None:
    if connection.vendor == "sqlite":
        return  # scripts/test-postgres runs it
    club = make_club()
    files = {event.pk: file_of(event) for event in (played(*facts, club=club) for facts in EVENTS)}
    (tmp_path / "club.zip").write_bytes(club_file(club))
    other = f"sqlite:///{tmp_path}/other.sqlite3"
    manage(other, "migrate", "--verbosity=0", "--no-backup")
    manage(other, "createsuperuser", "--noinput", "--username=ana", "--email=ana@example.org")
    manage(other, "import_club", tmp_path / "club.zip", "--owner=ana")
    assert {pk: manage(other, "export", "event", f"--event={pk}") for pk in files} == files


def manage(database: str, *arguments: object) -> bytes:
    environment = {
        **os.environ,
        "DATABASE_URL": database,
        "SECRET_KEY": settings.SECRET_KEY,
        "DJANGO_SUPERUSER_PASSWORD": "a long one",
    }
    command = [sys.executable, ROOT / "manage.py", *map(str, arguments)]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
