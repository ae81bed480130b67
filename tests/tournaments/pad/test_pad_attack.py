"""One player with one phone: whatever addresses they make of their own, they cannot confirm what they entered."""

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.confirmation_scenes import ask, director, later, won_by
from tests.factories import make_table, pad_token
from tournaments.audit import SYSTEM
from tournaments.models import Confirmation, Table
from tournaments.services.table.confirmations import rule
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

HANDS = [
    ["P3", "P3", "P3", "P2", "P2", "P1"],
    ["G3", "G3", "O3", "G2", "O2", "O2"],
    ["O3", "O3", "G3", "G3", "G2", "O2"],
]
MODES = pytest.mark.parametrize("mode", ["table", "deal"])


def table_of_three(mode: str, *, accept: int | None = None, shared: bool = False) -> Table:
    table = make_table(seats=3, game="colonial-italian", rules={"cards": "optional"})
    ask(table.event, mode, accept=accept, shared=shared)
    return table


def send(client: Client, table: Table, token: str, path: str, **data: Any) -> Any:
    table.refresh_from_db()
    body = {"base_revision": table.revision, "client_id": str(uuid.uuid4())} | data
    return client.post(f"/pad/{token}/{path}", json.dumps(body), content_type="application/json")


def enter(client: Client, table: Table, token: str, mode: str) -> None:
    """The only deal of the evening, after which the table ends where it is confirmed as a whole."""
    assert send(client, table, token, "deals/", payload=won_by(0)).status_code == 200
    if mode == "table":
        end_table(table_id=table.pk, actor=SYSTEM)


def confirm(client: Client, table: Table, token: str, mode: str) -> str:
    """What comes of it: a refusal's code, or else what the result is now."""
    deals = {"deals": [{"number": 1, "version": 1}]} if mode == "deal" else {}
    answer = send(client, table, token, "confirmation/", verdict="confirmed", **deals)
    table.refresh_from_db()
    return "gone" if answer.status_code == 404 else answer.json().get("error", {}).get("code", table.confirmation)


def may_confirm(client: Client, token: str, mode: str) -> bool:
    state = client.get(f"/pad/{token}/state/").json()
    return bool((state["opinion"] if mode == "table" else state["deals"][0]).get("may_confirm"))


def derived(own: str, players: list[int]) -> Iterator[str]:
    """All that can be cut from an address, put together anew for the other players."""
    parts = own.split(".")
    yield from (".".join(parts[:length]) for length in (1, 2, 3))
    for player in players:
        yield f"{parts[0]}.{player}.{parts[-1]}"
        yield f"{own}.{player}.{parts[-1]}"


@MODES
def test_with_one_phone_and_every_address_it_could_make_nobody_confirms_his_own_deal(mode: str) -> None:
    table = table_of_three(mode)
    own = pad_token(table, 0)
    players = [seat.entrant.player_id for seat in table.seats.all()]
    addresses = {own, *derived(own, players)}
    opened = {each for each in addresses if Client().get(f"/pad/{each}/").status_code == 200}
    assert opened == {own}
    enter(Client(), table, own, mode)
    assert {confirm(Client(), table, each, mode) for each in addresses} == {"own-entry", "gone"}


@MODES
def test_who_has_the_table_s_address_too_is_no_further(mode: str) -> None:
    table = table_of_three(mode)
    enter(Client(), table, pad_token(table), mode)
    assert confirm(Client(), table, pad_token(table), mode) == "seat-needed"
    assert confirm(Client(), table, pad_token(table, 0), mode) == "waiting"
    assert not may_confirm(Client(), pad_token(table, 0), mode)
    assert send(Client(), table, pad_token(table), "confirmation/", verdict="withdrawn").status_code == 422
    assert confirm(Client(), table, pad_token(table, 1), mode) == "confirmed"


def test_the_same_seat_is_no_second_one() -> None:
    table = table_of_three("table")
    enter(Client(), table, pad_token(table), "table")
    assert confirm(Client(), table, pad_token(table, 0), "table") == "waiting"
    other = Client()
    other.get(f"/pad/{pad_token(table, 0)}/")
    again = send(other, table, pad_token(table, 0), "confirmation/", verdict="confirmed")
    assert (again.status_code, table.confirmations.count(), table.confirmation) == (200, 1, "waiting")


@MODES
def test_the_phone_on_which_it_was_entered_confirms_it_for_no_seat(mode: str) -> None:
    table = table_of_three(mode)
    phone, another = Client(), Client()
    enter(phone, table, pad_token(table, 0), mode)
    assert confirm(phone, table, pad_token(table, 1), mode) == "own-phone"
    assert not may_confirm(phone, pad_token(table, 1), mode)
    assert confirm(another, table, pad_token(table, 1), mode) == "confirmed"


def test_what_one_phone_entered_of_a_table_it_does_not_confirm_because_another_entered_its_last_deal() -> None:
    table = table_of_three("table")
    phone = Client()
    send(phone, table, pad_token(table), "deals/", payload=won_by(1))
    enter(Client(), table, pad_token(table, 0), "table")
    assert confirm(phone, table, pad_token(table, 1), "table") == "own-phone"
    assert not may_confirm(phone, pad_token(table, 1), "table")
    assert confirm(Client(), table, pad_token(table, 2), "table") == "waiting", "one deal came from no seat"
    assert confirm(Client(), table, pad_token(table, 1), "table") == "confirmed"


def test_who_entered_all_deals_but_the_last_does_not_confirm_the_table_alone() -> None:
    table = table_of_three("table")
    phone = Client()
    send(phone, table, pad_token(table, 1), "deals/", payload=won_by(1))
    enter(Client(), table, pad_token(table, 0), "table")
    assert confirm(phone, table, pad_token(table, 1), "table") == "waiting"
    assert not may_confirm(phone, pad_token(table, 1), "table")
    assert confirm(Client(), table, pad_token(table, 2), "table") == "confirmed"


def test_two_who_entered_a_table_between_them_confirm_what_the_other_entered() -> None:
    table = table_of_three("table")
    phones = {seat: Client() for seat in (0, 1)}
    send(phones[1], table, pad_token(table, 1), "deals/", payload=won_by(1))
    enter(phones[0], table, pad_token(table, 0), "table")
    assert may_confirm(phones[0], pad_token(table, 0), "table")
    assert confirm(phones[0], table, pad_token(table, 0), "table") == "waiting"
    assert confirm(phones[1], table, pad_token(table, 1), "table") == "confirmed"
    call_command("check_scores")


def test_who_changed_phones_in_mid_game_is_the_same_seat() -> None:
    table = table_of_three("table")
    send(Client(), table, pad_token(table, 0), "deals/", payload=won_by(1))
    enter(Client(), table, pad_token(table, 0), "table")
    assert confirm(Client(), table, pad_token(table, 0), "table") == "own-entry"


def test_a_phone_that_gave_a_hand_of_a_deal_does_not_confirm_it_for_another_seat() -> None:
    table = make_table(seats=3, game="colonial-italian")
    ask(table.event, "deal", accept=None)
    phones = {seat: Client() for seat in (0, 1, 2)}
    for seat, client in phones.items():
        of = {"number": 1, "seat": seat, "seen": 0, "said": {"cards": HANDS[seat]}}
        assert send(client, table, pad_token(table, seat), "own/", **of).status_code == 200
    assert table.deals.get().seat == 2
    assert confirm(phones[0], table, pad_token(table, 1), "deal") == "own-phone"
    assert confirm(phones[0], table, pad_token(table, 0), "deal") == "confirmed"


def test_one_phone_is_not_two_seats() -> None:
    table = table_of_three("table")
    enter(Client(), table, pad_token(table), "table")
    phone = Client()
    assert confirm(phone, table, pad_token(table, 0), "table") == "waiting"
    assert confirm(phone, table, pad_token(table, 1), "table") == "own-phone"


@MODES
def test_two_players_with_one_phone_confirm_where_the_event_allows_it(mode: str) -> None:
    table = table_of_three(mode, shared=True)
    phone = Client()
    enter(phone, table, pad_token(table), mode)
    assert confirm(phone, table, pad_token(table, 0), mode) == "waiting"
    assert confirm(phone, table, pad_token(table, 1), mode) == "confirmed"


@MODES
def test_the_director_s_word_is_enough_for_what_nobody_knows_who_entered(mode: str) -> None:
    table = table_of_three(mode)
    enter(Client(), table, pad_token(table), mode)
    rule(table_id=table.pk, reason="I saw it", actor=director(table))
    table.refresh_from_db()
    assert table.confirmation == "confirmed"


@MODES
def test_the_first_word_of_two_neither_settles_nor_puts_off_what_is_accepted_by_itself(mode: str) -> None:
    table = table_of_three(mode, accept=10)
    enter(Client(), table, pad_token(table), mode)
    with later(8):
        assert confirm(Client(), table, pad_token(table, 0), mode) == "waiting"
        told = Client().get(f"/pad/{pad_token(table, 1)}/state/").json()
        assert (told["opinion"] if mode == "table" else told["deals"][0])["opinion_by"] == "Ana"
        page = Client().get(reverse("table", args=[table.pk])).content.decode()
        assert "confirmed by Ana, a second seat is asked" in page
    with later(11):
        assert confirm(Client(), table, pad_token(table, 1), mode) == "opinion-settled"


@MODES
def test_a_dispute_begins_anew_what_one_seat_had_confirmed(mode: str) -> None:
    table = table_of_three(mode)
    enter(Client(), table, pad_token(table), mode)
    assert confirm(Client(), table, pad_token(table, 0), mode) == "waiting"
    deals = {"deals": [{"number": 1, "version": 1}]} if mode == "deal" else {}
    for verdict in ("disputed", "withdrawn"):
        send(Client(), table, pad_token(table, 2), "confirmation/", verdict=verdict, **deals)
    assert confirm(Client(), table, pad_token(table, 1), mode) == "waiting"
    assert confirm(Client(), table, pad_token(table, 0), mode) == "confirmed"


def test_what_one_seat_confirmed_before_phones_had_names_stays_confirmed() -> None:
    table = table_of_three("deal")
    enter(Client(), table, pad_token(table), "deal")
    link, entered = table.pad_links.get(), table.deals.get()
    word = {"verdict": "confirmed", "seat": 0, "revision": entered.revision + 1, "pad_link": link}
    Confirmation.objects.create(table=table, deal=entered, **word)
    call_command("check_scores", rebuild=True)
    table.refresh_from_db()
    assert table.confirmation == "confirmed"


def test_a_correction_proposed_on_the_table_s_address_takes_two_seats() -> None:
    table = table_of_three("table")
    enter(Client(), table, pad_token(table, 0), "table")
    assert confirm(Client(), table, pad_token(table, 1), "table") == "confirmed"
    phone = Client()
    asked = send(phone, table, pad_token(table), "deals/1/", payload=won_by(2)).json()["proposal"]["id"]

    def agree(client: Client, seat: int) -> str:
        answer = send(client, table, pad_token(table, seat), f"proposed-corrections/{asked}/", answer="agreed").json()
        return str(answer.get("error", {}).get("code", table.deals.count()))

    assert agree(phone, 2) == "own-phone"
    assert agree(Client(), 2) == "1"
    assert agree(Client(), 2) == "own-proposal"
    assert agree(Client(), 1) == "2"
    table.refresh_from_db()
    assert (table.deals.get(version=2).seat, table.confirmation) == (2, "confirmed")


def test_one_phone_is_not_the_two_seats_that_a_proposal_takes() -> None:
    table = table_of_three("table")
    enter(Client(), table, pad_token(table, 0), "table")
    assert confirm(Client(), table, pad_token(table, 1), "table") == "confirmed"
    asked = send(Client(), table, pad_token(table), "deals/1/", payload=won_by(2)).json()["proposal"]["id"]
    phone = Client()

    def agree(client: Client, seat: int) -> str:
        answer = send(client, table, pad_token(table, seat), f"proposed-corrections/{asked}/", answer="agreed").json()
        return str(answer.get("error", {}).get("code", table.deals.count()))

    assert agree(phone, 2) == "1"
    assert agree(phone, 1) == "own-phone"
    (told,) = phone.get(f"/pad/{pad_token(table, 1)}/state/").json()["proposals"]
    assert not told["may_agree"]
    assert agree(Client(), 1) == "2"


def test_a_phone_keeps_its_name_and_takes_none_that_is_not_signed() -> None:
    table = table_of_three("deal")
    phone = Client()
    phone.get(f"/pad/{pad_token(table, 0)}/")
    name = phone.cookies["pad-phone"]
    assert (name["httponly"], name["samesite"], name["path"]) == (True, "Lax", "/pad/")
    enter(phone, table, pad_token(table, 0), "deal")
    assert table.deals.get().phone == name.value.partition(":")[0]
    phone.cookies["pad-phone"] = "somebody-else"
    send(phone, table, pad_token(table, 0), "deals/", payload=won_by(0, number=2))
    assert table.deals.get(number=2).phone not in ("somebody-else", table.deals.get(number=1).phone)
