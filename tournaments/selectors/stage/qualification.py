"""Who is to begin a stage, and why: by seed, or from the stage before. A proposal that the director may edit."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from sys import maxsize
from typing import NamedTuple

from django.db.models import F

from tournaments.formats.bracket.progress import LARGEST
from tournaments.formats.plan import Qualify
from tournaments.formats.qualification import (
    Finish,
    Qualified,
    Tie,
    level_at_cut,
    level_in_groups,
    qualify,
    reseeded,
    swiss_cut,
)
from tournaments.formats.record import Id, Score, StageRecord
from tournaments.formats.stages import Places
from tournaments.formats.standings.ledger import settled_tiers
from tournaments.formats.standings.ranking import Row, level_tiers
from tournaments.models import Entrant, Stage
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.stages import How, stage_before

UNSEEDED_LAST = F("seed").asc(nulls_last=True)
LAST = (maxsize, 0)  # whoever was not in the stage before, behind all who were


@dataclass(frozen=True)
class StartLine:
    """``reason`` as in Qualified, or "seeded" in the first stage; ``place`` and ``group`` are of the stage before, and
    ``settled`` what told the line apart from others of that place."""

    entrant: Entrant
    seed: int
    reason: str
    place: int
    group: int | None
    settled: How | None


@dataclass(frozen=True)
class LevelAtCut:
    """Some whom nothing played tells apart, and of whom only so many ``places`` go on."""

    entrants: list[Entrant]
    places: int
    place: int
    group: int | None  # None in a stage of one group, and for the runners-up of several
    among_runners_up: bool
    may_all: bool  # the stage can take every one of them
    tables: list[int]  # numbers of those at which they play it off just now

    @property
    def ids(self) -> list[int]:
        return [entrant.pk for entrant in self.entrants]


class Stood(NamedTuple):
    """A place in the stage before, and the number of the group there."""

    place: int
    group: int


@dataclass(frozen=True)
class StartList:
    stage: Stage
    before: StageState | None  # the stage before it
    lines: list[StartLine]
    level: list[LevelAtCut]  # nobody of them is in: how it is settled comes first
    out: list[Entrant]  # who could be put in by hand, as they stood in the stage before
    missing: list[Entrant]  # entered, but not checked in
    stood: Mapping[Id, Stood]  # where everybody was in the stage before
    short: bool  # fewer came through than the plan says


def start_list(stage: Stage, *, edited: Sequence[int] | None = None, before: StageState | None = None) -> StartList:
    """``edited`` are the entrants (ids) in the order of their seeds as the director has left them; ``before`` the stage
    before, where it has been read already."""
    entrants = list(stage.event.entrants.select_related("player", "substitute").order_by(UNSEEDED_LAST, "pk"))
    playing = {e.pk: e for e in entrants if e.status == Entrant.Status.ACTIVE}
    if before is None and (earlier := stage_before(stage)):
        before = stage_state(earlier)
    if before is None:
        here = [who for who, entrant in playing.items() if entrant.present]
        cut = Cut([Qualified(who, seed, "seeded", seed) for seed, who in enumerate(here, start=1)])
    else:
        qualify = Qualify(**stage.options["qualify"]) if stage.options.get("qualify") else None
        cut = _cut(before, qualify, playing)
    lines = cut.lines
    if edited is not None:
        lines = reseeded([*lines, *_by_word(cut.level)], [pk for pk in edited if pk in playing])
    chosen = {line.id for line in lines}
    level = [tie for tie in cut.level if chosen.isdisjoint(tie.ids)]
    settling = {who for tie in level for who in tie.ids}
    rest = [entrant for who, entrant in playing.items() if who not in chosen | settling]
    rest.sort(key=lambda entrant: cut.stood.get(entrant.pk, LAST))
    return StartList(
        stage=stage,
        before=before,
        lines=[
            StartLine(playing[line.id], line.seed, line.reason, line.place, line.group, cut.settled.get(line.id))
            for line in lines
        ],
        level=[_level_at_cut(tie, before, playing, room=LARGEST - len(lines)) for tie in level],
        out=[entrant for entrant in rest if entrant.present],
        missing=[entrant for entrant in rest if not entrant.present],
        stood=cut.stood,
        short=cut.short,
    )


def places_to_go_on(state: StageState) -> int | None:
    """How many of each group go on into the planned stage that follows, best runners-up left aside; None where all do,
    or none is planned.
    """
    planned = state.stage.event.stages.filter(number__gt=state.stage.number, status=Stage.Status.PLANNED)
    following = planned.order_by("number").first()
    if following is None or not following.options.get("qualify"):
        return None
    return _shares(Qualify(**following.options["qualify"]), [group.entrants for group in state.groups])[0]


@dataclass(frozen=True)
class Cut:
    """Who goes on from a stage; nobody of those who are ``level`` at the cut. ``settled`` tells of those who were."""

    lines: list[Qualified]
    level: Sequence[Tie] = ()
    settled: Mapping[Id, How] = field(default_factory=dict)
    stood: Mapping[Id, Stood] = field(default_factory=dict)
    short: bool = False


def _by_word(level: Sequence[Tie]) -> list[Qualified]:
    """The lines of those who were level, should the director put them in."""
    return [Qualified(who, 0, "level", tie.place, tie.group) for tie in level for who in tie.ids]


def _level_at_cut(level: Tie, state: StageState | None, playing: Mapping[Id, Entrant], *, room: int) -> LevelAtCut:
    several = state is not None and len(state.groups) > 1
    play_offs = state.open_play_offs() if state else []
    return LevelAtCut(
        entrants=[playing[who] for who in level.ids],
        places=level.places,
        place=level.place,
        group=level.group if several else None,
        among_runners_up=several and level.group is None,
        may_all=len(level.ids) <= room,
        tables=[t.number for t in play_offs if any(seat.entrant_id in level.ids for seat in t.seats.all())],
    )


def _cut(state: StageState, wanted: Qualify | None, playing: Collection[Id]) -> Cut:
    settled = [decision.places for decision in state.decisions]
    tiers, refined = [], []
    for group in tiers_of(state):
        here = [[who for who in tier if who in playing] for tier in group]
        tiers.append(here)
        refined.append([part for tier in here if tier for part in settled_tiers(settled, tier)])
    orders = [list(chain.from_iterable(group)) for group in refined]
    cut = _cut_one(orders[0], refined[0], wanted) if len(orders) == 1 else _cut_groups(state, refined, orders, wanted)
    stood: dict[Id, Stood] = {}
    for number, group in enumerate(tiers, start=1):
        stood |= {who: Stood(place, number) for place, who in _placed(group)}
    level = {who for tie in cut.level for who in tie.ids}
    lines = [replace(line, place=stood[line.id].place) for line in cut.lines if line.id not in level]
    return replace(
        cut,
        lines=[replace(line, seed=seed) for seed, line in enumerate(lines, start=1)],
        settled=_settled(state, tiers),
        stood=stood,
    )


def _cut_one(order: list[Id], tiers: Sequence[Sequence[Id]], wanted: Qualify | None) -> Cut:
    size = (wanted.size or wanted.per_group or 0) if wanted else len(order)
    taken = min(size, len(order))
    level = level_at_cut(tiers, size=taken, group=1)
    return Cut(swiss_cut(order, size=taken) if taken > 1 else [], [level] if level else [], short=taken < size)


def _cut_groups(state: StageState, tiers: list[list[list[Id]]], orders: list[list[Id]], wanted: Qualify | None) -> Cut:
    per_group, runners_up = _shares(wanted, orders)
    short = any(len(order) < per_group for order in orders)
    per_group = min(per_group, *(len(order) for order in orders))
    behind = sum(len(order) > per_group for order in orders)
    if per_group < 1:
        return Cut([], short=True)
    settled = [decision.places for decision in state.decisions]
    finishes = [_finishes(*reading) for reading in zip(state.groups, state.standings, orders, strict=True)]
    in_tiers = []
    for group, finishers in zip(tiers, finishes, strict=True):
        by_id = {finish.id: finish for finish in finishers}
        in_tiers.append([[by_id[who] for who in tier] for tier in group])
    going = min(runners_up, behind)
    # Where every runner-up goes on, the cut of each group is behind them.
    cut_after, contested = (per_group, going) if going < behind else (per_group + 1, 0)
    return Cut(
        qualify(finishes, per_group=per_group, best_runners_up=going, settled=settled),
        level_in_groups(in_tiers, per_group=cut_after, best_runners_up=contested, settled=settled),
        short=short or runners_up > behind,
    )


def _shares(wanted: Qualify | None, orders: Sequence[Sequence[Id]]) -> tuple[int, int]:
    """How many of each group, and how many of those next behind them."""
    if wanted is None:
        return min(len(order) for order in orders), len(orders)
    if wanted.per_group is not None:
        return wanted.per_group, wanted.best_runners_up
    return divmod(wanted.size or 0, len(orders))


def _settled(state: StageState, tiers: Sequence[Sequence[Sequence[Id]]]) -> dict[Id, How]:
    """What told those apart who were level, by the newest that names all of them; runners-up are of several groups."""
    groups = [{*chain.from_iterable(group)} for group in tiers]
    among = [decision for decision in state.decisions if not any(decision.places.keys() <= group for group in groups)]
    reasons: dict[Id, How] = {who: settlement.how for settlement in among for who in settlement.places}
    for tier in chain.from_iterable(tiers):
        by = next((decision.how for decision in reversed(state.decisions) if decision.places.keys() >= set(tier)), None)
        if by and len(tier) > 1:
            reasons |= dict.fromkeys(tier, by)
    return reasons


def tiers_of(state: StageState) -> list[list[list[Id]]]:
    """Each group's entrants as they stand, best first, those together whom nothing but a lot tells apart."""
    if state.plan.form.standings:
        return [level_tiers(rows) for rows in state.standings]
    return [_by_place(places) for places in state.places]


def _by_place(places: Places) -> list[list[Id]]:
    tiers: dict[int, list[Id]] = {}
    for place, who in places:
        tiers.setdefault(place, []).append(who)
    return list(tiers.values())


def _placed(tiers: Sequence[Sequence[Id]]) -> list[tuple[int, Id]]:
    """(place, id): those of a tier share it."""
    before, placed = 0, []
    for tier in tiers:
        placed += [(before + 1, who) for who in tier]
        before += len(tier)
    return placed


def _finishes(group: StageRecord, standings: Sequence[Row], order: Sequence[Id]) -> list[Finish]:
    rows = {row.id: row for row in standings}
    scores: dict[Id, Score] = dict.fromkeys(order, 0)
    played = Counter[Id]()
    for table in chain.from_iterable(round_.tables for round_ in group.rounds):
        played.update(table.ids)
        for seat in table.present:
            if seat.id in scores:
                scores[seat.id] += seat.score
    return [Finish(who, (rows[who].points, scores[who]), played[who]) for who in order]
