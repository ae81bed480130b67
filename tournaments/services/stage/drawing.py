"""A draw as it stands in the room: who is seated where, at which table of the room, and what is kept as it was."""

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import replace
from itertools import count, islice

from scoring.games import GAMES
from tournaments.formats.draw import Id, NoValidPairing
from tournaments.formats.plan import due_next, next_round
from tournaments.formats.record import StageRecord
from tournaments.formats.stages import NextRound, resting
from tournaments.models import Provisional, RoundSeating, SeatedTable, Stage, Table
from tournaments.selectors.stage.absences import asked_for
from tournaments.selectors.stage.records import StageState
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import results_missing

UNNUMBERED = 0


def drawing(
    state: StageState, *, number: int, provisional: Provisional, kept: RoundSeating | None = None
) -> RoundSeating:
    """The next round, of this number, drawn for all who are not at a pinned table of ``kept`` nor among its pinned
    byes; who asked for a bye in it rests.

    Raises Refused, among them "no-valid-pairing" with the clause that cannot be met.
    """
    _require_results(state, provisional)
    pinned = tuple(each for each in kept.tables if each.pinned) if kept else ()
    byes = kept.byes if kept and kept.byes_pinned else ()
    held = {*byes, *RoundSeating(pinned).seated}
    requested = _requested(state, number, held)
    groups = resting(state.groups, requested)
    drawn = _drawn(state, _left_to_draw(state, groups, held) if held else groups)
    matches = drawn.matches or [None] * len(drawn.seating.tables)
    seated = [SeatedTable(seats, UNNUMBERED, match) for seats, match in zip(drawn.seating.tables, matches, strict=True)]
    return RoundSeating(
        tables=_present(state, in_the_room(state, (*pinned, *seated))),
        byes=(*byes, *drawn.seating.byes),
        provisional=provisional,
        requested=requested,
        edited=bool(held),
        byes_pinned=bool(byes),
    )


def _requested(state: StageState, number: int, held: Collection[Id]) -> dict[Id, str]:
    """Who plays on, asked for a bye in the round of this number and is not held at a table or among the byes."""
    playing = {who for group in state.groups for who in group.playing}
    asked = asked_for(state.stage, number)
    return {who: worth for who, worth in asked.items() if who in playing and who not in held}


def _require_results(state: StageState, provisional: Provisional) -> None:
    """A bracket goes on wherever it can; elsewhere every table has a result or counts provisionally."""
    if state.plan.form.bracket:
        return
    if waiting := [table for table in state.open_tables if table.pk not in provisional]:
        raise results_missing(waiting)


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
        raise results_missing(waiting) if waiting else Refused("stage-over")
    return drawn


def _present(state: StageState, tables: tuple[SeatedTable, ...]) -> tuple[SeatedTable, ...]:
    """Who was drawn although he has gone, as in a bracket, forfeits; what is pinned stays as it is."""
    gone = {who for group in state.groups for who in group.withdrawn}
    here = without_the_absent(tables, gone, smallest=GAMES[state.stage.event.game].min_seats)
    return tuple(table if table.pinned else present for table, present in zip(tables, here, strict=True))


def without_the_absent(
    tables: Iterable[SeatedTable], gone: Collection[int], *, smallest: int
) -> tuple[SeatedTable, ...]:
    """Who has gone forfeits. The others of a larger table play on among themselves."""

    def enough(table: SeatedTable) -> bool:
        return sum(who not in gone for who in table.entrants) >= smallest

    return tuple(each.without(gone) if enough(each) else each for each in tables)


def in_the_room(state: StageState, tables: Iterable[SeatedTable]) -> tuple[SeatedTable, ...]:
    """With their numbers, the lowest that are free: whoever needs a fixed table has it, the others keep theirs."""
    seated = list(tables)
    used = _numbers_in_use(state.stage)
    fixed = {e.entrant_id: e.entrant.fixed_table for e in state.entries if e.entrant.fixed_table}
    given: dict[int, int] = {}
    for index, each in enumerate(seated):
        wanted = next((fixed[who] for who in each.entrants if fixed.get(who) not in {None, *used}), None)
        if wanted is not None:
            given[index] = wanted
            used.add(wanted)
    free = list(islice((number for number in count(1) if number not in used), len(seated) - len(given)))
    for index, each in enumerate(seated):
        if index not in given and each.number in free:
            given[index] = each.number
            free.remove(each.number)
    return tuple(replace(each, number=given.get(index) or free.pop(0)) for index, each in enumerate(seated))


def _numbers_in_use(stage: Stage) -> set[int]:
    busy = (Table.Status.PLAYING, Table.Status.ADJOURNED)
    return set(stage.event.tables.filter(status__in=busy).values_list("number", flat=True))


def require_playable(state: StageState, tables: Iterable[SeatedTable]) -> None:
    """Every table has as many people as its game and its points ask for."""
    if state.plan.form.bracket:
        return
    smallest = GAMES[state.stage.event.game].min_seats
    if few := [each.number for each in tables if len(each.entrants) < smallest]:
        raise Refused("tables-too-small", tables=sorted(few), smallest=smallest)
    points = state.plan.options.points
    if odd := [each.number for each in tables if not points.counts(len(each.entrants))]:
        raise Refused("no-points", tables=sorted(odd))
