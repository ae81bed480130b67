"""Rounds: drawn as a preview, changed by hand, published as tables in one step, taken back until the first deal."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from random import Random

from django.db import transaction
from django.utils import timezone

from scoring.games import GAMES
from tournaments.audit import Actor, Details
from tournaments.formats.draw import NoValidPairing
from tournaments.formats.plan import next_round
from tournaments.formats.seating import NotEnoughPeople, seat_at_random, table_sizes
from tournaments.formats.stages import FORMATS
from tournaments.models import (
    Deal,
    Entrant,
    PadLink,
    Provisional,
    Round,
    RoundSeating,
    Ruling,
    SeatedTable,
    Stage,
    StageEntry,
    Table,
)
from tournaments.selectors.stage.absences import asked_for_next
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.services.change import commit_change
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import lock_stage, results_missing
from tournaments.services.table.availability import require_free
from tournaments.services.table.new_tables import create_tables

UNNUMBERED = 0


@transaction.atomic
def draw_round(*, stage_id: int, actor: Actor, provisional: Provisional | None = None) -> Round:
    """A preview of the next round, from the stored seed. Tables still playing count as ``provisional`` says.

    Raises Refused, among them "no-valid-pairing" with the clause that cannot be met.
    """
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    counted = {} if FORMATS[stage.format].bracket else dict(provisional or {})  # who goes on is never assumed
    state = stage_state(stage, provisional=counted)
    if state.preview:
        raise Refused("preview-waiting")
    if state.rounds and state.rounds[-1].seating.play_off:
        raise Refused("stage-over")
    _require_results(state, counted)
    asked = asked_for_next(stage)
    groups = [replace(group, resting=frozenset(asked).intersection(group.entrants)) for group in state.groups]
    try:
        drawn = next_round(state.plan, groups)
    except NoValidPairing as error:
        names = [state.entrants[who].player.name for who in error.ids if who in state.entrants]
        raise Refused("no-valid-pairing", clause=error.clause, names=names) from error
    if drawn is None:
        waiting = state.open_tables()
        raise results_missing(waiting) if waiting else Refused("stage-over")
    matches = drawn.matches or [None] * len(drawn.seating.tables)
    seated = zip(drawn.seating.tables, matches, strict=True)
    tables = _numbered(
        [SeatedTable(seats, UNNUMBERED, match) for seats, match in seated], _fixed(state), taken=_numbers_in_use(stage)
    )
    gone = {who for group in state.groups for who in group.withdrawn}
    round_ = Round.objects.create(
        stage=stage,
        number=_next_number(stage),
        seating=RoundSeating(
            tables=_without_the_absent(tables, gone, smallest=GAMES[stage.event.game].min_seats),
            byes=drawn.seating.byes,
            floats=drawn.seating.floats,
            provisional=counted,
            requested={who: worth for who, worth in asked.items() if who in state.entrants and who not in gone},
        ),
    )
    commit_change(stage.event, actor, "round-drawn", after=_seated(round_, round_.seating))
    return round_


@transaction.atomic
def exchange_in_preview(*, round_id: int, first: int, second: int, actor: Actor) -> None:
    """Two entrants (ids) change places, at one table, between two, or one for a bye."""
    round_ = _lock_preview(round_id)
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

    tables = tuple(replace(each, entrants=exchanged(each.entrants)) for each in before.tables)
    if not at_one_table:  # who needs a fixed table keeps it
        tables = _numbered(tables, _fixed(state), taken=_numbers_in_use(round_.stage))
    round_.seating = replace(before, tables=tables, byes=exchanged(before.byes), edited=True)
    round_.save(update_fields=["seating"])
    after = _seated(round_, round_.seating)
    commit_change(round_.stage.event, actor, "preview-edited", before=_seated(round_, before), after=after)


@transaction.atomic
def discard_preview(*, round_id: int, actor: Actor) -> None:
    round_ = _lock_preview(round_id)
    before = _seated(round_, round_.seating)
    round_.status = Round.Status.UNDONE
    round_.save(update_fields=["status"])
    after: Details = {**_where(round_), "status": round_.status}
    commit_change(round_.stage.event, actor, "preview-discarded", before=before, after=after)


@transaction.atomic
def redraw_round(*, round_id: int, actor: Actor) -> Round:
    """Away with the preview, and another one instead, from the facts as they are now."""
    discard_preview(round_id=round_id, actor=actor)
    round_ = Round.objects.get(pk=round_id)
    counted = round_.seating.provisional
    return draw_round(stage_id=round_.stage_id, actor=actor, provisional=counted)


@transaction.atomic
def publish_round(*, round_id: int, actor: Actor, minutes: int | None = None) -> list[Table]:
    """The preview becomes tables with pads, all of them or none. ``minutes`` are those of the round's clock."""
    round_ = _lock_preview(round_id)
    stage, event = round_.stage, round_.stage.event
    planned: RoundSeating = round_.seating
    named = [*(who for each in planned.tables for who in each.entrants), *planned.byes, *planned.requested]
    entrants = {e.pk: e for e in event.entrants.filter(pk__in=named).select_related("player", "substitute")}
    gone = [who for who in named if entrants[who].status != Entrant.Status.ACTIVE]
    if unforeseen := _unforeseen(stage, gone):
        raise Refused("gone-since-draw", names=[entrants[who].player.name for who in unforeseen])
    # In a bracket a place stays a place: who has gone loses it by forfeit, and so does who left a round robin late.
    playing = _without_the_absent(planned.tables, gone, smallest=GAMES[event.game].min_seats)
    round_.seating = replace(planned, tables=playing)
    seated = [entrants[who] for each in playing for who in each.entrants]
    require_free(event, [(entrant.substitute or entrant.player).pk for entrant in seated])
    tables = _open(round_, playing, entrants, actor)
    before: Details = {**_where(round_), "status": round_.status}
    round_.status, round_.published_at, round_.minutes = Round.Status.PUBLISHED, timezone.now(), minutes
    round_.save(update_fields=["status", "published_at", "minutes", "seating"])
    after: Details = {**_seated(round_, round_.seating), "minutes": minutes}
    commit_change(event, actor, "round-published", before=before, after=after)
    return tables


def _unforeseen(stage: Stage, gone: Collection[int]) -> list[int]:
    """Those of the gone (ids) for whom the round was not drawn so that they forfeit."""
    if not gone or FORMATS[stage.format].bracket:
        return []
    kept = set(stage.entries.filter(results=StageEntry.Results.KEPT).values_list("entrant_id", flat=True))
    return [who for who in gone if who not in kept]


def open_play_off(*, state: StageState, people: Sequence[int], actor: Actor) -> list[Table]:
    """Tables after the last round at which these (ids) play for their places, nobody for points; seated by lot.

    As many sit at a table as the game allows, so that as few as can be are level afterwards.
    """
    stage, game = state.stage, GAMES[state.stage.event.game]
    number = _next_number(stage)
    try:
        sizes = table_sizes(len(people), smallest=game.min_seats, largest=game.max_seats, preferred=game.max_seats)
    except NotEnoughPeople as error:
        raise Refused("no-valid-pairing", clause="sizes", names=[]) from error
    lots = Random(f"{stage.seed}:{number}").getrandbits(32)
    seated = [SeatedTable(tuple(ids), UNNUMBERED) for ids in seat_at_random(sorted(people), sizes, seed=lots)]
    tables = _numbered(seated, _fixed(state), taken=_numbers_in_use(stage))
    round_ = Round.objects.create(stage=stage, number=number, seating=RoundSeating(tables=tables, play_off=True))
    commit_change(stage.event, actor, "play-off-drawn", after=_seated(round_, round_.seating))
    return publish_round(round_id=round_.pk, actor=actor)


@transaction.atomic
def undo_round(*, round_id: int, actor: Actor) -> None:
    """The newest round is taken back as a whole, as long as no deal has been recorded at its tables."""
    round_ = _lock_round(round_id)
    if round_.stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    latest = round_.stage.rounds.exclude(status=Round.Status.UNDONE).order_by("number").last()
    if round_.status != Round.Status.PUBLISHED or latest != round_:
        raise Refused("round-not-newest")
    take_back(round_, actor)


def take_back(round_: Round, actor: Actor, *, only: Iterable[Table] | None = None) -> None:
    """The round's tables (or ``only`` these) are as if they had never been; the round goes with its last table."""
    stage = round_.stage
    tables = list(only if only is not None else round_.tables.exclude(status=Table.Status.UNDONE))
    if begun := tables_begun(tables):
        raise Refused("round-begun", tables=begun)
    before = round_.status
    PadLink.objects.filter(table__in=tables, revoked_at=None).update(revoked_at=timezone.now())
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(
        status=Table.Status.UNDONE, ended_at=timezone.now(), revision=stage.event.revision + 1
    )
    if not round_.tables.exclude(status=Table.Status.UNDONE).exists():
        round_.status = Round.Status.UNDONE
        round_.save(update_fields=["status"])
    details: Details = {**_where(round_), "status": before, "tables": [table.number for table in tables]}
    after: Details = {**_where(round_), "status": Table.Status.UNDONE, "tables": []}
    commit_change(stage.event, actor, "round-undone", before=details, after=after)


def tables_begun(tables: Collection[Table]) -> list[int]:
    """Numbers of the tables that were played: by deals, or by the director's word on how they ended."""
    dealt = set(Deal.objects.filter(table__in=tables).values_list("table_id", flat=True))
    rulings = Ruling.objects.filter(table__in=tables).exclude(kind=Ruling.Kind.ADVANCED).order_by("pk")
    newest = dict(rulings.values_list("table_id", "kind"))
    decided = {table_id for table_id, kind in newest.items() if kind == Ruling.Kind.DECISION}
    return sorted(table.number for table in tables if table.pk in dealt | decided)


def _where(round_: Round) -> Details:
    return {"stage": round_.stage.number, "round": round_.number}


def _seated(round_: Round, seating: RoundSeating) -> Details:
    """The seating by names, for the log."""
    entrants = Entrant.objects.filter(pk__in=[*seating.seated, *seating.byes, *seating.requested])
    names = dict(entrants.values_list("pk", "player__name"))
    return {
        **_where(round_),
        "status": round_.status,
        "tables": [{"table": each.number, "seats": [names[who] for who in each.entrants]} for each in seating.tables],
        "byes": [names[who] for who in seating.byes],
        "requested": [names[who] for who in seating.requested],
        "forfeited": [names[who] for each in seating.tables for who in each.forfeited],
        "provisional": dict(seating.provisional),
    }


def _lock_round(round_id: int) -> Round:
    stage = lock_stage(Round.objects.values_list("stage_id", flat=True).get(pk=round_id))
    round_ = Round.objects.get(pk=round_id)
    round_.stage = stage
    return round_


def _lock_preview(round_id: int) -> Round:
    round_ = _lock_round(round_id)
    if round_.status != Round.Status.PREVIEW:
        raise Refused("no-preview")
    return round_


def _require_results(state: StageState, provisional: Provisional) -> None:
    """A bracket goes on wherever it can; elsewhere every table has a result or counts provisionally."""
    if state.plan.form.bracket:
        return
    if waiting := [table for table in state.open_tables() if table.pk not in provisional]:
        raise results_missing(waiting)


def _next_number(stage: Stage) -> int:
    """After the newest: in a bracket an earlier round may have been taken back alone."""
    numbers = stage.rounds.exclude(status=Round.Status.UNDONE).values_list("number", flat=True)
    return max(numbers, default=0) + 1


def _fixed(state: StageState) -> dict[int, int]:
    """Entrant (id) -> the only table (number) that will do."""
    return {e.entrant_id: e.entrant.fixed_table for e in state.entries if e.entrant.fixed_table}


def _numbers_in_use(stage: Stage) -> set[int]:
    busy = (Table.Status.PLAYING, Table.Status.ADJOURNED)
    return set(stage.event.tables.filter(status__in=busy).values_list("number", flat=True))


def _numbered(
    tables: Sequence[SeatedTable], fixed: Mapping[int, int], *, taken: Collection[int]
) -> tuple[SeatedTable, ...]:
    """Numbers of the tables in the room: first for who needs a fixed one, then in order."""
    used = set(taken)
    given: dict[int, int] = {}
    for index, each in enumerate(tables):
        wanted = next((fixed[who] for who in each.entrants if fixed.get(who) not in {None, *used}), None)
        if wanted is not None:
            given[index] = wanted
            used.add(wanted)
    free = (number for number in count(1) if number not in used)
    return tuple(
        replace(each, number=given[index] if index in given else next(free)) for index, each in enumerate(tables)
    )


def _without_the_absent(
    tables: Iterable[SeatedTable], gone: Collection[int], *, smallest: int
) -> tuple[SeatedTable, ...]:
    """In a bracket, who has withdrawn forfeits. The others of a larger table play on among themselves."""

    def enough(table: SeatedTable) -> bool:
        return sum(who not in gone for who in table.entrants) >= smallest

    return tuple(each.without(gone) if enough(each) else each for each in tables)


def _open(round_: Round, playing: Iterable[SeatedTable], entrants: Mapping[int, Entrant], actor: Actor) -> list[Table]:
    """The round's tables. Where somebody has gone, the others have it by forfeit and need no pad."""
    now = timezone.now()
    seated: list[tuple[Table, list[Entrant]]] = []
    forfeits: list[Ruling] = []
    for planned in playing:
        table = Table(
            event=round_.stage.event,
            round=round_,
            match=planned.match,
            number=planned.number,
            revision=round_.stage.event.revision + 1,
        )
        seats = [entrants[who] for who in planned.entrants]
        seated.append((table, seats))
        if gone := [index for index, entrant in enumerate(seats) if entrant.status != Entrant.Status.ACTIVE]:
            table.status, table.ended_at = Table.Status.CLOSED, now
            forfeits.append(
                Ruling(stage=round_.stage, table=table, kind=Ruling.Kind.FORFEIT, value=gone, user=actor.user)
            )
    create_tables(seated)
    Ruling.objects.bulk_create(forfeits)
    return [table for table, _seats in seated]
