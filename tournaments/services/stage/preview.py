"""A round as it is drawn, seated in the room, and changed by hand before anybody else sees it."""

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import replace
from itertools import count, islice
from random import Random
from typing import Literal

from django.db import transaction

from scoring.games import GAMES
from tournaments.audit import Actor, Details, players_by
from tournaments.formats.drawing import draw_answer, draw_request
from tournaments.formats.plan import due_next, is_deserted, next_round, read_plan
from tournaments.formats.record import Id, NoValidPairing, StageRecord
from tournaments.formats.stages import FORMATS, NextRound, history_of, resting, seed_of_round
from tournaments.formats.systems.pods import rotated
from tournaments.models import Drawing, PreviewStep, Provisional, Round, RoundSeating, SeatedTable, Table
from tournaments.selectors.stage.entrants import asked_for
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.teams import fixed_tables
from tournaments.services.change import commit_change
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import lock_stage, results_missing

UNNUMBERED = 0


def drawing(
    state: StageState, *, number: int, provisional: Provisional, kept: RoundSeating | None = None
) -> tuple[RoundSeating, Drawing]:
    """The next round, of this number, drawn for all who are not at a pinned table of ``kept`` nor among its pinned
    byes; who asked for a bye in it rests. With it the draw itself, which is not stored yet.

    Raises Refused, among them "no-valid-pairing" with the clause that cannot be met, and "nobody-to-draw".
    """
    _require_results(state, provisional)
    if is_deserted(state.plan, state.groups):
        raise Refused("nobody-to-draw")
    pinned = tuple(table for table in kept.tables if table.pinned) if kept else ()
    byes = kept.byes if kept and kept.byes_pinned else ()
    held = {*byes, *RoundSeating(pinned).seated}
    requested = _requested(state, number, held)
    groups = resting(state.groups, requested)
    groups = _left_to_draw(state, groups, held) if held else groups
    drawn = _drawn(state, groups)
    matches = drawn.matches or [None] * len(drawn.seating.tables)
    seated = [SeatedTable(seats, UNNUMBERED, match) for seats, match in zip(drawn.seating.tables, matches, strict=True)]
    seated.sort(key=lambda table: _is_for_third_place(state, table.match))  # the final is at the first table
    seating = RoundSeating(
        tables=_present(state, in_the_room(state, (*pinned, *seated))),
        byes=(*byes, *drawn.seating.byes),
        provisional=provisional,
        requested=requested,
        edited=bool(held),
        byes_pinned=bool(byes),
        line_ups=kept.line_ups if kept else {},
    )
    by_seed = {entry.entrant_id: entry.seed for entry in state.entries}.__getitem__
    request = draw_request(state.stage.format, state.stage.options, groups, number=by_seed)
    return seating, Drawing(request=request, answer=draw_answer(drawn, number=by_seed))


def _is_for_third_place(state: StageState, match: int | None) -> bool:
    return bool(state.bracket and match and state.bracket.matches[match - 1].bracket == "third-place")


def keep_drawing(drawing: Drawing, round_: Round) -> None:
    """Stores the draw as the round's newest."""
    drawing.round = round_
    drawing.save()


def _requested(state: StageState, number: int, held: Collection[Id]) -> dict[Id, str]:
    """Who plays on, asked for a bye in the round of this number and is not held at a table or among the byes."""
    playing = {who for group in state.groups for who in group.playing}
    requests = asked_for(state.stage, number)
    return {who: worth for who, worth in requests.items() if who in playing and who not in held}


def _require_results(state: StageState, provisional: Provisional) -> None:
    """A bracket goes on wherever it can; elsewhere every table has a result or counts provisionally."""
    if state.plan.form.bracket:
        return
    if waiting := [table for table in state.open_tables if table.pk not in provisional]:
        raise results_missing(state.waiting(waiting))


def _left_to_draw(state: StageState, groups: Sequence[StageRecord], held: Set[Id]) -> list[StageRecord]:
    """The groups without those who are held, and without a group of whom nobody is left."""
    groups = [replace(group, withdrawn=group.withdrawn.union(held), kept=group.kept - held) for group in groups]
    left = [len(due_next(state.plan, group)) for group in groups]
    if 1 in left or not any(left):
        raise Refused("too-few-unpinned")
    return [group for group, count in zip(groups, left, strict=True) if count]


def _drawn(state: StageState, groups: Sequence[StageRecord]) -> NextRound:
    try:
        drawn = next_round(state.plan, groups)
    except NoValidPairing as error:
        names = [state.entrants[who].player.name for who in error.ids if who in state.entrants]
        raise Refused("no-valid-pairing", clause=error.clause, names=names) from error
    if drawn is None:
        waiting = state.open_tables
        raise results_missing(state.waiting(waiting)) if waiting else Refused("stage-over")
    return drawn


def _present(state: StageState, tables: tuple[SeatedTable, ...]) -> tuple[SeatedTable, ...]:
    """Who was drawn although they have gone, as in a bracket, forfeits; what is pinned stays as it is."""
    gone = {who for group in state.groups for who in group.withdrawn}
    here = without_the_absent(tables, gone, smallest=GAMES[state.stage.event.game].min_seats)
    return tuple(table if table.pinned else present for table, present in zip(tables, here, strict=True))


def without_the_absent(
    tables: Iterable[SeatedTable], gone: Collection[int], *, smallest: int
) -> tuple[SeatedTable, ...]:
    """Who has gone forfeits. The others of a larger table play on among themselves."""

    def enough(table: SeatedTable) -> bool:
        return sum(who not in gone for who in table.entrants) >= smallest

    return tuple(table.without(gone) if enough(table) else table for table in tables)


def in_the_room(state: StageState, tables: Iterable[SeatedTable]) -> tuple[SeatedTable, ...]:
    """With their numbers, the lowest that are free: whoever needs a fixed table has it, the others keep theirs. A match
    of teams takes as many in a row as it has boards, and has the first.
    """
    seated = list(tables)
    used = _numbers_in_use(state)
    in_a_row = max(1, state.plan.options.boards)
    fixed = fixed_tables(state)
    numbers: dict[int, int] = {}

    def is_free(number: int) -> bool:
        return used.isdisjoint(range(number, number + in_a_row))

    for index, table in enumerate(seated):
        wanted = (fixed[who] for who in table.entrants if who in fixed)
        if fixed_number := next(filter(is_free, wanted), None):
            numbers[index] = fixed_number
            used.update(range(fixed_number, fixed_number + in_a_row))
    usable = filter(is_free, count(1, in_a_row))
    free = list(islice(usable, len(seated) - len(numbers)))
    for index, table in enumerate(seated):
        if index not in numbers and table.number in free:
            numbers[index] = table.number
            free.remove(table.number)
    return tuple(replace(table, number=numbers.get(index) or free.pop(0)) for index, table in enumerate(seated))


def _numbers_in_use(state: StageState) -> set[int]:
    """Of tables that are played, and of those that another stage has drawn."""
    stage, busy = state.stage, (Table.Status.PLAYING, Table.Status.ADJOURNED)
    drawn = Round.objects.filter(stage__event=stage.event_id, status=Round.Status.PREVIEW).exclude(stage=stage)
    drawn = drawn.select_related("stage")
    used = set(stage.event.tables.filter(status__in=busy).values_list("number", flat=True))
    for round_ in drawn:
        boards = read_plan(round_.stage.format, round_.stage.options).options.boards
        for table in round_.seating.tables:
            used.update(range(table.number, table.number + max(1, boards)))
    return used


def require_playable(state: StageState, tables: Iterable[SeatedTable]) -> None:
    """Every table has as many people as its game and its points ask for."""
    if state.plan.form.bracket:
        return
    smallest = GAMES[state.stage.event.game].min_seats
    if few := [table.number for table in tables if len(table.entrants) < smallest]:
        raise Refused("tables-too-small", tables=sorted(few), smallest=smallest)
    points = state.plan.options.points
    if odd := [table.number for table in tables if not points.counts(len(table.entrants))]:
        raise Refused("no-points", tables=sorted(odd))


Target = int | Literal["new", "bye", "out"]
"""The number of a table, a table of their own, free this round, or (who has left) nowhere."""
Pinned = int | Literal["all", "byes"]
"""The number of a table, all tables and the byes, or the byes."""


@transaction.atomic
def exchange_in_preview(*, round_id: int, first: int, second: int, actor: Actor, seen: int | None = None) -> None:
    """Two entrants (ids) change places, at one table, between two, or one for a bye."""
    round_ = lock_preview(round_id, seen=seen)
    old_seating: RoundSeating = round_.seating
    there = {who for table in old_seating.tables for who in table.entrants}.union(old_seating.byes)
    if first == second or not {first, second} <= there:
        raise Refused("list-changed")
    at_one_table = any(first in table.entrants and second in table.entrants for table in old_seating.tables)
    state = stage_state(round_.stage)
    if state.plan.form.bracket and not at_one_table:
        raise Refused("bracket-fixed")
    if state.group_of(first) is not state.group_of(second):
        raise Refused("other-group")
    other = {first: second, second: first}

    def exchanged(ids: Iterable[int]) -> tuple[int, ...]:
        return tuple(other.get(who, who) for who in ids)

    tables = in_the_room(state, (replace(table, entrants=exchanged(table.entrants)) for table in old_seating.tables))
    after = replace(old_seating, tables=tables, byes=exchanged(old_seating.byes), edited=True)
    _change(round_, after, "preview-edited", actor, entrants=[first, second])


@transaction.atomic
def seat_in_preview(
    *, round_id: int, entrants: Collection[int], to: Target, actor: Actor, seen: int | None = None
) -> None:
    """These entrants (ids) go from wherever they are to one table, to a new one, or free; a table nobody is left at is
    none any more. At the table they come to, all sit where they have sat least.
    """
    round_ = lock_preview(round_id, seen=seen)
    old_seating: RoundSeating = round_.seating
    state = stage_state(round_.stage, provisional=old_seating.provisional)
    moving = list(dict.fromkeys(entrants))
    _require_movable(state, old_seating, moving, to)
    left = replace(
        old_seating,
        tables=_without(old_seating.tables, moving),
        byes=_others(old_seating.byes, moving),
        requested={who: worth for who, worth in old_seating.requested.items() if who not in moving},
    )
    after = _seated_at(state, left, moving, to)
    tables = in_the_room(state, (table for table in after.tables if table.entrants))
    after = replace(after, tables=tables, edited=True)
    if _people(after) == _people(old_seating):
        raise Refused("sits-there")
    _change(round_, after, "preview-seated", actor, entrants=moving)


@transaction.atomic
def pin_in_preview(*, round_id: int, what: Pinned, pinned: bool, actor: Actor, seen: int | None = None) -> None:
    """These tables stay as they are when the rest is drawn again, or do so no longer."""
    round_ = lock_preview(round_id, seen=seen)
    if FORMATS[round_.stage.format].bracket:
        raise Refused("bracket-fixed")
    old_seating: RoundSeating = round_.seating
    tables = tuple(
        replace(table, pinned=pinned) if what in ("all", table.number) else table for table in old_seating.tables
    )
    byes = pinned if what in ("all", "byes") else old_seating.byes_pinned
    after = replace(old_seating, tables=tables, byes_pinned=byes and bool(old_seating.byes))
    if after == old_seating:
        raise Refused("list-changed")
    _change(round_, after, "preview-pinned", actor)


@transaction.atomic
def redraw_preview(*, round_id: int, actor: Actor, seen: int | None = None) -> None:
    """Drawn again from the facts as they are now; what is pinned stays as it is."""
    round_ = lock_preview(round_id, seen=seen)
    old_seating: RoundSeating = round_.seating
    state = stage_state(round_.stage, provisional=old_seating.provisional)
    after, again = drawing(state, number=round_.number, provisional=old_seating.provisional, kept=old_seating)
    if replace(after, version=old_seating.version, edited=old_seating.edited, floats=old_seating.floats) == old_seating:
        raise Refused("same-draw")
    keep_drawing(again, round_)
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
    # Captains may have named line-ups since; and seats of a draw before the newest are no draw's any more.
    edited = step.before.edited or step.action == "preview-redrawn"
    before = replace(step.before, line_ups=round_.seating.line_ups, edited=edited)
    _commit_seating(round_, before, "preview-undone", actor)


@transaction.atomic
def discard_preview(*, round_id: int, actor: Actor, seen: int | None = None) -> None:
    round_ = lock_preview(round_id, seen=seen)
    old_seats = who_sits(round_)
    round_.status = Round.Status.UNDONE
    round_.save(update_fields=["status"])
    after: Details = {**where(round_), "status": round_.status}
    commit_change(round_.stage.event, actor, "preview-discarded", before=old_seats, after=after)


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
        "tables": [
            {"table": table.number, "seats": [players[who] for who in table.entrants]} for table in seating.tables
        ],
        "byes": [players[who] for who in seating.byes],
        "requested": [players[who] for who in seating.requested],
        "forfeited": [players[who] for table in seating.tables for who in table.forfeited],
        "provisional": dict(seating.provisional),
        "pinned": [table.number for table in seating.tables if table.pinned],
    }


def _change(round_: Round, after: RoundSeating, action: str, actor: Actor, *, entrants: Sequence[int] = ()) -> None:
    PreviewStep.objects.create(round=round_, action=action, entrants=list(entrants), before=round_.seating)
    _commit_seating(round_, after, action, actor)


def _commit_seating(round_: Round, after: RoundSeating, action: str, actor: Actor) -> None:
    old_seats = who_sits(round_)
    round_.seating = replace(after, version=round_.seating.version + 1)
    round_.save(update_fields=["seating"])
    commit_change(round_.stage.event, actor, action, before=old_seats, after=who_sits(round_))


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
    return replace(left, tables=tuple(goal if table.number == to else table for table in left.tables))


def _table(seating: RoundSeating, number: Target) -> SeatedTable:
    seated = next((table for table in seating.tables if table.number == number), None)
    if seated is None:
        raise Refused("list-changed")
    return seated


def _in_fair_order(state: StageState, group: StageRecord, people: Sequence[Id]) -> tuple[Id, ...]:
    (table,) = rotated([people], history_of(group, state.plan.options), Random(seed_of_round(group)))
    return table


def _without(tables: Iterable[SeatedTable], moving: Collection[int]) -> tuple[SeatedTable, ...]:
    return tuple(
        replace(table, entrants=_others(table.entrants, moving), forfeited=_others(table.forfeited, moving))
        for table in tables
    )


def _others(ids: Iterable[int], moving: Collection[int]) -> tuple[int, ...]:
    return tuple(who for who in ids if who not in moving)


def _people(seating: RoundSeating) -> tuple[frozenset[frozenset[int]], frozenset[int], frozenset[int]]:
    """Who sits with whom, who is free, and who on request."""
    tables = frozenset(frozenset(table.entrants) for table in seating.tables)
    return tables, frozenset(seating.byes), frozenset(seating.requested)
