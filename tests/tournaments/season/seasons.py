"""Seasons of a few nights, for the tests of their points and pages."""

import re
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.factories import announce, deal, make_club, make_member, make_night, seat_table
from tournaments.audit import SYSTEM
from tournaments.formats.seasons.standing import SeasonRules
from tournaments.models import Club, Event, Member, Season, Table
from tournaments.services.night import finish_event
from tournaments.services.season import plan_season, publish_season
from tournaments.services.table.life import end_table

RULES = SeasonRules(table=tuple(map(Fraction, (5, 3, 1))), coming=Fraction(0))
FIRST = date(2026, 1, 1)


def a_season(club: Club, *, published: bool = True, name: str = "Spring", visibility: str = "", **rules: Any) -> Season:
    season = plan_season(
        club=club,
        name=name,
        starts=FIRST,
        ends=FIRST + timedelta(weeks=20),
        rules=replace(RULES, **rules),
        visibility=visibility,
        actor=SYSTEM,
    )
    return publish_season(pk=season.pk, actor=SYSTEM) if published else season


def played(club: Club, *names: str, week: int) -> Table:
    """A table that has ended: the first of these is first, the others share the next place."""
    event = make_night(club=club, names=names, on=FIRST + timedelta(weeks=week))
    table = seat_table(event, names[1], names[0], *names[2:])
    for turn in range(1, len(names) + 1):  # the second seat begins
        seat = turn % len(names)
        deal(table, announce(seat, 3, 3 if seat == 1 else 2))
    return end_table(table_id=table.pk, actor=SYSTEM)


def night(club: Club, *names: str, week: int) -> Event:
    """The same, and the night is over."""
    event = played(club, *names, week=week).event
    finish_event(event_id=event.pk, actor=SYSTEM)
    return Event.objects.get(pk=event.pk)


def a_spring() -> Season:
    """Of four nights, of which three have been played."""
    club = make_club()
    season = a_season(club, planned=4)
    for week, names in enumerate([("Ana", "Bruno"), ("Bruno", "Ana", "Chiara"), ("Ana", "Chiara")]):
        night(club, *names, week=week)
    season.refresh_from_db()
    return season


def text(client: Client, name: str, *args: object, query: str = "") -> str:
    answer = client.get(reverse(name, args=args) + query)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def director(client: Client, club: Club) -> Client:
    user = make_member(club, Member.Role.DIRECTOR)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client
