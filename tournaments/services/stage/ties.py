"""Who is level where places decide: by lot or a play-off at a cut, or by another order of tie-breaks."""

from collections.abc import Sequence

from django.db import transaction

from tournaments.audit import Actor, Details, names_of
from tournaments.formats.standings.settled import drawn_lots
from tournaments.models import Ruling, Stage, Table
from tournaments.selectors.stage.qualification import LevelAtCut, StartList, start_list
from tournaments.selectors.stage.records import StageState
from tournaments.services.change import commit_change
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import lock_stage, require_over
from tournaments.services.stage.rounds import open_play_off


@transaction.atomic
def draw_lots(*, stage_id: int, level: Sequence[int], actor: Actor) -> None:
    """Lots decide who of those level at the cut go on into this stage: drawn from the seed stored with the one before,
    so that they are the same whenever they are drawn again."""
    state, _ = _level_at_cut(stage_id, level)
    stage = state.stage
    seed = next((group.seed for group in state.groups if {*level} <= {*group.entrants}), stage.seed)
    order = drawn_lots(level, seed=seed)
    Ruling.objects.create(stage=stage, kind=Ruling.Kind.LOTS, value=order, user=actor.user)
    after: Details = {"stage": stage.number, "order": order, "players": names_of(order), "lots_seed": seed}
    commit_change(stage.event, actor, "lots-drawn", after=after)


@transaction.atomic
def play_off(*, stage_id: int, level: Sequence[int], actor: Actor) -> list[Table]:
    """Those level at the cut play for who goes on into this stage, at as few tables as hold them."""
    state, _ = _level_at_cut(stage_id, level)
    return open_play_off(state=state, people=level, actor=actor)


def _level_at_cut(stage_id: int, level: Sequence[int]) -> tuple[StageState, LevelAtCut]:
    """The stage before, and those at its cut. Raises Refused where they are not level there, or no more."""
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.PLANNED:
        raise Refused("stage-begun")
    proposed: StartList = start_list(stage)
    found = next((each for each in proposed.level if {*each.ids} == {*level}), None)
    if proposed.before is None or found is None:
        raise Refused("list-changed")
    require_over(proposed.before)
    proposed.before.stage.event = stage.event
    return proposed.before, found
