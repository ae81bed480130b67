"""A tournament that was played elsewhere becomes the rounds, tables and results of one that is planned here."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction

from tournaments.audit import Actor
from tournaments.formats.plan import next_round
from tournaments.formats.stages import swiss_length
from tournaments.models import Entrant, Event, Player, Round, RoundSeating, SeatedTable, Stage, Table, tidy_name
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.services.change import commit_change
from tournaments.services.club.clubs import players_named
from tournaments.services.files.arrival import IMPOSSIBLE
from tournaments.services.files.paper import PaperTable, Tell, deal_ids, write_sheet
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import lock_stage, lock_tournament, set_rounds, start_stage
from tournaments.services.stage.registration import ListedEntrant, enter, expel, seed_by_hand, withdraw
from tournaments.services.stage.rounds import publish_round
from tournaments.services.stage.rulings import decide_places, forfeit, settle_tie

KEPT = "kept"  # what who leaves a round robin has played


class BroughtSeat(NamedTuple):
    """Names as the file has them; ``place`` None where it was not told."""

    name: str
    stand_in: str = ""
    place: int | None = None
    forfeited: bool = False


class BroughtTable(NamedTuple):
    """``absent`` were drawn for it and never came. One without deals, places and forfeits is open."""

    number: int
    seats: tuple[BroughtSeat, ...]
    absent: tuple[str, ...] = ()
    sheet: PaperTable | None = None


class BroughtRound(NamedTuple):
    """``requested``: what a bye that was asked for is worth, by name."""

    tables: tuple[BroughtTable, ...]
    byes: tuple[str, ...] = ()
    requested: Mapping[str, str] = {}
    play_off: bool = False


class BroughtStage(NamedTuple):
    """``planned`` rounds, None where the file is silent; ``places`` at its end, by name: they part who is level."""

    number: int
    rounds: tuple[BroughtRound, ...]
    planned: int | None = None
    places: Mapping[str, int] = {}


class BroughtEntrant(NamedTuple):
    name: str
    rating: float | None = None
    status: str = Entrant.Status.ACTIVE


class BroughtEvent(NamedTuple):
    """``entrants`` in the order of their seeds."""

    entrants: tuple[BroughtEntrant, ...]
    stages: tuple[BroughtStage, ...]

    @property
    def tables(self) -> int:
        return sum(len(round_.tables) for stage in self.stages for round_ in stage.rounds)

    @property
    def rounds(self) -> int:
        return sum(len(stage.rounds) for stage in self.stages)


class _Bringing(NamedTuple):
    ids: Mapping[str, int]
    players: Mapping[str, Player]
    file: str
    actor: Actor
    done: Callable[[], None]


@transaction.atomic
def bring_played(
    *, event_id: int, played: BroughtEvent, people: Mapping[str, int], file: str, actor: Actor, tell: Tell
) -> list[str]:
    """All of it or nothing. ``people``: who of the file is who (id) of the club's list; the others are new. Tells whose
    place is another one than the file says. Raises Refused.
    """
    event = lock_tournament(event_id)
    if event.stages.exclude(status=Stage.Status.PLANNED).exists():
        raise Refused("played-begun")
    planned = {stage.number: stage for stage in event.stages.all()}
    if missing := [each.number for each in played.stages if each.number not in planned]:
        raise Refused("played-stages", stages=missing)
    names = _names(event, played, people)
    listed = [ListedEntrant(name=names[each.name], rating=each.rating) for each in played.entrants]
    entered = enter(event_id=event_id, entries=listed, actor=actor, checked_in=True)
    ids = {each.name: entrant.pk for each, entrant in zip(played.entrants, entered, strict=True)}
    seed_by_hand(event_id=event_id, entrants=list(ids.values()), actor=actor)
    sitting = players_named(club=event.club, names=names.values(), actor=actor)
    players = {name: sitting[tidy_name(ours).casefold()] for name, ours in names.items()}
    bringing = _Bringing(ids, players, file, actor, _counting(played.tables, tell))
    try:
        elsewhere = [name for each in played.stages for name in _bring_stage(planned[each.number].pk, each, bringing)]
        _leave(event, played, bringing)
    except IMPOSSIBLE as error:
        raise Refused("played-unfit") from error
    event = lock_tournament(event_id)
    commit_change(event, actor, "event-brought", after={"rounds": played.rounds})
    return list(dict.fromkeys(elsewhere))


def _names(event: Event, played: BroughtEvent, people: Mapping[str, int]) -> dict[str, str]:
    """By the name in the file that on the club's list; whoever is new there is called as in the file."""
    if len(set(people.values())) < len(people):
        raise Refused("people-twice")
    listed = event.club.players.filter(anonymised_at=None, merge=None)
    ours = dict(listed.values_list("pk", "name"))
    if not ours.keys() >= set(people.values()):
        raise Refused("player-gone")
    taken = {name.casefold() for name in ours.values()}
    told = dict.fromkeys([each.name for each in played.entrants])
    stand_ins = [s.stand_in for each in played.stages for r in each.rounds for t in r.tables for s in t.seats]
    for name in told | dict.fromkeys(filter(None, stand_ins)):
        if name not in people and tidy_name(name).casefold() in taken:
            raise Refused("player-name-here", name=name)
    return {name: ours[people[name]] if name in people else name for name in [*told, *filter(None, stand_ins)]}


def _counting(count: int, tell: Tell) -> Callable[[], None]:
    so_far = 0

    def done() -> None:
        nonlocal so_far
        so_far += 1
        tell(so_far, count)

    return done


def _bring_stage(stage_id: int, played: BroughtStage, bringing: _Bringing) -> list[str]:
    stage = Stage.objects.get(pk=stage_id)
    seeded = list(bringing.ids.values())
    if played.number > 1:
        here = {bringing.ids[name] for round_ in played.rounds for name in _people(round_)}
        proposed = [line.entrant.pk for line in start_list(stage).lines]
        seeded = [pk for pk in [*proposed, *(pk for pk in seeded if pk not in proposed)] if pk in here]
    start_stage(stage_id=stage_id, entrants=seeded, actor=bringing.actor)
    _set_rounds(stage, played, bringing)
    for number, round_ in enumerate(played.rounds, start=1):
        _bring_round(lock_stage(stage_id), number, round_, bringing)
    return _places(stage_id, played, bringing)


def _people(round_: BroughtRound) -> list[str]:
    seated = [name for table in round_.tables for name in (*(seat.name for seat in table.seats), *table.absent)]
    return [*seated, *round_.byes, *round_.requested]


def _set_rounds(stage: Stage, played: BroughtStage, bringing: _Bringing) -> None:
    """As many as were planned there, and never fewer than were played."""
    if stage.format != Stage.Format.SWISS:
        return
    state = stage_state(Stage.objects.get(pk=stage.pk))
    natural = max(swiss_length(group, state.plan.options) for group in state.groups)
    wanted = max(played.planned or natural, sum(not each.play_off for each in played.rounds))
    if wanted != natural:
        set_rounds(stage_id=stage.pk, rounds=wanted, actor=bringing.actor)


def _matches(stage: Stage, played: BroughtRound, ids: Mapping[str, int]) -> list[int | None]:
    """In a bracket those that its draw has for these people: no others meet there."""
    state = stage_state(stage)
    if state.plan.form.bracket is None or played.play_off:
        return [None] * len(played.tables)
    drawn = next_round(state.plan, state.groups)
    known = dict(zip(map(frozenset, drawn.seating.tables), drawn.matches, strict=True)) if drawn else {}
    sitting = [frozenset(ids[name] for name in _people(BroughtRound((table,)))) for table in played.tables]
    if unknown := [table.number for table, who in zip(played.tables, sitting, strict=True) if who not in known]:
        raise Refused("played-bracket", tables=unknown)
    return [known[who] for who in sitting]


def _bring_round(stage: Stage, number: int, played: BroughtRound, bringing: _Bringing) -> None:
    ids = bringing.ids
    seating = RoundSeating(
        tables=tuple(
            SeatedTable(
                tuple(ids[seat.name] for seat in table.seats),
                table.number,
                match,
                forfeited=tuple(ids[name] for name in table.absent),
            )
            for table, match in zip(played.tables, _matches(stage, played, ids), strict=True)
        ),
        byes=tuple(ids[name] for name in played.byes),
        requested={ids[name]: worth for name, worth in played.requested.items()},
        play_off=played.play_off,
        edited=True,
    )
    round_ = Round.objects.create(stage=stage, number=number, seating=seating)
    opened = publish_round(round_id=round_.pk, actor=bringing.actor)
    for table, each in zip(opened, played.tables, strict=True):
        _bring_table(table, each, bringing)
        bringing.done()


def _bring_table(table: Table, played: BroughtTable, bringing: _Bringing) -> None:
    actor, reason = bringing.actor, ""
    for index, seat in enumerate(played.seats):
        if seat.stand_in:
            table.seats.filter(index=index).update(substitute=bringing.players[seat.stand_in])
    if played.sheet:
        place = f"{table.round_id}/{played.number}"
        write_sheet(table.pk, played.sheet, deal_ids(bringing.file, place, len(played.sheet.deals)), actor)
    gone = [index for index, seat in enumerate(played.seats) if seat.forfeited]
    if gone:
        forfeit(table_id=table.pk, seats=gone, reason=reason, actor=actor)
    staying = [seat.place for seat in played.seats if not (seat.forfeited and not played.sheet)]
    told = [place for place in staying if place is not None]
    if len(told) < max(2, len(staying)) or (gone and played.sheet):
        return
    if not played.sheet or told != list(table.seats.order_by("index").values_list("place", flat=True)):
        decide_places(table_id=table.pk, places=told, reason=reason, actor=actor)


def _places(stage_id: int, played: BroughtStage, bringing: _Bringing) -> list[str]:
    """Who is level stands as the file says. Tells who stands elsewhere by the results."""
    told = {bringing.ids[name]: place for name, place in played.places.items() if name in bringing.ids}
    state = stage_state(Stage.objects.get(pk=stage_id))
    if not told or state.open_tables:
        return []
    for places in state.places:
        level = [who for _place, who in places if who in state.placed_by_lot and who in told]
        if (settled := _by_place(level, told)) != level:
            settle_tie(stage_id=stage_id, order=settled, reason="", actor=bringing.actor)
            state = stage_state(Stage.objects.get(pk=stage_id))
    names = {pk: name for name, pk in bringing.ids.items()}
    found = [[who for place, who in places if who in told] for places in state.places]
    return [
        names[who]
        for order in found
        for who, other in zip(order, _by_place(order, told), strict=True)
        if told[who] != told[other]
    ]


def _by_place(order: Sequence[int], told: Mapping[int, int]) -> list[int]:
    return sorted(order, key=lambda who: told[who])


def _leave(event: Event, played: BroughtEvent, bringing: _Bringing) -> None:
    """Who had gone before the end plays no more."""
    scheduled = event.stages.filter(status=Stage.Status.RUNNING, format=Stage.Format.ROUND_ROBIN).exists()
    results = KEPT if scheduled else ""
    for each in played.entrants:
        who, actor = bringing.ids[each.name], bringing.actor
        if each.status == Entrant.Status.WITHDRAWN:
            withdraw(event_id=event.pk, entrant_id=who, actor=actor, results=results)
        elif each.status == Entrant.Status.EXPELLED:
            expel(event_id=event.pk, entrant_id=who, reason="", actor=actor, results=results)
