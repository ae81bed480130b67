"""Who is level where places decide: at a cut, for first place of all, or by another order of tie-breaks."""

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from tournaments.audit import Actor, Details, players_of
from tournaments.formats.consequences import PlaceMoved, moved_by_chain
from tournaments.formats.standings.settled import drawn_lots
from tournaments.models import Entrant, Ruling, Stage, Table
from tournaments.selectors.settled import SETTLED_BY
from tournaments.selectors.stage.qualification import LevelAtCut, StartList, start_list
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.rulings import LevelFirst, level_first
from tournaments.services.change import commit_change
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import lock_stage, require_over
from tournaments.services.stage.rounds import open_play_off


@transaction.atomic
def draw_lots(*, stage_id: int, level: Sequence[int], actor: Actor) -> Ruling:
    """Lots decide who of those level at the cut go on into this stage: drawn from the seed stored with the one before,
    so that they are the same whenever they are drawn again."""
    state, _ = _level_at_cut(stage_id, level)
    stage = state.stage
    seed = next((group.seed for group in state.groups if {*level} <= {*group.entrants}), stage.seed)
    order = drawn_lots(level, seed=seed)
    ruling = Ruling.objects.create(stage=stage, kind=Ruling.Kind.LOTS, value=order, user=actor.user)
    after: Details = {"stage": stage.number, "order": order, "players": players_of(order), "lots_seed": seed}
    commit_change(stage.event, actor, "lots-drawn", after=after)
    return ruling


@transaction.atomic
def play_off(*, stage_id: int, level: Sequence[int], actor: Actor) -> list[Table]:
    """Those level at the cut play for who goes on into this stage, at as few tables as hold them."""
    state, _ = _level_at_cut(stage_id, level)
    return open_play_off(state=state, people=level, actor=actor)


@transaction.atomic
def play_off_first(*, stage_id: int, level: Sequence[int], actor: Actor) -> list[Table]:
    """Those level for first place of the last stage play for it."""
    state, found = _asking(stage_id, level, actor)
    if gone := next((each for each in found.entrants if each.status != Entrant.Status.ACTIVE), None):
        raise Refused("plays-no-more", name=gone.player.name)
    return open_play_off(state=state, people=level, actor=actor)


@transaction.atomic
def draw_first(*, stage_id: int, level: Sequence[int], actor: Actor) -> Ruling:
    """A lot decides between those level for first place: that of the stored seed, as in the standings."""
    state, found = _asking(stage_id, level, actor)
    stage, seed = state.stage, state.groups[(found.group or 1) - 1].seed
    order = drawn_lots(level, seed=seed)
    ruling = Ruling.objects.create(stage=stage, kind=Ruling.Kind.FIRST_LOTS, value=order, user=actor.user)
    after: Details = {"stage": stage.number, "order": order, "players": players_of(order), "lots_seed": seed}
    commit_change(stage.event, actor, "first-lots-drawn", after=after)
    return ruling


@transaction.atomic
def share_first(*, stage_id: int, level: Sequence[int], actor: Actor) -> Ruling:
    """Those level for first place are first together, whatever a lot would say."""
    state, found = _level_first(stage_id, level)
    stage, together = state.stage, sorted(found.ids)
    if found.shared:
        said: Ruling = stage.rulings.filter(kind=Ruling.Kind.SHARED).latest("pk")
        return said
    ruling = Ruling.objects.create(stage=stage, kind=Ruling.Kind.SHARED, value=together, user=actor.user)
    after: Details = {"stage": stage.number, "players": players_of(together)}
    commit_change(stage.event, actor, "first-shared", after=after)
    return ruling


@transaction.atomic
def open_tie(*, ruling_id: int, actor: Actor) -> None:
    """What was last settled among some who are level is taken back, and they are level again."""
    ruling = Ruling.objects.select_related("stage").get(pk=ruling_id)
    stage = lock_stage(ruling.stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    if ruling.kind not in SETTLED_BY or stage.rulings.filter(table=None).order_by("pk").last() != ruling:
        raise Refused("list-changed")
    Ruling.objects.create(stage=stage, kind=Ruling.Kind.LIFTED, value=ruling.value, user=actor.user)
    subject: Details = {"stage": stage.number, "players": players_of(ruling.value)}
    before: Details = {**subject, "kind": ruling.kind}
    commit_change(stage.event, actor, "tie-opened", before=before, after={**subject, "kind": None})


def _asking(stage_id: int, level: Sequence[int], actor: Actor) -> tuple[StageState, LevelFirst]:
    """As `_level_first`; from now on the order of tie-breaks asks what is settled, before any lot. Refused where that
    would move others, whose tie was settled in vain: it is seen first.
    """
    state, found = _level_first(stage_id, level)
    chain = [key for key in state.plan.options.chain if key not in ("decided", "lots")]
    asking = [*chain, "decided", *(["lots"] if "lots" in state.plan.options.chain else [])]
    if asking == list(state.plan.options.chain):
        return state, found
    impact = _chain_impact(state.stage, asking)
    if impact.moves:
        raise Refused("tie-not-asked")
    set_chain(stage_id=stage_id, chain=asking, seen=impact.seal, actor=actor)
    return _level_first(stage_id, level)


def _level_first(stage_id: int, level: Sequence[int]) -> tuple[StageState, LevelFirst]:
    """The last stage, and those level for its first place. Raises Refused where they are not, or no more."""
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    state = stage_state(stage)
    found = next((each for each in level_first(state) if {*each.ids} == {*level}), None)
    if found is None or stage.event.stages.filter(number__gt=stage.number).exists():
        raise Refused("list-changed")
    require_over(state, people=level)
    return state, found


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
