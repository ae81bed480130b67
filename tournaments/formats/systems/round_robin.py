"""Round robins: everyone meets everyone, at tables of two once or twice, at larger ones as evenly as can be."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp
from random import Random

from tournaments.formats.record import Entry, Id, NoValidPairing, Seating
from tournaments.formats.systems.designs import Schedule, without_repeats
from tournaments.formats.systems.pods import make_task, pod_sizes, rotated
from tournaments.formats.systems.pods_search import anneal, opening, weigh

STEPS = 250_000


def meets_of(seatings: Sequence[Seating]) -> dict[Id, dict[Id, int]]:
    """How often each two of those who sit in the first round meet."""
    ids = [id_ for table in seatings[0].tables for id_ in table] if seatings else []
    meets = {one: dict.fromkeys(ids, 0) for one in ids}
    for seating in seatings:
        for table in seating.tables:
            for one, other in combinations(table, 2):
                meets[one][other] += 1
                meets[other][one] += 1
    return meets


def unevenness(seatings: Sequence[Seating]) -> int:
    """Pairs of meetings of the same two, summed over all; least when every two meet equally often, or nearly."""
    return sum(times * (times - 1) // 2 for row in meets_of(seatings).values() for times in row.values()) // 2


def least_unevenness(seatings: Sequence[Seating]) -> int:
    """What unevenness cannot fall below with tables of these sizes."""
    people = sum(map(len, seatings[0].tables))
    pairs = people * (people - 1) // 2
    times, more = divmod(sum(len(t) * (len(t) - 1) // 2 for seating in seatings for t in seating.tables), pairs)
    return pairs * times * (times - 1) // 2 + more * times


def even_out(seatings: Sequence[Seating], *, fixed: int, rng: Random) -> list[Seating]:
    """Swaps people within rounds after the first `fixed`, between tables of the same size, to make meetings more even.

    A walk of bounded length that takes steps back ever more rarely; the most even schedule on it is returned.
    """
    rounds = [[list(table) for table in seating.tables] for seating in seatings]
    movable = rounds[fixed:]
    goal = least_unevenness(seatings) if seatings else 0
    now = best = unevenness(seatings)
    evened = list(seatings)
    if now == goal or not movable or all(len(tables) < 2 for tables in movable):
        return evened
    meets = meets_of(seatings)
    heat = 0.6
    cooling = (0.15 / heat) ** (1 / STEPS)
    for _ in range(STEPS):
        heat *= cooling
        tables = movable[int(rng.random() * len(movable))]
        one, other = (tables[int(rng.random() * len(tables))] for _ in range(2))
        if one is other or len(one) != len(other):
            continue
        i, j = int(rng.random() * len(one)), int(rng.random() * len(other))
        change = change_by_swap(meets, one, i, other, j)
        if change <= 0 or rng.random() < exp(-change / heat):
            swap(meets, one, i, other, j)
            now += change
            if now < best:
                best = now
                evened = [Seating(tuple(map(tuple, tables))) for tables in rounds]
                if best == goal:
                    break
    return evened


def change_by_swap(meets: dict[Id, dict[Id, int]], one: list[Id], i: int, other: list[Id], j: int) -> int:
    """How much unevenness would grow if the i-th of one table and the j-th of the other changed places."""
    of_p, of_q = meets[one[i]], meets[other[j]]
    change = 0
    for k, id_ in enumerate(one):
        if k != i:
            change += of_q[id_] - of_p[id_] + 1
    for k, id_ in enumerate(other):
        if k != j:
            change += of_p[id_] - of_q[id_] + 1
    return change


def swap(meets: dict[Id, dict[Id, int]], one: list[Id], i: int, other: list[Id], j: int) -> None:
    """Exchanges two people between two tables and corrects who meets whom how often."""
    for table, leaving, coming in ((one, i, other[j]), (other, j, one[i])):
        for k, id_ in enumerate(table):
            if k != leaving:
                count(meets, table[leaving], id_, -1)
                count(meets, coming, id_, 1)
    one[i], other[j] = other[j], one[i]


def count(meets: dict[Id, dict[Id, int]], one: Id, other: Id, by: int) -> None:
    """Adds ``by`` to the meetings of two, on both sides."""
    meets[one][other] += by
    meets[other][one] += by


# A schedule depends on nothing but the order of its entrants.
SEED = 1
STEPS_A_ROUND = 20_000


def berger(ids: Sequence[Id], *, double: bool = False) -> list[Seating]:
    """The rounds of a Berger table, who deals first named first; `double` adds a lap with the seats exchanged.

    With an odd number one has a bye in each round. Source: FIDE Handbook, C.05 General Regulations for Competitions,
    Annex 1. Raises NoValidPairing, clause "sizes", for fewer than two.
    """
    if len(ids) < 2:
        raise NoValidPairing("sizes", tuple(ids))
    ring = rounds_a_lap(len(ids))
    half = (ring + 1) // 2
    lap = [berger_round(ids, opponent=turn * half % ring, last_first=turn % 2 == 1) for turn in range(ring)]
    return lap + [exchanged(seating) for seating in lap] if double else lap


def rounds_a_lap(people: int) -> int:
    """How many rounds everyone needs to meet everyone once at tables of two."""
    return people - 1 + people % 2


def berger_round(ids: Sequence[Id], *, opponent: int, last_first: bool) -> Seating:
    """All stand in a ring and pair up around `opponent`, who has the bye, or with an even number meets the last."""
    ring = rounds_a_lap(len(ids))
    pairs = [((opponent + step) % ring, (opponent - step) % ring) for step in range(1, ring // 2 + 1)]
    tables = tuple((ids[one], ids[other]) for one, other in pairs)
    if len(ids) == ring:
        return Seating(tables, (ids[opponent],))
    of_last = (ids[ring], ids[opponent]) if last_first else (ids[opponent], ids[ring])
    return Seating((of_last, *tables))


def exchanged(seating: Seating) -> Seating:
    """The seating with the seats of every table the other way round."""
    return Seating(tuple(table[::-1] for table in seating.tables), seating.byes)


def schedule(ids: Sequence[Id], *, seats: int, rounds: int | None = None) -> list[Seating]:
    """`rounds` rounds at tables of `seats`, or as many as everyone needs to be able to meet everyone.

    At two it is the Berger table, lap after lap with seats exchanged. At three and more everyone sits in every round,
    at tables of one seat less where the number wants it, and those are shared out. Where a schedule is known in which
    everyone meets everyone exactly once it is taken, over and over if need be; else one without repeats as far as it
    goes, or a searched one, whichever is more even. The same ids give the same schedule. Raises NoValidPairing,
    clause "sizes", for fewer than two.
    """
    if seats == 2:
        laps = berger(ids, double=True)
        return [laps[number % len(laps)] for number in range(len(laps) // 2 if rounds is None else rounds)]
    sizes, _ = pod_sizes(len(ids), seats=seats)
    if rounds is None:
        rounds = enough_rounds(sizes)
    design = named(ids, without_repeats(len(ids), sizes[0])) if sizes[0] == sizes[-1] else []
    whole = len(design) * (sizes[0] - 1) == len(ids) - 1
    if whole:
        design *= -(-rounds // len(design))
    candidates = [completed(ids, design[:rounds], rounds=rounds, sizes=sizes, seats=seats)]
    if not whole and 1 < len(design) < rounds:
        candidates.append(completed(ids, [], rounds=rounds, sizes=sizes, seats=seats))
    return with_seats(min(candidates, key=unevenness))


def enough_rounds(sizes: Sequence[int]) -> int:
    """The fewest rounds with seats enough for every two to meet: (n - 1) / (seats - 1), rounded up, at full tables."""
    people = sum(sizes)
    return -(-people * (people - 1) // sum(size * (size - 1) for size in sizes))


def named(ids: Sequence[Id], rounds: Schedule) -> list[Seating]:
    """The rounds of a schedule with entrants in place of its points."""
    return [_seating(ids, tables) for tables in rounds]


def _seating(ids: Sequence[Id], tables: Iterable[Iterable[int]]) -> Seating:
    return Seating(tuple(tuple(ids[number] for number in table) for table in tables))


def completed(
    ids: Sequence[Id], known: Sequence[Seating], *, rounds: int, sizes: Sequence[int], seats: int
) -> list[Seating]:
    """`known` followed by rounds with few repeats, those then made more even together."""
    rng = Random(SEED)
    entries = [Entry(id_) for id_ in ids]
    seatings = list(known)
    while len(seatings) < rounds:
        task = make_task(entries, seatings, sizes=sizes, byes=0, seats=seats, avoid=())
        tables = anneal(
            task, opening(task, rng), weigh(task).pairs, rng, steps=STEPS_A_ROUND, heat=0.5, window=len(ids)
        )
        seatings.append(_seating(ids, tables))
    return even_out(seatings, fixed=len(known), rng=rng)


def with_seats(seatings: Sequence[Seating]) -> list[Seating]:
    """The tables of a schedule, with dealing first and the other seats shared out round by round."""
    rng = Random(SEED)
    done: list[Seating] = []
    for seating in seatings:
        done.append(Seating(rotated(seating.tables, done, rng)))
    return done
