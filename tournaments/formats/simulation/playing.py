"""A whole event played by players of known strength, stage by stage, those beside each other that can be."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from math import exp
from random import Random
from statistics import NormalDist

from tournaments.formats import graph
from tournaments.formats.graph import (
    StageEnd,
    final_order,
    knocked_out_places,
    others_from,
    settled_early,
    sources_of,
    stage_places,
)
from tournaments.formats.matches import MatchRule, is_undecided, match_record, match_rule
from tournaments.formats.mates import first_places
from tournaments.formats.plan import StagePlan
from tournaments.formats.qualification import Finish, everybody, groups_of, qualify
from tournaments.formats.record import ByeRecord, Id, RoundRecord, SeatRecord, StageRecord, TableRecord
from tournaments.formats.repechage import beaten
from tournaments.formats.sources import StageSource
from tournaments.formats.stages import NextRound, stage_standings

SPREAD = 1.0
"""Standard deviation of the players' strengths. Who is stronger by 1 comes out ahead e : 1 of the time."""


Length = tuple[int, int]
"""How many sit at a table, and how many games they play one after the other."""


@dataclass(frozen=True, slots=True)
class Played:
    """Counts of one event, over all its rounds. ``tables`` has for each round how many there were of each length."""

    tables: Sequence[Mapping["Length", int]]
    repeats: int
    gap: Fraction
    byes: Mapping[Id, int]
    small_tables: Mapping[Id, int]
    games: Mapping[Id, int]
    best_won: bool


def play_event(
    stages: Sequence[StagePlan], names: Sequence[Id], random: Random, round_over: Callable[[int], None]
) -> Played:
    """One event, seeded in the order of strength as a rating would, from stage to stage. Raises ValueError where too
    few come into one."""
    event = Counts()
    ends = play_stages(stages, names, random, event, round_over)
    return event.played(best_won=final_order(ends)[0].id == names[0])


def play_stages(
    stages: Sequence[StagePlan],
    names: Sequence[Id],
    random: Random,
    event: "Counts",
    round_over: Callable[[int], None],
) -> list[StageEnd]:
    """How each stage of an event ends, without those into which fewer than two come. Its rounds are counted as of the
    evening's: one that can begin while another goes on plays beside it.
    """
    strengths = {name: strength_of(place, len(names)) for place, name in enumerate(names)}
    sources = sources_of(stages)
    ends: list[StageEnd] = []
    played: list[Sequence[StageRecord]] = []
    decided: dict[StageSource, int] = {}  # after so many rounds of the evening
    for number, plan in enumerate(stages, start=1):
        seeds, at = list(names), 0
        if number > 1:
            taken = [
                source
                for other in sources
                if other != number and (other > number or played[other - 1])
                for source in sources[other]
                if not source.rest
            ]
            comers_in = [comers(source, stages, played, taken, into=plan) for source in sources[number]]
            seeds = list(dict.fromkeys(who for ids in comers_in for who in ids))
            at = max(decided[source] for source in sources[number])
        later = {source for others in sources.values() for source in others if source.stage == number}
        if number > 1 and len(seeds) < 2:  # a place without a game
            played.append(())
            decided |= dict.fromkeys(later, at)
            continue
        groups = [
            StageRecord(entrants=tuple(group), seed=random.getrandbits(32))
            for group in groups_of(seeds, groups=plan.groups)
        ]
        while any(drawn := [plan.form.next_round(group, plan.options) for group in groups]):
            event.count([next_round for next_round in drawn if next_round], seats=plan.options.seats, at=at)
            for index, next_round in enumerate(drawn):
                if next_round:
                    groups[index], lengths = played_out(groups[index], next_round, plan, strengths, random)
                    event.tables[at].update(lengths)
            at += 1
            round_over(len(event.tables))
            early = [
                source
                for source in later - decided.keys()
                if _is_settled(source, plan, groups, len(seeds), others_from(source, sources.values()))
            ]
            decided |= dict.fromkeys(early, at)
        decided = dict.fromkeys(later, at) | decided
        played.append(groups)
        ends.append(_end(number, sources[number], plan, groups))
    return ends


def _is_settled(
    source: StageSource,
    plan: StagePlan,
    groups: Sequence[StageRecord],
    entrants: int,
    others: Collection[StageSource],
) -> bool:
    if plan.form.bracket is None:
        return False
    if source.lost_to is not None:
        return bool(beaten(source, plan, groups[0]))
    places = tuple(pair for group in groups for pair in plan.form.places(group, plan.options))
    return settled_early(source, plan, entrants=entrants, places=places, others=others)


def _end(number: int, sources: tuple[StageSource, ...], plan: StagePlan, groups: Sequence[StageRecord]) -> StageEnd:
    entrants = [who for group in groups for who in group.entrants]
    places = stage_places(plan, [plan.form.places(group, plan.options) for group in groups], entrants)
    return StageEnd(number, sources, places, out=knocked_out_places(plan, len(entrants)))


class Counts:
    """What is counted of one event, round by round."""

    def __init__(self) -> None:
        self.tables: list[Counter[Length]] = []
        self.met: Counter[frozenset[Id]] = Counter()
        self.byes: Counter[Id] = Counter()
        self.small: Counter[Id] = Counter()
        self.games: Counter[Id] = Counter()
        self.repeats, self.gap = 0, Fraction(0)

    def count(self, groups: Sequence[NextRound], *, seats: int, at: int) -> None:
        """Counts a round as it was drawn: byes, repeated meetings, and the gaps between scores. It plays as the
        ``at``-th of the evening (from 0), beside that of another stage where one does; its tables are counted by their
        lengths, once they have been played.
        """
        self.tables += [Counter[Length]() for _ in range(at + 1 - len(self.tables))]
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
    source: StageSource,
    stages: Sequence[StagePlan],
    played: Sequence[Sequence[StageRecord]],
    taken: Sequence[StageSource] = (),
    *,
    into: StagePlan,
) -> list[Id]:
    """Who comes from a source, by seed; everybody else is whom none of those ``taken`` is. Nobody from a stage that was
    passed over. Raises ValueError where a group has too few."""
    plan, groups = stages[(source.stage or 0) - 1], played[(source.stage or 0) - 1]
    if not groups:
        return []
    if source.by_defeat:
        (group,) = groups
        others = others_from(source, [taken])
        places = plan.form.places(group, plan.options)
        if source.lost_to is not None:
            lost = beaten(source, plan, group)
            return sorted(lost, key=lambda who: next(place for place, other in places if other == who))
        out = graph.comers(source, plan, entrants=group.entrants, places=places, others=others)
        return [who for who in group.entrants if who in out]
    others = [other for other in taken if other.stage == source.stage] if source.rest else []
    elsewhere = {who for other in others for who in comers(other, stages, played, into=into)}
    if len(groups) == 1:
        order = [who for _, who in plan.form.places(groups[0], plan.options) if who not in elsewhere]
        count = source.size or source.per_group
        return order if source.rest else order[source.after : source.after + (count or 0)]
    finishes = [[finish for finish in _finishes(group, plan) if finish.id not in elsewhere] for group in groups]
    seeded = partial(first_places, into)
    if source.rest:
        return [line.id for line in everybody(finishes, places=seeded)]
    per_group, more = source.per_group, source.best_runners_up
    if per_group is None:
        per_group, more = divmod(source.size or 0, len(groups))
    behind = [group[source.after :] for group in finishes]
    if source.after and not more:
        return [line.id for line in everybody([group[:per_group] for group in behind], places=seeded)]
    return [line.id for line in qualify(behind, per_group=per_group, best_runners_up=more, places=seeded)]


def _finishes(group: StageRecord, plan: StagePlan) -> list[Finish]:
    rows = stage_standings(group, plan.options, scheduled=plan.form.scheduled)
    games = Counter(who for table in group.tables for who in table.ids)
    return [Finish(row.id, (row.points,), games[row.id]) for row in rows]


def strength_of(place: int, players: int) -> float:
    """Evenly spaced quantiles of a normal distribution, the strongest (place 0) first."""
    return SPREAD * NormalDist().inv_cdf(1 - (place + 0.5) / players)


def played_out(
    stage: StageRecord, drawn: NextRound, plan: StagePlan, strengths: Mapping[Id, float], random: Random
) -> tuple[StageRecord, list[Length]]:
    """The stage after a round that was drawn, and how long its tables were: strengths and chance decide each."""
    options = plan.options
    bracket = plan.form.bracket(len(stage.entrants), options) if plan.form.bracket else None
    matches = zip_longest(drawn.seating.tables, drawn.matches)
    rules = [match_rule(options, bracket=bracket, match=match) for _, match in matches]
    played = [
        _played_match(table, rule, strengths, random) for table, rule in zip(drawn.seating.tables, rules, strict=True)
    ]
    points = options.points.bye_points(options.seats)
    byes = tuple(ByeRecord(who, points) for who in drawn.seating.byes)
    record = replace(
        stage,
        rounds=(*stage.rounds, RoundRecord(tuple(table for table, _ in played), byes)),
        matches=(*stage.matches, drawn.matches),
        floats=(*stage.floats, drawn.seating.floats),
    )
    return record, [(len(table.seats), games) for table, games in played]


def _played_match(
    table: Sequence[Id], rule: MatchRule, strengths: Mapping[Id, float], random: Random
) -> tuple[TableRecord, int]:
    """A match, and how many games it was. Nobody is level in the end, as at a single table: the last game decides.
    Where each game brings its points, a game each is a draw.
    """
    order = outcome(table, strengths, random)
    games = [_decided(table, order)]
    if rule.games == 1:
        return games[0], 1
    match = match_record(games, rule)
    while is_undecided(match, len(games), rule):
        order = outcome(table, strengths, random)
        games.append(_decided(table, order))
        match = match_record(games, rule)
    if rule.decided == "games":
        return match, len(games)
    ranked = sorted(match.seats, key=lambda seat: (seat.place or 0, order.index(seat.id)))
    places = {seat.id: place for place, seat in enumerate(ranked, start=1)}
    return replace(match, seats=tuple(replace(seat, place=places[seat.id]) for seat in match.seats)), len(games)


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
