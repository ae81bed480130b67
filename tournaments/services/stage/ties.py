"""Who is level where places decide: by lot or a play-off at a cut, or by another order of tie-breaks."""

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from tournaments.audit import Actor, Details, players_of
from tournaments.formats.consequences import PlaceMoved, moved_by_chain
from tournaments.formats.standings.settled import drawn_lots
from tournaments.models import Ruling, Stage, Table
from tournaments.selectors.stage.qualification import LevelAtCut, StartList, start_list
from tournaments.selectors.stage.records import StageState, stage_state
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
    after: Details = {"stage": stage.number, "order": order, "players": players_of(order), "lots_seed": seed}
    commit_change(stage.event, actor, "lots-drawn", after=after)


@transaction.atomic
def play_off(*, stage_id: int, level: Sequence[int], actor: Actor) -> list[Table]:
    """Those level at the cut play for who goes on into this stage, at as few tables as hold them."""
    state, _ = _level_at_cut(stage_id, level)
    return open_play_off(state=state, people=level, actor=actor)


@dataclass(frozen=True)
class ChainImpact:
    """What another order of tie-breaks would move in a stage that is played."""

    state: StageState
    chain: tuple[str, ...]
    moves: tuple[PlaceMoved, ...]

    @property
    def seal(self) -> str:
        """The same as long as the same moves: what the director agrees to is what he has seen."""
        return hashlib.sha256(repr((self.chain, self.moves)).encode()).hexdigest()


def preview_chain(*, stage_id: int, chain: Sequence[str]) -> ChainImpact:
    """Nothing is kept. Raises Refused where the stage is not played, or not for points."""
    return _chain_impact(Stage.objects.select_related("event").get(pk=stage_id), chain)


@transaction.atomic
def set_chain(*, stage_id: int, chain: Sequence[str], seen: str, actor: Actor) -> None:
    """Another order of tie-breaks from now on. Refused as "list-changed" where something else moves than in the impact
    that was ``seen`` (its seal)."""
    stage = lock_stage(stage_id)
    impact = _chain_impact(stage, chain)
    if impact.seal != seen:
        raise Refused("list-changed")
    before: Details = {"stage": stage.number, "chain": list(impact.state.plan.options.chain)}
    stage.options = {**stage.options, "chain": list(chain)}
    stage.save(update_fields=["options"])
    commit_change(stage.event, actor, "chain-set", before=before, after={"stage": stage.number, "chain": list(chain)})


def _chain_impact(stage: Stage, chain: Sequence[str]) -> ChainImpact:
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    state = stage_state(stage)
    if not state.plan.form.standings:
        raise Refused("no-tie-breaks")
    key, options = state.plan.form.key, state.plan.options
    moves = (moved_by_chain(key, group, options, chain=chain) for group in state.groups)
    return ChainImpact(state, tuple(chain), tuple(itertools.chain.from_iterable(moves)))


def _level_at_cut(stage_id: int, level: Sequence[int]) -> tuple[StageState, LevelAtCut]:
    """The stage before, and those at its cut. Raises Refused where they are not level there, or no more."""
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.PLANNED:
        raise Refused("stage-begun")
    proposed: StartList = start_list(stage)
    found = next((each for each in proposed.level if {*each.ids} == {*level}), None)
    if proposed.before is None or found is None:
        raise Refused("list-changed")
    require_over(proposed.before, people=level)
    proposed.before.stage.event = stage.event
    return proposed.before, found
