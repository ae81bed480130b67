"""Whole events played by players of known strength, to see what a plan does to an evening before anybody has come.
Lengths are in minutes.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import repeat
from math import ceil, exp, log
from random import Random
from statistics import NormalDist, median

from tournaments.formats.options import Options
from tournaments.formats.plan import StagePlan, read_chain
from tournaments.formats.record import Id
from tournaments.formats.simulation.playing import Length, Played, play_event
from tournaments.formats.stages import FORMATS

DEALS_A_PLAYER = 16
LATE = 0.9
"""The share of tables, or evenings, that are over by what is called slow or late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """``deals`` a table (None: sixteen a player, the Vilnius game) of ``minutes`` each at the usual table.

    One table in ten takes ``slow`` minutes a deal or more (None: all take the same); tables spread about the usual one
    as a lognormal distribution does. Between two rounds there is a ``pause``. Raises ValueError for a slow table that
    is faster than the usual one, and for what takes no time or less.
    """

    deals: int | None = None
    minutes: float = 2.0
    slow: float | None = None
    pause: float = 0.0

    def __post_init__(self) -> None:
        if not (self.deals is None or self.deals > 0) or not self.minutes > 0 or not self.pause >= 0:
            raise ValueError("deals and their minutes are more than none, and a break is no less")
        if self.slow is not None and self.slow < self.minutes:
            raise ValueError("a slow table takes no less than the usual one")

    @property
    def spread(self) -> float:
        """The standard deviation of the logarithm of a table's length, so that the late share takes ``slow`` minutes or
        more.
        """
        return log((self.slow or self.minutes) / self.minutes) / NormalDist().inv_cdf(LATE)

    def of(self, seats: int) -> float:
        """The minutes that the usual table of so many seats takes."""
        return (self.deals or DEALS_A_PLAYER * seats) * self.minutes

    def slowest(self, tables: Mapping[Length, int], random: Random) -> float:
        """The minutes until the last table of a round ends; ``tables`` says how many there are of each length."""
        usual = {length: length[1] * self.of(length[0]) for length in tables}
        if not self.spread:
            return max(usual.values())
        # The largest of n chances is distributed as the n-th root of one.
        chances = {length: random.uniform(1e-9, 1 - 1e-9) ** (1 / count) for length, count in tables.items()}
        return max(
            usual[length] * exp(self.spread * NormalDist().inv_cdf(chance)) for length, chance in chances.items()
        )

    def evening(self, rounds: Sequence[Mapping[Length, int]], random: Random) -> float:
        """The minutes of an evening with these rounds: each waits for the last table of the one before."""
        return sum(self.slowest(tables, random) for tables in rounds) + self.pause * max(0, len(rounds) - 1)


def late(minutes: Sequence[float]) -> float:
    """The minutes within which nine evenings in ten are over."""
    return sorted(minutes)[ceil(LATE * len(minutes)) - 1]


CLOCKED = 400
"""How many evenings are timed, at least: the same rounds take longer or shorter."""


@dataclass(frozen=True, slots=True)
class Report:
    """Averages over ``events`` events.

    ``repeats``: pairs seated together again, an event, on average and at most. ``score_gap``: highest minus lowest
    score at a table when its round was drawn. ``byes`` and ``small_tables``: how many players, on average, had none,
    one, two, ... ``best_wins``: share of the events won by the strongest player. ``minutes``: length of the evening,
    on average and at most; ``length``: the ``median``, and ``late``, by when nine evenings in ten are over.
    ``games``: tables a player sat at, on average, at least and at most. ``format`` and ``tables_of`` are of the first
    stage, ``plan`` are all stages as ``chain_from`` takes them. ``at_once``: tables that play at one time, at most.
    """

    format: str
    players: int
    tables_of: int
    events: int
    seed: int
    rounds: float
    tables: float
    repeats: dict[str, float]
    score_gap: float
    byes: dict[str, float]
    small_tables: dict[str, float]
    best_wins: float
    minutes: dict[str, float] = field(default_factory=dict)
    length: dict[str, float] = field(default_factory=dict)
    games: dict[str, float] = field(default_factory=dict)
    plan: str = ""
    at_once: int = 0

    def as_dict(self) -> dict[str, object]:
        """The report as JSON holds it."""
        return asdict(self)


Progress = Callable[[Sequence[Played], int], None]
"""Told after each round: the events that are over, and how many rounds of the next one."""


def no_progress(played: Sequence[Played], rounds: int) -> None:
    """Ignores the progress of a simulation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """``events`` events, each from a seed of its own: a stage of one format, in ``groups``, and those of ``then``, a
    text as ``read_chain`` takes it."""

    format: str
    players: int
    options: Options
    groups: int = 1
    then: str = ""
    events: int = 1
    seed: int = 0
    pace: Pace = field(default_factory=Pace)

    @property
    def ids(self) -> range:
        """The players: ids from 1, the strongest first."""
        return range(1, self.players + 1)

    @property
    def played_by(self) -> Options:
        """The options of the first stage; tables are of two where its format is for two."""
        return replace(self.options, seats=2) if FORMATS[self.format].duels else self.options

    @property
    def stages(self) -> list[StagePlan]:
        """The first stage, and those that follow it. Raises PlanError."""
        return [StagePlan(FORMATS[self.format], self.played_by, self.groups), *read_chain(self.then)]

    @property
    def plan(self) -> str:
        """All stages as ``chain_from`` takes them."""
        form, options = FORMATS[self.format], self.options
        settings = {
            "seats": None if form.duels else options.seats,
            "rounds": options.rounds,
            "groups": self.groups if self.groups > 1 else None,
            "remainder": options.remainder if options.remainder != "threes" else None,
            "advance": options.advance,
            "lives": options.lives if self.format == "strikes" else None,
        }
        first = ":".join([self.format, *(f"{name}={value}" for name, value in settings.items() if value is not None)])
        return f"{first},{self.then}" if self.then else first

    def play(self, progress: Progress = no_progress) -> Report:
        """Plays all events and reports on them; ``progress`` is called after each round. Raises KeyError for a format
        not in ``FORMATS``, ValueError for sizes it cannot seat, NoValidPairing.
        """
        played: list[Played] = []
        for n in range(self.events):
            played.append(play_event(self.stages, self.ids, self.random(n), partial(progress, played)))
        return self.report(played)

    def random(self, event: int) -> Random:
        """The random numbers of one event (from 0): the same for the same seed."""
        return Random(f"{self.seed}:{event}")

    def report(self, played: Sequence[Played]) -> Report:
        """The averages over events that have been played, at least one."""

        def average(figures: Sequence[float | Fraction]) -> float:
            return round(float(sum(figures)) / len(figures), 4)

        tables = [sum(sum(by_length.values()) for by_length in event.tables) for event in played]
        minutes = self.minutes(played)
        games = [event.games.get(name, 0) for event in played for name in self.ids]
        return Report(
            format=self.format,
            players=self.players,
            tables_of=self.played_by.seats,
            events=len(played),
            seed=self.seed,
            rounds=average([len(event.tables) for event in played]),
            tables=average(tables),
            repeats={
                "average": average([event.repeats for event in played]),
                "most": max(event.repeats for event in played),
            },
            score_gap=average([event.gap / count for event, count in zip(played, tables, strict=True)]),
            byes=per_person([event.byes for event in played], self.ids),
            small_tables=per_person([event.small_tables for event in played], self.ids),
            best_wins=average([event.best_won for event in played]),
            minutes={"average": average(minutes), "longest": round(max(minutes), 4)},
            length={"median": round(median(minutes), 4), "late": round(late(minutes), 4)},
            games={"average": average(games), "fewest": min(games), "most": max(games)},
            plan=self.plan,
            at_once=max(sum(tables.values()) for event in played for tables in event.tables),
        )

    def minutes(self, played: Sequence[Played]) -> list[float]:
        """The lengths of such evenings: each event's rounds are timed so often that there are CLOCKED in all."""
        random = Random(f"{self.seed}:minutes")
        times = -(-CLOCKED // len(played)) if self.pace.spread else 1
        return [self.pace.evening(event.tables, random) for event in played for _ in repeat(None, times)]


def per_person(counts: Sequence[Mapping[Id, int]], names: Sequence[Id]) -> dict[str, float]:
    """How many people had 0, 1, 2, ... of something, averaged over the events."""
    people = Counter(count.get(name, 0) for count in counts for name in names)
    return {str(times): round(people[times] / len(counts), 4) for times in sorted(people)}
