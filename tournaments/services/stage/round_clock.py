"""The clock of a round. It is only told when it runs; pages count down by themselves."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.utils import timezone

from tournaments.audit import Actor, Details
from tournaments.models import Event, Round
from tournaments.services.change import commit_change, commit_table_change, lock_table
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import lock_stage

LONGEST = 600  # minutes


@transaction.atomic
def set_clock(*, round_id: int, minutes: int, actor: Actor) -> None:
    """How long the round is to take in all; also while it runs."""
    if minutes < 1:
        raise Refused("clock-not-set")
    round_ = _lock(round_id)
    before, round_.minutes = round_.minutes, minutes
    _save(round_, actor, "clock-set", before={"minutes": before}, after={"minutes": minutes})


@transaction.atomic
def start_clock(*, round_id: int, actor: Actor) -> None:
    """From the beginning, or on from where it was paused."""
    round_ = _lock(round_id)
    if round_.minutes is None:
        raise Refused("clock-not-set")
    before = _clock(round_)
    if round_.clock_started_at is None:
        round_.clock_started_at = timezone.now()
    elif round_.clock_paused_at is not None:
        round_.clock_paused_seconds += ceil((timezone.now() - round_.clock_paused_at).total_seconds())
        round_.clock_paused_at = None
    else:
        raise Refused("clock-runs")
    _save(round_, actor, "clock-started", before=before, after=_clock(round_))


@transaction.atomic
def pause_clock(*, round_id: int, actor: Actor) -> None:
    round_ = _lock(round_id)
    if round_.clock_started_at is None or round_.clock_paused_at is not None:
        raise Refused("clock-stands")
    before = _clock(round_)
    round_.clock_paused_at = timezone.now()
    _save(round_, actor, "clock-paused", before=before, after=_clock(round_))


@transaction.atomic
def reset_clock(*, round_id: int, actor: Actor) -> None:
    round_ = _lock(round_id)
    before = _clock(round_)
    round_.clock_started_at, round_.clock_paused_at, round_.clock_paused_seconds = None, None, 0
    _save(round_, actor, "clock-reset", before=before, after=_clock(round_))


def clock_marks(round_: Round) -> tuple[int, ...]:
    """How the clock stands, in whole numbers: its minutes, when it was started and paused (seconds after the round was
    published, counted from 1), and the seconds of earlier pauses; 0 where there is none.
    """
    at = [round_.clock_started_at, round_.clock_paused_at]
    since = [0 if each is None else 1 + int((each - _published(round_)).total_seconds()) for each in at]
    return (round_.minutes or 0, *since, round_.clock_paused_seconds)


@transaction.atomic
def set_clock_back(*, round_id: int, marks: Sequence[int], left: Sequence[int], actor: Actor) -> None:
    """As it stood when these `clock_marks` were read, as long as nobody has moved it since it was `left` so."""
    round_ = _lock(round_id)
    if clock_marks(round_) != tuple(left):
        raise Refused("list-changed")
    before: Details = {"minutes": round_.minutes, **_clock(round_)}
    minutes, started, paused, seconds = marks
    if minutes > LONGEST:
        raise Refused("clock-not-set")
    at = [_published(round_) + timedelta(seconds=each - 1) if each else None for each in (started, paused)]
    round_.minutes, round_.clock_paused_seconds = minutes or None, seconds
    round_.clock_started_at, round_.clock_paused_at = at
    _save(round_, actor, "clock-set", before=before, after={"minutes": round_.minutes, **_clock(round_)})


ACTIONS = {"start": start_clock, "pause": pause_clock, "reset": reset_clock}


@transaction.atomic
def change_clock(*, round_id: int, action: str, minutes: int | None, actor: Actor) -> tuple[int, ...]:
    """The action ("set" or one of ACTIONS) with the minutes written beside it, if they are others than before. Tells
    the `clock_marks` that it leaves.
    """
    known = Round.objects.values_list("minutes", flat=True).get(pk=round_id)
    if minutes is not None and minutes != known:
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
    before, table.extra_minutes = table.extra_minutes, minutes
    commit_table_change(table, actor, "extra-time", before={"minutes": before}, after={"minutes": minutes})


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
