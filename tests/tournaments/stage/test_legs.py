"""A round robin in which everybody meets twice: its two legs."""

import pytest
from django.urls import reverse

from tests.tournament_scenes import begun, finish_round, next_round
from tournaments.formats.options import Options
from tournaments.formats.stages import leg_of
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def seated(tables):
    return [tuple(table.seats.order_by("index").values_list("entrant_id", flat=True)) for table in tables]


def test_the_second_leg_has_the_tables_of_the_first_with_the_seats_exchanged_and_pages_say_so(client):
    event = begun(5, stages=[("round-robin", {"double": True})])
    rounds = []
    for number in range(1, 11):
        tables = next_round(event)
        rounds.append(seated(tables))
        words = "first leg" if number <= 5 else "second leg"
        for address in (reverse("event", args=[event.pk]), reverse("pairings", args=[tables[0].round_id])):
            assert words in client.get(address).content.decode()
        finish_round(event)
    assert rounds[5:] == [[pair[::-1] for pair in pairs] for pairs in rounds[:5]]
    entrant = Entrant.objects.filter(event=event).first()
    why = client.get(reverse("why", args=[event.pk, entrant.pk])).content.decode()
    assert why.count("The second leg: the tables of round") == 5


def test_where_everybody_meets_once_there_is_no_leg(client):
    event = begun(4, stages=[("round-robin", {})])
    next_round(event)
    assert "leg" not in client.get(reverse("event", args=[event.pk])).content.decode().split("<main")[1]


@pytest.mark.parametrize(
    ("options", "sizes", "number", "leg"),
    [
        (Options(double=True), [4], 3, 1),
        (Options(double=True), [4], 4, 2),
        (Options(double=True), [4, 3], 4, 2),
        (Options(double=True), [4, 6], 4, None),
        (Options(double=True, seats=3), [6], 1, None),
        (Options(), [4], 1, None),
    ],
)
def test_a_leg_is_told_where_it_is_one_for_all_groups(options, sizes, number, leg):
    assert leg_of(options, sizes, number) == leg
