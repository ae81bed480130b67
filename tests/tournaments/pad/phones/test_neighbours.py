"""The hand of a player with a phone is entered by a neighbour only when the player agrees or says nothing."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import NAMES, make_night, pad_token, recorded, seat_table
from tests.tournaments.pad.phones.test_own_hands import ANA, BRUNO, CHIARA, Json, refused, send, showdown, state
from tournaments.audit import SYSTEM
from tournaments.codes import claim_code
from tournaments.models import Claim, Event, SeatPhone, Table
from tournaments.services.night import exchange_seats
from tournaments.services.table.life import adjourn_table, resume_table

pytestmark = pytest.mark.django_db

JSON = "application/json"


def about_phone(client: Client, table: Table, by: int | None, **said: Any) -> Any:
    """What the phone of the seat `by` says of itself, or asks of another's."""
    return client.post(f"/pad/{pad_token(table, by)}/own/phone/", json.dumps(said), content_type="application/json")


def phones(client: Client, table: Table, seat: int) -> list[Json]:
    told: list[Json] = state(client, table, seat)["own"]["phones"]
    return told


def bruno_has_a_phone(client: Client) -> Table:
    """Ana has entered her hand; Chiara has no phone."""
    table = showdown()
    assert about_phone(client, table, 1, act="here").status_code == 200
    send(client, table, 0, cards=ANA)
    return table


def test_the_hand_of_who_has_a_phone_is_entered_or_folded_by_nobody_else(client: Client) -> None:
    table = bruno_has_a_phone(client)
    assert refused(send(client, table, 0, seat=1, folded=True)) == "seat-has-phone"
    assert refused(send(client, table, 0, seat=1, cards=BRUNO)) == "seat-has-phone"
    assert phones(client, table, 0) == [
        {"seat": 0, "asked_by": None, "for_all": False, "free": False},
        {"seat": 1, "asked_by": None, "for_all": False, "free": False},
    ]
    assert send(client, table, 0, seat=2, folded=True).status_code == 200
    assert send(client, table, 1, cards=BRUNO).status_code == 200
    assert recorded(table) == {1: {"dealer": 0, "folded": [2], "hands": {"0": ANA, "1": BRUNO}}}


def test_a_phone_at_one_table_is_none_at_the_next(client: Client) -> None:
    night = make_night(names=NAMES[:6], game="colonial-italian")
    first, second = seat_table(night, *NAMES[:3]), seat_table(night, *NAMES[3:6])
    send(client, first, 1, cards=BRUNO)
    assert [phone["seat"] for phone in phones(client, first, 0)] == [1]
    assert phones(client, second, 0) == []


def test_a_neighbour_enters_the_hand_once_its_player_agrees_and_for_that_deal_only(client: Client) -> None:
    table = bruno_has_a_phone(client)
    about_phone(client, table, 0, act="ask", seat=1, number=1)
    assert phones(client, table, 1)[1] == {"seat": 1, "asked_by": 0, "for_all": False, "free": False}
    assert refused(send(client, table, 0, seat=1, folded=True)) == "seat-has-phone"
    about_phone(client, table, 1, act="refuse", number=1)
    assert phones(client, table, 0)[1]["asked_by"] is None
    assert refused(send(client, table, 0, seat=1, folded=True)) == "seat-has-phone"
    about_phone(client, table, 0, act="ask", seat=1, number=1)
    about_phone(client, table, 1, act="agree", number=1)
    assert phones(client, table, 0)[1] == {"seat": 1, "asked_by": None, "for_all": False, "free": True}
    assert send(client, table, 0, seat=1, folded=True).status_code == 200
    assert send(client, table, 0, seat=2, folded=True).status_code == 200
    send(client, table, 0, cards=ANA)
    assert refused(send(client, table, 0, seat=1, folded=True)) == "seat-has-phone"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"folded": [1], "hands": {"0": ANA, "2": CHIARA}}, "hand-of-another"),
        ({"hands": {"0": ANA, "1": CHIARA, "2": BRUNO}}, "hand-of-another"),
        ({"hands": {"0": ANA, "1": BRUNO[::-1], "2": CHIARA}}, None),
        ({"folded": [0], "hands": {"1": BRUNO, "2": CHIARA}}, None),
    ],
)
def test_a_neighbour_who_enters_all_hands_says_of_none_otherwise_than_its_player_did(
    client: Client, said: Json, code: str | None
) -> None:
    table = bruno_has_a_phone(client)
    send(client, table, 1, cards=BRUNO)
    answer = client.post(f"/pad/{pad_token(table, 0)}/deals/", deal_sent(client, table, said), content_type=JSON)
    assert (answer.status_code == 200 or refused(answer)) == (code or True)
    assert len(recorded(table)) == (0 if code else 1)


def test_the_tables_own_phone_enters_everything(client: Client) -> None:
    table = bruno_has_a_phone(client)
    send(client, table, 1, cards=BRUNO)
    sent = deal_sent(client, table, {"folded": [1], "hands": {"0": ANA, "2": CHIARA}})
    assert client.post(f"/pad/{pad_token(table)}/deals/", sent, content_type=JSON).status_code == 200


def deal_sent(client: Client, table: Table, said: Json) -> str:
    seen = {"client_id": str(uuid4()), "base_revision": state(client, table, 0)["revision"]}
    return json.dumps(seen | {"payload": {"dealer": 0, "folded": [], **said}})


def test_a_phone_that_answers_nothing_for_so_long_as_the_director_says_is_passed_over(client: Client) -> None:
    table = bruno_has_a_phone(client)
    Event.objects.update(silence_minutes=3)
    about_phone(client, table, 0, act="ask", seat=1, number=1)

    def asked_so_long_ago(minutes: float) -> None:
        SeatPhone.objects.update(asked_at=timezone.now() - timedelta(minutes=minutes))

    asked_so_long_ago(2.9)
    about_phone(client, table, 0, act="ask", seat=1, number=1)  # asking again does not begin anew
    assert refused(send(client, table, 0, seat=1, folded=True)) == "seat-has-phone"
    asked_so_long_ago(3)
    assert phones(client, table, 0)[1]["free"] is True
    assert send(client, table, 0, seat=1, cards=BRUNO).status_code == 200
    assert send(client, table, 1, seat=1, cards=CHIARA, seen=1).status_code == 200, "they are back"
    assert phones(client, table, 0)[1] == {"seat": 1, "asked_by": None, "for_all": False, "free": False}


def test_only_a_seats_own_phone_asks_and_answers_and_only_for_a_hand(client: Client) -> None:
    table = bruno_has_a_phone(client)
    answers = [
        about_phone(client, table, None, act="here"),
        about_phone(client, table, 1, act="ask", seat=0, number=1),
        about_phone(client, table, 0, act="ask", seat=7, number=1),
        about_phone(client, table, 0, act="dance", number=1),
    ]
    assert [each.status_code for each in answers] == [422] * 4
    assert refused(answers[0]) == "seat-needed"
    assert refused(answers[1]) == "own-hand-first"
    about_phone(client, table, 2, act="agree", number=1)
    assert not SeatPhone.objects.exclude(agreed_number=None).exists(), "nobody has asked"


def test_who_has_entered_their_hand_is_not_asked_ahead_of_the_next_deal(client: Client) -> None:
    table = bruno_has_a_phone(client)
    send(client, table, 1, cards=BRUNO)
    assert refused(about_phone(client, table, 0, act="ask", seat=1, number=1)) == "seat-of-another"
    assert not SeatPhone.objects.exclude(asked_at=None).exists()


@pytest.mark.parametrize("agrees", [True, False])
def test_what_was_asked_before_a_table_was_adjourned_lets_nobody_enter_a_hand_after(
    client: Client, *, agrees: bool
) -> None:
    table = bruno_has_a_phone(client)
    about_phone(client, table, 0, act="ask", seat=1, number=1)
    if agrees:
        about_phone(client, table, 1, act="agree", number=1)
    SeatPhone.objects.filter(seat__index=1).exclude(asked_at=None).update(asked_at=timezone.now() - timedelta(days=7))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    resume_table(table_id=table.pk, event_id=table.event_id, actor=SYSTEM)
    send(client, table, 0, cards=ANA)
    assert phones(client, table, 0)[1] == {"seat": 1, "asked_by": None, "for_all": False, "free": False}
    assert refused(send(client, table, 0, seat=1, folded=True)) == "seat-has-phone"


def test_the_phone_of_who_changed_tables_is_no_longer_at_that_one(client: Client) -> None:
    night = make_night(names=NAMES[:6], game="colonial-italian")
    first, second = seat_table(night, *NAMES[:3]), seat_table(night, *NAMES[3:6])
    about_phone(client, first, 1, act="here")
    places = [first.seats.get(index=1).pk, second.seats.get(index=0).pk]
    exchange_seats(event_id=night.pk, first_id=places[0], second_id=places[1], actor=SYSTEM)
    assert not SeatPhone.objects.exists()


def send_whole(client: Client, table: Table, by: int | None, **said: Any) -> Any:
    """All hands from the phone of this seat."""
    sent = deal_sent(client, table, said or {"folded": [1], "hands": {"0": ANA, "2": CHIARA}})
    return client.post(f"/pad/{pad_token(table, by)}/deals/", sent, content_type=JSON)


def test_who_enters_all_hands_has_those_asked_who_have_phones(client: Client) -> None:
    table = bruno_has_a_phone(client)
    answer = send_whole(client, table, 0)
    assert refused(answer) == "players-asked"
    assert answer.json()["error"]["seats"] == [1]
    assert recorded(table) == {}
    assert phones(client, table, 1)[1] == {"seat": 1, "asked_by": 0, "for_all": True, "free": False}


def test_who_lets_neighbours_enter_their_hands_is_asked_no_more_until_they_enter_one_themselves(client: Client) -> None:
    table = bruno_has_a_phone(client)
    send_whole(client, table, 0)
    about_phone(client, table, 1, act="agree", number=1)
    assert send_whole(client, table, 0).status_code == 200
    assert send_whole(client, table, 0).status_code == 200
    for seat, cards in enumerate((ANA, BRUNO, CHIARA)):
        send(client, table, seat, cards=cards)
    assert recorded(table).keys() == {1, 2, 3}
    assert refused(send_whole(client, table, 0)) == "players-asked"


def test_who_will_not_have_it_is_asked_again(client: Client) -> None:
    table = bruno_has_a_phone(client)
    send_whole(client, table, 0)
    about_phone(client, table, 1, act="refuse", number=1)
    assert phones(client, table, 1)[1]["asked_by"] is None
    assert refused(send_whole(client, table, 0)) == "players-asked"
    assert phones(client, table, 1)[1]["asked_by"] == 0


def test_all_hands_are_taken_once_who_was_asked_has_been_silent_for_long(client: Client) -> None:
    table = bruno_has_a_phone(client)
    send_whole(client, table, 0)
    SeatPhone.objects.exclude(asked_at=None).update(asked_at=timezone.now() - timedelta(minutes=2))
    assert send_whole(client, table, 0).status_code == 200
    assert send_whole(client, table, 0).status_code == 200, "they are still silent"


def test_a_hand_that_a_player_let_a_neighbour_enter_needs_no_second_word_when_the_last_hand_makes_the_deal(
    client: Client,
) -> None:
    table = bruno_has_a_phone(client)
    about_phone(client, table, 0, act="ask", seat=1, number=1)
    SeatPhone.objects.exclude(asked_at=None).update(asked_at=timezone.now() - timedelta(minutes=2))
    send(client, table, 0, seat=1, folded=True)
    about_phone(client, table, 1, act="refuse", number=1)
    assert send(client, table, 2, cards=CHIARA).status_code == 200
    assert recorded(table).keys() == {1}


FOLDS_BRUNO = {"dealer": 0, "folded": [1], "hands": {"0": ANA, "2": CHIARA}}


def send_about(client: Client, table: Table, path: str, **said: Any) -> Any:
    """From Ana's phone."""
    seen = {"client_id": str(uuid4()), "base_revision": state(client, table, 0)["revision"]}
    return client.post(f"/pad/{pad_token(table, 0)}/{path}", json.dumps(seen | said), content_type=JSON)


def test_a_claim_is_put_before_the_director_who_alone_records_it_whoever_has_a_phone(client: Client) -> None:
    table = bruno_has_a_phone(client)
    claimed = send_about(client, table, "claim/", payload={**FOLDS_BRUNO, "claimed": [2]}, reason="seen by all")
    assert claimed.status_code == 200, claimed.content
    ruled = send_about(client, table, "claim/", code=claim_code(Claim.objects.get()))
    assert ruled.status_code == 200, ruled.content
    assert recorded(table).keys() == {1}


def test_a_claim_says_of_no_hand_otherwise_than_its_player_did(client: Client) -> None:
    table = bruno_has_a_phone(client)
    send(client, table, 1, cards=BRUNO)
    claimed = send_about(client, table, "claim/", payload={**FOLDS_BRUNO, "claimed": [2]}, reason="seen by all")
    assert refused(claimed) == "hand-of-another"


def test_for_a_deal_that_was_forgotten_players_with_phones_are_asked_too(client: Client) -> None:
    table = bruno_has_a_phone(client)
    send(client, table, 1, cards=BRUNO)
    send(client, table, 2, folded=True)
    SeatPhone.objects.filter(seat__index=2).delete()
    forgotten = {"kind": "insert", "at": 1, "payload": FOLDS_BRUNO}
    assert refused(send_about(client, table, "correct-many/", **forgotten)) == "players-asked"
    assert phones(client, table, 1)[1] == {"seat": 1, "asked_by": 0, "for_all": True, "free": False}
    about_phone(client, table, 1, act="agree", number=2)
    assert send_about(client, table, "correct-many/", **forgotten).status_code == 200
    assert len(recorded(table)) == 2


def test_what_one_neighbour_was_let_enter_for_a_player_no_other_contradicts(client: Client) -> None:
    table = bruno_has_a_phone(client)
    about_phone(client, table, 0, act="ask", seat=1, number=1)
    SeatPhone.objects.exclude(asked_at=None).update(asked_at=timezone.now() - timedelta(minutes=2))
    send(client, table, 0, seat=1, cards=BRUNO)
    about_phone(client, table, 1, act="refuse", number=1)
    assert refused(send_whole(client, table, 2)) == "players-asked"
    assert send_whole(client, table, 2, hands={"0": ANA, "1": BRUNO, "2": CHIARA}).status_code == 200


@pytest.mark.parametrize("for_all", [True, False])
def test_a_player_who_says_no_takes_back_what_they_agreed_to(client: Client, *, for_all: bool) -> None:
    table = bruno_has_a_phone(client)
    if for_all:
        send_whole(client, table, 0)
    for act in ("agree", "refuse"):
        about_phone(client, table, 0, act="ask", seat=1, number=1)
        about_phone(client, table, 1, act=act, number=1)
    assert refused(send_whole(client, table, 0)) == "players-asked"
