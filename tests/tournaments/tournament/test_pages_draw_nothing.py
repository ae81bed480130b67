"""A draw may take a second; no page of a tournament waits for one."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament_scenes import begun, draw, play_round
from tournaments.formats.stages import planned_rounds, schedule_by_number
from tournaments.formats.systems.pods import draw_pods
from tournaments.formats.systems.round_robin import schedule
from tournaments.formats.systems.strikes import draw_strikes
from tournaments.formats.systems.swiss import draw_swiss
from tournaments.models import Event

pytestmark = pytest.mark.django_db

DRAWS = {each.__code__: each.__name__ for each in (draw_pods, draw_strikes, draw_swiss, schedule)}
STAGES = {
    "swiss": ({"rounds": 3}, "draw_swiss"),
    "swiss in fours": ({"rounds": 3, "seats": 4}, "draw_pods"),
    "round-robin in fours": ({"rounds": 3, "seats": 4}, "schedule"),
    "strikes": ({"lives": 2, "seats": 4}, "draw_strikes"),
}

OF_THE_EVENT = (
    "event",
    "desk",
    "wall",
    "entrants",
    "entrants-order",
    "stages",
    "cross-table",
    "event-cards",
    "event-log",
)
OF_A_TABLE = ("table", "table-ruling", "table-correct", "table-correct-many")


@contextmanager
def draws() -> Iterator[set[str]]:
    """Those called meanwhile, by watching every call."""
    called: set[str] = set()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code in DRAWS:
            called.add(DRAWS[frame.f_code])

    planned_rounds.cache_clear()
    schedule_by_number.cache_clear()
    sys.setprofile(watch)
    try:
        yield called
    finally:
        sys.setprofile(None)


def pages(event: Event) -> Iterator[str]:
    stage = event.stages.get()
    table = event.tables.order_by("pk").first()
    entrant = event.entrants.order_by("pk").first()
    for name in OF_THE_EVENT:
        yield reverse(name, args=[event.pk])
    for name in OF_A_TABLE:
        yield reverse(name, args=[table.pk])
    yield reverse("pairings", args=[table.round_id])
    yield reverse("why", args=[event.pk, entrant.pk])
    yield reverse("stage-start", args=[stage.pk])
    yield reverse("tie", args=[stage.pk])
    yield reverse("first-place", args=[stage.pk])


@pytest.mark.flood(2)
@pytest.mark.parametrize("named", STAGES)
def test_no_page_draws_between_two_rounds(client: Client, named: str):
    options, system = STAGES[named]
    event = begun(8, stages=[(named.partition(" ")[0], options)])
    play_round(event)
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    for address in pages(event):
        with draws() as called:
            assert client.get(address).status_code == 200, address
        assert called == set(), address
    with draws() as called:
        draw(event)
    assert called == {system}
