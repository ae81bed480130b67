"""Short ways to bring a tournament where a test needs it, all through the services."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import date
from random import Random
from typing import Any

from tests.factories import deal, make_club
from tournaments.audit import SYSTEM
from tournaments.models import Club, ClubRating, Event, Round, Stage, Table
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.stage.teams import UNSEEDED_LAST
from tournaments.services.refusals import Refused
from tournaments.services.stage import rulings
from tournaments.services.stage.entrants import ListedEntrant, enter, seed_by_hand
from tournaments.services.stage.planning import create_tournament, start_stage
from tournaments.services.stage.rounds import draw_round, publish_round
from tournaments.services.stage.rulings import draw_lots

Planned = tuple[str, Mapping[str, Any]]
SWISS: tuple[Planned, ...] = (("swiss", {"rounds": 3}),)
ONE_DEAL = {"deals": 1, "cards": "optional"}


def make_tournament(
    count: int = 0,
    *,
    stages: Sequence[Planned] = SWISS,
    game: str = "colonial-italian",
    rules: Mapping[str, object] = ONE_DEAL,
    club: Club | None = None,
    names: Sequence[str] = (),
    checked_in: bool = True,
) -> Event:
    """A tournament entered by so many players, P1 seeded first, or by these ``names``."""
    club = club or make_club(name=f"Club {uuid.uuid4().hex[:8]}")
    event = create_tournament(
        club=club, name="Open", game=game, rules=rules, date=date(2026, 11, 21), stages=stages, actor=SYSTEM
    )
    entries = [ListedEntrant(name=name) for name in names or [f"P{number}" for number in range(1, count + 1)]]
    if entries:
        entered = enter(event_id=event.pk, entries=entries, actor=SYSTEM, checked_in=checked_in)
        seed_by_hand(event_id=event.pk, entrants=[entrant.pk for entrant in entered], actor=SYSTEM)
    event.refresh_from_db()
    return event


def ids(event: Event) -> list[int]:
    """The entrants by their seeds."""
    return list(event.entrants.order_by(UNSEEDED_LAST, "pk").values_list("pk", flat=True))


def start(event: Event, number: int | None = None) -> Stage:
    """The next planned stage, or the one numbered so, begins with whom the plan proposes; of those level at the cut
    lots decide."""
    planned = event.stages.filter(status=Stage.Status.PLANNED).order_by("number")
    stage = planned[0] if number is None else planned.get(number=number)
    while level := start_list(stage).level:
        draw_lots(stage_id=stage.pk, level=level[0].ids, actor=SYSTEM)
    entrants = [line.entrant.pk for line in start_list(stage).lines]
    return start_stage(stage_id=stage.pk, entrants=entrants, actor=SYSTEM)


def rated(event: Event, **numbers: float) -> None:
    """Ratings of these players of the event's club, after many tables."""
    for name, mu in numbers.items():
        player = event.club.players.get(name=name)
        strength = {"event": event, "mu": mu, "sigma": 40.0, "tables": 30}
        ClubRating.objects.update_or_create(club=event.club, game=event.game, player=player, defaults=strength)


def begun(count: int = 4, **facts: Any) -> Event:
    """A tournament whose first stage has started."""
    event = make_tournament(count, **facts)
    start(event)
    return event


def running(event: Event) -> Stage:
    return event.stages.get(status=Stage.Status.RUNNING)


def draw(event: Event) -> Round:
    """A preview of the next round of the running stage."""
    return draw_round(stage_id=running(event).pk, actor=SYSTEM)


def next_round(event: Event, *, minutes: int | None = None) -> list[Table]:
    """The tables of the next round, drawn and published."""
    return publish_round(round_id=draw(event).pk, actor=SYSTEM, minutes=minutes)


def finish_table(table: Table, *, order: Sequence[int] | None = None, winner: int | None = None) -> None:
    """Ends by a ruling in this ``order`` of seats (else 0, 1, ...), or by real deals which the ``winner`` takes."""
    seats = table.seats.count()
    if winner is None:
        best_first = list(range(seats) if order is None else order)
        places = [best_first.index(seat) + 1 for seat in range(seats)]
        rulings.decide_places(table_id=table.pk, places=places, reason="played", actor=SYSTEM)
    else:
        for number in range(table.event.rules["deals"]):
            deal(table, {"dealer": (table.first_dealer + number) % seats, "claimed": [winner]})
    table.refresh_from_db()


def open_tables(event: Event) -> list[Table]:
    return stage_state(running(event)).open_tables


def finish_round(event: Event, random: Random | None = None) -> None:
    """Every open table ends, with all games of its match: by lot, or in the order of its seats."""
    tables = open_tables(event)
    for table in tables:
        order = list(range(len(table.seats.all())))
        if random:
            random.shuffle(order)
        finish_table(table, order=order)
    if any(table.games > 1 for table in tables):
        finish_round(event, random)


def play_round(event: Event, random: Random | None = None) -> list[Table]:
    tables = next_round(event)
    finish_round(event, random)
    return tables


def play_stage(event: Event, random: Random | None = None) -> Stage:
    """The running stage to its end."""
    stage = running(event)
    while True:
        try:
            play_round(event, random)
        except Refused as refusal:
            if refusal.code != "stage-over":
                raise
            return stage


def play_event(event: Event, random: Random | None = None) -> Event:
    """Every stage that has not begun, with whom the plan proposes, to its end."""
    for _ in event.stages.filter(status=Stage.Status.PLANNED):
        start(event)
        play_stage(event, random)
    return event
