"""Whole Swiss events to look at, and slow or indirect ways to know what a draw must be."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

from tournaments.formats.record import Draw, Entry, Seating
from tournaments.formats.systems.swiss import draw_swiss

PRIME = 2**31 - 1


class Event:
    """Players of hidden strength, a win 1 and a draw ½, round after round."""

    def __init__(self, size: int, *, seed: int, couples: int = 0) -> None:
        self.random = Random(seed)
        self.scores = {f"p{number}": Fraction() for number in range(size)}
        self.history: list[Seating] = []
        self.draws: list[Draw] = []
        self.avoid = {frozenset(self.random.sample(sorted(self.scores), 2)) for _ in range(couples)}
        self.entered = size

    @classmethod
    def at_random(cls, size: int, *, rounds: int, couples: int, seed: int) -> "Event":
        """Rounds that no draw made, with withdrawals and scores out of the air: a past as awkward as can be."""
        event = cls(size, seed=seed, couples=couples)
        scale = event.random.choice([1, 2, 6])
        event.scores = {one: Fraction(event.random.randrange(3 * scale), scale) for one in event.scores}
        for _ in range(rounds):
            present = [one for one in event.scores if event.random.random() < 0.9]
            event.random.shuffle(present)
            tables = tuple((present[at], present[at + 1]) for at in range(0, len(present) - 1, 2))
            floats = tuple(table[0] for table in tables if event.random.random() < 0.3)
            event.history.append(Seating(tables, tuple(present[2 * len(tables) :]), floats))
        return event

    def entries(self) -> list[Entry]:
        return [Entry(one, score) for one, score in self.scores.items()]

    def withdraw(self, number: int) -> None:
        for one in self.random.sample(sorted(self.scores), min(number, max(0, len(self.scores) - 4))):
            del self.scores[one]

    def enter(self, number: int) -> None:
        for _ in range(number):
            self.scores[f"p{self.entered}"] = Fraction(len(self.history), 2)
            self.entered += 1

    def play(self) -> None:
        draw = draw_swiss(self.entries(), self.history, avoid=self.avoid, seed=self.random.randrange(1000))
        self.draws.append(draw)
        self.before = (self.entries(), list(self.history))
        self.history.append(draw.seating)
        for one, other in draw.seating.tables:
            won = self.random.choice([0, 1, 1, 2])
            self.scores[one] += Fraction(won, 2)
            self.scores[other] += 1 - Fraction(won, 2)
        for one in draw.seating.byes:
            self.scores[one] += 1

    def met(self) -> set[frozenset[str]]:
        return {frozenset(table) for seating in self.history for table in seating.tables}

    def check(self) -> None:
        """The laws of the last round drawn."""
        (entries, history), draw = self.before, self.draws[-1]
        tables, byes = draw.seating.tables, draw.seating.byes
        seated = [one for table in tables for one in table]
        assert sorted([*seated, *byes]) == sorted(entry.id for entry in entries)
        assert all(len(table) == 2 for table in tables)
        assert len(byes) == len(entries) % 2
        assert not self.avoid & {frozenset(table) for table in tables}
        had = byes_had(history)
        fewest = min(had[entry.id] for entry in entries)
        met = meetings(history)
        assert draw.repeats == sum(met[frozenset(table)] for table in tables)

        def may_meet(one: str, other: str, *, barred: set[frozenset[str]]) -> bool:
            if not {one, other} & {"nobody"}:
                return frozenset((one, other)) not in barred
            return had[one if other == "nobody" else other] == fewest

        everyone = [entry.id for entry in entries] + ["nobody"] * (len(entries) % 2)
        if any(had[one] > fewest for one in byes):
            assert not can_be_paired(everyone, lambda one, other: may_meet(one, other, barred=self.avoid))
        elif draw.repeats:
            barred = self.avoid | set(met)
            assert not can_be_paired(everyone, lambda one, other: may_meet(one, other, barred=barred))


def byes_had(history: Sequence[Seating]) -> Counter[str]:
    return Counter(one for seating in history for one in seating.byes)


def meetings(history: Sequence[Seating]) -> Counter[frozenset[str]]:
    return Counter(frozenset(table) for seating in history for table in seating.tables)


def can_be_paired(everyone: Sequence[str], may_meet: Callable[[str, str], bool]) -> bool:
    """Whether all can be paired at once, by Tutte's matrix: it has full rank over random numbers exactly then.

    Full rank is a proof; the chance to miss a pairing is the number of people in PRIME.
    """
    random = Random(0)
    rows = [[0] * len(everyone) for _ in everyone]
    for a, b in combinations(range(len(everyone)), 2):
        if may_meet(everyone[a], everyone[b]):
            rows[a][b] = random.randrange(1, PRIME)
            rows[b][a] = PRIME - rows[a][b]
    while rows:
        pivot = next((row for row in rows if row[0]), None)
        if pivot is None:
            return False
        rows.remove(pivot)
        inverse = pow(pivot[0], -1, PRIME)
        rows = [
            [(value - row[0] * inverse * above) % PRIME for value, above in zip(row, pivot, strict=True)][1:]
            for row in rows
        ]
    return True


Key = tuple[int, int, Fraction, int, Fraction, int, int]


def key(seating: Seating, entries: Sequence[Entry], history: Sequence[Seating]) -> Key:
    """Byes of who has one, rematches, score of who has the bye, two for whom one seat is barred, gaps, groups jumped
    squared, reluctance to float."""
    scores = {entry.id: Fraction(entry.score) for entry in entries}
    groups = sorted(set(scores.values()))
    had, met = byes_had(history), meetings(history)
    pairs = [sorted(table, key=scores.__getitem__) for table in seating.tables]
    jumps = [groups.index(scores[upper]) - groups.index(scores[lower]) for lower, upper in pairs]
    floating = [upper for (_, upper), jump in zip(pairs, jumps, strict=True) if jump] + list(seating.byes)
    return (
        sum(had[one] for one in seating.byes),
        sum(met[frozenset(table)] for table in seating.tables),
        sum((scores[one] for one in seating.byes), Fraction()),
        sum(barred(one, history) * barred(other, history) > 0 for one, other in seating.tables),
        sum((scores[upper] - scores[lower] for lower, upper in pairs), Fraction()),
        sum(jump**2 for jump in jumps),
        sum(reluctance(one, history) for one in floating),
    )


def reluctance(one: str, history: Sequence[Seating]) -> int:
    floated = [one in (*seating.byes, *(seating.floats or ())) for seating in history]
    return sum(floated) + (len(history) + 1) * sum(floated[-1:])


def barred(one: str, history: Sequence[Seating]) -> int:
    """1 if dealing first would be the third time running, or three times more than not; -1 if not dealing would."""
    seats = "".join(str(table.index(one)) for seating in history for table in seating.tables if one in table)
    firsts = seats.count("0") - seats.count("1")
    return (seats.endswith("00") or firsts >= 2) - (seats.endswith("11") or firsts <= -2)


def best_key(entries: Sequence[Entry], history: Sequence[Seating], avoid: set[frozenset[str]]) -> Key | None:
    """The smallest key of all the draws there are; None if each seats a pair of `avoid`."""
    ids = [entry.id for entry in entries]
    legal = (seating for seating in seatings(ids) if not avoid & {frozenset(table) for table in seating.tables})
    return min((key(seating, entries, history) for seating in legal), default=None)


def seatings(ids: Sequence[str]) -> Iterator[Seating]:
    if len(ids) % 2:
        for bye in ids:
            for seating in seatings([one for one in ids if one != bye]):
                yield Seating(seating.tables, (bye,))
    elif not ids:
        yield Seating(())
    else:
        for other in ids[1:]:
            for seating in seatings([one for one in ids[1:] if one != other]):
                yield Seating(((ids[0], other), *seating.tables))
