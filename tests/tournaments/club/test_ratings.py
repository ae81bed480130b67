from datetime import date

import pytest

from tests.factories import announce, deal, make_club, make_night, seat_table
from tournaments.audit import SYSTEM
from tournaments.formats.standings.ratings import ratings
from tournaments.models import Player, Ruling, Stage
from tournaments.selectors.club.ratings import club_ratings
from tournaments.services.table.life import adjourn_table, end_table

pytestmark = pytest.mark.django_db


def ended(night, *names):
    """A table closed after one announcement, which the second makes: the others share the next place."""
    table = seat_table(night, *names)
    deal(table, announce(1, 3, 3))
    return end_table(table_id=table.pk, actor=SYSTEM)


def by_name(night):
    found = club_ratings(night.club, night.game)
    return {Player.objects.get(pk=who).name: rating for who, rating in found.items()}


def rule(table, kind, value):
    stage, _ = Stage.objects.get_or_create(event=table.event, number=1, defaults={"format": "swiss", "seed": 1})
    Ruling.objects.create(stage=stage, table=table, kind=kind, value=value)


def test_before_the_first_table_ends_nobody_has_a_rating():
    night = make_night()
    deal(seat_table(night, "Ana", "Bruno"), announce(1, 3, 3))
    table = seat_table(night, "Chiara", "Dovas")
    deal(table, announce(1, 3, 3))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    assert club_ratings(night.club, "vilnius") == {}


def test_a_table_ended_before_its_first_deal_does_not_count():
    night = make_night()
    end_table(table_id=seat_table(night, "Ana", "Bruno").pk, actor=SYSTEM)
    assert club_ratings(night.club, "vilnius") == {}


def test_ratings_are_by_the_places_of_all_nights_in_the_order_the_tables_ended():
    later = make_night(on=date(2026, 11, 27))
    earlier = make_night(club=later.club, on=date(2026, 11, 20))
    ended(later, "Ana", "Bruno")
    ended(earlier, "Chiara", "Ana")
    assert by_name(later) == ratings([[("Ana", 2), ("Bruno", 1)], [("Ana", 1), ("Chiara", 2)]])


def test_a_rating_is_of_one_game_and_one_club():
    night = make_night()
    ended(night, "Ana", "Bruno")
    colonial = make_night(club=night.club, game="colonial-italian")
    elsewhere = make_night(club=make_club(name="Vilnia"))
    assert by_name(night)
    assert by_name(colonial) == by_name(elsewhere) == {}


def test_a_substitute_plays_for_their_own_rating():
    night = make_night()
    table = ended(night, "Ana", "Bruno")
    table.seats.filter(index=1).update(substitute=Player.objects.get(name="Dovas"))
    assert by_name(night) == ratings([[("Ana", 2), ("Dovas", 1)]])


def test_the_newest_ruling_on_a_table_counts():
    night = make_night()
    table = ended(night, "Ana", "Bruno", "Chiara")
    played = by_name(night)
    rule(table, Ruling.Kind.DECISION, [1, 2, 3])
    rule(table, Ruling.Kind.ADVANCED, [])
    assert by_name(night) == ratings([[("Ana", 1), ("Bruno", 2), ("Chiara", 3)]])
    rule(table, Ruling.Kind.LIFTED, [])
    assert by_name(night) == played


def test_who_forfeited_is_not_rated_and_a_table_left_to_one_does_not_count():
    night = make_night()
    table = ended(night, "Ana", "Bruno", "Chiara")
    rule(table, Ruling.Kind.FORFEIT, [0])
    assert by_name(night) == ratings([[("Bruno", 1), ("Chiara", 2)]])
    rule(table, Ruling.Kind.FORFEIT, [0, 1])
    assert by_name(night) == {}


def test_ratings_cost_two_queries_however_many_tables(django_assert_num_queries):
    night = make_night()
    for _ in range(2):
        ended(night, "Ana", "Bruno")
        ended(night, "Chiara", "Dovas")
    club = night.club
    with django_assert_num_queries(2):
        found = club_ratings(club, "vilnius")
    assert {rating.games for rating in found.values()} == {2}
