"""Team matches that were played elsewhere come into a tournament that is planned, by a FIDE report or by our sheets."""

from random import Random
from typing import Any

import pytest

from tests.tournament_scenes import draw, make_tournament
from tests.tournaments.boards.scenes import begun_teams, entrant, state_of
from tests.tournaments.files.test_played_in import brought, proves_itself, sheets, standing
from tournaments.audit import SYSTEM
from tournaments.exports.files.fide_reports import reports
from tournaments.models import Event, Table
from tournaments.selectors.stage.teams import sides_of
from tournaments.services.refusals import Refused
from tournaments.services.stage import rulings
from tournaments.services.stage.entrants import check_in, substitute, withdraw
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.planning import request_byes
from tournaments.services.stage.rounds import publish_round

pytestmark = pytest.mark.django_db


def report(event: Event) -> list[str]:
    """Without club and day."""
    (text,) = reports(event).values()
    return [line for line in text.splitlines() if line[:3] not in ("022", "042", "052")]


def random_event(seed: int) -> Event:
    """8 to 12 teams over 2 to 6 boards, with whatever may happen to them."""
    random = Random(seed)
    boards = random.randint(2, 6)
    line_up = random.choice(["fixed", "free"])
    rounds = random.randint(2, 4)
    event = begun_teams(random.randint(8, 12), each=boards + 2, boards=boards, rounds=rounds, line_up=line_up)
    sides = list(sides_of(event))
    for number in range(2, rounds + 1):
        for side in random.sample(sides, random.randint(0, 2)):
            try:
                request_byes(
                    event_id=event.pk, entrant_id=side, byes={number: random.choice(["half", "zero"])}, actor=SYSTEM
                )
            except Refused:
                pass
    for _number in range(rounds):
        play(event, random, boards, free=line_up == "free")
    return event


def play(event: Event, random: Random, boards: int, *, free: bool) -> None:
    members = sides_of(event)
    away = [one.pk for team in random.sample(list(members.values()), 2) for one in random.sample(team, 3)]
    check_in(event_id=event.pk, entrants=away, present=False, actor=SYSTEM)
    leaving = random.choice(random.choice(list(members.values())))
    if random.random() < 0.5 and leaving.status == "active":
        withdraw(event_id=event.pk, entrant_id=leaving.pk, actor=SYSTEM)
    round_ = draw(event)
    for side in [who for table in round_.seating.tables for who in table.entrants]:
        here = [one.pk for one in sides_of(event)[side] if one.present and one.status == "active"]
        if random.random() < 0.4:
            named = random.sample(here, min(boards, len(here)))
            named = named if free else sorted(named, key=here.index)
            set_line_up(round_id=round_.pk, side=side, members=named, actor=SYSTEM)
    tables = publish_round(round_id=round_.pk, actor=SYSTEM)
    check_in(event_id=event.pk, entrants=away, present=True, actor=SYSTEM)
    absent = random.choice([side for table in round_.seating.tables for side in table.entrants])
    for table in tables:
        end(event, table, random, absent if random.random() < 0.7 else 0)
    match = random.choice([table for table in tables if table.game == 1])
    if random.random() < 0.7:
        rulings.decide_match(table_id=match.pk, places=random.choice([[1, 2], [1, 1], [2, 1]]), reason="", actor=SYSTEM)


def end(event: Event, table: Table, random: Random, absent: int) -> None:
    teams = {one.pk: side for side, team in sides_of(event).items() for one in team}
    sitting = list(table.seats.order_by("index").values_list("entrant_id", flat=True))
    gone = [index for index, who in enumerate(sitting) if teams[who] == absent or random.random() < 0.05]
    if gone:
        rulings.forfeit(table_id=table.pk, seats=gone, reason="", actor=SYSTEM)
    else:
        places = random.choice([[1, 2], [2, 1], [1, 1]])
        rulings.decide_places(table_id=table.pk, places=places, reason="", actor=SYSTEM)


@pytest.mark.flood
@pytest.mark.parametrize("seed", range(24))
def test_the_report_of_teams_is_the_same_once_it_is_brought_in(seed: int) -> None:
    event = random_event(seed)
    (text,) = reports(event).values()
    there = brought(event, text)
    assert report(there) == report(event)
    assert standing(there) == standing(event)
    assert proves_itself(there)


@pytest.mark.flood
@pytest.mark.parametrize("seed", range(24))
def test_the_sheets_of_teams_bring_every_board_again(seed: int) -> None:
    event = random_event(seed)
    there = brought(event, *sheets(event, "pairings", "standings", "entrants", "teams"))
    assert standing(there) == standing(event)
    assert report(there) == report(event)
    assert proves_itself(there)
