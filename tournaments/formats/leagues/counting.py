"""By what rules the fixtures of a league are drawn and counted: a typed value with one reader and one writer."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from itertools import pairwise
from typing import Any


@dataclass(frozen=True)
class LeagueRules:
    """``seats``: at the table of a fixture, one fewer where the number wants it; ``laps``: how often everybody meets
    everybody; ``moving``: how many change places between two divisions. Whoever is ahead of somebody at a fixture has
    won against him.
    """

    seats: int = 2
    laps: int = 1
    win: Fraction = Fraction(3)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    moving: int = 1

    def worth(self, place: int, other: int) -> Fraction:
        """What a place brings against another one at the same table."""
        if place == other:
            return self.draw
        return self.win if place < other else self.loss


POINTS = ("win", "draw", "loss")


def read_rules(stored: Mapping[str, Any]) -> LeagueRules:
    known = {field.name for field in fields(LeagueRules)}
    points = {name: Fraction(stored[name]) for name in POINTS}
    return LeagueRules(**{name: value for name, value in stored.items() if name in known} | points)


def write_rules(rules: LeagueRules) -> dict[str, Any]:
    return asdict(rules) | {name: str(getattr(rules, name)) for name in POINTS}


def exchanged(sizes: Sequence[int], moving: int) -> list[int]:
    """How many change places between each division and the next; nobody could go both up and down."""
    return [min(moving, upper // 2, lower // 2) for upper, lower in pairwise(sizes)]
