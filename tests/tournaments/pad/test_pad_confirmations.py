"""Confirmations and proposals over the pad's secret links, and what the pages say of them."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.confirmation_scenes import CONFIRMED, DISPUTED, ask, change, correction, later, say, table_to_confirm, won_by
from tests.factories import make_member, pad_token
from tests.phone.engine import whole
from tests.tournament_scenes import finish_table, make_tournament, next_round, start
from tournaments.audit import Actor
from tournaments.models import Deal, Member, ProposedCorrection, Table
from tournaments.services.table.confirmations import rule

pytestmark = pytest.mark.django_db

Json = dict[str, Any]


def address(table: Table, seat: int | None, path: str) -> str:
    return f"/pad/{pad_token(table, seat)}/{path}"


def post(table: Table, seat: int | None, path: str, **data: Any) -> Any:
    table.refresh_from_db()
    body = {"base_revision": table.revision} | data
    return Client().post(address(table, seat, path), json.dumps(body), content_type="application/json")


def state(table: Table, seat: int | None) -> Json:
    answer: Json = Client().get(address(table, seat, "state/")).json()
    return answer


def correct_over(table: Table, seat: int, path: str = "deals/1/", **data: Any) -> Any:
    return post(table, seat, path, client_id=str(uuid.uuid4()), **data)


def test_another_seat_confirms_a_deal_and_every_phone_knows_by_whom() -> None:
    table = table_to_confirm("deal", deals=1, ended=False)
    answer = post(table, 1, "confirmation/", verdict="confirmed", deals=[{"number": 1, "version": 1}])
    assert answer.status_code == 200
    assert answer.json()["state"]["deals"][0]["opinion"] == "confirmed"
    (told,) = whole(state(table, 2))[0]["deals"]
    assert (told["by"], told["opinion"], told["opinion_by"], told["may_confirm"]) == (
        "Ana",
        "confirmed",
        "Bruno",
        False,
    )


@pytest.mark.parametrize(
    ("seat", "may_confirm", "may_dispute"), [(None, False, True), (0, False, True), (1, True, True)]
)
@pytest.mark.parametrize("mode", ["table", "deal"])
def test_a_phone_is_told_what_it_may_say(mode: str, seat: int | None, may_confirm: bool, may_dispute: bool) -> None:
    (told,) = whole(state(table_to_confirm(mode, deals=1), seat))
    said = told["opinion"] if mode == "table" else told["deals"][0]
    assert (said["may_confirm"], said["may_dispute"], said["may_withdraw"]) == (may_confirm, may_dispute, False)


@pytest.mark.parametrize("mode", ["table", "deal"])
def test_a_phone_is_told_what_its_seat_has_said(mode: str) -> None:
    table = table_to_confirm(mode, deals=1)
    say(table, CONFIRMED, 1, *([1] if mode == "deal" else []))
    told = [whole(state(table, seat))[0] for seat in (None, 0, 1)]
    assert [each["opinion"]["said"] if mode == "table" else each["deals"][0]["said"] for each in told] == [
        "",
        "",
        "confirmed",
    ]


def test_who_disputes_is_told_that_he_may_take_it_back_and_nobody_else_may_confirm() -> None:
    table = table_to_confirm("table")
    assert post(table, 2, "confirmation/", verdict="disputed", reason=" deal 2 was mine ").status_code == 200
    told = {seat: state(table, seat)["opinion"] for seat in (None, 0, 1, 2)}
    assert [seat for seat, said in told.items() if said["may_withdraw"]] == [2]
    assert [seat for seat, said in told.items() if said["may_confirm"]] == [2]
    assert not any(said["may_dispute"] for said in told.values())
    assert (told[0]["opinion_by"], told[0]["opinion_reason"]) == ("Chiara", "deal 2 was mine")
    assert post(table, 2, "confirmation/", verdict="withdrawn").json()["state"]["opinion"]["state"] == "waiting"


def test_what_cannot_be_said_is_answered_in_words() -> None:
    table = table_to_confirm("table")
    answer = post(table, 0, "confirmation/", verdict="confirmed")
    assert (answer.status_code, answer.json()["error"]) == (422, {"code": "own-entry"})
    assert "another seat" in answer.json()["message"]


@pytest.mark.parametrize(
    "data",
    [
        {"verdict": "perhaps"},
        {},
        {"verdict": "confirmed", "deals": "all"},
        {"verdict": "confirmed", "deals": [1]},
        {"verdict": "confirmed", "deals": [{"number": 1}]},
        {"verdict": "confirmed", "deals": [{"number": "1", "version": 1}]},
        {"verdict": "confirmed", "base_revision": None},
        {"verdict": "disputed", "reason": {"why": 1}},
    ],
)
def test_nonsense_is_refused(data: Json) -> None:
    answer = post(table_to_confirm("table"), 1, "confirmation/", **data)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "malformed")


def test_a_confirmation_of_what_was_corrected_meanwhile_shows_the_correction() -> None:
    table = table_to_confirm("deal", deals=1, ended=False)
    change(table, correction(), 0)
    answer = post(table, 1, "confirmation/", verdict="confirmed", deals=[{"number": 1, "version": 1}])
    assert answer.status_code == 409
    assert [each["number"] for each in answer.json()["changes"]] == [1]


def test_a_correction_that_needs_consent_is_answered_as_a_proposal_in_words() -> None:
    table = table_to_confirm("deal", ended=False)
    say(table, CONFIRMED, 1, 1, 2)
    answer = correct_over(table, 2, payload=won_by(2), reason="it was my pot")
    proposed = answer.json()["proposal"]
    assert answer.status_code == 202
    assert proposed == answer.json()["state"]["proposals"][0]
    facts = {key: proposed[key] for key in ("seat", "by", "reason", "may_agree", "may_withdraw")}
    assert facts == {"seat": 2, "by": "Chiara", "reason": "it was my pot", "may_agree": False, "may_withdraw": True}
    assert (proposed["was"][:10], proposed["becomes"][:11]) == ("Bruno wins", "Chiara wins")
    agreed = post(table, 0, f"proposed-corrections/{proposed['id']}/", answer="agreed").json()["state"]
    first = whole(agreed)[0]["deals"][0]
    assert (agreed["proposals"], first["opinion"], first["by"]) == ([], "confirmed", "Chiara")


def test_voiding_and_correcting_many_are_proposed_in_the_same_way() -> None:
    table = table_to_confirm("table")
    say(table, CONFIRMED, 1)
    voided = correct_over(table, 1, "deals/2/void/")
    exchanged = correct_over(table, 1, "correct-many/", kind="exchange", seats=[1, 2], **{"from": 2})
    forgotten = correct_over(table, 1, "correct-many/", kind="insert", at=1, payload=won_by(0))
    assert [answer.status_code for answer in (voided, exchanged, forgotten)] == [202, 202, 202]
    becomes = [each["becomes"] for each in state(table, 2)["proposals"]]
    assert becomes == [
        "Voided.",
        "From deal 2 on, what was recorded for Bruno was Chiara’s, and the other way round.",
        "A deal was forgotten and comes in as deal 1: announced as winner: Ana",
    ]


def test_who_is_asked_to_agree_sees_every_deal_before_and_after_whole() -> None:
    table = table_to_confirm("table", deals=3)
    say(table, CONFIRMED, 1)
    correct_over(table, 1, payload=won_by(2) | {"folded": [0]})
    correct_over(table, 1, "deals/2/void/")
    correct_over(table, 1, "correct-many/", kind="exchange", seats=[0, 1], **{"from": 2})
    correct_over(table, 1, "correct-many/", kind="insert", at=3, payload=won_by(0))
    was = {number: won_by(1, number=number) for number in (1, 2, 3)}
    exchanged = [{"dealer": 0, "claimed": [0]}, {"dealer": 2, "claimed": [0]}]
    assert [each["deals"] for each in state(table, 2)["proposals"]] == [
        [{"number": 1, "before": was[1], "after": won_by(2) | {"folded": [0]}}],
        [{"number": 2, "before": was[2], "after": None}],
        [{"number": n, "before": was[n], "after": after} for n, after in zip((2, 3), exchanged, strict=True)],
        [{"number": 3, "before": was[3], "after": won_by(0)}, {"number": 4, "before": None, "after": was[3]}],
    ]


def test_a_proposal_sent_again_is_answered_alike() -> None:
    table, sent = table_to_confirm("table"), str(uuid.uuid4())
    say(table, CONFIRMED, 1)
    first, again = (post(table, 1, "deals/1/", client_id=sent, payload=won_by(2)) for _ in range(2))
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json()["proposal"] == again.json()["proposal"]


def test_an_answer_to_nobody_s_proposal_is_not_found() -> None:
    assert post(table_to_confirm("table"), 1, "proposed-corrections/77/", answer="agreed").status_code == 404


def test_an_answer_that_is_none_is_refused() -> None:
    table = table_to_confirm("table")
    say(table, CONFIRMED, 1)
    proposed = change(table, correction(), 1)
    assert isinstance(proposed, ProposedCorrection)
    for given in ("outdated", "", 7):
        assert post(table, 2, f"proposed-corrections/{proposed.pk}/", answer=given).status_code == 422
    assert not Deal.objects.filter(version=2).exists()


def page(name: str, pk: int) -> str:
    return " ".join(Client().get(reverse(name, args=[pk])).content.decode().split())


def test_the_table_s_page_tells_who_entered_who_confirmed_and_what_waits() -> None:
    table = table_to_confirm("deal", deals=3, ended=False, accept=None)
    say(table, CONFIRMED, 1, 1)
    say(table, DISPUTED, 2, 2, reason="that was mine")
    text = page("table", table.pk)
    for words in ("confirmed by Bruno", "disputed by Chiara", "(that was mine)", "to be confirmed", ", Ana"):
        assert words in text
    change(table, correction(2), 1, reason="seen again")
    text = page("table", table.pk)
    assert ", Bruno (seen again)" in text
    assert "disputed by" not in text


def test_the_table_s_page_tells_what_was_accepted_and_what_the_director_settled() -> None:
    table = table_to_confirm("table", accept=10)
    assert "(accepted by itself at" in page("table", table.pk)
    with later(11):
        assert "accepted: nobody disputed it" in page("table", table.pk)
    user = make_member(table.event.club, Member.Role.DIRECTOR, name="rita")
    rule(table_id=table.pk, reason="I saw it", actor=Actor(user=user))
    text = page("table", table.pk)
    assert "settled by the director" in text and "rita" not in text
    assert "(I saw it)" in text


@pytest.mark.parametrize("name", ["tables", "wall"])
def test_the_room_sees_which_table_does_not_count_yet(name: str) -> None:
    table = table_to_confirm("table")
    assert "to be confirmed" in page(name, table.event_id)
    say(table, DISPUTED, 2)
    assert "disputed" in page(name, table.event_id)
    say(table, CONFIRMED, 2)
    text = page(name, table.event_id)
    assert "to be confirmed" not in text
    assert "disputed" not in text


@pytest.mark.parametrize("name", ["event", "wall"])
def test_a_tournament_s_tiles_say_so_too(name: str) -> None:
    event = make_tournament(4)
    ask(event, "table")
    start(event)
    tables = next_round(event)
    assert "to be confirmed" not in page(name, event.pk)
    finish_table(tables[0], winner=0)
    say(tables[0], DISPUTED, 1)
    assert "disputed" in page(name, event.pk)


def test_where_nobody_is_asked_nothing_is_said_of_it() -> None:
    table = table_to_confirm("none")
    for text in (page("table", table.pk), page("event", table.event_id), page("wall", table.event_id)):
        assert "to be confirmed" not in text
        assert "accepted" not in text
