"""The Swiss system for tables of three, four or five: similar scores together, strangers first.

Order of the aims: nobody sits with somebody to be avoided; odd places (byes, tables of another size) are shared out,
so that nobody has one more of them than another who could have taken it; fewest meetings within a team; fewest repeated
meetings; closest scores (sum over the tables of highest minus lowest, and low scores for byes). Found by search:
docs/decisions/0021-tables-of-three-and-four.md.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, compress, permutations
from random import Random

from tournaments.formats.record import Draw, Entry, Id, NoValidPairing, Score, Seating
from tournaments.formats.seating import table_sizes
from tournaments.formats.systems.pods_plan import more_to_come, planned
from tournaments.formats.systems.pods_search import (
    Tables,
    Task,
    Weights,
    closest_strangers,
    keep_apart,
    opening,
    search,
    weigh,
)

REMAINDERS = ("threes", "byes", "fives")
USUAL_ROUNDS = 6
# Halves, thirds, quarters, fifths, sixths, sevenths and eighths of a point are whole in these units.
UNITS_PER_POINT = 840
MOST_PARTED = 400


def pod_sizes(people: int, *, seats: int, remainder: str = "threes") -> tuple[list[int], int]:
    """The sizes of the tables, largest first, and the number of byes.

    "threes" (named after tables of four): full tables and as few as possible with one seat less. "fives": full tables
    and as few as possible with one seat more. "byes": full tables, and the rest have a bye. Where that cannot be
    ("fives" for 6, 7 or 11 in fours, "byes" for fewer than one table) the sizes are those of "threes"; where these
    cannot be either (2 and 5 in fours) one table is of two. Raises NoValidPairing, clause "sizes", for fewer than two
    people, and ValueError for another remainder.
    """
    if remainder not in REMAINDERS:
        raise ValueError(f"unknown remainder: {remainder!r}")
    if people < 2:
        raise NoValidPairing("sizes")
    full, rest = divmod(people, seats)
    if remainder == "byes" and full:
        return [seats] * full, rest
    if remainder == "fives" and rest <= full:
        return [seats + 1] * rest + [seats] * (full - rest), 0
    return table_sizes(people, smallest=2, largest=seats, preferred=seats), 0


def draw_pods(
    entries: Sequence[Entry],
    history: Sequence[Seating],
    *,
    seats: int,
    remainder: str = "threes",
    avoid: Collection[frozenset[Id]] = (),
    teams: Collection[frozenset[Id]] = (),
    seed: int = 0,
    rounds: int | None = None,
    hasty: bool = False,
) -> Draw:
    """The next round at tables of `seats`, highest scores first, and what it costs. The same arguments, the same draw.

    `history` has the earlier rounds in order; ids in it who are not among the entries have withdrawn. `rounds` is how
    many the event has, None where that is not known. In a field too small for so many (or six) rounds of strangers by
    luck, the draw follows a schedule in which nobody meets twice, as long as the rounds so far fit into one, but for
    the last round, after which nothing has to fit. Two of one of the `teams` meet only where no search finds a way
    around it. A `hasty` draw takes a tenth of the time, and repeats more.

    Raises NoValidPairing with clause "sizes" for fewer than two entries, "avoid" if no seating keeps those pairs
    apart, "byes" if only a second bye before another's first would.
    """
    ids = [entry.id for entry in entries]
    sizes, byes = pod_sizes(len(ids), seats=seats, remainder=remainder)
    rng = Random(seed)
    task = make_task(entries, history, sizes=sizes, byes=byes, seats=seats, avoid=avoid)
    task = replace(task, hasty=hasty, mates=pairs_of(ids, teams))
    past = [*_teams_at_tables(ids, teams, seats=seats), *history]
    length = rounds + len(past) - len(history) if rounds else None
    tables = best_tables(task, ids, numbered(ids, past), rounds=length, rng=rng)
    rest = tuple(ids[person] for person in tables.pop()) if byes else ()
    tables.sort(key=lambda table: -Fraction(sum(task.scores[person] for person in table), len(table)))
    named = [[ids[person] for person in table] for table in tables]
    return priced(entries, history, Seating(rotated(named, history, rng), rest))


def _teams_at_tables(ids: Sequence[Id], teams: Collection[frozenset[Id]], *, seats: int) -> list[Seating]:
    """Where the teams would fill the tables, a schedule has to leave out the round in which they did."""
    tables = sorted(tuple(id_ for id_ in ids if id_ in team) for team in teams)
    full = all(len(table) == seats for table in tables) and len(tables) * seats == len(ids)
    return [Seating(tuple(tables))] if tables and full else []


def best_tables(
    task: Task, ids: Sequence[Id], earlier: Sequence[Tables] | None, *, rounds: int | None, rng: Random
) -> Tables:
    """The tables of the next round: from the schedule where there is one, and where no later round needs it, the best
    that can be reached from there.
    """
    scheduled = None if task.hasty else planned(task, earlier, rounds=rounds or USUAL_ROUNDS, rng=rng)
    if earlier is None or scheduled is None:
        return seated(task, ids, rng)
    if more_to_come(task, played=len(earlier), rounds=rounds):
        return scheduled
    return closest_strangers(task, search(task, scheduled, rng)[1])


def make_task(
    entries: Sequence[Entry],
    history: Sequence[Seating],
    *,
    sizes: Sequence[int],
    byes: int,
    seats: int,
    avoid: Collection[frozenset[Id]],
) -> Task:
    """The task of seating a round: people as numbers in the order of ``entries``, scores in whole units, the byes as
    one more table.
    """
    ids = [entry.id for entry in entries]
    usual = seats if seats in sizes else max(sizes)
    odd = [size != usual for size in sizes] + [True] * bool(byes)
    sizes = [*sizes, byes] if byes else sizes
    kind = "bye" if byes else "long" if max(sizes) > seats else "short"
    borne = burdens(history, kind=kind, usual=usual)
    met = meetings(history)
    must, may = fair_places([borne[id_] for id_ in ids], sum(compress(sizes, odd)))
    return Task(
        sizes=sizes,
        odd=odd,
        byes=bool(byes),
        scores=[round(Fraction(entry.score) * UNITS_PER_POINT) for entry in entries],
        meets=[[met[frozenset((one, other))] if one != other else 0 for other in ids] for one in ids],
        apart=pairs_of(ids, avoid),
        must=must,
        may=may,
    )


def pairs_of(ids: Sequence[Id], groups: Collection[frozenset[Id]]) -> list[tuple[int, int]]:
    """Every two of a group who are to be seated, as numbers."""
    members = [[number for number, id_ in enumerate(ids) if id_ in group] for group in groups]
    return sorted(set(chain.from_iterable(combinations(group, 2) for group in members)))


def meetings(history: Sequence[Seating]) -> Counter[frozenset[Id]]:
    """How often each pair has sat at one table."""
    return Counter(
        frozenset(pair) for seating in history for table in seating.tables for pair in combinations(table, 2)
    )


def burdens(history: Sequence[Seating], *, kind: str, usual: int) -> Counter[Id]:
    """How much each has borne: byes ("bye"), seats that tables had less ("short") or more ("long") than usual."""
    if kind == "bye":
        return Counter(id_ for seating in history for id_ in seating.byes)
    sign = 1 if kind == "long" else -1
    borne: Counter[Id] = Counter()
    for table in (table for seating in history for table in seating.tables):
        for id_ in table:
            borne[id_] += max(0, sign * (len(table) - usual))
    return borne


def fair_places(borne: Sequence[int], room: int) -> tuple[frozenset[int], frozenset[int]]:
    """Who must and who may take one of `room` odd places, so that those who have borne least come first."""
    if not room:
        return frozenset(), frozenset()
    last = sorted(borne)[room - 1]
    must = frozenset(person for person, load in enumerate(borne) if load < last)
    return must, must | {person for person, load in enumerate(borne) if load == last}


def numbered(ids: Sequence[Id], history: Sequence[Seating]) -> list[Tables] | None:
    """The earlier rounds in numbers of the entries; None unless all of them, and nobody else, sat in each."""
    numbers = {id_: number for number, id_ in enumerate(ids)}
    rounds: list[Tables] = []
    for seating in history:
        if Counter(id_ for table in seating.tables for id_ in table) != Counter(ids):
            return None
        rounds.append([[numbers[id_] for id_ in table] for table in seating.tables])
    return rounds


def seated(task: Task, ids: Sequence[Id], rng: Random) -> Tables:
    """The best tables found; where forbidden pairs are in the way, from a start that was searched without gaps."""
    cost, tables = search(task, opening(task, rng), rng)
    weights = weigh(task)
    if cost < weights.forbidden:
        apart = keep_apart(replace(task, apart=[*task.apart, *task.mates])) if may_part(task, cost, weights) else None
        return search(task, apart, rng)[1] if apart else tables
    start = keep_apart(task)
    if start is None:
        everybody = frozenset(range(task.people))
        task = replace(task, must=frozenset(), may=everybody if task.may else task.may)
        start = keep_apart(task)
        if start is None or task.byes:
            concerned = sorted({person for pair in task.apart for person in pair})
            raise NoValidPairing("avoid" if start is None else "byes", tuple(ids[person] for person in concerned))
    return search(task, start, rng)[1]


def may_part(task: Task, cost: int, weights: Weights) -> bool:
    """Whether it is worth a complete search that teammates sit together: not where a team has more members than there
    are tables, and not among so many people that it would be too deep.
    """
    places = len(task.sizes) - 1 + task.sizes[-1] if task.byes else len(task.sizes)
    largest = 1 + max(Counter(chain.from_iterable(task.mates)).values(), default=0)
    return cost >= weights.mates and largest <= places and task.people <= MOST_PARTED


def rotated(tables: Sequence[Sequence[Id]], history: Sequence[Seating], rng: Random) -> tuple[tuple[Id, ...], ...]:
    """Each table in the order of its seats: who has dealt first least often does, then the seats least sat in."""
    sat = Counter((id_, seat) for seating in history for table in seating.tables for seat, id_ in enumerate(table))

    def wear(order: tuple[Id, ...]) -> tuple[int, int]:
        return sat[order[0], 0], sum(sat[id_, seat] for seat, id_ in enumerate(order))

    return tuple(min(permutations(rng.sample(table, len(table))), key=wear) for table in tables)


def priced(entries: Sequence[Entry], history: Sequence[Seating], seating: Seating) -> Draw:
    """`seating` with its repeated meetings and gaps of scores."""
    met = meetings(history)
    scores = {entry.id: entry.score for entry in entries}
    gap: Score = 0
    for table in seating.tables:
        at_table = [scores[id_] for id_ in table]
        gap += max(at_table) - min(at_table)
    pairs = (frozenset(pair) for table in seating.tables for pair in combinations(table, 2))
    return Draw(seating, sum(met[pair] for pair in pairs), gap)
