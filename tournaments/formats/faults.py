"""What is not as it should be in a round that is about to be played, however it came about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.formats.draw import Id, Seating
from tournaments.formats.plan import StagePlan
from tournaments.formats.stages import StageRecord, event_record
from tournaments.formats.standings.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Fault:
    """``code``: "met" (``rounds`` in which), "kept-apart", "second-bye", "other-group", "left" (plays no more) or
    "gap" (points between the best and the worst at a table, where that is more than two wins). ``ids`` are those
    concerned; ``table`` counts from 0 and is None for a bye.
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
    for number, table in enumerate(seating.tables):
        found += _of_table(plan, groups, number, table)
    return found


def _of_byes(plan: StagePlan, groups: Sequence[StageRecord], seating: Seating) -> Iterator[Fault]:
    if plan.form.scheduled:
        return
    for who in seating.byes:
        before = tuple(
            number
            for group in groups
            for number, round_ in enumerate(group.rounds, start=1)
            if any(bye.id == who and not bye.requested for bye in round_.byes)
        )
        if before:
            yield Fault("second-bye", (who,), rounds=before)


def _of_table(plan: StagePlan, groups: Sequence[StageRecord], number: int, table: Sequence[Id]) -> Iterator[Fault]:
    homes = [group for group in groups if set(table) & set(group.entrants)]
    if len(homes) != 1:
        yield Fault("other-group", tuple(table), number)
        return
    (group,) = homes
    if left := tuple(who for who in table if who in group.withdrawn):
        yield Fault("left", left, number)
    for pair in combinations(table, 2):
        if frozenset(pair) in group.avoid:
            yield Fault("kept-apart", pair, number)
        if not (plan.form.scheduled or plan.form.bracket) and (rounds := met(group, *pair)):
            yield Fault("met", pair, number, rounds)
    if plan.form.standings and not plan.form.scheduled:
        score = Ledger(event_record(group), plan.options.points).score
        gap = max(score[who] for who in table) - min(score[who] for who in table)
        if gap > 2 * plan.options.points.win_points(len(table)):
            yield Fault("gap", tuple(table), number, amount=gap)


def met(stage: StageRecord, one: Id, other: Id) -> tuple[int, ...]:
    """The rounds in which the two sat at one table."""
    return tuple(
        number
        for number, round_ in enumerate(stage.rounds, start=1)
        if any({one, other} <= {seat.id for seat in table.seats} for table in round_.tables)
    )
