"""Brings in what was played elsewhere: a tournament as rounds, tables and results of one planned here, an evening on
paper as tables of its night, and a list of players.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction

from tournaments.audit import Actor
from tournaments.formats.plan import next_round
from tournaments.formats.stages import swiss_length
from tournaments.models import (
    Club,
    Deal,
    Entrant,
    Event,
    Player,
    Round,
    RoundSeating,
    SeatedTable,
    Stage,
    tidy_name,
)
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.stage.teams import sides_of
from tournaments.services.change import commit_change, lock_night
from tournaments.services.club.clubs import players_named
from tournaments.services.desk.actions import set_rounds
from tournaments.services.files.club import IMPOSSIBLE
from tournaments.services.files.tables import (
    Bringing,
    BroughtTable,
    PaperTable,
    bring_boards,
    bring_table,
    deal_ids,
    write_sheet,
)
from tournaments.services.night import add_entrants, open_tables
from tournaments.services.prizes import join_categories, lock_events_of
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import ListedEntrant, check_in, enter, expel, seed_by_hand, withdraw
from tournaments.services.stage.planning import lock_stage, lock_tournament, request_byes, start_stage
from tournaments.services.stage.rounds import publish_round
from tournaments.services.stage.rulings import settle_tie
from tournaments.services.teams import name_captains

Report = Callable[[int, int], None]
"""How many of how many are done. It may raise Refused: then nothing of it stays."""


@transaction.atomic
def bring_paper(
    *,
    event_id: int,
    tables: Sequence[PaperTable],
    actor: Actor,
    report: Report = lambda done, count: None,
) -> int:
    """All of them or none, each ended; how many deals. The same tables are brought once, however often a button was
    tapped, and by however many. Raises ScoringError or Refused.
    """
    event = lock_night(event_id)
    key = hashlib.sha256(json.dumps([event_id, tables], sort_keys=True).encode()).hexdigest()
    ids = [deal_ids(key, str(place), len(table.deals)) for place, table in enumerate(tables)]
    if Deal.objects.filter(client_id__in=[deal_id for of_table in ids for deal_id in of_table[:1]]).exists():
        raise Refused("paper-brought")
    names = list(dict.fromkeys(name for table in tables for name in table.players))
    players = players_named(club=event.club, names=names, actor=actor)
    add_entrants(event_id=event.pk, players=players.values(), actor=actor)
    entrants = dict(event.entrants.values_list("player", "pk"))
    for done, (table, of_table) in enumerate(zip(tables, ids, strict=True), start=1):
        group = [entrants[players[name.casefold()].pk] for name in table.players]
        (opened,) = open_tables(event_id=event.pk, groups=[group], numbers=[table.number], actor=actor)
        write_sheet(opened.pk, table, of_table, actor)
        report(done, len(tables))
    return sum(deal is not None for table in tables for deal in table.deals)


KEPT = "kept"  # what who leaves a round robin has played


class BroughtRound(NamedTuple):
    """``requested``: what a bye that was asked for is worth, by name."""

    tables: tuple[BroughtTable, ...]
    byes: tuple[str, ...] = ()
    requested: Mapping[str, str] = {}
    play_off: bool = False


class BroughtStage(NamedTuple):
    """``planned`` rounds, None where the file is silent; ``places`` at its end, by name: they part who is level.
    ``requested`` in rounds to come, by name and number of the round.
    """

    number: int
    rounds: tuple[BroughtRound, ...]
    planned: int | None = None
    places: Mapping[str, int] = {}
    requested: Mapping[str, Mapping[int, str]] = {}


class BroughtEntrant(NamedTuple):
    name: str
    rating: float | None = None
    status: str = Entrant.Status.ACTIVE
    team: str = ""
    captain: bool = False


class BroughtEvent(NamedTuple):
    """``entrants`` in the order of their seeds; ``teams`` that meet over boards in theirs, if the file tells it, and
    which of them have ``left``, with their status.
    """

    entrants: tuple[BroughtEntrant, ...]
    stages: tuple[BroughtStage, ...]
    teams: tuple[str, ...] = ()
    left: Mapping[str, str] = {}

    @property
    def names(self) -> list[str]:
        """Each once, those who stood in last."""
        tables = [table for stage in self.stages for round_ in stage.rounds for table in round_.tables]
        boards = [board for table in tables for board in table.boards if board]
        stand_ins = (seat.stand_in for table in (*tables, *boards) for seat in table.seats)
        return list(dict.fromkeys([*(entrant.name for entrant in self.entrants), *filter(None, stand_ins)]))

    @property
    def rosters(self) -> dict[str, list[str]]:
        """The members of each team."""
        members: dict[str, list[str]] = {team: [] for team in self.teams}
        for entrant in self.entrants:
            if entrant.team:
                members.setdefault(entrant.team, []).append(entrant.name)
        return members

    @property
    def matches(self) -> int:
        """Those of teams."""
        return sum(bool(table.line_ups) for stage in self.stages for round_ in stage.rounds for table in round_.tables)

    @property
    def tables(self) -> int:
        tables = (table for stage in self.stages for round_ in stage.rounds for table in round_.tables)
        return sum(len(table.boards) if table.line_ups else 1 for table in tables)

    @property
    def rounds(self) -> int:
        return sum(len(stage.rounds) for stage in self.stages)


@transaction.atomic
def bring_played(
    *, event_id: int, played: BroughtEvent, people: Mapping[str, int], file: str, actor: Actor, report: Report
) -> list[str]:
    """All of it or nothing. ``people``: who of the file is who (id) of the club's list; the others are new. Tells whose
    place is another one than the file says. Raises Refused.
    """
    event = lock_tournament(event_id)
    if event.stages.exclude(status=Stage.Status.PLANNED).exists():
        raise Refused("played-begun")
    planned = {stage.number: stage for stage in event.stages.all()}
    if missing := [stage.number for stage in played.stages if stage.number not in planned]:
        raise Refused("played-stages", stages=missing)
    names = _names(event, played, people)
    listed = [ListedEntrant(name=names[each.name], rating=each.rating, team=each.team) for each in played.entrants]
    entered = enter(event_id=event_id, entries=listed, actor=actor, checked_in=True)
    ids = {brought.name: entrant.pk for brought, entrant in zip(played.entrants, entered, strict=True)}
    seed_by_hand(event_id=event_id, entrants=list(ids.values()), actor=actor)
    sitting = players_named(club=event.club, names=names.values(), actor=actor)
    players = {name: sitting[tidy_name(ours).casefold()] for name, ours in names.items()}
    sides = _sides(event, played, ids, actor)
    bringing = Bringing(ids, sides, players, file, actor, _counting(played.tables, report))
    try:
        elsewhere = [
            name for stage in played.stages for name in _bring_stage(planned[stage.number].pk, stage, bringing)
        ]
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
    our_names = {name.casefold() for name in ours.values()}
    for name in played.names:
        if name not in people and tidy_name(name).casefold() in our_names:
            raise Refused("player-name-here", name=name)
    return {name: ours[people[name]] if name in people else name for name in played.names}


def _sides(event: Event, played: BroughtEvent, ids: Mapping[str, int], actor: Actor) -> dict[str, int]:
    """What stands for the teams of the file, strongest first, by their names. Nothing where people meet."""
    captains = {ids[entrant.name] for entrant in played.entrants if entrant.captain}
    if captains:
        name_captains(event_id=event.pk, captains=captains, actor=actor)
    named = {entrant.team.casefold(): entrant.team for entrant in played.entrants if entrant.team}
    sides = {
        side: named[name.casefold()]
        for name, side in event.teams.exclude(side=None).values_list("name", "side")
        if name.casefold() in named
    }
    proposed = [line.entrant.pk for line in start_list(event.stages.earliest("number")).lines] if sides else []
    by_name = {sides[side]: side for side in proposed if side in sides}
    return {name: by_name[name] for name in dict.fromkeys([*played.teams, *by_name])}


def _counting(count: int, report: Report) -> Callable[[], None]:
    so_far = 0

    def done() -> None:
        nonlocal so_far
        so_far += 1
        report(so_far, count)

    return done


def _bring_stage(stage_id: int, played: BroughtStage, bringing: Bringing) -> list[str]:
    stage = Stage.objects.get(pk=stage_id)
    seeded = list(bringing.drawn.values())
    if played.number > 1:
        present = {bringing.drawn[name] for round_ in played.rounds for name in _people(round_)}
        proposed = [line.entrant.pk for line in start_list(stage).lines]
        seeded = [pk for pk in dict.fromkeys([*proposed, *seeded]) if pk in present]
    start_stage(stage_id=stage_id, entrants=seeded, actor=bringing.actor)
    _set_rounds(stage, played, bringing)
    for number, round_ in enumerate(played.rounds, start=1):
        _bring_round(lock_stage(stage_id), number, round_, bringing)
    for name, byes in played.requested.items():
        request_byes(event_id=stage.event_id, entrant_id=bringing.drawn[name], byes=byes, actor=bringing.actor)
    return _places(stage_id, played, bringing)


def _people(round_: BroughtRound) -> list[str]:
    names = [name for table in round_.tables for name in table.people]
    return [*names, *round_.byes, *round_.requested]


def _set_rounds(stage: Stage, played: BroughtStage, bringing: Bringing) -> None:
    """As many as were planned there, and never fewer than were played."""
    if stage.format != Stage.Format.SWISS:
        return
    state = stage_state(Stage.objects.get(pk=stage.pk))
    natural = max(swiss_length(group, state.plan.options) for group in state.groups)
    rounds = max(played.planned or natural, sum(not round_.play_off for round_ in played.rounds))
    if rounds != natural:
        set_rounds(stage_id=stage.pk, rounds=rounds, actor=bringing.actor)


def _matches(stage: Stage, played: BroughtRound, ids: Mapping[str, int]) -> list[int | None]:
    """In a bracket those that its draw has for these people: no others meet there."""
    state = stage_state(stage)
    if any(bool(table.line_ups) != bool(state.plan.options.boards) for table in played.tables):
        raise Refused("played-unfit")
    if state.plan.form.bracket is None or played.play_off:
        return [None] * len(played.tables)
    drawn = next_round(state.plan, state.groups)
    match_numbers = dict(zip(map(frozenset, drawn.seating.tables), drawn.matches, strict=True)) if drawn else {}
    sitting = [frozenset(ids[name] for name in table.people) for table in played.tables]
    if unknown := [table.number for table, who in zip(played.tables, sitting, strict=True) if who not in match_numbers]:
        raise Refused("played-bracket", tables=unknown)
    return [match_numbers[who] for who in sitting]


def _bring_round(stage: Stage, number: int, played: BroughtRound, bringing: Bringing) -> None:
    ids = bringing.drawn
    tables = []
    for brought, match in zip(played.tables, _matches(stage, played, ids), strict=True):
        sitting = tuple(ids[seat.name] for seat in brought.seats)
        absent = tuple(ids[name] for name in brought.absent)
        tables.append(SeatedTable(sitting, brought.number, match, forfeited=absent))
    seating = RoundSeating(
        tables=tuple(tables),
        byes=tuple(ids[name] for name in played.byes),
        requested={ids[name]: worth for name, worth in played.requested.items()},
        play_off=played.play_off,
        edited=True,
    )
    line_ups = {bringing.sides[name]: people for table in played.tables for name, people in table.line_ups.items()}
    seating = replace(
        seating, line_ups={side: tuple(map(bringing.ids.__getitem__, people)) for side, people in line_ups.items()}
    )
    round_ = Round.objects.create(stage=stage, number=number, seating=seating)
    with _absent(stage.event, seating, bringing.actor):
        opened = {table.number: table for table in publish_round(round_id=round_.pk, actor=bringing.actor)}
    for brought in played.tables:
        if brought.line_ups:
            bring_boards([opened[brought.number + board] for board in range(len(brought.boards))], brought, bringing)
        else:
            bring_table(opened[brought.number], brought, bringing)
        for _table in brought.boards if brought.line_ups else (brought,):
            bringing.done()


@contextmanager
def _absent(event: Event, seating: RoundSeating, actor: Actor) -> Iterator[None]:
    """Meanwhile, of a team that has left boards empty, whoever sat at none is not here."""
    boards = max((stage.options.get("boards") or 0 for stage in event.stages.all()), default=0)
    members = sides_of(event) if seating.line_ups else {}
    short = {side: people for side, people in seating.line_ups.items() if len(people) < boards}
    away = [one.pk for side, people in short.items() for one in members[side] if one.pk not in people]
    if away:
        check_in(event_id=event.pk, entrants=away, present=False, actor=actor)
    yield
    if away:
        check_in(event_id=event.pk, entrants=away, present=True, actor=actor)


def _places(stage_id: int, played: BroughtStage, bringing: Bringing) -> list[str]:
    """Who is level stands as the file says. Tells who stands elsewhere by the results."""
    ids = bringing.drawn
    final_places = {ids[name]: place for name, place in played.places.items() if name in ids}
    state = stage_state(Stage.objects.get(pk=stage_id))
    if not final_places or state.open_tables:
        return []
    for places in state.places:
        level = [who for _place, who in places if who in state.placed_by_lot and who in final_places]
        if (settled := _by_place(level, final_places)) != level:
            settle_tie(stage_id=stage_id, order=settled, reason="", actor=bringing.actor)
            state = stage_state(Stage.objects.get(pk=stage_id))
    names = {pk: name for name, pk in ids.items()}
    misplaced = []
    for places in state.places:
        order = [who for _place, who in places if who in final_places]
        for who, other in zip(order, _by_place(order, final_places), strict=True):
            if final_places[who] != final_places[other]:
                misplaced.append(names[who])
    return misplaced


def _by_place(order: Sequence[int], places: Mapping[int, int]) -> list[int]:
    return sorted(order, key=lambda who: places[who])


def _leave(event: Event, played: BroughtEvent, bringing: Bringing) -> None:
    """Who had gone before the end plays no more."""
    scheduled = event.stages.filter(status=Stage.Status.RUNNING, format=Stage.Format.ROUND_ROBIN).exists()
    results = KEPT if scheduled else ""
    actor, left = bringing.actor, {bringing.ids[entrant.name]: entrant.status for entrant in played.entrants}
    left |= {side: played.left.get(name, "") for name, side in bringing.sides.items()}
    for who, status in left.items():
        if status == Entrant.Status.WITHDRAWN:
            withdraw(event_id=event.pk, entrant_id=who, actor=actor, results=results)
        elif status == Entrant.Status.EXPELLED:
            expel(event_id=event.pk, entrant_id=who, reason="", actor=actor, results=results)


class ListedPlayer(NamedTuple):
    """Of whom a list tells that is brought in."""

    name: str
    nickname: str


@transaction.atomic
def bring_players(
    *,
    club: Club,
    listed: Sequence[ListedPlayer],
    categories: Mapping[str, Collection[str]] | None = None,
    actor: Actor,
) -> int:
    """Adds those of the list who are not on the club's yet, and says how many. Who is stays as the club has them, but
    for ``categories`` (names, by that of the player): they are added to those that somebody has.
    """
    categories = categories or {}
    lock_events_of(club=club, names=categories)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    player_ids = set(club.players.values_list("pk", flat=True))
    players = players_named(club=club, names=[person.name for person in listed], actor=actor)
    new = {name: player for name, player in players.items() if player.pk not in player_ids}
    for person in listed:
        if player := new.get(tidy_name(person.name).casefold()):
            player.nickname = person.nickname
    Player.objects.bulk_update([player for player in new.values() if player.nickname], ["nickname"], batch_size=500)
    join_categories(club=club, categories=categories, actor=actor)
    return len(new)
