"""What the director changes of a stage or a tournament after it was planned: how many rounds and games are played, what
is played on when the time is up, and what entrants start with by their ratings.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypedDict

from django.db import transaction

from tournaments.audit import Actor, Details
from tournaments.formats.plan import read_plan
from tournaments.models import Event, Round, Stage, StageEntry
from tournaments.services.change import commit_change
from tournaments.services.handicaps import changed_by_hand, facts_of
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import lock_stage, lock_tournament


class MatchTerms(TypedDict, total=False):
    """Those of a plan's options that say of how many games a match is."""

    games: int
    decided: str
    last_games: list[int]


@transaction.atomic
def set_rounds(*, stage_id: int, rounds: int, actor: Actor) -> None:
    """More or fewer rounds than planned; never fewer than have been drawn."""
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    drawn = list(stage.rounds.exclude(status=Round.Status.UNDONE))
    if any(round_.seating.play_off for round_ in drawn):
        raise Refused("play-off-drawn")
    if rounds < max(1, len(drawn)):
        raise Refused("rounds-drawn", drawn=len(drawn))
    old_rounds = stage.options.get("rounds")
    stage.options = {**stage.options, "rounds": rounds}
    read_plan(stage.format, stage.options)
    stage.save(update_fields=["options"])
    subject: Details = {"stage": stage.number}
    commit_change(
        stage.event, actor, "rounds-set", before={**subject, "rounds": old_rounds}, after={**subject, "rounds": rounds}
    )


@transaction.atomic
def set_match(*, stage_id: int, terms: MatchTerms, actor: Actor) -> None:
    """Of how many games the matches are, and what decides them, in rounds that are not published yet: what was drawn
    stays.
    """
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    old_terms: Details = {"stage": stage.number, "match": _match_terms(stage)}
    stage.options = {**stage.options, **terms}
    read_plan(stage.format, stage.options)
    stage.save(update_fields=["options"])
    new_terms: Details = {"stage": stage.number, "match": _match_terms(stage)}
    commit_change(stage.event, actor, "match-set", before=old_terms, after=new_terms)


def _match_terms(stage: Stage) -> list[int | str]:
    options = read_plan(stage.format, stage.options).options
    return [options.games, options.decided, *options.last_games]


@transaction.atomic
def set_time_up(*, event_id: int, time_up: str, actor: Actor) -> None:
    event = lock_tournament(event_id)
    old_time_up, event.time_up = event.time_up, Event.TimeUp(time_up)
    event.save(update_fields=["time_up"])
    commit_change(event, actor, "time-up", before={"time_up": old_time_up}, after={"time_up": time_up})


@transaction.atomic
def set_handicaps(*, stage_id: int, points: Mapping[int, Fraction], actor: Actor) -> None:
    """Of these entrants (ids); the others keep theirs."""
    stage = lock_stage(stage_id)
    plan = read_plan(stage.format, stage.options)
    if stage.status != Stage.Status.RUNNING or not plan.gives_handicap:
        raise Refused("no-handicaps")
    if stage.rounds.exclude(status=Round.Status.UNDONE).exists():
        raise Refused("stage-played")
    win = plan.options.points.win_over_last(plan.options.seats)
    given = stage.entries.filter(handicap__isnull=False).select_related("entrant")
    entries = {entry.entrant_id: entry for entry in given}
    if changes := changed_by_hand(entries, points, cap=plan.options.cap, win=win):
        before, after = facts_of(changes)
        StageEntry.objects.bulk_update([entries[change.who] for change in changes], ["handicap"])
        subject: Details = {"stage": stage.number}
        commit_change(stage.event, actor, "handicaps-set", before={**subject, **before}, after={**subject, **after})
