"""What one seat has announced (V4-V8), and what it can still come to."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import mul
from typing import Protocol

from scoring.result import SheetState


class SheetRules(Protocol):
    """What a sheet has to know of its game."""

    @property
    def quotas(self) -> tuple[int, ...]:
        """How often each number from 0 up is announced on a whole sheet (V4)."""

    @property
    def worst_points(self) -> tuple[int, ...]:
        """The fewest points that an announcement can bring, by the number announced (V7)."""

    @property
    def exact_points(self) -> int:
        """The points of an exact announcement, the most there are (V5)."""

    def points(self, announced: int, taken: int) -> int:
        """The points of an announcement by the tricks taken (V5)."""


@dataclass(slots=True)
class AnnouncementSheet:
    """What one seat has announced so far."""

    game: SheetRules
    left: list[int] = field(init=False)
    total: int = 0
    exact: int = 0
    made: int = 0

    def __post_init__(self) -> None:
        self.left = list(self.game.quotas)

    @property
    def full(self) -> bool:
        """Whether every announcement has been made (V6)."""
        return not any(self.left)

    @property
    def lowest(self) -> int:
        """The least total still reachable (V7)."""
        to_come: int = sum(map(mul, self.left, self.game.worst_points))
        return self.total + to_come

    @property
    def highest(self) -> int:
        """The greatest total still reachable (V7)."""
        return self.total + self.game.exact_points * sum(self.left)

    @property
    def worst_end(self) -> tuple[int, int]:
        """Total and exact announcements (V6) if all goes wrong from here: the worst is never an exact one."""
        return self.lowest, self.exact

    @property
    def best_end(self) -> tuple[int, int]:
        """Total and exact announcements (V6) if all goes well from here."""
        return self.highest, self.exact + sum(self.left)

    def announce(self, announced: int, taken: int) -> int:
        """Enters an announcement and returns its points (V5). That its quota is not used up (V4) is for the caller to
        see to.
        """
        won = self.game.points(announced, taken)
        self.left[announced] -= 1
        self.made += 1
        self.total += won
        self.exact += announced == taken
        return won

    def state(self, *, can_win: bool, has_won: bool) -> SheetState:
        """The sheet for reading, with what it means next to the others."""
        left = tuple(self.left)
        return SheetState(left, self.lowest, self.highest, self.exact, self.made, can_win, has_won)
