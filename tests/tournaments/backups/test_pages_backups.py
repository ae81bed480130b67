"""What the desk says of backups, and the page from which who keeps the installation takes one along."""

import io
import os
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.factories import make_club, make_night, make_user
from tests.tournament_scenes import make_tournament
from tournaments.backups.stored import store_daily_backup, stored_backups
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def own_backups(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUPS = tmp_path / "backups"


@pytest.fixture
def keeper(client: Client) -> Client:
    client.force_login(make_user("keeper", is_superuser=True), backend="django.contrib.auth.backends.ModelBackend")
    return client


def as_owner(client: Client, event: Event) -> Client:
    owner = event.club.members.get().user
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_download_is_a_whole_backup_and_leaves_nothing_behind(keeper: Client, settings: Settings) -> None:
    make_club()
    answer = keeper.post("/backups/")
    assert answer["Content-Disposition"].startswith('attachment; filename="capstone-20')
    assert answer["Cache-Control"] == "private, no-store"
    with zipfile.ZipFile(io.BytesIO(b"".join(answer))) as archive:
        assert archive.testzip() is None
        assert archive.read("secret-key").decode() == settings.SECRET_KEY
    assert list(settings.BACKUPS.iterdir()) == []


def test_an_owner_of_one_club_among_several_does_not_learn_of_the_page(client: Client) -> None:
    night = make_night()
    make_club(name="Vilnia")
    as_owner(client, night)
    assert {client.get("/backups/").status_code, client.post("/backups/").status_code} == {404}
    for page in (f"/clubs/{night.club.slug}/", f"/events/{night.pk}/desk/"):
        assert "/backups/" not in client.get(page).content.decode()


def test_the_page_lists_what_is_kept_and_why(keeper: Client) -> None:
    make_club()
    store_daily_backup(timezone.localdate())
    page = keeper.get("/backups/").content.decode()
    assert "The last 14 backups are kept." in page
    assert page.count("<time ") == 1
    assert "make restore FILE=" in page
    assert ("SPARE=" in page) is (connection.vendor == "sqlite")


def test_what_stands_against_a_backup_is_said_on_the_page(keeper: Client, settings: Settings) -> None:
    make_club()
    settings.BACKUPS.touch()
    page = keeper.post("/backups/", follow=True).content.decode()
    assert "No backup can be written to" in page


@pytest.mark.parametrize(
    "make", [make_night, lambda: make_tournament(4, club=make_club())], ids=["night", "tournament"]
)
def test_the_desk_tells_the_last_backup(make: Callable[[], Event], client: Client) -> None:
    event = make()
    as_owner(client, event)
    assert "There is no backup yet." in client.get(f"/events/{event.pk}/desk/").content.decode()
    store_daily_backup(timezone.localdate())
    page = client.get(f"/events/{event.pk}/desk/")
    assert "Last backup: " in page.content.decode()
    assert not page.context["backup"].is_missed


def test_the_desk_warns_where_days_have_gone_without_a_backup(client: Client, settings: Settings) -> None:
    night = make_night()
    store_daily_backup(timezone.localdate())
    [kept] = stored_backups()
    long_ago = (timezone.now() - timedelta(days=3)).timestamp()
    os.utime(settings.BACKUPS / kept.name, (long_ago, long_ago))
    assert as_owner(client, night).get(f"/events/{night.pk}/desk/").context["backup"].is_missed
