"""What the director has just done, done the other way."""

from collections.abc import Callable, Mapping, Sequence

from django.db import transaction

from tournaments.audit import Actor
from tournaments.models import Entrant, Event, Player, Round, Ruling, Stage, StageEntry, Table
from tournaments.models.table import ENDED
from tournaments.selectors.stage.entrants import round_robin_entry
from tournaments.services import night, registration, teams
from tournaments.services.change import load, lock_event
from tournaments.services.stage import entrants, planning, rounds, rulings
from tournaments.services.table import life

RESULTS = ("", *StageEntry.Results.values)

Step = tuple[str, tuple[int, ...]]
"""A key of `STEPS`, and ids (or an index) as it takes them."""


@transaction.atomic
def undo(*, event_id: int, steps: Sequence[Step], actor: Actor) -> None:
    """Takes all of these ``steps``, or none. Each is an action of its own, with its entry in the log."""
    event = lock_event(event_id)
    for key, arguments in steps:
        STEPS[key](event, arguments, actor)


def _at_table(service: Callable[..., object]) -> Callable[[Event, Sequence[int], Actor], object]:
    def step(event: Event, arguments: Sequence[int], actor: Actor) -> None:
        service(table_id=load(event.tables.all(), pk=arguments[0]).pk, actor=actor)

    return step


def _resume(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    life.resume_table(table_id=load(event.tables.all(), pk=arguments[0]).pk, event_id=event.pk, actor=actor)


def _of_event(service: Callable[..., object]) -> Callable[[Event, Sequence[int], Actor], object]:
    return lambda event, _given, actor: service(event_id=event.pk, actor=actor)


def _here(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    players = list(Player.objects.filter(entries__in=event.entrants.filter(pk__in=arguments)))
    night.add_entrants(event_id=event.pk, players=players, actor=actor)


def _get_up(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    entrant, table = arguments
    seat = load(load(event.tables.all(), pk=table).seats.all(), entrant=entrant)
    night.get_up(event_id=event.pk, seat_id=seat.pk, actor=actor)


def _sit(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    table, entrant, index = arguments
    if event.has_rounds:
        table = load(event.tables.all(), pk=table).pk
        rulings.sit_again(table_id=table, entrant_id=entrant, index=index, actor=actor)
    else:
        night.sit_down(event_id=event.pk, entrant_id=entrant, table_id=table, actor=actor, index=index)


def _move(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    seat, table, index = arguments
    night.move_to_table(event_id=event.pk, seat_id=seat, table_id=table, actor=actor, index=index)


def _exchange(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    first, second = arguments
    night.exchange_seats(event_id=event.pk, first_id=first, second_id=second, actor=actor)


def _extra_time(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    table, minutes, old_minutes = arguments
    table_id = load(event.tables.all(), pk=table).pk
    rounds.give_extra_time(table_id=table_id, minutes=minutes, instead_of=old_minutes, actor=actor)


def _unrule(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    table, ruling = arguments
    rulings.unrule(table_id=load(event.tables.all(), pk=table).pk, ruling_id=ruling, actor=actor)


def _round_of(event: Event, pk: int) -> int:
    return int(load(Round.objects.filter(stage__event=event), pk=pk).pk)


def _clock(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    round_, marks, left = arguments[0], arguments[1:5], arguments[5:]
    rounds.set_clock_back(round_id=_round_of(event, round_), marks=marks, left=left, actor=actor)


def _of_round(service: Callable[..., None]) -> Callable[[Event, Sequence[int], Actor], None]:
    return lambda event, arguments, actor: service(round_id=_round_of(event, arguments[0]), actor=actor)


def _stage_of(event: Event, pk: int) -> int:
    return int(load(Stage.objects.filter(event=event), pk=pk).pk)


def _undo_start(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    planning.undo_start(stage_id=_stage_of(event, arguments[0]), actor=actor)


def _start(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    planning.start_stage(stage_id=_stage_of(event, arguments[0]), entrants=arguments[1:], actor=actor)


def _registration(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    registration.set_registration(event_id=event.pk, is_open=bool(arguments[0]), actor=actor)


def _open_tie(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    rulings.open_tie(ruling_id=load(Ruling.objects.filter(stage__event=event), pk=arguments[0]).pk, actor=actor)


def _with_registrations(service: Callable[..., object]) -> Callable[[Event, Sequence[int], Actor], object]:
    return lambda event, arguments, actor: service(event_id=event.pk, registrations=arguments, actor=actor)


def _let_in_as(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    name, player = arguments
    registration.let_in(event_id=event.pk, registrations=[name], player=player, actor=actor)


def _check(*, present: bool) -> Callable[[Event, Sequence[int], Actor], object]:
    def step(event: Event, arguments: Sequence[int], actor: Actor) -> None:
        entrants.check_in(event_id=event.pk, entrants=arguments, present=present, actor=actor)

    return step


def _substitute(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    entrant, player = arguments
    name = load(event.club.players.all(), pk=player).name if player else ""
    entrants.substitute(event_id=event.pk, entrant_id=entrant, name=name, actor=actor)


def _fix_table(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    entrant, table = arguments
    entrants.fix_table(event_id=event.pk, entrant_id=entrant, table=table or None, actor=actor)


def _apart(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    entrants.keep_apart(event_id=event.pk, groups=[*event.keep_apart, arguments], actor=actor)


def _together(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    groups = [group for group in event.keep_apart if group != sorted(arguments)]
    entrants.keep_apart(event_id=event.pk, groups=groups, actor=actor)


def _teams(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    teams.undo_teams(event_id=event.pk, revision=arguments[0], actor=actor)


def _expel(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    entrant, results = arguments
    entrants.expel(event_id=event.pk, entrant_id=entrant, reason="", actor=actor, results=_results(results))


def _withdraw(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    entrant, results = arguments
    entrants.withdraw(event_id=event.pk, entrant_id=entrant, actor=actor, results=_results(results))


def _reinstate(event: Event, arguments: Sequence[int], actor: Actor) -> None:
    entrants.reinstate(event_id=event.pk, entrant_id=arguments[0], actor=actor)


def _results(index: int) -> str:
    """What became of the results of a round robin, by its index in RESULTS."""
    return RESULTS[index] if index < len(RESULTS) else ""


def _of_entrants(service: Callable[..., object]) -> Callable[[Event, Sequence[int], Actor], object]:
    return lambda event, arguments, actor: service(event_id=event.pk, entrants=arguments, actor=actor)


STEPS: Mapping[str, Callable[[Event, Sequence[int], Actor], object]] = {
    "here": _here,
    "not-here": _of_entrants(night.mark_not_here),
    "not-entered": _of_entrants(entrants.take_back_entries),
    "seed": _of_entrants(entrants.seed_as_before),
    "substitute": _substitute,
    "fix-table": _fix_table,
    "apart": _apart,
    "together": _together,
    "teams": _teams,
    "expel": _expel,
    "sit": _sit,
    "get-up": _get_up,
    "move": _move,
    "exchange": _exchange,
    "reopen": _at_table(life.reopen_table),
    "end": _at_table(life.end_table),
    "adjourn": _at_table(life.adjourn_table),
    "take-back": _at_table(life.take_back_table),
    "resume": _resume,
    "reopen-event": _of_event(night.reopen_event),
    "finish-event": _of_event(night.finish_event),
    "discard-event": _of_event(night.discard_event),
    "unrule": _unrule,
    "open-tie": _open_tie,
    "extra-time": _extra_time,
    "clock": _clock,
    "undo-round": _of_round(rounds.undo_round),
    "unpublish": _of_round(rounds.unpublish_round),
    "undo-start": _undo_start,
    "start": _start,
    "registration": _registration,
    "reinstate": _reinstate,
    "withdraw": _withdraw,
    "let-in-as": _let_in_as,
    "let-in": _with_registrations(registration.let_in),
    "wait-again": _with_registrations(registration.wait_again),
    "check-in": _check(present=True),
    "check-out": _check(present=False),
}
GIVEN = {
    "sit": 3,
    "move": 3,
    "get-up": 2,
    "let-in-as": 2,
    "exchange": 2,
    "unrule": 2,
    "expel": 2,
    "withdraw": 2,
    "extra-time": 3,
    "substitute": 2,
    "fix-table": 2,
    "clock": 9,
    "reopen-event": 0,
    "finish-event": 0,
    "discard-event": 0,
}
SOME = (
    "start",
    "here",
    "not-here",
    "not-entered",
    "apart",
    "together",
    "check-in",
    "check-out",
    "let-in",
    "wait-again",
)


SHOWN_FIRST = "correct-back"
"""Of a table on which later rounds rest: what undoing its latest change moves is seen before."""


def is_step(key: str, arguments: Sequence[int]) -> bool:
    enough = key == "seed" or (bool(arguments) if key in SOME else len(arguments) == GIVEN.get(key, 1))
    return key in (*STEPS, SHOWN_FIRST) and enough


def changes_event(steps: Sequence[Step]) -> bool:
    """Whether it is open or over: more of its page than what is done there, and the club's to decide."""
    return any(key.endswith("-event") for key, _given in steps)


def status_back(entrant: Entrant) -> Step:
    """What makes the entrant play, or play no more, as now."""
    if entrant.status == Entrant.Status.ACTIVE:
        return "reinstate", (entrant.pk,)
    entry = round_robin_entry(entrant.event, entrant)
    key = "expel" if entrant.status == Entrant.Status.EXPELLED else "withdraw"
    return key, (entrant.pk, RESULTS.index(entry.results if entry else ""))


def play_off_back(tables: Sequence[Table]) -> list[Step]:
    """What undoes that these were opened."""
    return [("undo-round", (table.round_id,)) for table in tables[:1] if table.round_id]


OTHER_WAY = {"end": "reopen", "adjourn": "resume", "take-back": "reopen", "reopen": "end"}


def steps_back(how: str, table_id: int, *, before: str) -> list[Step]:
    """What undoes what was done (``how``) at a table that was in the state ``before``."""
    if how == "reopen" and before == Table.Status.UNDONE:
        return [("take-back", (table_id,))]
    if how not in OTHER_WAY:
        return []
    steps: list[Step] = [(OTHER_WAY[how], (table_id,))]
    if how == "end" and before == Table.Status.ADJOURNED:
        steps.append(("adjourn", (table_id,)))
    if how == "take-back" and before in ENDED:
        steps.append(("end", (table_id,)))
    return steps
