"""A winner against the cards: the pad calls the director, and nobody but the director upholds the claim."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.confirmation_scenes import ask
from tests.factories import announce, correct, deal, make_club, make_member, make_table, make_user, pad_token
from tests.tournaments.pad.test_pad import ANA, BRUNO, showdown
from tournaments.audit import SYSTEM
from tournaments.codes import claim_code
from tournaments.models import AuditEntry, Claim, Deal, Member, Table
from tournaments.services.night import exchange_seats
from tournaments.services.refusals import Refused
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
CLAIMED = showdown(claimed=[1])


@pytest.fixture
def table() -> Table:
    return make_table(game="colonial-italian")


def send(table: Table, path: str, *, seat: int | None = None, **data: Any) -> Any:
    table.refresh_from_db()
    body = {"client_id": str(uuid.uuid4()), "base_revision": table.revision} | data
    address = f"/pad/{pad_token(table, seat)}/{path}"
    return Client().post(address, json.dumps(body), content_type="application/json")


def claim(table: Table, **data: Any) -> Any:
    return send(table, "claim/", **({"payload": CLAIMED, "reason": "shown too late"} | data))


def code_of(answer: Any) -> str:
    assert answer.status_code == 422 and answer.json()["message"]
    return str(answer.json()["error"]["code"])


def at_the_desk(table: Table) -> Client:
    client = Client()
    client.force_login(make_member(table.event.club, Member.Role.DIRECTOR, name="rita"))
    return client


def rule(client: Client, table: Table, step: str, **data: Any) -> Any:
    asked = {"step": step, "claim": Claim.objects.get(answer="").pk} | data
    return client.post(reverse("table-claim", args=[table.pk]), asked, follow=True)


@pytest.mark.parametrize("number", [None, 1])
def test_no_pad_upholds_a_winner_against_the_cards(table: Table, number: int | None) -> None:
    if number:
        deal(table, showdown())
    upheld = showdown(claimed=[1], override="we all agree")
    assert code_of(send(table, f"deals/{number}/" if number else "deals/", payload=upheld)) == "director-needed"
    assert Deal.objects.filter(table=table).count() == (number or 0)


def test_nor_by_a_forgotten_deal(table: Table) -> None:
    deal(table, showdown())
    forgotten = {"kind": "insert", "at": 1, "payload": showdown(claimed=[1], override="we all agree")}
    assert code_of(send(table, "correct-many/", **forgotten)) == "director-needed"
    assert code_of(send(table, "correct-many/", preview=True, **forgotten)) == "director-needed"


def test_what_the_director_upheld_may_be_restored_and_mended_but_not_for_other_cards(table: Table) -> None:
    upheld = showdown(claimed=[1], override="misdeal")
    deal(table, upheld)
    correct(table, 1, None)
    assert send(table, "deals/1/", payload=upheld).status_code == 200
    assert send(table, "deals/1/", payload=upheld | {"dealer": 1}).status_code == 200
    other = upheld | {"hands": {"0": ANA, "1": ["P1", "P1", "G1", "G1", "O1", "O1"]}}
    assert code_of(send(table, "deals/1/", payload=other)) == "director-needed"
    assert code_of(send(table, "deals/1/", payload=upheld | {"override": "another"})) == "director-needed"


def test_a_claim_waits_for_the_director_and_every_pad_of_the_table_knows(table: Table) -> None:
    assert claim(table, seat=1).status_code == 200
    assert not Deal.objects.exists()
    told = Client().get(f"/pad/{pad_token(table)}/state/").json()["claim"]
    assert (told["claimed"], told["reason"], told["number"]) == ("Bruno", "shown too late", None)
    assert told["cards"] == "Ana wins: perfect level 2 in purple beats level 2."
    assert told["payload"] == CLAIMED


def test_the_desk_shows_the_claim_the_verdict_and_both_hands(table: Table) -> None:
    claim(table)
    client = at_the_desk(table)
    desk = client.get(reverse("desk", args=[table.event_id])).content.decode()
    assert "Claims a winner against the cards" in desk and "shown too late" in desk
    assert f"claim-{Claim.objects.get().pk}" in desk
    page = " ".join(client.get(reverse("table-claim", args=[table.pk])).content.decode().split())
    assert "The table says Bruno" in page and "Ana wins: perfect level 2 in purple beats level 2." in page
    assert all(f"#{card}" in page for card in {*ANA, *BRUNO})
    assert claim_code(Claim.objects.get()) in page


def test_the_director_upholds_it_with_his_reason(table: Table) -> None:
    claim(table, seat=1)
    rule(at_the_desk(table), table, "uphold", reason="I saw it")
    recorded = table.deals.get()
    assert recorded.payload == CLAIMED | {"override": "I saw it"}
    assert recorded.user is not None and recorded.user.username == "rita"
    assert (Claim.objects.get().answer, Claim.objects.get().user) == ("upheld", recorded.user)
    entry = AuditEntry.objects.get(action="claim-upheld")
    assert (entry.before["reason"], entry.after) == ("shown too late", {"reason": "I saw it"})
    assert Client().get(f"/pad/{pad_token(table)}/state/").json()["claim"] is None


def test_he_gives_a_reason(table: Table) -> None:
    claim(table)
    rule(at_the_desk(table), table, "uphold", reason=" ")
    assert not Deal.objects.exists() and Claim.objects.get().answer == ""


def test_the_cards_decide(table: Table) -> None:
    claim(table)
    rule(at_the_desk(table), table, "cards")
    assert table.deals.get().payload == {name: value for name, value in CLAIMED.items() if name != "claimed"}
    assert Claim.objects.get().answer == "cards"


def test_he_corrects_the_deal(table: Table) -> None:
    claim(table)
    facts = {"dealer": "0", "hand-0": " ".join(BRUNO), "hand-1": " ".join(ANA), "claimed-1": "on"}
    rule(at_the_desk(table), table, "correct", **facts)
    assert table.deals.get().payload["hands"] == {"0": BRUNO, "1": ANA}
    assert Claim.objects.get().answer == "corrected"


def test_what_does_not_fit_stands_at_its_field_and_nothing_is_recorded(table: Table) -> None:
    claim(table)
    facts = {"dealer": "0", "hand-0": "P1", "hand-1": " ".join(ANA)}
    answer = rule(at_the_desk(table), table, "correct", **facts)
    assert "A hand has 6 cards" in answer.content.decode()
    assert not Deal.objects.exists() and Claim.objects.get().answer == ""


@pytest.mark.parametrize("by", ["pad", "desk"])
def test_a_claim_is_taken_back(table: Table, by: str) -> None:
    claim(table)
    if by == "pad":
        assert send(table, "claim/", withdraw=True).json()["state"]["claim"] is None
    else:
        rule(at_the_desk(table), table, "off")
    assert Claim.objects.get().answer == "withdrawn" and not Deal.objects.exists()
    assert send(table, "claim/", withdraw=True).status_code == 200


def test_a_claim_that_the_director_has_not_seen_is_not_taken_off(table: Table) -> None:
    claim(table)
    seen = Claim.objects.get().pk
    send(table, "claim/", withdraw=True)
    claim(table, payload=showdown(claimed=[1], dealer=1))
    answer = rule(at_the_desk(table), table, "off", claim=seen)
    assert "This has been ruled on" in answer.content.decode()
    assert Claim.objects.filter(answer="").count() == 1


def test_two_tables_do_not_claim_under_one_id(table: Table) -> None:
    same = str(uuid.uuid4())
    claim(table, client_id=same)
    other = make_table(game="colonial-italian", club=make_club(name="Aukštaitija"))
    assert code_of(claim(other, client_id=same)) == "client-id-taken"


def test_the_director_s_code_upholds_it_at_the_table_once(table: Table) -> None:
    claim(table, seat=1)
    code = claim_code(Claim.objects.get())
    assert send(table, "claim/", code=code).status_code == 200
    recorded = table.deals.get()
    assert (recorded.payload["override"], recorded.seat) == ("shown too late", 1)
    assert code_of(send(table, "claim/", code=code)) == "claim-answered"
    assert claim(table, payload=showdown(claimed=[1], dealer=1)).status_code == 200
    assert code_of(send(table, "claim/", code=code)) == "code-wrong"


def test_codes_cannot_be_tried_out(table: Table) -> None:
    claim(table)
    right = claim_code(Claim.objects.get())
    wrong = [f"{(int(right) + step) % 10**6:06}" for step in range(1, 6)]
    assert {code_of(send(table, "claim/", code=each)) for each in wrong} == {"code-wrong"}
    assert code_of(send(table, "claim/", code=right)) == "codes-spent"
    send(table, "claim/", withdraw=True)
    claim(table)
    assert code_of(send(table, "claim/", code=right)) == "codes-spent"
    assert AuditEntry.objects.filter(action="claim-code-wrong").count() == 5
    assert not Deal.objects.exists()
    rule(at_the_desk(table), table, "uphold", reason="I saw it")
    assert Deal.objects.exists()


def test_a_claim_sent_again_or_by_another_phone_is_one(table: Table) -> None:
    same = str(uuid.uuid4())
    assert [claim(table, client_id=same).status_code for _ in range(2)] == [200, 200]
    assert claim(table, payload=CLAIMED | {"hands": {"1": BRUNO, "0": ANA[::-1]}}).status_code == 200
    assert Claim.objects.count() == 1
    assert code_of(claim(table, payload=showdown(claimed=[1], dealer=1))) == "claim-waits"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"payload": showdown(claimed=[0])}, "claim-agrees"),
        ({"payload": showdown()}, "malformed"),
        ({"payload": showdown(claimed=[1], hands={"0": ANA, "1": ["X9", *BRUNO[1:]]})}, "unknown-card"),
        ({"reason": " "}, "reason-needed"),
        ({"payload": announce(1, 3, 3)}, "malformed"),
        ({"number": 7}, "deal-unknown"),
        ({"code": 7}, "malformed"),
    ],
)
def test_what_the_director_could_not_uphold_does_not_call_him(table: Table, data: Json, code: str) -> None:
    assert code_of(claim(table, **data)) == code
    assert not Claim.objects.exists()


def test_a_claim_may_correct_a_deal_that_stands(table: Table) -> None:
    ask(table.event, "deal")
    deal(table, showdown())
    assert claim(table, number=1, version=1).status_code == 200
    rule(at_the_desk(table), table, "uphold", reason="I saw it")
    assert [each.payload.get("override") for each in table.deals.order_by("version")] == [None, "I saw it"]
    table.refresh_from_db()
    assert table.confirmation == "confirmed"


def test_a_claim_about_a_deal_that_was_corrected_meanwhile_is_not_ruled_on_unseen(table: Table) -> None:
    deal(table, showdown())
    claim(table, number=1, version=1)
    assert send(table, "deals/1/", payload=showdown(dealer=1)).status_code == 200
    answer = rule(at_the_desk(table), table, "uphold", reason="I saw it")
    assert "has been changed since" in answer.content.decode()
    assert table.deals.count() == 2


@pytest.mark.parametrize(("step", "says"), [("uphold", "I saw it"), ("cards", None)])
def test_a_deal_that_another_phone_has_recorded_while_its_claim_waited_is_not_counted_twice(
    table: Table, step: str, says: str | None
) -> None:
    claim(table, seat=1)
    assert send(table, "deals/", payload=showdown()).status_code == 200
    assert send(table, "deals/", payload=showdown(dealer=1, hands={"0": BRUNO, "1": ANA})).status_code == 200
    client = at_the_desk(table)
    assert "deal 1" in client.get(reverse("table-claim", args=[table.pk])).content.decode()
    rule(client, table, step, reason="I saw it")
    newest = table.deals.filter(number=1).order_by("version").last()
    assert newest and newest.payload.get("override") == says
    assert {each.number for each in table.deals.all()} == {1, 2}


def test_nobody_changes_seats_under_a_claim_that_names_them(table: Table) -> None:
    claim(table, seat=1)
    first, second = table.seats.all()
    with pytest.raises(Refused) as refused:
        exchange_seats(event_id=table.event_id, first_id=first.pk, second_id=second.pk, actor=SYSTEM)
    assert refused.value.code == "claims-open"


def test_the_night_does_not_end_over_an_open_claim(table: Table) -> None:
    claim(table)
    end_table(table_id=table.pk, actor=SYSTEM)
    client = at_the_desk(table)
    answer = client.post(reverse("event-finish", args=[table.event_id]), follow=True).content.decode()
    assert "a winner against the cards" in answer and "Rule on it" in answer
    rule(client, table, "off")
    client.post(reverse("event-finish", args=[table.event_id]))
    table.event.refresh_from_db()
    assert table.event.status == "finished"


def test_only_a_director_rules(table: Table) -> None:
    claim(table)
    for user, status in ((make_user("stranger"), 404), (make_member(table.event.club, Member.Role.SCORER), 403)):
        client = Client()
        client.force_login(user)
        assert client.post(reverse("table-claim", args=[table.pk]), {"step": "uphold"}).status_code == status
    assert Claim.objects.get().answer == ""
