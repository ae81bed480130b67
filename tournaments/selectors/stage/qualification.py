"""Who is to begin a stage, and why: by seed, or from earlier stages. A proposal that the director may edit."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from sys import maxsize
from typing import NamedTuple

from tournaments.formats.bracket.progress import LARGEST
from tournaments.formats.graph import places_wanted
from tournaments.formats.mates import first_places
from tournaments.formats.qualification import (
    Finish,
    Qualified,
    Tie,
    everybody,
    level_at_cut,
    level_in_groups,
    qualify,
    reseeded,
)
from tournaments.formats.record import Id, Score, StageRecord
from tournaments.formats.sources import StageSource
from tournaments.formats.stages import Places
from tournaments.formats.standings.ledger import settled_tiers
from tournaments.formats.standings.ranking import Row, level_tiers
from tournaments.models import Entrant, Stage
from tournaments.selectors.stage.beginning import Feeder, Others, feeders_of, followed_by, sources_of, still_in
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.stages import How, every_stage
from tournaments.selectors.stage.teams import mates_apart, who_enters

LAST = (maxsize, 0, 0)  # whoever was in none of the stages before, behind all who were


@dataclass(frozen=True)
class StartLine:
    """``reason`` as in Qualified, or "seeded" in the first stage; ``place`` and ``group`` are of the earlier ``stage``
    (its number, 0 where it is the one before and the only source), and ``settled`` what told the line apart from others
    of that place."""

    entrant: Entrant
    seed: int
    reason: str
    place: int
    group: int | None
    settled: How | None
    stage: int


@dataclass(frozen=True)
class LevelAtCut:
    """Some whom nothing played in the stage ``before`` tells apart, and of whom only so many ``places`` go on."""

    before: StageState
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
    """A place in an earlier stage, and the numbers of the group and of the stage there."""

    place: int
    group: int
    stage: int


@dataclass(frozen=True)
class StartList:
    stage: Stage
    feeders: list[Feeder]
    lines: list[StartLine]
    level: list[LevelAtCut]  # nobody of them is in: how it is settled comes first
    out: list[Entrant]  # who could be put in by hand, as they stood in the stages before
    missing: list[Entrant]  # entered, but not checked in
    stood: Mapping[Id, Stood]  # where everybody was in the stages before
    short: bool  # fewer came through than the plan says
    busy: frozenset[Id]  # who plays in a stage that this one does not follow, or is not out of one that goes on

    @property
    def before(self) -> list[StageState]:
        """The stages from which people come, each once; without those passed over."""
        return list({feed.state.stage.number: feed.state for feed in self.feeders if feed.state.entries}.values())


def start_list(
    stage: Stage,
    *,
    edited: Sequence[int] | None = None,
    states: Mapping[int, StageState] | None = None,
    gone: Collection[int] = (),
) -> StartList:
    """``edited`` entrants (ids) stand by their seeds as the director has left them; ``states`` are those of stages (by
    number) that have been read already; ``gone`` count although they play no more."""
    entrants = who_enters(stage)
    playing = {e.pk: e for e in entrants if e.status == Entrant.Status.ACTIVE or e.pk in gone}
    here = [who for who, entrant in playing.items() if entrant.present]
    if not (sources := sources_of(stage)):
        entered = Cut([Qualified(who, at, "seeded", at) for at, who in enumerate(here, 1)])
        return _listed(stage, [], entered, playing, edited=edited)
    stages = {other.number: other for other in every_stage(stage.event)}
    known = dict(states or {})
    for source in sources:
        number = source.stage or 0
        if number not in known:
            known[number] = stage_state(stages[number])
    feeders = feeders_of(stage, list(stages.values()), known)
    others = Others.of(stage, list(stages.values()))
    cuts = [_cut(feeder, playing, others) for feeder in feeders if feeder.state.entries]
    busy = others.busy | still_in(stage, list(stages.values()), known)
    return _listed(stage, feeders, _joined(cuts), playing, busy=busy, edited=edited)


def _listed(
    stage: Stage,
    feeders: list[Feeder],
    cut: "Cut",
    playing: Mapping[Id, Entrant],
    *,
    busy: frozenset[Id] = frozenset(),
    edited: Sequence[int] | None = None,
) -> StartList:
    if edited is None:
        lines = mates_apart(stage, cut.lines, playing)
    else:
        lines = reseeded([*cut.lines, *_by_word(cut.level)], [pk for pk in edited if pk in playing and pk not in busy])
    chosen = {line.id for line in lines}
    level = [(tie, state) for tie, state in cut.level if chosen.isdisjoint(tie.ids)]
    settling = {who for tie, _state in level for who in tie.ids}
    away = chosen | settling | busy
    rest = [entrant for who, entrant in playing.items() if who not in away]
    rest.sort(key=lambda entrant: cut.stood.get(entrant.pk, LAST))
    alone = len(feeders) == 1 and feeders[0].source.stage == stage.number - 1
    return StartList(
        stage=stage,
        feeders=feeders,
        lines=[
            StartLine(
                entrant=playing[line.id],
                seed=line.seed,
                reason=line.reason,
                place=line.place,
                group=line.group,
                settled=cut.settled.get(line.id),
                stage=0 if alone or line.id not in cut.stood else cut.stood[line.id].stage,
            )
            for line in lines
        ],
        level=[_level_at_cut(tie, state, playing, room=LARGEST - len(lines)) for tie, state in level],
        out=[entrant for entrant in rest if entrant.present],
        missing=[entrant for entrant in rest if not entrant.present],
        stood=cut.stood,
        short=cut.short,
        busy=busy,
    )


def places_to_go_on(state: StageState) -> int | None:
    """How many of each group go on into a planned stage that takes the best, best runners-up left aside; None where all
    do, or none is planned.
    """
    planned = [other for other in every_stage(state.stage.event) if other.status == Stage.Status.PLANNED]
    for following in followed_by(state.stage, planned):
        for source in sources_of(following):
            if source.stage == state.stage.number and (source.size or source.per_group) and not source.after:
                return _shares(source, [group.entrants for group in state.groups])[0]
    return None


@dataclass(frozen=True)
class Cut:
    """Who goes on from earlier stages; nobody of those who are ``level`` at a cut, each with the state of the stage.
    ``settled`` tells of those who were."""

    lines: list[Qualified]
    level: Sequence[tuple[Tie, StageState]] = ()
    settled: Mapping[Id, How] = field(default_factory=dict)
    stood: Mapping[Id, Stood] = field(default_factory=dict)
    short: bool = False


def _joined(cuts: Sequence[Cut]) -> Cut:
    """One behind the other, everybody once."""
    lines: dict[Id, Qualified] = {}
    stood: dict[Id, Stood] = {}
    settled: dict[Id, How] = {}
    for cut in cuts:
        lines |= {line.id: line for line in cut.lines if line.id not in lines}
        settled |= cut.settled
        stood |= cut.stood
    return Cut(
        [replace(line, seed=seed) for seed, line in enumerate(lines.values(), start=1)],
        [tie for cut in cuts for tie in cut.level],
        settled,
        stood,
        short=any(cut.short for cut in cuts),
    )


def _by_word(level: Sequence[tuple[Tie, StageState]]) -> list[Qualified]:
    """The lines of those who were level, should the director put them in."""
    return [Qualified(who, 0, "level", tie.place, tie.group) for tie, _state in level for who in tie.ids]


def _level_at_cut(level: Tie, state: StageState, playing: Mapping[Id, Entrant], *, room: int) -> LevelAtCut:
    several = len(state.groups) > 1
    return LevelAtCut(
        before=state,
        entrants=[playing[who] for who in level.ids],
        places=level.places,
        place=level.place,
        group=level.group if several else None,
        among_runners_up=several and level.group is None,
        may_all=len(level.ids) <= room,
        tables=[
            t.number for t in state.open_play_offs() if any(seat.entrant_id in level.ids for seat in t.seats.all())
        ],
    )


def _cut(feeder: Feeder, playing: Collection[Id], others: Others) -> Cut:
    state, source = feeder.state, feeder.source
    settled = [decision.places for decision in state.decisions]
    above, busy = others.above(source), others.busy
    tiers, free, skips = [], [], []
    for group, record in zip(tiers_of(state), state.groups, strict=True):
        here = [[who for who in tier if who in playing] for tier in group]
        parts = [part for tier in here if tier for part in settled_tiers(settled, tier)]
        tiers.append(here)
        free.append([left for part in parts if (left := [who for who in part if who not in busy])])
        skips.append(max(0, source.after - len(above.intersection(record.entrants))))
    if state.plan.form.bracket and (source.after or source.by_defeat):
        wanted = places_wanted(source, state.plan, len(state.entries))
        placed = feeder.comers
        skip = source.after + 1 - min(wanted, default=1) - len(above & placed) if source.after else 0
        free = [[left for tier in free[0] if (left := [who for who in tier if who in placed])]]
        skips = [max(0, skip)]
    stood: dict[Id, Stood] = {}
    # A bracket that goes on has given its lower places already.
    for number, places in enumerate(state.places if state.plan.form.bracket else map(_placed, tiers), start=1):
        stood |= {who: Stood(place, number, state.stage.number) for place, who in places}
    cut = _chosen(feeder, free, skips, stood)
    level = {who for tie, _state in cut.level for who in tie.ids}
    lines = [replace(line, place=stood[line.id].place) for line in cut.lines if line.id not in level]
    return replace(
        cut,
        lines=[replace(line, seed=seed) for seed, line in enumerate(lines, start=1)],
        settled=_settled(state, tiers),
        stood=stood,
    )


def _chosen(feeder: Feeder, tiers: list[list[list[Id]]], skips: Sequence[int], stood: Mapping[Id, Stood]) -> Cut:
    """``tiers`` of each group, of those who are free to come; ``skips``: so many of them stand above the source's."""
    state, source = feeder.state, feeder.source
    if source.by_defeat:
        out = {who for tier in tiers[0] for who in tier}
        ids = [entry.entrant_id for entry in state.entries if entry.entrant_id in out]
        ids.sort(key=lambda who: stood[who].place if source.lost_to else 0)
        return Cut([Qualified(who, at, "knocked-out", stood[who].place) for at, who in enumerate(ids, start=1)])
    if len(tiers) > 1:
        return _cut_groups(feeder, tiers, skips)
    order = list(chain.from_iterable(tiers[0]))
    size = len(order) if source.rest else source.size or source.per_group or 0
    chosen_ids = order[skips[0] : skips[0] + size]
    level = _level_between(tiers[0], skips[0], skips[0] + len(chosen_ids))
    return Cut(
        [Qualified(who, at, "cut", at) for at, who in enumerate(chosen_ids, start=1)],
        [(tie, state) for tie in level],
        short=not source.rest and len(chosen_ids) < size,
    )


def _behind(tiers: Sequence[Sequence[Id]], skip: int) -> list[list[Id]]:
    """Those behind the first so many. Nobody is parted: whoever is level with one behind is behind too."""
    before, rest = 0, []
    for tier in tiers:
        if before + len(tier) > skip:
            rest.append(list(tier))
        before += len(tier)
    return rest


def _level_between(tiers: Sequence[Sequence[Id]], start: int, end: int) -> list[Tie]:
    """The ties that the cuts behind the first ``start`` and the first ``end`` part."""
    before, ties = 0, []
    for tier in tiers:
        going = min(end, before + len(tier)) - max(start, before)
        if 0 < going < len(tier):
            ties.append(Tie(tuple(tier), going, before + 1, 1))
        before += len(tier)
    return ties


def _cut_groups(feeder: Feeder, whole: list[list[list[Id]]], skips: Sequence[int]) -> Cut:
    state, source, places = feeder.state, feeder.source, partial(first_places, feeder.into)
    tiers = [_behind(group, skip) for group, skip in zip(whole, skips, strict=True)]
    upper = [
        replace(cut, places=len(cut.ids) - cut.places)
        for number, (group, skip) in enumerate(zip(whole, skips, strict=True), start=1)
        if (cut := level_at_cut(group, size=skip, group=number))
    ]
    orders = [list(chain.from_iterable(group)) for group in tiers]
    settled = [decision.places for decision in state.decisions]
    finishes = [_finishes(*reading) for reading in zip(state.groups, state.standings, orders, strict=True)]
    if source.rest:
        return Cut(everybody(finishes, settled=settled, places=places))
    per_group, runners_up = _shares(source, orders)
    if source.after and not runners_up:  # of lower places there may be fewer, as groups are of several sizes
        first = [finishers[:per_group] for finishers in finishes]
        ties = [(tie, state) for tie in upper or _lower(tiers, per_group)]
        return Cut(everybody(first, settled=settled, places=places), ties, short=not any(first))
    short = any(len(order) < per_group for order in orders)
    per_group = min(per_group, *(len(order) for order in orders))
    behind = sum(len(order) > per_group for order in orders)
    if per_group < 1:
        return Cut([], short=True)
    in_tiers = []
    for group, finishers in zip(tiers, finishes, strict=True):
        by_id = {finish.id: finish for finish in finishers}
        in_tiers.append([[by_id[who] for who in tier] for tier in group])
    going = min(runners_up, behind)
    # Where every runner-up goes on, the cut of each group is behind them.
    cut_after, contested = (per_group, going) if going < behind else (per_group + 1, 0)
    level = level_in_groups(in_tiers, per_group=cut_after, best_runners_up=contested, settled=settled)
    return Cut(
        qualify(finishes, per_group=per_group, best_runners_up=going, settled=settled, places=places),
        [(tie, state) for tie in upper or level],
        short=short or runners_up > behind,
    )


def _lower(groups: Sequence[Sequence[Sequence[Id]]], per_group: int) -> list[Tie]:
    ties = [level_at_cut(tiers, size=per_group, group=number) for number, tiers in enumerate(groups, start=1)]
    return [tie for tie in ties if tie]


def _shares(source: StageSource, orders: Sequence[Sequence[Id]]) -> tuple[int, int]:
    """How many of each group, and how many of those next behind them."""
    if source.per_group is not None:
        return source.per_group, source.best_runners_up
    return divmod(source.size or 0, len(orders))


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
