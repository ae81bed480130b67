import os
from pathlib import Path

import pytest
from django.db import connection
from django.utils import translation
from hypothesis import settings as hypothesis_settings
from pytest_django import Settings

from tests.fifth_game import declared

# The same examples every time, so that a red run can be repeated; "search" looks for new ones.
hypothesis_settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis_settings.register_profile("search", max_examples=2000, deadline=None)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text().split())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and item.originalname in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On SQLite a file, as in earnest: threads that share a database in memory do not wait for each other's locks. Only
    the disk is not waited for.
    """
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")
        connection.settings_dict["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"


@pytest.fixture(autouse=True)
def own_backups(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever a test keeps is not among those of who runs it."""
    settings.BACKUPS = tmp_path_factory.getbasetemp() / "backups"


@pytest.fixture(autouse=True)
def quick_settings(settings: Settings) -> None:
    """Hash passwords fast, and name static files as they lie in the tree, without collecting them."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture(autouse=True)
def nothing_is_counted(settings: Settings) -> None:
    """Whatever the tests before have tried; what is tried too often has tests of its own."""
    nothing = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = {"default": nothing, "pictures": nothing}


@pytest.fixture(autouse=True)
def english() -> None:
    """Whatever page the test before has asked for, and in which language."""
    translation.activate("en")


@pytest.fixture
def fifth_game(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """A game more than the program has."""
    for mapping, key, value in declared.ROWS:
        monkeypatch.setitem(mapping, key, value)
    pages, *others = settings.TEMPLATES
    settings.TEMPLATES = [{**pages, "DIRS": [*pages["DIRS"], declared.TEMPLATES]}, *others]
