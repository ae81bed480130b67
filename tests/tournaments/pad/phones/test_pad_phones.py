"""Several phones at one table: which deal each takes its own for, and which seat speaks."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from tests.factories import announce, correct, make_table, pad_token
from tournaments.audit import SYSTEM
from tournaments.models import Table
from tournaments.services.night import exchange_seats
from tournaments.services.table.life import renew_pad_link

pytestmark = pytest.mark.django_db


def send(client: Client, table: Table, payload: object, **more: object) -> Any:
    data = {"client_id": str(uuid.uuid4()), "payload": payload, **more}
    address = f"/pad/{table.pad_links.get().token}/deals/"
    return client.post(address, json.dumps(data), content_type="application/json")


def test_the_same_deal_from_two_phones_is_one(client: Client) -> None:
    table = make_table()
    base = table.revision
    first = send(client, table, announce(1, 3, 3), base_revision=base, number=1).json()
    second = send(client, table, announce(1, 3, 3, trump=None), base_revision=base, number=1)
    assert (second.status_code, second.json()["deal"]) == (200, first["deal"])
    assert [each.payload for each in table.deals.all()] == [announce(1, 3, 3)]


def test_another_version_of_the_same_deal_is_shown_before_anything_is_overwritten(client: Client) -> None:
    table = make_table()
    base = table.revision
    answer = send(client, table, announce(1, 3, 3), base_revision=base, number=1).json()
    current = answer["deal"]["revision"]
    second = send(client, table, announce(1, 3, 2), base_revision=current, number=1)
    told = second.json()
    assert (second.status_code, told["number"], told["changes"][0]["payload"]) == (409, 1, announce(1, 3, 3))
    assert [each.payload for each in table.deals.all()] == [announce(1, 3, 3)]


def test_a_seat_has_an_address_of_its_own_that_dies_with_the_tables(client: Client) -> None:
    table = make_table()
    own = f"/pad/{pad_token(table, 1)}/"
    assert client.get(own + "state/").json()["me"] == 1
    body = {"client_id": str(uuid.uuid4()), "base_revision": table.event.revision, "payload": announce(1, 3, 3)}
    client.post(own + "deals/", json.dumps(body), content_type="application/json")
    assert table.deals.get().seat == 1
    assert table.audit_entries.first().seat == 1
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    assert client.get(own).status_code == 404


@pytest.mark.parametrize("forged", ["{}.2", "{}.2.", "{}.2.00000000000000000000", "{}.x.1", "{}."])
def test_no_seat_address_can_be_guessed_from_the_tables(client: Client, forged: str) -> None:
    token = make_table().pad_links.get().token
    assert client.get(f"/pad/{forged.format(token)}/").status_code == 404


def test_a_players_own_address_goes_with_him_to_another_chair(client: Client) -> None:
    table = make_table()
    own = f"/pad/{pad_token(table, 0)}/state/"
    ana, bruno = table.seats.order_by("index")
    exchange_seats(event_id=ana.table.event_id, first_id=ana.pk, second_id=bruno.pk, actor=SYSTEM)
    assert client.get(own).json()["me"] == 1


def test_a_correction_of_a_version_that_is_not_the_newest_is_shown_the_newer_one(client: Client) -> None:
    table = make_table()
    first = send(client, table, announce(1, 3, 3), base_revision=table.revision).json()["deal"]
    path = f"/pad/{pad_token(table)}/deals/1/"

    def correct(taken: int, **more: object) -> Any:
        table.refresh_from_db()
        body = {"client_id": str(uuid.uuid4()), "base_revision": table.revision, "payload": announce(1, 3, taken)}
        return client.post(path, json.dumps(body | more), content_type="application/json")

    assert correct(2, version=first["version"]).status_code == 200
    late = correct(1, version=1)
    assert (late.status_code, late.json()["changes"][0]["payload"]["taken"]) == (409, 2)
    same = correct(2, version=1)
    assert (same.status_code, same.json()["deal"]["version"]) == (200, 2)
    assert [each.payload["taken"] for each in table.deals.all()] == [3, 2]


def test_a_phones_own_deal_whose_answer_it_has_not_had_is_no_news_to_it(client: Client) -> None:
    table = make_table()
    base, first = table.revision, str(uuid.uuid4())
    send(client, table, announce(1, 3, 3), base_revision=base, number=1, client_id=first)
    next_one = send(client, table, announce(0, 2, 2), base_revision=base, number=2, after=first)
    assert (next_one.status_code, next_one.json()["deal"]["number"]) == (200, 2)
    undone = {"client_id": str(uuid.uuid4()), "base_revision": base, "version": 1, "after": first}
    path = f"/pad/{pad_token(table)}/deals/1/void/"
    answer = client.post(path, json.dumps(undone), content_type="application/json")
    assert answer.status_code == 409, "deal 2 came after what this knew of"


def test_what_another_phone_did_after_a_phones_own_deal_is_shown_before_its_next_one_is_saved(client: Client) -> None:
    table = make_table()
    base, first = table.revision, str(uuid.uuid4())
    send(client, table, announce(1, 3, 3), base_revision=base, number=1, client_id=first)
    correct(table, 1, announce(1, 3, 2))
    told = send(client, table, announce(0, 2, 2), base_revision=base, number=2, after=first)
    assert (told.status_code, [each["number"] for each in told.json()["changes"]]) == (409, [1])
    strange = send(client, table, announce(0, 2, 2), base_revision=base, number=2, after="x")
    assert (strange.status_code, strange.json()["error"]["code"]) == (422, "malformed")
    assert table.deals.count() == 2


def test_a_deal_is_voided_before_its_answer_has_come(client: Client) -> None:
    table = make_table()
    base, first = table.revision, str(uuid.uuid4())
    send(client, table, announce(1, 3, 3), base_revision=base, number=1, client_id=first)
    undone = {"client_id": str(uuid.uuid4()), "base_revision": base, "version": 1, "after": first}
    path = f"/pad/{pad_token(table)}/deals/1/void/"
    assert client.post(path, json.dumps(undone), content_type="application/json").status_code == 200
