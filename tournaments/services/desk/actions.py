"""Steps of the director. For a whole evening or table: another event like one that was, ending all tables, rulings on a
table, and players who have not come. For a stage or a tournament after it was planned: how many rounds and games are
played, what is played on when the time is up, and what entrants start with by their ratings.
"""

import datetime
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypedDict

from django.db import transaction

from scoring.games import GAMES
from tournaments.audit import Actor, Details
from tournaments.formats.plan import read_plan
from tournaments.models import Club, Event, Round, Seat, Stage, StageEntry, Table
from tournaments.models.table import ENDED
from tournaments.selectors.prizes import prize_list
from tournaments.selectors.stage.entrants import leaving_page
from tournaments.selectors.stage.places import latest_ruling
from tournaments.services import night
from tournaments.services.change import commit_change, load, lock_event, lock_table
from tournaments.services.club.clubs import set_event_visibility
from tournaments.services.desk.undo import STEPS, Step, steps_back
from tournaments.services.handicaps import changed_by_hand, facts_of
from tournaments.services.night import create_club_night, finish_event
from tournaments.services.prizes import set_prizes
from tournaments.services.refusals import Refused
from tournaments.services.stage import entrants, rulings
from tournaments.services.stage.planning import create_tournament, lock_stage, lock_tournament
from tournaments.services.table.confirmations import ConfirmationRule, rule
from tournaments.services.table.life import take_back_table


@transaction.atomic
def open_again(*, event_id: int, date: datetime.date, actor: Actor, name: str = "") -> Event:
    """Of the same game, rules, confirmation, handicap, stages and prizes, seen by the same. Asked for twice, it is
    opened once; a night that goes on is gone to.
    """
    like = Event.objects.get(pk=event_id)
    club = Club.objects.select_for_update(no_key=True).get(pk=like.club_id)
    name = name or like.name
    same = club.events.filter(kind=like.kind, name=name, date=date, game=like.game, status=Event.Status.OPEN)
    if like.has_rounds:
        same = same.exclude(pk=like.pk).filter(entrants=None, tables=None)
    if copy := same.first():
        return copy
    facts = {"game": like.game, "rules": like.game_rules, "confirmation": unusual_confirmation(like)}
    event = OPEN_LIKE[like.kind](like, facts | {"club": club, "name": name, "date": date, "actor": actor})
    set_event_visibility(event_id=event.pk, visibility=like.visibility, actor=actor)
    set_prizes(event_id=event.pk, prizes=prize_list(like), actor=actor)
    event.refresh_from_db()
    return event


def _open_night(like: Event, facts: Mapping[str, Any]) -> Event:
    return create_club_night(**facts, handicap=like.handicap_terms)


def _open_tournament(like: Event, facts: Mapping[str, Any]) -> Event:
    stages = list(like.stages.values_list("format", "options"))
    return create_tournament(**facts, stages=stages, time_up=like.time_up)


OPEN_LIKE: Mapping[str, Callable[[Event, Mapping[str, Any]], Event]] = {
    Event.Kind.CLUB_NIGHT: _open_night,
    Event.Kind.TOURNAMENT: _open_tournament,
}


def unusual_confirmation(like: Event) -> ConfirmationRule | None:
    """Who confirms at an event, and when; None where it is as a new event has it."""
    rule, usual = _rule(like), _rule(Event())
    return None if rule == usual else rule


def _rule(event: Event) -> ConfirmationRule:
    return {
        "mode": event.confirmation,
        "accept_minutes": event.accept_minutes,
        "correction_minutes": event.correction_minutes,
        "shared_phones": event.shared_phones,
        "silence_minutes": event.silence_minutes,
    }


@transaction.atomic
def close_tables(
    *, event_id: int, tables: Mapping[int, str], stand: Collection[int], finish: bool, actor: Actor
) -> list[Step]:
    """These tables (ids) end, are adjourned or taken back; of those in `stand` what is recorded stands, whatever was
    said of it. Then, with `finish`, the event is over. All of it or nothing; tells how it is undone.
    """
    event = lock_event(event_id)
    states = dict(event.tables.values_list("pk", "status"))
    for pk, how in tables.items():
        STEPS[how](event, (pk,), actor)
    for pk in stand:
        rule(table_id=load(event.tables.all(), pk=pk).pk, reason="", actor=actor)
    steps: list[Step] = [step for pk, how in tables.items() for step in steps_back(how, pk, before=states[pk])]
    if finish:
        finish_event(event_id=event_id, actor=actor)
        return [("reopen-event", ()), *steps]
    return steps


@transaction.atomic
def ruled(*, table_id: int, rule: Callable[[], None], seen: int | None = None) -> list[Step]:
    """Does it, and tells how it is undone: who got up sits down, and the table is in the state it was in. A dispute
    that is settled by it is not opened again. Refused where the `latest_ruling` is not the one that was ``seen``.
    """
    table = lock_table(table_id)
    if seen is not None and latest_ruling(table) != seen:
        raise Refused("stale")
    old_status, confirmation, word = table.status, table.confirmation, table.rulings.order_by("pk").last()
    seats = dict(table.seats.order_by("index").values_list("entrant_id", "index"))
    of_round = table.event.tables.filter(round=table.round_id)
    at_play = dict(of_round.exclude(status__in=ENDED).values_list("pk", "status"))
    rule()
    table.refresh_from_db()
    if confirmation == Table.ConfirmationState.DISPUTED != table.confirmation:
        return []
    staying = set(table.seats.values_list("entrant_id", flat=True))
    steps: list[Step] = [("sit", (table_id, who, index)) for who, index in seats.items() if who not in staying]
    ended = of_round.filter(pk__in=at_play, status__in=ENDED).exclude(pk=table_id)  # the other boards of its match
    for board in ended.values_list("pk", flat=True):
        steps += steps_back("end", board, before=at_play[board])
    if (newest := table.rulings.order_by("pk").last()) and newest != word:
        steps.append(("unrule", (table_id, newest.pk)))
    if table.status in ENDED and old_status not in ENDED:
        if table.deal_count:  # without deals it plays as soon as the ruling is none
            steps.append(("reopen", (table_id,)))
        if old_status == Table.Status.ADJOURNED:
            steps.append(("adjourn", (table_id,)))
    return steps


@transaction.atomic
def no_show(*, seat_id: int, reason: str, actor: Actor) -> list[Step]:
    """In a tournament the seat forfeits and its entrant has withdrawn; on a night the others play, if there are enough.
    Tells how it is undone.
    """
    seat = load(Seat.objects.select_related("entrant__player"), pk=seat_id)
    table = lock_table(seat.table_id)
    if table.status != Table.Status.PLAYING or table.deals.exists():
        raise Refused("no-show-begun", table=table.number)
    if table.event.has_rounds:
        return _forfeits(table, seat, reason, actor)
    return _goes(table, seat, actor)


def _forfeits(table: Table, seat: Seat, reason: str, actor: Actor) -> list[Step]:
    leaving = leaving_page(table.event, seat.entrant_id).leaving
    arguments: dict[str, Any] = {"table_id": table.pk, "seats": [seat.index], "reason": reason, "actor": actor}
    back = ruled(table_id=table.pk, rule=partial(rulings.forfeit, **arguments))
    results = leaving.usual if leaving else ""
    entrants.withdraw(event_id=table.event_id, entrant_id=seat.entrant_id, actor=actor, results=results)
    return [("reinstate", (seat.entrant_id,)), *back]


def _goes(table: Table, seat: Seat, actor: Actor) -> list[Step]:
    if table.seats.count() > GAMES[table.event.game].min_seats:
        night.get_up(event_id=table.event_id, seat_id=seat.pk, actor=actor)
        again: Step = ("sit", (table.pk, seat.entrant_id, seat.index))
    else:
        take_back_table(table_id=table.pk, actor=actor)
        again = ("reopen", (table.pk,))
    night.mark_left(event_id=table.event_id, entrant_id=seat.entrant_id, actor=actor)
    return [("here", (seat.entrant_id,)), again]


class MatchTerms(TypedDict, total=False):
    """Those of a plan's options that say of how many games a match is."""

    games: int
    decided: str
    last_games: list[int]


@transaction.atomic
def set_rounds(*, stage_id: int, rounds: int, actor: Actor) -> None:
    """More or fewer rounds than planned; never fewer than have been drawn."""
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    drawn = list(stage.rounds.exclude(status=Round.Status.UNDONE))
    if any(round_.seating.play_off for round_ in drawn):
        raise Refused("play-off-drawn")
    if rounds < max(1, len(drawn)):
        raise Refused("rounds-drawn", drawn=len(drawn))
    old_rounds = stage.options.get("rounds")
    stage.options = {**stage.options, "rounds": rounds}
    read_plan(stage.format, stage.options)
    stage.save(update_fields=["options"])
    subject: Details = {"stage": stage.number}
    commit_change(
        stage.event, actor, "rounds-set", before={**subject, "rounds": old_rounds}, after={**subject, "rounds": rounds}
    )


@transaction.atomic
def set_match(*, stage_id: int, terms: MatchTerms, actor: Actor) -> None:
    """Of how many games the matches are, and what decides them, in rounds that are not published yet: what was drawn
    stays.
    """
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    old_terms: Details = {"stage": stage.number, "match": _match_terms(stage)}
    stage.options = {**stage.options, **terms}
    read_plan(stage.format, stage.options)
    stage.save(update_fields=["options"])
    new_terms: Details = {"stage": stage.number, "match": _match_terms(stage)}
    commit_change(stage.event, actor, "match-set", before=old_terms, after=new_terms)


def _match_terms(stage: Stage) -> list[int | str]:
    options = read_plan(stage.format, stage.options).options
    return [options.games, options.decided, *options.last_games]


@transaction.atomic
def set_time_up(*, event_id: int, time_up: str, actor: Actor) -> None:
    event = lock_tournament(event_id)
    old_time_up, event.time_up = event.time_up, Event.TimeUp(time_up)
    event.save(update_fields=["time_up"])
    commit_change(event, actor, "time-up", before={"time_up": old_time_up}, after={"time_up": time_up})


@transaction.atomic
def set_handicaps(*, stage_id: int, points: Mapping[int, Fraction], actor: Actor) -> None:
    """Of these entrants (ids); the others keep theirs."""
    stage = lock_stage(stage_id)
    plan = read_plan(stage.format, stage.options)
    if stage.status != Stage.Status.RUNNING or not plan.gives_handicap:
        raise Refused("no-handicaps")
    if stage.rounds.exclude(status=Round.Status.UNDONE).exists():
        raise Refused("stage-played")
    win = plan.options.points.win_over_last(plan.options.seats)
    given = stage.entries.filter(handicap__isnull=False).select_related("entrant")
    entries = {entry.entrant_id: entry for entry in given}
    if changes := changed_by_hand(entries, points, cap=plan.options.cap, win=win):
        before, after = facts_of(changes)
        StageEntry.objects.bulk_update([entries[change.who] for change in changes], ["handicap"])
        subject: Details = {"stage": stage.number}
        commit_change(stage.event, actor, "handicaps-set", before={**subject, **before}, after={**subject, **after})
