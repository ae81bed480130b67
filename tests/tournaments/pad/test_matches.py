"""Pads of a match of several games: the phones and the code of one game lead to the next."""

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import correct, deal, pad_token
from tests.tournament_scenes import begun, next_round
from tournaments.audit import SYSTEM
from tournaments.models import Table
from tournaments.services.stage.rulings import decide_places

pytestmark = pytest.mark.django_db


def a_match(games: int = 3) -> tuple[Table, Table]:
    """Two games, of which the first has been won by its seat 0."""
    (first,) = next_round(begun(2, stages=[("swiss", {"rounds": 1, "games": games})]))
    deal(first, {"dealer": 0, "claimed": [0]})
    first.refresh_from_db()
    return first, Table.objects.get(round=first.round_id, game=2)


def state(client: Client, token: str) -> dict[str, object]:
    answer = client.get(f"/pad/{token}/state/")
    assert answer.status_code == 200
    return dict(answer.json())


def test_the_code_of_the_table_opens_the_game_that_is_played_now(client):
    first, second = a_match()
    assert client.get(f"/pad/{pad_token(first)}/").url == f"/pad/{pad_token(second)}/"
    assert client.get(f"/pad/{pad_token(second)}/").status_code == 200


def test_a_seats_own_code_opens_the_same_players_seat(client):
    first, second = a_match()
    assert client.get(f"/pad/{pad_token(first, 0)}/").url == f"/pad/{pad_token(second, 1)}/"


def test_a_pad_is_told_the_score_where_to_go_on_and_where_the_game_before_is(client):
    first, second = a_match()
    assert state(client, pad_token(first, 0))["match"] == {
        "game": 1,
        "games": 3,
        "extra": 0,
        "decided": "wins",
        "wins": ["1", "0"],
        "over": False,
        "go": f"/pad/{pad_token(second, 1)}/",
        "back": None,
    }
    told = state(client, pad_token(second))["match"]
    assert told["wins"] == ["0", "1"]  # by its own seats
    assert (told["go"], told["back"]) == (None, f"/pad/{pad_token(first)}/")


def test_the_phone_that_saves_the_last_deal_learns_of_the_next_game_at_once(client):
    (first,) = next_round(begun(2, stages=[("swiss", {"rounds": 1, "games": 3})]))
    sent = {
        "payload": {"dealer": 0, "claimed": [0]},
        "client_id": str(uuid.uuid4()),
        "base_revision": 10**6,
        "number": 1,
    }
    answer = client.post(f"/pad/{pad_token(first)}/deals/", sent, content_type="application/json").json()
    second = Table.objects.get(round=first.round_id, game=2)
    assert answer["news"]["match"]["go"] == f"/pad/{pad_token(second)}/"


def test_an_earlier_game_stays_open_to_be_looked_at_and_corrected(client):
    first, _second = a_match()
    assert client.get(f"/pad/{pad_token(first)}/?stay").status_code == 200


def test_a_phone_at_a_game_that_was_taken_back_is_led_to_the_one_that_goes_on(client):
    first, second = a_match()
    token = pad_token(second)
    correct(first, 1, None)
    assert state(client, token)["match"]["go"] == f"/pad/{pad_token(first)}/"
    assert client.get(f"/pad/{token}/").url == f"/pad/{pad_token(first)}/"


def test_a_match_that_is_over_leads_nowhere(client):
    first, second = a_match()
    deal(second, {"dealer": 0, "claimed": [1]})
    told = state(client, pad_token(second))["match"]
    assert (told["over"], told["go"], told["wins"]) == (True, None, ["0", "2"])
    assert client.get(f"/pad/{pad_token(first)}/").status_code == 200


def test_a_save_costs_no_more_in_a_match_than_alone(client):
    """But for the deal that ends a game."""
    counts = []
    for games in (1, 3):
        event = begun(2, stages=[("swiss", {"rounds": 1, "games": games})], rules={"deals": 3, "cards": "optional"})
        (table,) = next_round(event)
        address = f"/pad/{pad_token(table)}/deals/"
        for number in (1, 2):
            facts = {"client_id": str(uuid.uuid4()), "base_revision": 10**6, "number": number}
            with CaptureQueriesContext(connection) as queries:
                sent = facts | {"payload": {"dealer": number - 1, "claimed": [0]}}
                assert client.post(address, sent, content_type="application/json").status_code == 200
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


def test_a_tied_game_is_half_a_game_for_each(client):
    (first,) = next_round(begun(2, stages=[("swiss", {"rounds": 1, "games": 2})]))
    decide_places(table_id=first.pk, places=[1, 1], reason="", actor=SYSTEM)
    second = Table.objects.get(round=first.round_id, game=2)
    deal(second, {"dealer": 0, "claimed": [0]})
    assert state(client, pad_token(second))["match"]["wins"] == ["1½", "½"]
