"""What programs do that direct: an event is made, people enter, a stage begins, rounds are drawn and published, tables
and events end.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404
from django.utils import timezone

from scoring.errors import malformed
from scoring.games import GAMES
from tournaments.api import schemas, sent
from tournaments.api.callers import Call
from tournaments.api.facts import club_or_404, event_facts, round_facts, stage_facts, table_now
from tournaments.api.operations import directs, writes
from tournaments.api.problems import NotAllowed
from tournaments.formats.plan import PlanError
from tournaments.limits import LONGEST_NAME
from tournaments.models import Round, Stage, tidy_name
from tournaments.permissions import Right
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

STAGE = "/events/{event}/stages/{stage}"


@writes("/clubs/{slug:club}/events", "Make an event", schemas.EventFacts, of="club", right=Right.RUN)
def make_event(request: Call, club: str, sent: sent.EventSent) -> Any:
    """A tournament where it comes with a plan, else a club night."""
    name = tidy_name(sent.name)
    if not 0 < len(name) <= LONGEST_NAME:  # composed letters may be more than those that were sent
        raise malformed("name")
    if sent.game not in GAMES:
        raise malformed("game", "not-allowed")
    of = club_or_404(club)
    facts: dict[str, Any] = {
        "club": of,
        "name": name,
        "date": sent.day or timezone.localdate(),
        "game": sent.game,
        "rules": sent.chosen,
        "actor": request.auth.actor,
    }
    make = partial(create_club_night, **facts)
    try:
        if sent.plan is not None:
            make = partial(create_tournament, **facts, stages=preset_stages(sent.plan))
        event = made_once(club=of, client_id=sent.client_id, make=make)
    except PlanError as error:
        raise NotAllowed("/plan", "plan", option=error.field, problem=error.code) from error
    return event_facts(event, request)


@directs("/events/{event}/entrants", "Enter people", schemas.PeopleEntered, of="event")
def enter_people(request: Call, event: int, sent: sent.PeopleSent) -> Any:
    """By name; who is new to the club is put on its list. Who is entered already stays so."""
    names = [tidy_name(name) for name in sent.names]
    for index, name in enumerate(names):
        if name_fault(name):
            raise NotAllowed(f"/names/{index}", "name")
    if read_event(event).has_rounds:
        entries = [ListedEntrant(name=name) for name in names]
        came = enter(event_id=event, entries=entries, actor=request.auth.actor, checked_in=sent.present)
    else:
        came = add_entrants_by_name(event_id=event, names=names, actor=request.auth.actor)
    return {"entrants": [entrant.pk for entrant in came]}


@directs("/events/{event}/tables", "Open tables", schemas.TablesOpened, of="event")
def seat(request: Call, event: int, sent: sent.TablesSent) -> Any:
    """On a club night, for people who are there and free: all of them or none."""
    opened = open_tables(event_id=event, groups=sent.tables, actor=request.auth.actor)
    return {"tables": [table.pk for table in opened]}


@directs(f"{STAGE}/start", "Begin a stage", schemas.StageFacts, of="event")
def start(request: Call, event: int, stage: int, sent: sent.StartSent = sent.STARTERS) -> Any:
    """The stage before is over by that."""
    beginning = _stage(event, stage)
    entrants = sent.entrants
    if entrants is None:
        entrants = [line.entrant.pk for line in start_list(beginning).lines]
    start_stage(stage_id=beginning.pk, entrants=entrants, actor=request.auth.actor)
    return stage_facts(_stage(event, stage))


@directs(f"{STAGE}/rounds", "Draw a round", schemas.RoundFacts, of="event")
def draw(request: Call, event: int, stage: int, sent: sent.Repeatable = sent.NOTHING) -> Any:
    """Of the stage of this number. Nobody but directors sees it until it is published."""
    return round_facts(draw_round(stage_id=_stage(event, stage).pk, actor=request.auth.actor))


@directs(f"{STAGE}/rounds/{{round}}/publish", "Publish a round", schemas.Published, of="event")
def publish(request: Call, event: int, stage: int, round: int, sent: sent.PublishSent = sent.MINUTES) -> Any:  # noqa: A002
    """Its tables open, all at once."""
    drawn = _round(event, stage, round)
    opened = publish_round(round_id=drawn.pk, actor=request.auth.actor, minutes=sent.minutes)
    return {"round": drawn.number, "tables": [table.pk for table in opened]}


@directs(f"{STAGE}/rounds/{{round}}/undo", "Take a round back", schemas.StageFacts, of="event")
def take_back(request: Call, event: int, stage: int, round: int, sent: sent.Repeatable = sent.NOTHING) -> Any:  # noqa: A002
    """The newest one: drawn, or published as long as nothing has been recorded at its tables."""
    round_ = _round(event, stage, round)
    undo = discard_preview if round_.status == Round.Status.PREVIEW else undo_round
    undo(round_id=round_.pk, actor=request.auth.actor)
    return stage_facts(_stage(event, stage))


@directs("/tables/{table}/end", "End a table", schemas.StandingTable, of="table")
def end(request: Call, table: int, sent: sent.Repeatable = sent.NOTHING) -> Any:
    """Its players get up, whether or not they are through."""
    return _table_after(end_table, request, table)


@directs("/tables/{table}/reopen", "Let a table go on", schemas.StandingTable, of="table")
def let_go_on(request: Call, table: int, sent: sent.Repeatable = sent.NOTHING) -> Any:
    """Lets a table go on that had been ended."""
    return _table_after(reopen_table, request, table)


@directs("/events/{event}/finish", "End an event", schemas.EventFacts, of="event")
def finish(request: Call, event: int, sent: sent.Repeatable = sent.NOTHING) -> Any:
    """Once no table plays any more."""
    finish_event(event_id=event, actor=request.auth.actor)
    return event_facts(read_event(event), request)


@writes("/events/{event}/reopen", "Let an event go on", schemas.EventFacts, of="event", right=Right.RUN)
def reopen(request: Call, event: int, sent: sent.Repeatable = sent.NOTHING) -> Any:
    """Opens an event again that was over."""
    reopen_event(event_id=event, actor=request.auth.actor)
    return event_facts(read_event(event), request)


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
