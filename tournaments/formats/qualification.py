"""From groups or a Swiss to the knockout: who goes on, as which seed, and why. A proposal that a director may edit."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, groupby
from random import Random
from typing import Any

from tournaments.formats.bracket.progress import check_entrants
from tournaments.formats.record import Id, Score
from tournaments.formats.standings.ledger import Settled, settled_tiers
from tournaments.formats.systems.elimination import seed_order

RESTARTS = 100
WEIGHT = 4096


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


def groups_of(entrants: Sequence[Id], *, groups: int) -> list[list[Id]]:
    """``entrants`` in the order of their seeds dealt out to and fro: 1-2-3, 6-5-4, 7-8-9, …

    Sizes differ by one at most, and each group has one of the first, one of the next ``groups`` seeds and so on.
    Raises ValueError for groups of fewer than two.
    """
    if groups < 1 or len(entrants) < 2 * groups:
        raise ValueError(f"{groups} groups cannot be made of {len(entrants)}")
    dealt: list[list[Id]] = [[] for _ in range(groups)]
    for index, who in enumerate(entrants):
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


FirstTables = Callable[[int], Sequence[Sequence[int]]]
"""Who sit together in the first round of a stage that so many begin, by their seeds from 0."""


def qualify(
    groups: Sequence[Sequence[Finish]],
    *,
    per_group: int,
    best_runners_up: int = 0,
    settled: Sequence[Settled] = (),
    first_tables: FirstTables | None = None,
) -> list[Qualified]:
    """Who goes on from the ``groups`` (each best first), by seed.

    The first ``per_group`` of each, and the ``best_runners_up`` among those next behind them. Equal places of
    different groups compare by their averages, figure by figure; where all are level, as ``settled`` (the newest last),
    else the earlier group is first.

    Seeds: all winners, then all seconds and so on, each tier by average. Within a tier people change places so that
    those who come from one group meet as late as can be in the usual bracket: two from a group not before the final,
    three or four not before the semi-finals, five to eight not before the quarter-finals. For two of every group and no
    runners-up this always holds; else a search by exchanges looks for it. Where the next stage is no such bracket, as
    few as can be meet at its ``first_tables``. Raises ValueError.
    """
    _check(groups, per_group=per_group, best_runners_up=best_runners_up)
    tiers = [_tier(groups, place, settled) for place in range(1, per_group + 1)]
    if best_runners_up:
        tiers.append(_tier(groups, per_group + 1, settled)[:best_runners_up])
    check_entrants(sum(len(tier) for tier in tiers))
    return _seeded(groups, tiers, per_group=per_group, first_tables=first_tables)


def everybody(
    groups: Sequence[Sequence[Finish]], *, settled: Sequence[Settled] = (), first_tables: FirstTables | None = None
) -> list[Qualified]:
    """All of the ``groups``, by seed as ``qualify`` has them."""
    tiers = [_tier(groups, place, settled) for place in range(1, max(map(len, groups), default=0) + 1)]
    return _seeded(groups, tiers, per_group=len(tiers), first_tables=first_tables)


def _seeded(
    groups: Sequence[Sequence[Finish]],
    tiers: Sequence[Sequence[tuple[int, Finish]]],
    *,
    per_group: int,
    first_tables: FirstTables | None,
) -> list[Qualified]:
    lines: list[Qualified] = []
    of_groups = [[group for group, _ in tier] for tier in tiers]
    tables = first_tables(sum(map(len, tiers))) if first_tables else None
    for place, tier in enumerate(_apart(of_groups, tables), start=1):
        reason = "group-place" if place <= per_group else "best-runner-up"
        for group in tier:
            finish = groups[group - 1][place - 1]
            lines.append(Qualified(finish.id, len(lines) + 1, reason, place, group))
    return lines


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


def _apart(tiers: Sequence[Sequence[int]], tables: Sequence[Sequence[int]] | None = None) -> list[list[int]]:
    """The groups of each tier in the order of their seeds: as little changed as keeps mates apart.

    An early meeting weighs more than any number of later ones. Where the search by exchanges ends with mates who
    meet before they have to, it starts again from where it stood with one pair exchanged by a fixed lot.
    """
    groups = [group for tier in tiers for group in tier]
    ends = list(accumulate(len(tier) for tier in tiers))
    bounds = [range(end - len(tier), end) for end, tier in zip(ends, tiers, strict=True)]
    seating = _Seating(groups, _spots(len(groups))) if tables is None else _AtTables(groups, _tables_of(groups, tables))
    seating.exchange(bounds)
    lots = Random(0)
    for _ in range(RESTARTS):
        if not seating.early():
            break
        other = type(seating)(seating.groups, seating.where)
        other.swap(*lots.choices(lots.choice(bounds), k=2))
        other.exchange(bounds)
        seating = min(seating, other, key=_Seating.cost)
    return [[seating.groups[index] for index in bound] for bound in bounds]


def _tables_of(groups: Sequence[int], tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The first table of each seed; empty for a bye."""
    tables_by_seed = {seed: tuple(table) for table in tables for seed in table}
    return [tables_by_seed.get(seed, ()) for seed in range(len(groups))]


def _spots(entrants: int) -> list[int]:
    """Where each seed stands in the bracket, from the top; neighbours meet first."""
    order = seed_order(1 << (entrants - 1).bit_length())
    return sorted(range(len(order)), key=lambda spot: order[spot])


class _Seating:
    """``groups`` by seed (from 0), and the exchanges that keep those of one group apart."""

    def __init__(self, groups: Sequence[int], where: Sequence[Any]) -> None:
        self.groups = list(groups)
        self.where = where  # the spot of each seed
        self._seeds: dict[int, set[int]] = {group: set() for group in groups}
        for index, group in enumerate(groups):
            self._seeds[group].add(index)

    def exchange(self, tiers: Sequence[range]) -> None:
        """Exchanges two of a tier as long as that puts off a meeting, the lowest tier first, the nearest first."""
        moved = True
        while moved:
            moved = False
            for tier in reversed(tiers):
                for index in tier:
                    if self._cost(index, index):
                        best = max(tier, key=lambda other: (self._gain(index, other), -abs(other - index)))
                        if self._gain(index, best) > 0:
                            self.swap(index, best)
                            moved = True

    def swap(self, one: int, other: int) -> None:
        """Exchanges the groups of two seeds."""
        first, second = self.groups[one], self.groups[other]
        if first != second:
            self._seeds[first] ^= {one, other}
            self._seeds[second] ^= {one, other}
            self.groups[one], self.groups[other] = second, first

    def cost(self) -> int:
        """How far the seating is from keeping groups apart; the lower, the better."""
        return sum(self._cost(index, index) for index in range(len(self.groups)))

    def early(self) -> bool:
        """Whether anybody meets a mate in an earlier round than their number makes necessary."""
        halvings = {group: (len(seeds) - 1).bit_length() for group, seeds in self._seeds.items()}
        return any(self._cost(index, index) >= WEIGHT ** halvings[group] for index, group in enumerate(self.groups))

    def _gain(self, one: int, other: int) -> int:
        if self.groups[one] == self.groups[other]:
            return 0
        now = self._cost(one, one) + self._cost(other, other)
        return now - self._cost(one, other) - self._cost(other, one)

    def _cost(self, seed: int, who: int) -> int:
        """How soon whoever is seeded at ``who`` would meet mates from ``seed``; nothing where it is in the final."""
        spot, all_rounds = self.where[seed], (len(self.where) - 1).bit_length()
        mates = [self.where[mate] for mate in self._seeds[self.groups[who]] if mate != who]
        early = [all_rounds - (spot ^ mate).bit_length() for mate in mates]
        return sum(WEIGHT**rounds for rounds in early if rounds)


class _AtTables(_Seating):
    """``where``: the first table of each seed. No later round matters."""

    def early(self) -> bool:
        """Whether more meet than the groups are too few for the tables."""
        groups = len(self._seeds)
        least = sum((len(table) - 1 - at) // groups for table in {*self.where} for at in range(len(table)))
        return self.cost() > 2 * least

    def _cost(self, seed: int, who: int) -> int:
        """How many mates would sit with whoever is seeded at ``who``, were it at ``seed``."""
        return sum(mate in self._seeds[self.groups[who]] for mate in self.where[seed] if mate not in (seed, who))


def reseeded(lines: Iterable[Qualified], ids: Sequence[Id]) -> list[Qualified]:
    """The proposal as a director has edited it: ``ids`` in the order of their seeds; who is new is "by-hand"."""
    lines_by_id = {line.id: line for line in lines}
    return [
        replace(lines_by_id[who], seed=seed) if who in lines_by_id else Qualified(who, seed, "by-hand", 0)
        for seed, who in enumerate(ids, start=1)
    ]
