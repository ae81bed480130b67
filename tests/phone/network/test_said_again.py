"""What was answered to the phones of a table besides its deals is there again on a server that goes on from a copy."""

import json
import uuid
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.confirmation_scenes import ask as ask_for
from tests.confirmation_scenes import table_to_confirm, won_by
from tests.factories import make_table, pad_token
from tests.phone.engine import ask, whole
from tournaments.audit import SYSTEM
from tournaments.models import Table
from tournaments.services.change import leap
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
ANA = ["P3", "P3", "P3", "P2", "P2", "P1"]
BRUNO = ["G3", "G3", "O3", "G2", "O2", "O2"]


class Phone:
    def __init__(self, table: Table, seat: int | None) -> None:
        self.seat = seat
        self.base = f"/pad/{pad_token(table, seat)}/"
        self.client = Client()

    def state(self) -> Json:
        told: Json = self.client.get(f"{self.base}state/").json()
        return whole(told)[0]

    def post(self, path: str, **body: Any) -> Json:
        """With its answer's status."""
        sent = {"client_id": str(uuid.uuid4()), "base_revision": self.state()["revision"]} | body
        answer = self.client.post(self.base + path, json.dumps(sent), content_type="application/json")
        return {"status": answer.status_code, "data": answer.json()}


class Copied:
    """Of the table as it is now; what the phones are told from now on the copy lacks."""

    def __init__(self, *phones: Phone) -> None:
        self.phones = phones
        self.copy = transaction.savepoint()

    def is_all_there_is(self, *, lost: Iterable[Phone] = ()) -> dict[int | None, list[int]]:
        """The server dies, and the phones that are not lost too find another one in turn: the status of each answer,
        by seat.
        """
        known = [(phone, phone.state()) for phone in self.phones if phone not in lost]
        transaction.savepoint_rollback(self.copy)
        leap(age=timedelta())
        return {phone.seat: finds(phone, state) for phone, state in known}


def finds(phone: Phone, known: Json) -> list[int]:
    """Sends what the server lacks of what the phone knows, and nothing once more."""
    entries = lacking(phone, known)
    statuses = []
    while entries:
        entry = entries[0]
        (body,) = ask("queue/sending", "bodyOf", [[entry]])
        answer = phone.post(entry["path"], **body)
        statuses.append(answer["status"])
        (entries,) = ask("queue/sending", "entriesAfter", [[entries, entry, answer, phone.state()]])
        assert all(each["state"] == "waiting" for each in entries), answer
    return statuses


def lacking(phone: Phone, known: Json) -> list[Json]:
    facts = {"base": phone.base, "known": known, "told": phone.state()}
    (entries,) = ask("queue/takeover", "withLacking", [[[], facts]])
    return entries


def phones_of(table: Table, seats: int = 3) -> list[Phone]:
    return [Phone(table, seat) for seat in range(seats)]


def enters(phone: Phone, number: int) -> None:
    assert phone.post("deals/", number=number, payload=won_by(1, number=number))["status"] == 200


def says(phone: Phone, verdict: str, *numbers: int, reason: str = "") -> None:
    deals = {"deals": [{"number": number, "version": 1} for number in numbers]} if numbers else {}
    assert phone.post("confirmation/", verdict=verdict, reason=reason, **deals)["status"] == 200


@pytest.fixture
def table() -> Table:
    """Of three, with every deal to be confirmed."""
    made = make_table(seats=3, game="colonial-italian", rules={"cards": "optional"})
    ask_for(made.event, "deal")
    return made


@pytest.mark.parametrize("first", [0, 1])
def test_a_deal_and_its_confirmation_are_there_whichever_phone_comes_first(table: Table, first: int) -> None:
    ana, bruno, _ = phones_of(table)
    copied = Copied(*(ana, bruno)[:: -1 if first else 1])
    enters(ana, 1)
    says(bruno, "confirmed", 1)
    copied.is_all_there_is()
    assert [deal["opinion"] for deal in ana.state()["deals"]] == ["confirmed"]
    assert lacking(ana, ana.state()) == lacking(bruno, bruno.state()) == []


def test_a_deal_that_waited_to_be_confirmed_waits_again(table: Table) -> None:
    ana, bruno, _ = phones_of(table)
    copied = Copied(bruno, ana)
    enters(ana, 1)
    copied.is_all_there_is()
    assert [deal["opinion"] for deal in ana.state()["deals"]] == ["waiting"]


def test_a_deal_that_is_disputed_is_so_again_for_the_same_reason(table: Table) -> None:
    ana, _, chiara = phones_of(table)
    enters(ana, 1)
    copied = Copied(ana, chiara)
    says(chiara, "disputed", 1, reason="the pot was mine")
    copied.is_all_there_is()
    (deal,) = ana.state()["deals"]
    assert (deal["opinion"], deal["opinion_by"], deal["opinion_reason"]) == ("disputed", "Chiara", "the pot was mine")


def test_the_first_word_of_two_is_said_again(table: Table) -> None:
    _, bruno, chiara = phones_of(table)
    enters(Phone(table, None), 1)
    copied = Copied(chiara, bruno)
    says(bruno, "confirmed", 1)
    says(chiara, "confirmed", 1)
    copied.is_all_there_is()
    assert [deal["opinion"] for deal in bruno.state()["deals"]] == ["confirmed"]


def test_a_table_that_was_confirmed_behind_its_last_deal_is_so_again() -> None:
    table = table_to_confirm("table", deals=1, ended=False)
    ana, bruno, _ = phones_of(table)
    end_table(table_id=table.pk, actor=SYSTEM)
    copied = Copied(bruno, ana)
    says(bruno, "confirmed")
    assert copied.is_all_there_is() == {1: [200], 0: []}
    assert ana.state()["opinion"]["state"] == "confirmed"


def test_the_table_calls_again_once(table: Table) -> None:
    ana, bruno, _ = phones_of(table)
    copied = Copied(ana, bruno)
    ana.post("call/", note="A card is lost")
    assert copied.is_all_there_is() == {0: [200], 1: []}
    assert bruno.state()["call"]["note"] == "A card is lost"


def test_a_winner_against_the_cards_waits_for_the_director_again() -> None:
    table = make_table(seats=2, game="colonial-italian")
    ana, bruno = phones_of(table, 2)
    copied = Copied(ana, bruno)
    payload = {"dealer": 0, "hands": {"0": ANA, "1": BRUNO}, "claimed": [1]}
    assert ana.post("claim/", payload=payload, reason="misdealt")["status"] == 200
    copied.is_all_there_is()
    assert bruno.state()["claim"]["reason"] == "misdealt"


def test_a_correction_that_waits_for_consent_is_proposed_again_by_whoever_did(table: Table) -> None:
    ana, bruno, chiara = phones_of(table)
    enters(ana, 1)
    says(bruno, "confirmed", 1)
    copied = Copied(ana, bruno, chiara)
    assert chiara.post("deals/1/", payload=won_by(2), reason="my pot", version=1)["status"] == 202
    assert copied.is_all_there_is() == {0: [], 1: [], 2: [202]}
    (proposed,) = ana.state()["proposals"]
    assert (proposed["by"], proposed["reason"], proposed["may_agree"]) == ("Chiara", "my pot", True)


def test_hands_that_were_in_are_in_again_also_those_entered_for_a_neighbour_and_nobody_is_told_them() -> None:
    table = make_table(seats=3, game="colonial-italian")
    ana, bruno, chiara = phones_of(table)
    copied = Copied(ana, bruno, chiara)
    assert ana.post("own/", number=1, seat=0, seen=0, said={"cards": ANA})["status"] == 200
    assert ana.post("own/", number=1, seat=2, seen=0, said={"cards": BRUNO})["status"] == 200
    assert "said" not in str(bruno.state()["own"]) and "said" not in str(chiara.state()["own"])
    assert copied.is_all_there_is() == {0: [200, 200], 1: [], 2: []}
    own = ana.state()["own"]
    assert [(each["seat"], each["by"]) for each in own["in"]] == [(0, 0), (2, 0)]
    assert (own["mine"]["cards"], own["in"][1]["said"]["cards"]) == (ANA, BRUNO)


def test_a_hand_of_a_deal_that_the_copy_lacks_the_deal_before_of_is_in_again() -> None:
    table = make_table(seats=2, game="colonial-italian")
    ana, bruno = phones_of(table, 2)
    copied = Copied(ana, bruno)
    for phone, cards in ((ana, ANA), (bruno, BRUNO)):
        phone.post("own/", number=1, seat=phone.seat, seen=0, said={"cards": cards})
    assert ana.post("own/", number=2, seat=0, seen=0, said={"cards": BRUNO})["status"] == 200
    assert copied.is_all_there_is(lost=[bruno]) == {0: [200, 200]}
    told = bruno.state()
    assert (len(told["deals"]), told["own"]["in"]) == (1, [{"seat": 0, "version": 1, "by": 0}])


def test_what_somebody_has_gone_on_with_otherwise_is_not_spoken_of_again(table: Table) -> None:
    ana, bruno, chiara = phones_of(table)
    copied = Copied(ana, bruno, chiara)
    enters(ana, 1)
    says(bruno, "confirmed", 1)
    known = bruno.state()
    transaction.savepoint_rollback(copied.copy)
    leap(age=timedelta())
    assert chiara.post("deals/", number=1, payload=won_by(2))["status"] == 200
    assert [entry["kind"] for entry in lacking(bruno, known)] == ["correction"]


def test_what_the_server_refuses_leaves_the_queue_and_nothing_counts_it_as_a_deal(table: Table) -> None:
    said = {
        "kind": "said",
        "path": "call/",
        "payload": {"note": ""},
        "client_id": "a",
        "state": "waiting",
        "number": None,
    }
    answers = [{"status": status, "data": {"state": table.pk}} for status in (200, 409, 422, 500, 503, 0)]
    left = ask("queue/sending", "entriesAfter", [[[said], said, answer] for answer in answers])
    assert [len(entries) for entries in left] == [0, 0, 0, 0, 1, 1]
    assert ask("store/selectors", "unsentEntries", [[{"queue": {"entries": [said]}, "pending": None}]]) == [[]]
