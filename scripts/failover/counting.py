"""What an evening under faults comes to: gaps, answered deals against stored ones, followers, and who took writes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scripts.load.visitors.journal import Save, Seen


@dataclass(frozen=True)
class Stored:
    """A version of a deal, as the database has it."""

    table: int
    number: int
    revision: int


@dataclass(frozen=True)
class Written:
    """A row that was written straight into one node, and answered."""

    node: str
    number: int
    began: float
    answered: float
    timeline: int  # PostgreSQL's own: it rises with each new primary


@dataclass(frozen=True)
class Gap:
    began: float
    ended: float

    @property
    def seconds(self) -> float:
        return self.ended - self.began


def longest_gap(answers: Iterable[float], *, begin: float, end: float) -> Gap:
    """The longest time within these moments in which nobody was answered."""
    moments = [begin, *sorted(answer for answer in answers if begin < answer < end), end]
    return max((Gap(*pair) for pair in pairwise(moments)), key=lambda gap: gap.seconds)


def missing(answered: Iterable[tuple[int, int]], stored: Iterable[Stored]) -> int:
    """How many answered deals (table and revision) are not there."""
    return len(set(answered) - {(deal.table, deal.revision) for deal in stored})


def doubled(stored: Iterable[Stored], expected: dict[int, int]) -> int:
    """How many deals stand there beyond what each table should have. Nobody corrects anything: a second version of a
    number is one too many as well.
    """
    rows = Counter(deal.table for deal in stored)
    return sum(max(0, count - expected.get(table, 0)) for table, count in rows.items())


def followers_back(saves: Sequence[Save], spectators: Iterable[Seen], *, after: float) -> float | None:
    """From the first save answered after this moment until everybody had it, or something newer of what they follow.

    None where somebody never had.
    """
    first: dict[int | None, Save] = {}
    for save in sorted(saves, key=lambda save: save.answered):
        if save.answered >= after:
            first.setdefault(None, save)
            first.setdefault(save.table, save)
    longest = 0.0
    for seen in spectators:
        if (awaited := first.get(seen.table)) is None:
            continue
        arrived = next((arrival for revision, arrival in seen.arrivals if revision >= awaited.revision), None)
        if arrived is None:
            return None
        longest = max(longest, arrived - awaited.answered)
    return longest


def late_writes(writes: Iterable[Written]) -> int:
    """Answered writes that were begun after another primary, of a later timeline, had answered one: each was taken by a
    node that was the primary no longer.
    """
    in_turn = sorted(writes, key=lambda write: write.began)
    answers = sorted((write.answered, write.timeline) for write in in_turn)
    late = answer_index = newest = 0
    for write in in_turn:
        while answer_index < len(answers) and answers[answer_index][0] < write.began:
            newest = max(newest, answers[answer_index][1])
            answer_index += 1
        late += write.timeline < newest
    return late


def lost_writes(writes: Iterable[Written], stored: Iterable[tuple[str, int]]) -> int:
    return len({(write.node, write.number) for write in writes} - set(stored))
