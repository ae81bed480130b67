"""Rounds: drawn as a preview, published as tables in one step, taken back until the first deal; and their clock, of
which only start and stop are sent, as pages count down by themselves.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.utils import timezone

from scoring.games import GAMES
from tournaments.audit import Actor, Details
from tournaments.formats.boards import BOARDS, by_seat
from tournaments.formats.matches import ONE_GAME, match_rule
from tournaments.formats.plan import floats
from tournaments.formats.seating import NotEnoughPeople, seat_at_random, table_sizes
from tournaments.formats.seeds import round_seed
from tournaments.formats.stages import FORMATS
from tournaments.limits import MOST_ROUND_MINUTES
from tournaments.models import (
    Deal,
    Drawing,
    Entrant,
    Event,
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
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.stages import ON_PLACES
from tournaments.selectors.stage.teams import sides_of
from tournaments.services.change import commit_change, commit_table_change, lock_table
from tournaments.services.opening import create_tables, require_free
from tournaments.services.refusals import Refused
from tournaments.services.stage.line_ups import line_ups_due
from tournaments.services.stage.planning import lock_stage
from tournaments.services.stage.preview import (
    UNNUMBERED,
    drawing,
    in_the_room,
    keep_drawing,
    lock_preview,
    lock_round,
    require_playable,
    where,
    who_sits,
    without_the_absent,
)


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
    number = _next_number(stage)
    seating, drawn = drawing(state, number=number, provisional=counted)
    round_ = Round.objects.create(stage=stage, number=number, seating=seating)
    keep_drawing(drawn, round_)
    commit_change(stage.event, actor, "round-drawn", after=who_sits(round_))
    return round_


@transaction.atomic
def publish_round(*, round_id: int, actor: Actor, minutes: int | None = None, seen: int | None = None) -> list[Table]:
    """The preview becomes tables with pads, all of them or none. ``minutes`` are those of the round's clock; refused
    where the preview is another one than was ``seen`` (its version).
    """
    round_ = lock_preview(round_id, seen=seen)
    stage, event = round_.stage, round_.stage.event
    planned: RoundSeating = round_.seating
    named = [*(who for table in planned.tables for who in table.entrants), *planned.byes, *planned.requested]
    entrants = {e.pk: e for e in event.entrants.filter(pk__in=named).select_related("player", "substitute")}
    gone = [who for who in named if entrants[who].status != Entrant.Status.ACTIVE]
    if unforeseen := _unforeseen(stage, gone):
        raise Refused("gone-since-draw", names=[entrants[who].player.name for who in unforeseen])
    state = stage_state(stage, provisional=planned.provisional)
    if not planned.play_off:
        require_playable(state, planned.tables)
    # In a bracket a place stays a place: who has gone loses it by forfeit, and so does who left a round robin late.
    playing = without_the_absent(planned.tables, gone, smallest=GAMES[event.game].min_seats)
    if state.plan.options.boards:
        members = {entrant.pk: entrant for people in sides_of(event).values() for entrant in people}
        line_ups = line_ups_due(event, planned, state.plan.options)
        planned = replace(planned, line_ups=line_ups, named=tuple(planned.line_ups))
        entrants |= members
        seated = [entrants[who] for people in planned.line_ups.values() for who in people]
    else:
        seated = [entrants[who] for table in playing for who in table.entrants]
    require_free(event, [(entrant.substitute or entrant.player).pk for entrant in seated])
    tables = _open(round_, playing, planned, entrants, state, actor)
    before: Details = {**where(round_), "status": round_.status}
    floated = None if planned.play_off else floats(state.plan, state.groups, [table.entrants for table in playing])
    round_.seating = replace(planned, tables=playing, floats=floated)
    round_.status, round_.published_at, round_.minutes = Round.Status.PUBLISHED, timezone.now(), minutes
    round_.save(update_fields=["status", "published_at", "minutes", "seating"])
    after: Details = {**who_sits(round_), "minutes": minutes}
    commit_change(event, actor, "round-published", before=before, after=after)
    return tables


def _unforeseen(stage: Stage, gone: Collection[int]) -> list[int]:
    """Who of the gone (ids) is one for whom the round was not drawn so that they forfeit."""
    if not gone or FORMATS[stage.format].bracket:
        return []
    entrants = set(stage.entries.filter(results=StageEntry.Results.KEPT).values_list("entrant_id", flat=True))
    return [who for who in gone if who not in entrants]


def open_play_off(*, state: StageState, people: Sequence[int], actor: Actor) -> list[Table]:
    """Tables after the last round at which these (ids) play for their places, nobody for points; seated by lot.

    As many sit at a table as the game allows, so that as few as can be are level afterwards.
    """
    stage, game = state.stage, GAMES[state.stage.event.game]
    if state.plan.options.boards:
        raise Refused("no-play-off-of-teams")
    number = _next_number(stage)
    try:
        sizes = table_sizes(len(people), smallest=game.min_seats, largest=game.max_seats, preferred=game.max_seats)
    except NotEnoughPeople as error:
        raise Refused("no-valid-pairing", clause="sizes", names=[]) from error
    lots = round_seed(stage.seed, number)
    seated = [SeatedTable(tuple(ids), UNNUMBERED) for ids in seat_at_random(sorted(people), sizes, seed=lots)]
    tables = in_the_room(state, seated)
    round_ = Round.objects.create(stage=stage, number=number, seating=RoundSeating(tables=tables, play_off=True))
    commit_change(stage.event, actor, "play-off-drawn", after=who_sits(round_))
    return publish_round(round_id=round_.pk, actor=actor)


@transaction.atomic
def undo_round(*, round_id: int, actor: Actor) -> None:
    """The newest round is taken back as a whole, as long as no deal has been recorded at its tables."""
    take_back(_newest(round_id), actor)


@transaction.atomic
def unpublish_round(*, round_id: int, actor: Actor) -> None:
    """As `undo_round`, but its drawing is looked at again as it was, with all that was changed by hand. Who has not
    come since sits there again: only whoever a draw lets forfeit has forfeited a round that was not played.
    """
    round_ = _newest(round_id)
    take_back(round_, actor)
    stage, tables = round_.stage, round_.seating.tables
    missing = Entrant.objects.filter(pk__in=[who for table in tables for who in table.forfeited])
    gone = {*missing.exclude(status=Entrant.Status.ACTIVE).values_list("pk", flat=True)}
    foreseen = gone.difference(_unforeseen(stage, gone))
    seats = tuple(table.complete.without(foreseen) for table in tables)
    drawn = replace(round_.seating.as_named, tables=seats, floats=None)
    again = Round.objects.create(stage=stage, number=round_.number, seating=drawn)
    round_.steps.update(round=again)
    if latest := round_.drawings.last():
        keep_drawing(Drawing(request=latest.request, answer=latest.answer), again)
    commit_change(stage.event, actor, "round-drawn", after=who_sits(again))


def _newest(round_id: int) -> Round:
    round_ = lock_round(round_id)
    if round_.stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    latest = round_.stage.rounds.exclude(status=Round.Status.UNDONE).order_by("number").last()
    if round_.status != Round.Status.PUBLISHED or latest != round_:
        raise Refused("round-not-newest")
    return round_


def take_back(round_: Round, actor: Actor, *, only: Iterable[Table] | None = None) -> None:
    """The round's tables (or ``only`` these) are as if they had never been; the round goes with its last table."""
    stage = round_.stage
    tables = list(round_.tables.exclude(status=Table.Status.UNDONE))
    if only is not None:  # with all games of their matches
        numbers = {table.number for table in only}
        tables = [table for table in tables if table.number in numbers]
    if begun := tables_begun(tables):
        raise Refused("round-begun", tables=begun)
    old_status = round_.status
    PadLink.objects.filter(table__in=tables, revoked_at=None).update(revoked_at=timezone.now())
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(
        status=Table.Status.UNDONE, ended_at=timezone.now(), revision=stage.event.revision + 1
    )
    if not round_.tables.exclude(status=Table.Status.UNDONE).exists():
        round_.status = Round.Status.UNDONE
        round_.save(update_fields=["status"])
    details: Details = {**where(round_), "status": old_status, "tables": [table.number for table in tables]}
    after: Details = {**where(round_), "status": Table.Status.UNDONE, "tables": []}
    commit_change(stage.event, actor, "round-undone", before=details, after=after)


def tables_begun(tables: Collection[Table]) -> list[int]:
    """Numbers of the tables that were played, each once: by deals, or by the director's word on how they ended."""
    dealt = set(Deal.objects.filter(table__in=tables).values_list("table_id", flat=True))
    rulings = Ruling.objects.filter(table__in=tables).exclude(kind=Ruling.Kind.ADVANCED).order_by("pk")
    newest = dict(rulings.values_list("table_id", "kind"))
    decided = {table_id for table_id, kind in newest.items() if kind in ON_PLACES}
    return sorted({table.number for table in tables if table.pk in dealt | decided})


def _next_number(stage: Stage) -> int:
    """After the newest: in a bracket an earlier round may have been taken back alone."""
    numbers = stage.rounds.exclude(status=Round.Status.UNDONE).values_list("number", flat=True)
    return max(numbers, default=0) + 1


def _open(
    round_: Round,
    playing: Iterable[SeatedTable],
    seating: RoundSeating,
    entrants: Mapping[int, Entrant],
    state: StageState,
    actor: Actor,
) -> list[Table]:
    """The round's tables. Where somebody has gone, the others have it by forfeit and need no pad."""
    now, options = timezone.now(), state.plan.options
    seated: list[tuple[Table, list[Entrant]]] = []
    forfeits: list[Ruling] = []
    for planned, board, people in _pairs(playing, seating, boards=options.boards):
        rule = ONE_GAME if round_.seating.play_off else match_rule(options, bracket=state.bracket, match=planned.match)
        table = Table(
            event=round_.stage.event,
            round=round_,
            match=planned.match,
            number=planned.number + board - 1,
            game=board,
            games=options.boards or rule.games,
            decided=BOARDS if options.boards else rule.decided,
            revision=round_.stage.event.revision + 1,
        )
        sides = by_seat(board, planned.entrants) if options.boards else people
        seated.append((table, [entrants[who] for who in people]))
        if gone := [index for index, who in enumerate(sides) if entrants[who].status != Entrant.Status.ACTIVE]:
            table.status, table.ended_at = Table.Status.CLOSED, now
            forfeits.append(
                Ruling(stage=round_.stage, table=table, kind=Ruling.Kind.FORFEIT, value=gone, user=actor.user)
            )
    create_tables(seated)
    Ruling.objects.bulk_create(forfeits)
    return [table for table, _seats in seated]


def _pairs(
    playing: Iterable[SeatedTable], seating: RoundSeating, *, boards: int
) -> Iterator[tuple[SeatedTable, int, Sequence[int]]]:
    """What is planned, with who (ids) sits there; where teams meet that at each board at which both have somebody."""
    for planned in playing:
        if not boards:
            yield planned, 1, planned.entrants
            continue
        first, second = planned.entrants
        for board, pair in enumerate(zip(seating.line_ups[first], seating.line_ups[second], strict=False), start=1):
            yield planned, board, by_seat(board, pair)


@transaction.atomic
def set_clock(*, round_id: int, minutes: int, actor: Actor) -> None:
    """How long the round is to take in all; also while it runs."""
    if minutes < 1:
        raise Refused("clock-not-set")
    round_ = _lock(round_id)
    old_minutes, round_.minutes = round_.minutes, minutes
    _save(round_, actor, "clock-set", before={"minutes": old_minutes}, after={"minutes": minutes})


@transaction.atomic
def start_clock(*, round_id: int, actor: Actor) -> None:
    """From the beginning, or on from where it was paused."""
    round_ = _lock(round_id)
    if round_.minutes is None:
        raise Refused("clock-not-set")
    old_clock = _clock(round_)
    if round_.clock_started_at is None:
        round_.clock_started_at = timezone.now()
    elif round_.clock_paused_at is not None:
        round_.clock_paused_seconds += ceil((timezone.now() - round_.clock_paused_at).total_seconds())
        round_.clock_paused_at = None
    else:
        raise Refused("clock-runs")
    _save(round_, actor, "clock-started", before=old_clock, after=_clock(round_))


@transaction.atomic
def pause_clock(*, round_id: int, actor: Actor) -> None:
    round_ = _lock(round_id)
    if round_.clock_started_at is None or round_.clock_paused_at is not None:
        raise Refused("clock-stands")
    old_clock = _clock(round_)
    round_.clock_paused_at = timezone.now()
    _save(round_, actor, "clock-paused", before=old_clock, after=_clock(round_))


@transaction.atomic
def reset_clock(*, round_id: int, actor: Actor) -> None:
    round_ = _lock(round_id)
    old_clock = _clock(round_)
    round_.clock_started_at, round_.clock_paused_at, round_.clock_paused_seconds = None, None, 0
    _save(round_, actor, "clock-reset", before=old_clock, after=_clock(round_))


def clock_marks(round_: Round) -> tuple[int, ...]:
    """How the clock stands, in whole numbers: its minutes, when it was started and paused (seconds after the round was
    published, counted from 1), and the seconds of earlier pauses; 0 where there is none.
    """
    at = [round_.clock_started_at, round_.clock_paused_at]
    since = [0 if mark is None else 1 + int((mark - _published(round_)).total_seconds()) for mark in at]
    return (round_.minutes or 0, *since, round_.clock_paused_seconds)


@transaction.atomic
def set_clock_back(*, round_id: int, marks: Sequence[int], left: Sequence[int], actor: Actor) -> None:
    """As it stood when these `clock_marks` were read, as long as nobody has moved it since it was `left` so."""
    round_ = _lock(round_id)
    if clock_marks(round_) != tuple(left):
        raise Refused("list-changed")
    old_facts: Details = {"minutes": round_.minutes, **_clock(round_)}
    minutes, started, paused, seconds = marks
    if minutes > MOST_ROUND_MINUTES:
        raise Refused("clock-not-set")
    at = [_published(round_) + timedelta(seconds=moment - 1) if moment else None for moment in (started, paused)]
    round_.minutes, round_.clock_paused_seconds = minutes or None, seconds
    round_.clock_started_at, round_.clock_paused_at = at
    _save(round_, actor, "clock-set", before=old_facts, after={"minutes": round_.minutes, **_clock(round_)})


ACTIONS = {"start": start_clock, "pause": pause_clock, "reset": reset_clock}


@transaction.atomic
def change_clock(*, round_id: int, action: str, minutes: int | None, actor: Actor) -> tuple[int, ...]:
    """The action ("set" or one of ACTIONS) with the minutes written beside it, if they are others than before. Tells
    the `clock_marks` that it leaves.
    """
    current = Round.objects.values_list("minutes", flat=True).get(pk=round_id)
    if minutes is not None and minutes != current:
        set_clock(round_id=round_id, minutes=minutes, actor=actor)
    if action != "set":
        ACTIONS[action](round_id=round_id, actor=actor)
    return clock_marks(Round.objects.get(pk=round_id))


@transaction.atomic
def give_extra_time(*, table_id: int, minutes: int, actor: Actor, instead_of: int | None = None) -> None:
    """So many minutes more for one table than for the others, in all; where said, only `instead_of` so many."""
    table = lock_table(table_id)
    if instead_of not in (None, table.extra_minutes):
        raise Refused("list-changed")
    if table.round_id is None:
        raise Refused("no-tournament")
    if table.event.status != Event.Status.OPEN:
        raise Refused("tournament-over")
    old_extra_minutes, table.extra_minutes = table.extra_minutes, minutes
    commit_table_change(table, actor, "extra-time", before={"minutes": old_extra_minutes}, after={"minutes": minutes})


def _lock(round_id: int) -> Round:
    stage = lock_stage(Round.objects.values_list("stage_id", flat=True).get(pk=round_id))
    round_ = Round.objects.get(pk=round_id)
    round_.stage = stage
    if round_.status != Round.Status.PUBLISHED:
        raise Refused("round-not-published")
    return round_


def _published(round_: Round) -> datetime:
    if round_.published_at is None:
        raise Refused("round-not-published")
    return round_.published_at


def _clock(round_: Round) -> Details:
    started, paused = round_.clock_started_at, round_.clock_paused_at
    state = "not-started" if started is None else "running" if paused is None else "paused"
    return {
        "clock": state,
        "started_at": started.isoformat() if started else None,
        "paused_seconds": round_.clock_paused_seconds,
    }


def _save(round_: Round, actor: Actor, action: str, *, before: Details, after: Details) -> None:
    round_.save(update_fields=["minutes", "clock_started_at", "clock_paused_at", "clock_paused_seconds"])
    where: Details = {"stage": round_.stage.number, "round": round_.number}
    commit_change(round_.stage.event, actor, action, before={**where, **before}, after={**where, **after})
