"""Seating people who must not sit together: searches without gaps, for when swaps have not got there."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.formats.systems.pods_search import Tables, Task, is_bye, spread_of

MOST_STEPS = 100_000


def keep_apart(task: Task) -> Tables | None:
    """Tables without a forbidden pair and with fair odd places, or None if there are none.

    Also None after MOST_STEPS steps, which takes a thicket of forbidden pairs.
    """
    return Placing(task).solve()


@dataclass
class Placing:
    """Those named in forbidden pairs, the most hampered first, are put at tables; then the others fill up."""

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
        if any(len(foes) > self.task.people - min(self.task.sizes) for foes in self.foes) and not self.task.byes:
            return None
        if not self.place(0):
            return None
        for person in sorted(set(range(self.task.people)) - set(self.hampered)):
            self.sit(person, next(i for i in range(len(self.tables)) if self.open(person, i)))
        return self.tables

    def place(self, number: int) -> bool:
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
        self.tables[index].append(person)
        if person in self.task.loose:
            self.left[self.task.odd[index]] -= 1

    def rise(self, person: int, index: int) -> None:
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
        for one, other in task.apart:
            self.strangers[one] &= ~(1 << other)
            self.strangers[other] &= ~(1 << one)

    def gap(self, tables: Tables) -> int:
        return sum(spread_of(self.task, index, table) for index, table in enumerate(tables))

    def closest(self) -> Tables:
        self.fill((1 << self.task.people) - 1, [], 0)
        return self.best

    def fill(self, left: int, tables: Tables, gap: int) -> None:
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
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
