"""What no pad sends, and what a pad sends that fits no longer: answered in words, never with an error page."""

import json

import pytest
from django.test import Client

from tests.factories import announce, deal, make_table
from tournaments.models import Deal, Table

pytestmark = pytest.mark.django_db

TIE = {"dealer": 0, "claimed": [0, 1]}
PLAYOFF = {"dealer": 0, "claimed": [1], "playoff_of": 1}


def address(table: Table, path: str) -> str:
    return f"/pad/{table.pad_links.get().token}/{path}"


@pytest.mark.parametrize("path", ["deals/", "deals/1/", "deals/1/void/", "dealer/", "hand/", "preview/"])
def test_a_form_in_parts_is_no_deal(path: str) -> None:
    table = make_table()
    strict = Client(enforce_csrf_checks=True)
    token = strict.get(address(table, "")).context["boot"]["csrf"]
    response = strict.post(address(table, path), {"csrfmiddlewaretoken": token, "payload": "{}"})
    assert response.status_code == 422
    assert response.json()["error"] == {"code": "malformed", "field": "body"}
    assert not Deal.objects.exists()


def test_a_preview_tells_the_later_deal_that_a_correction_would_break(client: Client) -> None:
    table = make_table(game="colonial-italian", rules={"cards": "optional"})
    deal(table, TIE)
    deal(table, PLAYOFF)
    question = json.dumps({"payload": {"dealer": 0, "claimed": [0]}, "number": 1})
    response = client.post(address(table, "preview/"), question, content_type="application/json")
    assert response.status_code == 422
    assert response.json()["message"].startswith("Deal 2 would no longer fit: “announced as winner: Bruno”")


@pytest.mark.parametrize("trump", [{"a": 1}, ["H"], "X", 7, True])
def test_no_trump_makes_a_table_unreadable_where_trumps_are_not_recorded(client: Client, trump: object) -> None:
    table = make_table(rules={"record_trump": False})
    question = {"client_id": "0" * 32, "base_revision": 99, "payload": announce(1, 3, 3, trump=trump)}
    saved = client.post(address(table, "deals/"), json.dumps(question), content_type="application/json")
    assert saved.status_code in (200, 422)
    assert client.get(address(table, "state/")).status_code == 200
    assert client.get(f"/tables/{table.pk}/").status_code == 200


@pytest.mark.parametrize("depth", [9, 480, 900])
@pytest.mark.parametrize("path", ["deals/", "deals/1/"])
def test_what_nests_deeper_than_any_deal_is_none(client: Client, path: str, depth: int) -> None:
    table = make_table()
    deal(table, announce(1, 3, 3))
    nested = '{"a":' * depth + "1" + "}" * depth
    question = f'{{"client_id": "{"0" * 32}", "base_revision": 0, "number": 1, "payload": {nested}}}'
    response = client.post(address(table, path), question, content_type="application/json")
    assert response.status_code == 422
    assert response.json()["error"] == {"code": "malformed", "field": "body"}
    assert Deal.objects.count() == 1


def test_the_address_of_a_seat_that_no_table_has_opens_nothing(client: Client) -> None:
    token = make_table().pad_links.get().token
    for seat in ("9" * 5000, "-1", "", "0"):
        assert client.get(f"/pad/{token}.{seat}.{'0' * 20}/").status_code == 404


def test_no_secret_address_gets_into_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    table = make_table()
    question = json.dumps({"client_id": "0" * 32, "base_revision": 99, "payload": announce(1, 7, 3)})
    assert client.post(address(table, "deals/"), question, content_type="application/json").status_code == 422
    assert client.get(address(table, "deals/")).status_code == 405
    assert caplog.text == ""
