"""Schedules of full tables at which nobody meets anybody twice, built from finite fields.

Points are 0 to n - 1; a schedule is a list of rounds, a round a list of tables.

- Transversal: n = seats × g, everyone meets everyone but the g - 1 of the own group (Bose 1938); rounds within the
  groups follow where there are any. This gives 16 in fours (5 rounds), 9, 27 and 81 in threes, 64 in fours.
- Kirkman's schoolgirls, 2q + 1 and 3q in threes, q = 6t + 1 a prime power: Ray-Chaudhuri and Wilson, "Solution of
  Kirkman's schoolgirl problem", 1971. 15, 21, 39, 51, ...
- 3q + 1 in fours, q = 4t + 1 a prime power: Hanani, Ray-Chaudhuri and Wilson, "On resolvable designs", 1972.
  28, 40, 52, ...
- 18, 24, 30, ..., 48 in threes, 24, 32, 36, 44, 48, 56 and 60 in fours: groups of two or three who do not meet (nearly
  Kirkman systems; resolvable group divisible designs), found by search over the rounds turned:
  docs/decisions/0021-tables-of-three-and-four.md.
- 33 in threes: found in the same way.

Finite fields small enough for tables, for the schedules made from them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from math import gcd, isqrt


def prime_power(number: int) -> tuple[int, int] | None:
    """(prime, exponent) with prime ** exponent == number, or None."""
    for prime in range(2, isqrt(max(number, 0)) + 1):
        if number % prime == 0:
            exponent = 0
            while number % prime == 0:
                number, exponent = number // prime, exponent + 1
            return (prime, exponent) if number == 1 else None
    return (number, 1) if number > 1 else None


class Field:
    """The field of `order` elements, which are called 0 (zero) to order - 1; 1 is one. Raises ValueError.

    An element's digits to the base of the prime are the coefficients of a polynomial, lowest first; the elements
    multiply modulo the first monic polynomial of which ``x`` or another element turns out to be a generator.
    """

    def __init__(self, order: int) -> None:
        prime_and_power = prime_power(order)
        if prime_and_power is None:
            raise ValueError(f"there is no field of {order} elements")
        self.order = order
        self.prime, self.exponent = prime_and_power
        self.powers = self._powers()
        self._log = {element: power for power, element in enumerate(self.powers)}

    def add(self, one: int, other: int) -> int:
        """The sum of two elements."""
        return self._number([a + b for a, b in zip(self._digits(one), self._digits(other), strict=True)])

    def negative(self, element: int) -> int:
        """What added to the element gives zero."""
        return self._number([-a for a in self._digits(element)])

    def times(self, one: int, other: int) -> int:
        """The product of two elements."""
        return self.power(self._log[one] + self._log[other]) if one and other else 0

    def power(self, exponent: int) -> int:
        """The generator to this power."""
        return self.powers[exponent % (self.order - 1)]

    def log(self, element: int) -> int:
        """The power of the generator that is this element; KeyError for zero."""
        return self._log[element]

    def _digits(self, element: int) -> list[int]:
        return [element // self.prime**place % self.prime for place in range(self.exponent)]

    def _number(self, digits: list[int]) -> int:
        return sum(digit % self.prime * self.prime**place for place, digit in enumerate(digits))

    def _powers(self) -> list[int]:
        if self.exponent == 1:
            candidates = ([-generator] for generator in range(1, self.order))
        else:
            candidates = (list(low) for low in product(range(self.prime), repeat=self.exponent))
        for low in candidates:
            powers = self._orbit(low)
            if len(powers) == self.order - 1:
                return powers
        raise AssertionError("every finite field has a generator")

    def _orbit(self, low: list[int]) -> list[int]:
        """The powers of x modulo x ** exponent + low, until they come back to one or die out."""
        powers: list[int] = []
        digits = [1] + [0] * (self.exponent - 1)
        while (element := self._number(digits)) and element not in powers[:1]:
            powers.append(element)
            top = digits[-1]
            digits = [a - top * b for a, b in zip([0, *digits[:-1]], low, strict=True)]
            if len(powers) == self.order:
                break
        return powers


Table = tuple[int, ...]
Schedule = tuple[tuple[Table, ...], ...]

# Rounds found that make a whole schedule when turned, by people and seats: the order of the turning, then each round.
# Point x + order × level becomes x + 1 + order × level, modulo the order; points beyond the last level stay.
TURNED: Mapping[tuple[int, int], tuple[int, Sequence[str]]] = {
    (18, 3): (
        4,
        [
            "4 7 13, 6 10 16, 3 14 17, 9 12 15, 2 8 11, 0 1 5",
            "2 5 10, 7 9 17, 4 11 15, 1 8 13, 0 6 14, 3 12 16",
        ],
    ),
    (24, 3): (
        11,
        [
            "4 12 20, 5 18 19, 15 17 21, 10 14 23, 1 13 22, 0 2 11, 6 9 16, 3 7 8",
        ],
    ),
    (30, 3): (
        14,
        [
            "11 14 28, 4 22 27, 5 6 18, 1 10 12, 7 15 26, 9 13 20, 3 23 29, 2 16 17, 0 8 24, 19 21 25",
        ],
    ),
    (36, 3): (
        17,
        [
            (
                "16 33 34, 21 23 32, 6 14 22, 4 5 24, 2 9 15, 17 27 30, 7 12 19, 11 20 25, 13 26 35, 1 28 29, 0 3 18, "
                "8 10 31"
            )
        ],
    ),
    (42, 3): (
        20,
        [
            (
                "5 32 33, 2 7 22, 10 39 40, 1 34 41, 6 23 29, 0 3 25, 11 19 35, 9 15 21, 13 14 24, 16 18 37, 4 8 17, "
                "12 26 30, 28 31 36, 20 27 38"
            )
        ],
    ),
    (48, 3): (
        23,
        [
            (
                "11 22 35, 2 7 30, 24 38 40, 17 37 42, 0 15 32, 25 33 44, 8 34 46, 4 39 45, 13 28 29, 3 6 36, "
                "19 21 27, 20 31 41, 12 26 47, 9 10 16, 5 14 18, 1 23 43"
            )
        ],
    ),
    (32, 4): (
        5,
        [
            "4 11 25 30, 8 17 20 31, 22 23 26 29, 1 2 19 21, 3 7 9 27, 6 13 14 24, 12 16 18 28, 0 5 10 15",
            "2 13 25 31, 9 16 20 30, 0 7 8 22, 1 4 15 26, 5 11 14 29, 10 17 18 23, 3 12 21 24, 6 19 27 28",
        ],
    ),
}

# The same for three levels, where a round is what these tables become as the levels go round: the order, by how much a
# point is multiplied from level to level, the tables. Three points beyond the levels go round with them, two stay.
TURNED_AND_ROUND: Mapping[tuple[int, int], tuple[int, int, str]] = {
    (24, 4): (7, 1, "6 8 16 21, 14 19 18 3"),
    (36, 4): (11, 1, "0 16 24 33, 1 7 30 9, 25 6 26 10"),
    (44, 4): (14, 9, "11 15 37 42, 8 16 32 43, 3 31 18 35, 10 17 6 22, 24 25 14 1"),
    (48, 4): (15, 1, "8 25 44 45, 39 30 27 7, 36 5 2 1, 18 34 28 26"),
    (56, 4): (18, 7, "6 24 42 54, 16 22 46 55, 32 47 28 34, 53 12 38 33, 7 21 50 49, 36 43 27 41"),
    (60, 4): (19, 1, "13 21 44 57, 5 18 46 47, 54 10 3 49, 31 33 23 45, 19 39 55 34"),
}

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
    schedules = [one_round, transversal(people, seats), found(people, seats)]
    if seats == 3:
        schedules += [kirkman_doubled(people), kirkman_tripled(people), thirty_three() if people == 33 else ()]
    if seats == 4:
        schedules += [fours(people)]
    return max(schedules, key=len)


def transversal(people: int, seats: int) -> Schedule:
    """Each table takes one of each of `seats` groups; () unless the size of the groups allows it."""
    size = people // seats
    if size < seats:
        return ()
    plus: Callable[[int, int], int]
    times: Callable[[int, int], int]
    if prime_power(size):
        field = Field(size)
        plus, times = field.add, field.times
    elif all(gcd(size, step) == 1 for step in range(1, seats)):
        plus, times = (lambda x, y: (x + y) % size), (lambda x, y: x * y % size)
    else:
        return ()

    def across(x: int, turn: int) -> Table:
        return tuple(plus(x, times(turn, level)) + size * level for level in range(seats))

    rounds = [tuple(across(x, turn) for x in range(size)) for turn in range(size)]
    for tables in without_repeats(size, seats):
        rounds.append(tuple(tuple(x + size * level for x in table) for level in range(seats) for table in tables))
    return tuple(rounds)


def turned(
    order: int, base: Sequence[Sequence[int]], people: int, *, add: Callable[[int, int], int] | None = None
) -> Schedule:
    """A round for each element: the tables of `base` with the element added to each point, by default in the field.

    Point element + order × level is that element on that level; points beyond the last full level stay.
    """
    plus, levels = add or Field(order).add, people // order

    def turn(point: int, by: int) -> int:
        level, element = divmod(point, order)
        return plus(element, by) + order * level if level < levels else point

    def turn_table(table: Sequence[int], by: int) -> Table:
        return tuple(turn(point, by) for point in table)

    return tuple(tuple(turn_table(table, by) for table in base) for by in range(order))


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


def found(people: int, seats: int) -> Schedule:
    """The schedule in TURNED or TURNED_AND_ROUND for so many people and seats; () where there is none."""
    if (people, seats) in TURNED:
        order, texts = TURNED[people, seats]
        rounds = [read(text) for text in texts]
    elif (people, seats) in TURNED_AND_ROUND:
        order, factor, text = TURNED_AND_ROUND[people, seats]
        rounds = [levels_round(read(text), people, order=order, factor=factor)]
    else:
        return ()
    return tuple(round_ for base in rounds for round_ in turned(order, base, people, add=lambda x, y: (x + y) % order))


def read(text: str) -> list[Table]:
    """Tables from a text: points apart by spaces, tables by commas."""
    return [tuple(int(point) for point in table.split()) for table in text.split(",")]


def levels_round(tables: Sequence[Table], people: int, *, order: int, factor: int) -> list[Table]:
    """The tables with all they become as three levels go round."""

    def step(point: int) -> int:
        level, element = divmod(point, order)
        if level < 3:
            return element * factor % order + order * ((level + 1) % 3)
        return 3 * order + (element + 1) % 3 if people > 3 * order + 2 else point

    images = [[table, tuple(map(step, table)), tuple(map(step, map(step, table)))] for table in tables]
    return list({frozenset(table): table for around in images for table in around}.values())


def thirty_three() -> Schedule:
    """The schedule for 33 people, turned from its base blocks."""
    base, alone = THIRTY_THREE
    return turned(11, base, 33) + turned_alone(11, alone, 33)
