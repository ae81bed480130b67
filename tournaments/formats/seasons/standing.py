"""How a season stands: the best events of each player added up, and tie-breaks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.seasons.rules import SeasonRules, TieBreak


class Earned(NamedTuple):
    """What one event brought a player. ``event``: which of the season's, counted from the first."""

    event: int
    place: int | None
    points: Fraction


Figure = tuple[Fraction | int, ...]
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
    points: Fraction
    earned: tuple[Earned, ...]
    counted: frozenset[int]
    key: Key
    decided_by: TieBreak | None = None


def best_of(earned: Sequence[Earned], best: int | None) -> list[Earned]:
    """Those that count: the best, of equal ones the earlier."""
    return sorted(earned, key=lambda each: (-each.points, each.event))[:best]


def wins(earned: Sequence[Earned]) -> Figure:
    """First places, then second, then third."""
    return tuple(sum(each.place == place for each in earned) for place in (1, 2, 3))


def best(earned: Sequence[Earned]) -> Figure:
    """The best event, then the next best."""
    return tuple(sorted((each.points for each in earned), reverse=True))


def every(earned: Sequence[Earned]) -> Figure:
    """The points of all events, with those that were dropped."""
    return (sum((each.points for each in earned), Fraction(0)),)


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
    points = sum((each.points for each in best_of(earned, rules.best)), Fraction(0))
    return (points,), *(FIGURES[name](earned) for name in rules.chain)


def standing(earned: Mapping[int, Sequence[Earned]], rules: SeasonRules) -> list[SeasonRow]:
    """Best first; who came too seldom stands below all others. Those level in every figure share the rank."""
    keys = {player: key_of(own, rules) for player, own in earned.items() if own}
    in_order = sorted(keys, key=keys.__getitem__, reverse=True)
    ranked = [player for player in in_order if len(earned[player]) >= rules.least]
    rest = [player for player in in_order if len(earned[player]) < rules.least]
    rows: list[SeasonRow] = []
    for position, player in enumerate(ranked, 1):
        above = rows[-1] if rows else None
        level = above is not None and above.key == keys[player]
        row = _row(player, earned[player], keys[player], rules, rank=above.rank if above and level else position)
        rows.append(_explained(row, above, rules) if above else row)
    return rows + [_row(player, earned[player], keys[player], rules, rank=None) for player in rest]


def decided_by(one: Key, other: Key, rules: SeasonRules) -> TieBreak | None:
    """The tie-break that tells apart who is level on points; None where nothing does, or the points do."""
    if one[0] != other[0]:
        return None
    apart = (name for name, mine, theirs in zip(rules.chain, one[1:], other[1:], strict=True) if mine != theirs)
    return next(apart, None)


def _explained(row: SeasonRow, above: SeasonRow, rules: SeasonRules) -> SeasonRow:
    return replace(row, decided_by=decided_by(above.key, row.key, rules))


def _row(player: int, earned: Sequence[Earned], key: Key, rules: SeasonRules, *, rank: int | None) -> SeasonRow:
    counted = frozenset(each.event for each in best_of(earned, rules.best))
    points = sum((each.points for each in earned if each.event in counted), Fraction(0))
    return SeasonRow(player, rank, points, tuple(earned), counted, key)
