"""Correcting several deals from the pad and from the desk: a preview first, then the word."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import announce, correct, deal, make_member, make_table, pad_token, recorded, whole_vilnius_game
from tests.tournament_scenes import finish_table, make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Confirmation, Deal, Event, Member, Table
from tournaments.services.night import finish_event

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
EXCHANGE = {"kind": "exchange", "seats": [0, 2], "from": 2}


def three_deals() -> Table:
    table = make_table(seats=3)
    for payload in (announce(1, 3, 3), announce(2, 2, 1), announce(0, 4, 4)):
        deal(table, payload)
    table.refresh_from_db()
    return table


def from_pad(
    client: Client, table: Table, data: object, *, path: str = "correct-many/", seat: int | None = None
) -> Any:
    address = f"/pad/{pad_token(table, seat)}/{path}"
    table.refresh_from_db()
    first = {"client_id": str(uuid.uuid4()), "base_revision": table.revision}
    body = json.dumps(first | data) if isinstance(data, dict) else data
    return client.post(address, body, content_type="application/json")


def versions(table: Table) -> int:
    return Deal.objects.filter(table=table).count()


def test_the_pad_is_told_what_would_change(client: Client) -> None:
    table = three_deals()
    answer = from_pad(client, table, EXCHANGE | {"preview": True})
    assert (answer.status_code, versions(table)) == (200, 3)
    assert answer.json() == {
        "changes": [
            {
                "number": 2,
                "before": "Chiara announced 2, took 1: 8 points.",
                "after": "Ana announced 2, took 1: 8 points.",
            },
            {
                "number": 3,
                "before": "Ana announced 4, took 4: 10 points.",
                "after": "Chiara announced 4, took 4: 10 points.",
            },
        ],
        "remarks": ["Deals 2 and 3 were then out of turn.", "Then it stands: Ana 8, Bruno 10, Chiara 10."],
        "breaks": [],
    }


def test_the_pad_exchanges_and_gets_the_new_sheet(client: Client) -> None:
    table = three_deals()
    answer = from_pad(client, table, EXCHANGE | {"reason": "we sat wrongly"}, seat=1).json()
    assert answer["deal"] == {"number": 2, "version": 2, "revision": answer["state"]["revision"]}
    assert [seat["score"] for seat in answer["state"]["seats"]] == [8, 10, 10]
    assert (answer["state"]["deals"][1]["reason"], answer["state"]["deals"][1]["seat"]) == ("we sat wrongly", 1)


def test_the_pad_inserts_a_forgotten_deal_once(client: Client) -> None:
    table = three_deals()
    correct(table, 3, None)
    data = {"kind": "insert", "at": 2, "payload": announce(2, 5, 5), "client_id": str(uuid.uuid4())}
    first, again = (from_pad(client, table, data).json() for _ in range(2))
    assert first["deal"] == again["deal"]
    assert [line["number"] for line in again["state"]["deals"] if not line.get("voided")] == [1, 2, 3]


def test_what_breaks_is_answered_in_words_and_not_saved(client: Client) -> None:
    table = make_table(seats=2)
    for payload in (announce(1, 0, 0), announce(0, 6, 6), announce(1, 6, 6)):
        deal(table, payload)
    data = {"kind": "exchange", "seats": [0, 1], "from": 3}
    (sentence,) = from_pad(client, table, data | {"preview": True}).json()["breaks"]
    answer = from_pad(client, table, data)
    assert (answer.status_code, versions(table)) == (422, 3)
    assert answer.json()["message"] == sentence
    assert answer.json()["error"]["code"] == "quota-used"
    assert "Deal 3 would no longer fit" in sentence


def test_a_phone_that_is_behind_is_shown_the_table_first(client: Client) -> None:
    table = three_deals()
    answer = from_pad(client, table, EXCHANGE | {"base_revision": 0})
    assert (answer.status_code, versions(table)) == (409, 3)


@pytest.mark.parametrize(
    "data",
    [
        "no json",
        {},
        {"kind": "swap"},
        {"kind": "exchange", "seats": [0], "from": 1},
        {"kind": "exchange", "seats": [0, 0], "from": 1},
        {"kind": "exchange", "seats": [0, 1, 2], "from": 1},
        {"kind": "exchange", "seats": [0, True], "from": 1},
        {"kind": "exchange", "seats": "01", "from": 1},
        {"kind": "exchange", "seats": [0, 9], "from": 1},
        {"kind": "exchange", "seats": [0, 10**30], "from": 1},
        {"kind": "exchange", "seats": [0, 1], "from": 10**30},
        {"kind": "exchange", "seats": [0, 1]},
        EXCHANGE | {"preview": "yes"},
        EXCHANGE | {"client_id": "x"},
        {"kind": "insert", "at": 2},
        {"kind": "insert", "at": 9, "payload": announce(1, 1, 1)},
        {"kind": "insert", "at": 2, "payload": []},
        {"kind": "insert", "at": 2, "payload": {}},
        {"kind": "insert", "at": 2, "payload": {"declarer": 7, "announced": [], "taken": {}}},
        {"kind": "insert", "at": 2, "payload": {"dealer": 0, "claimed": [0], "override": "x" * 300}},
    ],
)
@pytest.mark.parametrize("preview", [True, False])
def test_what_no_pad_sends_is_answered_in_words(client: Client, data: object, preview: bool) -> None:
    table = three_deals()
    answer = from_pad(client, table, {"preview": preview} | data if isinstance(data, dict) else data)
    if answer.status_code == 200:
        told = answer.json()
        assert preview
        assert told.get("breaks") or data.get("client_id") == "x"  # type: ignore[attr-defined]
    else:
        assert answer.status_code == 422
        assert answer.json()["message"]
    assert versions(table) == 3


def directed(client: Client, table: Table) -> Client:
    owner = table.event.club.members.get(role=Member.Role.OWNER).user
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(table: Table) -> str:
    return reverse("table-correct-many", args=[table.pk])


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def do_it(page: Any, **more: object) -> Json:
    form = page.context["form"]
    return {name: form[name].value() for name in ("change", "revision", "client_id")} | {"step": "apply"} | more


def test_readers_and_strangers_correct_nothing_at_the_desk(client: Client) -> None:
    table = three_deals()
    page = reverse("table", args=[table.pk])
    assert address(table) not in text_of(client.get(page))
    assert client.get(address(table)).status_code == 302
    reader = make_member(table.event.club, Member.Role.READER)
    client.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(address(table)).status_code == 403
    assert address(table) in text_of(directed(client, table).get(page))


def test_an_exchange_is_looked_at_and_then_done(client: Client) -> None:
    table = three_deals()
    page = directed(client, table).post(address(table), {"step": "exchange", "one": 0, "other": 2, "start": 2})
    text = text_of(page)
    assert "Nothing is saved yet" in text
    assert "Ana announced 2, took 1: 8 points." in text
    assert "Deals 2 and 3 were then out of turn." in text
    assert versions(table) == 3
    answer = client.post(address(table), do_it(page, reason="they said so"))
    assert answer.url == reverse("table", args=[table.pk])
    newest = Deal.objects.get(table=table, number=2, version=2)
    assert (newest.payload["declarer"], newest.reason) == (0, "they said so")
    assert newest.user == table.event.club.members.get().user
    client.post(address(table), do_it(page, reason="they said so"))  # tapped twice
    assert versions(table) == 5


def test_a_forgotten_deal_is_entered_looked_at_and_done(client: Client) -> None:
    table = three_deals()
    correct(table, 3, None)
    asked = directed(client, table).get(address(table), {"at": 2})
    assert "Forgotten deal 2" in text_of(asked)
    assert asked.context["form"]["declarer"].value() == 2  # whose turn it was then
    facts = {"step": "insert", "at": 2, "declarer": 2, "announced": 5, "trump": "", "taken": 5}
    wrong = client.post(address(table), facts | {"declarer": 0})
    assert wrong.context["form"].errors == {
        "declarer": ["It is Chiara’s turn, not Ana’s. If it was played like that, choose the declarer."]
    }
    page = client.post(address(table), facts)
    assert "Deal 2 becomes deal 3." in text_of(page)
    assert "Chiara announced 5, took 5: 10 points." in text_of(page)
    client.post(address(table), do_it(page))
    assert recorded(table)[3] == announce(2, 2, 1, out_of_turn=True)


def test_a_forgotten_showdown_has_the_form_of_its_game(client: Client) -> None:
    table = make_table(seats=3, game="colonial-italian", rules={"cards": "optional"})
    deal(table, {"dealer": 0, "claimed": [0]})
    page = directed(client, table).get(address(table), {"at": 1})
    assert [name for name, _ in page.context["form"].seats()] == ["Ana", "Bruno", "Chiara"]
    data = {"step": "insert", "at": 1, "dealer": 2, "claimed-0": "on", "claimed-1": "on"}
    tied = client.post(address(table), data)
    assert tied.context["words"].breaks == ["Deal 1 is a tie: the tied players have to play it off next."]
    page = client.post(address(table), data | {"claimed-0": ""})
    client.post(address(table), do_it(page))
    assert recorded(table)[1] == {"dealer": 2, "claimed": [1]}


def test_what_would_break_is_shown_and_cannot_be_done(client: Client) -> None:
    table = make_table(seats=2)
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    facts = {"step": "insert", "at": 5, "declarer": 1, "announced": 1, "trump": "", "taken": 1}
    page = directed(client, table).post(address(table), facts)
    assert "It cannot be saved like this" in text_of(page)
    assert "would no longer fit" in text_of(page)
    assert "Do it" not in text_of(page)
    answer = client.post(address(table), do_it(page), follow=True)
    assert answer.redirect_chain
    assert versions(table) == 32


def test_choices_that_are_none_stay_on_the_page(client: Client) -> None:
    table = three_deals()
    directed(client, table)
    same = client.post(address(table), {"step": "exchange", "one": 1, "other": 1, "start": 2})
    assert same.context["exchange"].non_field_errors() == ["Choose two different players."]
    idle = client.post(address(table), {"step": "exchange", "one": 1, "other": 2, "start": 3})
    assert "Nothing would change from deal 3 on" in text_of(idle)
    late = client.post(address(table), {"step": "exchange", "one": 1, "other": 2, "start": 9})
    assert list(late.context["exchange"].errors) == ["start"]
    assert list(client.get(address(table), {"at": 9}).context["forgotten"].errors) == ["at"]
    assert versions(table) == 3


def test_a_table_that_changed_meanwhile_is_looked_at_again(client: Client) -> None:
    table = three_deals()
    page = directed(client, table).post(address(table), {"step": "exchange", "one": 0, "other": 2, "start": 2})
    deal(table, announce(1, 1, 1))
    assert "Something changed at this table" in text_of(client.post(address(table), do_it(page), follow=True))
    assert versions(table) == 4


@pytest.mark.parametrize(
    "change",
    [
        "",
        "no json",
        "[" * 9000,
        "[]",
        "{}",
        '{"kind": "exchange", "seats": [0, 0], "from": 1}',
        '{"kind": "insert", "at": NaN, "payload": {}}',
        '{"kind": "insert", "at": 1, "payload": {"override": "\\u0000"}}',
        '{"kind": "insert", "at": 1, "payload": {"override": "\\ud800"}}',
        json.dumps({"kind": "insert", "at": 1, "payload": {"override": "x" * 300}}),
        '{"kind": "insert", "at": 1, "payload": {}}',
        '{"kind": "exchange", "seats": [0, 7], "from": 1}',
    ],
)
def test_a_tampered_correction_saves_nothing(client: Client, change: str) -> None:
    table = three_deals()
    data = {"step": "apply", "change": change, "revision": table.revision, "client_id": uuid.uuid4()}
    assert directed(client, table).post(address(table), data, follow=True).status_code == 200
    assert client.post(address(table), data | {"client_id": "x", "reason": "y" * 300}, follow=True).status_code == 200
    assert versions(table) == 3


def test_where_later_rounds_rest_on_it_the_page_says_so(client: Client) -> None:
    event = make_tournament(4)
    start(event)
    tables = next_round(event)
    for table in tables:
        finish_table(table, winner=0)
    next_round(event)
    data = {"step": "exchange", "one": 0, "other": 1, "start": 1}
    for answer in (directed(client, tables[0]).get(address(tables[0])), client.post(address(tables[0]), data)):
        assert "you see what moves with each" in text_of(answer)
    scorer = Client()
    scorer.force_login(make_member(event.club, Member.Role.SCORER), backend="django.contrib.auth.backends.ModelBackend")
    assert "nothing can be changed here any more. Ask the director." in text_of(scorer.get(address(tables[0])))
    assert from_pad(client, tables[0], {"kind": "exchange", "seats": [0, 1], "from": 1}).status_code == 422
    assert versions(tables[0]) == 1


def test_a_table_without_deals_has_nothing_to_correct(client: Client) -> None:
    table = make_table()
    assert "No deal has been recorded yet" in text_of(directed(client, table).get(address(table)))


def undo(client: Client, table: Table, number: int) -> Any:
    return from_pad(client, table, {}, path=f"deals/{number}/void/")


def status(table: Table) -> str:
    return Table.objects.get(pk=table.pk).status


def test_undoing_the_deal_that_ended_a_game_lets_it_go_on(client: Client) -> None:
    table = make_table(seats=2)
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    assert undo(client, table, 32).json()["state"]["table"]["status"] == "playing"
    again = from_pad(client, table, {"payload": whole_vilnius_game(2)[-1]}, path="deals/").json()
    assert (again["deal"]["number"], again["news"]["status"]) == (32, "finished")


def test_undoing_it_once_the_night_is_over_is_refused_in_words(client: Client) -> None:
    table = make_table(seats=3, game="colonial-italian", rules={"cards": "optional", "deals": 1})
    deal(table, {"dealer": 0, "claimed": [0]})
    finish_event(event_id=table.event_id, actor=SYSTEM)
    answer = undo(client, table, 1)
    assert (answer.status_code, answer.json()["message"]) == (422, "This event is over. Reopen it to go on.")


def test_undoing_a_play_off_leaves_its_tie_open(client: Client) -> None:
    table = tie_played_off()
    state = undo(client, table, 2).json()["state"]
    assert state["playoff"] == {"deal": 1, "seats": [0, 1], "pot": 0}
    assert undo(client, table, 1).json()["state"]["playoff"] is None


def test_undoing_a_tie_that_has_been_played_off_is_refused_in_words(client: Client) -> None:
    table = tie_played_off()
    answer = undo(client, table, 1)
    assert answer.status_code == 422
    assert answer.json()["message"] == (
        "Deal 2 would no longer fit: “announced as winner: Ana” It plays off a tie that would no longer be there."
        " Correct that deal first."
    )
    assert versions(table) == 2


def tie_played_off() -> Table:
    table = make_table(seats=3, game="colonial-visions", rules={"cards": "optional"})
    deal(table, {"dealer": 0, "claimed": [0, 1]})
    deal(table, {"dealer": 0, "claimed": [0], "playoff_of": 1})
    return table


def test_a_correction_of_what_is_confirmed_waits_for_another_seat(client: Client) -> None:
    table = three_deals()
    Event.objects.filter(pk=table.event_id).update(confirmation=Event.ConfirmationMode.DEAL)
    confirmed = Deal.objects.get(table=table, number=3)
    Confirmation.objects.create(table=table, deal=confirmed, revision=table.revision, verdict="confirmed", seat=1)
    assert from_pad(client, table, EXCHANGE | {"preview": True}, seat=0).json()["breaks"] == []
    answer = from_pad(client, table, EXCHANGE, seat=0)
    assert (answer.status_code, versions(table)) == (202, 3)
    proposed = answer.json()["proposal"]
    assert proposed["change"] == EXCHANGE
    agreed = from_pad(Client(), table, {"answer": "agreed"}, path=f"proposed-corrections/{proposed['id']}/", seat=1)
    assert [seat["score"] for seat in agreed.json()["state"]["seats"]] == [8, 10, 10]
    assert versions(table) == 5
    assert {row.seat for row in Deal.objects.filter(table=table, version=2)} == {0}
