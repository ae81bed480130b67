"""How evenly a whole schedule lets people meet, and making it more even."""

from collections.abc import Sequence
from itertools import combinations
from math import exp
from random import Random

from tournaments.formats.draw import Id, Seating

STEPS = 250_000


def meets_of(seatings: Sequence[Seating]) -> dict[Id, dict[Id, int]]:
    """For each two who sit in the first round how often they meet."""
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
    kept = list(seatings)
    if now == goal or not movable or all(len(tables) < 2 for tables in movable):
        return kept
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
                kept = [Seating(tuple(map(tuple, tables))) for tables in rounds]
                if best == goal:
                    break
    return kept


def change_by_swap(meets: dict[Id, dict[Id, int]], one: list[Id], i: int, other: list[Id], j: int) -> int:
    """By how much unevenness would grow if the i-th of one table and the j-th of the other changed places."""
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
    for table, leaving, coming in ((one, i, other[j]), (other, j, one[i])):
        for k, id_ in enumerate(table):
            if k != leaving:
                count(meets, table[leaving], id_, -1)
                count(meets, coming, id_, 1)
    one[i], other[j] = other[j], one[i]


def count(meets: dict[Id, dict[Id, int]], one: Id, other: Id, by: int) -> None:
    meets[one][other] += by
    meets[other][one] += by
