"""Where a table's phone leads once nothing more is played at it."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_table
from tests.tournament_scenes import begun, finish_round, next_round

pytestmark = pytest.mark.django_db


def boot_of(table: Any, client: Client) -> Any:
    page = client.get(f"/pad/{table.pad_links.latest('pk').token}/").content.decode()
    found = re.search(r'<script id="pad-boot"[^>]*>(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("vilnius", "Players are placed by points per announcement made."),
        ("protean", "Players are placed by what they had reached."),
    ],
)
def test_a_pad_says_by_what_a_closed_table_is_placed(client: Client, game: str, sentence: str) -> None:
    assert boot_of(make_table(game=game), client)["strings"]["status_closed_hint"] == sentence


def test_a_table_that_is_over_leads_to_the_standings_and_to_who_plays_where_next(client: Client) -> None:
    event = begun(4)
    table = next_round(event)[0]
    assert boot_of(table, client)["state"]["next"] == []
    finish_round(event)
    assert boot_of(table, client)["state"]["next"] == []
    tables = next_round(event)
    at = {seat.entrant_id: (each.round.number, each.number) for each in tables for seat in each.seats.all()}
    boot = boot_of(table, client)
    assert boot["results"] == f"/events/{event.pk}/"
    assert [(each["seat"], each["round"], each["table"]) for each in boot["state"]["next"]] == [
        (seat.index, *at[seat.entrant_id]) for seat in table.seats.order_by("index")
    ]
