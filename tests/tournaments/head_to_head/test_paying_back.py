"""Seating that pays back the year: who has not met, and who sat at whose side."""

from datetime import date

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import NAMES, make_night
from tests.tournaments.head_to_head.test_stored_meetings import ended, over
from tournaments.formats.head_to_head import Met
from tournaments.formats.seating import sit_round
from tournaments.models import Entrant, Event
from tournaments.selectors.head_to_head import met_in_a_year, seat_by_the_year
from tournaments.selectors.night.desk import free_entrants


@given(st.permutations(range(6)), st.lists(st.integers(0, 3), min_size=36, max_size=36))
def test_nobody_is_lost_the_first_stays_and_no_table_is_seated_worse(table, counts):
    def sat_left(one, other):
        return counts[6 * one + other]

    def cost(seats):
        return sum(sat_left(seats[(at + 1) % len(seats)], who) for at, who in enumerate(seats))

    found = sit_round(table[:4], sat_left=sat_left)
    assert found[0] == table[0] and sorted(found) == sorted(table[:4])
    assert cost(found) <= cost(table[:4])


def test_who_sat_left_of_somebody_sits_right_next_time():
    assert sit_round("ABC", sat_left=lambda one, other: one + other in ("BA", "CB", "AC")) == ["A", "C", "B"]


def names(tables: list[list[Entrant]]) -> list[set[str]]:
    return [{entrant.player.name for entrant in table} for table in tables]


@pytest.fixture
def met() -> Event:
    """Ana and Bruno, Chiara and Dovas met long ago but within the year; tonight all four are here."""
    earlier = make_night(on=date(2026, 1, 9), names=NAMES[:4])
    ended(earlier, "Ana", "Bruno", "Chiara")
    ended(earlier, "Chiara", "Dovas")
    over(earlier)
    for week in (2, 9, 16, 23):  # the last nights, of which alone "others than lately" knows
        make_night(club=earlier.club, on=date(2026, 10, week), names=("Elena", "Faust"))
    return make_night(club=earlier.club, names=NAMES[:4])


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_those_who_have_not_met_in_a_year_sit_together(met, seed):
    tables = names(seat_by_the_year(met, free_entrants(met), [2, 2], seed=seed))
    assert {"Ana", "Dovas"} in tables or {"Bruno", "Dovas"} in tables


@pytest.mark.django_db
def test_what_is_older_than_a_year_is_paid_back_no_more(met):
    ana, bruno = (met.entrants.get(player__name=name).player_id for name in ("Ana", "Bruno"))
    assert met_in_a_year(met, {ana, bruno}) == {(ana, bruno): Met(1, behind=1, sat_right=1)}
    Event.objects.filter(pk=met.pk).update(date=date(2027, 1, 9))
    assert met_in_a_year(Event.objects.get(pk=met.pk), {ana, bruno}) == {}


@pytest.mark.django_db
def test_the_desk_offers_it_and_draws_the_same_again_by_the_same_seed(client, met):
    client.force_login(met.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    assert 'value="year"' in client.get(reverse("desk", args=[met.pk])).content.decode()
    drawn = client.get(reverse("desk-seating", args=[met.pk]), {"how": "year", "size": 4})
    first, again = (client.get(drawn.url) for _ in range(2))
    assert first.context["drawn"].groups == again.context["drawn"].groups
    assert 'name="how" value="year"' in first.content.decode()
