"""Two servers over one database: whatever one is told, the other answers, whichever of them is asked next."""

import http.client
import random
import re
import socket
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse

from tests.e2e.evenings.test_live import Stream
from tests.e2e.phone import Phone
from tests.e2e.servers import Server, wait_until
from tests.factories import (
    NAMES,
    announce,
    correct,
    deal,
    make_club,
    make_night,
    recorded,
    seat_table,
    sign_in,
    whole_vilnius_game,
)
from tests.tournaments.printing.test_logo import png
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, Table
from tournaments.services.night import add_entrants_by_name, finish_event, send_message
from tournaments.services.table.claims import answer_call, call_director
from tournaments.services.table.life import adjourn_table, end_table, resume_table

TOKEN = "a long token of the operator"
CSRF = "c" * 32
DIFFERS = re.compile(
    r'name="(?:csrfmiddlewaretoken|client_id)" value="[^"]*"|nonce="[^"]*"|"csrf": "[^"]*"'
    r'|data-(?:server-now|now|due|since)="[^"]*"|id="forecast".*|[0-9]+ min\b'
)
"""From one page to the next, whoever answers."""


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def servers(server_environment: dict[str, str], server_folder: Path) -> Iterator[list[Server]]:
    """On machines of their own, as far as their database can be reached from there."""
    folders = ["both", "both"] if connection.vendor == "sqlite" else ["a", "b"]
    servers = [
        Server(
            server_environment | {"DATA_DIR": str(server_folder / folder), "METRICS_TOKEN": TOKEN},
            log=server_folder / f"{name}.log",
        )
        for name, folder in zip("ab", folders, strict=True)
    ]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.stop()


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def page(self) -> str:
        return DIFFERS.sub("", self.body.decode())


class Visitor:
    """With a browser's cookies, which hold for both: they have one name behind their balancer."""

    def __init__(self, user: User | None = None) -> None:
        self.cookies = {"csrftoken": CSRF}
        if user:
            self.cookies["sessionid"] = sign_in(Client(), user).cookies["sessionid"].value

    def get(self, server: Server, address: str, **headers: str) -> Answer:
        return self._ask(server, "GET", address, None, headers)

    def post(self, server: Server, address: str, data: dict[str, object] | None = None) -> Answer:
        body = encode_multipart(BOUNDARY, data or {})
        return self._ask(server, "POST", address, body, {"Content-Type": MULTIPART_CONTENT, "X-CSRFToken": CSRF})

    def _ask(self, server: Server, method: str, address: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        try:
            line.request(method, address, body, {"Host": "scores.example.org", "Cookie": cookies, **headers})
            answer = line.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            line.close()


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> Visitor:
    return Visitor(club.members.get().user)


def test_a_file_that_one_was_sent_comes_in_at_the_other(
    servers: list[Server], club: Club, owner: Visitor, tmp_path: Path
) -> None:
    here, there = servers
    file = tmp_path / "players.csv"
    file.write_text("name\nAna\nBruno\n")
    with file.open("rb") as opened:
        sent = owner.post(here, reverse("players-in", args=[club.slug]), {"file": opened})
    assert sent.status == 302, sent.page
    kept = sent.headers["Location"]
    assert "Bruno" in owner.get(there, kept).page
    assert owner.post(there, kept).status == 302
    assert "Bruno" in owner.get(here, reverse("roster", args=[club.slug])).page
    assert owner.get(here, kept).status == 302, "the file is gone for both"


def test_a_plan_that_one_plays_out_is_told_by_the_other(servers: list[Server], owner: Visitor) -> None:
    address = reverse("plan") + "?format=swiss&players=16&seats=4&rounds=3&remainder=threes&minutes=2"
    told: list[str] = []

    def is_told_by_both() -> bool:
        told[:] = [owner.get(server, address).page for server in servers]
        return all("The strongest player wins" in page and "hx-get" not in page for page in told)

    wait_until(is_told_by_both)
    assert told[0] == told[1]


def test_what_one_draws_or_is_brought_the_other_shows(
    servers: list[Server], club: Club, owner: Visitor, tmp_path: Path
) -> None:
    here, there = servers
    night = a_night(club)
    for table in Table.objects.filter(event=night):
        deal(table, announce(1, 3, 2))
        end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    card = reverse("report-card", args=[night.pk, "wide"])
    drawn = owner.get(here, card)
    assert drawn.status == 200 and drawn.body == owner.get(there, card).body
    again = owner.get(there, card, **{"If-None-Match": drawn.headers["ETag"]})
    assert again.status == 304

    picture = tmp_path / "logo.png"
    picture.write_bytes(png())
    with picture.open("rb") as opened:
        assert owner.post(here, reverse("logo", args=[club.slug]), {"picture": opened}).status == 302
    shown = [owner.get(server, reverse("logo-picture", args=[club.slug])) for server in servers]
    assert {answer.status for answer in shown} == {200}
    assert shown[0].body == shown[1].body


def test_a_deal_that_one_saved_reaches_the_streams_of_the_other_and_is_saved_once(
    servers: list[Server], club: Club
) -> None:
    here, there = servers
    (table, *_) = Table.objects.filter(event=a_night(club))
    stream = Stream(f"{there.address}{reverse('event-live', args=[table.event_id])}")
    phone = Phone(f"{here.address}{pad_of(table)}")
    client_id = uuid.uuid4()
    status, answer = phone.send(announce(1, 3, 2), base_revision=table.revision, client_id=client_id)
    assert status == 200, answer
    assert stream.heard(answer["deal"]["revision"], within=30)
    phone.pad = f"{there.address}{pad_of(table)}"
    again = phone.send(announce(1, 3, 2), base_revision=table.revision, client_id=client_id)
    assert (again[0], again[1]["deal"]) == (200, answer["deal"])


def test_tries_at_either_count_for_both(servers: list[Server], club: Club) -> None:
    (table, *_) = Table.objects.filter(event=a_night(club))
    guest, address = Visitor(), f"{pad_of(table)}call/"
    statuses = [guest.post(servers[turn % 2], address).status for turn in range(13)]
    assert 429 not in statuses[:12]
    assert statuses[12] == 429
    assert guest.post(servers[1], address).status == 429


def test_each_tells_its_own_figures_and_who_it_is(servers: list[Server]) -> None:
    for server in servers:
        told = Visitor().get(server, "/metrics", Authorization=f"Bearer {TOKEN}").page
        assert f'capstone_server_info{{name="{socket.gethostname()}"}} 1' in told.splitlines()


def test_whichever_is_asked_answers_the_same_through_an_evening(
    servers: list[Server], club: Club, owner: Visitor
) -> None:
    chance = random.Random(1979)
    night = a_night(club)
    tables = list(Table.objects.filter(event=night).order_by("pk"))
    pages = pages_of(night, tables)
    for _turn in range(30):
        table = chance.choice(tables)
        table.refresh_from_db()
        chance.choice([played, played, played, *CHANGES])(table, f"{chance.choice(servers).address}{pad_of(table)}")
        for visitor in (owner, Visitor()):
            for address in chance.sample(pages, 6):
                assert_same(visitor, servers, address)
    for table in tables:
        end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    for address in pages:
        assert_same(owner, servers, address)


def pages_of(night: Event, tables: list[Table]) -> list[str]:
    of_night = ("event", "wall", "desk", "event-revision", "event-people", "event-statistics", "report", "race")
    of_club = ("club", "roster", "statistics", "ratings", "calendar", "seasons", "club-feed")
    return [
        *(reverse(name, args=[night.pk]) for name in of_night),
        *(reverse(name, args=[night.club.slug]) for name in of_club),
        *(reverse("table", args=[table.pk]) for table in tables),
    ]


def played(table: Table, pad: str) -> None:
    standing = [payload for payload in recorded(table).values() if payload]
    status, answer = Phone(pad).send(whole_vilnius_game(2)[len(standing)], base_revision=table.revision)
    assert status == 200, answer


def voided(table: Table, pad: str) -> None:
    standing = [number for number, payload in recorded(table).items() if payload]
    if standing:
        correct(table, standing[-1], None)


def paused(table: Table, pad: str) -> None:
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    resume_table(table_id=table.pk, event_id=table.event_id, actor=SYSTEM)


def called(table: Table, pad: str) -> None:
    if table.called_at:
        answer_call(table_id=table.pk, actor=SYSTEM)
    else:
        call_director(table_id=table.pk, note="", actor=SYSTEM)


def joined(table: Table, pad: str) -> None:
    add_entrants_by_name(event_id=table.event_id, names=[f"Late {table.event.entrants.count()}"], actor=SYSTEM)


def told(table: Table, pad: str) -> None:
    send_message(event_id=table.event_id, table_id=table.pk, text="Ten minutes left", actor=SYSTEM)


CHANGES = [voided, paused, called, joined, told]


def assert_same(visitor: Visitor, servers: list[Server], address: str) -> None:
    first, second = (visitor.get(server, address) for server in servers)
    assert first.status == second.status
    assert differing(first, second) == [], address
    part, other = (visitor.get(server, address, **{"HX-Request": "true"}) for server in servers)
    assert part.headers["ETag"] == other.headers["ETag"], address
    assert differing(part, other) == [], address
    if tag := part.headers["ETag"]:
        assert visitor.get(servers[1], address, **{"HX-Request": "true", "If-None-Match": tag}).status == 304


def differing(one: Answer, other: Answer) -> list[tuple[str, str]]:
    lines = zip_longest(one.page.splitlines(), other.page.splitlines(), fillvalue="")
    return [(first, second) for first, second in lines if first != second]


def a_night(club: Club) -> Event:
    """With two at each of three tables."""
    night = make_night(club=club, names=NAMES[:6])
    for first in (0, 2, 4):
        seat_table(night, *NAMES[first : first + 2])
    return night


def pad_of(table: Table) -> str:
    return reverse("pad", args=[table.pad_links.get().token])
