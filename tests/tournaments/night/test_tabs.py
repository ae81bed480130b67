"""Every page of an event has the same head, and tabs of which one is marked."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import NAMES, announce, deal, make_night, seat_table
from tests.tournament_scenes import draw, finish_round, make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

CUP = [("swiss", {"rounds": 2}), ("single-elimination", {"qualify": {"size": 2}})]


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def tabs(page: str) -> list[tuple[str, bool]]:
    (nav,) = re.findall(r'<nav class="tabs".*?</nav>', page, re.S)
    found = re.findall(r"<a href=[^>]*?( aria-current=\"page\")?>(.*?)</a>", nav)
    return [(label, bool(marked)) for marked, label in found]


def marked(page: str) -> str:
    (label,) = [label for label, is_marked in tabs(page) if is_marked]
    return label


def head(page: str) -> str:
    (title,) = re.findall(r"<h1>(.*?)</h1>", page)
    return unescape(title)


def cup() -> Event:
    event = make_tournament(4, stages=CUP)
    start(event)
    next_round(event)
    finish_round(event)
    draw(event)
    return event


def test_every_page_of_a_tournament_has_its_head_and_marks_one_tab(client, admin_user):
    event, planned = cup(), make_tournament(2)
    client.force_login(admin_user, backend="django.contrib.auth.backends.ModelBackend")
    stage, (first, second) = event.stages.get(number=1), event.stages.get(number=1).rounds.order_by("number")
    table, entrant = first.tables.first(), event.entrants.first()
    pages = {
        "Results": [("event", event.pk), ("cross-table", event.pk), ("register", event.pk)],
        "Rounds": [("tables", event.pk), ("pairings", first.pk), ("table", table.pk)],
        "Bracket": [("bracket", event.pk)],
        "Entrants": [("entrants", event.pk), ("entrants-list", planned.pk), ("entrants-order", planned.pk)],
        "Desk": [
            *[("desk", event.pk), ("round", second.pk), ("stage-start", stage.pk), ("tie", stage.pk)],
            ("first-place", stage.pk),
            *[("table-correct", table.pk), ("table-ruling", table.pk), ("event-cards", event.pk)],
        ],
        "Settings": [
            *[("event-settings", event.pk), ("stages", event.pk), ("tie-breaks", stage.pk)],
            *[("event-log", event.pk), ("event-codes", event.pk)],
        ],
    }
    shown = {label: [page_of(client, reverse(name, args=[pk])) for name, pk in each] for label, each in pages.items()}
    shown["Results"].append(page_of(client, reverse("why", args=[event.pk, entrant.pk])))
    shown["Entrants"].append(page_of(client, reverse("entrant-leave", args=[event.pk, entrant.pk])))
    assert {label: {(head(page), marked(page)) for page in each} for label, each in shown.items()} == {
        label: {("Open", label)} for label in pages
    }


def test_every_page_of_a_night_has_its_head_and_marks_one_tab(client, admin_user):
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    client.force_login(admin_user, backend="django.contrib.auth.backends.ModelBackend")
    pages = {
        "Results": [("event", night.pk), ("race", night.pk)],
        "Tables": [("tables", night.pk), ("table", table.pk)],
        "Desk": [("desk", night.pk), ("table-correct-many", table.pk)],
        "Settings": [("event-settings", night.pk), ("event-log", night.pk), ("event-codes", night.pk)],
    }
    for label, each in pages.items():
        shown = [page_of(client, reverse(name, args=[pk])) for name, pk in each]
        assert {(head(page), marked(page)) for page in shown} == {("Friday", label)}
    seating = page_of(client, reverse("desk-seating", args=[night.pk]) + "?how=by-hand&size=2")
    assert (head(seating), marked(seating)) == ("Friday", "Desk")


def test_a_visitor_sees_no_tab_that_is_closed_to_him(client, admin_user):
    tournament, night = make_tournament(2, stages=CUP), make_night()
    seen = [[label for label, _ in tabs(page_of(client, reverse("event", args=[e.pk])))] for e in (tournament, night)]
    assert seen == [["Results", "Rounds", "Bracket", "Wall"], ["Results", "Tables", "Wall"]]
    client.force_login(User.objects.create_user("stranger"), backend="django.contrib.auth.backends.ModelBackend")
    assert "Desk" not in dict(tabs(page_of(client, reverse("tables", args=[night.pk]))))


def test_a_director_has_seven_tabs_at_most_and_whatever_is_none_is_linked_from_one(client, admin_user):
    event = cup()
    client.force_login(admin_user, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("event-settings", args=[event.pk])
    first = [label for label, _ in tabs(page_of(client, address))]
    assert first == ["Desk", "Results", "Rounds", "Bracket", "Entrants", "Wall", "Settings"]
    Event.objects.update(status=Event.Status.FINISHED)
    page = page_of(client, address)
    assert [label for label, _ in tabs(page)] == ["Desk", "Results", "Report", "Rounds", "Bracket", "Wall", "Settings"]
    assert all(f'href="{reverse(name, args=[event.pk])}"' in page for name in ("entrants", "event-log", "stages"))
    assert marked(page_of(client, reverse("entrants", args=[event.pk]))) == "Settings"


def test_the_tables_of_a_night_are_on_a_page_of_their_own_by_how_they_stand(client):
    night = make_night(names=NAMES[:4])
    first, _second = seat_table(night, *NAMES[:2]), seat_table(night, *NAMES[2:4])
    end_table(table_id=first.pk, actor=SYSTEM)
    page = page_of(client, reverse("tables", args=[night.pk]))
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["Playing now", "Over"]
    assert re.findall(r"Table \d", page) == ["Table 2", "Table 1"]
    assert "Over" not in re.findall(r"<h2>(.*?)</h2>", page_of(client, reverse("event", args=[night.pk])))


def test_the_rounds_of_a_tournament_begin_with_the_newest_and_lead_to_the_others(client):
    event = make_tournament(4)
    address = reverse("tables", args=[event.pk])
    assert "No round has been published yet." in page_of(client, address)
    start(event)
    (table, _) = next_round(event)
    deal(table, {"dealer": table.first_dealer, "claimed": [0]})
    finish_round(event)
    next_round(event)
    page = page_of(client, address)
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["Round 2"]
    assert f'href="{reverse("pairings", args=[table.round_id])}"' in page
    earlier = page_of(client, reverse("pairings", args=[table.round_id]))
    assert re.findall(r'data-cell="score">\s*([\d.]+)', earlier) == ["1", "0"]
