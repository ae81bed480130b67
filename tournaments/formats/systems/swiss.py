"""Swiss rounds for two at a table: one minimum-cost perfect matching, so that the draw is optimal and not greedy.

A draw is judged by these criteria, an earlier one outweighing all later ones together:

0. (hard) everyone sits at one table or has the only bye, and no `avoid` pair meets;
1. the fewest meetings within a team, then the bye goes to somebody with the fewest byes;
2. the fewest rematches, each earlier meeting counted;
3. the bye goes to the lowest score;
4. no two meet who both may not deal first, or both have to: a third time running in one seat, or three times more
   often in it than in the other (in the last round the two highest scores are free of this);
5. the smallest sum of score gaps (highest minus lowest at a table), then what 4 has let pass;
6. the smallest sum of squares of the score groups jumped (3-2 and 2-1 before 3-1 and 2-2);
7. nobody floats down twice running while another may, then those float who have floated least;
8. who deals first evens out, then alternates;
9. the fold: within a score group the upper half meets the lower half, in the order given, floats go from the foot of
   one group to the head of the next, and the bye to the last.

Up to COMPLETE_UP_TO entries every pair is weighed, and the draw is optimal in all of them. Above, only pairs within
reach on the line of standings are (score groups in order, each folded so that partners are neighbours). This provably
loses nothing in 0 to 3. Of all best draws take the one with the smallest distances on the line, and let a and b share a
table in it. Any table c, d with somebody between a and b could be uncrossed (a with one, b with the other, each pair no
further apart than before) at no more cost, unless a or b has met or is to avoid the new partner. So there are at most
as many such tables as a and b together are barred from people, and of people between them at most twice as many, and
one with the bye. Only people near enough to be reached can bar anybody. From 4 on the draw is the best within reach,
which is never less than LEAST_REACH places. Why a matching: docs/decisions/0020-swiss-for-two.md.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, permutations
from math import ceil, lcm
from operator import mul
from random import Random

import rustworkx

from tournaments.formats.record import Draw, Entry, Id, NoValidPairing, Score, Seating

COMPLETE_UP_TO = 200
LEAST_REACH = 12

# Floats are read as the nearest fraction with at most this denominator, so that 0.1 + 0.2 stands with 0.3.
FINEST_FLOAT = 10_000
# Scores further apart than so many of their common units are rounded to so many steps.
MOST_STEPS = 2**24
# The matching counts in 128 bits, and its dual variables outgrow the weights.
HEAVIEST = 2**112

Cost = tuple[int, ...]
Pair = tuple[int, int]


@dataclass(slots=True)
class Past:
    """What the rounds played say of one entrant. ``met`` counts meetings, also with those who have withdrawn."""

    met: Counter[Id] = field(default_factory=Counter)
    byes: int = 0
    floats: int = 0
    floated_last: bool = False
    firsts_over: int = 0
    firsts_running: int = 0

    @property
    def barred(self) -> int:
        """1 from the first seat, -1 from the other, 0 from neither. Running, the other seat counts below zero."""
        if max(self.firsts_running, self.firsts_over) > 1:
            return 1
        return -1 if min(self.firsts_running, self.firsts_over) < -1 else 0

    @property
    def due(self) -> int:
        """How much the second seat is due, more the higher: the surplus of first seats counts before the latest one."""
        last = (self.firsts_running > 0) - (self.firsts_running < 0)
        return 3 * self.firsts_over + last

    def sit(self, *, first: bool) -> None:
        """Counts a table at which the entrant sat first, or not."""
        step = 1 if first else -1
        self.firsts_over += step
        self.firsts_running = step + (self.firsts_running if self.firsts_running * step > 0 else 0)


@dataclass(frozen=True, slots=True)
class LinedUp:
    """An entrant on the line of standings, as the criteria see it.

    ``points`` is the score in whole units, ``level`` its score group (0 the highest), ``rank`` the place within the
    group in the order given and ``half`` how far below the fold's partner stands; ``barred`` is as in ``Past``,
    ``due`` lower for whoever should deal first, ``reluctance`` higher for whoever should not float down.
    """

    entry: Entry
    points: int
    level: int
    rank: int
    half: int
    order: int
    byes: int
    barred: int
    due: int
    reluctance: int
    met: Counter[Id]
    avoided: frozenset[Id]
    mates: frozenset[Id]


def draw_swiss(
    entries: Sequence[Entry],
    history: Sequence[Seating],
    *,
    avoid: Collection[frozenset[Id]] = (),
    teams: Collection[frozenset[Id]] = (),
    seed: int = 0,
    rounds: int | None = None,
    alternating: bool = False,
) -> Draw:
    """The next round: tables of two from the top score down, whoever deals first in the first seat.

    `entries` are those to be seated, in the order of their standing where scores are equal; `history` the rounds
    played, earlier first. Nobody in a set of `avoid` meets another of that set, and in one of `teams` as few as can be.
    `seed` decides who deals first where the past does not; `rounds` is how many the event has, if that is known. The
    same input gives the same draw. `alternating`: a round is two games with the first deal in turn, so 8 concerns the
    seats alone and 4 nobody, as in Double-Swiss (C.04.5 of 2026).
    Floats count where a round of `history` names them, as the rounds drawn here do; else a bye counts as one, and the
    round before is judged by the scores of now.

    Raises NoValidPairing("avoid") if no draw keeps the pairs of `avoid` apart, ValueError if an id comes twice.
    Source: FIDE Handbook C.04.1 and C.04.3 (2017), in the order above; deviations are in the decision note.
    """
    if len({entry.id for entry in entries}) < len(entries):
        raise ValueError("an entrant comes twice")
    apart, mates = others_of(entries, avoid), others_of(entries, teams)
    line = line_up(entries, history, apart=apart, mates=mates)
    if alternating:
        line = [replace(one, barred=0) for one in line]
    alike = [replace(one, due=0) for one in line] if alternating else line
    pairs, resting = matched(alike, last_round=rounds is not None and len(history) + 1 >= rounds)
    if 2 * len(pairs) + len(resting) < len(line):
        named = set().union(*avoid)
        raise NoValidPairing("avoid", tuple(entry.id for entry in entries if entry.id in named))
    tables = sorted(((line[a], line[b]) for a, b in pairs), key=lambda table: (table[0].level, table[1].level))
    return Draw(
        seating=Seating(
            tables=seated(tables, seed=seed),
            byes=tuple(line[index].entry.id for index in resting),
            floats=tuple(upper.entry.id for upper, lower in tables if upper.level < lower.level),
        ),
        repeats=sum(upper.met[lower.entry.id] for upper, lower in tables),
        score_gap=total_gap(tables),
    )


def others_of(entries: Sequence[Entry], groups: Collection[frozenset[Id]]) -> dict[Id, set[Id]]:
    """Who of the others in this round is in a group with each entrant."""
    others: dict[Id, set[Id]] = {entry.id: set() for entry in entries}
    for group in groups:
        present = group & others.keys()
        for one in present:
            others[one] |= present - {one}
    return others


def seated(tables: Sequence[tuple[LinedUp, LinedUp]], *, seed: int) -> tuple[tuple[Id, Id], ...]:
    """Whoever is due first in the first seat, by lot where both are due alike."""
    random = Random(seed)
    lots = [random.random() < 0.5 for _ in tables]
    dues = [((one.barred, one.due), (two.barred, two.due)) for one, two in tables]
    return tuple(
        (two.entry.id, one.entry.id) if of_two < of_one or (of_two == of_one and swap) else (one.entry.id, two.entry.id)
        for (one, two), (of_one, of_two), swap in zip(tables, dues, lots, strict=True)
    )


def total_gap(tables: Sequence[tuple[LinedUp, LinedUp]]) -> Score:
    """A float if some score is one, else whole where it can be."""
    scores = [(upper.entry.score, lower.entry.score) for upper, lower in tables]
    total = sum((exact(upper) - exact(lower) for upper, lower in scores), Fraction())
    if any(isinstance(score, float) for both in scores for score in both):
        return float(total)
    return total.numerator if total.denominator == 1 else total


# The line of standings


def line_up(
    entries: Sequence[Entry], history: Sequence[Seating], *, apart: dict[Id, set[Id]], mates: dict[Id, set[Id]]
) -> list[LinedUp]:
    """Everybody from the top score down, each score group folded, so that the best partners stand side by side.

    A group of 1 to 7 stands in the order 1 4 2 5 3 6 7: upper half and lower half in turn, the odd one out next to
    the group below.
    """
    units = whole_units([entry.score for entry in entries])
    pasts = read_history(entries, history)
    groups: dict[int, list[int]] = {points: [] for points in sorted(set(units), reverse=True)}
    for order, points in enumerate(units):
        groups[points].append(order)
    steps = coarsened(list(groups))
    line: list[LinedUp] = []
    for level, group in enumerate(groups.values()):
        for rank, order in folded(group):
            entry = entries[order]
            past = pasts[entry.id]
            lined_up = LinedUp(
                entry=entry,
                points=steps[level],
                level=level,
                rank=rank,
                half=len(group) // 2,
                order=order,
                byes=past.byes,
                barred=past.barred,
                due=past.due,
                reluctance=past.floats + (len(history) + 1 if past.floated_last else 0),
                met=past.met,
                avoided=frozenset(apart[entry.id]),
                mates=frozenset(mates[entry.id]),
            )
            line.append(lined_up)
    return line


def folded(group: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Ranks and members of a group in the order of the fold: the first of the upper half, of the lower, and so on."""
    half = len(group) // 2
    for rank in range(half):
        yield rank, group[rank]
        yield half + rank, group[half + rank]
    if len(group) % 2:
        yield len(group) - 1, group[-1]


def exact(score: Score) -> Fraction:
    """A score as a fraction; of a float the nearest that is meant."""
    return Fraction(score).limit_denominator(FINEST_FLOAT) if isinstance(score, float) else Fraction(score)


def whole_units(scores: Sequence[Score]) -> list[int]:
    """Scores as multiples of the largest unit that divides them all."""
    fractions = [exact(score) for score in scores]
    unit = lcm(*(fraction.denominator for fraction in fractions))
    return [fraction.numerator * (unit // fraction.denominator) for fraction in fractions]


def coarsened(points: Sequence[int]) -> list[int]:
    """Scores from 0 at the lowest, rounded only where they spread over more than MOST_STEPS."""
    lowest, spread = min(points, default=0), max(points, default=0) - min(points, default=0)
    if spread <= MOST_STEPS:
        return [value - lowest for value in points]
    return [(value - lowest) * MOST_STEPS // spread for value in points]


# What the past says


def read_history(entries: Sequence[Entry], history: Sequence[Seating]) -> dict[Id, Past]:
    """What the rounds played say of each entrant. Where the latest round does not name who floated, the scores tell it;
    of earlier ones that is not known any more.
    """
    pasts = {entry.id: Past() for entry in entries}
    for seating in history:
        for table in seating.tables:
            for seat, one in enumerate(table):
                if past := pasts.get(one):
                    past.met.update(other for other in table if other != one)
                    past.sit(first=seat == 0)
        for one in seating.byes:
            if past := pasts.get(one):
                past.byes += 1
    floats = [{*seating.byes, *(seating.floats or ())} for seating in history]
    if history and history[-1].floats is None:
        floats[-1] |= likely_floaters(entries, history)
    for floaters in floats:
        for one, past in pasts.items():
            past.floated_last = one in floaters
            past.floats += past.floated_last
    return pasts


def barred_seats(ids: Collection[Id], history: Sequence[Seating]) -> dict[Id, int]:
    """For each entrant 1 where dealing first is barred (criterion 4), -1 where the other seat is, 0 where neither."""
    return {one: past.barred for one, past in read_history([Entry(id_) for id_ in ids], history).items()}


def likely_floaters(entries: Sequence[Entry], history: Sequence[Seating]) -> set[Id]:
    """Who stands further above the opponent of the last round than one result explains.

    What a result is worth is taken from the lead of the first over the last, a round. Who floated and did not win is
    not found: the scores of now cannot tell.
    """
    scores = {entry.id: exact(entry.score) for entry in entries}
    worth = ceil((max(scores.values(), default=0) - min(scores.values(), default=0)) / Fraction(len(history)))
    return {
        one
        for table in history[-1].tables
        for one, other in permutations(table, 2)
        if one in scores and other in scores and scores[one] - scores[other] > worth
    }


# The matching


def matched(line: Sequence[LinedUp], *, last_round: bool) -> tuple[list[Pair], list[int]]:
    """Pairs of indices into `line`, upper first, and who has the bye: as many pairs as can be, at the smallest cost."""
    pairs, costs = weighed(line, last_round=last_round)
    prices = packed(costs, tables=(len(line) + 1) // 2)
    dearest = max(prices, default=0)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(line) + len(line) % 2))
    graph.add_edges_from([(a, b, dearest - price) for (a, b), price in zip(pairs, prices, strict=True)])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    chosen = sorted((min(pair), max(pair)) for pair in matching)
    nobody = len(line)
    return [pair for pair in chosen if pair[1] != nobody], [a for a, b in chosen if b == nobody]


def weighed(line: Sequence[LinedUp], *, last_round: bool) -> tuple[list[Pair], list[Cost]]:
    """The pairs that may be drawn with their costs. A bye is a pair with the index after the last."""
    pairs: list[Pair] = []
    costs: list[Cost] = []
    widest = max((one.due for one in line), default=0) - min((one.due for one in line), default=0)
    for a, b in within_reach(line):
        upper, lower = line[a], line[b]
        if lower.entry.id not in upper.avoided:
            pairs.append((a, b))
            exempt = last_round and lower.level < 2
            costs.append(table_cost(upper, lower, exempt=exempt, distance=b - a, widest=widest))
    if len(line) % 2:
        pairs += [(index, len(line)) for index in range(len(line))]
        costs += [bye_cost(one, lowest=line[-1].level, entries=len(line)) for one in line]
    return pairs, costs


def within_reach(line: Sequence[LinedUp]) -> Iterator[Pair]:
    """All pairs of a small field; of a larger one those that an optimal draw can be made of."""
    if len(line) <= COMPLETE_UP_TO:
        yield from combinations(range(len(line)), 2)
        return
    reaches = near_and_barred(line)
    furthest = max(reaches)
    for a, reach in enumerate(reaches):
        for b in range(a + 1, min(len(line), a + 1 + max(LEAST_REACH, reach + furthest + 2))):
            if b - a <= max(LEAST_REACH, reach + reaches[b] + 2):
                yield a, b


def near_and_barred(line: Sequence[LinedUp]) -> list[int]:
    """For each index on the line, twice the number of others, near enough to matter, whom this entrant has met or is to
    avoid.
    """
    place = {one.entry.id: index for index, one in enumerate(line)}
    barred = [[place[other] for other in one.met.keys() | one.avoided | one.mates if other in place] for one in line]
    near = 2 * (4 * max(map(len, barred)) + 2)
    return [2 * sum(abs(other - index) <= near for other in others) for index, others in enumerate(barred)]


def table_cost(upper: LinedUp, lower: LinedUp, *, exempt: bool, distance: int, widest: int) -> Cost:
    """Criteria 1 to 9 for two at a table, `distance` apart on the line; `widest` is the largest difference in due."""
    clash = int(upper.barred * lower.barred > 0)
    jump = lower.level - upper.level
    unfolded = distance if jump else abs(lower.rank - upper.rank) - upper.half
    return (
        int(lower.entry.id in upper.mates),
        0,
        upper.met[lower.entry.id],
        0,
        0 if exempt else clash,
        upper.points - lower.points,
        clash,
        jump * jump,
        upper.reluctance if jump else 0,
        widest - abs(upper.due - lower.due),
        unfolded * unfolded,
    )


def bye_cost(one: LinedUp, *, lowest: int, entries: int) -> Cost:
    """Criteria 1 to 9 for a bye, which is a float too."""
    return (0, one.byes, 0, lowest - one.level, 0, 0, 0, 0, one.reluctance, 0, entries - one.order)


def packed(costs: Sequence[Cost], *, tables: int) -> list[int]:
    """Each cost as one integer, in which no sum of a later criterion over all tables outweighs an earlier one.

    Where that would pass HEAVIEST, as with thousands of scores that are all different, the last criteria are left out.
    """
    worst = [max(column) for column in zip(*costs, strict=True)]
    for count in range(len(worst), 0, -1):
        units = [1]
        for highest in reversed(worst[1:count]):
            units.insert(0, units[0] * (1 + tables * highest))
        if sum(map(mul, worst, units)) < HEAVIEST:
            return [sum(map(mul, cost, units)) for cost in costs]
    return []
