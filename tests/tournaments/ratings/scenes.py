"""Nights that are over and have rated somebody."""

from datetime import date, timedelta

from django.test import Client
from django.urls import reverse

from tests.factories import announce, deal, make_club, make_night, seat_table
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table


def night_won_by(club: Club, winner: str, *others: str, week: int) -> Event:
    night = make_night(club=club, on=date(2026, 1, 1) + timedelta(weeks=week))
    table = seat_table(night, others[0], winner, *others[1:])
    deal(table, announce(1, 3, 3))  # the second seat declares
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    return night


def two_nights() -> list[Event]:
    club = make_club()
    return [night_won_by(club, "Ana", "Bruno", "Chiara", week=0), night_won_by(club, "Bruno", "Ana", week=1)]


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()
