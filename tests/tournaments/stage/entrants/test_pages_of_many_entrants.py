"""A long list of entrants comes in pages, and somebody is found in it."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament_scenes import ids, make_tournament
from tournaments.audit import SYSTEM
from tournaments.models import Club, Entrant, Event
from tournaments.services.stage.entrants import substitute

pytestmark = pytest.mark.django_db


def tournament(count: int = 0, **given: Any) -> Event:
    return make_tournament(count, club=Club.objects.get(), **given)


def page(client: Client, event: Event, **query: object) -> str:
    answer = client.get(reverse("entrants", args=[event.pk]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def one(event: Event, name: str) -> Entrant:
    return event.entrants.get(player__name=name)


def rows(text: str) -> list[int]:
    return [int(pk) for pk in re.findall(r'<li class="entrant[^>]*id="entrant-(\d+)"', text)]


def marked(text: str) -> list[int]:
    return [int(pk) for pk in re.findall(r'<li class="[^"]*entrant-found[^>]*id="entrant-(\d+)"', text)]


def test_many_entrants_come_a_hundred_a_page(director):
    event = tournament(230)
    everybody = ids(event)
    pages = [rows(page(director, event, page=number)) for number in (1, 2, 3)]
    assert pages == [everybody[:100], everybody[100:200], everybody[200:]]
    assert "230 entrants, 230 checked in" in " ".join(page(director, event).split())
    assert rows(page(director, event, page=99)) == rows(page(director, event, page=3))
    assert rows(page(director, event, page="²")) == everybody[:100]


def test_few_entrants_have_no_pages_and_a_dozen_no_search(director):
    text = page(director, tournament(100))
    assert len(rows(text)) == 100
    assert 'id="find"' in text and 'aria-label="Pages"' not in text
    assert 'id="find"' not in page(director, tournament(12))


def test_who_is_looked_for_is_shown_on_the_right_page_and_marked(director):
    event = tournament(names=[f"P{number}" for number in range(1, 150)] + ["Žukauskas Nicolò"])
    text = page(director, event, q="nicolo zuk")
    assert marked(text) == [one(event, "Žukauskas Nicolò").pk]
    assert len(rows(text)) == 50
    assert "1 found" in text
    text = page(director, event, q="P14")
    assert marked(text) == [one(event, "P14").pk]
    assert "11 found" in text and f"page=2#entrant-{one(event, 'P141').pk}" in text
    assert len(marked(page(director, event, q="P14", page=2))) == 10


def test_a_substitute_is_found_as_well(director):
    event = tournament(120)
    substitute(event_id=event.pk, entrant_id=one(event, "P110").pk, name="Rita", actor=SYSTEM)
    assert marked(page(director, event, q="rita")) == [one(event, "P110").pk]


def test_nobody_found_is_said_and_what_was_looked_for_is_only_text(director):
    text = page(director, tournament(120), q="<b>nobody</b>")
    assert "Nobody is entered as “&lt;b&gt;nobody&lt;/b&gt;”" in text
    assert marked(text) == []


@pytest.mark.parametrize("htmx", [False, True])
def test_an_action_keeps_the_page_and_the_search(director, htmx):
    event = tournament(120, checked_in=False)
    who = one(event, "P110")
    text = page(director, event, q="P11", page=2)
    address = html.unescape(re.findall(r'<form method="post" action="([^"]*/check-in/[^"]*)"', text)[-1])
    headers = {"HX-Request": "true"} if htmx else {}
    answer = director.post(address, {"entrant": who.pk, "present": "1"}, follow=True, headers=headers).content.decode()
    assert one(event, "P110").present
    assert rows(answer) == ids(event)[100:]
    assert marked(answer) == [one(event, f"P11{last}").pk for last in range(10)]


def test_the_menu_of_somebody_on_a_later_page_unfolds_there(director):
    event = tournament(120)
    text = page(director, event, page=2)
    (address,) = re.findall(rf'href="([^"]*open={one(event, "P110").pk})#', text)
    opened = director.get(html.unescape(address)).content.decode()
    assert rows(opened) == ids(event)[100:]
    assert opened.count("Who plays instead") == 1


def test_who_could_be_kept_apart_is_listed_when_asked_for_whatever_the_page(director):
    event = tournament(120)
    assert 'name="entrants"' not in page(director, event)
    assert page(director, event, page=2, apart=1).count('name="entrants"') == 120
