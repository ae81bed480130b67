"""The server dies, and another goes on from a copy that lacks the last deals: the table's phones send them again, each is
recorded once, and nobody is asked about what is the same.
"""

import os

import pytest
from django.db import transaction

from tests.factories import announce, correct, deal, make_table
from tests.phone.engine import ask, run
from tests.phone.network.test_histories import (
    AGES,
    History,
    Phone,
    enters,
    expected,
    phones_of,
    recorded,
    reopened,
    settles,
)
from tests.phone.test_store import boot_of, known
from tournaments.models import Event, Table
from tournaments.services.change import LEAP, leap

pytestmark = pytest.mark.django_db

SEEDS = range(int(os.environ.get("HISTORIES", "20")))


class Evening:
    """The copy is made after `copied` deals, the server dies after `dies`, and another is there after `back`."""

    def __init__(self, history: History, phones: list[Phone]) -> None:
        chance, deals = history.chance, len(history.deals)
        self.history = history
        self.phones = phones
        self.copied = chance.randint(0, deals - 1)
        self.dies = chance.randint(self.copied, min(deals, self.copied + 3))
        self.back = chance.randint(self.dies, min(deals, self.dies + 2))
        self.shown = [0] * len(phones)

    def play(self) -> None:
        copy = ""
        for upto in range(len(self.history.deals) + 1):
            if upto:
                self.enter(upto)
            if upto == self.copied:
                copy = transaction.savepoint()
            if upto == self.dies:
                self.die()
            if upto == self.back:
                transaction.savepoint_rollback(copy)
                leap()
                self.find()
        settles(self.history, self.phones)

    def enter(self, upto: int) -> None:
        chance = self.history.chance
        for which in chance.sample(range(len(self.phones)), len(self.phones)):
            phone = self.phones[which]
            if phone.online:
                phone.does("hear", run=chance.choice([0, 3_000]))
            if which == 0 or chance.random() < 0.7:
                enters(self.history, phone, which, upto)
            self.look(which)

    def die(self) -> None:
        """With a phone, sometimes."""
        for phone in self.phones:
            phone.does("hear", run=3_000)
            phone.online = False
        if self.history.chance.random() < 0.3:
            self.phones.pop().close()

    def find(self) -> None:
        """The phones find the new server one after the other, some in a page that is opened anew."""
        chance = self.history.chance
        for which in chance.sample(range(len(self.phones)), len(self.phones)):
            self.phones[which].online = True
            if chance.random() < 0.4:
                self.phones[which] = reopened(self.history, self.phones[which])
            self.phones[which].does("hear", run=chance.choice([3_000, AGES]))
            self.look(which)

    def look(self, which: int) -> None:
        """What a phone has shown it shows for good, unless it asks."""
        view = self.phones[which].view
        assert view["stopped"] or view["number"] >= self.shown[which], view
        self.shown[which] = view["number"]


@pytest.mark.flood
@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_copy_lacks_is_recorded_once_and_without_a_question(seed: int) -> None:
    history = History(seed, make_table(rules={"record_trump": False}))
    with phones_of(history) as phones:
        for phone in phones:
            phone.does("look", run=1_500)
        Evening(history, phones).play()
        for phone in phones:
            assert (phone.view["unsent"], phone.view["stored"]) == (0, 0), phone.view
    assert recorded(history.table) in expected(history), (history.deals, history.other, history.asked)
    assert len(history.asked) <= (history.differs is not None), history.asked
