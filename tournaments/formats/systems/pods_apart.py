"""Seating people who must not sit together: a search without gaps, for when swaps have not got there."""

from dataclasses import dataclass, field

from tournaments.formats.systems.pods_search import Tables, Task, is_bye

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
