"""From groups or a Swiss to the knockout: who goes on, as which seed, and why. A proposal that a director may edit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from tournaments.formats.bracket.progress import check_entrants
from tournaments.formats.mates import Kinds, PlacesOf, apart, in_bracket, in_groups
from tournaments.formats.record import Id, Score
from tournaments.formats.standings.ledger import Settled, settled_tiers


@dataclass(frozen=True, slots=True)
class Finish:
    """How somebody finished in a group. ``figures`` are sums over the ``played`` rounds, the deciding one first."""

    id: Id
    figures: tuple[Score, ...]
    played: int

    @property
    def average(self) -> tuple[Fraction, ...]:
        """Each figure by round played, so that groups of unequal size compare fairly."""
        return tuple(Fraction(figure) / max(1, self.played) for figure in self.figures)


@dataclass(frozen=True, slots=True)
class Qualified:
    """A line of the proposal. ``reason`` is "group-place", "best-runner-up", "cut", "knocked-out", "level" (at a cut,
    and in by the director's word) or "by-hand" (the director's).

    ``place`` is the one in the group, in the Swiss where there is no group, 0 by hand; ``group`` counts from 1.
    """

    id: Id
    seed: int
    reason: str
    place: int
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """Some at a cut whom nothing that was played tells apart, as they are listed; ``places`` of them go on.

    ``place`` is the first that they share, in their ``group`` or, where that is None, behind the last of each group.
    """

    ids: tuple[Id, ...]
    places: int
    place: int
    group: int | None = None


def groups_of(entrants: Sequence[Id], *, groups: int, kinds: Kinds = ()) -> list[list[Id]]:
    """``entrants`` in the order of their seeds dealt out to and fro: 1-2-3, 6-5-4, 7-8-9, …

    Sizes differ by one at most, and each group has one of the first, one of the next ``groups`` seeds and so on. Among
    these, mates of these ``kinds`` change places to come into different groups. Raises ValueError for groups of fewer
    than two.
    """
    count = len(entrants)
    if groups < 1 or count < 2 * groups:
        raise ValueError(f"{groups} groups cannot be made of {count}")
    laps = [min(groups, count - start) for start in range(0, count, groups)]
    dealt: list[list[Id]] = [[] for _ in range(groups)]
    for index, who in enumerate(apart(entrants, kinds, tiers=laps, places=in_groups(count, groups=groups))):
        lap, step = divmod(index, groups)
        dealt[groups - 1 - step if lap % 2 else step].append(who)
    return dealt


def swiss_cut(standing: Sequence[Id], *, size: int) -> list[Qualified]:
    """The first ``size`` of a standing (best first), seeded as they stand. Raises ValueError if there are fewer."""
    check_entrants(size)
    if size > len(standing):
        raise ValueError(f"a cut to {size} of {len(standing)}")
    return [Qualified(who, place, "cut", place) for place, who in enumerate(standing[:size], start=1)]


def level_at_cut(tiers: Sequence[Sequence[Id]], *, size: int, group: int | None = None) -> Tie | None:
    """The tie that a cut after the first ``size`` would part, None where it parts none. ``tiers``: best first, each of
    players who are level.
    """
    before = 0
    for tier in tiers:
        if before < size < before + len(tier):
            return Tie(tuple(tier), size - before, before + 1, group)
        before += len(tier)
    return None


def level_in_groups(
    groups: Sequence[Sequence[Sequence[Finish]]],
    *,
    per_group: int,
    best_runners_up: int = 0,
    settled: Sequence[Settled] = (),
) -> list[Tie]:
    """Who is level at the cuts of ``groups``, each in tiers: within a group first, then for who is the runner-up there,
    then among the runners-up of all. ``settled`` as in ``qualify``.
    """
    cuts_in_groups = []
    for number, group in enumerate(groups, start=1):
        ids = [[finish.id for finish in tier] for tier in group]
        if cut := level_at_cut(ids, size=per_group, group=number):
            cuts_in_groups.append(cut)
    if cuts_in_groups or not best_runners_up:
        return cuts_in_groups
    runners_up = {number: tier for number, group in enumerate(groups, 1) if (tier := _tier_after(group, per_group))}
    best = {number: max(finish.average for finish in tier) for number, tier in runners_up.items()}
    for number, tier in runners_up.items():
        within_reach = sum(other > best[number] for other in best.values()) < best_runners_up
        if len(tier) > 1 and within_reach:
            cuts_in_groups.append(Tie(tuple(finish.id for finish in tier), 1, per_group + 1, number))
    if cuts_in_groups:
        return cuts_in_groups
    tiers = _tiers_over_groups([(number, tier[0]) for number, tier in runners_up.items()], settled)
    cut = level_at_cut([[finish.id for _, finish in tier] for tier in tiers], size=best_runners_up)
    return [replace(cut, place=per_group + 1)] if cut else []


def _tier_after(group: Sequence[Sequence[Finish]], count: int) -> Sequence[Finish] | None:
    """Who stands next behind the first ``count``."""
    before = 0
    for tier in group:
        if before == count:
            return tier
        before += len(tier)
    return None


def qualify(
    groups: Sequence[Sequence[Finish]],
    *,
    per_group: int,
    best_runners_up: int = 0,
    settled: Sequence[Settled] = (),
    places: PlacesOf = in_bracket,
) -> list[Qualified]:
    """Who goes on from the ``groups`` (each best first), by seed.

    The first ``per_group`` of each, and the ``best_runners_up`` among those next behind them. Equal places of
    different groups compare by their averages, figure by figure; where all are level, as ``settled`` (the newest last),
    else the earlier group is first.

    Seeds: all winners, then all seconds and so on, each tier by average. Within a tier people change places so that
    those who come from one group meet as late as can be in the usual bracket: two from a group not before the final,
    three or four not before the semi-finals, five to eight not before the quarter-finals. For two of every group and no
    runners-up this always holds; else a search by exchanges looks for it. Where the next stage is no such bracket,
    its ``places`` are those of `first_places`. Raises ValueError.
    """
    _check(groups, per_group=per_group, best_runners_up=best_runners_up)
    tiers = [_tier(groups, place, settled) for place in range(1, per_group + 1)]
    if best_runners_up:
        tiers.append(_tier(groups, per_group + 1, settled)[:best_runners_up])
    check_entrants(sum(len(tier) for tier in tiers))
    return _seeded(groups, tiers, per_group=per_group, places=places)


def everybody(
    groups: Sequence[Sequence[Finish]], *, settled: Sequence[Settled] = (), places: PlacesOf = in_bracket
) -> list[Qualified]:
    """All of the ``groups``, by seed as ``qualify`` has them."""
    tiers = [_tier(groups, place, settled) for place in range(1, max(map(len, groups), default=0) + 1)]
    return _seeded(groups, tiers, per_group=len(tiers), places=places)


def _seeded(
    groups: Sequence[Sequence[Finish]],
    tiers: Sequence[Sequence[tuple[int, Finish]]],
    *,
    per_group: int,
    places: PlacesOf,
) -> list[Qualified]:
    people = [finish.id for tier in tiers for _, finish in tier]
    if len(people) > 1:
        before = [[finish.id for finish in group] for group in groups]
        people = apart(people, [before], tiers=[len(tier) for tier in tiers], places=places(len(people)))
    stood = {
        finish.id: (place, number)
        for number, group in enumerate(groups, start=1)
        for place, finish in enumerate(group, start=1)
    }
    return [
        Qualified(who, seed, "group-place" if stood[who][0] <= per_group else "best-runner-up", *stood[who])
        for seed, who in enumerate(people, start=1)
    ]


def _check(groups: Sequence[Sequence[Finish]], *, per_group: int, best_runners_up: int) -> None:
    if per_group < 1 or any(len(group) < per_group for group in groups):
        raise ValueError(f"not every group has {per_group} to go on")
    if not 0 <= best_runners_up <= sum(len(group) > per_group for group in groups):
        raise ValueError(f"there are no {best_runners_up} runners-up")


def _tier(groups: Sequence[Sequence[Finish]], place: int, settled: Sequence[Settled]) -> list[tuple[int, Finish]]:
    """(number of the group, its finisher) in this place, the best average first."""
    tier = [(number, group[place - 1]) for number, group in enumerate(groups, start=1) if len(group) >= place]
    return [finisher for level in _tiers_over_groups(tier, settled) for finisher in level]


def _tiers_over_groups(
    finishers: Sequence[tuple[int, Finish]], settled: Sequence[Settled]
) -> list[list[tuple[int, Finish]]]:
    finishers_by_id = {finisher[1].id: finisher for finisher in finishers}
    ordered = sorted(finishers, key=lambda finisher: finisher[1].average, reverse=True)
    tiers = []
    for _average, level in groupby(ordered, key=lambda finisher: finisher[1].average):
        for tier in settled_tiers(settled, [finish.id for _, finish in level]):
            tiers.append([finishers_by_id[who] for who in tier])
    return tiers


def reseeded(lines: Iterable[Qualified], ids: Sequence[Id]) -> list[Qualified]:
    """The proposal as a director has edited it: ``ids`` in the order of their seeds; who is new is "by-hand"."""
    lines_by_id = {line.id: line for line in lines}
    return [
        replace(lines_by_id[who], seed=seed) if who in lines_by_id else Qualified(who, seed, "by-hand", 0)
        for seed, who in enumerate(ids, start=1)
    ]
