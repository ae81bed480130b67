"""What handicaps would have made of past events: stored with the forecasts, and published beside them."""

import pytest

from tests.factories import announce, correct, deal, make_club, make_night, seat_table
from tests.tournament_scenes import begun, finish_table, next_round
from tests.tournaments.ratings.scenes import page
from tournaments.audit import SYSTEM
from tournaments.formats import ratings
from tournaments.formats.acceleration import HandicapTrial
from tournaments.models import Club, Event, EventForecast
from tournaments.models.event import WITH_ROUNDS, WITHOUT_ROUNDS
from tournaments.selectors.ratings.page import handicap_trials
from tournaments.services.night import finish_event, rank_by_average
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.summaries.ratings import kept_ratings, rebuilt_ratings
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settled_soon(monkeypatch):
    monkeypatch.setattr(ratings, "SETTLED", 1)
    monkeypatch.setattr(ratings, "SURE", 100.0)


def played(club: Club, **options: object) -> Event:
    """By eight, in two rounds with deals: who was entered first wins."""
    event = begun(8, club=club, stages=(("swiss", {"rounds": 2, **options}),))
    for _round in range(2):
        for table in next_round(event):
            names = [seat.entrant.player.name for seat in table.seats.all()]
            finish_table(table, winner=names.index(min(names)))
    finish_event(event_id=event.pk, actor=SYSTEM)
    event.refresh_from_db()
    return event


def two_events() -> tuple[Event, Event]:
    first = played(make_club())
    return first, played(first.club)


def test_an_event_with_rounds_is_counted_again_by_what_was_known_before_it():
    first, second = two_events()
    trials = dict(EventForecast.objects.values_list("event_id", "handicap"))
    assert trials[first.pk]["fields"] == 0  # nobody was known
    assert trials[second.pk] == {"fields": 1, "thirds": [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], "half": [1.0, 1.0]}
    assert handicap_trials(first.club, first.game, kinds=WITH_ROUNDS).fields == 1


def test_a_correction_moves_what_later_events_show_to_what_all_tables_give():
    first, _second = two_events()
    table = first.tables.order_by("pk").last()
    winner = table.deals.last().payload["claimed"][0]
    correct(table, 1, {"dealer": table.first_dealer, "claimed": [1 - winner]})
    club = Club.objects.get()
    assert kept_ratings(club, first.game) == rebuilt_ratings(club, first.game)
    assert not list(rebuild_scores(keep=False))


def test_an_event_from_before_is_filled_in_when_scores_are_rebuilt_and_is_no_drift():
    _, second = two_events()
    stored = EventForecast.objects.get(event=second).handicap
    EventForecast.objects.update(handicap=None)
    assert not list(rebuild_scores(keep=True))
    assert EventForecast.objects.get(event=second).handicap == stored
    EventForecast.objects.filter(event=second).update(handicap={**stored, "fields": 2})
    assert list(rebuild_scores(keep=True))


def test_the_page_of_ratings_publishes_it(client):
    first, _second = two_events()
    text = page(client, "ratings", first.club.slug)
    assert "1 field of an event with rounds, counted again by the ratings of that time" in text
    assert "Strongest third" in text and "With handicap" in text


def test_a_club_without_such_events_reads_nothing_of_handicaps(client):
    first = played(make_club())
    assert handicap_trials(first.club, first.game, kinds=WITH_ROUNDS) == HandicapTrial()
    assert "Strongest third" not in page(client, "ratings", first.club.slug)


def night(club: Club) -> Event:
    """Of three tables for two, at which who was entered first scores."""
    event = make_night(club=club, names=EIGHT[:6])
    for names in (EIGHT[:2], EIGHT[2:4], EIGHT[4:6]):
        table = seat_table(event, *names)
        deal(table, announce(1 - table.first_dealer, 2, 2 if table.first_dealer else 1))
        end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=event.pk, actor=SYSTEM)
    event.refresh_from_db()
    return event


EIGHT = [f"P{number}" for number in range(1, 9)]


def test_a_correction_that_moves_points_alone_moves_what_a_night_shows():
    second = night(night(make_club()).club)
    before = EventForecast.objects.get(event=second).handicap
    table = second.tables.order_by("pk").last()
    correct(table, 1, announce(1 - table.first_dealer, 3, 3 if table.first_dealer else 0))
    assert before != EventForecast.objects.get(event=second).handicap
    assert not list(rebuild_scores(keep=False))


def test_a_night_that_is_ranked_by_the_average_is_not_counted_again_by_its_points():
    second = night(night(make_club()).club)
    for by_average in (True, False):
        rank_by_average(event_id=second.pk, by_average=by_average, actor=SYSTEM)
        trial = handicap_trials(second.club, second.game, kinds=WITHOUT_ROUNDS)
        assert trial.fields == 1 - by_average


def test_a_night_is_counted_again_by_what_a_win_was_worth_on_it_and_published_by_itself(client):
    first = night(make_club())
    second = night(first.club)
    trials = dict(EventForecast.objects.values_list("event_id", "handicap"))
    assert (trials[first.pk]["fields"], trials[second.pk]["fields"]) == (0, 1)
    assert handicap_trials(first.club, first.game, kinds=WITHOUT_ROUNDS).fields == 1
    assert handicap_trials(first.club, first.game, kinds=WITH_ROUNDS) == HandicapTrial()
    assert kept_ratings(first.club, first.game) == rebuilt_ratings(first.club, first.game)
    assert "1 club night, counted again by the ratings of that time" in page(client, "ratings", first.club.slug)
