"""How strong everybody is, kept event by event and the same as from all tables once more."""

from datetime import date, timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NAMES, announce, correct, deal, make_club, make_night, seat_table
from tournaments.audit import SYSTEM
from tournaments.formats.ratings import BETA, BETAS, Strength, replayed
from tournaments.models import Event, EventForecast, EventRating, Player, RatingModel, Ruling, Stage, Table
from tournaments.selectors.ratings.tables import rated_at, strengths_now
from tournaments.services.change import commit_change
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.summaries.ratings import kept_ratings, rebuilt_ratings, update_ratings
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db


def ended(night: Event, *names: str) -> Table:
    """A table closed after one announcement, which the second makes: the others share the next place."""
    table = seat_table(night, *names)
    deal(table, announce(1, 3, 3))
    return end_table(table_id=table.pk, actor=SYSTEM)


def over(night: Event) -> None:
    finish_event(event_id=night.pk, actor=SYSTEM)


def by_name(night: Event) -> dict[str, Strength]:
    found = strengths_now(night.club, night.game)
    return {Player.objects.get(pk=who).name: strength for who, strength in found.items()}


def expected(night: Event, *tables: list[tuple[str, int]]) -> dict[str, Strength]:
    ids = dict(night.club.players.values_list("name", "pk"))
    found = replayed([[(ids[name], place) for name, place in table] for table in tables])
    return {name: found[pk] for name, pk in ids.items() if pk in found}


def rule(table: Table, kind: str, value: list[int]) -> None:
    stage, _ = Stage.objects.get_or_create(event=table.event, number=1, defaults={"format": "swiss", "seed": 1})
    Ruling.objects.create(stage=stage, table=table, kind=kind, value=value)
    commit_change(Event.objects.get(pk=table.event_id), SYSTEM, "ruling")


def test_while_an_event_is_open_it_rates_nobody_and_none_does_a_table_without_a_deal():
    night = make_night()
    ended(night, "Ana", "Bruno")
    assert by_name(night) == {}
    empty = make_night(club=night.club)
    end_table(table_id=seat_table(empty, "Ana", "Bruno").pk, actor=SYSTEM)
    over(empty)
    assert by_name(night) == {}


def test_events_are_rated_by_their_dates_and_an_earlier_one_that_ends_later_moves_what_came_after():
    later = make_night(on=date(2026, 11, 27))
    earlier = make_night(club=later.club, on=date(2026, 11, 20))
    ended(later, "Ana", "Bruno")
    ended(earlier, "Chiara", "Ana")
    over(later)
    over(earlier)
    assert by_name(later) == expected(later, [("Ana", 1), ("Chiara", 2)], [("Ana", 2), ("Bruno", 1)])
    before = {
        Player.objects.get(pk=who).name: rated.before.tables for who, rated in rated_at([later])[later.pk].items()
    }
    assert before == {"Ana": 1, "Bruno": 0}


def test_an_event_that_is_open_again_rates_nobody_until_it_is_over_once_more():
    night = make_night(on=date(2026, 11, 20))
    later = make_night(club=night.club, on=date(2026, 11, 27))
    ended(night, "Ana", "Bruno")
    ended(later, "Bruno", "Chiara")
    for each in (night, later):
        over(each)
    found = by_name(night)
    reopen_event(event_id=night.pk, actor=SYSTEM)
    assert by_name(night) == expected(night, [("Bruno", 2), ("Chiara", 1)])
    over(night)
    assert by_name(night) == found


def test_a_rating_is_of_one_game_and_one_club():
    night = make_night()
    ended(night, "Ana", "Bruno")
    over(night)
    colonial = make_night(club=night.club, game="colonial-italian")
    elsewhere = make_night(club=make_club(name="Vilnia"))
    assert by_name(night)
    assert by_name(colonial) == by_name(elsewhere) == {}


def test_a_substitute_plays_for_their_own_rating():
    night = make_night()
    table = ended(night, "Ana", "Bruno")
    table.seats.filter(index=1).update(substitute=Player.objects.get(name="Dovas"))
    over(night)
    assert by_name(night) == expected(night, [("Ana", 2), ("Dovas", 1)])


def test_the_newest_ruling_on_a_table_counts_and_who_forfeited_is_not_rated():
    night = make_night()
    table = ended(night, "Ana", "Bruno", "Chiara")
    over(night)
    played = by_name(night)
    rule(table, Ruling.Kind.DECISION, [1, 2, 3])
    assert by_name(night) == expected(night, [("Ana", 1), ("Bruno", 2), ("Chiara", 3)])
    rule(table, Ruling.Kind.LIFTED, [])
    assert by_name(night) == played
    rule(table, Ruling.Kind.FORFEIT, [0])
    assert by_name(night) == expected(night, [("Bruno", 1), ("Chiara", 2)])
    rule(table, Ruling.Kind.FORFEIT, [0, 1])
    assert by_name(night) == {}


def nights(count: int) -> list[Event]:
    club, chances, names = make_club(), Random(7), NAMES[:4]
    found = []
    for week in range(count):
        night = make_night(club=club, on=date(2026, 1, 1) + timedelta(weeks=week))
        ended(night, *chances.sample(names, 3))
        ended(night, *chances.sample(names, 2))
        over(night)
        found.append(night)
    return found


def test_a_late_correction_moves_what_rests_on_it_exactly():
    club = (found := nights(4))[0].club
    was = kept_ratings(club, "vilnius")
    correct(found[1].tables.order_by("pk")[0], 1, None)
    now = kept_ratings(club, "vilnius")
    assert now == rebuilt_ratings(club, "vilnius")
    assert now.events[found[0].pk] == was.events[found[0].pk]
    assert now.events[found[1].pk] != was.events[found[1].pk] and now.newest != was.newest
    assert now.forecasts[found[3].pk] != was.forecasts[found[3].pk]


def test_a_change_of_an_event_that_moves_nobody_writes_no_rating(django_assert_max_num_queries):
    night = nights(3)[0]
    with django_assert_max_num_queries(37) as asked:
        commit_change(Event.objects.get(pk=night.pk), SYSTEM, "note")
    assert not [query for query in asked.captured_queries if "rating" in query["sql"] and "INSERT" in query["sql"]]


def test_what_is_kept_wrongly_is_found_and_put_right():
    club = nights(2)[0].club
    EventRating.objects.filter(pk=EventRating.objects.order_by("pk")[0].pk).update(mu=1)
    EventForecast.objects.all().delete()
    assert len(list(rebuild_scores(keep=True))) == 2
    assert kept_ratings(club, "vilnius") == rebuilt_ratings(club, "vilnius")
    assert list(rebuild_scores(keep=True)) == []


def test_once_a_year_the_part_of_luck_is_fitted_on_the_tables_until_then(monkeypatch):
    monkeypatch.setattr("tournaments.services.summaries.ratings.LEAST", 4)
    found = nights(4)
    (model,) = RatingModel.objects.all()
    assert model.event == found[2] and model.beta in (*BETAS, BETA)
    RatingModel.objects.update(beta=BETAS[0])
    correct(found[0].tables.order_by("pk")[0], 1, None)
    assert RatingModel.objects.count() == 1
    assert kept_ratings(found[0].club, "vilnius") == rebuilt_ratings(found[0].club, "vilnius")


def test_a_correction_that_moves_nobody_reads_no_table_of_later_events():
    club = make_club()
    table, _later = (ended(make_night(club=club), "Ana", "Bruno") for _ in range(2))
    for each in (table, _later):
        over(each.event)
    with CaptureQueriesContext(connection) as known:
        update_ratings(Event.objects.get(pk=table.event_id))
    seats = [each["sql"] for each in known if '"tournaments_seat"' in each["sql"]]
    assert seats and not any(f"IN ({table.event_id}, {_later.event_id})" in each for each in seats)
    assert not any(f"IN ({_later.event_id})" in each for each in seats)
