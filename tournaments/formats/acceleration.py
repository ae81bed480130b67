"""Points that nobody has won: virtual ones, which only the first draws of a Swiss count (Baku), and those with which
entrants start, which the standings count too: by the order of the seeds (McMahon), or by ratings (a handicap).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import add
from typing import Any

from tournaments.formats.ratings import Strength, chance
from tournaments.formats.record import Id, StageRecord

ACCELERATIONS = ("none", "baku", "mcmahon", "handicap")
POINTS = re.compile(r"[0-9]{1,18}(/[1-9][0-9]{0,17})?")
MOST = 100_000
STARTING = ("mcmahon", "handicap")
"""Those whose points the standings count."""


def virtual_points(stage: StageRecord, *, rounds: int, win: Fraction) -> dict[Id, Fraction]:
    """What entrants have besides their scores where the next of ``rounds`` is drawn; who is absent has nothing.

    The Baku acceleration (FIDE C.04.5.1): the upper half are the first 2⌈n/4⌉ of the n who entered before the first
    round. The first half of the rounds is accelerated, rounded up. In the first half of these, rounded up, the upper
    half has a ``win`` each, in the others half of it.
    """
    accelerated = (rounds + 1) // 2
    number = len(stage.rounds) + 1
    if number > accelerated:
        return {}
    punctual = _punctual(stage)
    upper_half = punctual[: 2 * -(-len(punctual) // 4)]
    return dict.fromkeys(upper_half, win if number <= (accelerated + 1) // 2 else win / 2)


def starting_points(stage: StageRecord, *, bands: int, win: Fraction) -> dict[Id, Fraction]:
    """What entrants have before the first round in a McMahon tournament; who is absent starts with nothing.

    Those who entered before it stand in so many ``bands`` of the same size, or nearly, by their seeds. Each band starts
    with a ``win`` more than the next, the last with nothing.
    """
    punctual = _punctual(stage)
    bands = min(bands, len(punctual))
    below = {who: bands - 1 - number * bands // len(punctual) for number, who in enumerate(punctual)}
    return {who: lower * win for who, lower in below.items() if lower}


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """What an entrant starts with, and why. ``expected``: of a thousand wins, how many against the others of the group
    by the ratings when the stage began, and ``best``, how many the strongest; None of who had no rating. ``rounds`` had
    the plan then; on a night, the games that everybody is to play. ``by_hand``: the director has given other points.
    """

    points: Fraction
    rounds: int
    expected: int | None = None
    best: int | None = None
    by_hand: bool = False

    @property
    def stored(self) -> dict[str, Any]:
        """As plain values, which ``read_handicap`` reads."""
        return {
            "points": str(self.points),
            "rounds": self.rounds,
            "expected": self.expected,
            "best": self.best,
            "by_hand": self.by_hand,
        }

    def follows(self, *, cap: int, win: Fraction) -> bool:
        """Whether the points are those of the expected wins."""
        return self.points == handicap_points(self.expected, self.best, rounds=self.rounds, cap=cap, win=win)


def read_handicap(stored: Mapping[str, Any]) -> Handicap:
    """From what is stored; points may be read already. Raises LookupError, TypeError or ValueError where it is none."""
    points = stored["points"]
    if not isinstance(points, Fraction) and not POINTS.fullmatch(points):  # "1e999999999" would be computed for ever
        raise ValueError(points)
    given = Handicap(**{**stored, "points": Fraction(points)})
    numbers = [given.rounds, *(share for share in (given.expected, given.best) if share is not None)]
    if type(given.by_hand) is not bool or not all(type(number) is int and 0 <= number < MOST for number in numbers):
        raise ValueError(stored)
    return given


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTerms:
    """By what the handicaps of a night are reckoned: how many games everybody is to play, how many points a win is
    worth, and how many wins a handicap is at most.
    """

    rounds: int
    cap: int
    win: Fraction

    @property
    def stored(self) -> dict[str, Any]:
        """As plain values, which ``read_terms`` reads."""
        return {"rounds": self.rounds, "cap": self.cap, "win": str(self.win)}


def read_terms(stored: Mapping[str, Any]) -> NightTerms:
    """From what is stored. Raises LookupError, TypeError or ValueError where it is none."""
    rounds, cap, win = stored["rounds"], stored["cap"], stored["win"]
    if not POINTS.fullmatch(win) or not all(type(number) is int and 0 < number < MOST for number in (rounds, cap)):
        raise ValueError(stored)
    return NightTerms(rounds=rounds, cap=cap, win=Fraction(win))


def handicaps(
    entrants: Mapping[Id, Strength | None],
    *,
    beta: float,
    shrink: float,
    rounds: int,
    cap: int,
    win: Fraction,
    best: int = 0,
) -> dict[Id, Handicap]:
    """Of everybody in a group, by their strengths; None has no rating, gets no points and counts for nobody. ``best``
    is expected of the strongest at least.
    """
    strengths = {who: strength for who, strength in entrants.items() if strength is not None}
    expected = {
        who: round(
            1000 * _mean([chance(own, other, beta=beta, shrink=shrink) for at, other in strengths.items() if at != who])
        )
        for who, own in strengths.items()
    }
    strongest = max((best, *expected.values())) if expected else None
    return {
        who: Handicap(
            points=handicap_points(expected.get(who), strongest, rounds=rounds, cap=cap, win=win),
            rounds=rounds,
            expected=expected.get(who),
            best=strongest if who in expected else None,
        )
        for who in entrants
    }


def handicap_points(expected: int | None, best: int | None, *, rounds: int, cap: int, win: Fraction) -> Fraction:
    """What somebody is expected to win less than the strongest in all ``rounds``, in halves of a ``win`` that are
    rounded down, and at most ``cap`` wins.
    """
    if expected is None or best is None:
        return Fraction(0)
    halves = 2 * rounds * (best - expected) // 1000
    return min(halves, 2 * cap) * win / 2


LEAST_RATED = 6  # of a field that is played again


@dataclass(frozen=True, slots=True)
class HandicapTrial:
    """Fields played again as they were, without and with a handicap by the ratings of that time. ``thirds``: the first
    places of the strongest third, the middle one and the weakest, ``half`` those of the stronger half; shared ones are
    parts.
    """

    fields: int = 0
    thirds: tuple[tuple[float, ...], tuple[float, ...]] = ((0.0,) * 3, (0.0,) * 3)
    half: tuple[float, float] = (0.0, 0.0)

    def plus(self, other: "HandicapTrial") -> "HandicapTrial":
        """These fields and others together."""
        without, with_ = (tuple(map(add, *pair)) for pair in zip(self.thirds, other.thirds, strict=True))
        half = (self.half[0] + other.half[0], self.half[1] + other.half[1])
        return HandicapTrial(self.fields + other.fields, (without, with_), half)


def read_trial(stored: Mapping[str, Any]) -> HandicapTrial:
    """The trial from the plain values of `dataclasses.asdict`."""
    without, with_ = map(tuple, stored["thirds"])
    return HandicapTrial(stored["fields"], (without, with_), tuple(stored["half"]))


def tried(
    points: Mapping[Id, Fraction],
    strengths: Mapping[Id, Strength],
    *,
    beta: float,
    shrink: float,
    rounds: int,
    cap: int,
    win: Fraction,
) -> HandicapTrial:
    """One field by the ``points`` of who had a rating: who would have come first. Nothing of fewer than LEAST_RATED."""
    rated: dict[Id, Strength | None] = {who: strengths[who] for who in points if who in strengths}
    if len(rated) < LEAST_RATED:
        return HandicapTrial()
    given = handicaps(rated, beta=beta, shrink=shrink, rounds=rounds, cap=cap, win=win)
    order = sorted(rated, key=lambda who: (-strengths[who].mu, who))
    without = _firsts(order, {who: points[who] for who in order})
    with_ = _firsts(order, {who: points[who] + given[who].points for who in order})
    return HandicapTrial(1, (without[0], with_[0]), (without[1], with_[1]))


def _firsts(order: list[Id], totals: Mapping[Id, Fraction]) -> tuple[tuple[float, ...], float]:
    """By third the first places, and those of the stronger half; who stands in the middle of all counts half there."""
    best, count = max(totals.values()), len(order)
    first = [at for at, who in enumerate(order) if totals[who] == best]
    thirds = tuple(sum(3 * at // count == third for at in first) / len(first) for third in range(3))
    halves = [1.0 if 2 * at + 1 < count else 0.5 if 2 * at + 1 == count else 0.0 for at in first]
    return thirds, sum(halves) / len(first)


def _mean(chances: list[float]) -> float:
    return sum(chances) / len(chances) if chances else 0.5


def _punctual(stage: StageRecord) -> list[Id]:
    return [who for who in stage.entrants if who not in stage.late]
