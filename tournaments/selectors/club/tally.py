from fractions import Fraction
from typing import NamedTuple, cast


class Tally(NamedTuple):
    """What tables with a result brought one player; those without a deal are counted as `tables` alone."""

    tables: int = 0
    games: int = 0
    points: Fraction = Fraction(0)
    deals: int = 0
    exact: int = 0
    firsts: int = 0
    seconds: int = 0
    thirds: int = 0
    lower: int = 0
    halves_beaten: int = 0  # two for an opponent placed lower, one for a shared place
    opponents: int = 0
    unfinished: int = 0

    def plus(self, other: "Tally", *, times: int = 1) -> "Tally":
        numbers = zip(cast("tuple[Fraction, ...]", self), cast("tuple[Fraction, ...]", other), strict=True)
        return Tally._make(mine + times * theirs for mine, theirs in numbers)
