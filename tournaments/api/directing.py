"""What programs do that direct: people enter, a round is drawn and published."""

from typing import Any

from django.http import Http404
from ninja import Status

from tournaments.api import schemas
from tournaments.api.callers import Call, looked_at
from tournaments.api.operations import router
from tournaments.models import Event, Round, Stage, tidy_name
from tournaments.permissions import Right
from tournaments.recording.answers import refusal
from tournaments.selectors.night.page import read_event
from tournaments.selectors.programs.events import stages_of
from tournaments.services.night.nights import add_entrants_by_name
from tournaments.services.stage.registration import ListedEntrant, enter
from tournaments.services.stage.rounds import draw_round, publish_round
from tournaments.words.club.names import name_fault

FAULTS: Any = dict.fromkeys((401, 403, 404, 413, 422, 429), schemas.Refusal)


@router.post(
    "/events/{event}/entrants", tags=["Direct"], summary="Enter people", response={200: schemas.PeopleEntered, **FAULTS}
)
@looked_at("event", Right.DIRECT)
def enter_people(request: Call, event: int, sent: schemas.PeopleSent) -> Any:
    """By name; who is new to the club is put on its list. Who is entered already stays so."""
    names = [tidy_name(name) for name in sent.names]
    for name in names:
        if fault := name_fault(name):
            return Status(*refusal({"code": "name", "name": name}, str(fault), field="names"))
    if read_event(event).kind == Event.Kind.CLUB_NIGHT:
        came = add_entrants_by_name(event_id=event, names=names, actor=request.auth.actor)
    else:
        entries = [ListedEntrant(name=name) for name in names]
        came = enter(event_id=event, entries=entries, actor=request.auth.actor)
    return {"entrants": [each.pk for each in came]}


@router.post(
    "/events/{event}/stages/{stage}/rounds",
    tags=["Direct"],
    summary="Draw a round",
    response={200: schemas.RoundFacts, **FAULTS},
)
@looked_at("event", Right.DIRECT)
def draw(request: Call, event: int, stage: int) -> Any:
    """Of the stage of this number. Nobody but directors sees it until it is published."""
    return draw_round(stage_id=_stage(event, stage).pk, actor=request.auth.actor)


@router.post(
    "/events/{event}/stages/{stage}/rounds/{round}/publish",
    tags=["Direct"],
    summary="Publish a round",
    response={200: schemas.Published, **FAULTS},
)
@looked_at("event", Right.DIRECT)
def publish(request: Call, event: int, stage: int, round: int, sent: schemas.PublishSent) -> Any:  # noqa: A002
    """Its tables open, all at once."""
    drawn = _round(event, stage, round)
    opened = publish_round(round_id=drawn.pk, actor=request.auth.actor, minutes=sent.minutes)
    return {"round": drawn.number, "tables": [table.pk for table in opened]}


def _stage(event: int, number: int) -> Stage:
    for stage in stages_of(read_event(event), previews=True):
        if stage.number == number:
            return stage
    raise Http404


def _round(event: int, stage: int, number: int) -> Round:
    for found in _stage(event, stage).rounds.all():
        if found.number == number:
            return found
    raise Http404
