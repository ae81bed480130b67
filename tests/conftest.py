import gc
import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from random import Random, SystemRandom

import pytest
from django.conf import settings as django_settings
from django.db import connection, transaction
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker, Settings

from tests.fifth_game import declared
from tournaments.audience import INSIDERS, drawn_for

# The same examples every time, so that a red run can be repeated; "search" looks for new ones.
hypothesis_settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis_settings.register_profile("search", max_examples=2000, deadline=None)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

TESTS = Path(__file__).parent
# What compares with a program that an environment of before may not have.
collect_ignore = [] if find_spec("caissify_pairings") else ["formats/test_baku_outside.py"]
# So many of the parameters of a test that is marked as a flood are tried in a run, unless the mark says how many.
SAMPLE = 4


def pytest_addoption(parser: pytest.Parser) -> None:
    text = "of each test marked as a flood: all parameters, or the few that this seed draws (default: a new seed)"
    parser.addoption("--floods", metavar="SEED|all", help=text)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """The seed is drawn once, before the workers are started, and reaches them by the environment: all of them have to
    collect the same tests.
    """
    seed = config.option.floods or os.environ.get("FLOODS") or str(SystemRandom().randrange(1_000_000))
    config.option.floods = os.environ["FLOODS"] = seed


def pytest_report_header(config: pytest.Config) -> str:
    return f"floods: {config.option.floods}"


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
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    floods = defaultdict(list)
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        marked = item.get_closest_marker("django_db") is not None
        if "django_db_setup" in fixtures and not marked and not fixtures & {"db", "transactional_db"}:
            item.add_marker(pytest.mark.django_db(transaction=True))  # of a run without any, no database is set up
        if item.get_closest_marker("flood"):
            floods[item.nodeid.partition("[")[0]].append(item)
    if config.option.floods == "all":
        return
    left = set(chain.from_iterable(floods.values()))
    for name, flood in floods.items():
        (size,) = flood[0].get_closest_marker("flood").args or (SAMPLE,)
        left.difference_update(Random(f"{config.option.floods}:{name}").sample(flood, min(size, len(flood))))
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = [item for item in items if item not in left]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """With the failure of a flood stands how to draw the same sample again."""
    report = yield
    if report.failed and item.get_closest_marker("flood"):
        report.sections.append(("Flood", f"drawn by --floods {item.config.option.floods}"))
    return report


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
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker, migrated: Path) -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        if not migrated.exists():
            for old in migrated.parent.glob("*.sqlite3"):
                old.unlink(missing_ok=True)
            whole = migrated.with_suffix(f".{os.getpid()}")
            cursor.execute("VACUUM INTO %s", [str(whole)])
            whole.replace(migrated)
        tables = connection.introspection.table_names(cursor)
        rows = {table: cursor.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: make_empty_again(rows))
        yield


def make_empty_again(rows: dict[str, list[tuple[object, ...]]]) -> None:
    """Deletes what a test has written, in a tenth of the time of Django's flush. ``rows`` by table are those of
    a new database. Ids go on: a server that lives as long as the tests knows by them what it has cached.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        for table, kept in rows.items():
            if cursor.execute(f'SELECT count(*) FROM "{table}"').fetchone() == (len(kept),) and kept:
                continue
            cursor.execute(f'DELETE FROM "{table}"')
            for row in kept:
                cursor.execute(f'INSERT INTO "{table}" VALUES ({", ".join(["%s"] * len(row))})', row)


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


@pytest.fixture(scope="session", autouse=True)
def plain_csrf_tokens() -> Iterator[None]:
    """A random token now and then has the letters that a test says are not on the page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "django.middleware.csrf.get_random_string", lambda length, allowed_chars: allowed_chars[0] * length
        )
        yield


@pytest.fixture(autouse=True)
def as_an_insider() -> Iterator[None]:
    """Whatever a test asks by itself it reads in full; a request says for whom it is answered."""
    with drawn_for(INSIDERS):
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
