"""Tournaments of teams that meet over boards."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.tournament_scenes import finish_table, make_tournament, next_round, running, start
from tournaments.audit import SYSTEM
from tournaments.models import Club, Entrant, Event, Table, Team
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.services.stage import rulings
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
