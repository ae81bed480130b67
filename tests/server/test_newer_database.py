"""A database that a newer program has migrated is refused in one sentence: this one might read it wrongly. So is one
that is older than version 0.2.0: this one has no way to upgrade it.
"""

import json
from collections.abc import Iterator
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from pyramid_site.entry.application import Application
from pyramid_site.upkeep import Upkeep
from pyramid_site.watching.watched import Watched
from tests.entry.asking import Asked, ask, hub, run, scope
from tests.factories import make_club
from tournaments.backups.databases import is_too_old, newer_migrations
from tournaments.models import Club

Squashed = import_module("tournaments.migrations.0001_squashed_0081").Migration

pytestmark = pytest.mark.django_db(transaction=True)

SENTENCE = (
    "The database is newer than this program: install the Capstone that has the migration tournaments.9998_tomorrow, "
    "or a later one. Nothing was changed."
)
TOO_OLD = (
    "The database is of a Capstone before 0.2.0. Nothing was changed. Upgrade it with version 0.2.0 first "
    "(manage.py migrate there), then with this one."
)


@pytest.fixture
def own_backups(settings: Settings, tmp_path: Path) -> Path:
    settings.BACKUPS = tmp_path / "backups"
    return tmp_path / "backups"


@pytest.fixture
def newer(own_backups: Path) -> Iterator[None]:
    recorder = MigrationRecorder(connection)
    for name in ("9997_tonight", "9998_tomorrow"):
        recorder.record_applied("tournaments", name)
    yield
    recorder.migration_qs.filter(name__startswith="999").delete()


def start() -> dict[str, Any]:
    """What the server tells whoever starts it; it is stopped again."""
    heard: list[dict[str, Any]] = []

    async def test() -> None:
        lifespan = Asked(Application(hub, Upkeep()), {"type": "lifespan"}).talk
        await lifespan.send_input({"type": "lifespan.startup"})
        heard.append(await lifespan.receive_output(timeout=60))
        await lifespan.send_input({"type": "lifespan.shutdown"})
        await lifespan.wait(timeout=60)

    run(test())
    return heard[0]


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize(
    "command",
    [
        ["migrate"],
        ["migrate", "tournaments", "0082"],
        ["load_demo"],
        ["announce", "--username", "ana"],
        ["check_scores", "--rebuild"],
        ["createsuperuser", "--noinput", "--username", "ana", "--email", "ana@example.org"],
    ],
    ids=" ".join,
)
def test_no_command_writes_to_it(command: list[str], own_backups: Path) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(*command, skip_checks=False, stdout=StringIO())
    assert (str(refused.value), refused.value.returncode) == (SENTENCE, 2)
    assert not own_backups.exists() and not Club.objects.exists()


@pytest.mark.usefixtures("newer")
def test_no_server_starts_on_it() -> None:
    assert start() == {"type": "lifespan.startup.failed", "message": SENTENCE}


@pytest.mark.usefixtures("newer")
def test_people_are_not_sent_to_a_server_that_met_it_later() -> None:
    """Such as one that started while the database was away."""

    async def test() -> None:
        request, body = await ask(Watched(Application(hub)), scope("GET", "/readyz"))
        assert (request.status, json.loads(body)["migrations"]) == (503, "newer")

    run(test())


@pytest.mark.usefixtures("newer")
def test_it_can_still_be_backed_up(tmp_path: Path) -> None:
    make_club()
    call_command("backup", tmp_path / "club.zip", stdout=StringIO())
    assert (tmp_path / "club.zip").exists()


@pytest.mark.usefixtures("own_backups")
def test_one_of_this_program_or_of_an_earlier_one_is_served() -> None:
    assert start() == {"type": "lifespan.startup.complete"}


@pytest.mark.usefixtures("own_backups")
def test_a_server_starts_while_the_database_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
        monkeypatch.setitem(connection.settings_dict["OPTIONS"]["pool"], "timeout", 0.1)
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path))
    try:
        assert start() == {"type": "lifespan.startup.complete"}
    finally:
        connection.close()
        if connection.vendor == "postgresql":
            connection.close_pool()


def test_migrations_of_others_and_those_that_were_replaced_are_not_newer() -> None:
    assert newer_migrations(["auth.9999_tomorrow", "gone.0001_initial", "tournaments.0081_events_of_programs"]) == []


# ---- Older


@pytest.fixture
def older(own_backups: Path) -> Iterator[None]:
    recorder = MigrationRecorder(connection)
    late = ("0001_squashed_0081", "0080_crest", "0081_events_of_programs")
    for name in late:
        recorder.record_unapplied("tournaments", name)
    yield
    for name in late:
        recorder.record_applied("tournaments", name)


@pytest.mark.usefixtures("older")
@pytest.mark.parametrize("command", [["migrate"], ["load_demo"], ["check_scores", "--rebuild"]], ids=" ".join)
def test_one_older_than_0_2_0_is_upgraded_by_that_version_first(command: list[str], own_backups: Path) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(*command, skip_checks=False, stdout=StringIO())
    assert (str(refused.value), refused.value.returncode) == (TOO_OLD, 2)
    assert not own_backups.exists() and not Club.objects.exists()


@pytest.mark.usefixtures("older")
def test_no_server_starts_on_one_that_is_too_old_nor_are_people_sent_to_it() -> None:
    async def test() -> None:
        request, body = await ask(Watched(Application(hub)), scope("GET", "/readyz"))
        assert (request.status, json.loads(body)["migrations"]) == (503, "older")

    assert start() == {"type": "lifespan.startup.failed", "message": TOO_OLD}
    run(test())


def test_a_database_of_0_2_0_or_later_or_a_new_one_is_not_too_old() -> None:
    recorded = {f"tournaments.{name}" for _app, name in Squashed.replaces}
    newest = {*recorded, "tournaments.0084_outgoing_mail"}
    assert [is_too_old(each) for each in (set(), recorded, newest, {"tournaments.0001_squashed_0081"})] == [False] * 4
    assert [is_too_old(recorded - {name}) for name in recorded] == [True] * len(recorded)
