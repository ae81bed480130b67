"""The rules of a league, its fixtures, how a division stands, what of that is sure, and who plays in which division the
next time.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any, Literal, NamedTuple

from tournaments.formats.mates import apart, in_round_robin
from tournaments.formats.systems.round_robin import schedule
from tournaments.formats.teams import TeamRound, TeamRow, team_standing


@dataclass(frozen=True)
class LeagueRules:
    """``seats``: at the table of a fixture, one fewer where the number wants it; ``laps``: how often everybody meets
    everybody; ``moving``: how many change places between two divisions; ``team_best``: how many members of a team
    count, 0: all of them. Whoever is ahead of somebody at a fixture has won against them.
    """

    seats: int = 2
    laps: int = 1
    win: Fraction = Fraction(3)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    moving: int = 1
    team_best: int = 0

    def worth(self, place: int, other: int) -> Fraction:
        """What a place brings against another one at the same table."""
        if place == other:
            return self.draw
        return self.win if place < other else self.loss


POINTS = ("win", "draw", "loss")


def read_rules(stored: Mapping[str, Any]) -> LeagueRules:
    """The rules from what `write_rules` made of them. What older versions stored besides is left out."""
    names = {field.name for field in fields(LeagueRules)}
    points = {name: Fraction(stored[name]) for name in POINTS}
    return LeagueRules(**{name: value for name, value in stored.items() if name in names} | points)


def write_rules(rules: LeagueRules) -> dict[str, Any]:
    """The rules as JSON stores them; points as text, so that fractions stay exact."""
    return asdict(rules) | {name: str(getattr(rules, name)) for name in POINTS}


class DivisionMoves(NamedTuple):
    """How many of those who stay in the league leave a division by each end."""

    up: int = 0
    down: int = 0


def moves_of(divisions: Sequence[Collection[int]], gone: Collection[int], rules: LeagueRules) -> list[DivisionMoves]:
    """How many go up and down from each division. Players who have ``gone`` count among those who go down, so that only
    as many others do as there are places left to lose; and nobody could go both up and down.
    """
    left = [len({*division}.intersection(gone)) for division in divisions]
    sizes = [len(division) for division in divisions]
    between = [
        min(rules.moving, upper // 2, lower // 2, lower - away)
        for upper, lower, away in zip(sizes, sizes[1:], left[1:], strict=False)
    ]
    ends = zip([0, *between], [*between, 0], left, strict=True)
    return [DivisionMoves(up, max(0, down - away)) for up, down, away in ends]


Fixture = tuple[int, ...]
"""Who is at home first."""


LARGEST_TEAM = 12
"""Whose members meet early: half of the most for whom FIDE has tables of this. It would take long for larger ones."""


def fixtures(
    players: Sequence[int], rules: LeagueRules, *, teams: Iterable[Collection[int]] = ()
) -> list[list[Fixture]]:
    """Round by round; with an odd number at tables of two one has no fixture in each, and who are of one of the
    ``teams`` meet early. Raises NoValidPairing for fewer than two players.
    """
    drawn = players
    if rules.seats == 2:
        mates = [own for team in teams if len(own := {*team}.intersection(players)) <= LARGEST_TEAM]
        drawn = apart(players, [mates], tiers=[len(players)], places=in_round_robin(len(players)))
    once = schedule(drawn, seats=rules.seats)
    rounds = once if rules.laps == 1 else schedule(drawn, seats=rules.seats, rounds=rules.laps * len(once))
    return [[tuple(table) for table in seating.tables] for seating in rounds]


def windows(starts: date, ends: date, rounds: int) -> list[tuple[date, date]]:
    """The first and the last day of each round: shared out evenly, and whoever has fewer days than rounds has days of
    several.
    """
    days = (ends - starts).days + 1
    firsts = [starts + timedelta(days=days * number // rounds) for number in range(rounds + 1)]
    return [(first, max(first, after - timedelta(days=1))) for first, after in pairwise(firsts)]


def next_divisions(staying: Sequence[Sequence[int]], moves: Sequence[DivisionMoves]) -> list[list[int]]:
    """The divisions of the next season, from those who stay in each, best first: the last of one division and the first
    of the next change places.
    """
    stay = [list(division[move.up : len(division) - move.down]) for division, move in zip(staying, moves, strict=True)]
    falling = [list(division[len(division) - move.down :]) for division, move in zip(staying, moves, strict=True)]
    rising = [list(division[: move.up]) for division, move in zip(staying, moves, strict=True)]
    parts = zip([[], *falling], stay, [*rising[1:], []], strict=False)
    return [[*fallen, *stayed, *risen] for fallen, stayed, risen in parts]


Result = Sequence[tuple[int, int]]
"""Who sat at the table of a fixture, each with their place."""

Key = tuple[Fraction, tuple[Fraction, ...], int]
DecidedBy = Literal["direct", "wins"]
Met = tuple[int, int, int]
"""Somebody else, the own place and theirs."""

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
        """How many opponents have been met."""
        return self.won + self.drawn + self.lost

    @property
    def key(self) -> Key:
        """What orders the rows, the higher before the lower: points, direct encounters, wins."""
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
    direct = {player: figures for group in level.values() for player, figures in _direct(group, met, rules).items()}
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
    figures: dict[int, tuple[Fraction, ...]] = {}
    for points in set(against.values()):
        still = [player for player in group if against[player] == points]
        figures |= {player: (points, *rest) for player, rest in _direct(still, met, rules).items()}
    return figures


def _against(others: Collection[int], met: Sequence[Met], rules: LeagueRules) -> Fraction:
    return sum((rules.worth(place, theirs) for other, place, theirs in met if other in others), Fraction(0))


def _ranked(rows: Sequence[LeagueRow]) -> list[LeagueRow]:
    ranked: list[LeagueRow] = []
    for at, row in enumerate(rows):
        above = ranked[-1] if ranked else None
        rank = above.rank if above and above.key == row.key else at + 1
        ranked.append(replace(row, rank=rank, decided_by=_decided_by(above, row) if above else None))
    return ranked


def _decided_by(above: LeagueRow, row: LeagueRow) -> DecidedBy | None:
    """What tells apart who is level on points; nothing where the points do, or nothing does."""
    if above.points != row.points or above.key == row.key:
        return None
    return "direct" if above.direct != row.direct else "wins"


def teams_standing(teams: Mapping[int, Sequence[int]], rows: Iterable[LeagueRow], rules: LeagueRules) -> list[TeamRow]:
    """The ``teams``, each with its members, best first, from the rows of all divisions: their points are added up.
    Where these are equal, the members' wins decide.
    """
    played = [row for row in rows if row.met]
    whole = TeamRound({row.player: row.points for row in played}, {row.player: row.won for row in played})
    return team_standing(teams, [whole], counting=rules.team_best or None)


def with_ways(
    rows: Sequence[LeagueRow], rules: LeagueRules, moves: DivisionMoves, *, gone: Collection[int] = ()
) -> list[LeagueRow]:
    """The rows with where each place leads. The first division, which nobody leaves upwards, has a champion among all
    who played; a player who has ``gone`` goes neither up nor down.
    """
    if not any(row.met for row in rows):
        return list(rows)
    staying = [row for row in rows if row.player not in gone]
    worst = {row.player: row.points + rules.loss * row.left for row in rows}
    best = {row.player: row.points + rules.win * row.left for row in rows}
    over = not any(row.left for row in rows)
    return [_with_way(row, rows, staying, worst, best, over=over, moves=moves) for row in rows]


def _with_way(
    row: LeagueRow,
    rows: Sequence[LeagueRow],
    staying: Sequence[LeagueRow],
    worst: Mapping[int, Fraction],
    best: Mapping[int, Fraction],
    *,
    over: bool,
    moves: DivisionMoves,
) -> LeagueRow:
    ahead = moves.up or 1  # the one place that is champion's
    racing = staying if moves.up else rows
    if row in racing:
        first, last = _places(row, racing)
        if first <= ahead < last:
            return replace(row, way="level", sure=over)
        if last <= ahead:
            passed = sum(best[other.player] >= worst[row.player] for other in racing if other is not row)
            return replace(row, way="up" if moves.up else "champion", sure=over or passed < ahead)
    if moves.down and row in staying:
        first, last = _places(row, staying)
        stay = len(staying) - moves.down
        if first <= stay < last:
            return replace(row, way="level", sure=over)
        if first > stay:
            above = sum(worst[other.player] > best[row.player] for other in staying if other is not row)
            return replace(row, way="down", sure=over or above >= stay)
    return row


def _places(row: LeagueRow, rows: Sequence[LeagueRow]) -> tuple[int, int]:
    """The first and the last place that those level with this one share."""
    ahead = sum(other.key > row.key for other in rows)
    return ahead + 1, ahead + sum(other.key == row.key for other in rows)
