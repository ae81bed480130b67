"""What is done with 100 teams, and read of them, takes as many statements as with 8."""

from collections.abc import Mapping

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import deal, make_user, sign_in
from tests.tournament_scenes import finish_table, make_tournament, running, start
from tests.tournaments.test_statements_of_many import Counts
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import Event, Table
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.rounds import draw_round, publish_round
from tournaments.services.teams import ListedTeam, set_teams

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FEW, MANY = 8, 100
WRITES = ("set teams", "begin", "publish 1", "publish 2")
BATCHES = 12  # of these: rows that are too many for one statement of the database go in several


def test_many_teams_take_no_more_statements_than_few():
    few, many = whole_round(FEW), whole_round(MANY)
    allowed = {step: took + (BATCHES if step in WRITES else 0) for step, took in few.items()}
    assert {step: (few[step], took) for step, took in many.items() if took > allowed[step]} == {}


def whole_round(count: int) -> Counts:
    """Teams of two are made, begin, are drawn, name their line-ups, are published and play."""
    took = Counts()
    event = make_tournament(2 * count, stages=[("swiss", {"rounds": 3, "boards": 2})])
    entrants = list(event.entrants.order_by("pk").values_list("pk", flat=True))
    pairs = zip(entrants[::2], entrants[1::2], strict=True)
    teams = [ListedTeam(f"Team {number}", pair, pair[0]) for number, pair in enumerate(pairs, start=1)]
    with took.of("set teams"):
        set_teams(event_id=event.pk, teams=teams, best=0, actor=SYSTEM)
    event.refresh_from_db()
    with took.of("begin"):
        start(event)
    for number in (1, 2):
        with took.of(f"draw round {number}"):
            round_ = draw_round(stage_id=running(event).pk, actor=SYSTEM)
        first = event.teams.select_related("side").order_by("pk")[0]
        captain = event.entrants.get(team=first, captain=True)
        members = list(event.entrants.filter(team=first).order_by("-seed").values_list("pk", flat=True))
        with took.of("name a line-up"):
            set_line_up(round_id=round_.pk, side=first.side_id, members=members[:1], actor=SYSTEM)
        looked(
            event,
            took,
            f"preview {number} ",
            {
                "round": reverse("round", args=[round_.pk]),
                "line-up": reverse("line-up", args=[round_.pk, first.side_id]),
                "own-line-up": reverse("own-line-up", args=[player_code(captain.player_id, 0), round_.pk]),
                "code": reverse("code", args=[player_code(captain.player_id, 0)]),
            },
        )
        with took.of(f"publish {number}"):
            tables = publish_round(round_id=round_.pk, actor=SYSTEM)
        looked(
            event,
            took,
            f"round {number} ",
            {
                "table": reverse("table", args=[tables[0].pk]),
                "ruling": reverse("table-ruling", args=[tables[0].pk]),
                "pairings": reverse("pairings", args=[round_.pk]),
                "why": reverse("why", args=[event.pk, first.side_id]),
            },
        )
        table = Table.objects.get(pk=tables[0].pk)
        with took.of(f"save {number}"):
            deal(table, {"dealer": table.first_dealer, "claimed": [0]})
        for table in tables[1:]:
            finish_table(table)
        looked(event, took, f"after {number} ", {})
    return took


def looked(event: Event, took: Counts, when: str, more: Mapping[str, str]) -> None:
    client = sign_in(Client(), make_user(f"Ruta {event.pk} {when}", is_superuser=True))
    pages = {name: reverse(name, args=[event.pk]) for name in ("desk", "event", "tables", "wall", "teams", "stages")}
    for name, address in {**pages, **more}.items():
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200, name
        took[when + name] = len(queries)
