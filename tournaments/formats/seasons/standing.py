"""How a season stands: the best events of each player added up, and tie-breaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import NamedTuple

from tournaments.formats.seasons.counting import SeasonRules, TieBreak

Points = Fraction | int


class Earned(NamedTuple):
    """What one event brought a player. ``event``: which of the season's, counted from the first."""

    event: int
    place: int | None
    points: Points


History = Mapping[int, Sequence[Earned]]
"""By player, the events in their order."""


def whole(earned: History) -> tuple[dict[int, list[Earned]], int]:
    """The same in whole numbers, which are compared and added up many times faster, and what one point is in them."""
    one = lcm(*(each.points.denominator for own in earned.values() for each in own))
    return {who: [each._replace(points=int(each.points * one)) for each in own] for who, own in earned.items()}, one


def plain(points: Fraction) -> Points:
    return points.numerator if points.denominator == 1 else points


Figure = tuple[Points, ...]
"""The larger the better, compared from the left."""

Key = tuple[Figure, ...]
"""The points, then a figure for each tie-break of the chain."""


@dataclass(frozen=True)
class SeasonRow:
    """``rank``: None for who came too seldom. ``counted``: which of ``earned`` count, by event; ``decided_by``: the
    tie-break that put this row below the one above it.
    """

    player: int
    rank: int | None
    points: Points
    earned: tuple[Earned, ...]
    counted: frozenset[int]
    key: Key
    decided_by: TieBreak | None = None


POINTS = attrgetter("points")


def best_of(earned: Sequence[Earned], best: int | None) -> list[Earned]:
    """Those that count: the best, of equal ones the earlier. ``earned``: in the order of the events."""
    return sorted(earned, key=POINTS, reverse=True)[:best]


def wins(earned: Sequence[Earned]) -> Figure:
    """First places, then second, then third."""
    places = [each.place for each in earned]
    return tuple(map(places.count, (1, 2, 3)))


def best(earned: Sequence[Earned]) -> Figure:
    """The best event, then the next best."""
    return tuple(sorted(map(POINTS, earned), reverse=True))


def every(earned: Sequence[Earned]) -> Figure:
    """The points of all events, with those that were dropped."""
    return (sum(map(POINTS, earned)),)


def events(earned: Sequence[Earned]) -> Figure:
    return (len(earned),)


def newest(earned: Sequence[Earned]) -> Figure:
    """The later event, then its points, then the one before."""
    return tuple(part for each in sorted(earned, reverse=True) for part in (each.event, each.points))


FIGURES: dict[TieBreak, Callable[[Sequence[Earned]], Figure]] = {
    "wins": wins,
    "best": best,
    "every": every,
    "events": events,
    "newest": newest,
}


def key_of(earned: Sequence[Earned], rules: SeasonRules) -> Key:
    return _key(earned, best_of(earned, rules.best), rules)


def _key(earned: Sequence[Earned], counted: Sequence[Earned], rules: SeasonRules) -> Key:
    return (sum(map(POINTS, counted)),), *(FIGURES[name](earned) for name in rules.chain)


def standing(earned: History, rules: SeasonRules) -> list[SeasonRow]:
    """Best first; who came too seldom stands below all others. Those level in every figure share the rank."""
    return ranked([row_of(player, own, rules) for player, own in earned.items() if own], rules)


def row_of(player: int, earned: Sequence[Earned], rules: SeasonRules) -> SeasonRow:
    """Without a rank yet."""
    counted = best_of(earned, rules.best)
    key = _key(earned, counted, rules)
    numbers = frozenset(each.event for each in counted)
    return SeasonRow(player, None, key[0][0], tuple(earned), numbers, key)


def ranked(rows: Iterable[SeasonRow], rules: SeasonRules) -> list[SeasonRow]:
    """The same with their ranks, in their order."""
    in_order = sorted(rows, key=attrgetter("key"), reverse=True)
    found: list[SeasonRow] = []
    for row in in_order:
        if len(row.earned) >= rules.least:
            above = found[-1] if found else None
            rank = above.rank if above and above.key == row.key else len(found) + 1
            by = decided_by(above.key, row.key, rules) if above else None
            found.append(replace(row, rank=rank, decided_by=by))
    rest = [replace(row, rank=None, decided_by=None) for row in in_order if len(row.earned) < rules.least]
    return found + rest


def decided_by(one: Key, other: Key, rules: SeasonRules) -> TieBreak | None:
    """The tie-break that tells apart who is level on points; None where nothing does, or the points do."""
    if one[0] != other[0]:
        return None
    apart = (name for name, mine, theirs in zip(rules.chain, one[1:], other[1:], strict=True) if mine != theirs)
    return next(apart, None)
