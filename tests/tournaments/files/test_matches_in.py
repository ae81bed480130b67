"""Matches of several games that were played elsewhere come into a tournament that is planned."""

from random import Random
from typing import Any

import pytest

from tests.factories import deal
from tests.tournament_scenes import begun, finish_table, make_tournament, next_round, open_tables
from tests.tournaments.files.test_played_in import bring, brought, points, proves_itself, read, sheets, standing
from tests.tournaments.stage.test_matches import games, people, state_of, win
from tournaments.audit import SYSTEM
from tournaments.formats.plan import has_next_round
from tournaments.models import Event, Table
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import substitute
from tournaments.services.stage.rulings import decide_match, forfeit

pytestmark = pytest.mark.django_db

BEST_OF_THREE = [("swiss", {"rounds": 1, "games": 3})]
ALL = ("pairings", "deals", "standings", "entrants")


def played(count: int, stages: Any) -> Event:
    event, random = begun(count, stages=stages), Random(7)
    while has_next_round(state_of(event).plan, state_of(event).groups):
        next_round(event)
        while tables := open_tables(event):
            for table in tables:
                finish_table(table, winner=random.randrange(table.seats.count()))
    return event


def tables_of(event: Event) -> list[tuple[object, ...]]:
    """Each game with who sat there and what it brought them, by name."""
    tables = event.tables.exclude(status=Table.Status.UNDONE).order_by("round", "number", "game")
    return [
        (
            table.number,
            table.game,
            table.games,
            *table.seats.order_by("index").values_list("entrant__player__name", "place"),
        )
        for table in tables
    ]


@pytest.mark.parametrize("files", [ALL, ("pairings", "standings", "entrants")])
@pytest.mark.parametrize(
    ("count", "stages"),
    [
        (8, [("swiss", {"rounds": 3, "games": 3})]),
        (4, [("single-elimination", {"games": 3, "last_games": [5], "third_place": True})]),
        (7, [("swiss", {"rounds": 3, "games": 2, "points": "games"})]),
        (8, [("swiss", {"rounds": 2, "seats": 4, "games": 2})]),
    ],
)
def test_the_sheets_of_an_event_bring_every_game_of_its_matches(
    count: int, stages: Any, files: tuple[str, ...]
) -> None:
    event = played(count, stages)
    there = brought(event, *sheets(event, *files))
    assert standing(there) == standing(event)
    assert proves_itself(there)
    if "deals" in files:
        assert tables_of(there) == tables_of(event)


def test_a_match_that_is_still_played_goes_on_with_its_next_game() -> None:
    event = begun(2, stages=BEST_OF_THREE)
    (first,) = next_round(event)
    win(first, people(first)[0])
    deal_open = games(first)[1]
    there = brought(event, *sheets(event, "pairings", "deals"))
    assert tables_of(there) == tables_of(event)
    (table,) = open_tables(there)
    assert (table.game, table.number) == (2, deal_open.number)
    finish_table(table, winner=1)  # the seats have turned
    assert open_tables(there) == []


def test_who_left_a_match_and_whoever_stood_in_are_brought_too() -> None:
    event = begun(3, stages=[("swiss", {"rounds": 1, "seats": 3, "games": 2})])
    (first,) = next_round(event)
    substitute(event_id=event.pk, entrant_id=people(first)[1], name="Stand-in", actor=SYSTEM)
    win(first, people(first)[0])
    second = games(first)[1]
    forfeit(table_id=second.pk, seats=[0], reason="", actor=SYSTEM)
    finish_table(second, winner=1)
    there = brought(event, *sheets(event, *ALL))
    assert tables_of(there) == tables_of(event)
    assert standing(there) == standing(event)
    assert there.tables.filter(seats__substitute__name="Stand-in").count() == 1


def test_what_the_director_said_of_a_match_is_said_again() -> None:
    event = begun(2, stages=BEST_OF_THREE)
    (first,) = next_round(event)
    win(first, people(first)[0])
    second = games(first)[1]
    deal(second, {"dealer": 0, "claimed": [0]})
    places = [1 if who == people(first)[1] else 2 for who in people(second)]
    decide_match(table_id=second.pk, places=places, reason="", actor=SYSTEM)
    there = brought(event, *sheets(event, "pairings", "deals"))
    assert standing(there) == standing(event)
    assert open_tables(there) == []


def test_a_sheet_that_tells_no_games_tells_how_the_matches_ended() -> None:
    there = make_tournament(stages=BEST_OF_THREE)
    brought(there, "round,table,player,place\n1,1,Ana,1\n1,1,Bruno,2\n1,2,Chiara,2\n1,2,Dan,1\n", into=there)
    assert points(there) == {"Ana": 1, "Bruno": 0, "Chiara": 0, "Dan": 1}
    assert there.tables.count() == 2
    assert not open_tables(there)


def test_deals_alone_are_games_one_after_the_other() -> None:
    event = played(4, [("round-robin", {"games": 2, "decided": "total"})])
    there = brought(event, *sheets(event, "deals"))
    assert tables_of(there) == tables_of(event)


def test_whoever_is_told_at_two_tables_or_at_a_later_game_alone_is_a_line_to_correct() -> None:
    head, first = "round,table,player,place,match_game\n", "1,1,Ana,1,1\n1,1,Bruno,2,1\n"
    twice = read(Event(game="colonial-italian", rules={}), f"{head}{first}1,2,Ana,1,2\n1,2,Chiara,2,2\n")
    assert next((fault.line, fault.says) for fault in twice.faults) == (4, "“Ana” is on line 2 already.")
    other = read(Event(game="colonial-italian", rules={}), f"{head}{first}1,1,Ana,1,2\n1,1,Chiara,2,2\n")
    assert [fault.says.partition(":")[0] for fault in other.faults] == [
        "Of table 1 in round 1 the files do not say the same"
    ]


def test_games_of_a_plan_without_any_leave_nothing_behind() -> None:
    there = make_tournament(stages=[("swiss", {"rounds": 1})])
    rows = "1,1,Ana,1,1\n1,1,Bruno,2,1\n1,1,Bruno,1,2\n1,1,Ana,2,2\n"
    with pytest.raises(Refused, match="played-unfit"):
        bring(there, read(there, f"round,table,player,place,match_game\n{rows}"))
    assert not there.entrants.exists()
