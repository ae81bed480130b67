"""Two events of a club are changed in the same instant, and a season is published meanwhile: real threads."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection

from tests.factories import announce, correct, make_club
from tests.tournaments.season.seasons import a_season, played
from tournaments.audit import SYSTEM
from tournaments.models import SeasonPoints
from tournaments.services.club.people import merge, part
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.season import choose_event, publish_season

pytestmark = pytest.mark.django_db(transaction=True)

Call = Callable[[], Any]
PATIENCE = 30


def at_once(*calls: Call) -> None:
    start = threading.Barrier(len(calls))

    def done(call: Call) -> None:
        start.wait()
        try:
            call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        for each in [threads.submit(done, call) for call in calls]:
            each.result(timeout=PATIENCE)
    assert list(rebuild_scores(keep=False)) == []


def test_whatever_is_done_at_once_leaves_what_the_deals_give():
    club = make_club()
    season = a_season(club, published=False)
    one = played(club, "Ana", "Bruno", "Chiara", week=1)
    other = played(club, "Bruno", "Ana", "Dovas", week=2)
    outside = played(club, "Ana", "Dovas", week=30)
    ends = [partial(finish_event, event_id=each.event_id, actor=SYSTEM) for each in (one, other, outside)]
    at_once(*ends, partial(publish_season, pk=season.pk, actor=SYSTEM))
    assert SeasonPoints.objects.count() == 6
    at_once(
        lambda: correct(one, 1, announce(1, 3, 0)),
        lambda: correct(other, 1, announce(1, 3, 0)),
        partial(choose_event, pk=season.pk, event_id=outside.event_id, counts=True, actor=SYSTEM),
    )
    assert SeasonPoints.objects.count() == 8
    chiara, dovas = (club.players.get(name=name) for name in ("Chiara", "Dovas"))
    at_once(
        partial(merge, into=chiara, gone=dovas, actor=SYSTEM),
        partial(reopen_event, event_id=one.event_id, actor=SYSTEM),
        lambda: correct(other, 2, announce(2, 4, 4)),
    )
    at_once(
        partial(part, gone=dovas, actor=SYSTEM),
        partial(finish_event, event_id=one.event_id, actor=SYSTEM),
        lambda: correct(outside, 1, announce(1, 3, 3)),
    )
    assert SeasonPoints.objects.count() == 8
