from collections.abc import Iterator
from datetime import date

import pytest
from pytest_django import DjangoDbBlocker

from scoring.games import GAMES
from tests.databases import standing
from tournaments.management import demo
from tournaments.models import Club, Deal, Event, Table
from tournaments.services.rebuild import rebuild_scores

pytestmark = pytest.mark.django_db


def load_half_a_year(*, username: str) -> Club:
    return demo.load_demo(today=date(2026, 11, 21), username=username, nights=len(demo.PROGRAMME))


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    with standing(django_db_blocker):
        yield load_half_a_year(username="director")


@pytest.mark.slow
def test_the_demo_has_every_game_and_one_night_still_running(club: Club):
    running = Event.objects.get(club=club, status=Event.Status.OPEN, kind=Event.Kind.CLUB_NIGHT)
    assert running.date == date(2026, 11, 21)
    assert running.tables.filter(status=Table.Status.PLAYING, deal_count__gt=0).exists()
    assert running.tables.filter(confirmation=Table.ConfirmationState.DISPUTED).count() == 1
    assert running.tables.exclude(called_at=None).count() == 1
    assert set(club.events.values_list("game", flat=True)) == set(GAMES)
    assert list(rebuild_scores(keep=False)) == []


def test_the_demo_has_a_tournament_played_to_its_final_and_one_in_its_third_round(club: Club):
    over = Event.objects.get(club=club, kind=Event.Kind.TOURNAMENT, status=Event.Status.FINISHED)
    final = over.stages.get(number=2)
    assert final.rounds.count() == 2
    assert not over.tables.filter(status=Table.Status.PLAYING).exists()
    running = Event.objects.get(club=club, kind=Event.Kind.TOURNAMENT, status=Event.Status.OPEN)
    assert running.stages.get(number=1).rounds.count() == 3
    assert running.tables.filter(status=Table.Status.PLAYING).count() == 6


@pytest.mark.slow
def test_the_demo_is_the_same_every_time(club: Club):
    payloads = [
        list(Deal.objects.filter(table__event__club=each).order_by("pk").values_list("payload", flat=True))
        for each in (club, load_half_a_year(username="another"))
    ]
    assert payloads[0] == payloads[1]
