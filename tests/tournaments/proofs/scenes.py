"""Events as they go: by every format, with deals and their corrections, rulings, people who come late and leave."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any
from uuid import UUID

from tests.factories import correct
from tests.tournament_scenes import draw, finish_table, ids, make_tournament, open_tables, rated, running, start
from tournaments.audience import INSIDERS, drawn_for
from tournaments.audit import SYSTEM, chained
from tournaments.exports.files.proved import event_file
from tournaments.models import Club, Event, Round, Stage, Table
from tournaments.proofs.chain import check_chain
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage import preview, rulings
from tournaments.services.stage.entrants import enter_late, expel, keep_apart, reinstate, substitute, withdraw
from tournaments.services.stage.late_corrections import DealChange, correct_late
from tournaments.services.stage.planning import request_byes
from tournaments.services.stage.rounds import publish_round, unpublish_round

Act = Callable[[Event, Random], None]
EVENTS: dict[str, tuple[int, list[tuple[str, dict[str, Any]]]]] = {
    "round-robin": (5, [("round-robin", {})]),
    "twice": (4, [("round-robin", {"double": True})]),
    "groups": (8, [("round-robin", {"groups": 2}), ("single-elimination", {"qualify": {"per_group": 2}})]),
    "fours": (9, [("round-robin", {"seats": 4, "rounds": 3})]),
    "swiss": (7, [("swiss", {"rounds": 4})]),
    "accelerated": (11, [("swiss", {"rounds": 5, "acceleration": "baku"})]),
    "mcmahon": (9, [("swiss", {"rounds": 3, "acceleration": "mcmahon", "bands": 2})]),
    "handicap": (8, [("swiss", {"rounds": 3, "acceleration": "handicap"})]),
    "swiss-in-fours": (10, [("swiss", {"seats": 4, "rounds": 3})]),
    "cut": (6, [("swiss", {"rounds": 2}), ("single-elimination", {"qualify": {"size": 4}, "third_place": True})]),
    "double-elimination": (6, [("double-elimination", {"grand_final": "reset"})]),
    "table-knockout": (9, [("table-knockout", {"seats": 4})]),
    "matches": (6, [("swiss", {"rounds": 3, "games": 3}), ("single-elimination", {"games": 1, "last_games": [3]})]),
    "matches-by-total": (6, [("double-elimination", {"games": 2, "decided": "total", "grand_final": "reset"})]),
    "double-swiss": (7, [("swiss", {"rounds": 3, "games": 2, "points": "games"})]),
    "matches-of-four": (9, [("swiss", {"seats": 4, "rounds": 2, "games": 2})]),
    "strikes": (7, [("strikes", {"seats": 4, "lives": 2})]),
}


def played(name: str, seed: int = 0, *, club: Club | None = None) -> Event:
    """The event to its end; by a seed with whatever may happen on the way."""
    random = Random(f"{name}:{seed}")
    count, stages = EVENTS[name]
    event = make_tournament(count, stages=stages, club=club)
    if name == "handicap":
        rated(event, **{f"P{number}": 1700.0 - 60 * number for number in range(1, count)})
    start(event)
    event.stages.update(seed=1_000_000_007 + seed)
    while True:
        play_to_the_end(event, random, disturbed=seed > 0)
        if not event.stages.filter(status=Stage.Status.PLANNED).exists():
            break
        start(event)
    settle_first(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    event.refresh_from_db()
    return event


def play_to_the_end(event: Event, random: Random, *, disturbed: bool) -> None:
    while True:
        try:
            draw(event)
        except Refused as refusal:
            if refusal.code in ("stage-over", "nobody-to-draw"):
                return
            if refusal.code != "preview-waiting":
                raise
            # Drawn anew after a correction; somebody may have left since.
            thrown_away_and_drawn_again(event, random)
        if disturbed:
            happen(BEFORE, event, random)
        round_ = Round.objects.get(stage=running(event), status=Round.Status.PREVIEW)
        publish_round(round_id=round_.pk, actor=SYSTEM)
        while tables := open_tables(event):
            for table in tables:
                end(table, random)
        if disturbed:
            happen(AFTERWARDS, event, random)
        while tables := open_tables(event):
            for table in tables:
                end(table, random, ruled=True)


def happen(acts: Sequence[Act], event: Event, random: Random) -> None:
    for act in acts:
        if random.random() < 0.25:
            with suppress(Refused):
                act(event, random)


def end(table: Table, random: Random, *, ruled: bool = False) -> None:
    seats = table.seats.count()
    if ruled or table.deal_count or table.status != Table.Status.PLAYING or random.random() < 0.3:
        finish_table(table, order=random.sample(range(seats), seats))
    else:
        finish_table(table, winner=random.randrange(seats))


def settle_first(event: Event) -> None:
    last = event.stages.last()
    with suppress(Refused):
        for tie in rulings.level_first(rulings.stage_state(last)):
            rulings.draw_first(stage_id=last.pk, level=tie.ids, actor=SYSTEM)


# What may happen


def somebody_exchanged(event: Event, random: Random) -> None:
    round_ = Round.objects.get(stage=running(event), status=Round.Status.PREVIEW)
    first, second = random.sample([*round_.seating.seated, *round_.seating.byes], 2)
    preview.exchange_in_preview(round_id=round_.pk, first=first, second=second, actor=SYSTEM)


def drawn_again_around_a_table(event: Event, random: Random) -> None:
    round_ = Round.objects.get(stage=running(event), status=Round.Status.PREVIEW)
    number = random.choice(round_.seating.tables).number
    preview.pin_in_preview(round_id=round_.pk, what=number, pinned=True, actor=SYSTEM)
    preview.redraw_preview(round_id=round_.pk, actor=SYSTEM)


def thrown_away_and_drawn_again(event: Event, random: Random) -> None:
    round_ = Round.objects.get(stage=running(event), status=Round.Status.PREVIEW)
    preview.discard_preview(round_id=round_.pk, actor=SYSTEM)
    draw(event)


def published_and_taken_back(event: Event, random: Random) -> None:
    round_ = Round.objects.get(stage=running(event), status=Round.Status.PREVIEW)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    unpublish_round(round_id=round_.pk, actor=SYSTEM)


def somebody_came_late(event: Event, random: Random) -> None:
    points = random.choice([Fraction(0), Fraction(1, 2)])
    enter_late(event_id=event.pk, name=f"Late {random.randrange(10**6)}", late_points=points, actor=SYSTEM)


def somebody_left(event: Event, random: Random) -> None:
    if event.entrants.filter(status="active").count() > 5:
        results = "kept" if running(event).format == Stage.Format.ROUND_ROBIN else ""
        withdraw(event_id=event.pk, entrant_id=random.choice(ids(event)), actor=SYSTEM, results=results)


def somebody_stood_in(event: Event, random: Random) -> None:
    name = f"Other {random.randrange(10**6)}"
    substitute(event_id=event.pk, entrant_id=random.choice(ids(event)), name=name, actor=SYSTEM)


def two_kept_apart(event: Event, random: Random) -> None:
    keep_apart(event_id=event.pk, groups=[random.sample(ids(event), 2)], actor=SYSTEM)


def a_deal_corrected(event: Event, random: Random) -> None:
    tables = event.tables.filter(deal_count__gt=0, round__stage=running(event))
    table = random.choice(list(tables) or [None])
    if table:
        deal = table.deals.get(version=1)
        correct(table, 1, {**deal.payload, "claimed": [random.randrange(table.seats.count())]})


def a_table_decided(event: Event, random: Random) -> None:
    table = random.choice(
        list(event.tables.filter(round__stage=running(event), round__status="published").exclude(status="undone"))
    )
    finish_table(table, order=random.sample(range(table.seats.count()), table.seats.count()))


def somebody_forfeited(event: Event, random: Random) -> None:
    table = random.choice(
        list(event.tables.filter(round__stage=running(event), round__status="published").exclude(status="undone"))
    )
    rulings.forfeit(table_id=table.pk, seats=[random.randrange(table.seats.count())], reason="", actor=SYSTEM)


def an_earlier_result_corrected(event: Event, random: Random) -> None:
    tables = event.tables.filter(deal_count__gt=0, round__stage=running(event)).exclude(status="undone")
    if table := random.choice(list(tables) or [None]):
        winner = {**table.deals.get(version=1).payload, "claimed": [random.randrange(table.seats.count())]}
        change = DealChange(1, winner, UUID(int=random.getrandbits(128), version=4))
        correct_late(table_id=table.pk, change=change, replay=random.random() < 0.5, reason="late", actor=SYSTEM)


def somebody_asked_for_a_bye(event: Event, random: Random) -> None:
    number = event.stages.get(pk=running(event).pk).rounds.filter(status="published").count() + 1
    request_byes(event_id=event.pk, entrant_id=random.choice(ids(event)), byes={number: "zero"}, actor=SYSTEM)


def somebody_was_sent_away(event: Event, random: Random) -> None:
    if event.entrants.filter(status="active").count() > 5:
        expel(event_id=event.pk, entrant_id=random.choice(ids(event)), reason="", results="", actor=SYSTEM)


def somebody_came_back(event: Event, random: Random) -> None:
    if gone := event.entrants.exclude(status="active").first():
        reinstate(event_id=event.pk, entrant_id=gone.pk, actor=SYSTEM)


AFTERWARDS = [
    a_deal_corrected,
    an_earlier_result_corrected,
    a_table_decided,
    somebody_forfeited,
    somebody_left,
    somebody_was_sent_away,
    somebody_came_back,
    somebody_asked_for_a_bye,
]
BEFORE = [
    somebody_exchanged,
    drawn_again_around_a_table,
    thrown_away_and_drawn_again,
    published_and_taken_back,
    somebody_came_late,
    somebody_stood_in,
    two_kept_apart,
]


def check_log(event: Event) -> None:
    """Every entry holds the hash of the one before; whether the deals are those of the log is not looked at."""
    event.refresh_from_db()
    log = [{"id": entry.pk, "table": None, **chained(entry)} for entry in event.audit_entries.order_by("pk")]
    unchained: Counter[str] = Counter()
    check_chain({"event": {"log_head": event.log_head}, "log": log}, [], Counter(), unchained)
    assert not +unchained


def file_of(event: Event) -> bytes:
    with drawn_for(INSIDERS):
        return event_file(event)
