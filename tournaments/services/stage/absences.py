"""Who will not sit down: byes on request, told before the round is drawn."""

from collections.abc import Mapping

from django.db import transaction

from tournaments.audit import Actor, Details, the_player
from tournaments.formats.plan import read_plan
from tournaments.models import ByeRequest, Entrant, Stage
from tournaments.selectors.stage.absences import first_open_round, rested, stage_length, stage_with_byes
from tournaments.services.change import commit_change, load
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import lock_tournament


@transaction.atomic
def request_byes(*, event_id: int, entrant_id: int, byes: Mapping[int, str], actor: Actor) -> None:
    """The entrant's byes of all rounds to come (number of the round -> what it is worth); those not named are none."""
    event = lock_tournament(event_id)
    entrant = load(event.entrants.select_related("player"), pk=entrant_id)
    if entrant.status != Entrant.Status.ACTIVE:
        raise Refused("plays-no-more", name=entrant.player.name)
    stage = stage_with_byes(event.stages.all())
    if stage is None:
        raise Refused("no-byes-here")
    _require_open(stage, entrant, byes)
    asked = stage.bye_requests.filter(entrant=entrant, round__gte=first_open_round(stage))
    before = dict(asked.values_list("round", "worth"))
    _require_within_limits(stage, entrant, before, byes)
    if before == dict(byes):
        return
    asked.delete()
    ByeRequest.objects.bulk_create(
        ByeRequest(stage=stage, entrant=entrant, round=number, worth=worth) for number, worth in sorted(byes.items())
    )
    subject: Details = {"player": the_player(entrant.player_id), "stage": stage.number}
    was: Details = {**subject, "requests": _listed(before)}
    commit_change(event, actor, "byes-requested", before=was, after={**subject, "requests": _listed(byes)})


def _require_open(stage: Stage, entrant: Entrant, byes: Mapping[int, str]) -> None:
    first = first_open_round(stage)
    if drawn := sorted(number for number in byes if number < first):
        raise Refused("bye-drawn", rounds=drawn)
    worths = read_plan(stage.format, stage.options).options.worths
    if not set(byes.values()) <= set(worths):
        raise Refused("bye-too-much")
    entry = stage.entries.filter(entrant=entrant).first()
    if stage.status == Stage.Status.RUNNING and entry is None:
        raise Refused("not-in-stage", name=entrant.player.name)
    if entry and min(byes, default=entry.from_round) < entry.from_round:
        raise Refused("bye-before-entry", name=entrant.player.name, round=entry.from_round)


def _require_within_limits(stage: Stage, entrant: Entrant, before: Mapping[int, str], byes: Mapping[int, str]) -> None:
    """For what is asked for anew: what was granted before stays."""
    options = read_plan(stage.format, stage.options).options
    added = {number: worth for number, worth in byes.items() if before.get(number) != worth}
    last = stage_length(stage, stage.entries.filter(entrant=entrant).first()) - options.byes_end
    if options.byes_end and (late := sorted(number for number in added if number > last)):
        raise Refused("bye-last", rounds=late)
    had = [worth for number, worth in rested(stage, entrant) if number not in byes]
    for code, most, worths in (
        ("byes-scored", options.scored_byes, ("half", "full")),
        ("byes-zero", options.zero_byes, ("zero",)),
    ):
        wanted = sum(worth in worths for worth in [*had, *byes.values()])
        if most is not None and wanted > most and any(worth in worths for worth in added.values()):
            raise Refused(code, name=entrant.player.name, most=most, wanted=wanted)


def _listed(byes: Mapping[int, str]) -> list[dict[str, object]]:
    return [{"round": number, "worth": worth} for number, worth in sorted(byes.items())]
