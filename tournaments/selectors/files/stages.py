"""The stages of an event that have begun, with the tables that play as they stand."""

from collections.abc import Mapping

from tournaments.formats.draw import Id
from tournaments.formats.plan import StagePlan, read_plan
from tournaments.formats.record import TableRecord
from tournaments.models import Event, Stage
from tournaments.selectors.stage.records import StageState, stage_state


def states_as_they_stand(event: Event) -> list[StageState]:
    return [stage_state(stage) for stage in event.stages.all() if stage.status != Stage.Status.PLANNED]


def table_records(state: StageState) -> Mapping[int, TableRecord]:
    """What counts of each table (by id): also where the director's word stands beside the deals. Not of play-offs."""
    counted = [each for each in state.rounds if not each.seating.play_off]
    found: dict[int, TableRecord] = {}
    for index, round_ in enumerate(counted):
        drawn = [group.rounds[index] for group in state.groups if index < len(group.rounds)]
        of: dict[Id, TableRecord] = {seat.id: table for each in drawn for table in each.tables for seat in table.seats}
        found |= {table.pk: of[table.seats.all()[0].entrant_id] for table in state.tables[round_.pk]}
    return found


def plans_of(event: Event) -> dict[int, StagePlan]:
    """Of all its stages, by number."""
    return {stage.number: read_plan(stage.format, stage.options) for stage in event.stages.all()}


def is_yet_to_begin(event: Event) -> bool:
    """A tournament that is planned, and of which nothing was played."""
    if event.kind != Event.Kind.TOURNAMENT or event.status != Event.Status.OPEN:
        return False
    return not event.stages.exclude(status=Stage.Status.PLANNED).exists()
