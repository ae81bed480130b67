"""Late corrections: a result that later rounds rest on becomes another one, and the director says what follows."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from tournaments.audit import Actor, Details, players_of
from tournaments.formats.consequences import Consequences, consequences
from tournaments.formats.record import Id, TableRecord
from tournaments.formats.stages import bracket_progress
from tournaments.limits import LONGEST_REASON
from tournaments.models import Round, Ruling, Stage, Table
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.table.deals import Payload, deal_history, last_change
from tournaments.services.change import commit_change, lock_event
from tournaments.services.refusals import Refused, fitting
from tournaments.services.stage import rulings
from tournaments.services.stage.later_stages import StageMoved, begin_again, intakes, stages_moved
from tournaments.services.stage.preview import discard_preview
from tournaments.services.stage.rounds import draw_round, tables_begun, take_back
from tournaments.services.table.deals import correct_deal
from tournaments.services.table.several_deals import undo


@dataclass(frozen=True)
class DealChange:
    """Another version of a deal; no payload strikes it out."""

    number: int
    payload: Payload | None
    client_id: UUID

    @property
    def written(self) -> dict[str, Any]:
        return {"deal": self.number, "payload": self.payload, "client_id": str(self.client_id)}


@dataclass(frozen=True)
class PlacesChange:
    """The director's word: the place of each seat."""

    places: tuple[int, ...]

    @property
    def written(self) -> dict[str, Any]:
        return {"places": self.places}


@dataclass(frozen=True)
class ForfeitChange:
    """The director's word: these seats did not play."""

    seats: tuple[int, ...]

    @property
    def written(self) -> dict[str, Any]:
        return {"forfeit": self.seats}


@dataclass(frozen=True)
class UndoChange:
    """What was changed last at the table, which had this revision by it, is as it was before."""

    revision: int
    client_id: UUID

    @property
    def written(self) -> dict[str, Any]:
        return {"undo": self.revision, "client_id": str(self.client_id)}


Change = DealChange | PlacesChange | ForfeitChange | UndoChange


@dataclass(frozen=True)
class LateImpact:
    """What a correction would do."""

    state: StageState  # as it is
    corrected: TableRecord  # as it would be
    moves: Consequences
    replayed: tuple[int, ...]  # numbers of the rounds that "replay from here" takes back
    begun: tuple[int, ...]  # numbers of tables there that forbid it
    stages: tuple[StageMoved, ...]  # later ones that have begun and would begin otherwise

    @property
    def obstacle(self) -> Refused | None:
        """Which tables have begun that a replay would take back."""
        if self.begun:
            return Refused("later-played", tables=[*self.begun])
        return next((stage.obstacle for stage in self.stages if stage.obstacle), None)

    @property
    def can_replay(self) -> bool:
        """Nothing stands against it, and there is something to draw anew."""
        waiting = self.state.preview and not self.state.plan.form.scheduled
        return self.obstacle is None and bool(self.replayed or waiting or self.stages)

    @property
    def seal(self) -> str:
        """A hash that stays as long as the same moves: what the director agrees to is what they have seen."""
        seen = (self.moves, self.replayed, self.can_replay, [stage.facts for stage in self.stages])
        return hashlib.sha256(repr(seen).encode()).hexdigest()


def read_change(raw: Mapping[str, Any]) -> Change:
    """Raises ValueError for what none of the changes writes; whether it fits the table is not said."""
    try:
        if "places" in raw:
            return PlacesChange(_numbers(raw["places"]))
        if "forfeit" in raw:
            return ForfeitChange(_numbers(raw["forfeit"]))
        if "undo" in raw:
            (revision,) = _numbers([raw["undo"]])
            return UndoChange(revision, UUID(raw["client_id"]))
        (number,), payload = _numbers([raw["deal"]]), raw["payload"]
        if payload is not None and not isinstance(payload, dict):
            raise ValueError(payload)
        return DealChange(number, payload, UUID(raw["client_id"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(raw) from error


def _numbers(values: Any) -> tuple[int, ...]:
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise ValueError(values)
    return tuple(values)


Reckon = Callable[..., Consequences]
"""As formats.consequences does; at a large event it takes seconds, for which whoever calls may have a process."""


def preview(*, table_id: int, change: Change, actor: Actor, reckon: Reckon = consequences) -> LateImpact:
    """What would move; nothing is kept, and nobody waits for a lock while the later rounds are drawn again. Raises what
    the correction itself would raise.
    """
    old_state, corrected, stages = _tried(table_id, change, actor)
    table = _table(table_id)
    moves = _moves(old_state, corrected, table, reckon)
    rounds, begun = _to_replay(old_state, table, moves)
    replayed = tuple(round_.number for round_ in rounds)
    return LateImpact(old_state, corrected, moves, replayed, tuple(begun), tuple(stages))


def correct_late(
    *,
    table_id: int,
    change: Change,
    replay: bool,
    reason: str,
    actor: Actor,
    seen: str | None = None,
    reckon: Reckon = consequences,
) -> Round | None:
    """Make the correction. With ``replay`` the later rounds it touches are taken back and the next one is drawn anew as
    a preview, and later stages that would begin otherwise have not begun; without it only the standings move, and in a
    bracket whoever has moved on stays there. Refused as "stale" where something else moves than in the impact that was
    ``seen`` (its seal).
    """
    is_looked_at = replay or seen is not None
    impact = preview(table_id=table_id, change=change, actor=actor, reckon=reckon) if is_looked_at else None
    if impact and seen not in (None, impact.seal):
        raise Refused("stale")
    return _correct(table_id, change, impact, actor, replay=replay, reason=reason)


@transaction.atomic
def _tried(table_id: int, change: Change, actor: Actor) -> tuple[StageState, TableRecord, list[StageMoved]]:
    """The stage as it is, the table as it would be, and which later stages would begin otherwise."""
    table = _table(table_id)
    stage = _round(table).stage
    stage.event = lock_event(stage.event_id)
    old_state, before = stage_state(stage), intakes(stage)
    with transaction.atomic():
        _let_move_on(old_state, table, None, actor)
        _make(table_id, change, "", actor)
        corrected = _record(stage_state(stage), old_state.position(table))
        stages = stages_moved(stage, before)
        transaction.set_rollback(True)
    return old_state, corrected, stages


@transaction.atomic
def _correct(
    table_id: int, change: Change, impact: LateImpact | None, actor: Actor, *, replay: bool, reason: str
) -> Round | None:
    """The facts must still be those that the ``impact`` was told by."""
    table = _table(table_id)
    stage = _round(table).stage
    stage.event = lock_event(stage.event_id)
    old_state = stage_state(stage)
    if impact and old_state.groups != impact.state.groups:
        raise Refused("stale")
    before = intakes(stage) if replay else {}
    order = None if replay else moved_on(old_state, table)
    _let_move_on(old_state, table, order, actor)
    _make(table_id, change, reason, actor)
    stage = Stage.objects.select_related("event").get(pk=stage.pk)
    choice = "replay" if replay else "standings only"
    after: Details = {"choice": choice, "reason": fitting(reason, LONGEST_REASON)}
    if order:
        after["moved_on"] = players_of(order)
    commit_change(stage.event, actor, "late-correction", table=table, after=after)
    if not (replay and impact):
        return None
    if stages_moved(stage, before) != [*impact.stages]:
        raise Refused("stale")
    return _follow(stage, old_state, table, impact, actor)


def _follow(stage: Stage, before: StageState, table: Table, impact: LateImpact, actor: Actor) -> Round | None:
    """The later rounds that the impact names are taken back, and the next one is drawn anew."""
    if _record(stage_state(stage), before.position(table)) != impact.corrected:
        raise Refused("stale")
    rounds, begun = _to_replay(before, table, impact.moves)
    if begun:
        raise Refused("later-played", tables=begun)
    begin_again(impact.stages, actor)
    if impact.stages and not (rounds or before.preview):
        return None  # the next round of this stage rests on nothing that moved
    return _replay(before, table, impact.moves, rounds, actor)


def moved_on(state: StageState, table: Table) -> Sequence[Id] | None:
    """Who has moved on from a match of a bracket, best first; None where that is not decided, or by another table."""
    if state.bracket is None or table.match is None:
        return None
    order = bracket_progress(state.groups[0], state.bracket).decided.get(table.match, ())
    return order if {*order} == {*_record(state, state.position(table)).ids} else None


def _table(table_id: int) -> Table:
    table = Table.objects.select_related("event", "round__stage__event").prefetch_related("seats").get(pk=table_id)
    if _round(table).seating.play_off:
        raise Refused("play-off-counted")
    return table


def _round(table: Table) -> Round:
    return rulings.round_of(table)


def _make(table_id: int, change: Change, reason: str, actor: Actor) -> None:
    if isinstance(change, DealChange | UndoChange):
        _make_in_deals(table_id, change, reason, actor)
    elif isinstance(change, PlacesChange):
        rulings.decide_places(table_id=table_id, places=change.places, reason=reason, actor=actor, late=True)
    else:
        rulings.forfeit(table_id=table_id, seats=change.seats, reason=reason, actor=actor, late=True)


def _make_in_deals(table_id: int, change: DealChange | UndoChange, reason: str, actor: Actor) -> None:
    given: dict[str, Any] = {"table_id": table_id, "client_id": change.client_id, "actor": actor, "late": True}
    try:
        if isinstance(change, DealChange):
            number, payload = change.number, change.payload
            correct_deal(number=number, payload=payload, base_revision=None, reason=reason, **given)
        elif _is_ruled_last(table_id):
            rulings.undo_ruling(table_id=table_id, revision=change.revision, actor=actor)
        else:
            undo(revision=change.revision, **given)
    except Refused as refused:
        if refused.code != "players-elsewhere":
            raise
        raise Refused("would-play-on", names=refused.params["names"]) from refused


def _is_ruled_last(table_id: int) -> bool:
    """Whether the director's word is the latest change at the table, and no deal."""
    word = rulings.words_on(Table.objects.get(pk=table_id)).last()
    last = last_change(deal_history(table_id))
    return word is not None and (last is None or last.at < word.created_at)


def _let_move_on(state: StageState, table: Table, order: Sequence[Id] | None, actor: Actor) -> None:
    """In a bracket: those of this order stay where they are; without one, whoever the result says. It is said before
    the change is made, by which a match would go on with another game.
    """
    if state.plan.form.bracket:
        kind, chosen = Ruling.Kind.ADVANCED, list(order or ())
        Ruling.objects.create(stage=state.stage, table=table, kind=kind, value=chosen, user=actor.user)


def _record(state: StageState, position: tuple[int, int, int]) -> TableRecord:
    group, number, index = position
    return state.groups[group].rounds[number - 1].tables[index]


def _moves(before: StageState, corrected: TableRecord, table: Table, reckon: Reckon) -> Consequences:
    group, number, index = before.position(table)
    plan = before.plan
    return reckon(plan.form.key, before.groups[group], plan.options, round=number, table=index, corrected=corrected)


def _to_replay(state: StageState, table: Table, moves: Consequences) -> tuple[list[Round], list[int]]:
    """The rounds a replay touches, and the numbers of tables there that have begun and so forbid it. Outside a bracket
    these are the first round that would be drawn otherwise and all that were drawn after it."""
    first = min((seating.round for seating in moves.seatings), default=None)
    if state.plan.form.bracket:
        first = _round(table).number + 1
    rounds = [round_ for round_ in state.rounds if first is not None and round_.number >= first]
    tables = [each for round_ in rounds for each in _touched(state, round_, moves)]
    touched = {table.round_id for table in tables}
    return [round_ for round_ in rounds if round_.pk in touched], tables_begun(tables)


def _touched(state: StageState, round_: Round, moves: Consequences) -> list[Table]:
    """All tables of a later round; in a bracket only those of matches whose seats move."""
    if not state.plan.form.bracket:
        return state.boards(state.tables[round_.pk])
    moved = {match.match for match in moves.matches}
    return [table for table in state.boards(state.tables[round_.pk]) if table.match in moved]


def _replay(
    before: StageState, table: Table, moves: Consequences, rounds: Sequence[Round], actor: Actor
) -> Round | None:
    if before.plan.form.scheduled:
        return None  # no draw rests on a result
    if before.preview:
        discard_preview(round_id=before.preview.pk, actor=actor)
    for round_ in reversed(rounds):
        round_.stage.event = lock_event(round_.stage.event_id)
        take_back(round_, actor, only=_touched(before, round_, moves))
    try:
        with transaction.atomic():
            return draw_round(stage_id=before.stage.pk, actor=actor)
    except Refused:
        return None  # the corrected table, or another, has to end first
