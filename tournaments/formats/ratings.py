"""How strong players have shown themselves, from the places at tables of any size, and how well that foretells.

Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12 (2011),
algorithm 1 (Bradley–Terry), in the scale people know from chess: with 200 more, three of four times ahead. Where they
let every pair at a table of n count whole, here it counts one part in n - 1, so that a table of six does not move a
number five times as far as one of two.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from datetime import timedelta
from math import exp, log, sqrt
from operator import add
from typing import Any, NamedTuple

MEAN = 1500.0
SIGMA = 82.0  # two thirds of a club's people lie within so much of the mean
# Nobody plays the same for ever: before each table everybody is a little less sure.
DRIFT = SIGMA / 100
BETA = 123.0  # how much of a result is luck, until it is fitted on the club's own tables
SETTLED = 15  # tables
SURE = 66.0  # points that two thirds of all guesses lie within
AWAY = timedelta(days=183)

Seat = tuple[int, int]
"""Somebody's id, and the place from 1; equal places are shared."""


class Strength(NamedTuple):
    """A strength as a guess ``mu`` and how unsure it is, ``sigma``, after so many tables; by itself a new one."""

    mu: float = MEAN
    sigma: float = SIGMA
    tables: int = 0

    @property
    def shown(self) -> float:
        """What is shown almost certainly, and seeds a first round: one lucky evening seeds nobody first."""
        return self.mu - 3 * self.sigma

    @property
    def band(self) -> int:
        """Nineteen guesses of twenty lie within so much of ``mu``."""
        return round(2 * self.sigma)

    @property
    def is_settled(self) -> bool:
        """Whether it is known well enough for a rank."""
        return self.tables >= SETTLED and self.sigma <= SURE


class Duel(NamedTuple):
    """What one other at the table was worth: ``expected`` and ``scored`` from 0 to 1, ½ where a place is shared."""

    other: int
    expected: float
    scored: float
    moved: float


NEW = Strength()


def chance(one: Strength, other: Strength, *, beta: float, shrink: float = 1.0) -> float:
    """The chance, from 0 to 1, that the one stands above the other at a table; a ``shrink`` below 1 brings it nearer to
    a half.
    """
    return 1 / (1 + exp(shrink * (other.mu - one.mu) / _spread(one.sigma**2, other.sigma**2, beta)))


def replayed(
    tables: Iterable[Sequence[Seat]], *, beta: float = BETA, before: Mapping[int, Strength] | None = None
) -> dict[int, Strength]:
    """The strengths of all who sat at these tables, in the order they ended, and of all who were known before.

    The order of the seats does not matter; a table of one says nothing. Carrying on from what was known gives exactly
    what all tables together give.
    """
    strengths = dict(before or {})
    for table in tables:
        if len(table) > 1:
            strengths.update(rated(table, strengths, beta=beta))
    return strengths


def rated(table: Sequence[Seat], before: Mapping[int, Strength], *, beta: float) -> dict[int, Strength]:
    """The strengths of those who sat at one table, after it."""
    seats = sorted(table, key=lambda seat: (seat[1], seat[0]))  # sums of floats depend on their order
    strengths = [before.get(who, NEW) for who, _ in seats]
    variances = [strength.sigma**2 + DRIFT**2 for strength in strengths]
    count = len(seats)
    moves, losses = [0.0] * count, [0.0] * count
    for one in range(count):
        for other in range(one + 1, count):
            spread = _spread(variances[one], variances[other], beta)
            expected = 1 / (1 + exp((strengths[other].mu - strengths[one].mu) / spread))
            won = (1.0 if seats[one][1] < seats[other][1] else 0.5) - expected
            moves[one] += variances[one] / spread * won
            moves[other] -= variances[other] / spread * won
            doubt = expected * (1 - expected) / spread**3
            losses[one] += variances[one] ** 1.5 * doubt
            losses[other] += variances[other] ** 1.5 * doubt
    share = 1 / (count - 1)
    new_strengths = {}
    for (who, _), old, variance, move, loss in zip(seats, strengths, variances, moves, losses, strict=True):
        sigma = sqrt(variance * max(1 - share * loss, 0.0001))
        # It never grows: a favourite could fall by winning.
        new_strengths[who] = Strength(old.mu + share * move, min(old.sigma, sigma), old.tables + 1)
    return new_strengths


def steps(who: int, table: Sequence[Seat], before: Mapping[int, Strength], *, beta: float) -> list[Duel]:
    """What somebody's change at a table is made of, one step for each other there; they add up to the change."""
    places = dict(table)
    own = before.get(who, NEW)
    variance = own.sigma**2 + DRIFT**2
    duels = []
    for other, place in sorted(table, key=lambda seat: (seat[1], seat[0])):
        if other == who:
            continue
        their = before.get(other, NEW)
        spread = _spread(variance, their.sigma**2 + DRIFT**2, beta)
        expected = 1 / (1 + exp((their.mu - own.mu) / spread))
        scored = 0.5 if place == places[who] else float(places[who] < place)
        duels.append(Duel(other, expected, scored, variance / spread * (scored - expected) / (len(table) - 1)))
    return duels


def _spread(one: float, other: float, beta: float) -> float:
    return sqrt(one + other + 2 * beta * beta)


LEAST = 100  # pairs, before anything is said
BETAS = (41.0, 59.0, 82.0, BETA, 164.0, 234.0, 328.0)
COIN = log(2)
SHRINKS = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)
LEAST_TO_SHRINK = 1000  # pairs
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
        """Counts one pair: ``expected`` is the forecast and ``scored`` the outcome, 1 won, 0.5 shared, 0 lost."""
        forecast, happened = (expected, scored) if expected >= 0.5 else (1 - expected, 1 - scored)
        bin_ = self.bins[min(int((forecast - 0.5) * 2 * STEPS), STEPS - 1)]
        bin_.count += 1
        bin_.said += forecast
        bin_.happened += happened
        lost = -happened * log(forecast) - (1 - happened) * log(1 - forecast)
        self.count += 1
        self.loss += lost
        self.loss_squared += lost * lost

    def plus(self, other: "Forecasts") -> "Forecasts":
        """These forecasts and others together."""
        bins = [Bin(*map(add, astuple(one), astuple(two))) for one, two in zip(self.bins, other.bins, strict=True)]
        return Forecasts(bins, self.count + other.count, self.loss + other.loss, self.loss_squared + other.loss_squared)

    @property
    def mean_loss(self) -> float:
        """The mean loss of a pair, in nats; a coin's where there is none."""
        return self.loss / self.count if self.count else COIN

    @property
    def is_better_than_a_coin(self) -> bool:
        """Beyond what chance alone makes of so many pairs: by twice the standard error."""
        if self.count < LEAST:
            return False
        spread = max(self.loss_squared / self.count - self.mean_loss**2, 0.0)
        return self.mean_loss + 2 * sqrt(spread / self.count) < COIN


def read_forecasts(stored: Mapping[str, Any]) -> Forecasts:
    """The forecasts from the plain values of `dataclasses.asdict`."""
    return Forecasts(**{**stored, "bins": [Bin(**stored_bin) for stored_bin in stored["bins"]]})


def foretold(
    tables: Iterable[Sequence[Seat]],
    *,
    beta: float = BETA,
    shrink: float = 1.0,
    before: Mapping[int, Strength] | None = None,
) -> Forecasts:
    """What the ratings would have said before each of these tables, in the order they ended, from what was known."""
    strengths = dict(before or {})
    forecasts = Forecasts()
    for table in tables:
        if len(table) < 2:
            continue
        for number, (who, place) in enumerate(table):
            for other, their in table[number + 1 :]:
                expected = chance(strengths.get(who, NEW), strengths.get(other, NEW), beta=beta, shrink=shrink)
                forecasts.add(expected, 0.5 if place == their else float(place < their))
        strengths.update(rated(table, strengths, beta=beta))
    return forecasts


def fitted(tables: Sequence[Sequence[Seat]]) -> float:
    """The beta that would have foretold these tables best, of a few; the usual one where they are too few to tell."""
    tried = {beta: foretold(tables, beta=beta) for beta in BETAS}
    if tried[BETA].count < LEAST:
        return BETA
    return min(BETAS, key=lambda beta: tried[beta].loss)


def fitted_shrink(tables: Sequence[Sequence[Seat]], *, beta: float) -> float:
    """The factor, 1 at most, that brings forecasts nearer to a half: numbers that follow the results quickly are less
    sure than they say. It is fitted to the later half of these tables, when most players are known; 1 where they are
    too few to tell.
    """
    half = len(tables) // 2
    before = replayed(tables[:half], beta=beta)
    tried = {shrink: foretold(tables[half:], beta=beta, shrink=shrink, before=before) for shrink in SHRINKS}
    if tried[1.0].count < LEAST_TO_SHRINK:
        return 1.0
    return min(SHRINKS, key=lambda shrink: tried[shrink].loss)
