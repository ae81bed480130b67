"""Schedules of full tables at which nobody meets anybody twice, built from finite fields.

Points are 0 to n - 1; a schedule is a list of rounds, a round a list of tables.

- Transversal: n = seats × g, everyone meets everyone but the g - 1 of the own group (Bose 1938); rounds within the
  groups follow where there are any. This gives 16 in fours (5 rounds), 9, 27 and 81 in threes, 64 in fours.
- Kirkman's schoolgirls, 2q + 1 and 3q in threes, q = 6t + 1 a prime power: Ray-Chaudhuri and Wilson, "Solution of
  Kirkman's schoolgirl problem", 1971. 15, 21, 39, 51, ...
- 3q + 1 in fours, q = 4t + 1 a prime power: Hanani, Ray-Chaudhuri and Wilson, "On resolvable designs", 1972.
  28, 40, 52, ...
- 24 in fours over 7 rounds, groups of three who do not meet: found by search over the rounds turned modulo 7.
- 33 in threes: found by search over the rounds turned modulo 11.
"""

from collections.abc import Sequence
from functools import cache
from math import gcd

from tournaments.formats.systems.galois import Field, prime_power

Table = tuple[int, ...]
Schedule = tuple[tuple[Table, ...], ...]

# Points x + 7 × level, and 21 to 23 who stay where they are while the others turn.
TWENTY_FOUR = ((0, 8, 17, 21), (1, 10, 14, 22), (3, 7, 15, 23), (2, 4, 5, 20), (6, 9, 11, 12), (13, 16, 18, 19))

# Points x + 11 × level: one round to be turned, and five tables which make a round each when turned.
THIRTY_THREE = (
    (
        *((0, 19, 27), (1, 6, 16), (2, 15, 25), (3, 5, 12), (4, 7, 8), (9, 22, 24), (10, 29, 32), (11, 21, 23)),
        *((13, 18, 20), (14, 17, 28), (26, 30, 31)),
    ),
    ((0, 11, 29), (0, 12, 28), (0, 14, 31), (0, 16, 25), (0, 17, 32)),
)


@cache
def without_repeats(people: int, seats: int) -> Schedule:
    """The longest schedule known here in which nobody meets anybody twice; at least one round if tables can be full.

    Empty where `people` is no multiple of `seats`.
    """
    if people % seats or people < seats:
        return ()
    one_round = (tuple(tuple(range(first, first + seats)) for first in range(0, people, seats)),)
    known = [one_round, transversal(people, seats)]
    if seats == 3:
        known += [kirkman_doubled(people), kirkman_tripled(people), thirty_three() if people == 33 else ()]
    if seats == 4:
        known += [fours(people), twenty_four() if people == 24 else ()]
    return max(known, key=len)


def perfect(people: int, seats: int) -> Schedule:
    """The schedule in which everyone meets everyone exactly once, or () if none is known here."""
    schedule = without_repeats(people, seats)
    return schedule if len(schedule) * (seats - 1) == people - 1 else ()


def transversal(people: int, seats: int) -> Schedule:
    """Each table takes one of each of `seats` groups; () unless the size of the groups allows it."""
    size = people // seats
    if prime_power(size) and size >= seats:
        field = Field(size)
        rounds = [
            [[field.add(x, field.times(turn, level)) for level in range(seats)] for x in range(size)]
            for turn in range(size)
        ]
    elif all(gcd(size, step) == 1 for step in range(1, seats)) and size >= seats:
        rounds = [[[(x + turn * level) % size for level in range(seats)] for x in range(size)] for turn in range(size)]
    else:
        return ()
    across = tuple(
        tuple(tuple(x + size * level for level, x in enumerate(table)) for table in tables) for tables in rounds
    )
    within = tuple(
        tuple(tuple(x + size * level for x in table) for level in range(seats) for table in tables)
        for tables in without_repeats(size, seats)
    )
    return across + within


def turned(order: int, base: Sequence[Sequence[int]], people: int) -> Schedule:
    """A round for each element of the field of this order: the tables of `base` with the element added to each point.

    Point element + order × level is that element on that level; points beyond the last full level stay.
    """
    field, levels = Field(order), people // order

    def turn(point: int, by: int) -> int:
        level, element = divmod(point, order)
        return field.add(element, by) + order * level if level < levels else point

    return tuple(tuple(tuple(turn(point, by) for point in table) for table in base) for by in range(order))


def turned_alone(order: int, tables: Sequence[Sequence[int]], people: int) -> Schedule:
    """A round for each of these tables: what it becomes as it is turned."""
    return tuple(tuple(round_[0] for round_ in turned(order, [table], people)) for table in tables)


def kirkman_doubled(people: int) -> Schedule:
    """2q + 1 in threes."""
    q = people // 2
    if people % 2 == 0 or q % 6 != 1 or not prime_power(q):
        return ()
    field, t = Field(q), q // 6
    half = field.power(-field.log(field.add(1, 1)))
    m = field.log(field.times(field.add(field.power(t), 1), half))
    base = [[0, q, people - 1]]
    for i in [*range(t), *range(2 * t, 3 * t), *range(4 * t, 5 * t)]:
        base.append([field.power(i), field.power(i + t), field.power(i + m) + q])
    for i in range(t):
        base.append([field.power(i + m + step * t) + q for step in (1, 3, 5)])
    return turned(q, base, people)


def kirkman_tripled(people: int) -> Schedule:
    """3q in threes."""
    q = people // 3
    if people % 3 or q % 6 != 1 or not prime_power(q):
        return ()
    field, t = Field(q), q // 6
    across = [[field.power(i + 2 * t * level) + q * level for level in range(3)] for i in range(6 * t)]
    base = [[0, q, 2 * q], *(table for i, table in enumerate(across) if i // t % 2)]
    for i in range(t):
        base += [[field.power(i + step * t) + q * level for step in (0, 2, 4)] for level in range(3)]
    return turned(q, base, people) + turned_alone(
        q, [table for i, table in enumerate(across) if i // t % 2 == 0], people
    )


def fours(people: int) -> Schedule:
    """3q + 1 in fours."""
    q = people // 3
    if people % 3 != 1 or q % 4 != 1 or not prime_power(q):
        return ()
    field, t = Field(q), q // 4
    base = [[0, q, 2 * q, people - 1]]
    for level, following in ((0, 1), (1, 2), (2, 0)):
        for low, high in ((field.power(i), field.power(i + t)) for i in range(t)):
            pair, next_pair = (low, field.negative(low)), (high, field.negative(high))
            base.append([x + q * level for x in pair] + [x + q * following for x in next_pair])
    return turned(q, base, people)


def twenty_four() -> Schedule:
    return turned(7, TWENTY_FOUR, 24)


def thirty_three() -> Schedule:
    base, alone = THIRTY_THREE
    return turned(11, base, 33) + turned_alone(11, alone, 33)
