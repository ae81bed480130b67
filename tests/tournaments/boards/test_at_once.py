"""A captain says who plays while the round is published, in real threads: that counts at the tables, or is refused."""

from functools import partial

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.tournament_scenes import draw, running
from tests.tournaments.boards.scenes import begun_teams, boards_of, entrant, side, sitting
from tests.tournaments.table.test_row_locks import PATIENCE, at_once, meanwhile, until_it_waits
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import Event, Round
from tournaments.selectors.stage.records import stage_state
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.rounds import publish_round, unpublish_round

pytestmark = pytest.mark.django_db(transaction=True)

FIRST, OTHERS = {"A1", "A2"}, {"A2", "A3"}


def drawn() -> tuple[Event, Round]:
    event = begun_teams(2, each=3, boards=2)
    return event, draw(event)


def others(event: Event) -> list[int]:
    return [entrant(event, name).pk for name in sorted(OTHERS)]


def plays(event: Event) -> set[str]:
    return {name for table in boards_of(event, "A") for name in sitting(table) if name[0] == "A"}


def test_whoever_is_first_the_tables_are_those_of_the_line_up_that_counts():
    event, round_ = drawn()
    team, members = side(event, "A"), others(event)
    for _attempt in range(8):
        refused, _tables = at_once(
            partial(set_line_up, round_id=round_.pk, side=team, members=members, actor=SYSTEM),
            partial(publish_round, round_id=round_.pk, actor=SYSTEM),
        )
        assert refused is None or refused.code == "no-preview"
        assert plays(event) == (FIRST if refused else OTHERS)
        round_.refresh_from_db()
        assert (round_.seating.line_ups[team] == tuple(members)) == (refused is None)
        unpublish_round(round_id=round_.pk, actor=SYSTEM)
        preview = stage_state(running(event)).preview
        assert preview
        round_ = preview
        set_line_up(round_id=round_.pk, side=team, members=[], actor=SYSTEM)


def test_a_round_that_is_published_while_a_captain_saves_waits_for_the_line_up():
    event, round_ = drawn()
    with transaction.atomic():
        set_line_up(round_id=round_.pk, side=side(event, "A"), members=others(event), actor=SYSTEM)
        publishing = meanwhile(partial(publish_round, round_id=round_.pk, actor=SYSTEM))
        until_it_waits(publishing)
    assert len(publishing.result(timeout=PATIENCE)) == 2
    assert plays(event) == OTHERS


def test_a_captain_who_saves_while_the_round_is_published_is_told_that_it_has_begun():
    event, round_ = drawn()
    code, members = player_code(entrant(event, "A1").player_id, 0), others(event)
    address, sent = reverse("own-line-up", args=[code, round_.pk]), {"board-1": members[0], "board-2": members[1]}
    with transaction.atomic():
        publish_round(round_id=round_.pk, actor=SYSTEM)
        saving = meanwhile(lambda: Client().post(address, sent, follow=True))
        until_it_waits(saving)
    assert "The round has begun without this change." in saving.result(timeout=PATIENCE).content.decode()
    assert plays(event) == FIRST
