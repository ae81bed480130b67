"""What is not as it should be in a round that is about to be played, however it came about."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.formats.draw import Id, Seating
from tournaments.formats.plan import StagePlan
from tournaments.formats.stages import StageRecord, event_record, history_of
from tournaments.formats.standings.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Fault:
    """``code``: "met" (``rounds`` in which), "kept-apart", "second-bye" (after one, or a win without playing),
    "other-group", "left" (plays no more) or "gap" (points between the best and the worst at a table, where that is
    more than two wins). ``ids`` are those concerned; ``table`` counts from 0 and is None for a bye.
    """

    code: str
    ids: tuple[Id, ...]
    table: int | None = None
    rounds: tuple[int, ...] = ()
    amount: Fraction | None = None


def faults(plan: StagePlan, groups: Sequence[StageRecord], seating: Seating) -> list[Fault]:
    """Everything about ``seating``, the next round of all ``groups``, that a director should know, table by table.

    Meeting again is a fault in a Swiss and in strikes only, a gap in points in a Swiss only.
    """
    found = list(_of_byes(plan, groups, seating))
    members = [_Group.read(plan, group) for group in groups]
    for number, table in enumerate(seating.tables):
        found += _of_table(plan, members, number, table)
    return found


@dataclass(frozen=True, slots=True)
class _Group:
    """What is asked of a group at every table: who met in which rounds, and the points, where these are faults."""

    record: StageRecord
    members: frozenset[Id]
    met: Mapping[frozenset[Id], Sequence[int]]
    score: Mapping[Id, Fraction]

    @classmethod
    def read(cls, plan: StagePlan, record: StageRecord) -> "_Group":
        met: dict[frozenset[Id], list[int]] = defaultdict(list)
        if not (plan.form.scheduled or plan.form.bracket):
            for number, seating in enumerate(history_of(record, plan.options), start=1):
                for table in seating.tables:
                    for pair in combinations(table, 2):
                        met[frozenset(pair)].append(number)
        counts = plan.form.standings and not plan.form.scheduled
        score = Ledger(event_record(record), plan.options.points).score if counts else {}
        return cls(record, frozenset(record.entrants), met, score)


def _of_byes(plan: StagePlan, groups: Sequence[StageRecord], seating: Seating) -> Iterator[Fault]:
    if plan.form.scheduled:
        return
    histories = [history_of(group, plan.options) for group in groups]
    for who in seating.byes:
        before = tuple(
            number for history in histories for number, past in enumerate(history, start=1) if who in past.byes
        )
        if before:
            yield Fault("second-bye", (who,), rounds=before)


def _of_table(plan: StagePlan, groups: Sequence[_Group], number: int, table: Sequence[Id]) -> Iterator[Fault]:
    homes = [group for group in groups if not group.members.isdisjoint(table)]
    if len(homes) != 1:
        yield Fault("other-group", tuple(table), number)
        return
    (group,) = homes
    if left := tuple(who for who in table if who in group.record.withdrawn - group.record.kept):
        yield Fault("left", left, number)
    for pair in combinations(table, 2):
        if frozenset(pair) in group.record.avoid:
            yield Fault("kept-apart", pair, number)
        if rounds := group.met.get(frozenset(pair)):
            yield Fault("met", pair, number, tuple(rounds))
    if group.score:
        gap = max(group.score[who] for who in table) - min(group.score[who] for who in table)
        if gap > 2 * plan.options.points.win_points(len(table)):
            yield Fault("gap", tuple(table), number, amount=gap)
