"""A late forfeit in a bracket whose later matches stay: whoever has moved on stays there."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.tournament_scenes import begun, draw, finish_round, finish_table, next_round, open_tables
from tests.tournaments.boards.scenes import begun_teams
from tests.tournaments.proofs.scenes import file_of
from tournaments.audit import SYSTEM
from tournaments.formats.record import TableRecord
from tournaments.formats.stages import as_moved_on, bracket_progress
from tournaments.models import Event, Stage, Table
from tournaments.proofs.verify import verify
from tournaments.selectors.stage import stages
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import stage_state
from tournaments.services.night import finish_event
from tournaments.services.stage.late_corrections import Change, ForfeitChange, PlacesChange, UndoChange, correct_late
from tournaments.services.stage.preview import discard_preview
from tournaments.services.stage.rounds import publish_round
from tournaments.services.stage.rulings import decide_match, decide_places, forfeit

pytestmark = pytest.mark.django_db

KNOCKOUT = ("single-elimination", {})
BRACKETS = {
    "single": (8, [KNOCKOUT]),
    "double": (6, [("double-elimination", {"grand_final": "reset"})]),
    "consolation": (8, [KNOCKOUT, ("single-elimination", {"sources": [{"stage": 1, "losers": 1}]})]),
    "three at a table": (9, [("table-knockout", {"seats": 3})]),
    "four at a table": (16, [("table-knockout", {"seats": 4, "advance": 2})]),
    "several games": (4, [("single-elimination", {"games": 3})]),
    "several games at tables of three": (9, [("table-knockout", {"seats": 3, "games": 2, "decided": "total"})]),
}


def moved_on(event: Event) -> dict[int, tuple[int, ...]]:
    """Who has come where in every match of the first stage that is decided."""
    state = stage_state(event.stages.get(number=1))
    assert state.bracket is not None
    return bracket_progress(state.groups[0], state.bracket).decided


def places(event: Event) -> list[tuple[int | None, int]]:
    begun_stages = event.stages.exclude(status=Stage.Status.PLANNED)
    return [(row.place, row.person.id) for row in final_places([stage_state(stage) for stage in begun_stages])]


def standings_only(table: Table, change: Change) -> None:
    correct_late(table_id=table.pk, change=change, replay=False, reason="", actor=SYSTEM)


def undo(table: Table) -> None:
    table.refresh_from_db()
    standings_only(table, UndoChange(table.revision, uuid4()))


def first_seat_moves_on(event: Event) -> Table:
    """The table of the first match, played, with the next round drawn and published: its first seat is on there."""
    first, *_ = tables = next_round(event)
    while tables:
        for table in tables:
            finish_table(table, winner=0)
            if table.seats.count() > 2 and table.games > 1:
                decide_match(table_id=table.pk, places=[1, 2, 3], reason="", actor=SYSTEM)
            elif table.seats.count() > 2:
                finish_table(table)
        tables = open_tables(event)
    next_round(event)
    return first


@pytest.mark.parametrize("name", BRACKETS)
@pytest.mark.parametrize("seats", [(0,), (1,), (0, 1)])
def test_whoever_has_moved_on_stays_though_they_forfeit_and_undoing_it_changes_nothing(name, seats):
    count, planned = BRACKETS[name]
    event = begun(count, stages=planned)
    table = first_seat_moves_on(event)
    before, stood = moved_on(event), places(event)
    standings_only(table, ForfeitChange(seats))
    assert (moved_on(event), places(event)) == (before, stood)
    undo(table)
    assert (moved_on(event), places(event)) == (before, stood)
    assert not verify(file_of(event)).difference


@pytest.mark.parametrize("seats", [(0,), (1,), (0, 1)])
def test_a_team_that_has_moved_on_stays_though_it_forfeits_a_board(seats):
    event = begun_teams(4, key="single-elimination")
    table = first_seat_moves_on(event)
    before, stood = moved_on(event), places(event)
    standings_only(table, ForfeitChange(seats))
    assert (moved_on(event), places(event)) == (before, stood)
    assert not verify(file_of(event)).difference


def test_each_place_is_given_once_and_the_file_proves_itself():
    event = begun(4, stages=[KNOCKOUT])
    table, _other = next_round(event)
    finish_round(event)
    next_round(event)
    standings_only(table, ForfeitChange((0,)))
    finish_round(event)
    assert [place for place, _ in places(event)] == [1, 2, 3, 3]
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert not verify(file_of(event)).difference


def test_the_bracket_says_that_somebody_forfeited_who_has_moved_on(client):
    event = begun(4, stages=[KNOCKOUT])
    table = first_seat_moves_on(event)
    address = reverse("bracket", args=[event.pk])
    assert "forfeit" not in client.get(address).content.decode()
    standings_only(table, ForfeitChange((0,)))
    assert "forfeit" in client.get(address).content.decode()


def forfeits_first(record: TableRecord, order: list[int]) -> TableRecord:
    return replace(as_moved_on(record, order), forfeited=record.forfeited)


@pytest.mark.parametrize("name", BRACKETS)
def test_a_file_of_when_such_a_forfeit_still_moved_people_proves_itself(monkeypatch, name):
    monkeypatch.setattr(stages, "as_moved_on", forfeits_first)
    count, planned = BRACKETS[name]
    event = begun(count, stages=planned)
    table = first_seat_moves_on(event)
    before = moved_on(event)
    standings_only(table, ForfeitChange((0,)))
    assert moved_on(event) != before
    assert not verify(file_of(event)).difference


def test_such_a_file_proves_itself_though_three_are_first(monkeypatch):
    event = begun(4, stages=[KNOCKOUT])
    table, _other = next_round(event)
    finish_round(event)
    final = draw(event)
    standings_only(table, ForfeitChange((0,)))
    publish_round(round_id=final.pk, actor=SYSTEM)
    finish_round(event)
    monkeypatch.setattr(stages, "as_moved_on", forfeits_first)
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert [place for place, _ in places(event)] == [1, 1, 1, 4]
    assert not verify(file_of(event)).difference


def test_with_somebody_who_never_came_to_the_table_whoever_has_moved_on_stays_too():
    event = begun(9, stages=BRACKETS["three at a table"][1])
    table, *_ = next_round(event)
    forfeit(table_id=table.pk, seats=[2], reason="", actor=SYSTEM)
    finish_table(table, winner=0)
    finish_round(event)
    next_round(event)
    before = moved_on(event)
    standings_only(table, ForfeitChange((0,)))
    assert moved_on(event) == before
    assert not verify(file_of(event)).difference


RULINGS = {
    "forfeit": lambda table: forfeit(table_id=table.pk, seats=[0], reason="", actor=SYSTEM),
    "places": lambda table: decide_places(table_id=table.pk, places=[2, 1], reason="", actor=SYSTEM),
}


@pytest.mark.parametrize("rule", RULINGS.values(), ids=RULINGS)
def test_once_the_next_round_is_thrown_away_a_new_ruling_says_who_moves_on(rule):
    event = begun(4, stages=[KNOCKOUT])
    table, _other = next_round(event)
    finish_round(event)
    drawn = draw(event)
    standings_only(table, PlacesChange((2, 1)))
    discard_preview(round_id=drawn.pk, actor=SYSTEM)
    winner, loser = moved_on(event)[table.match]
    rule(table)
    assert moved_on(event)[table.match] == (loser, winner)
    next_round(event)
    assert not verify(file_of(event)).difference
