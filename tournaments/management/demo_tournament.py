"""Two tournaments to look around in: one played to its final, one in its third round."""

from datetime import date, timedelta
from typing import Protocol

from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, Player, Round, Stage, Table
from tournaments.selectors.stage.qualification import start_list
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import ListedEntrant, enter, seed_at_random
from tournaments.services.stage.planning import Planned, create_tournament, start_stage
from tournaments.services.stage.rounds import draw_round, publish_round, start_clock
from tournaments.services.stage.rulings import decide_places, draw_lots


class Play(Protocol):
    def __call__(self, table: Table, *, limit: int | None) -> None:
        """Plays a table to its end, or at most so many deals."""


SWISS_THEN_CUT: list[Planned] = [
    ("swiss", {"seats": 2, "rounds": 4}),
    ("single-elimination", {"qualify": {"size": 4}, "third_place": True}),
]
MINUTES = 50
SEED = 1979  # of its lots too, so that the demo is the same every time


def load_tournaments(club: Club, players: list[Player], *, today: date, play: Play) -> None:
    over = _begin(club, players[:9], name="Neris Open", on=today - timedelta(days=21))
    for stage in over.stages.all():
        _play_stage(stage, play)
    finish_event(event_id=over.pk, actor=SYSTEM)
    running = _begin(club, players[:13], name="Winter Cup", on=today)
    stage = running.stages.get(number=1)
    _start(stage)
    for _ in range(2):
        _play_round(stage, play)
    for number, table in enumerate(_publish(stage)):
        play(table, limit=number % 4)
    start_clock(round_id=Round.objects.filter(stage=stage).latest("number").pk, actor=SYSTEM)


def _begin(club: Club, players: list[Player], *, name: str, on: date) -> Event:
    event = create_tournament(
        club=club,
        name=name,
        game="colonial-italian",
        rules={"deals": 5},
        date=on,
        stages=SWISS_THEN_CUT,
        actor=SYSTEM,
    )
    event.stages.update(seed=SEED)
    entries = [ListedEntrant(name=player.name) for player in players]
    enter(event_id=event.pk, entries=entries, actor=SYSTEM, checked_in=True)
    seed_at_random(event_id=event.pk, seed=SEED, actor=SYSTEM)
    return event


def _start(stage: Stage) -> None:
    while level := start_list(stage).level:
        draw_lots(stage_id=stage.pk, level=level[0].ids, actor=SYSTEM)
    entrants = [line.entrant.pk for line in start_list(stage).lines]
    start_stage(stage_id=stage.pk, entrants=entrants, actor=SYSTEM)


def _play_stage(stage: Stage, play: Play) -> None:
    _start(stage)
    while True:
        try:
            _play_round(stage, play)
        except Refused as refused:
            if refused.code != "stage-over":
                raise
            return


def _play_round(stage: Stage, play: Play) -> None:
    for table in _publish(stage):
        play(table, limit=None)
        places = list(table.seats.order_by("index").values_list("place", flat=True))
        if stage.format == Stage.Format.SINGLE_ELIMINATION and places.count(1) > 1:
            decide_places(table_id=table.pk, places=[1, 2], reason="Decided by one more deal", actor=SYSTEM)


def _publish(stage: Stage) -> list[Table]:
    round_ = draw_round(stage_id=stage.pk, actor=SYSTEM)
    return publish_round(round_id=round_.pk, minutes=MINUTES, actor=SYSTEM)
