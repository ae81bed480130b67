"""What is large goes out compressed, once; what is small or streamed as it is."""

import gzip
import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import deal, make_table, pad_token, whole_vilnius_game
from tournaments.models import Table

pytestmark = pytest.mark.django_db

TAKES = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def table() -> Table:
    table = make_table(seats=2)
    for payload in whole_vilnius_game(2)[:30]:
        deal(table, payload)
    return table


def test_a_pad_and_its_state_are_compressed_for_browsers_that_take_it(client: Client, table: Table) -> None:
    for path in ("", "state/"):
        address = f"/pad/{pad_token(table)}/{path}"
        plain, packed = client.get(address), client.get(address, headers=TAKES)
        assert (plain.get("Content-Encoding"), packed["Content-Encoding"]) == (None, "gzip")
        assert (plain["Vary"], int(packed["Content-Length"])) == (packed["Vary"], len(packed.content))
        assert len(packed.content) < len(plain.content) / 2
        assert b"Ana" in gzip.decompress(packed.content)


def test_a_saved_deal_is_answered_as_it_is(client: Client, table: Table) -> None:
    data = {"client_id": str(uuid.uuid4()), "base_revision": 99, "payload": whole_vilnius_game(2)[30]}
    body = json.dumps(data)
    address = f"/pad/{pad_token(table)}/deals/"
    answer: Any = client.post(address, body, content_type="application/json", headers=TAKES)
    assert (answer.status_code, answer.get("Content-Encoding")) == (200, None)
    assert answer.json()["deal"]["number"] == 31


def test_what_a_page_has_is_known_again_though_it_was_compressed(client: Client, table: Table) -> None:
    asked = TAKES | {"HX-Request": "true"}
    address = reverse("event", args=[table.event_id])
    first = client.get(address, headers=asked)
    assert (first["Content-Encoding"], first["ETag"][:2]) == ("gzip", "W/")
    assert client.get(address, headers=asked | {"If-None-Match": first["ETag"]}).status_code == 304
    deal(table, whole_vilnius_game(2)[30])
    assert client.get(address, headers=asked | {"If-None-Match": first["ETag"]}).status_code == 200
