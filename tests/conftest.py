import gc
import os
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import override_settings
from django.utils import translation
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker, Settings

from tests.fifth_game import declared

# The same examples every time, so that a red run can be repeated; "search" looks for new ones.
hypothesis_settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis_settings.register_profile("search", max_examples=2000, deadline=None)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

TESTS = Path(__file__).parent
SLOW = frozenset((TESTS / "slow.txt").read_text().split())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is imported and collected stays to the end: nobody looks through it again and again for what to forget."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, name: str) -> list[pytest.Item] | None:
    """What a run leaves out is not made ready first."""
    wanted = collector.config.option.markexpr
    leaves_out = {"not slow": name in SLOW, "slow": name.startswith("test_") and name not in SLOW}
    return [] if leaves_out.get(wanted) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and item.originalname in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def migrated(pytestconfig: pytest.Config) -> Path:
    """Where a database lies, or will, that has gone through all migrations, while nothing they stand on changes."""
    what = sha256()
    for path in [TESTS.parent / "requirements.txt", *sorted((TESTS.parent / "tournaments/migrations").glob("*.py"))]:
        what.update(path.read_bytes())
    return pytestconfig.cache.mkdir("migrated") / f"{what.hexdigest()}.sqlite3"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory, migrated: Path
) -> None:
    """On SQLite a file, as in earnest: threads that share a database in memory do not wait for each other's locks. Only
    the disk is not waited for.
    """
    if connection.vendor == "sqlite":
        own = tmp_path_factory.mktemp("database") / "tests.sqlite3"
        if migrated.exists():
            shutil.copyfile(migrated, own)
        connection.settings_dict["TEST"] |= {"NAME": str(own), "MIGRATE": not own.exists()}
        connection.settings_dict["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    return not connection.settings_dict["TEST"]["MIGRATE"]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker, migrated: Path) -> None:
    if connection.vendor == "sqlite" and not migrated.exists():
        for old in migrated.parent.glob("*.sqlite3"):
            old.unlink(missing_ok=True)
        whole = migrated.with_suffix(f".{os.getpid()}")
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(whole)])
        whole.replace(migrated)


@pytest.fixture(scope="module", autouse=True)
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever a test keeps is not among those of who runs it; nothing counts what was tried before."""
    nothing = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    backups = tmp_path_factory.getbasetemp() / "backups"
    with override_settings(BACKUPS=backups, CACHES={"default": nothing, "pictures": nothing}):
        yield


@pytest.fixture(scope="module", autouse=True)
def quick_settings() -> Iterator[None]:
    """Hash passwords fast, and name static files as they lie in the tree, without collecting them."""
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        STORAGES=django_settings.STORAGES | {"staticfiles": static},
    ):
        yield


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
