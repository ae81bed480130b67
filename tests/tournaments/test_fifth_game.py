"""A game that the program does not have, played through a night over the pages and the pad's endpoints."""

import json
import random
import uuid
from itertools import islice
from typing import Any, cast

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games import GAMES
from tests.factories import make_club, make_night, seat_table
from tests.scoring.steps import LARGE, STEPS, high
from tournaments.forms.table import deal_form
from tournaments.models import Club, Event, Table
from tournaments.selectors.table.page import table_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fifth_game")]

Json = dict[str, Any]
STAIRS, TRIO, PAIR = ["S1", "M2", "S3"], ["M3", "S3", "M3"], ["S2", "M2", "M3"]
LOW = ["M1", "S2", "M3"]
PLAYERS = ("Ana", "Bruno", "Chiara", "Dovas", "Elena", "Faust", "Giulia", "Henris")


@pytest.fixture
def director(client: Client) -> Client:
    club = make_club()
    client.force_login(club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def open_night(director: Client, *names: str, **options: object) -> Event:
    """The new night's form, who has come, and one table of all."""
    new = reverse("event-new", args=["neris"]) + "?game=steps"
    assert "Ties are shared" in page(director, "event-new", "neris", game="steps")
    answer = director.post(new, {"name": "Steps night", "date": "2026-11-20", **options})
    night = Event.objects.get()
    assert answer.url == reverse("desk", args=[night.pk])
    director.post(reverse("desk-here", args=[night.pk]), {"names": "\n".join(names)})
    seats = {f"seat-{entrant.pk}": "1" for entrant in night.entrants.order_by("player__name")}
    director.post(reverse("desk-seating", args=[night.pk]), {"how": "by-hand", **seats})
    return night


def page(client: Client, name: str, *args: object, **query: object) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return answer.content.decode() if not answer.streaming else b"".join(answer).decode()


def address(table: Table, path: str = "") -> str:
    return f"/pad/{table.pad_links.get().token}/{path}"


def send(table: Table, path: str, payload: object = None, **more: object) -> Any:
    """As the pad sends it, with what it has seen."""
    table.refresh_from_db()
    data = {"client_id": str(uuid.uuid4()), "base_revision": table.revision, "payload": payload} | more
    return Client().post(address(table, path), json.dumps(data), content_type="application/json")


def deal(*hands: list[str], dealer: int = 0, **more: object) -> Json:
    return {"dealer": dealer, "hands": {str(seat): hand for seat, hand in enumerate(hands)}, **more}


def scores(answer: Any) -> list[float]:
    assert answer.status_code == 200, answer.content
    return [seat["score"] for seat in told(answer)["seats"]]


def told(answer: Any) -> Json:
    """What is new by a deal, or by a correction how the whole table stands."""
    said: Json = answer.json()
    return said.get("news") or said["state"]


@pytest.fixture
def table(director: Client) -> Table:
    return open_night(director, *PLAYERS[:2], length="deals", length_count="3").tables.get()


def test_the_pad_gets_the_game_its_cards_and_its_words(table: Table):
    boot = Client().get(address(table)).context["boot"]
    assert boot["game"] == STEPS.descriptor({"deals": 3})
    assert boot["cards"]["M3"] == "Third moon" and boot["undrawn"] == ["S1", "M1", "S2", "M2", "S3", "M3"]
    assert boot["categories"] == {
        "stairs": "Stairs",
        "trio": "Three of a level",
        "pair": "Two of a level",
        "none": "No pyramid",
    }


def test_a_hand_is_read_and_a_deal_looked_at_before_it_is_saved(table: Table):
    hand = send(table, "hand/", hand=["s3", "M2", "S1"]).json()
    assert (hand["category"], hand["name"], hand["pyramid"]) == ("stairs", "Stairs", STAIRS)
    assert (
        send(table, "hand/", hand=STAIRS[:2]).json()["message"] == "A hand has 3 cards, not 2: add or take away cards."
    )
    seen = send(table, "preview/", deal(STAIRS, TRIO)).json()
    assert seen["words"] == "Ana wins: stairs beats three of a level."
    assert not table.deals.exists()


def test_it_is_played_corrected_voided_and_ends(table: Table):
    assert scores(send(table, "deals/", deal(STAIRS, TRIO))) == [1, 0]
    wrong = send(table, "deals/", deal(PAIR, TRIO, claimed=[0]))
    assert wrong.status_code == 422
    assert wrong.json()["message"] == "By the cards the winner is Bruno, the table says Ana. Which is right?"
    too_many = send(table, "deals/", deal(["M1", "M1", "S2"], TRIO)).json()
    assert too_many["message"] == "first moon: 2 shown, the deck has 1. Look at the hands again."
    assert scores(send(table, "deals/", deal(PAIR, TRIO, claimed=[1]))) == [1, 1]
    assert scores(send(table, "deals/2/", deal(STAIRS, TRIO))) == [2, 0]
    assert scores(send(table, "deals/1/void/")) == [1, 0]
    assert scores(send(table, "deals/1/", deal(STAIRS, TRIO))) == [2, 0]
    tied = send(table, "deals/", deal(STAIRS, LOW, dealer=1))
    assert scores(tied) == [2, 0] and told(tied)["playoff"] == {"deal": 3, "seats": [0, 1], "pot": 0}
    over = send(table, "deals/", deal(PAIR, TRIO, dealer=1, playoff_of=3))
    assert scores(over) == [2, 1] and told(over)["finished"]


def test_every_page_of_the_night_shows_it(director: Client, table: Table):
    send(table, "deals/", deal(STAIRS, TRIO))
    send(table, "deals/", deal(PAIR, TRIO, dealer=1))
    send(table, "deals/1/", deal(STAIRS, PAIR))
    night, club = table.event_id, table.event.club.slug
    shown = page(director, "table", table.pk)
    assert "Ana wins: stairs beats two of a level." in shown and 'aria-label="third sun"' in shown
    assert "Steps (12 cards)" in shown and "3 deals a table" in shown and "corrected" in shown
    assert "Ana" in page(director, "wall", night) and "Steps (12 cards)" in page(director, "event", night)
    assert "2/3" in page(director, "desk", night)
    assert "data:image" in page(director, "table-card", table.pk) or "<svg" in page(director, "table-card", table.pk)
    log = page(director, "event-log", night)
    assert "first sun, second moon, third sun" in log
    assert "S1" in page(director, "event-log-jsonl", night)
    send(table, "deals/", deal(STAIRS, TRIO))
    assert Table.objects.get().status == "finished"
    assert page(director, "club", club).count("Steps (12 cards)") > 1
    assert "Stairs beat three of a level" in page(director, "rules-game", "steps")
    assert "Steps (12 cards)" in page(director, "rules")


def test_the_director_corrects_a_deal_on_the_page(director: Client, table: Table):
    send(table, "deals/", deal(STAIRS, TRIO))
    form = page(director, "table-correct", table.pk, deal=1)
    assert 'value="S1 M2 S3"' in form
    assert "folded-0" not in form and "paid-0" not in form and "quarry" not in form


def test_eight_sit_at_one_table(director: Client):
    table = open_night(director, *PLAYERS).tables.get()
    assert table.seats.count() == 8
    answer = send(table, "deals/", deal(STAIRS, LOW, ["M2", "S2", "M3"], ["S3", "M3", "S3"]))
    assert answer.json()["message"] == "The cards of Elena, Faust, Giulia and Henris are missing: enter them, or fold."


def test_its_option_decides_whether_a_tie_is_shared(director: Client):
    night = open_night(director, *PLAYERS[:3], ties_are_shared="on")
    assert "a tie is shared" in page(director, "event", night.pk)
    answer = send(night.tables.get(), "deals/", deal(STAIRS, LOW, ["M2", "S2", "M3"]))
    assert scores(answer) == [0.5, 0.5, 0]
    assert told(answer)["deal"]["words"] == "Ana and Bruno share the pot: stairs."


@pytest.mark.parametrize("size", [2, 10])
@pytest.mark.parametrize("seats", [2, 8])
def test_any_hands_of_any_deck_are_entered_on_pad_and_page(
    director: Client, monkeypatch: pytest.MonkeyPatch, size: int, seats: int
):
    """Two to ten cards of up to two hundred, for two to eight players, in a game that has no words yet."""
    game = high(size)
    monkeypatch.setitem(cast("dict[str, object]", GAMES), game.key, game)
    night = make_night(club=Club.objects.get(), game=game.key, names=PLAYERS[:seats])
    table = seat_table(night, *PLAYERS[:seats])
    boot = Client().get(address(table)).context["boot"]
    assert (boot["game"]["hand_size"], sum(card["copies"] for card in boot["game"]["deck"])) == (size, 200)
    assert boot["cards"]["E9"] == "E9" and len(boot["undrawn"]) == 50
    dealt = iter(random.Random(size).sample(list(LARGE.copies), LARGE.size, counts=LARGE.copies.values()))
    hands = {str(seat): list(islice(dealt, size)) for seat in range(seats)}
    payload = {"dealer": 0, "hands": hands, "quarry": list(islice(dealt, seats))}
    assert sum(scores(send(table, "deals/", payload))) in (0, 1)  # a tie counts for nobody yet
    shown_page = table_page(table.pk)
    form = deal_form(shown_page, deal=shown_page.deals[0].deal)
    shown = {
        field.html_name: str(value) for field in form if (value := field.value()) is not None and value is not False
    }
    posted = deal_form(shown_page, data=shown)
    assert posted.is_valid() and posted.as_payload() == payload
