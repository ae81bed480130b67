"""Four phones at one table save, resend, correct and void in any order: what is kept is what a small model says.

The model knows nothing of the database: a list of versions for each deal, and what each request was answered.
"""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.result import RecordedTable, TableResult
from scoring.vilnius.game import VILNIUS
from tests.factories import make_club, make_table
from tournaments.models import AuditEntry, Deal, Event, Seat, Table

pytestmark = pytest.mark.django_db

Payload = dict[str, Any]
SEATS = 3
PHONES = 4
RULES = {"record_trump": False, "no_trump": False}


def score(sheet: tuple[Payload | None, ...]) -> TableResult:
    return VILNIUS.score(RecordedTable(SEATS, 0, RULES, VILNIUS.read_deals(sheet, seats=SEATS)))


@dataclass
class Model:
    """The table as it should be. `first` is the event's revision before anything was recorded."""

    revision: int
    deals: dict[int, list[Payload | None]] = field(default_factory=dict)
    changed_at: dict[int, int] = field(default_factory=dict)  # the revision of each deal's newest version
    answers: dict[str, tuple[int, int]] = field(default_factory=dict)

    def sheet(self, changed: dict[int, Payload | None] | None = None) -> tuple[Payload | None, ...]:
        newest = {number: versions[-1] for number, versions in self.deals.items()} | (changed or {})
        last = max((number for number, payload in newest.items() if payload), default=0)
        return tuple(newest.get(number) for number in range(1, last + 1))

    def next_number(self) -> int:
        return len(self.sheet()) + 1

    def save(self, client_id: str, base: int, number: int, payload: Payload) -> int:
        """The status it is answered with."""
        if client_id in self.answers:
            return 200
        if number != self.next_number():
            return 200 if self._same(base, number, payload) else 409
        return self._keep(client_id, base, number, payload)

    def correct(self, client_id: str, base: int, number: int, payload: Payload | None) -> int:
        if client_id in self.answers or self._same(base, number, payload):
            return 200
        if base < self.revision:
            return 409
        if number not in self.deals or (payload is None and self.deals[number][-1] is None):
            return 422
        return self._keep(client_id, base, number, payload)

    def _same(self, base: int, number: int, payload: Payload | None) -> bool:
        """Another phone has recorded the very same, unseen by this one; such an answer is not remembered."""
        return number in self.deals and self.changed_at[number] > base and self.deals[number][-1] == payload

    def _keep(self, client_id: str, base: int, number: int, payload: Payload | None) -> int:
        if base < self.revision:
            return 409
        try:
            score(self.sheet({number: payload}))
        except ScoringError:
            return 422
        self.revision += 1
        self.deals.setdefault(number, []).append(payload)
        self.changed_at[number] = self.revision
        self.answers[client_id] = (number, len(self.deals[number]))
        return 200


@dataclass
class Phone:
    """What it has seen, and every request it has ever sent."""

    client: Client
    pad: str
    base: int
    number: int = 1
    seen: int = 0  # how many deals it knows
    sent: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        answer = self.client.post(self.pad + path, json.dumps(body), content_type="application/json")
        return answer.status_code, answer.json()

    def look(self) -> None:
        state = self.client.get(f"{self.pad}state/").json()
        standing = [deal["number"] for deal in state["deals"] if not deal.get("voided")]
        self.base, self.number, self.seen = state["revision"], max(standing, default=0) + 1, len(state["deals"])


ACTS = st.tuples(
    st.integers(0, PHONES - 1),
    st.sampled_from(["save", "save", "save", "look", "look", "resend", "correct", "void"]),
    st.sampled_from([2, 3, 6]),
    st.sampled_from([2, 3]),
    st.integers(0, 5),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(ACTS, min_size=10, max_size=36))
@pytest.mark.slow
def test_whatever_four_phones_do_what_is_kept_is_what_the_model_says(
    fresh_names: Iterator[int], acts: list[Any]
) -> None:
    table = fresh_table(fresh_names)
    model = Model(revision=table.revision)
    pad = f"/pad/{table.pad_links.get().token}/"
    phones = [Phone(Client(), pad, table.revision) for _ in range(PHONES)]
    for which, kind, announced, taken, pick in acts:
        act(phones[which], model, kind, announced=announced, taken=taken, pick=pick)
    assert_kept(table, model)


def act(phone: Phone, model: Model, kind: str, *, announced: int, taken: int, pick: int) -> None:
    if kind == "look":
        phone.look()
        return
    if kind == "resend":
        if phone.sent:
            path, body = phone.sent[pick % len(phone.sent)]
            expect(phone, model, path, body)
        return
    number = phone.number if kind == "save" else pick % (phone.seen + 1) + 1
    payload = {"declarer": number % SEATS, "announced": announced, "taken": taken}
    body: dict[str, Any] = {"client_id": str(uuid.uuid4()), "base_revision": phone.base}
    if kind == "save":
        path, body = "deals/", body | {"number": number, "payload": payload}
    elif kind == "correct":
        path, body = f"deals/{number}/", body | {"payload": payload}
    else:
        path = f"deals/{number}/void/"
    phone.sent.append((path, body))
    expect(phone, model, path, body)


def expect(phone: Phone, model: Model, path: str, body: dict[str, Any]) -> None:
    """Send it, and have it answered as the model answers; an answer that was kept is the same for ever."""
    client_id, base = body["client_id"], body["base_revision"]
    if path == "deals/":
        expected = model.save(client_id, base, body["number"], body["payload"])
    else:
        expected = model.correct(client_id, base, int(path.split("/")[1]), body.get("payload"))
    status, answer = phone.post(path, body)
    assert status == expected, (path, body, answer.get("message"))
    if status == 200 and client_id in model.answers:
        assert (answer["deal"]["number"], answer["deal"]["version"]) == model.answers[client_id]
    if status in (409, 422):
        assert answer["message"]


def assert_kept(table: Table, model: Model) -> None:
    rows: dict[int, list[Any]] = {}
    for deal in Deal.objects.filter(table=table).order_by("number", "version"):
        rows.setdefault(deal.number, []).append(deal.payload)
    assert rows == model.deals
    assert Event.objects.get(pk=table.event_id).revision == model.revision
    written = AuditEntry.objects.filter(table=table, action__in=["deal", "correction", "void"])
    assert sorted(written.values_list("revision", flat=True)) == sorted(
        Deal.objects.filter(table=table).values_list("revision", flat=True)
    )
    scored = score(model.sheet())
    kept = Seat.objects.filter(table=table).order_by("index").values_list("score", "place")
    assert list(kept) == [(seat.score, seat.place) for seat in scored.seats]


@pytest.fixture
def fresh_names() -> Iterator[int]:
    """Every example has a club of its own."""
    return count(1)


def fresh_table(fresh: Iterator[int]) -> Table:
    return make_table(seats=SEATS, rules=RULES, club=make_club(name=f"Club {next(fresh)}"))
