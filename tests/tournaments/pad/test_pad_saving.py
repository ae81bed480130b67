"""What it costs to save a deal from a phone, by the database's count."""

import json
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.confirmation_scenes import ask
from tests.factories import deal, make_night, pad_token, whole_vilnius_game
from tests.tournament_scenes import make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Deal, Event, Round, Seat, Table
from tournaments.services.night import open_tables
from tournaments.services.stage.rounds import start_clock

pytestmark = pytest.mark.django_db

MOST = 10


def statements(table: Table, payload: object, *, seat: int | None = None) -> list[str]:
    """Those of a deal that is saved, but for the beginning and the end of its transaction."""
    table.refresh_from_db()
    body = {"client_id": str(uuid.uuid4()), "base_revision": table.event.revision, "payload": payload}
    address = f"/pad/{pad_token(table, seat)}/deals/"
    with CaptureQueriesContext(connection) as queries:
        answer = Client().post(address, json.dumps(body), content_type="application/json")
    assert answer.status_code == 200 and "news" in answer.json()
    made = [query["sql"] for query in queries.captured_queries]
    return [sql for sql in made if not sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))]


def first_and_last(table: Table, *, seat: int | None = None) -> tuple[int, int]:
    game = whole_vilnius_game(table.seats.count())
    first = len(statements(table, game[0], seat=seat))
    for payload in game[1:-1]:
        deal(table, payload)
    return first, len(statements(table, game[-1], seat=seat))


@pytest.mark.parametrize("tables", [10, 100])
@pytest.mark.parametrize("seat", [None, 1])
def test_a_deal_of_a_night_takes_eight_statements_the_first_as_the_last(tables: int, seat: int | None) -> None:
    night = make_night(names=[f"P{number}" for number in range(2 * tables)])
    people = list(night.entrants.values_list("pk", flat=True))
    groups = [people[at : at + 2] for at in range(0, len(people), 2)]
    opened = open_tables(event_id=night.pk, groups=groups, actor=SYSTEM)
    assert first_and_last(opened[tables // 2], seat=seat) == (8, 8)


@pytest.mark.parametrize("stages", [[("swiss", {"seats": 2, "rounds": 2})], [("single-elimination", {})]])
@pytest.mark.parametrize("mode", Event.ConfirmationMode.values)
def test_with_confirmations_a_clock_and_later_rounds_it_takes_ten_at_most(
    mode: str, stages: Sequence[tuple[str, dict[str, Any]]]
) -> None:
    event = make_tournament(4, game="vilnius", rules={}, stages=stages)
    ask(event, mode)
    start(event)
    table, _ = next_round(event, minutes=30)
    start_clock(round_id=table.round_id, actor=SYSTEM)
    now = table.round
    assert now
    Round.objects.create(stage=now.stage, number=2, status=Round.Status.PUBLISHED, seating=now.seating)
    first, last = first_and_last(table, seat=1)
    assert max(first, last) <= MOST
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED


def test_the_deal_that_a_clock_ends_the_table_with_takes_ten_at_most() -> None:
    event = make_tournament(4, game="vilnius", rules={}, stages=[("swiss", {"seats": 2, "rounds": 2})])
    ask(event, "deal")
    start(event)
    table, _ = next_round(event, minutes=30)
    start_clock(round_id=table.round_id, actor=SYSTEM)
    one, other = whole_vilnius_game(2)[:2]
    deal(table, one)
    Round.objects.filter(pk=table.round_id).update(clock_started_at=timezone.now() - timedelta(minutes=30))
    assert len(statements(table, other)) <= MOST
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_only_the_seats_that_a_deal_moves_are_written() -> None:
    night = make_night(game="colonial-italian", rules={"cards": "optional"})
    people = list(night.entrants.order_by("pk").values_list("pk", flat=True))
    (table,) = open_tables(event_id=night.pk, groups=[people], actor=SYSTEM)
    made = statements(table, {"dealer": 0, "claimed": [2]})
    written = [sql for sql in made if sql.startswith(f'UPDATE "{Seat._meta.db_table}"')]
    assert len(written) == 1
    assert list(Seat.objects.order_by("index").values_list("score", "place", "deals")) == [
        (0, 2, 1), (0, 2, 1), (1, 1, 1), (0, 2, 1),
    ]  # fmt: skip


def test_a_deal_that_is_refused_writes_nothing() -> None:
    night = make_night(names=["Ana", "Bruno"])
    people = list(night.entrants.values_list("pk", flat=True))
    (table,) = open_tables(event_id=night.pk, groups=[people], actor=SYSTEM)
    body = {"client_id": str(uuid.uuid4()), "base_revision": 99, "payload": {"declarer": 0, "announced": 3, "taken": 3}}
    with CaptureQueriesContext(connection) as queries:
        answer = Client().post(f"/pad/{pad_token(table)}/deals/", json.dumps(body), content_type="application/json")
    assert answer.status_code == 422 and not Deal.objects.exists()
    assert [query for query in queries.captured_queries if query["sql"].startswith(("INSERT", "UPDATE"))] == []
