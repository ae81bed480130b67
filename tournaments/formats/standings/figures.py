"""A tie-break's figure for one entrant, and how it came about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.draw import Id


@dataclass(frozen=True, slots=True)
class Part:
    """One line of an explanation.

    ``amount`` is what it adds to the figure, or would where it does not count (``counts`` is False: it was cut, or
    repeats an encounter among fewer). ``basis`` is what the amount was worked out from, say an opponent's score.
    ``note`` is a kind of turn of the ledger, "dummy", "cut", "again", or None; words are made where it is shown.
    """

    round: int | None
    opponent: Id | None
    amount: Fraction
    basis: Fraction | None = None
    note: str | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """``value`` is shown, None where the tie-break has nothing to say here. ``position`` (from 1, equal ones tied)
    orders in its place where a number alone cannot.
    """

    value: Fraction | None
    parts: tuple[Part, ...] = ()
    position: int | None = None


def exact_sum(numbers: Iterable[Fraction]) -> Fraction:
    """Their sum; ``sum`` would make a Fraction of every step, which is most of the time standings take."""
    numerator, denominator = 0, 1
    for number in numbers:
        over = number.denominator
        if denominator % over:
            numerator, denominator = numerator * over, denominator * over
        numerator += number.numerator * (denominator // over)
    return Fraction(numerator, denominator)


def total(parts: Iterable[Part]) -> Figure:
    """The figure whose value is the sum of what counts."""
    kept = tuple(parts)
    return Figure(exact_sum(part.amount for part in kept if part.counts), kept)


def ratio(parts: Sequence[Part]) -> Figure:
    """The figure whose value is the sum of the amounts over the sum of the bases; 0 where these come to nothing."""
    over = exact_sum(part.basis for part in parts if part.basis is not None)
    return Figure(exact_sum(part.amount for part in parts) / over if over else Fraction(0), tuple(parts))
