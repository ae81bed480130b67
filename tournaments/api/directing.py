"""What programs do that direct: an event is made, people enter, tables are opened, end and go on, events end."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.utils import timezone

from scoring.errors import malformed
from scoring.games import GAMES
from tournaments.api import schemas, sent
from tournaments.api.callers import Call
from tournaments.api.entrants import name_sent
from tournaments.api.facts import club_or_404, event_facts, table_now
from tournaments.api.operations import directs, writes
from tournaments.api.problems import NotAllowed
from tournaments.formats.plan import PlanError
from tournaments.formats.prizes import PrizeRules
from tournaments.limits import LONGEST_NAME
from tournaments.models import Event, tidy_name
from tournaments.permissions import Right
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.prizes import NamedPrize, PrizeList, categories_on
from tournaments.selectors.stage.entrants import has_begun
from tournaments.selectors.table.page import table_page
from tournaments.services.integrations.trusted import made_once
from tournaments.services.night import (
    add_entrants_by_name,
    create_club_night,
    discard_event,
    finish_event,
    open_tables,
    reopen_event,
    send_message,
)
from tournaments.services.prizes import set_prizes
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import ListedEntrant, enter
from tournaments.services.stage.planning import create_tournament
from tournaments.services.table.life import (
    adjourn_table,
    end_table,
    reopen_table,
    resume_table,
    take_back_table,
)
from tournaments.words.stage.plans import preset_stages


@writes("/clubs/{slug:club}/events", "Make an event", schemas.EventFacts, of="club", right=Right.RUN)
def make_event(request: Call, club: str, body: sent.EventSent) -> Any:
    """A tournament where it comes with a plan, else a club night."""
    name = tidy_name(body.name)
    if not 0 < len(name) <= LONGEST_NAME:  # composed letters may be more than those that were sent
        raise malformed("name")
    if body.game not in GAMES:
        raise malformed("game", "not-allowed")
    named_club = club_or_404(club)
    facts: dict[str, Any] = {
        "club": named_club,
        "name": name,
        "date": body.day or timezone.localdate(),
        "game": body.game,
        "rules": body.chosen,
        "actor": request.auth.actor,
    }
    make = partial(create_club_night, **facts)
    try:
        if body.plan is not None:
            make = partial(create_tournament, **facts, stages=preset_stages(body.plan))
        event = made_once(club=named_club, client_id=body.client_id, make=make)
    except PlanError as error:
        raise NotAllowed("/plan", "plan", option=error.field, problem=error.code) from error
    return event_facts(event, request)


@directs("/events/{event}/entrants", "Enter people", schemas.PeopleEntered, of="event")
def enter_people(request: Call, event: int, body: sent.PeopleSent) -> Any:
    """By name; who is new to the club is put on its list. Who is entered already stays so."""
    names = [name_sent(name, f"/names/{index}") for index, name in enumerate(body.names)]
    entered = read_event(event)
    if entered.has_rounds:
        if has_begun(entered):
            raise Refused("tournament-begun")
        entries = [ListedEntrant(name=name) for name in names]
        came = enter(event_id=event, entries=entries, actor=request.auth.actor, checked_in=body.present)
    else:
        came = add_entrants_by_name(event_id=event, names=names, actor=request.auth.actor)
    return {"entrants": [entrant.pk for entrant in came]}


@directs("/events/{event}/tables", "Open tables", schemas.TablesOpened, of="event")
def seat(request: Call, event: int, body: sent.TablesSent) -> Any:
    """On a club night, for people who are there and free: all of them or none."""
    opened = open_tables(event_id=event, groups=body.tables, actor=request.auth.actor)
    return {"tables": [table.pk for table in opened]}


@directs("/tables/{table}/end", "End a table", schemas.StandingTable, of="table")
def end(request: Call, table: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """Its players get up, whether or not they are through."""
    return _table_after(end_table, request, table)


@directs("/tables/{table}/reopen", "Let a table go on", schemas.StandingTable, of="table")
def let_go_on(request: Call, table: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """Lets a table go on that had been ended."""
    return _table_after(reopen_table, request, table)


@directs("/tables/{table}/adjourn", "Adjourn a table", schemas.StandingTable, of="table")
def adjourn(request: Call, table: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """It can be resumed later, also on another night."""
    return _table_after(adjourn_table, request, table)


@directs("/tables/{table}/resume", "Resume a table", schemas.StandingTable, of="table")
def resume(request: Call, table: int, body: sent.ResumeSent = sent.RESUME) -> Any:
    """An adjourned table goes on as it was."""
    event = body.event or table_page(table).table.event_id
    resume_table(table_id=table, event_id=read_event(event).pk, actor=request.auth.actor)
    return table_now(table_page(table))


@directs("/tables/{table}/take-back", "Take a table back", schemas.EventFacts, of="table")
def take_table_back(request: Call, table: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """On a club night: it was opened by mistake, and is as if it had never been."""
    event = table_page(table).table.event_id
    take_back_table(table_id=table, actor=request.auth.actor)
    return event_facts(read_event(event), request)


@directs("/events/{event}/messages", "Send the tables a message", schemas.MessageMade, of="event")
def send(request: Call, event: int, body: sent.MessageSent) -> Any:
    """Their pads show it."""
    message = send_message(event_id=event, table_id=body.table, text=body.text, actor=request.auth.actor)
    return {"message": message.pk}


@writes("/events/{event}/discard", "Discard an event", schemas.EventFacts, of="event", right=Right.RUN)
def discard_opened(request: Call, event: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """It was opened by mistake, and nothing is recorded; no list has it until it is reopened."""
    discard_event(event_id=event, actor=request.auth.actor)
    return event_facts(read_event(event), request)


@directs("/events/{event}/finish", "End an event", schemas.EventFacts, of="event")
def finish(request: Call, event: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """Once no table plays any more."""
    finish_event(event_id=event, actor=request.auth.actor)
    return event_facts(read_event(event), request)


@writes("/events/{event}/reopen", "Let an event go on", schemas.EventFacts, of="event", right=Right.RUN)
def reopen(request: Call, event: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """Opens an event again that was over."""
    reopen_event(event_id=event, actor=request.auth.actor)
    return event_facts(read_event(event), request)


@directs("/events/{event}/prizes", "Set the prize list", schemas.EventFacts, of="event")
def set_prize_list(request: Call, event: int, body: sent.PrizesSent) -> Any:
    """All of it at once, also after the end: who gets what follows."""
    of = read_event(event)
    set_prizes(event_id=event, prizes=_prize_list(of, body), base_revision=body.base_revision, actor=request.auth.actor)
    return event_facts(read_event(event), request)


def _prize_list(event: Event, body: sent.PrizesSent) -> PrizeList | None:
    if body.prizes is None:
        return None
    categories: dict[str | None, int | None] = {row.name: row.id for row in categories_on(event.club_id, event.date)}
    categories[None] = None
    prizes = []
    for index, prize in enumerate(body.prizes):
        if prize.category not in categories:
            raise NotAllowed(f"/prizes/{index}/category")
        if not (name := tidy_name(prize.name)):
            raise NotAllowed(f"/prizes/{index}/name")
        prizes.append(NamedPrize(prize.value, categories[prize.category], name))
    return PrizeList(tuple(prizes), PrizeRules(body.one_each, body.shared, body.least_tables), tidy_name(body.unit))


def _table_after(act: Callable[..., object], request: Call, table: int) -> Any:
    act(table_id=table, actor=request.auth.actor)
    return table_now(table_page(table))
