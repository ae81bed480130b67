"""A preview changed by hand before anybody else sees it: who changes places, who sits where, what is drawn again."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Literal

from django.db import transaction

from scoring.games import GAMES
from tournaments.audit import Actor, Details, players_by
from tournaments.formats.draw import Id
from tournaments.formats.plan import due_next
from tournaments.formats.record import StageRecord
from tournaments.formats.stages import FORMATS, history_of, seed_of_round
from tournaments.formats.systems.pods import rotated
from tournaments.models import PreviewStep, Round, RoundSeating, SeatedTable
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.services.change import commit_change
from tournaments.services.refusals import Refused
from tournaments.services.stage.drawing import UNNUMBERED, drawing, in_the_room
from tournaments.services.stage.planning import lock_stage

Target = int | Literal["new", "bye", "out"]
"""The number of a table, a table of their own, free this round, or (who has left) nowhere."""
Pinned = int | Literal["all", "byes"]
"""The number of a table, all tables and the byes, or the byes."""


@transaction.atomic
def exchange_in_preview(*, round_id: int, first: int, second: int, actor: Actor, seen: int | None = None) -> None:
    """Two entrants (ids) change places, at one table, between two, or one for a bye."""
    round_ = lock_preview(round_id, seen=seen)
    before: RoundSeating = round_.seating
    places = [*(each.entrants for each in before.tables), before.byes]
    if first == second or not all(any(who in place for place in places) for who in (first, second)):
        raise Refused("list-changed")
    at_one_table = any(first in each.entrants and second in each.entrants for each in before.tables)
    state = stage_state(round_.stage)
    if state.plan.form.bracket and not at_one_table:
        raise Refused("bracket-fixed")
    if state.group_of(first) is not state.group_of(second):
        raise Refused("other-group")
    other = {first: second, second: first}

    def exchanged(ids: Iterable[int]) -> tuple[int, ...]:
        return tuple(other.get(who, who) for who in ids)

    tables = in_the_room(state, (replace(each, entrants=exchanged(each.entrants)) for each in before.tables))
    after = replace(before, tables=tables, byes=exchanged(before.byes), edited=True)
    _change(round_, after, "preview-edited", actor, entrants=[first, second])


@transaction.atomic
def seat_in_preview(
    *, round_id: int, entrants: Collection[int], to: Target, actor: Actor, seen: int | None = None
) -> None:
    """These entrants (ids) go from wherever they are to one table, to a new one, or free; a table nobody is left at is
    none any more. At the table they come to, all sit where they have sat least.
    """
    round_ = lock_preview(round_id, seen=seen)
    before: RoundSeating = round_.seating
    state = stage_state(round_.stage, provisional=before.provisional)
    moving = list(dict.fromkeys(entrants))
    _require_movable(state, before, moving, to)
    left = replace(
        before,
        tables=_without(before.tables, moving),
        byes=_others(before.byes, moving),
        requested={who: worth for who, worth in before.requested.items() if who not in moving},
    )
    after = _seated_at(state, left, moving, to)
    tables = in_the_room(state, (each for each in after.tables if each.entrants))
    after = replace(after, tables=tables, edited=True)
    if _people(after) == _people(before):
        raise Refused("sits-there")
    _change(round_, after, "preview-seated", actor, entrants=moving)


@transaction.atomic
def pin_in_preview(*, round_id: int, what: Pinned, pinned: bool, actor: Actor, seen: int | None = None) -> None:
    """These tables stay as they are when the rest is drawn again, or do so no longer."""
    round_ = lock_preview(round_id, seen=seen)
    if FORMATS[round_.stage.format].bracket:
        raise Refused("bracket-fixed")
    before: RoundSeating = round_.seating
    tables = tuple(replace(each, pinned=pinned) if what in ("all", each.number) else each for each in before.tables)
    byes = pinned if what in ("all", "byes") else before.byes_pinned
    after = replace(before, tables=tables, byes_pinned=byes and bool(before.byes))
    if after == before:
        raise Refused("list-changed")
    _change(round_, after, "preview-pinned", actor)


@transaction.atomic
def redraw_preview(*, round_id: int, actor: Actor, seen: int | None = None) -> None:
    """Drawn again from the facts as they are now; what is pinned stays as it is."""
    round_ = lock_preview(round_id, seen=seen)
    before: RoundSeating = round_.seating
    state = stage_state(round_.stage, provisional=before.provisional)
    after = drawing(state, number=round_.number, provisional=before.provisional, kept=before)
    if replace(after, version=before.version, edited=before.edited, floats=before.floats) == before:
        raise Refused("same-draw")
    _change(round_, after, "preview-redrawn", actor)


@transaction.atomic
def undo_in_preview(*, round_id: int, actor: Actor, seen: int | None = None) -> None:
    """The latest change by hand is taken back; asked for again, the one before it."""
    round_ = lock_preview(round_id, seen=seen)
    step = round_.steps.filter(undone=False).last()
    if step is None:
        raise Refused("nothing-to-undo")
    step.undone = True
    step.save(update_fields=["undone"])
    _commit_seating(round_, step.before, "preview-undone", actor)


@transaction.atomic
def discard_preview(*, round_id: int, actor: Actor, seen: int | None = None) -> None:
    round_ = lock_preview(round_id, seen=seen)
    before = who_sits(round_)
    round_.status = Round.Status.UNDONE
    round_.save(update_fields=["status"])
    after: Details = {**where(round_), "status": round_.status}
    commit_change(round_.stage.event, actor, "preview-discarded", before=before, after=after)


def lock_round(round_id: int) -> Round:
    stage = lock_stage(Round.objects.values_list("stage_id", flat=True).get(pk=round_id))
    round_ = Round.objects.get(pk=round_id)
    round_.stage = stage
    return round_


def lock_preview(round_id: int, *, seen: int | None = None) -> Round:
    """Refused where somebody else has changed the preview since this version of it was ``seen``."""
    round_ = lock_round(round_id)
    if round_.status != Round.Status.PREVIEW:
        raise Refused("no-preview")
    if seen is not None and seen != round_.seating.version:
        raise Refused("preview-changed")
    return round_


def where(round_: Round) -> Details:
    return {"stage": round_.stage.number, "round": round_.number}


def who_sits(round_: Round) -> Details:
    """The seating, for the log."""
    seating: RoundSeating = round_.seating
    players = players_by([*seating.seated, *seating.byes, *seating.requested])
    return {
        **where(round_),
        "status": round_.status,
        "tables": [{"table": each.number, "seats": [players[who] for who in each.entrants]} for each in seating.tables],
        "byes": [players[who] for who in seating.byes],
        "requested": [players[who] for who in seating.requested],
        "forfeited": [players[who] for each in seating.tables for who in each.forfeited],
        "provisional": dict(seating.provisional),
        "pinned": [each.number for each in seating.tables if each.pinned],
    }


def _change(round_: Round, after: RoundSeating, action: str, actor: Actor, *, entrants: Sequence[int] = ()) -> None:
    PreviewStep.objects.create(round=round_, action=action, entrants=list(entrants), before=round_.seating)
    _commit_seating(round_, after, action, actor)


def _commit_seating(round_: Round, after: RoundSeating, action: str, actor: Actor) -> None:
    before = who_sits(round_)
    round_.seating = replace(after, version=round_.seating.version + 1)
    round_.save(update_fields=["seating"])
    commit_change(round_.stage.event, actor, action, before=before, after=who_sits(round_))


def _require_movable(state: StageState, seating: RoundSeating, moving: Sequence[int], to: Target) -> None:
    if state.plan.form.bracket:
        raise Refused("bracket-fixed")
    due = {who for group in state.groups for who in due_next(state.plan, group)}
    if not moving or not due.union(seating.seated, seating.byes, seating.requested).issuperset(moving):
        raise Refused("list-changed")
    if to == "out" and (staying := [who for who in moving if who in due]):
        raise Refused("still-plays", names=[state.entrants[who].player.name for who in staying])


def _seated_at(state: StageState, left: RoundSeating, moving: Sequence[int], to: Target) -> RoundSeating:
    """``left`` with those who are ``moving`` where they go to."""
    if to == "out":
        return left
    if to == "bye":
        return replace(left, byes=(*left.byes, *moving))
    goal = SeatedTable((), UNNUMBERED) if to == "new" else _table(left, to)
    people = (*goal.entrants, *moving)
    game = GAMES[state.stage.event.game]
    if len(people) > game.max_seats:
        raise Refused("table-size", smallest=game.min_seats, largest=game.max_seats, got=len(people))
    group = state.group_of(people[0])
    if not set(group.entrants).issuperset(people):
        raise Refused("other-group")
    goal = replace(goal, entrants=_in_fair_order(state, group, people))
    if to == "new":
        return replace(left, tables=(*left.tables, goal))
    return replace(left, tables=tuple(goal if each.number == to else each for each in left.tables))


def _table(seating: RoundSeating, number: Target) -> SeatedTable:
    found = next((each for each in seating.tables if each.number == number), None)
    if found is None:
        raise Refused("list-changed")
    return found


def _in_fair_order(state: StageState, group: StageRecord, people: Sequence[Id]) -> tuple[Id, ...]:
    (table,) = rotated([people], history_of(group, state.plan.options), Random(seed_of_round(group)))
    return table


def _without(tables: Iterable[SeatedTable], moving: Collection[int]) -> tuple[SeatedTable, ...]:
    return tuple(
        replace(each, entrants=_others(each.entrants, moving), forfeited=_others(each.forfeited, moving))
        for each in tables
    )


def _others(ids: Iterable[int], moving: Collection[int]) -> tuple[int, ...]:
    return tuple(who for who in ids if who not in moving)


def _people(seating: RoundSeating) -> tuple[frozenset[frozenset[int]], frozenset[int], frozenset[int]]:
    """Who sits with whom, who is free, and who on request."""
    tables = frozenset(frozenset(each.entrants) for each in seating.tables)
    return tables, frozenset(seating.byes), frozenset(seating.requested)
