from datetime import date

import pytest

from scoring.games import GAMES
from tournaments.management import demo
from tournaments.models import Deal, Event, Table
from tournaments.services.table.rebuild import rebuild_scores

pytestmark = pytest.mark.django_db


def load_half_a_year(*, username="director"):
    return demo.load_demo(today=date(2026, 11, 21), username=username, nights=len(demo.PROGRAMME))


def test_the_demo_has_every_game_and_one_night_still_running():
    club = load_half_a_year()
    running = Event.objects.get(club=club, status=Event.Status.OPEN, kind=Event.Kind.CLUB_NIGHT)
    assert running.date == date(2026, 11, 21)
    assert running.tables.filter(status=Table.Status.PLAYING, deal_count__gt=0).exists()
    assert running.tables.filter(confirmation=Table.ConfirmationState.DISPUTED).count() == 1
    assert running.tables.exclude(called_at=None).count() == 1
    assert set(club.events.values_list("game", flat=True)) == set(GAMES)
    assert list(rebuild_scores(keep=False)) == []


def test_the_demo_has_a_tournament_played_to_its_final_and_one_in_its_third_round():
    club = load_half_a_year()
    over = Event.objects.get(club=club, kind=Event.Kind.TOURNAMENT, status=Event.Status.FINISHED)
    final = over.stages.get(number=2)
    assert final.rounds.count() == 2
    assert not over.tables.filter(status=Table.Status.PLAYING).exists()
    running = Event.objects.get(club=club, kind=Event.Kind.TOURNAMENT, status=Event.Status.OPEN)
    assert running.stages.get(number=1).rounds.count() == 3
    assert running.tables.filter(status=Table.Status.PLAYING).count() == 6


def test_the_demo_is_the_same_every_time():
    payloads = []
    for name in ("one", "two"):
        club = load_half_a_year(username=name)
        deals = Deal.objects.filter(table__event__club=club).order_by("pk")
        payloads.append(list(deals.values_list("payload", flat=True)))
    assert payloads[0] == payloads[1]
