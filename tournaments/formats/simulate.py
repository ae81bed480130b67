"""Whole events played by players of known strength: what a format does to an evening before anybody has come."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import exp
from random import Random
from statistics import NormalDist

from tournaments.formats.draw import Id
from tournaments.formats.record import ByeRecord, RoundRecord, SeatRecord, TableRecord
from tournaments.formats.stages import FORMATS, Format, NextRound, Options, StageRecord

SPREAD = 1.0
"""Standard deviation of the players' strengths. Who is stronger by 1 comes out ahead e : 1 of the time."""

DEALS_A_PLAYER = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long a table takes: ``deals`` a table (None: sixteen a player, the Vilnius game) of ``minutes`` each."""

    deals: int | None = None
    minutes: float = 2.0

    def of(self, seats: int) -> float:
        return (self.deals or DEALS_A_PLAYER * seats) * self.minutes


@dataclass(frozen=True, slots=True)
class Played:
    """One event: counted over all its rounds. ``minutes`` adds up each round's slowest table."""

    rounds: int
    tables: int
    repeats: int
    gap: Fraction
    byes: Mapping[Id, int]
    small_tables: Mapping[Id, int]
    minutes: float
    best_won: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Averages over ``events`` events.

    ``repeats``: pairs seated together again, an event, on average and at most. ``score_gap``: highest minus lowest
    score at a table when its round was drawn. ``byes`` and ``small_tables``: how many players, on average, had none,
    one, two, ... ``best_wins``: share of the events won by the strongest player. ``minutes``: length of the evening.
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

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


Heard = Callable[[Sequence[Played], int], None]
"""Told after each round: the events that are over, and how many rounds of the next one."""


def unheard(played: Sequence[Played], rounds: int) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """``events`` events of one format, each from a seed of its own."""

    format: str
    players: int
    options: Options
    events: int = 1
    seed: int = 0
    pace: Pace = Pace()

    @property
    def names(self) -> range:
        return range(1, self.players + 1)

    @property
    def played_by(self) -> Options:
        return replace(self.options, seats=2) if FORMATS[self.format].duels else self.options

    def play(self, heard: Heard = unheard) -> Report:
        """Raises KeyError for a format not in ``FORMATS``, ValueError for sizes it cannot seat, NoValidPairing."""
        played: list[Played] = []
        for n in range(self.events):
            random = Random(f"{self.seed}:{n}")
            event = play_event(
                FORMATS[self.format], self.names, self.played_by, self.pace, random, partial(heard, played)
            )
            played.append(event)
        return self.report(played)

    def report(self, played: Sequence[Played]) -> Report:
        """What the events come to that have been played, one at least."""

        def average(figures: Sequence[float | Fraction]) -> float:
            return round(float(sum(figures)) / len(figures), 4)

        return Report(
            format=self.format,
            players=self.players,
            tables_of=self.played_by.seats,
            events=len(played),
            seed=self.seed,
            rounds=average([event.rounds for event in played]),
            tables=average([event.tables for event in played]),
            repeats={
                "average": average([event.repeats for event in played]),
                "most": max(event.repeats for event in played),
            },
            score_gap=average([event.gap / event.tables for event in played]),
            byes=per_person([event.byes for event in played], self.names),
            small_tables=per_person([event.small_tables for event in played], self.names),
            best_wins=average([event.best_won for event in played]),
            minutes={
                "average": average([event.minutes for event in played]),
                "longest": max(event.minutes for event in played),
            },
        )


def per_person(counts: Sequence[Mapping[Id, int]], names: Sequence[Id]) -> dict[str, float]:
    """How many people had 0, 1, 2, ... of something, averaged over the events."""
    people = Counter(each.get(name, 0) for each in counts for name in names)
    return {str(times): round(people[times] / len(counts), 4) for times in sorted(people)}


def play_event(
    form: Format,
    names: Sequence[Id],
    options: Options,
    pace: Pace,
    random: Random,
    round_over: Callable[[int], None],
) -> Played:
    """One event, seeded in the order of strength as a rating would."""
    strengths = {name: strength_of(place, len(names)) for place, name in enumerate(names)}
    stage = StageRecord(entrants=tuple(names), seed=random.getrandbits(32))
    met: Counter[frozenset[Id]] = Counter()
    byes: Counter[Id] = Counter()
    small: Counter[Id] = Counter()
    repeats, gap, minutes, tables = 0, Fraction(0), 0.0, 0
    while (drawn := form.next_round(stage, options)) is not None:
        seating = drawn.seating
        for table in seating.tables:
            pairs = [frozenset((a, b)) for at, a in enumerate(table) for b in table[at + 1 :]]
            repeats += sum(met[pair] > 0 for pair in pairs)
            met.update(pairs)
            scores = [Fraction(drawn.scores.get(who, 0)) for who in table]
            gap += max(scores) - min(scores)
            small.update(table if 2 < options.seats > len(table) else ())
        byes.update(seating.byes)
        tables += len(seating.tables)
        minutes += max((pace.of(len(table)) for table in seating.tables), default=0)
        stage = played_out(stage, drawn, options, strengths, random)
        round_over(len(stage.rounds))
    best_won = form.places(stage, options)[0][1] == names[0]
    return Played(len(stage.rounds), tables, repeats, gap, byes, small, minutes, best_won)


def strength_of(place: int, players: int) -> float:
    """Evenly spaced quantiles of a normal distribution, the strongest (place 0) first."""
    return SPREAD * NormalDist().inv_cdf(1 - (place + 0.5) / players)


def played_out(
    stage: StageRecord, drawn: NextRound, options: Options, strengths: Mapping[Id, float], random: Random
) -> StageRecord:
    tables = tuple(
        TableRecord(
            tuple(SeatRecord(who, place=order.index(who) + 1, score=len(table) - order.index(who)) for who in table)
        )
        for table in drawn.seating.tables
        for order in [outcome(table, strengths, random)]
    )
    points = options.points.bye_points(options.seats)
    byes = tuple(ByeRecord(who, points) for who in drawn.seating.byes)
    return replace(
        stage,
        rounds=(*stage.rounds, RoundRecord(tables, byes)),
        matches=(*stage.matches, drawn.matches),
        floats=(*stage.floats, drawn.seating.floats),
    )


def outcome(table: Sequence[Id], strengths: Mapping[Id, float], random: Random) -> list[Id]:
    """The order in which a table ends: each place is drawn among those left, by strength (Plackett and Luce)."""
    left, order = list(table), []
    while left:
        chosen = random.choices(left, weights=[exp(strengths[who]) for who in left])[0]
        left.remove(chosen)
        order.append(chosen)
    return order
