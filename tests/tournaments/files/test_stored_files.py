"""What somebody has sent waits for its sender, for an hour, and not without end."""

import io
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.confirmation_scenes import later
from tests.factories import make_user
from tournaments.imports import stored_files
from tournaments.imports.stored_files import (
    delete_file,
    forget_old_files,
    progress,
    reporting_progress,
    stop,
    store_file,
    stored_file,
)
from tournaments.limits import MOST_STORED_FILES
from tournaments.services.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept(db: None, settings: Settings, tmp_path: Path) -> Iterator[None]:
    settings.MEDIA_ROOT = tmp_path / "brought-in"
    yield
    for name in kept_names():
        default_storage.delete(name)


def kept_names() -> list[str]:
    return default_storage.listdir("")[1]


def kept(user: int = 1) -> str:
    return store_file(io.BytesIO(b"name\nAna\n"), user=user)


def test_it_is_opened_by_its_sender_alone() -> None:
    key = kept()
    with stored_file(key, user=1) as file:
        assert file.read() == b"name\nAna\n"
    for other, user in ((key, 2), ("../" + key, 1), (key[:-1], 1)):
        with pytest.raises(Refused, match="file-gone"):
            stored_file(other, user=user)


def test_no_door_opens_what_is_larger_than_what_it_takes_itself() -> None:
    key = kept()
    stored_file(key, user=1, largest=9).close()
    with pytest.raises(Refused, match="file-gone"):
        stored_file(key, user=1, largest=8)


def test_an_hour_later_it_is_opened_no_more_and_cleared_away_by_the_next_and_by_the_clock() -> None:
    key = kept()
    with later(61):
        with pytest.raises(Refused, match="file-gone"):
            stored_file(key, user=1)
        kept(user=2)
        assert len(kept_names()) == 1
    with later(122):
        forget_old_files()
    assert kept_names() == []


def test_of_many_files_of_one_person_the_oldest_go_and_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    other = kept(user=11)
    keys = [kept() for _ in range(MOST_STORED_FILES)]
    ages = dict(zip([f"11-{other}", *(f"1-{key}" for key in keys)], count(), strict=False))
    begun = timezone.now()
    monkeypatch.setattr(default_storage, "get_modified_time", lambda name: begun + timedelta(seconds=ages[name]))
    latest = kept()
    ages[f"1-{latest}"] = len(ages)
    with pytest.raises(Refused, match="file-gone"):
        stored_file(keys[0], user=1)
    for key, user in ((keys[1], 1), (latest, 1), (other, 11)):
        stored_file(key, user=user).close()


def test_how_far_it_is_stands_there_while_it_comes_in_and_a_stop_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_files, "PAUSE", 0)
    key = kept()
    with reporting_progress(key, user=1) as report, transaction.atomic():
        report(3, 10)
        assert progress(key, user=1) == (3, 10)
        assert progress(key, user=2) is None
        stop(key, user=2)
        report(4, 10)
        stop(key, user=1)
        with pytest.raises(Refused, match="stopped"):
            report(5, 10)
    assert progress(key, user=1) is None
    with reporting_progress(key, user=1) as report:
        report(1, 10)
        delete_file(key, user=1)


def test_who_asks_how_far_it_is_hears_of_his_own_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_files, "PAUSE", 0)
    user, client = make_user("Ana"), Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    mine, others = kept(user=user.pk), kept(user=user.pk + 1)
    with reporting_progress(mine, user=user.pk) as report, reporting_progress(others, user=user.pk + 1) as report_other:
        report(3, 10)
        report_other(1, 2)
        assert client.get(reverse("how-far", args=[mine])).json() == {"done": 3, "of": 10}
        assert client.get(reverse("how-far", args=[others])).json() == {}
        client.post(reverse("how-far", args=[others]))
        report_other(2, 2)
