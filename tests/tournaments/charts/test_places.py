"""Place by round: what the page of a tournament draws of it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament_scenes import begun, finish_table, next_round, play_round, running
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.tournament.page import places_by_round
from tournaments.words.charts.lines import NARROW
from tournaments.words.charts.race import places_picture

pytestmark = pytest.mark.django_db


def test_places_go_by_points_and_equal_points_share_them() -> None:
    event = begun(4)
    for _ in range(2):
        play_round(event)
    (found,) = places_by_round(stage_state(running(event)))
    assert sorted(course.places[0] for course in found.courses) == [1, 1, 3, 3]
    assert sorted(course.places[1] for course in found.courses) == [1, 2, 2, 4]
    assert (found.courses[0].places, found.lead_since) == ((1, 1), 1)


def test_each_group_has_its_own_picture_with_its_number() -> None:
    event = begun(8, stages=[("round-robin", {"groups": 2})])
    for _ in range(2):
        play_round(event)
    found = places_by_round(stage_state(running(event)))
    assert [(each.group, len(each.courses)) for each in found] == [(1, 4), (2, 4)]


def test_a_round_that_is_still_played_is_not_drawn() -> None:
    event = begun(4)
    play_round(event)
    first, _ = next_round(event)
    finish_table(first)
    assert places_by_round(stage_state(running(event))) == []


def test_who_leads_took_the_lead_when_nobody_was_before_or_beside_them() -> None:
    event = begun(4)
    play_round(event)
    play_round(event)
    (found,) = places_by_round(stage_state(running(event)))
    picture = places_picture(found, NARROW)
    assert "has led from the beginning" in picture.says
    assert [mark.text for mark in picture.chart.steps] == ["1", "2"]
    first, last = picture.chart.named[0], picture.chart.named[-1]
    assert first.end[1] < last.end[1]  # the first place stands highest


def test_the_page_of_a_tournament_shows_the_picture_with_its_table(client: Client) -> None:
    event = begun(4)
    for _ in range(2):
        play_round(event)
    page = client.get(reverse("event", args=[event.pk])).content.decode()
    assert "Place by round" in page and 'id="places-0-figures"' in page
    assert "<svg" in page
