"""Who has met whom at a table, who was ahead, and who sat at whose side: counts for every two, never a rate."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

ENOUGH = 8  # tables of two at one game, before anybody is called a rival or a nemesis

Seat = tuple[int, int]
"""Who sat there, and the place; seats are given clockwise."""
Pair = tuple[int, int]
"""Of ids, the lower first."""


class Met(NamedTuple):
    """What two players have had of each other, as one of them sees it; the counts kept for a pair are as the lower id
    sees them.
    """

    tables: int = 0
    ahead: int = 0
    level: int = 0
    behind: int = 0
    sat_left: int = 0  # of the other, as the next clockwise; never at a table of two
    sat_right: int = 0

    def plus(self, other: "Met", *, times: int = 1) -> "Met":
        """These counts and ``times`` the others; -1 takes them away again."""
        return Met._make(mine + times * theirs for mine, theirs in zip(self, other, strict=True))

    @property
    def turned(self) -> "Met":
        """The counts as the other one of the two sees them."""
        return Met(self.tables, self.behind, self.level, self.ahead, self.sat_right, self.sat_left)

    @property
    def lead(self) -> int:
        """How many times more the one was ahead than behind."""
        return self.ahead - self.behind


NEVER = Met()


def pair_of(one: int, other: int) -> Pair:
    """The key of two players: the lower id first."""
    return min(one, other), max(one, other)


def meetings(tables: Iterable[Sequence[Seat]]) -> dict[Pair, Met]:
    """The counts of every two who sat at one of these tables, as the lower id sees them; a table of n has n (n - 1) / 2
    pairs.
    """
    counts: dict[Pair, Met] = {}
    for table in tables:
        for (i, (one, place)), (j, (other, other_place)) in combinations(enumerate(table), 2):
            met = _met_at_table(place, other_place, apart=j - i, seats=len(table))
            pair = pair_of(one, other)
            counts[pair] = counts.get(pair, NEVER).plus(met if pair == (one, other) else met.turned)
    return counts


def _met_at_table(place: int, other_place: int, *, apart: int, seats: int) -> Met:
    """One table as the first of two sees it, who sits ``apart`` seats before the other."""
    return Met(
        tables=1,
        ahead=int(place < other_place),
        level=int(place == other_place),
        behind=int(place > other_place),
        sat_left=int(seats > 2 and apart == seats - 1),
        sat_right=int(seats > 2 and apart == 1),
    )


def between(meetings: Mapping[Pair, Met], one: int, other: int) -> Met:
    """The counts of two players as ``one`` sees them; NEVER where they have not met."""
    meeting = meetings.get(pair_of(one, other), NEVER)
    return meeting if one < other else meeting.turned


def rival(others: Mapping[int, Met]) -> int | None:
    """The player with whom the results are closest, among those met at least half as often as the one met most; None
    where nobody was met often enough. ``others``: what somebody has had of each, at one game.
    """
    most = max((other.tables for other in others.values()), default=0)
    frequent = {who: met for who, met in others.items() if met.tables >= max(ENOUGH, most / 2)}
    return min(frequent, key=lambda who: (abs(frequent[who].lead), -frequent[who].tables, who), default=None)


def nemesis(others: Mapping[int, Met]) -> int | None:
    """The player behind whom somebody was most often, where that is more than chance alone brings about once in forty
    times; else None. ``others``: what somebody has had of each, at one game.
    """
    candidates = {
        who: met
        for who, met in others.items()
        if met.tables >= ENOUGH and met.lead < 0 and met.lead**2 > 4 * (met.ahead + met.behind)
    }
    return min(candidates, key=lambda who: (candidates[who].lead, who), default=None)
