"""The stages of an event that have begun, with the tables that play as they stand."""

from tournaments.models import Event, Stage
from tournaments.selectors.stage.records import StageState, stage_state


def states_as_they_stand(event: Event) -> list[StageState]:
    return [stage_state(stage) for stage in event.stages.all() if stage.status != Stage.Status.PLANNED]
