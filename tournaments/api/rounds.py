"""What programs direct in a stage: it begins, rounds are drawn, changed while they are previews, published, timed and
taken back.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404

from tournaments.api import schemas, sent
from tournaments.api.callers import Call
from tournaments.api.facts import preview_facts, round_facts, stage_facts
from tournaments.api.operations import directs, reads
from tournaments.api.problems import NotAllowed
from tournaments.formats.plan import PlanError
from tournaments.models import Round, Stage
from tournaments.permissions import Right
from tournaments.selectors.integrations import stages_of
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.rounds import round_preview
from tournaments.services.desk.actions import MatchTerms, set_match, set_rounds
from tournaments.services.refusals import Refused
from tournaments.services.stage import preview as previews
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.planning import start_stage, undo_start
from tournaments.services.stage.preview import discard_preview
from tournaments.services.stage.rounds import change_clock, draw_round, publish_round, undo_round

STAGE = "/events/{event}/stages/{stage}"
ROUND = f"{STAGE}/rounds/{{round}}"


@reads(f"{STAGE}/start", "With whom a stage begins", schemas.StartFacts, of="event", right=Right.DIRECT)
def start_of(request: Call, event: int, stage: int) -> Any:
    """As things stand, where nobody is named."""
    start = start_list(stage_of(event, stage))
    return {
        "entrants": [line.entrant.pk for line in start.lines],
        "level": [{"entrants": tie.ids, "places": tie.places} for tie in start.level],
        "missing": [entrant.pk for entrant in start.missing],
    }


@directs(f"{STAGE}/start", "Begin a stage", schemas.StageFacts, of="event")
def start(request: Call, event: int, stage: int, body: sent.StartSent = sent.STARTERS) -> Any:
    """The stage before is over by that."""
    beginning = stage_of(event, stage)
    entrants = body.entrants
    if entrants is None:
        entrants = [line.entrant.pk for line in start_list(beginning).lines]
    start_stage(stage_id=beginning.pk, entrants=entrants, actor=request.auth.actor)
    return stage_facts(stage_of(event, stage))


@directs(f"{STAGE}/start/undo", "Take the beginning of a stage back", schemas.StageFacts, of="event")
def undo_beginning(request: Call, event: int, stage: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """As long as no round is drawn."""
    undo_start(stage_id=stage_of(event, stage).pk, actor=request.auth.actor)
    return stage_facts(stage_of(event, stage))


@directs(f"{STAGE}/length", "Set how many rounds a stage has", schemas.StageFacts, of="event")
def set_length(request: Call, event: int, stage: int, body: sent.LengthSent) -> Any:
    """More or fewer than planned, never fewer than are drawn."""
    set_rounds(stage_id=stage_of(event, stage).pk, rounds=body.rounds, actor=request.auth.actor)
    return stage_facts(stage_of(event, stage))


@directs(f"{STAGE}/matches", "Set the games of matches", schemas.StageFacts, of="event")
def set_games(request: Call, event: int, stage: int, body: sent.MatchesSent) -> Any:
    """In rounds that are not published yet; what was drawn stays."""
    terms: MatchTerms = {"games": body.games, "decided": body.decided}
    if body.last_games is not None:
        terms["last_games"] = body.last_games
    try:
        set_match(stage_id=stage_of(event, stage).pk, terms=terms, actor=request.auth.actor)
    except PlanError as error:
        raise NotAllowed(f"/{error.field}") from error
    return stage_facts(stage_of(event, stage))


@directs(f"{STAGE}/rounds", "Draw a round", schemas.RoundFacts, of="event")
def draw(request: Call, event: int, stage: int, body: sent.DrawSent = sent.DRAW) -> Any:
    """Of the stage of this number. Nobody but directors sees it until it is published."""
    counted = {int(table): how for table, how in body.provisional.items()}
    drawn = draw_round(stage_id=stage_of(event, stage).pk, actor=request.auth.actor, provisional=counted)
    return round_facts(drawn)


@directs(f"{ROUND}/publish", "Publish a round", schemas.Published, of="event")
def publish(request: Call, event: int, stage: int, round: int, body: sent.PublishSent = sent.MINUTES) -> Any:  # noqa: A002
    """Its tables open, all at once."""
    drawn = _round(event, stage, round)
    opened = publish_round(round_id=drawn.pk, actor=request.auth.actor, minutes=body.minutes, seen=body.seen)
    return {"round": drawn.number, "tables": [table.pk for table in opened]}


@directs(f"{ROUND}/undo", "Take a round back", schemas.StageFacts, of="event")
def take_back(request: Call, event: int, stage: int, round: int, body: sent.Repeatable = sent.NOTHING) -> Any:  # noqa: A002
    """The newest one: drawn, or published as long as nothing has been recorded at its tables."""
    round_ = _round(event, stage, round)
    undo = discard_preview if round_.status == Round.Status.PREVIEW else undo_round
    undo(round_id=round_.pk, actor=request.auth.actor)
    return stage_facts(stage_of(event, stage))


@reads(ROUND, "A preview", schemas.PreviewFacts, of="event", right=Right.DIRECT)
def preview(request: Call, event: int, stage: int, round: int) -> Any:  # noqa: A002
    """A round that is drawn and not yet published, with what no draw would have done."""
    return _preview(event, stage, round)


@directs(f"{ROUND}/exchange", "Exchange two in a preview", schemas.PreviewFacts, of="event")
def exchange(request: Call, event: int, stage: int, round: int, body: sent.ExchangeSent) -> Any:  # noqa: A002
    """At one table, between two, or one for a bye."""
    arguments = {"first": body.first, "second": body.second, "seen": body.seen}
    return _changed(previews.exchange_in_preview, request, event, stage, round, **arguments)


@directs(f"{ROUND}/seat", "Seat people in a preview", schemas.PreviewFacts, of="event")
def seat_people(request: Call, event: int, stage: int, round: int, body: sent.SeatingSent) -> Any:  # noqa: A002
    """They go from wherever they are; a table nobody is left at is none any more."""
    arguments = {"entrants": body.entrants, "to": body.to, "seen": body.seen}
    return _changed(previews.seat_in_preview, request, event, stage, round, **arguments)


@directs(f"{ROUND}/pin", "Pin tables of a preview", schemas.PreviewFacts, of="event")
def pin(request: Call, event: int, stage: int, round: int, body: sent.PinSent = sent.PIN) -> Any:  # noqa: A002
    arguments = {"what": body.what, "pinned": body.pinned, "seen": body.seen}
    return _changed(previews.pin_in_preview, request, event, stage, round, **arguments)


@directs(f"{ROUND}/line-ups/{{entrant}}", "Name who plays for a team", schemas.PreviewFacts, of="event")
def line_up(request: Call, event: int, stage: int, round: int, entrant: int, body: sent.LineUpSent) -> Any:  # noqa: A002
    """Its members, the first board first, before the round is published; ``entrant`` stands for it in the preview."""
    round_id = _round(event, stage, round).pk
    set_line_up(round_id=round_id, side=entrant, members=body.entrants, actor=request.auth.actor)
    return _preview(event, stage, round)


@directs(f"{ROUND}/redraw", "Draw a preview again", schemas.PreviewFacts, of="event")
def redraw(request: Call, event: int, stage: int, round: int, body: sent.PreviewSeen = sent.SEEN) -> Any:  # noqa: A002
    """From the facts as they are now; what is pinned stays."""
    return _changed(previews.redraw_preview, request, event, stage, round, seen=body.seen)


@directs(f"{ROUND}/back", "Take the latest change of a preview back", schemas.PreviewFacts, of="event")
def back(request: Call, event: int, stage: int, round: int, body: sent.PreviewSeen = sent.SEEN) -> Any:  # noqa: A002
    return _changed(previews.undo_in_preview, request, event, stage, round, seen=body.seen)


@directs(f"{ROUND}/discard", "Discard a preview", schemas.StageFacts, of="event")
def discard(request: Call, event: int, stage: int, round: int, body: sent.PreviewSeen = sent.SEEN) -> Any:  # noqa: A002
    discard_preview(round_id=_round(event, stage, round).pk, actor=request.auth.actor, seen=body.seen)
    return stage_facts(stage_of(event, stage))


@directs(f"{ROUND}/clock", "Set, start, pause or reset a round’s clock", schemas.RoundFacts, of="event")
def clock(request: Call, event: int, stage: int, round: int, body: sent.ClockSent) -> Any:  # noqa: A002
    """Minutes count with every action."""
    round_id = _round(event, stage, round).pk
    change_clock(round_id=round_id, action=body.action, minutes=body.minutes, actor=request.auth.actor)
    return round_facts(_round(event, stage, round))


def _changed(
    change: Callable[..., None], request: Call, event: int, stage: int, number: int, **arguments: object
) -> dict[str, Any]:
    change(round_id=_round(event, stage, number).pk, actor=request.auth.actor, **arguments)
    return _preview(event, stage, number)


def _preview(event: int, stage: int, number: int) -> dict[str, Any]:
    round_ = _round(event, stage, number)
    if round_.status != Round.Status.PREVIEW:
        raise Refused("no-preview")
    return preview_facts(round_preview(round_))


def stage_of(event: int, number: int) -> Stage:
    for stage in stages_of(read_event(event), previews=True):
        if stage.number == number:
            return stage
    raise Http404


def _round(event: int, stage: int, number: int) -> Round:
    for candidate in stage_of(event, stage).rounds.all():
        if candidate.number == number:
            return candidate
    raise Http404
