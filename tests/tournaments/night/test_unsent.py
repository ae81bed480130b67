"""The desk shows how much phones keep of a table and cannot send, and since when."""

import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_table, pad_token
from tests.tournaments.night.test_pages_desk_overview import director, the_desk, words
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Event, Table, UnsentDeals
from tournaments.selectors.night.overview import Unsent, overview
from tournaments.services.table.claims import call_director
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

ANA, BRUNO = str(uuid.uuid4()), str(uuid.uuid4())


def says(table: Table, phone: str, count: int, *, seconds: int = 60) -> Any:
    return send(table, {"phone": phone, "count": count, "seconds": seconds})


def send(table: Table, body: dict[str, object]) -> Any:
    return Client().post(f"/pad/{pad_token(table)}/unsent/", json.dumps(body), content_type="application/json")


def shown(table: Table) -> Unsent | None:
    line = overview(Event.objects.get(pk=table.event_id), now=timezone.now()).line_of(table.pk)
    return line.unsent if line else None


def test_the_desk_shows_how_much_all_phones_of_a_table_keep_since_the_oldest(client: Client) -> None:
    table = make_table()
    assert says(table, ANA, 2, seconds=600).status_code == 200
    says(table, BRUNO, 1)
    unsent = shown(table)
    assert unsent and unsent.deals == 3
    assert timedelta(seconds=595) < timezone.now() - unsent.since < timedelta(seconds=700)
    desk = words(the_desk(director(client, table.event.club), table.event))
    assert f"3 deals unsent since {timezone.localtime(unsent.since):%H:%M}" in desk
    call_director(table_id=table.pk, note="", actor=SYSTEM)
    assert "3 deals unsent since" in words(the_desk(client, table.event))


def test_it_goes_once_all_is_sent_and_pages_hear_of_both_but_pads_of_neither() -> None:
    table = make_table()

    def revisions() -> tuple[int, int]:
        return Event.objects.values_list("revision", "outline").get(pk=table.event_id)

    before, entries = revisions(), AuditEntry.objects.count()
    says(table, ANA, 1)
    kept = revisions()
    says(table, ANA, 1, seconds=90)
    assert revisions() == kept
    says(table, ANA, 0)
    gone = revisions()
    assert before[0] < kept[0] == kept[1] < gone[0] == gone[1]
    assert shown(table) is None and not UnsentDeals.objects.exists()
    says(table, BRUNO, 0)
    assert revisions() == gone
    table.refresh_from_db()
    assert table.shown_revision <= before[0] and AuditEntry.objects.count() == entries


def test_a_table_that_has_ended_is_shown_as_long_as_a_phone_keeps_a_deal_of_it() -> None:
    table = make_table()
    says(table, ANA, 1)
    end_table(table_id=table.pk, actor=SYSTEM)
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now() - timedelta(hours=3))
    assert shown(table)
    says(table, ANA, 0)
    assert shown(table) is None


@pytest.mark.parametrize("wrong", [{"count": -1}, {"seconds": -1}, {"count": "2"}, {"phone": "x"}, {"phone": None}])
def test_what_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    table = make_table()
    assert send(table, {"phone": ANA, "count": 1, "seconds": 60} | wrong).status_code == 422
    assert not UnsentDeals.objects.exists()


def test_nobody_fills_the_desk_with_phones_that_are_none_nor_with_ages() -> None:
    table = make_table()
    for _ in range(25):
        says(table, str(uuid.uuid4()), 99999, seconds=10**12)
    assert UnsentDeals.objects.count() == 20
    unsent = shown(table)
    assert unsent and unsent.deals == 20 * 999
    assert timezone.now() - unsent.since < timedelta(days=3)
