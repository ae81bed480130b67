"""The pad over its secret link: what it is told, what it may send, and how bad input is answered."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    announce,
    correct,
    deal,
    make_member,
    make_night,
    make_table,
    seat_table,
    sign_in,
    whole_vilnius_game,
)
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Deal, Member, Table
from tournaments.services.table.life import adjourn_table, end_table, renew_pad_link, revoke_pad_link

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
ANA = ["P3", "P3", "P3", "P2", "P2", "P2"]
BRUNO = ["G3", "G3", "O3", "G2", "O2", "O2"]
TIED = ["G3", "O3", "O3", "G2", "G2", "O2"]


def address(table: Table, path: str = "") -> str:
    return f"/pad/{table.pad_links.get(revoked_at=None).token}/{path}"


def post(client: Client, table: Table, path: str, data: object) -> Any:
    body = data if isinstance(data, str | bytes) else json.dumps(data)
    return client.post(address(table, path), body, content_type="application/json")


def send(client: Client, table: Table, payload: object, *, path: str = "deals/", **more: object) -> Any:
    table.refresh_from_db()
    data = {"client_id": str(uuid.uuid4()), "base_revision": table.revision, "payload": payload}
    return post(client, table, path, data | more)


def state_at(client: Client, table: Table) -> Json:
    state: Json = client.get(address(table, "state/")).json()
    return state


def showdown(**more: object) -> Json:
    return {"dealer": 0, "folded": [], "hands": {"0": ANA, "1": BRUNO}, **more}


def test_the_page_carries_everything_the_phone_needs_to_start(client: Client) -> None:
    table = make_table(seats=3)
    response = client.get(address(table))
    boot = response.context["boot"]
    assert response.status_code == 200
    assert [seat["name"] for seat in boot["state"]["seats"]] == ["Ana", "Bruno", "Chiara"]
    assert (boot["state"]["turn"], boot["state"]["next_turn"]) == (1, 2)
    assert boot["state"]["table"]["rules"] == {"no_trump": False, "record_trump": True}
    assert boot["unsent"][:3] == ["0 deals not sent", "1 deal not sent", "2 deals not sent"]


def test_the_page_leads_back_to_the_desk_whoever_may_look_at_it_and_nobody_else(client: Client) -> None:
    table = make_table()
    assert client.get(address(table)).context["boot"]["desk"] is None
    sign_in(client, make_member(table.event.club, Member.Role.PLAYER, name="jonas"))
    assert client.get(address(table)).context["boot"]["desk"] is None
    sign_in(client, make_member(table.event.club, Member.Role.SCORER, name="rasa"))
    assert client.get(address(table)).context["boot"]["desk"] == f"/events/{table.event.pk}/desk/"


@pytest.mark.parametrize("path", ["", "state/"])
def test_a_link_that_is_wrong_or_revoked_is_not_found(client: Client, path: str) -> None:
    table = make_table()
    old = address(table, path)
    assert client.get(old).status_code == 200
    assert client.get(f"/pad/guessed/{path}").status_code == 404
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    assert client.get(old).status_code == 404
    new = address(table, path)
    assert client.get(new).status_code == 200
    revoke_pad_link(table_id=table.pk, actor=SYSTEM)
    assert client.get(new).status_code == 404


def test_nothing_can_be_saved_over_a_revoked_link(client: Client) -> None:
    table = make_table()
    old = address(table, "deals/")
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    data = {"client_id": str(uuid.uuid4()), "base_revision": 99, "payload": announce(1, 3, 3)}
    assert client.post(old, data, content_type="application/json").status_code == 404
    assert not Deal.objects.exists()


def test_a_page_from_elsewhere_cannot_save_a_deal() -> None:
    table = make_table()
    strict = Client(enforce_csrf_checks=True)
    assert send(strict, table, announce(1, 3, 3)).status_code == 403
    token = strict.get(address(table)).context["boot"]["csrf"]
    body = json.dumps({"client_id": str(uuid.uuid4()), "base_revision": 99, "payload": announce(1, 3, 3)})
    response = strict.post(
        address(table, "deals/"), body, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert response.status_code == 200


def test_a_saved_deal_is_answered_with_the_sheet_and_written_down_under_the_link(client: Client) -> None:
    table = make_table()
    answer = send(client, table, announce(1, 3, 2, trump="H")).json()
    state = state_at(client, table)
    assert answer["deal"] == {"number": 1, "version": 1, "revision": state["revision"]}
    assert state["seats"][1]["score"] == answer["news"]["seats"][1]["score"] == 8
    assert state["deals"] == [{"number": 1, "payload": announce(1, 3, 2, trump="H")}]
    assert answer["news"]["deal"]["result"] == {"points": 8, "exact": False, "out_of_turn": False}
    assert AuditEntry.objects.get(action="deal").pad_link == table.pad_links.get()


def test_a_resend_is_answered_like_the_first_time(client: Client) -> None:
    table, client_id = make_table(), str(uuid.uuid4())
    first = send(client, table, announce(1, 3, 3), client_id=client_id)
    again = send(client, table, announce(1, 3, 3), client_id=client_id, base_revision=0)
    assert first.json()["deal"] == again.json()["deal"]
    assert Deal.objects.count() == 1


def test_a_phone_that_is_behind_is_told_what_changed(client: Client) -> None:
    table = make_table()
    table.refresh_from_db()
    seen = table.revision
    deal(table, announce(1, 3, 3))
    response = send(client, table, announce(1, 4, 4), base_revision=seen)
    answer = response.json()
    assert response.status_code == 409
    assert [(change["number"], change["words"]) for change in answer["changes"]] == [
        (1, "Bruno announced 3, took 3: 10 points.")
    ]
    assert answer["state"]["turn"] == 0
    assert Deal.objects.count() == 1


def test_a_change_at_another_table_puts_nobody_behind(client: Client) -> None:
    night = make_night()
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    seen = client.get(address(first, "state/")).json()["revision"]
    deal(second, announce(1, 3, 3))
    assert send(client, first, announce(1, 3, 3), base_revision=seen).status_code == 200


def test_a_deal_is_corrected_voided_and_restored_in_new_versions(client: Client) -> None:
    table = make_table()
    send(client, table, announce(1, 3, 3))
    corrected = send(client, table, announce(1, 3, 1), path="deals/1/", reason="miscounted").json()
    assert corrected["deal"] == {"number": 1, "version": 2, "revision": corrected["state"]["revision"]}
    voided = send(client, table, None, path="deals/1/void/").json()["state"]["deals"][0]
    assert voided == {"number": 1, "version": 3, "voided": True, "payload": announce(1, 3, 1)}
    restored = send(client, table, voided["payload"], path="deals/1/").json()["state"]
    assert restored["deals"][0]["version"] == 4
    assert restored["seats"][1]["score"] == 6


def test_a_correction_that_would_break_a_later_quota_is_refused_with_the_deal_it_collides_with(
    client: Client,
) -> None:
    table = make_table()
    for payload in (announce(1, 3, 3), announce(0, 3, 3), announce(1, 6, 5)):
        deal(table, payload)
    response = send(client, table, announce(1, 6, 6), path="deals/1/")
    answer = response.json()
    assert response.status_code == 422
    assert answer["error"]["code"] == "quota-used"
    assert answer["error"]["deal"] == 3
    assert "Deal 3 would no longer fit: “Bruno announced 6, took 5.”" in answer["message"]
    assert answer["field"] == "deal"
    assert Deal.objects.count() == 3


@pytest.mark.parametrize(
    ("payload", "code", "field"),
    [
        (announce(1, 7, 3), "announcement-range", "announced"),
        (announce(1, 3, 7), "tricks-range", "taken"),
        (announce(0, 3, 3), "out-of-turn", "declarer"),
        (announce(5, 3, 3), "seat-unknown", "deal"),
        (announce(1, 3, 3) | {"trump": "X"}, "trump-unknown", "trump"),
        (announce(1, 3, True), "malformed", "taken"),
        (announce(1, 3, 3, colour="red"), "malformed", "deal"),
        ({}, "malformed", "declarer"),
        ([], "malformed", "deal"),
        ("{}", "malformed", "deal"),
        (None, "malformed", "deal"),
        (announce(1, 3, 3, override="x" * 201), "malformed", "claimed"),
    ],
)
def test_what_is_no_deal_is_refused_at_its_field(client: Client, payload: object, code: str, field: str) -> None:
    table = make_table()
    response = send(client, table, payload)
    answer = response.json()
    assert response.status_code == 422
    assert (answer["error"]["code"], answer["field"]) == (code, field)
    assert answer["message"].endswith((".", "?"))
    assert not Deal.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'"deal"', b"\xff\xfe", b"[" * 100_000, b'{"payload": NaN}',
        b'{"reason": "\\u0000"}', b'{"reason": "\\ud800"}',
    ],
)  # fmt: skip
def test_broken_json_is_refused_in_words(client: Client, body: bytes) -> None:
    response = post(client, make_table(), "deals/", body)
    assert response.status_code == 422
    assert response.json()["error"] == {"code": "malformed", "field": "body"}


def test_a_body_of_ten_megabytes_is_refused_in_words(client: Client) -> None:
    response = post(client, make_table(), "deals/", b'{"payload": "' + b"x" * 10_000_000 + b'"}')
    assert response.status_code == 413
    assert "too long" in response.json()["message"]


@pytest.mark.parametrize("more", [{"client_id": "mine"}, {"base_revision": "7"}, {"base_revision": None}])
def test_a_request_without_its_marks_is_refused(client: Client, more: Json) -> None:
    assert send(client, make_table(), announce(1, 3, 3), **more).json()["error"]["code"] == "malformed"


def test_a_deal_that_does_not_exist_cannot_be_corrected(client: Client) -> None:
    response = send(client, make_table(), announce(1, 3, 3), path="deals/99999999999999999999/")
    assert response.status_code == 422
    assert response.json()["error"]["code"] == "deal-unknown"


def test_a_finished_table_takes_corrections_and_no_more_deals(client: Client) -> None:
    table = make_table()
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    response = send(client, table, announce(1, 3, 3))
    assert response.status_code == 422
    assert response.json()["error"]["code"] == "table-finished"
    state = send(client, table, announce(0, 6, 5), path="deals/32/").json()["state"]
    assert state["finished"]
    assert (state["turn"], state["next_turn"]) == (None, None)
    assert [seat["place"] for seat in state["seats"]] == [1, 1]


def test_an_adjourned_table_says_so(client: Client) -> None:
    table = make_table()
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    response = send(client, table, announce(1, 3, 3))
    assert response.status_code == 422
    assert response.json()["message"] == "This table is adjourned. The director can resume it."


def test_a_table_closed_unfinished_shows_its_result(client: Client) -> None:
    table = make_table()
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    state = client.get(address(table, "state/")).json()
    assert (state["table"]["status"], state["turn"]) == ("closed", None)


def test_the_table_cuts_for_the_first_deal_until_one_stands(client: Client) -> None:
    table = make_table(seats=3)
    table.refresh_from_db()
    state = post(client, table, "dealer/", {"seat": 1, "base_revision": table.revision}).json()["state"]
    assert (state["table"]["first_dealer"], state["turn"]) == (1, 2)
    send(client, table, announce(2, 3, 3))
    table.refresh_from_db()
    response = post(client, table, "dealer/", {"seat": 0, "base_revision": table.revision})
    assert response.json()["error"]["code"] == "dealer-fixed"
    response = post(client, table, "dealer/", {"seat": "0", "base_revision": table.revision})
    assert response.json()["error"] == {"code": "malformed", "field": "seat"}


def test_the_last_announcement_of_a_seat_passes_its_turn_on(client: Client) -> None:
    table = make_table(seats=2)
    for payload in whole_vilnius_game(2)[:-2]:
        deal(table, payload)
    state = client.get(address(table, "state/")).json()
    assert (state["turn"], state["next_turn"]) == (1, 0)
    deal(table, whole_vilnius_game(2)[-2])
    state = client.get(address(table, "state/")).json()
    assert (state["turn"], state["next_turn"]) == (0, None)


def test_a_hand_is_named_while_it_is_entered(client: Client) -> None:
    table = make_table(game="colonial-italian")
    answer = post(client, table, "hand/", {"hand": ANA}).json()
    assert answer["category"] == "perfect-2-purple"
    assert answer["name"] == "Perfect level 2 in purple"
    assert sorted(answer["pyramid"]) == ["P2", "P2", "P3", "P3", "P3"]
    assert answer["rest"] == ["P2"]


def test_a_hand_takes_a_card_from_the_quarry(client: Client) -> None:
    table = make_table(game="protean")
    hand = ["GOC", "GOR", "GOR", "GOF", "GOK", "RUF"]
    answer = post(client, table, "hand/", {"hand": hand, "quarry": ["GOK", "SIC"]}).json()
    assert (answer["category"], answer["quarry"]) == ("perfect-grand", "GOK")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"hand": ANA[:5]}, "hand-size"),
        ({"hand": ["P1", "P1", "P1", "P1", "P2", "P3"]}, "too-many-copies"),
        ({"hand": ["X9", *ANA[:5]]}, "unknown-card"),
        ({"hand": [1, 2, 3, 4, 5, 6]}, "malformed"),
        ({}, "malformed"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(client: Client, data: Json, code: str) -> None:
    response = post(client, make_table(game="colonial-italian"), "hand/", data)
    assert response.status_code == 422
    assert response.json()["error"]["code"] == code


def test_there_is_no_hand_to_read_in_vilnius(client: Client) -> None:
    assert post(client, make_table(), "hand/", {"hand": ANA}).status_code == 404


def test_a_preview_tells_the_verdict_and_saves_nothing(client: Client) -> None:
    table = make_table(game="colonial-italian")
    answer = post(client, table, "preview/", {"payload": showdown()}).json()
    assert answer["words"] == "Ana wins: perfect level 2 in purple beats level 2."
    assert answer["deal"]["winners"] == [0]
    assert not Deal.objects.exists()


def test_a_preview_of_a_correction_counts_the_deal_once(client: Client) -> None:
    table = make_table(game="colonial-italian", rules={"deals": 1})
    deal(table, showdown())
    swapped = showdown(hands={"0": BRUNO, "1": ANA})
    assert post(client, table, "preview/", {"payload": swapped, "number": 1}).json()["deal"]["winners"] == [1]
    assert post(client, table, "preview/", {"payload": swapped}).json()["error"]["code"] == "table-finished"
    assert post(client, table, "preview/", {"payload": swapped, "number": "1"}).json()["field"] == "deal"


def test_a_wrong_claim_is_told_and_not_upheld_by_the_pad(client: Client) -> None:
    table = make_table(game="colonial-italian")
    answer = send(client, table, showdown(claimed=[1])).json()
    assert answer["error"] == {"code": "claim-differs", "claimed": [1], "winners": [0], "deal": 1}
    assert answer["field"] == "claimed"
    assert answer["message"] == "By the cards the winner is Ana, the table says Bruno. Which is right?"
    upheld = send(client, table, showdown(claimed=[1], override="shown too late")).json()
    assert upheld["error"] == {"code": "director-needed"}


def test_a_tie_sends_the_pad_straight_to_the_play_off(client: Client) -> None:
    table = make_table(seats=3, game="colonial-visions", rules={"score": "cubits"})
    hands = {"0": BRUNO, "1": TIED, "2": ["P1", "P1", "G1", "G1", "O1", "O1"]}
    tie = showdown(hands=hands, paid={"0": 4, "1": 4, "2": 4})
    state = send(client, table, tie).json()["news"]
    assert state["playoff"] == {"deal": 1, "seats": [0, 1], "pot": 12}
    assert [seat["score"] for seat in state["seats"]] == [0, 0, 0]
    state = send(client, table, {"dealer": 0, "folded": [1], "playoff_of": 1, "paid": {"0": 0, "1": 0}}).json()["news"]
    assert state["playoff"] is None
    assert [seat["score"] for seat in state["seats"]] == [8, -4, -4]


def test_names_with_markup_stay_names(client: Client) -> None:
    night = make_night(names=["<script>alert(1)</script>", "</script><b>Bob</b>"])
    table = seat_table(night, "<script>alert(1)</script>", "</script><b>Bob</b>")
    page = client.get(address(table)).content.decode()
    assert "<script>alert(1)" not in page
    assert "<b>Bob" not in page


@pytest.mark.parametrize("deals", [4, 40])
def test_the_state_costs_the_same_queries_for_any_number_of_deals(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, deals: int
) -> None:
    table = make_table(seats=4)
    for payload in whole_vilnius_game(4)[:deals]:
        deal(table, payload)
    correct(table, 1, None)
    url = address(table, "state/")
    # the link, the table with its event, the seats with their players, the deals with who wrote them,
    # a claim and corrections that wait, the director's messages, what was added to the deal that is played
    with django_assert_num_queries(8):
        answer = client.get(url).json()
    assert len(answer["deals"]) == deals
