"""Each phone its own hand: face down until all are in, then the deal that they make."""

import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import announce, correct, deal, make_table, pad_token, recorded
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Contribution, Event, Table
from tournaments.selectors.night.wall import opened_deal
from tournaments.services.table.confirmations import set_confirmation
from tournaments.services.table.life import adjourn_table, resume_table

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
ANA = ["P3", "P3", "P3", "P2", "P2", "P1"]
BRUNO = ["G3", "G3", "O3", "G2", "O2", "O2"]
CHIARA = ["O3", "O3", "G3", "G3", "G2", "O2"]
SAID = {"cards", "folded", "paid", "announced", "trump"}
PROTEAN = ["GOF", "GOF", "GOR", "SIF", "BRF", "EMF"]


def showdown(seats: int = 3, game: str = "colonial-italian", **rules: object) -> Table:
    return make_table(seats=seats, game=game, rules=rules)


def state(client: Client, table: Table, seat: int | None) -> Json:
    told: Json = client.get(f"/pad/{pad_token(table, seat)}/state/").json()
    return told


def send(client: Client, table: Table, by: int | None, **facts: Any) -> Any:
    """From the phone of the seat `by`, of its own hand where no other seat is named."""
    table.refresh_from_db()
    number = table.deals.values("number").distinct().count() + 1
    usual = {"client_id": str(uuid.uuid4()), "base_revision": table.revision, "number": number, "seat": by, "seen": 0}
    said = {name: facts.pop(name) for name in SAID & facts.keys()}
    body = json.dumps(usual | facts | {"said": said})
    return client.post(f"/pad/{pad_token(table, by)}/own/", body, content_type="application/json")


def refused(answer: Any) -> str:
    assert answer.status_code == 422, answer.content
    code: str = answer.json()["error"]["code"]
    return code


def test_hands_are_face_down_until_the_last_is_in_and_then_they_are_the_deal(client: Client) -> None:
    table = showdown()
    send(client, table, 0, cards=ANA)
    send(client, table, 1, cards=BRUNO)
    assert recorded(table) == {}
    send(client, table, 2, cards=CHIARA)
    hands = {"0": ANA, "1": BRUNO, "2": CHIARA}
    assert recorded(table) == {1: {"dealer": 0, "folded": [], "hands": hands}}
    told = state(client, table, 1)
    assert told["deals"][0]["payload"]["hands"] == hands
    assert (told["own"]["number"], told["own"]["in"], told["own"]["mine"]) == (2, [], None)


@pytest.mark.parametrize("seat", [1, 2, None])
def test_nobody_is_told_another_hand_before_all_are_open(client: Client, seat: int | None) -> None:
    table = showdown()
    send(client, table, 0, cards=ANA)
    send(client, table, 1, cards=BRUNO)
    token = pad_token(table, seat)
    told = [client.get(f"/pad/{token}/{path}").content.decode() for path in ("state/", "")]
    told += [
        client.get(f"/tables/{table.pk}/").content.decode(),
        json.dumps(list(AuditEntry.objects.values("after")), default=str),
    ]
    own = state(client, table, seat)["own"]
    assert [each["seat"] for each in own["in"]] == [0, 1]
    assert own["open"] is None
    assert (own["mine"] or {}).get("cards") == (BRUNO if seat == 1 else None)
    assert not any('"P3", "P3"' in text or '"P3","P3"' in text for text in told)


def test_the_stream_tells_the_tables_phones_that_there_is_news_and_nothing_more(client: Client) -> None:
    table = showdown()
    before = Event.objects.get()
    send(client, table, 0, cards=ANA)
    after = Event.objects.get()
    assert after.revision == before.revision + 1
    assert (after.outline, after.pads_revision) == (before.outline, before.pads_revision)
    table.refresh_from_db()
    assert (table.pad_revision, table.revision) == (after.revision, before.revision)
    assert not AuditEntry.objects.filter(revision=after.revision).exists()


def test_a_hand_is_replaced_by_its_owner_until_it_is_open_and_every_version_is_kept(client: Client) -> None:
    table = showdown()
    send(client, table, 0, cards=BRUNO)
    assert refused(send(client, table, 0, cards=ANA)) == "hand-newer"
    send(client, table, 0, cards=ANA, seen=1)
    assert state(client, table, 0)["own"]["mine"] == {"version": 2, "cards": ANA, "folded": False, "paid": None}
    assert [each.said["cards"] for each in Contribution.objects.all()] == [BRUNO, ANA]


def test_a_hand_that_is_sent_again_is_the_same_hand(client: Client) -> None:
    table, sent = showdown(seats=2), str(uuid.uuid4())
    for _ in range(2):
        assert send(client, table, 0, cards=ANA, client_id=sent).status_code == 200
    last = str(uuid.uuid4())
    for _ in range(2):
        assert send(client, table, 1, cards=BRUNO, client_id=last, number=1).status_code == 200
    assert (Contribution.objects.count(), len(recorded(table))) == (2, 1)


def test_for_a_player_without_a_phone_another_enters_who_has_entered_his_own(client: Client) -> None:
    table = showdown()
    assert refused(send(client, table, 0, seat=2, cards=CHIARA)) == "own-hand-first"
    send(client, table, 0, cards=ANA)
    send(client, table, 0, seat=2, cards=CHIARA)
    assert refused(send(client, table, 0, seat=2, cards=CHIARA)) == "hand-newer"
    send(client, table, 1, cards=BRUNO)
    assert set(recorded(table)[1]["hands"]) == {"0", "1", "2"}  # type: ignore[index]


def test_nobody_changes_or_folds_what_another_has_entered_himself(client: Client) -> None:
    table = showdown()
    send(client, table, 0, cards=ANA)
    send(client, table, 1, cards=BRUNO)
    assert refused(send(client, table, 0, seat=1, seen=1, folded=True)) == "seat-of-another"
    assert refused(send(client, table, None, seat=2, cards=CHIARA)) == "seat-needed"


def test_who_folds_or_does_not_show_is_out_of_the_showdown(client: Client) -> None:
    table = showdown()
    send(client, table, 0, cards=ANA)
    send(client, table, 1, cards=BRUNO)
    send(client, table, 0, seat=2, folded=True)
    assert recorded(table) == {1: {"dealer": 0, "folded": [2], "hands": {"0": ANA, "1": BRUNO}}}


def test_the_last_one_left_wins_and_his_hand_stays_face_down(client: Client) -> None:
    table = showdown()
    send(client, table, 0, cards=ANA)
    send(client, table, 1, folded=True)
    send(client, table, 2, folded=True)
    assert recorded(table) == {1: {"dealer": 0, "folded": [1, 2]}}
    assert refused(send(client, table, 0, seat=0, number=2, folded=True, cards=["X9"], seen=7)) == "hand-newer"


def test_hands_that_cannot_be_together_lie_open_until_one_is_mended(client: Client) -> None:
    table = showdown(seats=2)
    capstone = ["CAP", "P3", "P3", "P2", "P2", "P3"]
    send(client, table, 0, cards=capstone)
    send(client, table, 1, cards=capstone)
    own = state(client, table, 0)["own"]
    assert own["open"]["hands"] == {"0": capstone, "1": capstone}
    assert recorded(table) == {}
    send(client, table, 1, cards=BRUNO, seen=1)
    assert set(recorded(table)) == {1}


def test_a_hand_that_is_none_of_this_deck_is_refused_and_changes_nothing(client: Client) -> None:
    table = showdown()
    assert refused(send(client, table, 0, cards=ANA[:5])) == "hand-size"
    assert refused(send(client, table, 0, cards=["CAP", "CAP", *ANA[:4]])) == "too-many-copies"
    assert refused(send(client, table, 0, cards=[*ANA[:5], "X9"])) == "unknown-card"
    assert refused(send(client, table, 0, seat=5, cards=ANA)) == "seat-unknown"
    assert not Contribution.objects.exists()


def test_a_hand_for_a_deal_that_another_phone_has_recorded_comes_too_late(client: Client) -> None:
    table = showdown(seats=2)
    deal(table, {"dealer": 0, "folded": [1]})
    answer = send(client, table, 0, cards=ANA, number=1)
    assert answer.status_code == 409
    assert answer.json()["state"]["own"]["number"] == 2
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    assert refused(send(client, table, 0, cards=ANA)) == "table-adjourned"


def test_a_deal_that_was_taken_back_is_played_with_new_hands(client: Client) -> None:
    table = showdown(seats=2)
    send(client, table, 0, cards=ANA)
    send(client, table, 1, cards=BRUNO)
    correct(table, 1, None)
    assert state(client, table, 0)["own"]["in"] == []
    send(client, table, 0, cards=BRUNO, number=1)
    send(client, table, 1, cards=ANA, number=1)
    assert recorded(table)[1]["hands"] == {"0": BRUNO, "1": ANA}  # type: ignore[index]


def test_hands_do_not_come_back_when_the_deal_before_was_taken_back_and_another_was_played(client: Client) -> None:
    table = showdown(seats=2)
    deal(table, {"dealer": 0, "folded": [1]})
    send(client, table, 0, cards=ANA)
    correct(table, 1, {"dealer": 0, "folded": [0]})
    assert [each["seat"] for each in state(client, table, 0)["own"]["in"]] == [0]
    correct(table, 1, None)
    deal(table, {"dealer": 0, "folded": [1]})
    assert state(client, table, 0)["own"]["in"] == []
    send(client, table, 1, cards=BRUNO, number=2)
    assert set(recorded(table)) == {1}
    send(client, table, 0, cards=CHIARA, number=2)
    assert recorded(table)[2]["hands"] == {"0": CHIARA, "1": BRUNO}  # type: ignore[index]


def test_after_an_adjournment_the_deal_is_played_with_new_hands(client: Client) -> None:
    table = showdown(seats=2)
    send(client, table, 0, cards=ANA)
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    resume_table(table_id=table.pk, event_id=table.event_id, actor=SYSTEM)
    assert state(client, table, 0)["own"]["mine"] is None
    send(client, table, 1, cards=BRUNO)
    assert recorded(table) == {}
    assert send(client, table, 0, cards=CHIARA).status_code == 200
    assert recorded(table)[1]["hands"] == {"0": CHIARA, "1": BRUNO}  # type: ignore[index]


def test_with_cubits_each_says_what_he_has_put_in(client: Client) -> None:
    table = showdown(seats=2, score="cubits")
    assert refused(send(client, table, 0, cards=ANA)) == "paid-invalid"
    send(client, table, 0, cards=ANA, paid=5)
    assert recorded(table) == {}
    send(client, table, 1, folded=True, paid=3)
    assert recorded(table) == {1: {"dealer": 0, "folded": [1], "paid": {"0": 5, "1": 3}}}


def test_the_quarry_lies_open_and_completes_the_deal(client: Client) -> None:
    table = showdown(seats=2, game="protean")
    send(client, table, 0, cards=PROTEAN)
    send(client, table, 1, cards=PROTEAN[::-1])
    assert recorded(table) == {}
    assert refused(send(client, table, 0, seat=None, cards=["GOC", "SIC", "RUC"])) == "quarry-size"
    send(client, table, 0, seat=None, cards=["GOC", "SIC"])
    assert recorded(table)[1]["quarry"] == ["GOC", "SIC"]  # type: ignore[index]


def test_the_wall_tells_for_a_minute_what_the_phones_have_opened(client: Client) -> None:
    table = showdown(seats=2)
    opened = f"/events/{table.event_id}/wall/opened/"
    assert opened in client.get(f"/events/{table.event_id}/wall/").content.decode()
    send(client, table, 0, cards=ANA)
    assert client.get(opened).content.strip() == b""
    send(client, table, 1, cards=BRUNO)
    told = client.get(opened).content.decode()
    assert "Ana wins: perfect full pyramid in purple beats level 2." in told
    assert told.count("<svg") == 6
    assert opened_deal(table.event_id, now=timezone.now() + timedelta(minutes=2)) is None
    deal(table, {"dealer": 1, "folded": [1]})
    assert "Ana wins: perfect" in client.get(opened).content.decode()
    correct(table, 1, None)
    assert client.get(opened).content.strip() == b""


def test_what_was_opened_is_drawn_once_for_all_walls(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = showdown(seats=2)
    for seat, hand in enumerate((ANA, BRUNO)):
        send(client, table, seat, cards=hand)
    instant = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: instant)  # what is kept is drawn again in the next minute
    walls = (Client(headers={"HX-Request": "true"}) for _ in range(2))
    first = next(walls).get(f"/events/{table.event_id}/wall/opened/")
    with django_assert_num_queries(2):  # who may see it, and the version
        second = next(walls).get(f"/events/{table.event_id}/wall/opened/")
    assert b"Ana wins" in first.content
    assert first.content == second.content


def test_a_deal_that_is_replayed_face_down_is_told_on_the_wall_too(client: Client) -> None:
    table = showdown(seats=2)
    phones = [client, Client()]
    for winner, other in ((ANA, BRUNO), (BRUNO, ANA)):
        send(phones[0], table, 0, cards=winner, number=1)
        send(phones[1], table, 1, cards=other, number=1)
        told = client.get(f"/events/{table.event_id}/wall/opened/").content.decode()
        assert ("Ana wins" if winner is ANA else "Bruno wins") in told
        correct(table, 1, None)


def test_another_seat_confirms_what_was_opened(client: Client) -> None:
    table = showdown(seats=2)
    mode = Event.ConfirmationMode.DEAL
    set_confirmation(event_id=table.event_id, mode=mode, accept_minutes=10, correction_minutes=30, actor=SYSTEM)
    phones = [client, Client()]
    send(phones[0], table, 0, cards=ANA)
    send(phones[1], table, 1, cards=BRUNO)
    may = [state(phones[seat], table, seat)["deals"][0].get("may_confirm", False) for seat in (0, 1)]
    assert may == [True, False]


def test_the_declarer_announces_on_his_own_phone_before_play_and_all_phones_know(client: Client) -> None:
    table = make_table(seats=3)
    assert refused(send(client, table, 0, announced=3, trump="H")) == "out-of-turn"
    assert refused(send(client, table, 0, seat=1, announced=3, trump="H")) == "seat-of-another"
    assert refused(send(client, table, 1, announced=9, trump="H")) == "announcement-range"
    send(client, table, 1, announced=3, trump="H")
    told = [state(client, table, seat)["own"]["open"] for seat in (0, 2, None)]
    assert told == [{"declarer": 1, "announced": 3, "trump": "H"}] * 3
    send(client, table, 1, announced=4, trump="S", seen=1)
    assert state(client, table, 0)["own"]["open"]["announced"] == 4
    deal(table, announce(1, 4, 4, trump="S"))
    assert state(client, table, 0)["own"]["open"] is None


def test_an_announcement_that_the_declarer_takes_back_is_gone_from_all_phones(client: Client) -> None:
    table = make_table(seats=3)
    send(client, table, 1, announced=3, trump="H")
    assert send(client, table, 1, announced=None, trump=None, seen=1).status_code == 200
    assert [state(client, table, seat)["own"]["open"] for seat in (0, 1, 2, None)] == [None] * 4
    send(client, table, 1, announced=2, trump="S", seen=2)
    assert state(client, table, 0)["own"]["open"]["announced"] == 2
