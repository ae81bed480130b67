"""How well ratings foretell: of every two at a table, who stands above the other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from math import log, sqrt
from typing import Any

from tournaments.formats.ratings.strengths import BETA, NEW, Seat, Strength, chance, rated

LEAST = 100  # pairs, before anything is said
BETAS = (41.0, 59.0, 82.0, BETA, 164.0, 234.0, 328.0)
COIN = log(2)
STEPS = 5  # of ten in a hundred, from 50 to 100


@dataclass(slots=True)
class Bin:
    """The forecasts between two tens of per cent: how many, what they said in sum, and how often it happened."""

    count: int = 0
    said: float = 0.0
    happened: float = 0.0


@dataclass(slots=True)
class Forecasts:
    """What was said of each pair before its table, beside what happened. Of a pair only the favourite counts, a shared
    place as half; losses are in nats, a coin's is ln 2.
    """

    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(STEPS)])
    count: int = 0
    loss: float = 0.0
    loss_squared: float = 0.0

    def add(self, expected: float, scored: float) -> None:
        said, happened = (expected, scored) if expected >= 0.5 else (1 - expected, 1 - scored)
        found = self.bins[min(int((said - 0.5) * 2 * STEPS), STEPS - 1)]
        found.count += 1
        found.said += said
        found.happened += happened
        lost = -happened * log(said) - (1 - happened) * log(1 - said)
        self.count += 1
        self.loss += lost
        self.loss_squared += lost * lost

    def plus(self, other: "Forecasts") -> "Forecasts":
        bins = [
            Bin(*(own + their for own, their in zip(astuple(one), astuple(two), strict=True)))
            for one, two in zip(self.bins, other.bins, strict=True)
        ]
        return Forecasts(bins, self.count + other.count, self.loss + other.loss, self.loss_squared + other.loss_squared)

    @property
    def mean_loss(self) -> float:
        return self.loss / self.count if self.count else COIN

    @property
    def is_better_than_a_coin(self) -> bool:
        """Beyond what chance alone makes of so many pairs: by twice the standard error."""
        if self.count < LEAST:
            return False
        spread = max(self.loss_squared / self.count - self.mean_loss**2, 0.0)
        return self.mean_loss + 2 * sqrt(spread / self.count) < COIN


def read_forecasts(stored: Mapping[str, Any]) -> Forecasts:
    """From the plain values of `dataclasses.asdict`."""
    return Forecasts(**{**stored, "bins": [Bin(**each) for each in stored["bins"]]})


def foretold(
    tables: Iterable[Sequence[Seat]], *, beta: float = BETA, before: Mapping[int, Strength] | None = None
) -> Forecasts:
    """What the ratings would have said before each of these tables, in the order they ended, from what was known."""
    known = dict(before or {})
    found = Forecasts()
    for table in tables:
        if len(table) < 2:
            continue
        for number, (who, place) in enumerate(table):
            for other, their in table[number + 1 :]:
                expected = chance(known.get(who, NEW), known.get(other, NEW), beta=beta)
                found.add(expected, 0.5 if place == their else float(place < their))
        known.update(rated(table, known, beta=beta))
    return found


def fitted(tables: Sequence[Sequence[Seat]]) -> float:
    """The beta that would have foretold these tables best, of a few; the usual one where they are too few to tell."""
    tried = {beta: foretold(tables, beta=beta) for beta in BETAS}
    if tried[BETA].count < LEAST:
        return BETA
    return min(BETAS, key=lambda beta: tried[beta].loss)
