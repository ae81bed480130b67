"""A correction of a result that later rounds rest on is undone for a minute, after the same look at what moves."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.confirmation_scenes import later
from tests.tournament_scenes import running
from tests.tournaments.stage.test_pages_late_corrections import (
    address,
    corrected_late,
    hidden,
    newest,
    other_winner,
    places,
    text_of,
)
from tournaments.models import Event, Round, Ruling

pytestmark = pytest.mark.django_db

STEPS = re.compile(r'name="steps" value="([^"]+)"')


def undo_at_the_desk(client: Client, event: Event) -> object:
    """The button that stands beside the message on the desk; it leads to what would move."""
    (steps,) = STEPS.findall(text_of(client.get(reverse("desk", args=[event.pk]))))
    return client.post(reverse("desk-undo", args=[event.pk]), {"steps": steps}, follow=True)


RULED_PLACES: dict[str, object] = {"step": "places", "places-seat-0": "2", "places-seat-1": "1"}


@pytest.mark.parametrize("change", [other_winner(), RULED_PLACES], ids=["deal", "ruling"])
def test_a_late_correction_is_undone_after_the_same_look_at_what_moves(client, change):
    event, table = corrected_late(client)
    before = places(event)
    client.post(address(table), hidden(client.post(address(table), change)) | {"replay": "no"})
    assert places(event) != before
    shown = undo_at_the_desk(client, event)
    assert "The latest change of this table would be undone." in text_of(shown)
    assert len(shown.context["moves"].places) > 0 and places(event) != before
    client.post(address(table), hidden(shown) | {"replay": "no"})
    assert places(event) == before
    again = undo_at_the_desk(client, event)
    client.post(address(table), hidden(again) | {"replay": "no"})
    assert places(event) != before, "and that again"


def test_after_a_replay_the_undoing_draws_the_round_that_was(client):
    event, table = corrected_late(client)
    seated = [each.entrants for each in running(event).rounds.get(number=2).seating.tables]
    client.post(address(table), hidden(client.post(address(table), other_winner())) | {"replay": "yes"})
    client.post(address(table), hidden(undo_at_the_desk(client, event)) | {"replay": "yes"})
    drawn = running(event).rounds.get(status=Round.Status.PREVIEW)
    assert [each.entrants for each in drawn.seating.tables] == seated


def test_the_page_of_the_table_leads_there_too_and_after_a_minute_nothing_does(client):
    _event, table = corrected_late(client)
    client.post(address(table), hidden(client.post(address(table), other_winner())) | {"replay": "no"})
    page = reverse("table", args=[table.pk])
    assert "Undo: see what moves" in text_of(client.get(page))
    assert "Undo: see what moves" not in text_of(Client().get(page))
    shown = client.get(address(table), {"undo": "1"})
    with later(1.1):
        assert "Undo: see what moves" not in text_of(client.get(page))
        late = client.get(address(table), {"undo": "1"}, follow=True)
        assert "This can be undone for a minute only." in text_of(late)
        answer = client.post(address(table), hidden(shown) | {"replay": "no"}, follow=True)
        assert "This can be undone for a minute only." in text_of(answer)
    assert newest(table).version == 2


def test_an_undoing_that_something_overtook_says_so(client):
    _event, table = corrected_late(client)
    client.post(address(table), hidden(client.post(address(table), other_winner())) | {"replay": "no"})
    shown = client.get(address(table), {"undo": "1"})
    client.post(address(table), hidden(client.post(address(table), RULED_PLACES)) | {"replay": "no"})
    answer = client.post(address(table), hidden(shown) | {"replay": "no"}, follow=True)
    assert "Something else was recorded or changed since." in text_of(answer)
    assert (newest(table).version, Ruling.objects.filter(table=table).count()) == (2, 1)
