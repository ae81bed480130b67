"""What programs direct of a tournament's entrants; and who of a club night has not come, or goes home."""

import secrets
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django.http import Http404

from tournaments.api import schemas, sent
from tournaments.api.callers import Call
from tournaments.api.facts import entrant_facts, event_facts, table_now, teams_facts
from tournaments.api.operations import directs
from tournaments.api.problems import NotAllowed
from tournaments.limits import LARGEST_ID, LARGEST_LOT
from tournaments.models import Entrant, tidy_name
from tournaments.selectors.integrations import seat_taken
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.stage.entrants import club_strengths, entrant_of, entrants_in_order
from tournaments.selectors.table.page import table_page
from tournaments.services.desk.actions import no_show
from tournaments.services.night import mark_left, sit_down
from tournaments.services.stage import entrants
from tournaments.services.stage.planning import request_byes
from tournaments.services.teams import ListedTeam, TeamTerms
from tournaments.services.teams import set_teams as replace_teams
from tournaments.words import done
from tournaments.words.club import name_fault

ENTRANTS = "/events/{event}/entrants"
ENTRANT = f"{ENTRANTS}/{{entrant}}"


@directs(f"{ENTRANTS}/late", "Enter somebody late", schemas.EntrantFacts, of="event")
def enter_late(request: Call, event: int, body: sent.LateSent) -> Any:
    """Into the stage that is running, from its next round on."""
    name, points = name_sent(body.name), Fraction(body.points)
    entrant = entrants.enter_late(event_id=event, name=name, late_points=points, actor=request.auth.actor)
    return entrant_facts(_entrant(event, entrant.pk))


@directs(f"{ENTRANTS}/check-in", "Check people in or out", schemas.EntrantsChanged, of="event")
def check_in(request: Call, event: int, body: sent.CheckInSent = sent.CHECK_IN) -> Any:
    """A stage begins with those who are there."""
    actor = request.auth.actor
    new = entrants.check_in(event_id=event, entrants=body.entrants, present=body.present, actor=actor)
    return {"entrants": new}


@directs(f"{ENTRANTS}/seed", "Seed the entrants", schemas.EntrantsChanged, of="event")
def seed(request: Call, event: int, body: sent.SeedsSent) -> Any:
    """By rating, at random, or in the order that is sent."""
    arguments: dict[str, Any] = {"event_id": event, "actor": request.auth.actor}
    if body.how == "rating":
        entrants.seed_by_rating(ratings=club_strengths(read_event(event)), **arguments)
    elif body.how == "random":
        entrants.seed_at_random(seed=secrets.randbelow(LARGEST_LOT) if body.lot is None else body.lot, **arguments)
    elif body.entrants is None:
        raise NotAllowed("/entrants", problem="missing")
    else:
        entrants.seed_by_hand(entrants=body.entrants, **arguments)
    return {"entrants": [entrant.pk for entrant in entrants_in_order(read_event(event)) if entrant.seed]}


@directs(f"{ENTRANTS}/apart", "Keep people apart", schemas.EventFacts, of="event")
def keep_apart(request: Call, event: int, body: sent.ApartSent) -> Any:
    entrants.keep_apart(event_id=event, groups=body.groups, actor=request.auth.actor)
    return event_facts(read_event(event), request)


@directs("/events/{event}/teams", "Set the teams", schemas.TeamsFacts, of="event")
def set_teams(request: Call, event: int, body: sent.TeamsSent) -> Any:
    """Of a tournament or a club night. Their members meet in a draw only where it cannot be avoided."""
    listed = [ListedTeam(tidy_name(team.name), tuple(team.entrants), team.captain, team.id) for team in body.teams]
    terms: TeamTerms = {"best": body.best, "base_revision": body.base_revision}
    replace_teams(event_id=event, teams=listed, **terms, actor=request.auth.actor)
    return teams_facts(read_event(event))


@directs(f"{ENTRANT}/withdraw", "Withdraw an entrant", schemas.EntrantFacts, of="event")
def withdraw(request: Call, event: int, entrant: int, body: sent.LeavingSent = sent.LEAVING) -> Any:
    """What was played stands; a table that still plays needs a ruling."""
    return _after(entrants.withdraw, request, event, entrant, results=body.results or "")


@directs(f"{ENTRANT}/expel", "Expel an entrant", schemas.EntrantFacts, of="event")
def expel(request: Call, event: int, entrant: int, body: sent.ExpulsionSent) -> Any:
    """Who is expelled stands below all others, without a place."""
    return _after(entrants.expel, request, event, entrant, reason=body.reason, results=body.results or "")


@directs(f"{ENTRANT}/reinstate", "Let an entrant play again", schemas.EntrantFacts, of="event")
def reinstate(request: Call, event: int, entrant: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    return _after(entrants.reinstate, request, event, entrant)


@directs(f"{ENTRANT}/no-show", "Somebody has not come", schemas.EntrantFacts, of="event")
def absent(request: Call, event: int, entrant: int, body: sent.ReasonSent = sent.REASON) -> Any:
    """At a table that has not begun: in a tournament the seat forfeits and the entrant withdraws, on a night the others
    play without.
    """
    seat = seat_taken(event, _entrant(event, entrant).pk)
    if seat is None:
        raise Http404
    no_show(seat_id=seat, reason=body.reason or str(done.NO_SHOW), actor=request.auth.actor)
    return entrant_facts(_entrant(event, entrant))


@directs(f"{ENTRANT}/sit-down", "Somebody sits down", schemas.StandingTable, of="event")
def take_seat(request: Call, event: int, entrant: int, body: sent.SittingSent) -> Any:
    """Who has come late to a club night, last at a table that has not begun."""
    entrant_id = _entrant(event, entrant).pk
    sit_down(event_id=event, entrant_id=entrant_id, table_id=body.table, actor=request.auth.actor)
    return table_now(table_page(body.table))


@directs(f"{ENTRANT}/leave", "Somebody goes home", schemas.EntrantFacts, of="event")
def leave(request: Call, event: int, entrant: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """From a club night."""
    return _after(mark_left, request, event, entrant)


@directs(f"{ENTRANT}/substitute", "Let somebody play for an entrant", schemas.EntrantFacts, of="event")
def substitute(request: Call, event: int, entrant: int, body: sent.SubstituteSent = sent.SUBSTITUTE) -> Any:
    """From now on, with the entrant's seat and score."""
    name = name_sent(body.name) if body.name else ""
    return _after(entrants.substitute, request, event, entrant, name=name)


@directs(f"{ENTRANT}/byes", "Give byes on request", schemas.EntrantFacts, of="event")
def give_byes(request: Call, event: int, entrant: int, body: sent.ByesSent) -> Any:
    return _after(request_byes, request, event, entrant, byes={bye.round: bye.worth for bye in body.byes})


@directs(f"{ENTRANT}/table", "Give an entrant a fixed table", schemas.EntrantFacts, of="event")
def fix_table(request: Call, event: int, entrant: int, body: sent.FixedTableSent = sent.FIXED_TABLE) -> Any:
    return _after(entrants.fix_table, request, event, entrant, table=body.table)


def name_sent(text: str, field: str = "/name") -> str:
    name = tidy_name(text)
    if name_fault(name):
        raise NotAllowed(field, "name")
    return name


def _after(act: Callable[..., object], request: Call, event: int, entrant: int, **arguments: object) -> dict[str, Any]:
    act(event_id=event, entrant_id=_entrant(event, entrant).pk, actor=request.auth.actor, **arguments)
    return entrant_facts(_entrant(event, entrant))


def _entrant(event: int, pk: int) -> Entrant:
    entrant = entrant_of(read_event(event), pk) if 0 < pk <= LARGEST_ID else None
    if entrant is None:
        raise Http404
    return entrant
