"""How a division stands, and what of that is sure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from typing import Literal

from tournaments.formats.leagues.counting import LeagueRules

Result = Sequence[tuple[int, int]]
"""Who sat at the table of a fixture, each with his place."""

Key = tuple[Fraction, tuple[Fraction, ...], int]
DecidedBy = Literal["direct", "wins"]
Met = tuple[int, int, int]
"""Somebody else, the own place and his."""

Way = Literal["champion", "up", "down", "level"]


@dataclass(frozen=True)
class LeagueRow:
    """``direct``: points against those level on points, then against those still level by that; ``left``: how many
    are still to be met; ``way``: where this place leads after the season, ``level`` where the line runs through people
    whom nothing tells apart; ``sure``: also whatever is still to come.
    """

    player: int
    points: Fraction
    won: int
    drawn: int
    lost: int
    left: int
    direct: tuple[Fraction, ...] = ()
    rank: int = 1
    decided_by: DecidedBy | None = None
    way: Way | None = None
    sure: bool = False

    @property
    def met(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def key(self) -> Key:
        return self.points, self.direct, self.won


def standing(
    players: Iterable[int], results: Iterable[Result], to_come: Iterable[Collection[int]], rules: LeagueRules
) -> list[LeagueRow]:
    """Best first. Points, then those against each other of who is level, then wins; who is still level shares a rank.
    ``to_come``: who sits at the fixtures without a result.
    """
    met = defaultdict[int, list[Met]](list)
    for result in results:
        for (player, place), (other, theirs) in permutations(result, 2):
            met[player].append((other, place, theirs))
    left = defaultdict[int, int](int)
    for sitting in to_come:
        for player in sitting:
            left[player] += len(sitting) - 1
    rows = [_row(player, met[player], left[player], rules) for player in players]
    level = defaultdict[Fraction, set[int]](set)
    for row in rows:
        level[row.points].add(row.player)
    direct = {player: each for group in level.values() for player, each in _direct(group, met, rules).items()}
    rows = [replace(row, direct=direct[row.player]) for row in rows]
    return _ranked(sorted(rows, key=lambda row: row.key, reverse=True))


def _row(player: int, met: Sequence[Met], left: int, rules: LeagueRules) -> LeagueRow:
    points = sum((rules.worth(place, theirs) for _, place, theirs in met), Fraction(0))
    won, drawn = sum(place < theirs for _, place, theirs in met), sum(place == theirs for _, place, theirs in met)
    return LeagueRow(player, points, won, drawn, len(met) - won - drawn, left)


def _direct(
    group: Collection[int], met: Mapping[int, Sequence[Met]], rules: LeagueRules
) -> dict[int, tuple[Fraction, ...]]:
    """Whom it does not tell apart is compared once more, among themselves."""
    against = {player: _against(group, met[player], rules) for player in group}
    if len(set(against.values())) < 2:
        return {player: (points,) for player, points in against.items()}
    found: dict[int, tuple[Fraction, ...]] = {}
    for points in set(against.values()):
        still = [player for player in group if against[player] == points]
        found |= {player: (points, *rest) for player, rest in _direct(still, met, rules).items()}
    return found


def _against(others: Collection[int], met: Sequence[Met], rules: LeagueRules) -> Fraction:
    return sum((rules.worth(place, theirs) for other, place, theirs in met if other in others), Fraction(0))


def _ranked(rows: Sequence[LeagueRow]) -> list[LeagueRow]:
    found: list[LeagueRow] = []
    for at, row in enumerate(rows):
        above = found[-1] if found else None
        rank = above.rank if above and above.key == row.key else at + 1
        found.append(replace(row, rank=rank, decided_by=_decided_by(above, row) if above else None))
    return found


def _decided_by(above: LeagueRow, row: LeagueRow) -> DecidedBy | None:
    """What tells apart who is level on points; nothing where the points do, or nothing does."""
    if above.points != row.points or above.key == row.key:
        return None
    return "direct" if above.direct != row.direct else "wins"


def with_ways(rows: Sequence[LeagueRow], rules: LeagueRules, *, up: int, down: int) -> list[LeagueRow]:
    """``up`` and ``down``: how many leave the division by each end; in the first one, which nobody leaves upwards, the
    first is champion.
    """
    if not any(row.met for row in rows):
        return list(rows)
    worst = {row.player: row.points + rules.loss * row.left for row in rows}
    best = {row.player: row.points + rules.win * row.left for row in rows}
    over = not any(row.left for row in rows)
    return [_with_way(row, rows, worst, best, over=over, up=up, down=down) for row in rows]


def _with_way(
    row: LeagueRow,
    rows: Sequence[LeagueRow],
    worst: Mapping[int, Fraction],
    best: Mapping[int, Fraction],
    *,
    over: bool,
    up: int,
    down: int,
) -> LeagueRow:
    last = row.rank + sum(other.key == row.key for other in rows) - 1
    stay = len(rows) - down
    ahead = up or 1  # the one place that is champion's
    others = [other.player for other in rows if other.player != row.player]
    if row.rank <= ahead < last or row.rank <= stay < last:
        return replace(row, way="level", sure=over)
    if last <= ahead:
        passed = sum(best[other] >= worst[row.player] for other in others)
        return replace(row, way="up" if up else "champion", sure=over or passed < ahead)
    if row.rank > stay:
        above = sum(worst[other] > best[row.player] for other in others)
        return replace(row, way="down", sure=over or above >= stay)
    return row
