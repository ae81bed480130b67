"""A season is planned, published and ended by a director."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_club
from tests.tournaments.calendar.scenes import planned
from tests.tournaments.season.seasons import a_season, director, text
from tournaments.models import Club, Season

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Autumn",
    "starts": "2026-09-01",
    "ends": "2026-12-20",
    "visibility": "",
    "events": "nights",
    "points": "table",
    "table": "10, 8 6; 5",
    "coming": "2,5",
    "best": "6",
    "first_tie_break": "wins",
}


def test_a_director_plans_publishes_and_ends_a_season(client):
    club = make_club()
    director(client, club)
    client.post(reverse("season-new", args=[club.slug]), FORM)
    season = Season.objects.get()
    assert [str(points) for points in season.season_rules.table] == ["10", "8", "6", "5"]
    assert season.season_rules.best == 6 and float(season.season_rules.coming) == 2.5
    assert "A draft, which only you" in text(client, "season", season.pk)
    assert Client().get(reverse("season", args=[season.pk])).status_code == 404
    client.post(reverse("season-publish", args=[season.pk]))
    assert Client().get(reverse("season", args=[season.pk])).status_code == 200
    page = text(client, "season", season.pk)
    assert "End the season" in page and "Count one more event" in page
    client.post(reverse("season-edit", args=[season.pk]), {"name": "Autumn 2026", "visibility": ""})
    client.post(reverse("season-archive", args=[season.pk]))
    season.refresh_from_db()
    assert (season.name, season.archived_at is not None) == ("Autumn 2026", True)


def test_a_new_season_needs_a_name_and_what_is_folded_away_says_what_is_proposed(client):
    club = make_club()
    director(client, club)
    page = text(client, "season-new", club.slug)
    today = timezone.localdate()
    assert f'value="{today}"' in page and f'value="{today.year}-12-31"' in page
    assert (page.count('<details class="mb-3">'), page.count('<details class="mb-3" open>')) == (3, 0)
    assert all(
        sentence in page for sentence in ("What counts: all club nights.", "10 – 8 – 6", "Tied on points: more first")
    )
    answer = client.post(reverse("season-new", args=[club.slug]), FORM | {"name": "", "best": "6", "table": "5 x"})
    assert answer.content.decode().count('<details class="mb-3" open>') == 2


def test_a_season_that_is_freer_than_its_club_has_become_can_still_be_changed(client):
    season = a_season(make_club(), visibility="unlisted")
    Club.objects.update(visibility="private")
    director(client, season.club)
    assert "As the club: private" in text(client, "season-edit", season.pk)


def test_a_director_is_led_from_a_season_to_the_clubs_next_night_or_a_new_one(client):
    club = make_club()
    season = a_season(club)
    Season.objects.filter(pk=season.pk).update(ends=timezone.localdate() + timedelta(days=30))
    new = reverse("event-new", args=[club.slug])
    assert f'· <a href="{new}">' not in text(client, "season", season.pk)
    director(client, club)
    assert f'· <a href="{new}">New club night' in text(client, "season", season.pk)
    coming = planned(club=club, date=timezone.localdate() + timedelta(days=7))
    page = text(client, "season", season.pk)
    assert f'Next: <a href="{reverse("coming", args=[coming.pk])}">' in page and f'· <a href="{new}">' not in page


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"ends": "2026-08-01"}, "The last day is before the first one."),
        ({"table": "5 8"}, "A lower place cannot bring more"),
        ({"table": "5 x"}, "Write numbers with spaces between them"),
        ({"table": "5 -1", "coming": "-2"}, "less than nothing"),
        ({"table": ""}, "Say what the places bring"),
        ({"coming": "7"}, "more than the last place of the table brings"),
        ({"points": "score"}, "tick one game"),
        ({"planned": "3"}, "cannot have fewer events"),
    ],
)
def test_a_rule_that_cannot_be_is_refused_with_what_to_do(client, wrong, sentence):
    club = make_club()
    director(client, club)
    answer = client.post(reverse("season-new", args=[club.slug]), FORM | wrong)
    assert sentence in answer.content.decode()
    assert not Season.objects.exists()


def test_a_draft_that_is_changed_says_its_new_rules_and_is_published_with_them(client):
    season = a_season(make_club(), published=False)
    director(client, season.club)
    assert "9 – 8 – 7" not in text(client, "season", season.pk)
    at = reverse("season-edit", args=[season.pk])
    assert client.post(at, FORM | {"starts": "2026-01-01", "table": "9 8 7"}).status_code == 302
    assert "9 – 8 – 7" in text(client, "season", season.pk)
    client.post(reverse("season-publish", args=[season.pk]))
    assert "9 – 8 – 7" in text(client, "season", season.pk)


def test_control_characters_are_taken_out_of_whatever_is_sent_by_a_form(client):
    club = make_club()
    director(client, club)
    client.post(reverse("season-new", args=[club.slug]), FORM | {"name": "Aut\x00\x0bumn\x9f"})
    assert Season.objects.get().name == "Autumn"
