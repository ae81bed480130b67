"""The director changes what entrants start with by their ratings, until the first round of the stage is drawn."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from django.db import transaction

from tournaments.audit import Actor, Details
from tournaments.formats.acceleration import handicap_points
from tournaments.formats.plan import read_plan
from tournaments.models import Round, Stage, StageEntry
from tournaments.services.change import commit_change
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import handicap_facts, lock_stage

MOST_WINS = 9


@transaction.atomic
def set_handicaps(*, stage_id: int, points: Mapping[int, Fraction], actor: Actor) -> None:
    """Of these entrants (ids); the others keep theirs."""
    stage = lock_stage(stage_id)
    plan = read_plan(stage.format, stage.options)
    if stage.status != Stage.Status.RUNNING or plan.options.acceleration != "handicap":
        raise Refused("no-handicaps")
    if stage.rounds.exclude(status=Round.Status.UNDONE).exists():
        raise Refused("stage-played")
    win = plan.options.points.win_over_last(plan.options.seats)
    given = stage.entries.filter(handicap__isnull=False).select_related("entrant")
    entries = {entry.entrant_id: entry for entry in given}
    if not points.keys() <= entries.keys():
        raise Refused("list-changed")
    if any(not 0 <= value <= MOST_WINS * win for value in points.values()):
        raise Refused("handicap-range", most=MOST_WINS * win)
    changed, before, after = [], [], []
    for who, value in points.items():
        entry = entries[who]
        old = entry.starts_with
        if old is None or old.points == value:
            continue
        usual = handicap_points(old.expected, old.best, rounds=old.rounds, cap=plan.options.cap, win=win)
        new = replace(old, points=value, by_hand=value != usual)
        entry.handicap = new.stored
        changed.append(entry)
        before.append(handicap_facts(entry, old))
        after.append(handicap_facts(entry, new))
    if not changed:
        return
    StageEntry.objects.bulk_update(changed, ["handicap"])
    subject: Details = {"stage": stage.number}
    was: Details = {**subject, "handicaps": before}
    commit_change(stage.event, actor, "handicaps-set", before=was, after={**subject, "handicaps": after})
