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

from tournaments.formats.graph import (
    StageEnd,
    final_order,
    knocked_out_places,
    settled_early,
    sources_of,
    stage_places,
)
from tournaments.formats.options import Options
from tournaments.formats.plan import StagePlan, read_chain
from tournaments.formats.qualification import Finish, everybody, groups_of, qualify
from tournaments.formats.record import ByeRecord, Id, RoundRecord, SeatRecord, StageRecord, TableRecord
from tournaments.formats.sources import Source
from tournaments.formats.stages import FORMATS, NextRound, stage_standings

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

    def slowest(self, tables: Mapping[int, int], random: Random) -> float:
        """The minutes until the last table of a round ends; ``tables`` says how many there are of each size."""
        if not self.spread:
            return max(map(self.of, tables))
        # The largest of n chances is distributed as the n-th root of one.
        chances = {seats: random.uniform(1e-9, 1 - 1e-9) ** (1 / count) for seats, count in tables.items()}
        return max(
            self.of(seats) * exp(self.spread * NormalDist().inv_cdf(chance)) for seats, chance in chances.items()
        )

    def evening(self, rounds: Sequence[Mapping[int, int]], random: Random) -> float:
        """The minutes of an evening with these rounds: each waits for the last table of the one before."""
        return sum(self.slowest(tables, random) for tables in rounds) + self.pause * max(0, len(rounds) - 1)


def late(minutes: Sequence[float]) -> float:
    """The minutes within which nine evenings in ten are over."""
    return sorted(minutes)[ceil(LATE * len(minutes)) - 1]


SPREAD = 1.0
"""Standard deviation of the players' strengths. Who is stronger by 1 comes out ahead e : 1 of the time."""

CLOCKED = 400
"""How many evenings are timed, at least: the same rounds take longer or shorter."""


@dataclass(frozen=True, slots=True)
class Played:
    """Counts of one event, over all its rounds. ``tables`` has for each round how many there were of each size."""

    tables: Sequence[Mapping[int, int]]
    repeats: int
    gap: Fraction
    byes: Mapping[Id, int]
    small_tables: Mapping[Id, int]
    games: Mapping[Id, int]
    best_won: bool


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

        tables = [sum(sum(by_size.values()) for by_size in event.tables) for event in played]
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


def play_event(
    stages: Sequence[StagePlan], names: Sequence[Id], random: Random, round_over: Callable[[int], None]
) -> Played:
    """One event, seeded in the order of strength as a rating would, from stage to stage."""
    strengths = {name: strength_of(place, len(names)) for place, name in enumerate(names)}
    event = Counts()
    ends: list[StageEnd] = []
    played: list[Sequence[StageRecord]] = []
    decided: dict[Source, int] = {}  # after so many rounds of the evening
    for number, sources in sources_of(stages).items():
        plan, seeds, at = stages[number - 1], list(names), 0
        if number > 1:
            taken = _taken(sources_of(stages), number)
            seeds = list(dict.fromkeys(who for source in sources for who in comers(source, stages, played, taken)))
            at = max(decided[source] for source in sources)
        later = {source for others in sources_of(stages).values() for source in others if source.stage == number}
        groups = [
            StageRecord(entrants=tuple(group), seed=random.getrandbits(32))
            for group in groups_of(seeds, groups=plan.groups)
        ]
        while any(drawn := [plan.form.next_round(group, plan.options) for group in groups]):
            event.count([next_round for next_round in drawn if next_round], seats=plan.options.seats, at=at)
            groups = [
                played_out(group, next_round, plan.options, strengths, random) if next_round else group
                for group, next_round in zip(groups, drawn, strict=True)
            ]
            at += 1
            round_over(len(event.tables))
            places = tuple(pair for group in groups for pair in plan.form.places(group, plan.options))
            decided |= {
                source: at
                for source in later - decided.keys()
                if settled_early(source, plan, entrants=len(seeds), places=places)
            }
        decided = dict.fromkeys(later, at) | decided
        played.append(groups)
        ends.append(_end(number, sources, plan, groups))
    return event.played(best_won=final_order(ends)[0].id == names[0])


def _end(number: int, sources: tuple[Source, ...], plan: StagePlan, groups: Sequence[StageRecord]) -> StageEnd:
    entrants = [who for group in groups for who in group.entrants]
    places = stage_places([plan.form.places(group, plan.options) for group in groups], entrants)
    return StageEnd(number, sources, places, out=knocked_out_places(plan, len(entrants)))


def _taken(sources: Mapping[int, tuple[Source, ...]], number: int) -> list[Source]:
    """What other stages than the one numbered so take, but everybody else."""
    return [source for other, those in sources.items() if other != number for source in those if not source.rest]


class Counts:
    """What is counted of one event, round by round."""

    def __init__(self) -> None:
        self.tables: list[Counter[int]] = []
        self.met: Counter[frozenset[Id]] = Counter()
        self.byes: Counter[Id] = Counter()
        self.small: Counter[Id] = Counter()
        self.games: Counter[Id] = Counter()
        self.repeats, self.gap = 0, Fraction(0)

    def count(self, groups: Sequence[NextRound], *, seats: int, at: int) -> None:
        """Counts a round as it was drawn: tables, byes, repeated meetings, and the gaps between scores. It plays as the
        ``at``-th of the evening (from 0), beside that of another stage where one does.
        """
        self.tables += [Counter[int]() for _ in range(at + 1 - len(self.tables))]
        self.tables[at].update(len(table) for drawn in groups for table in drawn.seating.tables)
        for drawn in groups:
            self.byes.update(drawn.seating.byes)
            for table in drawn.seating.tables:
                pairs = [frozenset((a, b)) for at, a in enumerate(table) for b in table[at + 1 :]]
                self.repeats += sum(self.met[pair] > 0 for pair in pairs)
                self.met.update(pairs)
                scores = [Fraction(drawn.scores.get(who, 0)) for who in table]
                self.gap += max(scores) - min(scores)
                self.small.update(table if 2 < seats > len(table) else ())
                self.games.update(table)

    def played(self, *, best_won: bool) -> Played:
        """What has been counted of the event, at its end."""
        return Played(self.tables, self.repeats, self.gap, self.byes, self.small, self.games, best_won)


def comers(
    source: Source, stages: Sequence[StagePlan], played: Sequence[Sequence[StageRecord]], taken: Sequence[Source] = ()
) -> list[Id]:
    """Who comes from a source, by seed; everybody else is whom none of those ``taken`` is. Raises ValueError where a
    group has too few."""
    plan, groups = stages[(source.stage or 0) - 1], played[(source.stage or 0) - 1]
    if source.losers is not None:
        (group,) = groups
        out = knocked_out_places(plan, len(group.entrants))[source.losers - 1 : source.losers]
        beaten = {who for place, who in plan.form.places(group, plan.options) if place in out}
        return [who for who in group.entrants if who in beaten]
    others = [other for other in taken if other.stage == source.stage] if source.rest else []
    elsewhere = {who for other in others for who in comers(other, stages, played)}
    if len(groups) == 1:
        order = [who for _, who in plan.form.places(groups[0], plan.options) if who not in elsewhere]
        count = source.size or source.per_group
        return order if source.rest else order[source.after : source.after + (count or 0)]
    finishes = [[finish for finish in _finishes(group, plan) if finish.id not in elsewhere] for group in groups]
    if source.rest:
        return [line.id for line in everybody(finishes)]
    per_group, more = source.per_group, source.best_runners_up
    if per_group is None:
        per_group, more = divmod(source.size or 0, len(groups))
    behind = [group[source.after :] for group in finishes]
    return [line.id for line in qualify(behind, per_group=per_group, best_runners_up=more)]


def _finishes(group: StageRecord, plan: StagePlan) -> list[Finish]:
    rows = stage_standings(group, plan.options, scheduled=plan.form.scheduled)
    games = Counter(who for table in group.tables for who in table.ids)
    return [Finish(row.id, (row.points,), games[row.id]) for row in rows]


def strength_of(place: int, players: int) -> float:
    """Evenly spaced quantiles of a normal distribution, the strongest (place 0) first."""
    return SPREAD * NormalDist().inv_cdf(1 - (place + 0.5) / players)


def played_out(
    stage: StageRecord, drawn: NextRound, options: Options, strengths: Mapping[Id, float], random: Random
) -> StageRecord:
    """The stage after a round that was drawn: every table is decided by strengths and chance."""
    tables = tuple(_decided(table, outcome(table, strengths, random)) for table in drawn.seating.tables)
    points = options.points.bye_points(options.seats)
    byes = tuple(ByeRecord(who, points) for who in drawn.seating.byes)
    return replace(
        stage,
        rounds=(*stage.rounds, RoundRecord(tables, byes)),
        matches=(*stage.matches, drawn.matches),
        floats=(*stage.floats, drawn.seating.floats),
    )


def _decided(table: Sequence[Id], order: Sequence[Id]) -> TableRecord:
    """The last of the order scores one point, everybody else one more than the next."""
    scores = {who: score for score, who in enumerate(reversed(order), start=1)}
    return TableRecord(tuple(SeatRecord(who, place=len(order) + 1 - scores[who], score=scores[who]) for who in table))


def outcome(table: Sequence[Id], strengths: Mapping[Id, float], random: Random) -> list[Id]:
    """The order in which a table ends: each place is drawn among those left, by strength (Plackett and Luce)."""
    left, order = list(table), []
    while left:
        chosen = random.choices(left, weights=[exp(strengths[who]) for who in left])[0]
        left.remove(chosen)
        order.append(chosen)
    return order
