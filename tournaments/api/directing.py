"""What programs do that direct: an event is made, people enter, a stage begins, rounds are drawn and published, tables
and events end.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404
from django.utils import timezone
from ninja import Status

from scoring.errors import malformed
from scoring.games import GAMES
from tournaments.api import schemas
from tournaments.api.callers import Call, looked_at
from tournaments.api.facts import club_or_404, event_facts, stage_facts, table_now
from tournaments.api.operations import router
from tournaments.limits import LONGEST_NAME
from tournaments.models import Round, Stage, tidy_name
from tournaments.permissions import Right
from tournaments.recording import refusal
from tournaments.selectors.api_tokens import stages_of
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.table.page import table_page
from tournaments.services.api_tokens import made_once
from tournaments.services.night import add_entrants_by_name, create_club_night, finish_event, open_tables, reopen_event
from tournaments.services.stage.entrants import ListedEntrant, enter
from tournaments.services.stage.planning import create_tournament, start_stage
from tournaments.services.stage.preview import discard_preview
from tournaments.services.stage.rounds import draw_round, publish_round, undo_round
from tournaments.services.table.life import end_table, reopen_table
from tournaments.words.club import name_fault
from tournaments.words.stage.plans import preset_stages

FAULTS: Any = dict.fromkeys((401, 403, 404, 413, 415, 422, 429, 503), schemas.Refusal)
STAGE = "/events/{event}/stages/{stage}"


def answers(row: Any) -> dict[str, Any]:
    return {"response": {200: row, **FAULTS}, "tags": ["Direct"]}


@router.post("/clubs/{slug:club}/events", summary="Make an event", **answers(schemas.EventFacts))
@looked_at("club", Right.RUN)
def make_event(request: Call, club: str, sent: schemas.EventSent) -> Any:
    """A tournament where it comes with a plan, else a club night. Sent again with the same ``client_id``, it is there
    once.
    """
    name = tidy_name(sent.name)
    if not 0 < len(name) <= LONGEST_NAME:  # composed letters may be more than those that were sent
        raise malformed("name")
    if sent.game not in GAMES:
        raise malformed("game", "not-allowed")
    stages = None if sent.plan is None else preset_stages(sent.plan)
    of = club_or_404(club)
    facts: dict[str, Any] = {
        "club": of,
        "name": name,
        "date": sent.day or timezone.localdate(),
        "game": sent.game,
        "rules": sent.chosen,
        "actor": request.auth.actor,
    }
    make = partial(create_club_night, **facts) if stages is None else partial(create_tournament, **facts, stages=stages)
    return event_facts(made_once(club=of, client_id=sent.client_id, make=make), request.seen)


@router.post("/events/{event}/entrants", summary="Enter people", **answers(schemas.PeopleEntered))
@looked_at("event", Right.DIRECT)
def enter_people(request: Call, event: int, sent: schemas.PeopleSent) -> Any:
    """By name; who is new to the club is put on its list. Who is entered already stays so."""
    names = [tidy_name(name) for name in sent.names]
    for name in names:
        if fault := name_fault(name):
            return Status(*refusal({"code": "name", "name": name}, str(fault), field="names"))
    if read_event(event).has_rounds:
        entries = [ListedEntrant(name=name) for name in names]
        came = enter(event_id=event, entries=entries, actor=request.auth.actor, checked_in=sent.present)
    else:
        came = add_entrants_by_name(event_id=event, names=names, actor=request.auth.actor)
    return {"entrants": [entrant.pk for entrant in came]}


@router.post("/events/{event}/tables", summary="Open tables", **answers(schemas.TablesOpened))
@looked_at("event", Right.DIRECT)
def seat(request: Call, event: int, sent: schemas.TablesSent) -> Any:
    """On a club night, for people who are there and free: all of them or none."""
    opened = open_tables(event_id=event, groups=sent.tables, actor=request.auth.actor)
    return {"tables": [table.pk for table in opened]}


@router.post(f"{STAGE}/start", summary="Begin a stage", **answers(schemas.StageFacts))
@looked_at("event", Right.DIRECT)
def start(request: Call, event: int, stage: int, sent: schemas.StartSent) -> Any:
    """The stage before is over by that."""
    beginning = _stage(event, stage)
    entrants = sent.entrants
    if entrants is None:
        entrants = [line.entrant.pk for line in start_list(beginning).lines]
    start_stage(stage_id=beginning.pk, entrants=entrants, actor=request.auth.actor)
    return stage_facts(_stage(event, stage))


@router.post(f"{STAGE}/rounds", summary="Draw a round", **answers(schemas.RoundFacts))
@looked_at("event", Right.DIRECT)
def draw(request: Call, event: int, stage: int) -> Any:
    """Of the stage of this number. Nobody but directors sees it until it is published."""
    return draw_round(stage_id=_stage(event, stage).pk, actor=request.auth.actor)


@router.post(f"{STAGE}/rounds/{{round}}/publish", summary="Publish a round", **answers(schemas.Published))
@looked_at("event", Right.DIRECT)
def publish(request: Call, event: int, stage: int, round: int, sent: schemas.PublishSent) -> Any:  # noqa: A002
    """Its tables open, all at once."""
    drawn = _round(event, stage, round)
    opened = publish_round(round_id=drawn.pk, actor=request.auth.actor, minutes=sent.minutes)
    return {"round": drawn.number, "tables": [table.pk for table in opened]}


@router.post(f"{STAGE}/rounds/{{round}}/undo", summary="Take a round back", **answers(schemas.StageFacts))
@looked_at("event", Right.DIRECT)
def take_back(request: Call, event: int, stage: int, round: int) -> Any:  # noqa: A002
    """The newest one: drawn, or published as long as nothing has been recorded at its tables."""
    round_ = _round(event, stage, round)
    undo = discard_preview if round_.status == Round.Status.PREVIEW else undo_round
    undo(round_id=round_.pk, actor=request.auth.actor)
    return stage_facts(_stage(event, stage))


@router.post("/tables/{table}/end", summary="End a table", **answers(schemas.StandingTable))
@looked_at("table", Right.DIRECT)
def end(request: Call, table: int) -> Any:
    """Its players get up, whether or not they are through."""
    return _table_after(end_table, request, table)


@router.post("/tables/{table}/reopen", summary="Let a table go on", **answers(schemas.StandingTable))
@looked_at("table", Right.DIRECT)
def let_go_on(request: Call, table: int) -> Any:
    """Lets a table go on that had been ended."""
    return _table_after(reopen_table, request, table)


@router.post("/events/{event}/finish", summary="End an event", **answers(schemas.EventFacts))
@looked_at("event", Right.DIRECT)
def finish(request: Call, event: int) -> Any:
    """Once no table plays any more."""
    finish_event(event_id=event, actor=request.auth.actor)
    return event_facts(read_event(event), request.seen)


@router.post("/events/{event}/reopen", summary="Let an event go on", **answers(schemas.EventFacts))
@looked_at("event", Right.RUN)
def reopen(request: Call, event: int) -> Any:
    """Opens an event again that was over."""
    reopen_event(event_id=event, actor=request.auth.actor)
    return event_facts(read_event(event), request.seen)


def _table_after(act: Callable[..., object], request: Call, table: int) -> Any:
    act(table_id=table, actor=request.auth.actor)
    return table_now(table_page(table))


def _stage(event: int, number: int) -> Stage:
    for stage in stages_of(read_event(event), previews=True):
        if stage.number == number:
            return stage
    raise Http404


def _round(event: int, stage: int, number: int) -> Round:
    for candidate in _stage(event, stage).rounds.all():
        if candidate.number == number:
            return candidate
    raise Http404
