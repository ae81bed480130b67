"""What is done for many at once takes no statement for each of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_club, make_night
from tests.tournament_scenes import begun, draw, finish_round, ids, make_tournament, next_round
from tournaments.audit import SYSTEM
from tournaments.services.night import add_entrants_by_name, finish_event, open_tables
from tournaments.services.stage.entrants import ListedEntrant, check_in, enter, seed_at_random, seed_by_rating
from tournaments.services.stage.planning import start_stage, undo_start
from tournaments.services.stage.rounds import draw_round, publish_round, undo_round
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

FEW, MANY = 20, 120
BATCHES = 3  # rows that are too many for one statement of the database go in several
MOST = 60 - BATCHES
PODS = (("swiss", {"rounds": 3, "seats": 4}),)


class Counts(dict[str, int]):
    """How many statements each step took."""

    @contextmanager
    def of(self, step: str) -> Iterator[None]:
        with CaptureQueriesContext(connection) as queries:
            yield
        self[step] = len(queries)


def players(count: int) -> list[str]:
    return [f"Player {number}" for number in range(1, count + 1)]


def tournament_by_steps(count: int) -> Counts:
    """Entered by a list, mended by a longer one, checked in, seeded, begun, drawn, published, taken back."""
    took = Counts()
    event = make_tournament(stages=PODS)
    half = [ListedEntrant(name=name) for name in players(count // 2)]
    listed = [ListedEntrant(name=name, rating=1500 + at, seed=count - at) for at, name in enumerate(players(count))]
    with took.of("enter"):
        enter(event_id=event.pk, entries=half, actor=SYSTEM)
    with took.of("enter and mend"):
        enter(event_id=event.pk, entries=listed, actor=SYSTEM)
    with took.of("make room"):
        enter(event_id=event.pk, entries=[ListedEntrant(name="Zita", seed=1)], actor=SYSTEM)
    with took.of("check in"):
        check_in(event_id=event.pk, entrants=None, present=True, actor=SYSTEM)
    with took.of("seed by rating"):
        seed_by_rating(event_id=event.pk, ratings={}, actor=SYSTEM)
    with took.of("seed at random"):
        seed_at_random(event_id=event.pk, seed=7, actor=SYSTEM)
    stage = event.stages.get()
    with took.of("begin"):
        start_stage(stage_id=stage.pk, entrants=ids(event), actor=SYSTEM)
    with took.of("not begin"):
        undo_start(stage_id=stage.pk, actor=SYSTEM)
    start_stage(stage_id=stage.pk, entrants=ids(event)[:count], actor=SYSTEM)
    with took.of("draw"):
        round_ = draw_round(stage_id=stage.pk, actor=SYSTEM)
    with took.of("publish"):
        tables = publish_round(round_id=round_.pk, actor=SYSTEM)
    with took.of("undo"):
        undo_round(round_id=round_.pk, actor=SYSTEM)
    assert len(tables) == count // 4
    return took


def tournament_to_its_end(count: int) -> Counts:
    took = Counts()
    event = begun(count, stages=[("swiss", {"rounds": 2, "seats": 4})])
    next_round(event)
    finish_round(event)
    with took.of("draw after a round"):
        round_ = draw(event)
    with took.of("publish after a round"):
        publish_round(round_id=round_.pk, actor=SYSTEM)
    finish_round(event)
    with took.of("finish a tournament"):
        finish_event(event_id=event.pk, actor=SYSTEM)
    return took


def night_by_steps(count: int) -> Counts:
    took = Counts()
    night = make_night(club=make_club(name=f"Night of {count}"), names=())
    with took.of("mark here"):
        entrants = add_entrants_by_name(event_id=night.pk, names=players(count), actor=SYSTEM)
    night.entrants.update(present=False)
    with took.of("mark here again"):
        add_entrants_by_name(event_id=night.pk, names=players(count), actor=SYSTEM)
    here = [entrant.pk for entrant in entrants]
    groups = [here[at : at + 4] for at in range(0, count, 4)]
    with took.of("seat all"):
        tables = open_tables(event_id=night.pk, groups=groups, actor=SYSTEM)
    for table in tables:
        end_table(table_id=table.pk, actor=SYSTEM)
    with took.of("finish a night"):
        finish_event(event_id=night.pk, actor=SYSTEM)
    return took


@pytest.mark.parametrize("evening", [tournament_by_steps, tournament_to_its_end, night_by_steps])
def test_many_at_once_take_no_more_statements_than_few(evening: Callable[[int], Counts]) -> None:
    few, many = evening(FEW), evening(MANY)
    assert {step: took for step, took in many.items() if took > min(MOST, few[step]) + BATCHES} == {}
