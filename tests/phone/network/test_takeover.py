"""The server dies, and another goes on from a copy that lacks the last deals: the phones of the table send them again,
each is recorded once, and nobody is asked about what is the same.
"""

import os
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, cast

import pytest
from django.db import transaction

from tests.factories import announce, correct, deal, make_table
from tests.phone.engine import ask
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
from tests.phone.test_store import boot_of, entry
from tournaments.audit import SYSTEM
from tournaments.models import Event, Table
from tournaments.services.change import HIGHEST, LEAP, leap
from tournaments.services.table.deals import set_first_dealer

pytestmark = pytest.mark.django_db

Json = dict[str, Any]

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
                leap(age=timedelta())
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
        """With a phone, sometimes; one that says otherwise stays, to be asked."""
        for phone in self.phones:
            phone.does("hear", run=3_000)
            phone.online = False
        if self.history.differs is None and self.history.chance.random() < 0.5:
            self.phones.pop().close()

    def find(self) -> None:
        """The phones find the new server one after the other, some in a page that is opened anew."""
        chance = self.history.chance
        for which in chance.sample(range(len(self.phones)), len(self.phones)):
            self.phones[which].online = True
            if chance.random() < 0.4 and keeps_what_it_shows(self.phones[which]):
                self.phones[which] = reopened(self.history, self.phones[which])
            self.phones[which].does("hear", run=chance.choice([3_000, AGES]))
            self.look(which)

    def look(self, which: int) -> None:
        """What a phone has shown it shows for good, unless it asks, or still looks for what its storage keeps."""
        view = self.phones[which].view
        assert view["stopped"] or not view["isRead"] or view["number"] >= self.shown[which], view
        self.shown[which] = max(view["number"], self.shown[which])


def keeps_what_it_shows(phone: Phone) -> bool:
    """Where its storage has refused that, it lives only as long as the page."""
    known = [page["state"]["deals"] for page in phone.view["tables"]["pages"] if "state" in page]
    return len(known[0] if known else []) + phone.view["stored"] == phone.view["number"] - 1


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


@pytest.fixture
def table() -> Table:
    """With two deals in the copy."""
    made = make_table(rules={"record_trump": False})
    deal(made, announce(1, 3, 3))
    deal(made, announce(0, 3, 3))
    return made


def lacking(
    table: Table,
    *changes: Callable[[], object],
    since: Sequence[Callable[[], object]] = (),
    waiting: Sequence[Json] = (),
) -> list[Json]:
    """What a phone sends that has seen these changes, to a server that has not, on which others were made since."""
    copy = transaction.savepoint()
    for change in changes:
        change()
    known = boot_of(table)["state"]
    transaction.savepoint_rollback(copy)
    leap(age=timedelta())
    for change in since:
        change()
    facts = {"base": "/pad/a/", "known": known, "told": boot_of(table)["state"]}
    return cast("list[Json]", ask("queue/takeover", "withLacking", [[waiting, facts]])[0])


def kinds(entries: list[Json]) -> list[tuple[str, int, int]]:
    return [(each["kind"], each["number"], (each["payload"] or {}).get("taken")) for each in entries]


def test_what_was_corrected_played_and_voided_is_sent_in_an_order_in_which_it_can_be_taken(table: Table) -> None:
    entries = lacking(
        table,
        lambda: deal(table, announce(1, 4, 4)),
        lambda: deal(table, announce(0, 4, 2)),
        lambda: correct(table, 1, announce(1, 3, 1)),
        lambda: correct(table, 3, None),
    )
    assert kinds(entries) == [("correction", 1, 1), ("deal", 3, 4), ("deal", 4, 2), ("void", 3, None)]


def test_a_last_deal_that_was_voided_is_so_again(table: Table) -> None:
    assert kinds(lacking(table, lambda: correct(table, 2, None))) == [("void", 2, None)]


def test_a_deal_that_came_and_went_since_the_copy_is_not_sent(table: Table) -> None:
    entries = lacking(table, lambda: deal(table, announce(1, 4, 4)), lambda: correct(table, 3, None))
    assert entries == []


def test_who_deals_first_is_sent_before_the_first_deal() -> None:
    table = make_table(rules={"record_trump": False})
    entries = lacking(
        table,
        lambda: set_first_dealer(table_id=table.pk, seat=1, base_revision=None, actor=SYSTEM),
        lambda: deal(table, announce(0, 3, 3)),
    )
    assert [(each["kind"], each.get("seat")) for each in entries] == [("dealer", 1), ("deal", None)]


def test_what_the_director_has_done_since_is_not_undone(table: Table) -> None:
    assert lacking(table, since=[lambda: correct(table, 2, None)]) == []


def test_of_what_somebody_has_entered_otherwise_since_a_person_is_asked(table: Table) -> None:
    since = [lambda: deal(table, announce(1, 5, 5))]
    (mine,) = lacking(table, lambda: deal(table, announce(1, 4, 4)), since=since)
    assert (mine["number"], mine["base_revision"] < LEAP) == (3, True), "which the server does not take"


def test_what_waited_already_goes_behind_and_counts_as_entered_in_this_knowledge(table: Table) -> None:
    waiting = [entry(4, state="refused", answer={}, id=7)]
    entries = lacking(table, lambda: deal(table, announce(1, 4, 4)), waiting=waiting)
    assert [each["number"] for each in entries] == [3, 4] and entries[0]["id"] < 7
    assert [(each["state"], each["base_revision"] >= LEAP) for each in entries] == [("waiting", True)] * 2


def test_the_leap_of_the_phones_is_that_of_the_server(table: Table) -> None:
    before = boot_of(table)["state"]
    leap(age=timedelta())
    after = boot_of(table)["state"]
    near = after | {"revision": LEAP - 1}
    assert ask("queue/takeover", "isTakenOver", [[before, after], [after, before], [before, near]]) == [
        True,
        False,
        False,
    ]


def test_whoever_goes_on_from_the_same_copy_later_is_beyond_what_phones_saw_of_the_first(table: Table) -> None:
    copy = transaction.savepoint()
    leap(age=timedelta(seconds=5))
    deal(table, announce(1, 4, 4))
    first = boot_of(table)["state"]
    transaction.savepoint_rollback(copy)
    leap(age=timedelta(seconds=25))
    second = boot_of(table)["state"]
    assert ask("queue/takeover", "isTakenOver", [[first, second], [second, first]]) == [True, False]
    facts = {"base": "/pad/a/", "known": first, "told": second}
    assert kinds(ask("queue/takeover", "withLacking", [[[], facts]])[0]) == [("deal", 3, 4)]


def test_an_old_copy_leaps_no_further_than_a_database_keeps(table: Table) -> None:
    Event.objects.update(revision=HIGHEST - 3 * LEAP)
    leap(age=timedelta(hours=11))
    assert HIGHEST - 2 * LEAP <= Event.objects.get().revision < HIGHEST


def test_a_copy_from_another_day_leaps_once(table: Table) -> None:
    before = Event.objects.get().revision
    leap(age=timedelta(days=400))
    assert Event.objects.get().revision == before + LEAP
