"""A page costs the same number of queries for 4 tables as for 40."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import announce, deal, make_club, make_night, seat_table
from tests.tournaments.calendar.scenes import planned
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import Club, Event, NightAnswer
from tournaments.services.table.life import adjourn_table, end_table

pytestmark = pytest.mark.django_db


def crowded_night(club: Club, tables: int) -> Event:
    """A night of so many tables of two: every fourth ended, every fourth adjourned, the others playing."""
    names = [f"Player {number}" for number in range(2 * tables + 3)]
    night = make_night(club=club, names=names)
    for number in range(tables):
        table = seat_table(night, names[2 * number], names[2 * number + 1])
        deal(table, announce(1, 3, 3))
        if number % 4 == 0:
            end_table(table_id=table.pk, actor=SYSTEM)
        elif number % 4 == 1:
            adjourn_table(table_id=table.pk, actor=SYSTEM)
    for week in range(tables // 2):
        coming = planned(club=club, name=f"Week {week}", date=timezone.localdate() + timedelta(weeks=week + 1))
        given = {"night": coming, "reply": "yes", "since": coming.starts_at, "answered_at": coming.starts_at}
        NightAnswer.objects.bulk_create(NightAnswer(player=player, **given) for player in club.players.all())
    return night


PAGES: dict[str, Callable[[Event], str]] = {
    "club": lambda night: reverse("club", args=[night.club.slug]),
    "nights": lambda night: reverse("nights", args=[night.club.slug]),
    "all-time": lambda night: reverse("all-time", args=[night.club.slug]),
    "calendar": lambda night: reverse("calendar", args=[night.club.slug]),
    "coming": lambda night: reverse("coming", args=[night.club.coming_nights.all()[0].pk]),
    "own-calendar": lambda night: reverse(
        "own-calendar", args=[player_code(night.club.players.order_by("pk")[0].pk, 0)]
    ),
    "roster": lambda night: reverse("roster", args=[night.club.slug]),
    "event": lambda night: reverse("event", args=[night.pk]),
    "tables": lambda night: reverse("tables", args=[night.pk]),
    "desk": lambda night: reverse("desk", args=[night.pk]),
    "seating": lambda night: reverse("desk-seating", args=[night.pk]) + "?how=standings&size=4",
    "cards": lambda night: reverse("event-cards", args=[night.pk]),
    "event-codes": lambda night: reverse("event-codes", args=[night.pk]),
    "codes": lambda night: reverse("codes", args=[night.club.slug]),
    "my-table": lambda night: reverse("code", args=[player_code(night.entrants.order_by("-pk")[3].player_id, 0)]),
    "table": lambda night: reverse("table", args=[night.tables.first().pk]),
    "pyramids": lambda night: reverse("print-sheet", args=[night.pk, "pyramids"]),
    "player": lambda night: reverse("player", args=[night.entrants.order_by("pk").first().player_id]),
    "player-tables": lambda night: f"{PAGES['player'](night)}?tab=tables",
}

# Of each, three are the session, the user and the role in the club; of an open page one is who sees it.
# Of the club’s, one is its logo.
QUERIES = {
    "club": 13,
    "nights": 6,
    "all-time": 11,
    "calendar": 7,
    "coming": 8,
    "own-calendar": 5,
    "roster": 6,
    "event": 9,
    "desk": 19,
    "seating": 10,
    "cards": 7,
    "event-codes": 9,
    "tables": 8,
    "table": 7,
    "pyramids": 8,
    "player": 19,
    "player-tables": 12,
    "codes": 6,
    "my-table": 20,
}


def count(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_the_number_of_queries_does_not_grow_with_the_tables(client):
    small, large = crowded_night(make_club(name="Small"), 4), crowded_night(make_club(name="Large"), 40)
    counts = {}
    for night in (small, large):
        owner = night.club.members.get().user
        client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
        for name, address in PAGES.items():
            counts.setdefault(name, []).append(count(client, address(night)))
    assert counts == {name: [most, most] for name, most in QUERIES.items()}
