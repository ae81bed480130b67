"""Tournaments of teams that meet over boards."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from tests.tournament_scenes import draw, finish_table, make_tournament, next_round, running, start
from tournaments.audit import SYSTEM
from tournaments.models import Club, Entrant, Event, Table, Team
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.teams import sides_of
from tournaments.services.refusals import Refused
from tournaments.services.stage import rulings
from tournaments.services.stage.entrants import check_in, withdraw
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.planning import request_byes
from tournaments.services.stage.rounds import publish_round
from tournaments.services.teams import ListedTeam, set_teams


def team_event(
    teams: int = 4, *, each: int = 2, boards: int = 2, key: str = "swiss", club: Club | None = None, **options: Any
) -> Event:
    """``teams`` called A, B, ..., each of so many members, A1 the first of A and seeded first of all."""
    letters = [chr(ord("A") + number) for number in range(teams)]
    names = [f"{letter}{number}" for letter in letters for number in range(1, each + 1)]
    event = make_tournament(names=names, club=club, stages=[(key, {"boards": boards, **options})])
    entrants = dict(event.entrants.people().values_list("player__name", "pk"))
    listed = [
        ListedTeam(
            letter, tuple(entrants[f"{letter}{number}"] for number in range(1, each + 1)), entrants[f"{letter}1"]
        )
        for letter in letters
    ]
    set_teams(event_id=event.pk, teams=listed, best=0, actor=SYSTEM)
    event.refresh_from_db()
    return event


def begun_teams(teams: int = 4, **facts: Any) -> Event:
    event = team_event(teams, **facts)
    event.stages.update(seed=4)  # who deals first is drawn by it
    start(event)
    return event


def state_of(event: Event) -> StageState:
    return stage_state(running(event))


def side(event: Event, name: str) -> int:
    """What stands for the team (id)."""
    found = Team.objects.get(event=event, name=name).side_id
    assert found
    return found


def entrant(event: Event, name: str) -> Entrant:
    return event.entrants.people().get(player__name=name)


def sitting(table: Table) -> list[str]:
    return [seat.entrant.player.name for seat in table.seats.select_related("entrant__player").order_by("index")]


def boards_of(event: Event, name: str) -> list[Table]:
    """Those of the team's newest match, the first board first."""
    state = state_of(event)
    (match,) = [table for table in state.tables[state.rounds[-1].pk] if side(event, name) in state.sides(table)]
    return state.boards([match])


def win(table: Table, team: str) -> None:
    """One of this team takes the board."""
    finish_table(table, winner=next(seat for seat, name in enumerate(sitting(table)) if name.startswith(team)))


def play_boards(event: Event, random: Random) -> dict[Table, Sequence[int]]:
    """All boards of the next round end somehow; the place of each seat."""
    results = {}
    for table in next_round(event):
        places = random.choice([(1, 2), (2, 1), (1, 1)])
        results[table] = places
        decide(table, places)
    return results


def decide(table: Table, places: Sequence[int]) -> None:
    """A draw by the director's word, all else by a deal."""
    if 2 in places:
        finish_table(table, winner=places.index(1))
    else:
        rulings.decide_places(table_id=table.pk, places=places, reason="level", actor=SYSTEM)


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
            worth = random.choice(["half", "zero"])
            with suppress(Refused):  # there is a limit to them
                request_byes(event_id=event.pk, entrant_id=side, byes={number: worth}, actor=SYSTEM)
    for _number in range(rounds):
        play_random_round(event, random, boards, free=line_up == "free")
    return event


def play_random_round(event: Event, random: Random, boards: int, *, free: bool) -> None:
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
        end_random_board(event, table, random, absent if random.random() < 0.7 else 0)
    match = random.choice([table for table in tables if table.game == 1])
    if random.random() < 0.7:
        rulings.decide_match(table_id=match.pk, places=random.choice([[1, 2], [1, 1], [2, 1]]), reason="", actor=SYSTEM)


def end_random_board(event: Event, table: Table, random: Random, absent: int) -> None:
    teams = {one.pk: side for side, team in sides_of(event).items() for one in team}
    sitting = list(table.seats.order_by("index").values_list("entrant_id", flat=True))
    gone = [index for index, who in enumerate(sitting) if teams[who] == absent or random.random() < 0.05]
    if gone:
        rulings.forfeit(table_id=table.pk, seats=gone, reason="", actor=SYSTEM)
    else:
        places = random.choice([[1, 2], [2, 1], [1, 1]])
        rulings.decide_places(table_id=table.pk, places=places, reason="", actor=SYSTEM)
