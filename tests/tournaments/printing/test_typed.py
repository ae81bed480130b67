"""A paper sheet that is typed in: judged while it is, and recorded as the same deals, all of it or nothing."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import announce, deal, make_member, make_table, recorded, whole_vilnius_game
from tests.tournaments.printing.scenes import as_typed, posted, whole_sheet
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Deal, Member, Table
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def table(client: Client) -> Table:
    """Of two, in a club whose scorer is signed in."""
    table = make_table(seats=2)
    client.force_login(make_member(table.event.club, Member.Role.SCORER), backend=BACKEND)
    return table


def hands_table(client: Client, **rules: object) -> Table:
    table = make_table(seats=3, game="colonial-italian", rules=rules)
    client.force_login(make_member(table.event.club, Member.Role.SCORER), backend=BACKEND)
    return table


def send(client: Client, table: Table, cells: dict[str, str], **more: str) -> str:
    """What is answered, on the page to which it leads."""
    answer = client.post(reverse("table-paper", args=[table.pk]), posted(table, cells, **more), follow=True)
    return str(answer.content.decode())


def test_a_whole_sheet_becomes_the_same_deals_in_one_entry_of_the_log(client, table):
    entries = AuditEntry.objects.count()
    assert "32 deals were typed in." in send(client, table, whole_sheet())
    played = {number: {**each, "trump": "H"} for number, each in enumerate(whole_vilnius_game(2), start=1)}
    assert recorded(table) == played
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")[entries:]] == ["sheet-typed"]


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ("3h2", announce(1, 3, 2, trump="H")),
        ("3 H 2", announce(1, 3, 2, trump="H")),
        ("3♣2", announce(1, 3, 2, trump="C")),
        ("32", announce(1, 3, 2)),
    ],
)
def test_an_announcement_may_be_written_in_several_ways(client, table, text, payload):
    send(client, table, {"line-1-1": text})
    assert recorded(table) == {1: payload}


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"line-1-1": "three"}, "like 3h2"),
        ({"line-1-1": "7h2"}, "An announcement is 0 to 6 tricks"),
        ({"line-1-1": "3h9"}, "There are six tricks in a deal"),
        ({"line-1-1": "3n2"}, "is no trump here"),
        ({"line-1-1": "0h0", "line-1-0": "3h3", "line-2-1": "0h1"}, "Bruno has no announcement of 0 left"),
        ({"line-1-0": "3h3"}, "Deal 1 is missing"),
        ({"line-1-1": "3h3", "total-1": "11"}, "Totals are even"),
        ({"line-1-1": "3h3", "total-1": "170"}, "170 is out of reach with these announcements"),
        ({}, "Nothing is typed in yet"),
    ],
)
def test_what_is_wrong_is_said_where_it_is_and_nothing_is_recorded(client, table, cells, said):
    answer = send(client, table, cells)
    assert said in answer
    assert all(f'value="{text}"' in answer for text in cells.values())
    assert not Deal.objects.exists()


def test_a_total_that_does_not_agree_with_a_full_sheet_is_asked_about(client, table):
    assert "The paper says 150, these deals come to 158" in send(client, table, {**whole_sheet(), "total-1": "150"})
    assert not Deal.objects.exists()


def test_while_it_is_typed_a_wrong_cell_is_told_and_those_after_it_are_counted_on(client, table):
    cells = {"line-1-1": "0h0", "line-1-0": "3h3", "line-2-1": "0h1", "line-2-0": "3h1"}
    address = reverse("table-paper", args=[table.pk])
    answer = client.post(address, posted(table, cells) | {"save": ""}, headers={"HX-Request": "true"}).content.decode()
    assert answer.count("has no announcement of 0 left") == 2  # at its cell, and in the list of what is wrong
    assert '<output for="id_line-2-0">6</output>' in answer
    assert "16, 14 to go" in answer
    assert "missing" not in answer


def test_the_same_sheet_sent_twice_is_recorded_once(client, table):
    form = posted(table, whole_sheet(), client_id=uuid4())
    address = reverse("table-paper", args=[table.pk])
    client.post(address, form)
    answer = client.post(address, form, follow=True).content.decode()
    assert "This sheet is recorded already" in answer
    assert Deal.objects.count() == 32


def test_a_table_goes_on_upon_paper_where_its_phone_has_stopped(client, table):
    for each in whole_vilnius_game(2)[:5]:
        deal(table, each)
    rest = {name: text for name, text in whole_sheet().items() if name not in as_typed(whole_vilnius_game(2)[:5])}
    assert "27 deals were typed in." in send(client, table, rest)
    assert len(recorded(table)) == 32


def test_what_a_phone_has_recorded_meanwhile_is_not_written_over(client, table):
    form = posted(table, {"line-1-1": "3h3"})
    deal(table, announce(1, 6, 6))
    answer = client.post(reverse("table-paper", args=[table.pk]), {**form, "line-1-0": "3h3"}).content.decode()
    assert "Something changed at this table since you looked" in answer
    assert recorded(table) == {1: announce(1, 6, 6)}


def test_who_dealt_first_is_told_with_the_sheet(client, table):
    send(client, table, {"line-1-0": "3h3"}, dealer="1")
    table.refresh_from_db()
    assert (table.first_dealer, recorded(table)[1]["declarer"]) == (1, 0)


def test_hands_are_judged_against_the_deck_and_a_dash_is_a_fold(client):
    table = hands_table(client)
    cells = {
        "deal-1-hand-0": "P3 P3 P3 P2 P2 CAP",
        "deal-1-hand-1": "-",
        "deal-1-hand-2": "g3 g3 g3 g2 g2 cap",
    }
    assert "Capstone: 2 shown, the deck has 1" in send(client, table, cells)
    assert "1 deal was typed in." in send(client, table, cells | {"deal-1-hand-2": "g3 g3 g3 g2 g2 o1"})
    assert recorded(table)[1]["folded"] == [1]


def test_the_winner_that_the_paper_names_is_compared_with_the_cards(client):
    table = hands_table(client)
    cells = {"deal-1-hand-0": "P3 P3 P3 P2 P2 CAP", "deal-1-hand-1": "-", "deal-1-hand-2": "G3 G3 G3 G2 G2 O1"}
    assert "By the cards the winner is Ana, the table says Chiara" in send(
        client, table, cells | {"deal-1-claimed": "3"}
    )
    assert "Write the seats of the winners, 1 to 3." in send(client, table, cells | {"deal-1-claimed": "4"})
    assert not Deal.objects.exists()


def test_the_deal_after_a_tie_is_its_play_off(client):
    table = hands_table(client, cards="optional")
    cells = {"deal-1-claimed": "1 2", "deal-2-claimed": "2", "deal-3-claimed": "3"}
    assert "3 deals were typed in." in send(client, table, cells)
    deals = recorded(table)
    assert (deals[2]["playoff_of"], deals[3]["dealer"]) == (1, 1)


def test_cubits_are_noted_in_the_order_of_the_seats(client):
    table = hands_table(client, cards="optional", score="cubits")
    assert "Write 3 numbers" in send(client, table, {"deal-1-claimed": "2", "deal-1-paid": "5 5"})
    send(client, table, {"deal-1-claimed": "2", "deal-1-paid": "5 5 -"})
    assert recorded(table)[1]["paid"] == {"0": 5, "1": 5}
    form = posted(table, {"deal-2-claimed": "2", "deal-2-paid": "5 9 5"}) | {"save": ""}
    address = reverse("table-paper", args=[table.pk])
    said = client.post(address, form, headers={"HX-Request": "true"}).content.decode()
    assert "Less than the highest bet, 9: Ana, Chiara." in said


def test_nothing_is_typed_in_at_a_table_that_is_over(client, table):
    late = posted(table, {"line-1-1": "3h3"})
    end_table(table_id=table.pk, actor=SYSTEM)
    paper, address = reverse("table-paper", args=[table.pk]), reverse("table", args=[table.pk])
    assert "This table has already ended." in client.get(paper, follow=True).content.decode()
    assert paper not in client.get(address).content.decode()
    table.refresh_from_db()
    late["base_revision"] = str(table.revision)
    answer = client.post(paper, late).content.decode()
    assert "This table has already ended." in answer
    assert 'value="3h3"' in answer


def test_where_no_deal_is_there_to_correct_the_page_leads_to_the_sheet_until_the_table_is_over(client, table):
    client.force_login(make_member(table.event.club, Member.Role.DIRECTOR), backend=BACKEND)
    page, sheet = reverse("table-correct", args=[table.pk]), reverse("table-paper", args=[table.pk])
    assert sheet in client.get(page).content.decode()
    end_table(table_id=table.pk, actor=SYSTEM)
    assert sheet not in client.get(page).content.decode()
