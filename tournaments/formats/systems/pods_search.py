"""The search behind the draw of tables of three and more: people as numbers, tables as lists, swaps of two people; and
complete searches for where swaps find nothing.

What a seating costs is one integer. Two who must not sit together outweigh any number of teammates who do, two of these
any number of repeated meetings, and one repeated meeting any gap of scores, so that comparing costs compares in that
order.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from random import Random

Tables = list[list[int]]


@dataclass(frozen=True, slots=True)
class Task:
    """A round to be seated. People are 0 to n - 1; `sizes` are those of the tables, the byes last if there are any.

    `meets[p][q]` counts earlier meetings; `apart` holds pairs that must not sit together, `mates` those that
    do so only where it cannot be avoided; `scores` are integers.
    At a place marked in `odd` (a table of another size than usual, a bye) sit all of `must` and nobody outside
    `may`; whoever is not in `must` may sit elsewhere. A `hasty` search takes a tenth of the steps.
    """

    sizes: Sequence[int]
    odd: Sequence[bool]
    byes: bool
    scores: Sequence[int]
    meets: Sequence[Sequence[int]]
    apart: Collection[tuple[int, int]]
    must: frozenset[int] = frozenset()
    may: frozenset[int] = frozenset()
    hasty: bool = False
    mates: Collection[tuple[int, int]] = ()

    @property
    def people(self) -> int:
        """How many people are to be seated."""
        return len(self.scores)

    @property
    def loose(self) -> frozenset[int]:
        """The people who may take an odd place, and need not."""
        return self.may - self.must


@dataclass(frozen=True, slots=True)
class Weights:
    """What one repeated meeting costs, two teammates, one forbidden pair, and all of it for each pair of people."""

    repeat: int
    mates: int
    forbidden: int
    pairs: list[list[int]]


def weigh(task: Task) -> Weights:
    """What each costs: so much that nothing less bad outweighs it, however often it happens."""
    low, high = min(task.scores), max(task.scores)
    repeat = 1 + (high - low) * (task.people + len(task.sizes))
    mates = repeat * (1 + sum(map(sum, task.meets)))
    forbidden = mates * (1 + len(task.mates))
    pairs = [[meets * repeat for meets in row] for row in task.meets]
    for bad, weight in ((task.mates, mates), (task.apart, forbidden)):
        for p, q in bad:
            pairs[p][q] += weight
            pairs[q][p] += weight
    return Weights(repeat, mates, forbidden, pairs)


def opening(task: Task, rng: Random) -> Tables:
    """Tables filled from the top in the order of scores, equal ones shuffled; odd places go to the lowest who may."""
    order = by_score(task, rng)
    room = sum(size for size, odd in zip(task.sizes, task.odd, strict=True) if odd)
    chosen = set(task.must)
    for person in order:
        if len(chosen) < room and person in task.may:
            chosen.add(person)
    queues = {odd: [person for person in reversed(order) if (person in chosen) is odd] for odd in (True, False)}
    return [[queues[odd].pop(0) for _ in range(size)] for size, odd in zip(task.sizes, task.odd, strict=True)]


def by_score(task: Task, rng: Random) -> list[int]:
    """Everybody, lowest score first, equal ones shuffled."""
    order = list(range(task.people))
    rng.shuffle(order)
    return sorted(order, key=task.scores.__getitem__)


def search(task: Task, tables: Tables, rng: Random) -> tuple[int, Tables]:
    """The cheapest seating found from `tables` by swaps, and its cost. The work is bounded by the number of people."""
    weights = weigh(task)
    steps = (min(30_000, 1_000 * task.people) + 300 * task.people) // (10 if task.hasty else 1)
    best = improve(task, tables, weights, rng, steps=steps)
    for _ in range(4):
        if cost(task, best, weights) < weights.repeat:
            break
        shaken = shake(task, best, weights, rng, steps=steps)
        best = min(best, improve(task, shaken, weights, rng, steps=steps), key=lambda t: cost(task, t, weights))
    return cost(task, best, weights), best


def shake(task: Task, tables: Tables, weights: Weights, rng: Random, *, steps: int) -> Tables:
    """A seating with few repeated meetings, reached through ones with more: scores do not count on the way."""
    level = replace(task, scores=[0] * task.people)
    mild = [[weight / weights.repeat for weight in row] for row in weights.pairs]
    return anneal(level, tables, mild, rng, steps=steps, heat=1.0, window=task.people)


def improve(task: Task, tables: Tables, weights: Weights, rng: Random, *, steps: int) -> Tables:
    """`tables` annealed for close scores; a repeated meeting is too dear ever to be taken on again."""
    mean = sum(task.scores) / task.people
    spread = sum(abs(score - mean) for score in task.scores) / task.people
    window = max(12, task.people // 3)
    return anneal(task, tables, weights.pairs, rng, steps=steps, heat=0.25 * spread + 1e-9, window=window)


def cost(task: Task, tables: Tables, weights: Weights) -> int:
    """The cost of these tables: gaps of scores, repeated and forbidden meetings. Those at the byes do not meet."""
    total = 0
    for index, table in enumerate(tables):
        total += spread_of(task, index, table)
        if not is_bye(task, index):
            total += sum(weights.pairs[p][q] for i, p in enumerate(table) for q in table[:i])
    return total


def is_bye(task: Task, index: int) -> bool:
    """Whether the table of this index stands for the byes."""
    return task.byes and index == len(task.sizes) - 1


def spread_of(task: Task, index: int, table: Sequence[int]) -> int:
    """Highest minus lowest score; for byes, how far those who have one are above the lowest score of all."""
    scores = [task.scores[person] for person in table]
    if is_bye(task, index):
        return sum(scores) - len(scores) * min(task.scores)
    return max(scores) - min(scores)


def anneal(
    task: Task,
    tables: Tables,
    pairs: Sequence[Sequence[float]],
    rng: Random,
    *,
    steps: int,
    heat: float,
    window: int,
) -> Tables:
    """The cheapest seating met on a walk of random swaps, dearer ones taken ever more rarely while it cools.

    Two people change places who stand at most `window` apart in the order of scores. The same `rng` gives the same
    walk. Ends at once when nothing costs anything.
    """
    walk = Walk(task, tables, pairs, rng)
    cooling = 0.05 ** (1 / steps)
    chance = rng.random
    for _ in range(steps):
        if not walk.best_cost:
            break
        heat *= cooling
        first = int(chance() * task.people)
        second = first + 1 + int(chance() * window)
        if second < task.people:
            walk.consider(walk.order[first], walk.order[second], heat)
    return walk.best


class Walk:
    """The state of a walk of swaps: its tables, the spread of each, and the best seating so far."""

    def __init__(self, task: Task, tables: Tables, pairs: Sequence[Sequence[float]], rng: Random) -> None:
        self.task = task
        self.pairs = pairs
        self.chance = rng.random
        self.order = by_score(task, rng)
        self.tables = [list(table) for table in tables]
        self.at = [0] * task.people
        for index, table in enumerate(tables):
            for person in table:
                self.at[person] = index
        self.spreads = [spread_of(task, index, table) for index, table in enumerate(tables)]
        self.bye = len(tables) - 1 if task.byes else -1
        self.loose = task.loose
        self.cost: float = sum(self.spreads) + sum(
            pairs[p][q]
            for index, table in enumerate(tables)
            if index != self.bye
            for i, p in enumerate(table)
            for q in table[:i]
        )
        self.best_cost = self.cost
        self.best = [list(table) for table in tables]

    def consider(self, p: int, q: int, heat: float) -> None:
        """Swap the two if that is cheaper, or by chance if it is not much dearer."""
        a, b = self.at[p], self.at[q]
        if a == b:
            return
        odd = self.task.odd
        if odd[a] != odd[b] and not (p in self.loose and q in self.loose):
            return
        change_a, spread_a = self.exchange(a, p, q)
        change_b, spread_b = self.exchange(b, q, p)
        change = change_a + change_b + spread_a + spread_b - self.spreads[a] - self.spreads[b]
        if change > 0 and self.chance() >= exp(-change / heat):
            return
        self.tables[a][self.tables[a].index(p)] = q
        self.tables[b][self.tables[b].index(q)] = p
        self.at[p], self.at[q] = b, a
        self.spreads[a], self.spreads[b] = spread_a, spread_b
        self.cost += change
        if self.cost < self.best_cost:
            self.best_cost = self.cost
            self.best = [list(table) for table in self.tables]

    def exchange(self, index: int, leaving: int, coming: int) -> tuple[float, int]:
        """What this table's pairs would cost more with one for another, and what its spread would be."""
        scores = self.task.scores
        table = self.tables[index]
        low = high = scores[coming]
        if index == self.bye:
            return 0, self.spreads[index] + low - scores[leaving]
        new, old = self.pairs[coming], self.pairs[leaving]
        change: float = 0
        for other in table:
            if other != leaving:
                change += new[other] - old[other]
                score = scores[other]
                if score < low:
                    low = score
                elif score > high:
                    high = score
        return change, high - low


MOST_STEPS = 100_000


def keep_apart(task: Task) -> Tables | None:
    """Tables without a forbidden pair and with fair odd places, or None if there are none.

    Also None after MOST_STEPS steps, which takes a thicket of forbidden pairs.
    """
    return Placing(task).solve()


@dataclass
class Placing:
    """Puts at tables the people named in forbidden pairs, the most hampered first; then fills up with the others."""

    task: Task
    steps: int = 0
    tables: Tables = field(init=False)
    foes: list[set[int]] = field(init=False)

    def __post_init__(self) -> None:
        task = self.task
        self.tables = [[] for _ in task.sizes]
        self.foes = [set() for _ in range(task.people)]
        for p, q in task.apart:
            self.foes[p].add(q)
            self.foes[q].add(p)
        self.hampered = sorted((p for p in range(task.people) if self.foes[p]), key=lambda p: -len(self.foes[p]))
        odd_room = sum(size for size, odd in zip(task.sizes, task.odd, strict=True) if odd)
        # How many of those free to sit anywhere can take an odd place, and how many another.
        self.left = {
            True: odd_room - len(task.must),
            False: task.people - odd_room - (task.people - len(task.may)),
        }

    def solve(self) -> Tables | None:
        """Tables without a forbidden pair; None where there are none, or none was found in `MOST_STEPS`."""
        if any(len(foes) > self.task.people - min(self.task.sizes) for foes in self.foes) and not self.task.byes:
            return None
        if not self.place(0):
            return None
        for person in sorted(set(range(self.task.people)) - set(self.hampered)):
            self.sit(person, next(i for i in range(len(self.tables)) if self.open(person, i)))
        return self.tables

    def place(self, number: int) -> bool:
        """Seats the hampered from this number on, and takes them back where that fails. Whether it could be done."""
        if number == len(self.hampered):
            return True
        person = self.hampered[number]
        alike = set()
        for index, table in enumerate(self.tables):
            kind = (self.task.sizes[index], self.task.odd[index])
            if not self.open(person, index) or (not table and kind in alike):
                continue
            if not table:
                alike.add(kind)
            if not is_bye(self.task, index) and self.foes[person].intersection(table):
                continue
            self.steps += 1
            if self.steps > MOST_STEPS:
                return False
            self.sit(person, index)
            if self.place(number + 1):
                return True
            self.rise(person, index)
        return False

    def open(self, person: int, index: int) -> bool:
        """Whether the table has a seat that this person may take as far as fair places go."""
        odd = self.task.odd[index]
        if len(self.tables[index]) >= self.task.sizes[index]:
            return False
        if person in self.task.loose:
            return self.left[odd] > 0
        return odd == (person in self.task.must)

    def sit(self, person: int, index: int) -> None:
        """Puts a person at a table."""
        self.tables[index].append(person)
        if person in self.task.loose:
            self.left[self.task.odd[index]] -= 1

    def rise(self, person: int, index: int) -> None:
        """Takes a person from a table again."""
        self.tables[index].remove(person)
        if person in self.task.loose:
            self.left[self.task.odd[index]] += 1


def closest_strangers(task: Task, tables: Tables) -> Tables:
    """The seating without repeated meetings whose scores are closest, or `tables`, itself one, if none is closer.

    For full tables of one size. After MOST_STEPS steps, which it takes where strangers abound, the best so far.
    """
    return Strangers(task, tables).closest()


class Strangers:
    """Tables of strangers, made around whoever has fewest of them left; people are bits of a mask."""

    def __init__(self, task: Task, tables: Tables) -> None:
        self.task = task
        self.best = tables
        self.best_gap = self.gap(tables)
        self.steps = 0
        everybody = (1 << task.people) - 1
        self.strangers = [
            everybody & ~sum(1 << other for other in range(task.people) if task.meets[one][other] or other == one)
            for one in range(task.people)
        ]
        for one, other in (*task.apart, *task.mates):
            self.strangers[one] &= ~(1 << other)
            self.strangers[other] &= ~(1 << one)

    def gap(self, tables: Tables) -> int:
        """The gaps of scores within these tables, added up."""
        return sum(spread_of(self.task, index, table) for index, table in enumerate(tables))

    def closest(self) -> Tables:
        """The tables of strangers with the least gap that were found in `MOST_STEPS`; at worst those it began with."""
        self.fill((1 << self.task.people) - 1, [], 0)
        return self.best

    def fill(self, left: int, tables: Tables, gap: int) -> None:
        """Goes on from these tables with whoever is ``left`` (a mask), and keeps the best it comes to."""
        if gap >= self.best_gap or self.steps > MOST_STEPS:
            return
        if not left:
            self.best, self.best_gap = list(tables), gap
            return
        one = min(bits(left), key=lambda person: (self.strangers[person] & left).bit_count())
        for table in self.around([one], self.strangers[one] & left):
            taken = sum(1 << person for person in table)
            self.fill(left & ~taken, [*tables, table], gap + spread_of(self.task, len(tables), table))

    def around(self, table: list[int], open_to: int) -> Iterator[list[int]]:
        """`table` filled up with any of those who are strangers to all of it."""
        self.steps += 1
        if len(table) == self.task.sizes[0]:
            yield table
            return
        for person in bits(open_to):
            open_to &= ~(1 << person)
            yield from self.around([*table, person], open_to & self.strangers[person])


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
