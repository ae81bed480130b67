"""A database that is locked, full, away or read-only is answered "busy, try again", and used again once it is back."""

import errno
import json
import logging
import os
import resource
from collections.abc import Callable, Iterator
from uuid import uuid4

import psycopg.errors
import pytest
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.utils import IntegrityError, InterfaceError, InternalError, OperationalError, ProgrammingError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import Origin
from django.template.loaders.base import Loader
from django.test import Client, RequestFactory
from pytest_django import Settings

from pyramid_site import urls
from pyramid_site.entry.application import Application
from pyramid_site.entry.trouble import answer_failure, is_trouble_of_database
from pyramid_site.postgresql.base import LatestFirst
from pyramid_site.watching import readiness as watching_readiness
from pyramid_site.watching.masks import Seldom
from pyramid_site.watching.watched import Watched
from tests.databases import Node, primary_and_standby, reached_by
from tests.e2e.proxy import Proxy
from tests.e2e.servers import wait_until
from tests.entry.asking import Asked, ask, hub, run, scope
from tests.factories import announce, make_table, pad_token
from tournaments.backups.databases import own_connection
from tournaments.models import Deal, Event, Table

pytestmark = pytest.mark.django_db(transaction=True)

JSON = {"content-type": "application/json", "accept": "application/json", "cookie": f"csrftoken={'a' * 32}"}
JSON |= {"x-csrftoken": "a" * 32}
READ_ONLY = "PRAGMA query_only = 1" if connection.vendor == "sqlite" else "SET default_transaction_read_only = on"
HAS_NODES = "POSTGRES_BIN" in os.environ  # so it is in scripts/test-postgres
POOLED = 6  # connections, more than the pool tries within its time


class Phone:
    """It sends deal 1 of a table, again and again, to one server."""

    def __init__(self, table: Table) -> None:
        self.application = Application(hub)
        self.asked = scope("POST", f"/pad/{pad_token(table)}/deals/", headers=JSON)
        body = {"client_id": str(uuid4()), "base_revision": table.revision, "number": 1, "payload": announce(1, 3, 3)}
        self.body = json.dumps(body).encode()

    def send(self) -> Asked:
        heard: list[Asked] = []

        async def test() -> None:
            request, self.answer = await ask(self.application, self.asked, self.body)
            heard.append(request)

        run(test())
        return heard[0]


def is_told_to_come_back(phone: Phone) -> bool:
    answer = phone.send()
    told = json.loads(phone.answer)
    return answer.status == 503 and ("retry-after", "3") in answer.headers and told["error"] == {"code": "busy"}


class Statement:
    """What every connection says to the database first."""

    def __init__(self) -> None:
        self.text = "SELECT 1"

    def say(self, connection: BaseDatabaseWrapper, **_signal: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(self.text)


@pytest.fixture
def at_first() -> Iterator[Statement]:
    statement = Statement()
    connection_created.connect(statement.say)
    yield statement
    connection_created.disconnect(statement.say)
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # what a connection was told it keeps


def test_a_database_that_was_read_only_for_a_moment_is_written_to_without_a_restart(at_first: Statement) -> None:
    phone = Phone(make_table())
    at_first.text = READ_ONLY
    assert is_told_to_come_back(phone)
    at_first.text = READ_ONLY.replace("1", "0").replace("= on", "= off")
    assert [phone.send().status, phone.send().status] == [200, 200]
    assert Deal.objects.count() == 1


def test_a_connection_that_broke_amid_a_save_is_not_kept_by_its_thread(at_first: Statement) -> None:
    if connection.vendor != "postgresql":
        return
    phone = Phone(make_table())
    at_first.text = "SELECT pg_terminate_backend(pg_backend_pid())"
    assert is_told_to_come_back(phone)
    at_first.text = "SELECT 1"
    assert phone.send().status == 200


@pytest.fixture
def no_least_disk(settings: Settings) -> None:
    settings.LEAST_DISK = 0


@pytest.mark.usefixtures("no_least_disk")
def test_nobody_is_sent_to_a_server_whose_database_is_read_only(at_first: Statement) -> None:
    assert readiness(Watched(Application(hub))) == (200, "ok")
    at_first.text = READ_ONLY
    assert readiness(Watched(Application(hub))) == (503, "takes no writes")


@pytest.mark.usefixtures("no_least_disk")
def test_nobody_is_sent_to_a_server_whose_disk_takes_nothing() -> None:
    """SQLite gives its lock and reads all the same; PostgreSQL's files are those of another process."""
    if connection.vendor != "sqlite":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        assert readiness(Watched(Application(hub))) == (503, "takes no writes")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert readiness(Watched(Application(hub))) == (200, "ok")


@pytest.mark.usefixtures("no_least_disk")
def test_who_asks_very_often_whether_it_is_ready_does_not_make_it_write_as_often(
    at_first: Statement, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching_readiness, "PROVED_FOR", 3600)
    site = Watched(Application(hub))
    assert readiness(site) == (200, "ok")
    at_first.text = READ_ONLY
    assert readiness(site) == (200, "ok"), "it is not tried again yet"


def readiness(site: Watched) -> tuple[int, str]:
    heard: list[tuple[int, str]] = []

    async def test() -> None:
        request, body = await ask(site, scope("GET", "/readyz"))
        heard.append((request.status, json.loads(body)["database"]))

    run(test())
    return heard[0]


def test_a_database_that_somebody_holds_locked_is_busy(at_first: Statement, monkeypatch: pytest.MonkeyPatch) -> None:
    table = make_table()
    phone = Phone(table)
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)
    else:
        at_first.text = "SET lock_timeout = 50"
    with transaction.atomic():
        list(Event.objects.select_for_update())
        assert is_told_to_come_back(phone)
    assert phone.send().status == 200


def use_many_connections() -> None:
    pool = connection.pool
    pool.open()
    for taken in [pool.getconn() for _ in range(POOLED)]:
        pool.putconn(taken)


def demote(old: Node) -> None:
    """It stays up, and so do all connections to it, but it takes no writes any more."""
    pool = connection.pool
    taken = [pool.getconn() for _ in range(POOLED)]
    old.run("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
    for each in taken:
        wait_until(lambda each=each: each.execute("SHOW transaction_read_only").fetchone() == ("on",))
        pool.putconn(each)


@pytest.mark.parametrize("befalls", [demote, Node.stop])
def test_the_first_save_after_a_failover_is_taken_whatever_connections_the_pool_holds(
    befalls: Callable[[Node], None],
) -> None:
    if not HAS_NODES:
        return
    phone = Phone(make_table())
    with primary_and_standby() as (old, new), Proxy(old.port) as route, reached_by(route.port):
        use_many_connections()
        befalls(old)
        new.promote()
        route.lead_to(new.port)
        assert phone.send().status == 200
        assert Deal.objects.count() == 1


def test_a_connection_whose_end_was_met_before_is_replaced() -> None:
    """What keeps its connection, such as the hub's thread, would otherwise never have one again."""
    if connection.vendor != "postgresql":
        return
    connection.ensure_connection()
    with own_connection() as other, other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    with pytest.raises(OperationalError):
        Event.objects.exists()
    connection.health_check_done = False
    connection.close_if_unusable_or_obsolete()
    assert not Event.objects.exists()


def test_saves_that_meet_the_old_primary_meanwhile_do_not_keep_its_connections() -> None:
    if not HAS_NODES:
        return
    phone = Phone(make_table())
    with primary_and_standby() as (old, new), Proxy(old.port) as route, reached_by(route.port):
        use_many_connections()
        demote(old)
        new.promote()
        for _ in range(3):
            assert is_told_to_come_back(phone)
        assert Event.objects.exists(), "what is there can be read"
        connection.close()
        route.lead_to(new.port)
        wait_until(lambda: phone.send().status == 200)
        assert Deal.objects.count() == 1


@pytest.mark.usefixtures("no_least_disk")
def test_nobody_is_sent_to_a_standby_until_it_is_the_primary() -> None:
    if not HAS_NODES:
        return
    with primary_and_standby() as (_, new), reached_by(new.port):
        assert readiness(Watched(Application(hub))) == (503, "takes no writes")
        new.promote()
        assert readiness(Watched(Application(hub))) == (200, "ok")


def caused_by(error: InternalError, cause: Exception) -> InternalError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (OperationalError("database or disk is full"), True),
        (OperationalError("the connection was closed by the server"), True),
        (InterfaceError("connection already closed"), True),
        (caused_by(InternalError("read-only"), psycopg.errors.ReadOnlySqlTransaction()), True),
        (InternalError("of another kind"), False),
        (ProgrammingError("no such function"), False),
        (IntegrityError("twice"), False),
        (RuntimeError("broken on purpose"), False),
    ],
)
def test_what_passes_with_time_is_told_from_what_is_wrong(error: Exception, *, passes: bool) -> None:
    assert is_trouble_of_database(error) == passes


class FullDisk:
    """A middleware that meets one."""

    def __init__(self, get_response: object) -> None:
        pass

    def __call__(self, request: HttpRequest) -> HttpResponse:
        raise OperationalError("database or disk is full")


def test_who_opens_a_page_is_told_so_and_the_log_in_a_line_without_the_secret_address(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MIDDLEWARE = ["django.middleware.locale.LocaleMiddleware", f"{__name__}.FullDisk"]
    client = Client(raise_request_exception=False, headers={"accept-language": "it"})
    answer = client.get("/pad/secret/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
    assert "Occupato al momento" in answer.content.decode()
    assert caplog.messages == ["The database takes or tells nothing just now: database or disk is full"]


class NoFreeFile(FullDisk):
    def __call__(self, request: HttpRequest) -> HttpResponse:
        raise ImportError from OSError(errno.EMFILE, "Too many open files")


def test_where_no_file_can_be_opened_everybody_is_told_to_come_back(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever it was that needed one, and although the page that says so is a file too."""
    settings.MIDDLEWARE = [f"{__name__}.NoFreeFile"]
    settings.TEMPLATES = [
        {**settings.TEMPLATES[0], "APP_DIRS": False, "OPTIONS": {"loaders": [f"{__name__}.NoLoader"]}}
    ]
    client = Client(raise_request_exception=False)
    for headers in ({}, {"Accept": "application/json"}):
        answer = client.get("/pad/secret/", headers=headers)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
        assert "too much open just now" in answer.content.decode()
    assert caplog.messages == ["No file or connection can be opened: raise the limit (ulimit -n)."] * 2


class NoLoader(Loader):
    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        raise OSError(errno.EMFILE, "Too many open files")


def test_the_log_says_what_every_request_meets_once_in_some_seconds() -> None:
    seldom = Seldom()
    out_of_files = OSError(errno.EMFILE, "Too many open files")
    facts: list[dict[str, object]] = [
        {"msg": "away: %s", "args": ("now",), "seldom": True},
        {"msg": "accept", "exc_info": (OSError, out_of_files, None)},
        {"msg": "another"},
    ]
    for created, written in ((0, [True, True, True]), (9, [False, False, True]), (11, [True, True, True])):
        assert [seldom.filter(logging.makeLogRecord({**each, "created": created})) for each in facts] == written


def test_what_answers_trouble_is_imported_before_there_is_any() -> None:
    assert all(callable(getattr(urls, name)) for name in ("handler429", "handler500"))


@pytest.mark.parametrize(
    ("error", "status", "code"), [(OperationalError("disk is full"), 503, "busy"), (ValueError("ours"), 500, "failed")]
)
def test_a_program_is_told_of_what_failed_as_of_everything_else(error: Exception, status: int, code: str) -> None:
    try:
        raise error
    except type(error):
        answer = answer_failure(RequestFactory().get("/api/1/clubs"))
    assert isinstance(answer, JsonResponse)
    assert (answer.status_code, json.loads(answer.content)["code"]) == (status, code)


def test_the_connection_given_back_last_is_used_next() -> None:
    idle = LatestFirst(["warm", "cold"])
    used = idle.popleft()
    idle.append(used)
    assert list(idle) == ["warm", "cold"] and idle.popleft() == "warm"
