"""What was changed is undone for a minute, on the pads and at the desk; what was voided stays in view."""

import json
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.confirmation_scenes import CONFIRMED, director, later, say, table_to_confirm, won_by
from tests.factories import announce, correct, deal, make_member, make_table, pad_token, recorded
from tests.tournament_scenes import finish_table, make_tournament, next_round, start
from tests.tournaments.pad.test_pad import ANA, BRUNO, showdown
from tournaments.models import AuditEntry, Deal, Member, Table
from tournaments.services.stage.rulings import decide_places, lift_ruling

pytestmark = pytest.mark.django_db

FIRST, SECOND = announce(1, 3, 3), announce(0, 2, 2)


def post(table: Table, path: str, **data: Any) -> Any:
    table.refresh_from_db()
    body = {"client_id": str(uuid.uuid4()), "base_revision": table.revision} | data
    return Client().post(f"/pad/{pad_token(table)}/{path}", json.dumps(body), content_type="application/json")


def undo(table: Table, **data: Any) -> Any:
    table.refresh_from_db()
    return post(table, "undo/", **({"revision": table.revision} | data))


def code_of(answer: Any) -> str:
    assert answer.status_code == 422 and answer.json()["message"]
    return str(answer.json()["error"]["code"])


@pytest.fixture
def table() -> Table:
    table = make_table()
    deal(table, FIRST)
    deal(table, SECOND)
    return table


CHANGES = {
    "exchange": {"kind": "exchange", "seats": [0, 1], "from": 1},
    "insert": {"kind": "insert", "at": 1, "payload": announce(1, 1, 1)},
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_change_of_several_deals_is_undone_in_one_step_and_that_again(table: Table, kind: str) -> None:
    before = recorded(table)
    changed = post(table, "correct-many/", **CHANGES[kind])
    assert changed.status_code == 200
    after = recorded(table)
    undone = undo(table, revision=changed.json()["deal"]["revision"])
    assert undone.status_code == 200
    assert {number: payload for number, payload in recorded(table).items() if payload} == before
    assert undo(table, revision=undone.json()["deal"]["revision"]).status_code == 200
    assert recorded(table) == after
    assert AuditEntry.objects.filter(action="change-undone").count() == 2
    entry = AuditEntry.objects.filter(action="change-undone").earliest("pk")
    assert {each["deal"] for each in entry.before["deals"]} == {each["deal"] for each in entry.after["deals"]}


def test_a_voided_deal_says_again_what_it_said_before_an_exchange(table: Table) -> None:
    correct(table, 1, None)
    changed = post(table, "correct-many/", **CHANGES["exchange"])
    assert undo(table, revision=changed.json()["deal"]["revision"]).status_code == 200
    assert recorded(table) == {1: None, 2: SECOND}
    (voided, _) = Client().get(f"/pad/{pad_token(table)}/state/").json()["deals"]
    assert voided["payload"] == FIRST


def test_an_undoing_sent_again_is_one(table: Table) -> None:
    post(table, "deals/2/void/")
    table.refresh_from_db()
    same = {"client_id": str(uuid.uuid4()), "revision": table.revision}
    answers = [post(table, "undo/", **same).json()["deal"] for _ in range(2)]
    assert answers[0] == answers[1]
    assert Deal.objects.filter(number=2).count() == 3


def test_after_a_minute_a_deal_is_corrected_and_not_undone(table: Table) -> None:
    post(table, "deals/2/void/")
    with later(1.1):
        assert code_of(undo(table)) == "undo-late"
    assert Deal.objects.filter(number=2).count() == 2


def test_what_was_recorded_since_is_not_passed_over(table: Table) -> None:
    post(table, "deals/2/void/")
    table.refresh_from_db()
    change = table.revision
    deal(table, SECOND)
    assert code_of(undo(table, revision=change)) == "undo-overtaken"
    assert recorded(table) == {1: FIRST, 2: SECOND}


def test_a_pad_undoes_nothing_that_takes_another_seat_s_consent() -> None:
    table = table_to_confirm("table")
    correct(table, 1, won_by(2))
    say(table, CONFIRMED, 1)
    assert code_of(undo(table)) == "consent-needed"


def test_what_the_director_changed_no_pad_undoes(table: Table) -> None:
    correct(table, 1, announce(1, 3, 2), actor=director(table))
    assert code_of(undo(table)) == "directors-word"
    assert recorded(table) == {1: announce(1, 3, 2), 2: SECOND}


def test_what_a_program_changed_a_pad_undoes_as_what_another_pad_did(table: Table) -> None:
    correct(table, 1, announce(1, 3, 2), actor=replace(director(table), pad_link=table.pad_links.get()))
    assert undo(table).status_code == 200
    assert recorded(table) == {1: FIRST, 2: SECOND}


UPHELD = showdown(claimed=[1], override="shown too late")


@pytest.mark.parametrize(
    ("path", "facts"),
    [
        ("undo/", {}),
        ("deals/1/void/", {}),
        ("deals/1/", {"payload": showdown()}),
        ("correct-many/", {"kind": "exchange", "seats": [0, 1], "from": 1}),
    ],
)
def test_no_pad_takes_a_ruling_of_the_director_away(path: str, facts: dict[str, Any]) -> None:
    table = make_table(game="colonial-italian")
    deal(table, UPHELD)
    table.refresh_from_db()
    assert code_of(post(table, path, **{"revision": table.revision} | facts)) == "directors-word"
    assert recorded(table) == {1: UPHELD}


@pytest.mark.parametrize("path", ["undo/", "deals/1/void/", "deals/1/"])
def test_a_table_on_whose_end_the_director_has_ruled_is_changed_by_no_pad(path: str) -> None:
    event = make_tournament(4)
    start(event)
    table = next_round(event)[0]
    finish_table(table, winner=0)
    decide_places(table_id=table.pk, places=[2, 1], reason="slow play", actor=director(table))
    table.refresh_from_db()
    sent = {"revision": table.deals.get().revision, "payload": {"dealer": 0, "claimed": [1]}}
    assert code_of(post(table, path, **sent)) == "correction-closed"
    table.refresh_from_db()
    assert (table.status, table.deals.count()) == ("finished", 1)
    assert Client().get(f"/pad/{pad_token(table)}/state/").json()["opinion"]["right"] == "closed"
    lift_ruling(table_id=table.pk, reason="", actor=director(table))
    assert post(table, "deals/1/", payload={"dealer": 0, "claimed": [1]}).status_code == 200


def test_a_pad_undoes_its_own_change_beside_a_ruling() -> None:
    table = make_table(game="colonial-italian")
    deal(table, UPHELD)
    forgotten = post(table, "correct-many/", kind="insert", at=1, payload=showdown())
    assert forgotten.status_code == 200
    assert undo(table).status_code == 200
    assert recorded(table) == {1: UPHELD, 2: None}


def directing(table: Table) -> Client:
    client = Client()
    client.force_login(make_member(table.event.club, Member.Role.DIRECTOR, name=uuid.uuid4().hex))
    return client


def table_page(client: Client, table: Table) -> Any:
    return client.get(reverse("table", args=[table.pk]))


def at_the_desk(client: Client, table: Table) -> Any:
    """Tap Undo as the table's page offers it."""
    form = table_page(client, table).context["undo"]
    return client.post(reverse("table-undo", args=[table.pk]), form.initial, follow=True)


def void(client: Client, table: Table, number: int) -> Any:
    table.refresh_from_db()
    asked = {"step": "void", "deal": number, "revision": table.revision}
    return client.post(reverse("table-correct", args=[table.pk]), asked, follow=True)


def test_the_director_undoes_what_they_voided_and_that_again(table: Table) -> None:
    client = directing(table)
    page = " ".join(void(client, table, 1).content.decode().split())
    assert "Deal 1 was changed just now." in page
    assert "Undone." in at_the_desk(client, table).content.decode()
    assert recorded(table) == {1: FIRST, 2: SECOND}
    at_the_desk(client, table)
    assert recorded(table) == {1: None, 2: SECOND}
    assert table.deals.filter(number=1, user=None).count() == 1


def test_visitors_are_offered_no_undoing_and_nobody_after_a_minute(table: Table) -> None:
    client = directing(table)
    assert table_page(client, table).context["undo"] is None
    void(client, table, 1)
    assert "changed just now" not in table_page(Client(), table).content.decode()
    with later(1.1):
        assert table_page(client, table).context["undo"] is None


def test_an_undoing_that_comes_too_late_says_so(table: Table) -> None:
    client = directing(table)
    void(client, table, 1)
    offered = table_page(client, table).context["undo"].initial
    deal(table, FIRST)
    answer = client.post(reverse("table-undo", args=[table.pk]), offered, follow=True)
    assert "Something else was recorded or changed since" in answer.content.decode()
    assert recorded(table)[1] is None


def test_a_deal_that_was_voided_says_what_it_was_wherever_it_is_shown(table: Table) -> None:
    correct(table, 1, None)
    client = directing(table)
    for name in ("table", "table-correct"):
        page = client.get(reverse(name, args=[table.pk])).content.decode()
        assert "<s>Bruno 3 → 3</s>" in page


def test_its_cards_stay_in_view() -> None:
    table = make_table(game="colonial-italian")
    deal(table, showdown())
    correct(table, 1, None)
    page = Client().get(reverse("table", args=[table.pk])).content.decode()
    assert all(f"#{card}" in page for card in {*ANA, *BRUNO})
