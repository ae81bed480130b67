"""Ratings that begin anew with every season: nothing from before counts, and what is kept is what a rebuild gives."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from tests.factories import NAMES, announce, correct, make_club
from tests.tournaments.ratings.scenes import night_won_by, page
from tests.tournaments.season.seasons import FIRST, RULES
from tests.tournaments.season.seasons import night as night_of
from tournaments.audit import SYSTEM
from tournaments.formats.ratings import NEW
from tournaments.models import Club, Event, EventRating, RatingsBegin
from tournaments.selectors.ratings.page import is_away
from tournaments.selectors.ratings.tables import Span, strengths_now
from tournaments.services.club.clubs import set_ratings_for
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.season import plan_season, publish_season
from tournaments.services.summaries.ratings import kept_ratings, rebuilt_ratings

pytestmark = pytest.mark.django_db


def begins_anew(club: Club, *weeks: int) -> None:
    """In these weeks, each with a season."""
    for week in weeks:
        starts = FIRST + timedelta(weeks=week)
        given = {"starts": starts, "ends": starts + timedelta(weeks=2), "rules": RULES, "visibility": ""}
        season = plan_season(club=club, name=f"Season {week}", **given, actor=SYSTEM)
        publish_season(pk=season.pk, actor=SYSTEM)
    set_ratings_for(club=club, ratings_for="all", ratings_begin=RatingsBegin.SEASONS, actor=SYSTEM)
    club.refresh_from_db()


def before(event: Event, name: str) -> tuple[float, int]:
    found = EventRating.objects.get(event=event, player__name=name)
    return found.before_mu, found.before_tables


def test_with_a_new_season_everybody_begins_as_a_stranger_and_within_it_goes_on():
    club = make_club()
    begins_anew(club, 2)
    night_won_by(club, "Ana", "Bruno", week=1)
    first, second = (night_won_by(club, "Ana", "Bruno", week=week) for week in (2, 3))
    assert before(first, "Ana") == (NEW.mu, 0)
    assert before(second, "Ana")[1] == 1
    assert list(rebuild_scores(keep=False)) == []


def test_a_late_correction_moves_no_rating_of_a_later_season_and_not_the_newest():
    club = make_club()
    begins_anew(club, 2)
    early, late = (night_of(club, *names, week=week) for names, week in ((("Ana", "Bruno"), 1), (("Ana", "Chiara"), 2)))
    newest = strengths_now(club, "vilnius")
    correct(early.tables.get(), 1, announce(1, 3, 0))
    now = strengths_now(club, "vilnius")
    moved = {club.players.get(pk=who).name for who in now if now[who] != newest[who]}
    assert moved == {"Bruno"} and before(late, "Ana") == (NEW.mu, 0)
    assert list(rebuild_scores(keep=False)) == []


def test_a_season_that_is_published_and_a_club_that_chooses_otherwise_work_all_ratings_out_once_more():
    club = make_club()
    nights = [night_won_by(club, "Ana", "Bruno", week=week) for week in range(3)]
    begins_anew(club)
    assert before(nights[2], "Ana")[1] == 2
    begins_anew(club, 2)
    assert before(nights[2], "Ana")[1] == 0
    set_ratings_for(club=club, ratings_for="all", ratings_begin=RatingsBegin.ONCE, actor=SYSTEM)
    assert before(nights[2], "Ana")[1] == 2


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_corrected_in_any_season_what_is_kept_is_what_all_tables_give(seed):
    random, club = Random(seed), make_club()
    begins_anew(club, 3, 6)
    for week in random.sample(range(9), 7):
        night_of(club, *random.sample(NAMES[:5], 3), week=week)
    events = list(club.events.order_by("date"))
    for _ in range(8):
        event = random.choice(events)
        if random.random() < 0.4:
            reopen_event(event_id=event.pk, actor=SYSTEM)
            assert kept_ratings(club, "vilnius") == rebuilt_ratings(club, "vilnius")
            finish_event(event_id=event.pk, actor=SYSTEM)
        else:
            correct(event.tables.get(), 1, announce(1, 3, random.randrange(7)))
        assert kept_ratings(club, "vilnius") == rebuilt_ratings(club, "vilnius")


def test_the_page_says_since_when_and_who_has_not_come_since_is_away(client):
    club = make_club()
    night_won_by(club, "Ana", "Bruno", week=0)
    begins_anew(club, 1)
    night_won_by(club, "Chiara", "Bruno", week=1)
    assert "begun anew on 8 January 2026" in page(client, "ratings", club.slug)
    today = timezone.localdate()
    latest, span = today - timedelta(days=10), Span(starts=today - timedelta(days=5))
    assert is_away(latest, span) and not is_away(today, span) and not is_away(latest, Span())
