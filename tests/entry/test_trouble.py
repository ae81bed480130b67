"""A database that is locked, full, away or read-only is answered "busy, try again", and used again once it is back."""

import json
from collections.abc import Iterator
from uuid import uuid4

import psycopg.errors
import pytest
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.utils import IntegrityError, InterfaceError, InternalError, OperationalError, ProgrammingError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from pyramid_site.entry.door import Door
from pyramid_site.entry.trouble import answer_failure, is_trouble_of_database
from tests.entry.asking import Asked, ask, hub, run, scope
from tests.factories import announce, make_table, pad_token
from tournaments.models import Deal, Event, Table

pytestmark = pytest.mark.django_db(transaction=True)

JSON = {"content-type": "application/json", "accept": "application/json", "cookie": f"csrftoken={'a' * 32}"}
JSON |= {"x-csrftoken": "a" * 32}


class Phone:
    """It sends deal 1 of a table, again and again, to one server."""

    def __init__(self, table: Table) -> None:
        self.door = Door(hub)
        self.asked = scope("POST", f"/pad/{pad_token(table)}/deals/", headers=JSON)
        body = {"client_id": str(uuid4()), "base_revision": table.revision, "number": 1, "payload": announce(1, 3, 3)}
        self.body = json.dumps(body).encode()

    def send(self) -> Asked:
        heard: list[Asked] = []

        async def test() -> None:
            request, self.answer = await ask(self.door, self.asked, self.body)
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


def test_a_database_that_was_read_only_for_a_moment_is_written_to_without_a_restart(at_first: Statement) -> None:
    phone = Phone(make_table())
    sqlite = connection.vendor == "sqlite"
    at_first.text = "PRAGMA query_only = 1" if sqlite else "SET default_transaction_read_only = on"
    assert is_told_to_come_back(phone)
    at_first.text = "PRAGMA query_only = 0" if sqlite else "SET default_transaction_read_only = off"
    assert [phone.send().status, phone.send().status] == [200, 200]
    assert Deal.objects.count() == 1


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


@pytest.mark.parametrize(
    ("error", "status", "code"), [(OperationalError("disk is full"), 503, "busy"), (ValueError("ours"), 500, "failed")]
)
def test_a_program_is_told_of_what_failed_as_of_everything_else(error: Exception, status: int, code: str) -> None:
    try:
        raise error
    except type(error):
        answer = answer_failure(RequestFactory().get("/api/1/clubs"))
    assert isinstance(answer, JsonResponse)
    assert (answer.status_code, json.loads(answer.content)["error"]) == (status, {"code": code})
