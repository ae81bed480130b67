"""Who may correct several deals from the table: as the strictest of the deals it touches."""

import uuid
from typing import Any

import pytest

from scoring.errors import ScoringError
from tests.factories import announce, deal, make_table, recorded
from tournaments.audit import SYSTEM, Actor
from tournaments.models import Confirmation, Deal, Event, Table
from tournaments.services.refusals import Refused
from tournaments.services.table.life import end_table
from tournaments.services.table.several_deals import Exchange, Insertion, Rearrangement, correct_many, preview

pytestmark = pytest.mark.django_db


def three_deals() -> Table:
    table = make_table(seats=3)
    for payload in (announce(1, 3, 3), announce(2, 2, 1), announce(0, 4, 4)):
        deal(table, payload)
    return table


def ask(table: Table, change: Rearrangement, **given: Any) -> None:
    facts = {"client_id": uuid.uuid4(), "base_revision": None, "actor": SYSTEM} | given
    correct_many(table_id=table.pk, change=change, **facts)


def pad_of(table: Table, seat: int | None = None) -> Actor:
    return Actor(pad_link=table.pad_links.get(), seat=seat)


def confirming(table: Table, *numbers: int) -> None:
    Event.objects.filter(pk=table.event_id).update(confirmation=Event.ConfirmationMode.DEAL)
    for number in numbers:
        newest = Deal.objects.filter(table=table, number=number).latest("version")
        Confirmation.objects.create(table=table, deal=newest, revision=newest.revision, verdict="confirmed", seat=1)


def test_players_correct_many_freely_what_nobody_has_confirmed():
    table = three_deals()
    confirming(table, 1)
    ask(table, Exchange((0, 2), 2), actor=pad_of(table, 2))
    row = Deal.objects.get(table=table, number=2, version=2)
    assert (row.seat, row.pad_link) == (2, table.pad_links.get())


@pytest.mark.parametrize("change", [Exchange((0, 2), 2), Insertion(2, announce(2, 5, 5))])
def test_one_confirmed_deal_among_them_asks_for_consent(change):
    table = three_deals()
    confirming(table, 3)
    preview(table_id=table.pk, change=change, actor=pad_of(table))
    with pytest.raises(Refused, match="consent-needed"):
        ask(table, change, actor=pad_of(table))
    assert table.deals.count() == 3
    ask(table, change, actor=pad_of(table), consent=True)
    assert len(recorded(table)) == 3 + isinstance(change, Insertion)


def test_what_breaks_is_refused_before_anybody_is_asked_for_consent():
    table = three_deals()
    confirming(table, 1, 2, 3)
    with pytest.raises(ScoringError):
        ask(table, Insertion(2, announce(0, 5, 5)), actor=pad_of(table))


def test_players_correct_nothing_once_the_time_for_it_is_over():
    table = three_deals()
    end_table(table_id=table.pk, actor=SYSTEM)
    Event.objects.filter(pk=table.event_id).update(correction_minutes=0)
    for asks in (preview, correct_many):
        given = {} if asks is preview else {"client_id": uuid.uuid4(), "base_revision": None}
        with pytest.raises(Refused, match="correction-closed"):
            asks(table_id=table.pk, change=Exchange((0, 2), 2), actor=pad_of(table), **given)
    ask(table, Exchange((0, 2), 2))
    assert recorded(table)[2]["declarer"] == 0
