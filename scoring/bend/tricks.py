"""How many tricks are taken of what was announced, as far as a club has shown it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from scoring.vilnius.tricks import Group, TakenTricks

FADES = 0.4
"""By so much is each trick further off less likely, before anything is known."""

WORTH = 20
"""So many deals weigh as much as what was thought before."""


class Experience:
    """What came of the announcements in a group of deals, as part of wider and wider groups up to all."""

    def __init__(self, cells: Iterable[TakenTricks], *, tricks: int) -> None:
        self._tricks = tricks
        self._taken: defaultdict[tuple[Group, int], list[int]] = defaultdict(lambda: [0] * (tricks + 1))
        for cell in cells:
            for depth in range(len(cell.group) + 1):
                self._taken[cell.group[:depth], cell.announced][cell.taken] += cell.times

    def taken(self, group: Group, announced: int) -> Sequence[int]:
        """How often each number of tricks."""
        return self._taken[group, announced]

    def count(self, group: Group) -> int:
        return sum(sum(self._taken[group, announced]) for announced in range(self._tricks + 1))

    def odds(self, group: Group, announced: int) -> tuple[float, ...]:
        """What was thought before, moved by what came at all tables, and that by what came in narrower and narrower
        groups.
        """
        found = before_all(announced, self._tricks)
        for depth in range(len(group) + 1):
            found = shrunk(self.taken(group[:depth], announced), found)
        return found


def before_all(announced: int, tricks: int) -> tuple[float, ...]:
    weights = [FADES ** abs(announced - got) for got in range(tricks + 1)]
    return tuple(weight / sum(weights) for weight in weights)


def shrunk(counts: Sequence[int], before: Sequence[float]) -> tuple[float, ...]:
    """The more has been counted, the less what was thought before still weighs."""
    whole = sum(counts) + WORTH
    return tuple((count + WORTH * share) / whole for count, share in zip(counts, before, strict=True))
