"""Where people go: the stages of an event as a graph, what is wrong with one, and the final places over all of it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.bracket.progress import LARGEST, Seed, places_to_take
from tournaments.formats.plan import StagePlan
from tournaments.formats.record import Id
from tournaments.formats.repechage import count_beaten
from tournaments.formats.sources import StageSource
from tournaments.formats.stages import Places

NOMINAL = 64
"""How many each group is taken to have, where nobody knows yet."""


@dataclass(frozen=True, slots=True)
class GraphFault:
    """What is wrong with the sources of the stage numbered so.

    "no-stage": one is no earlier stage. "no-bracket": nobody is knocked out there, "no-single": not by one defeat.
    "by-group": a stage in groups has no
    such places over all. "two-stages": somebody would come into two stages. "nobody": nobody comes from there.
    "too-few": the stage cannot be played by so few. "passed-over": nobody, or one alone, comes into it; it is not
    played, which is no fault of a plan made for more.
    """

    code: str
    stage: int


def sources_of(plans: Sequence[StagePlan]) -> dict[int, tuple[StageSource, ...]]:
    """By the number of each stage, with all stages named; the first has none."""
    return {number: sources_at(plan, number) for number, plan in enumerate(plans, start=1)}


def sources_at(plan: StagePlan, number: int) -> tuple[StageSource, ...]:
    """The sources of a stage of this plan with this number."""
    return tuple(source.of_stage(number) for source in plan.sources) if number > 1 else ()


def knocked_out_places(plan: StagePlan, entrants: int) -> tuple[int, ...]:
    """The place of who is out by each round of a bracket for so many, the first round first; rounds in which nobody is
    out do not count. Nothing for another format.
    """
    return tuple(sorted({*_exits(plan, entrants)} - {1}, reverse=True))


def places_wanted(source: StageSource, plan: StagePlan, entrants: int) -> frozenset[int]:
    """The places, shared as they are, of who comes by this source from a bracket for so many."""
    if source.losers is not None:
        return frozenset(knocked_out_places(plan, entrants)[source.losers - 1 : source.losers])
    return frozenset(_exits(plan, entrants)[source.after : source.after + (source.size or source.per_group or 0)])


def comers(
    source: StageSource,
    plan: StagePlan,
    *,
    entrants: Sequence[Id],
    places: Places,
    others: Collection[StageSource] = (),
) -> frozenset[Id]:
    """Who comes by a source from a bracket as it stands; its ``entrants`` by seed. With the losers of round 1 comes who
    had a bye in it and then lost their first match too, unless one of the ``others`` takes that place.
    """
    wanted, rested = places_wanted(source, plan, len(entrants)), _rested(source, plan, len(entrants), others)
    seeds = {who: seed for seed, who in enumerate(entrants, start=1)}
    return frozenset(who for place, who in places if place in wanted or rested.get(seeds[who]) == place)


def _rested(
    source: StageSource, plan: StagePlan, entrants: int, others: Collection[StageSource] = ()
) -> dict[int, int]:
    """By the seeds of those who have a bye and may still come with the losers of round 1: the place of who is out by
    their first match, unless that is the final."""
    if source.losers != 1 or plan.form.bracket is None or entrants < 2:
        return {}
    bracket = plan.form.bracket(entrants, plan.options)
    out = {match: place for (match, _), place in places_to_take(bracket).items()}
    taken = frozenset[int]().union(*(places_wanted(other, plan, entrants) for other in others))
    later = [match for match in bracket.matches[:-1] if match.round > 1 and out.get(match.number, 1) not in {1, *taken}]
    seats = [(source, match.number) for match in later for source in match.seats]
    return {seat.seed: out[number] for seat, number in seats if isinstance(seat, Seed)}


def others_from(source: StageSource, sources: Iterable[Iterable[StageSource]]) -> list[StageSource]:
    """Of the ``sources`` of all stages, the others that take certain people from the same stage."""
    every = [other for of_one in sources for other in of_one]
    return [other for other in every if other.stage == source.stage and other != source and not other.rest]


def settled_early(
    source: StageSource,
    plan: StagePlan,
    *,
    entrants: int,
    places: Places,
    others: Collection[StageSource] = (),
) -> bool:
    """Whether a bracket has already told who comes from it by this source, though it may go on. ``others`` as in
    ``comers``."""
    if plan.form.bracket is None or source.rest or entrants < 2:
        return False
    wanted = places_wanted(source, plan, entrants) | {*_rested(source, plan, entrants, others).values()}
    there, told = Counter(_exits(plan, entrants)), Counter(place for place, _ in places)
    return bool(wanted) and 1 not in wanted and all(told[place] == there[place] for place in wanted)


def _exits(plan: StagePlan, entrants: int) -> list[int]:
    """The places that a bracket for so many gives, best first."""
    if plan.form.bracket is None or entrants < 2:
        return []
    bracket = plan.form.bracket(entrants, plan.options)
    last = bracket.matches[-1]
    exits = places_to_take(bracket)
    return sorted(place for (match, _), place in exits.items() if not (last.reset and match == last.number))


def check_graph(plans: Sequence[StagePlan], *, entrants: int | None = None) -> list[GraphFault]:
    """What is wrong with the graph of these stages, the first stage first. ``entrants``: so many begin, if known."""
    faults, sizes = [], {1: entrants}
    taken: dict[int, Counter[int]] = defaultdict(Counter)
    rests: dict[int, list[int]] = defaultdict(list)
    for number, sources in sources_of(plans).items():
        plan, size = plans[number - 1], 0
        own: dict[int, Counter[int]] = defaultdict(Counter)
        for source in sources:
            code, count = _add(source, plans, sizes, taken, own, number)
            if source.rest and not code:
                rests[source.stage or 0].append(number)
            size += count
            faults += [GraphFault(code, number)] if code else []
        if number > 1:
            sizes[number] = size if entrants is not None else None
        if number > 1 and entrants is not None and size < 2:
            faults = [fault for fault in faults if fault != GraphFault("nobody", number)]
            faults.append(GraphFault("passed-over", number))
        elif entrants is not None and (sizes[number] or 0) < max(2, 2 * plan.groups):
            faults.append(GraphFault("too-few", number))
    faults += [GraphFault("two-stages", number) for numbers in rests.values() for number in numbers[1:]]
    return sorted(faults, key=lambda fault: fault.stage)


def _add(
    source: StageSource,
    plans: Sequence[StagePlan],
    sizes: Mapping[int, int | None],
    taken: Mapping[int, Counter[int]],
    own: Mapping[int, Counter[int]],
    number: int,
) -> tuple[str, int]:
    """What is wrong with one source, and how many come from it beside those who come by the ``own`` ones before it. Who
    is out in a round may have places that another one names: that depends on how many play.
    """
    stage = source.stage or 0
    if not 1 <= stage < number:
        return "no-stage", 0
    plan, size = plans[stage - 1], sizes.get(stage)
    if source.losers is not None and plan.form.bracket is None:
        return "no-bracket", 0
    if source.lost_to is not None and plan.form.key != "single-elimination":
        return "no-single", 0
    if source.size is not None and source.after and plan.groups > 1:
        return "by-group", 0
    there = _held(plan, size)
    others = others_from(source, sources_of(plans).values())
    if source.rest:
        left = sum(there.values()) - sum(_count(other, plan, size, others)[1] for other in others)
        return ("nobody" if size is not None and left < 1 else ""), max(left, 0)
    wanted = _taken(source, plan, size)
    if source.losers is not None and size is None:
        wanted = Counter({-source.losers: 1})  # nobody knows yet how many these are
    if source.lost_to is not None:  # anybody behind the last: no other source may name one
        wanted = Counter(
            dict.fromkeys([*range(-LARGEST.bit_length(), 0), *range(source.lost_to + 1, len(there) + 1)], 1)
        )
    here = sources_at(plans[number - 1], number)
    twice = wanted & own[stage] if any(other.losers and other.stage == stage for other in here) else Counter[int]()
    clash = any(
        taken[stage][place] + count > there[place] for place, count in (wanted - twice).items() if taken[stage][place]
    )
    taken[stage].update(wanted - twice)
    own[stage].update(wanted - twice)
    count = _count(source, plan, size, others)[0]
    return "two-stages" if clash else "nobody" if size is not None and not count else "", count - twice.total()


def _count(source: StageSource, plan: StagePlan, size: int | None, others: Collection[StageSource]) -> tuple[int, int]:
    """How many come at least, and at most."""
    if source.lost_to is not None:
        return count_beaten(source, plan, size or 0)
    taken, rested = sum(_taken(source, plan, size).values()), _who_rested(source, plan, size, others)
    return taken + rested[0], taken + rested[1]


def _who_rested(
    source: StageSource, plan: StagePlan, size: int | None, others: Collection[StageSource]
) -> tuple[int, int]:
    """How many come at least, and how many at most, who lost their first match after a bye."""
    seeds = _rested(source, plan, size or 0, [other for other in others if other != source])
    if not seeds or plan.form.bracket is None:
        return 0, 0
    matches = plan.form.bracket(size or 0, plan.options).matches
    resting = [sum(isinstance(seat, Seed) and seat.seed in seeds for seat in match.seats) for match in matches]
    return sum(count == 2 for count in resting), sum(count > 0 for count in resting)


def _held(plan: StagePlan, size: int | None) -> Counter[int]:
    """How many have each place, in their groups."""
    groups = plan.groups
    each, more = divmod(size, groups) if size is not None else (NOMINAL, 0)
    return Counter({place: groups if place <= each else more for place in range(1, each + 1 + bool(more))})


def _taken(source: StageSource, plan: StagePlan, size: int | None) -> Counter[int]:
    """How many of each place a source takes."""
    there = _held(plan, size)
    if source.losers is not None:
        out = [*knocked_out_places(plan, size or 0), 0]
        if source.losers >= len(out):
            return Counter()
        upper = out[source.losers - 2] if source.losers > 1 else (size or 0) + 1
        return Counter(dict.fromkeys(range(out[source.losers - 1], upper), 1))
    per_group, more = source.per_group or 0, source.best_runners_up
    if source.size is not None:
        per_group, more = divmod(source.size, plan.groups)
    wanted = dict.fromkeys(range(source.after + 1, source.after + per_group + 1), plan.groups)
    wanted[source.after + per_group + 1] = more
    return Counter({place: min(count, there[place]) for place, count in wanted.items() if count and there[place]})


@dataclass(frozen=True, slots=True)
class StageEnd:
    """How a stage that has begun stands. ``places`` are of all in it, each in their group, best first; the ``unplaced``
    (expelled, annulled) end without one. ``out`` as ``knocked_out_places`` has it.
    """

    number: int
    sources: tuple[StageSource, ...]
    places: Places
    unplaced: frozenset[Id] = frozenset()
    out: tuple[int, ...] = ()


def stage_places(
    plan: StagePlan, groups: Iterable[Places], entrants: Sequence[Id], gone: Collection[Id] = ()
) -> Places:
    """(place in the group, id) over all groups, best first; those without a place last. Where a bracket has not come to
    its end, who is not out stands first, unless they are ``gone``.
    """
    placed = sorted((pair for places in groups for pair in places), key=lambda pair: pair[0])
    ids = {who for _, who in placed}
    last = len(entrants) + 1
    unplaced = [(1 if plan.form.bracket and who not in gone else last, who) for who in entrants if who not in ids]
    return tuple(sorted([*placed, *unplaced], key=lambda pair: pair[0]))


@dataclass(frozen=True, slots=True)
class Ended:
    """The final ``place`` of somebody, None for none, by the stage in which they played last."""

    id: Id
    place: int | None
    stage: int


def comes_by(source: StageSource, end: StageEnd, plan: StagePlan, who: Id, mates: Sequence[Id]) -> bool:
    """Whether somebody comes by a source from the stage that stands so; whoever is level with one who does may come.
    ``mates`` are all of their group there, by seed.
    """
    places = {other: place for place, other in end.places}
    if who not in places or source.rest:
        return who in places
    place = places[who]
    if plan.form.bracket and (source.after or source.losers):
        return who in comers(source, plan, entrants=mates, places=end.places)
    count = source.per_group or 0
    more = source.best_runners_up
    if source.size is not None:
        count, more = divmod(source.size, plan.groups)
    level = sum(places[mate] == place for mate in mates)
    return place <= source.after + count + bool(more) and place + level > source.after + 1


def final_order(stages: Sequence[StageEnd]) -> list[Ended]:
    """Everybody once, best first, those without a place last. Who went on stands before whom they were chosen from:
    the people of a stage as one behind the places that stand above those it takes, and within it as it ended. Where
    several stages take from one, they stand in the order of what they take; where one takes from several, it stands
    where the best of these has it. Equal places of one stage are shared.
    """
    by_number = {stage.number: stage for stage in sorted(stages, key=lambda stage: stage.number)}
    last = {who: stage.number for stage in by_number.values() for _, who in stage.places}
    order: list[Ended] = []
    unplaced: list[Ended] = []
    for number, tier in _tiers(by_number, last):
        out = by_number[number].unplaced
        counted = [who for who in tier if who not in out]
        place = len(order) + 1
        order += [Ended(who, place, number) for who in counted]
        unplaced += [Ended(who, None, number) for who in tier if who in out]
    return order + sorted(unplaced, key=lambda ended: -ended.stage)


def _tiers(stages: Mapping[int, StageEnd], last: Mapping[Id, int]) -> Iterator[tuple[int, list[Id]]]:
    """Those who end level, each with their stage, best first."""
    met: set[int] = set()

    def expand(stage: StageEnd) -> Iterator[tuple[int, list[Id]]]:
        if stage.number in met:
            return
        met.add(stage.number)
        tiers: dict[int, list[Id]] = defaultdict(list)
        for place, who in stage.places:
            if last[who] == stage.number:
                tiers[place].append(who)
        blocks = [(rank, other) for other in stages.values() if (rank := _rank(other, stage, stages))]
        parts: list[tuple[int, int, int]] = [(rank, 0, other.number) for rank, other in blocks]
        parts += [(place, 1, place) for place in tiers]
        for _rank_or_place, own, which in sorted(parts):
            if own:
                yield stage.number, tiers[which]
            else:
                yield from expand(stages[which])

    for stage in stages.values():
        yield from expand(stage)


def _rank(later: StageEnd, stage: StageEnd, stages: Mapping[int, StageEnd]) -> int:
    """The best place in the ``stage`` that the ``later`` one takes; 0 where it takes nobody from there."""
    ranks = [first_place(source, stage, stages) for source in later.sources if source.stage == stage.number]
    return min(ranks, default=0)


def first_place(source: StageSource, stage: StageEnd, stages: Mapping[int, StageEnd]) -> int:
    """The best place in the ``stage`` that a source of it takes; of everybody else, behind all whom others took."""
    worst = len(stage.places) + 1
    if source.losers is not None:
        return stage.out[source.losers - 1] if source.losers <= len(stage.out) else worst
    if source.lost_to is not None:
        return source.lost_to + 1
    if not source.rest:
        return source.after + 1
    elsewhere = {
        who
        for other in stages.values()
        if any(each.stage == stage.number and not each.rest for each in other.sources)
        for _, who in other.places
    }
    return min((place for place, who in stage.places if who not in elsewhere), default=worst)
