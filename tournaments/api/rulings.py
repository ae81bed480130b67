"""What programs rule: how a table ended, how a tie is settled, and corrections on which later rounds rest."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from tournaments.api import schemas, sent
from tournaments.api.callers import Call
from tournaments.api.facts import table_now
from tournaments.api.operations import directs, writes
from tournaments.api.problems import NotAllowed
from tournaments.api.rounds import STAGE, stage_of
from tournaments.api.seats import payload_from_0
from tournaments.forms.stage.rounds import PlacesForm
from tournaments.permissions import Right
from tournaments.selectors.stage.places import ruling_page
from tournaments.selectors.table.page import table_page
from tournaments.services.refusals import Refused
from tournaments.services.stage import rulings
from tournaments.services.stage.late_corrections import (
    Change,
    DealChange,
    ForfeitChange,
    LateImpact,
    PlacesChange,
    correct_late,
    preview,
)
from tournaments.services.stage.later_stages import StageMoved
from tournaments.services.stage.rounds import give_extra_time
from tournaments.services.table.confirmations import rule
from tournaments.services.table.deals import correct_deal
from tournaments.simulations import reckoned

rules = partial(writes, right=Right.RULE)
TABLE = "/tables/{table}"


@rules(f"{TABLE}/places", "Decide a table’s places", schemas.StandingTable, of="table")
def decide(request: Call, table: int, body: sent.PlacesSent) -> Any:
    """By the director's word, whatever its deals say."""
    _require_places(table, body.places)
    rulings.decide_places(table_id=table, places=body.places, reason=body.reason, actor=request.auth.actor)
    return table_now(table_page(table))


@rules(f"{TABLE}/match", "Decide a match", schemas.StandingTable, of="table")
def decide_match(request: Call, table: int, body: sent.MatchSent = sent.MATCH) -> Any:
    """Whatever its games were, or as it stands; no further game is played, and boards of teams at play end."""
    if body.places is not None:
        _require_places(table, body.places)
    rulings.decide_match(table_id=table, places=body.places, reason=body.reason, actor=request.auth.actor)
    return table_now(table_page(table))


@rules(f"{TABLE}/forfeit", "Let seats forfeit", schemas.StandingTable, of="table")
def let_forfeit(request: Call, table: int, body: sent.ForfeitSent) -> Any:
    """They did not play, or not to the end. Where nothing is recorded yet and enough stay, the others play on."""
    rulings.forfeit(table_id=table, seats=_from_0(body.seats), reason=body.reason, actor=request.auth.actor)
    return table_now(table_page(table))


@rules(f"{TABLE}/lift", "Lift a table’s ruling", schemas.StandingTable, of="table")
def lift(request: Call, table: int, body: sent.ReasonSent = sent.REASON) -> Any:
    """Its deals count again; without any it plays."""
    rulings.lift_ruling(table_id=table, reason=body.reason, actor=request.auth.actor)
    return table_now(table_page(table))


@rules(f"{TABLE}/stands", "Rule that a table stands", schemas.StandingTable, of="table")
def let_stand(request: Call, table: int, body: sent.ReasonSent = sent.REASON) -> Any:
    """As recorded: it is disputed, or nobody confirms it."""
    rule(table_id=table, reason=body.reason, actor=request.auth.actor)
    return table_now(table_page(table))


@rules(f"{TABLE}/extra", "Give a table extra time", schemas.StandingTable, of="table")
def give_extra(request: Call, table: int, body: sent.ExtraSent) -> Any:
    give_extra_time(table_id=table, minutes=body.minutes, actor=request.auth.actor)
    return table_now(table_page(table))


@rules(f"{TABLE}/corrections/preview", "See what a correction would move", schemas.ImpactFacts, of="table")
def look_at_correction(request: Call, table: int, body: sent.CorrectingSent) -> Any:
    """In a tournament. Nothing is kept."""
    change = _change(request, table, body, uuid4())
    impact = preview(table_id=table, change=change, actor=request.auth.actor, reckon=reckoned)
    return _impact(impact, later_round=ruling_page(table).has_later_round)


@rules(f"{TABLE}/corrections", "Correct what later rounds rest on", schemas.StandingTable, of="table")
def make_correction(request: Call, table: int, body: sent.LateCorrectionSent) -> Any:
    """As it was looked at: refused as stale where it would move something else by now."""
    change = _change(request, table, body, body.client_id or uuid4())
    arguments: dict[str, Any] = {"table_id": table, "actor": request.auth.actor, "reason": body.reason}
    if ruling_page(table).has_later_round:
        correct_late(change=change, replay=body.replay, seen=body.seen, reckon=reckoned, **arguments)
    elif isinstance(change, DealChange):
        arguments |= {"number": change.number, "payload": change.payload, "client_id": change.client_id}
        correct_deal(base_revision=None, **arguments)
    elif isinstance(change, PlacesChange):
        rulings.decide_places(places=change.places, **arguments)
    elif isinstance(change, ForfeitChange):
        rulings.forfeit(seats=change.seats, **arguments)
    return table_now(table_page(table))


@rules(f"{STAGE}/tie", "Settle a tie", schemas.RulingMade, of="event")
def settle(request: Call, event: int, stage: int, body: sent.TieSent) -> Any:
    """As it was settled at the table."""
    tied = stage_of(event, stage)
    if tied.status == tied.Status.PLANNED:
        raise Refused("stage-not-begun", stage=tied.number)
    ruling = rulings.settle_tie(stage_id=tied.pk, order=body.order, reason=body.reason, actor=request.auth.actor)
    return {"ruling": ruling.pk}


@directs(f"{STAGE}/lots", "Draw lots at the cut", schemas.RulingMade, of="event")
def draw_lots(request: Call, event: int, stage: int, body: sent.LevelSent) -> Any:
    """Between those who are level for a place in this stage."""
    later = stage_of(event, stage).pk
    return {"ruling": rulings.draw_lots(stage_id=later, level=body.entrants, actor=request.auth.actor).pk}


@directs(f"{STAGE}/play-off", "Play off a tie at the cut", schemas.TablesOpened, of="event")
def play_off(request: Call, event: int, stage: int, body: sent.LevelSent) -> Any:
    """Between those who are level for a place in this stage."""
    later = stage_of(event, stage).pk
    opened = rulings.play_off(stage_id=later, level=body.entrants, actor=request.auth.actor)
    return {"tables": [table.pk for table in opened]}


@directs(f"{STAGE}/first-place", "Settle who is first", schemas.TablesOpened, of="event")
def settle_first(request: Call, event: int, stage: int, body: sent.FirstSent) -> Any:
    """Of the last stage, once everything is played: a play-off opens tables."""
    arguments: dict[str, Any] = {
        "stage_id": stage_of(event, stage).pk,
        "level": body.entrants,
        "actor": request.auth.actor,
    }
    if body.choice == "play-off":
        return {"tables": [table.pk for table in rulings.play_off_first(**arguments)]}
    act = rulings.share_first if body.choice == "shared" else rulings.draw_first
    act(**arguments)
    return {"tables": []}


def _change(request: Call, table: int, wanted: sent.CorrectingSent, client_id: UUID) -> Change:
    named = [name for name in ("deal", "places", "forfeit") if getattr(wanted, name) is not None]
    if len(named) != 1:
        raise NotAllowed(f"/{named[1]}") if named else NotAllowed("/deal", problem="missing")
    request.entering = wanted.deal
    if wanted.places is not None:
        _require_places(table, wanted.places)
        return PlacesChange(tuple(wanted.places))
    if wanted.forfeit is not None:
        return ForfeitChange(tuple(_from_0(wanted.forfeit)))
    assert wanted.deal
    payload = None if wanted.payload is None else payload_from_0(wanted.payload)
    return DealChange(wanted.deal, payload, client_id)


def _from_0(seats: Sequence[int]) -> list[int]:
    return [seat - 1 for seat in seats]


def _require_places(table: int, places: Sequence[int]) -> None:
    """As the desk's form does: in a knockout it has to be told who goes on."""
    page = ruling_page(table)
    posted = {f"places-seat-{index}": str(place) for index, place in enumerate(places)}
    form = PlacesForm(posted, names=page.page.names, alone=page.alone, with_reason=False)
    if len(places) != len(page.page.names) or not form.is_valid():
        raise Refused("places-wrong")


def _impact(impact: LateImpact, *, later_round: bool) -> dict[str, Any]:
    moves = impact.moves
    return {
        "seen": impact.seal,
        "later_round": later_round,
        "places": [{"entrant": int(move.id), "before": move.before, "after": move.after} for move in moves.places],
        "rounds": [seating.round for seating in moves.seatings],
        "matches": [match.match for match in moves.matches],
        "replayed": list(impact.replayed),
        "stages": [_stage_moved(stage) for stage in impact.stages],
        "can_replay": impact.can_replay,
    }


def _stage_moved(moved: StageMoved) -> dict[str, Any]:
    return {
        "stage": moved.stage.number,
        "comes": [entrant.pk for entrant in moved.comes],
        "leaves": [entrant.pk for entrant in moved.leaves],
        "rounds": list(moved.rounds),
        "tables": list(moved.begun),
    }
