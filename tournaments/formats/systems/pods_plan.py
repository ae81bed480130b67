"""Small fields: a schedule in which nobody meets twice, laid over the rounds so far.

Draws made one round at a time run out of strangers early: 24 people in fours meet nobody twice for four rounds and
somebody in the fifth, though seven rounds are possible. So where luck would not last for the event, each round is
taken from a known schedule. Whose name stands where in the schedule is chosen anew for each round, among all the
ways that agree with the rounds so far, for the closest scores.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import lgamma, log
from random import Random

from tournaments.formats.systems.designs import Schedule, without_repeats
from tournaments.formats.systems.pods_search import Tables, Task, spread_of

Blocks = Sequence[Sequence[int]]

CLIMBS = 12
MOST_WAYS = 4_000
# A beginning that leads nowhere is given up for another, rather than searched to its end.
BEGINNINGS = 24
STEPS_EACH = 5_000


def planned(task: Task, history: Sequence[Tables] | None, *, rounds: int, rng: Random) -> Tables | None:
    """The next round out of a schedule without repeats; None where none is needed, known, or fits `history`.

    `history` is None if it cannot fit, because others took part in it. A schedule is needed if `scarce` says so of
    round number `rounds`.
    """
    seats = task.sizes[0]
    if not history or any(task.odd) or any(count > 1 for row in task.meets for count in row):
        return None
    if len(set(task.sizes)) > 1 or not scarce(task.people, seats, rounds):
        return None
    schedule = without_repeats(task.people, seats)
    if len(schedule) <= len(history):
        return None
    foes = {*task.apart, *task.mates}

    def price(tables: Tables) -> tuple[int, int]:
        broken = sum((p, q) in foes for table in tables for p in table for q in table) if foes else 0
        return broken, sum(spread_of(task, index, table) for index, table in enumerate(tables))

    options = second_rounds if len(history) == 1 else further_rounds
    best = min(options(schedule, history, price, rng), key=price, default=None)
    return best if best and not price(best)[0] else None


def more_to_come(task: Task, *, played: int, rounds: int | None) -> bool:
    """Whether the event and its schedule have another round after the next; an event of unknown length always has."""
    following = played + 1
    return following < len(without_repeats(task.people, task.sizes[0])) and (rounds is None or following < rounds)


def scarce(people: int, seats: int, round_: int) -> bool:
    """Whether in this round (from 1) seatings of strangers would be few, had the earlier ones been drawn by chance.

    Compares the logarithm of the expected number of such seatings with the number of tables.
    """
    tables = people // seats
    strangers = 1 - (round_ - 1) * (seats - 1) / (people - 1)
    if strangers <= 0:
        return True
    seatings = lgamma(people + 1) - tables * lgamma(seats + 1) - lgamma(tables + 1)
    pairs = tables * seats * (seats - 1) // 2
    return seatings + pairs * log(strangers) < tables * (seats - 2)


Price = Callable[[Tables], tuple[int, int]]


def second_rounds(schedule: Schedule, history: Sequence[Tables], price: Price, rng: Random) -> Iterator[Tables]:
    """Second rounds got by climbing: a first round fits in any order of its tables and of the people at them."""
    for _ in range(CLIMBS):
        first, second = rng.sample(schedule, 2)
        yield climb(first, second, history[0], price, rng)


def climb(first: Blocks, second: Blocks, table_by_table: Tables, price: Price, rng: Random) -> Tables:
    """The people at `table_by_table` laid on the blocks of `first` so that those of `second` have close scores."""
    blocks = [rng.sample(block, len(block)) for block in rng.sample(first, len(first))]
    points = [point for block in blocks for point in block]
    person_at = dict(zip(points, (person for table in table_by_table for person in table), strict=True))
    tables = laid(second, person_at)
    best = price(tables)
    for _ in range(40 * len(blocks)):
        one, other = rng.sample(rng.choice(blocks), 2)
        changed = person_at | {one: person_at[other], other: person_at[one]}
        now = price(laid(second, changed))
        if now <= best:
            best, person_at = now, changed
    return laid(second, person_at)


def laid(blocks: Blocks, person_at: Mapping[int, int]) -> Tables:
    """The blocks of a design as tables of people. ``person_at``: by point."""
    return [[person_at[point] for point in block] for block in blocks]


def further_rounds(schedule: Schedule, history: Sequence[Tables], price: Price, rng: Random) -> Iterator[Tables]:
    """The rounds of the schedule that are left, in each way found in which the earlier ones agree with `history`."""
    shuffled = rng.sample(schedule, len(schedule))
    for point_of, used in islice(Fitting(shuffled, history, rng).ways(), MOST_WAYS):
        person_at = {point: person for person, point in enumerate(point_of)}
        for number, round_ in enumerate(shuffled):
            if number not in used:
                yield laid(round_, person_at)


class Fitting:
    """Lays people on the points of a schedule so that each earlier round is one of its rounds.

    Two people who sat together in an earlier round must come to lie on points that sit together in the round of the
    schedule that stands for it; two who have not met, on points that do not sit together in any such round.
    """

    def __init__(self, schedule: Sequence[Blocks], history: Sequence[Tables], rng: Random) -> None:
        self.people = sum(map(len, history[0]))
        self.round_of = rounds_by_pair(self.people, history)
        self.wanted = rounds_by_pair(self.people, schedule)
        self.tables_at = [{point: table for table in tables for point in table} for tables in schedule]
        self.order = self._order()
        self.rng = rng
        self.points: list[int] = []
        self.steps = 0

    def ways(self) -> Iterator[tuple[list[int], set[int]]]:
        """(point of each person, rounds of the schedule that are taken), each way found."""
        for _ in range(BEGINNINGS):
            self.points = self.rng.sample(range(self.people), self.people)
            self.steps = 0
            for placed, standing in self._extend([], {}):
                point_of = [0] * self.people
                for person, point in zip(self.order, placed, strict=True):
                    point_of[person] = point
                if self._stands(point_of, standing):
                    yield point_of, set(standing.values())
            if self.steps <= STEPS_EACH:
                return

    def _order(self) -> list[int]:
        """People so that each has met as many as possible of those before."""
        order: list[int] = []
        rest = set(range(self.people))
        while rest:
            meeting_counts = {person: sum(self.round_of[person][other] >= 0 for other in order) for person in rest}
            order.append(max(rest, key=lambda person: (meeting_counts[person], -person)))
            rest.remove(order[-1])
        return order

    def _extend(self, placed: list[int], standing: dict[int, int]) -> Iterator[tuple[list[int], dict[int, int]]]:
        if len(placed) == self.people:
            yield placed, standing
            return
        for point in self._open_points(placed, standing):
            self.steps += 1
            if self.steps > STEPS_EACH:
                return
            grown = self._agree(point, placed, standing)
            if grown is not None:
                yield from self._extend([*placed, point], grown)

    def _open_points(self, placed: list[int], standing: dict[int, int]) -> list[int]:
        """Where the next person may lie: at one table with those they sat with in rounds that are found already."""
        met = self.round_of[self.order[len(placed)]]
        tables = [
            self.tables_at[standing[met[other]]][place]
            for other, place in zip(self.order, placed, strict=False)
            if met[other] in standing
        ]
        near = set(tables[0]).intersection(*tables[1:]) if tables else set(self.points)
        return [point for point in self.points if point in near and point not in placed]

    def _agree(self, point: int, placed: list[int], standing: dict[int, int]) -> dict[int, int] | None:
        """Which round of the schedule stands for which earlier one once the next person lies here; None if none can."""
        met = self.round_of[self.order[len(placed)]]
        together = self.wanted[point]
        grown = standing
        for other, place in zip(self.order, placed, strict=False):
            earlier, round_ = met[other], together[place]
            if earlier >= 0 and grown.get(earlier) != round_:
                if round_ < 0 or earlier in grown or round_ in grown.values():
                    return None
                grown = {**grown, earlier: round_}
            elif earlier < 0 and round_ >= 0 and round_ in grown.values():
                return None
        return grown

    def _stands(self, point_of: Sequence[int], standing: dict[int, int]) -> bool:
        taken = {round_: earlier for earlier, round_ in standing.items()}
        return all(
            self.round_of[p][q] == taken.get(self.wanted[point_of[p]][point_of[q]], -1)
            for p in range(self.people)
            for q in range(p)
        )


def rounds_by_pair(people: int, rounds: Sequence[Blocks]) -> list[list[int]]:
    """The number of the round in which each two sit together, -1 for none, as a square table."""
    met = [[-1] * people for _ in range(people)]
    for number, tables in enumerate(rounds):
        for table in tables:
            for p in table:
                for q in table:
                    if p != q:
                        met[p][q] = number
    return met
