"""The server is killed in the middle of forty saves: no answered deal is lost, no resent one is doubled."""

import json
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from tests.e2e.servers import Server
from tests.factories import NAMES, announce, make_night
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Deal, Event, Table
from tournaments.services.seating import open_tables

TABLES = 4
DEALS = 10
KILLED_AFTER = (9, 23)  # answers


class Phone:
    """A phone without a screen. As the pad does, it sends a deal under one client_id until it is answered."""

    def __init__(self, pad: str) -> None:
        self.pad = pad
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.opener.open(pad, timeout=20).read()
        self.answered: dict[str, int] = {}  # client_id -> number of the deal
        self.unanswered = 0

    def play(self, revision: int) -> None:
        for turn in range(DEALS):
            payload = announce((turn + 1) % 2, turn // 2 + 1, 3)
            body = {"client_id": str(uuid.uuid4()), "base_revision": revision, "number": turn + 1, "payload": payload}
            deal = self.send_until_answered(body)["deal"]
            self.answered[body["client_id"]] = deal["number"]
            revision = deal["revision"]

    def send_until_answered(self, body: dict[str, object]) -> dict[str, dict[str, int]]:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                return self.send(body)
            except urllib.error.HTTPError as refused:
                raise AssertionError(refused.read().decode()) from refused
            except (OSError, ValueError):  # nobody there, or an answer cut short
                self.unanswered += 1
                time.sleep(0.1)
        raise AssertionError("no answer for a minute")

    def send(self, body: dict[str, object]) -> dict[str, dict[str, int]]:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token or ""}
        request = urllib.request.Request(f"{self.pad}deals/", json.dumps(body).encode(), headers)
        with self.opener.open(request, timeout=20) as answer:
            return json.loads(answer.read())


@pytest.fixture
def mortal(transactional_db: None, server_environment: dict[str, str], tmp_path: Path) -> Iterator[Server]:
    served = Server(server_environment, log=tmp_path / "mortal.log")
    served.start()
    yield served
    served.stop()


def test_every_deal_is_there_once_after_the_server_was_killed_amid_forty_saves(mortal):
    tables = make_tables()
    phones = [Phone(f"{mortal.address}/pad/{table.pad_links.get().token}/") for table in tables]
    threads = [
        threading.Thread(target=phone.play, args=[table.revision]) for phone, table in zip(phones, tables, strict=True)
    ]
    for thread in threads:
        thread.start()
    for enough in KILLED_AFTER:
        wait_until(lambda enough=enough: sum(len(phone.answered) for phone in phones) >= enough)
        mortal.kill()
        mortal.start()
    for thread in threads:
        thread.join(timeout=90)
    assert sum(phone.unanswered for phone in phones) > 0
    for phone, table in zip(phones, tables, strict=True):
        kept = {str(deal.client_id): deal.number for deal in Deal.objects.filter(table=table)}
        assert kept == phone.answered
        assert sorted(kept.values()) == list(range(1, DEALS + 1))
    logged = AuditEntry.objects.filter(event=tables[0].event_id, action="deal").values_list("revision", flat=True)
    assert len(set(logged)) == TABLES * DEALS
    assert Event.objects.get(pk=tables[0].event_id).revision == max(logged)


def make_tables() -> list[Table]:
    night = make_night(names=NAMES[: 2 * TABLES])
    here = list(night.entrants.order_by("pk").values_list("pk", flat=True))
    groups = [here[2 * index : 2 * index + 2] for index in range(TABLES)]
    opened = open_tables(event_id=night.pk, groups=groups, actor=SYSTEM)
    return list(Table.objects.filter(pk__in=[table.pk for table in opened]).order_by("number"))


def wait_until(happened) -> None:
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline, "it did not happen within a minute"
        time.sleep(0.005)
