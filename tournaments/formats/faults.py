"""What is not as it should be in a round that is about to be played, however it came about."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.formats.plan import StagePlan, due_next
from tournaments.formats.record import Id, Seating, StageRecord
from tournaments.formats.stages import event_record, history_of, seatings_of
from tournaments.formats.standings.ledger import Ledger
from tournaments.formats.systems.pods import pod_sizes


@dataclass(frozen=True, slots=True)
class Fault:
    """``code``: "met" (``rounds`` in which), "kept-apart", "teammates", "second-bye" (after one, or a win without
    playing), "other-group", "left" (plays no more), "gap"
    (points between the best and the worst at a table, where that is more than two wins), "same-seat" (the third time
    running, after these ``rounds``), "too-small" (nobody to play with), "no-points" (none are set for so many), "size"
    (not one the draw makes of so many people; ``amount`` is how many sit there), "free" (more byes than the draw would
    give) or "missing" (due, but without a place). ``ids`` are those concerned; ``table`` counts from 0 and is None for
    a bye and for whoever has no place.
    """

    code: str
    ids: tuple[Id, ...]
    table: int | None = None
    rounds: tuple[int, ...] = ()
    amount: Fraction | None = None


def faults(plan: StagePlan, groups: Sequence[StageRecord], seating: Seating) -> list[Fault]:
    """Everything about ``seating``, the next round of all ``groups``, that a director should know, table by table.

    Meeting again is a fault in a Swiss, in strikes, and where two play everybody so often as the schedule has them
    meet; a gap in points in a Swiss only. In a bracket nobody is seated by hand.
    """
    faults_found = list(_of_byes(plan, groups, seating))
    if not plan.form.bracket:
        faults_found += _of_all(plan, groups, seating)
    members = [_Group.read(plan, group) for group in groups]
    for number, table in enumerate(seating.tables):
        faults_found += _of_table(plan, members, number, table)
    return faults_found


@dataclass(frozen=True, slots=True)
class _Group:
    """What is asked of a group at every table: who met in which rounds, and the points, where these are faults."""

    record: StageRecord
    members: frozenset[Id]
    met: Mapping[frozenset[Id], Sequence[int]]
    score: Mapping[Id, Fraction]
    sat: Sequence[Mapping[Id, int]]
    sizes: frozenset[int]

    @classmethod
    def read(cls, plan: StagePlan, record: StageRecord) -> "_Group":
        """Reads what counts as a fault in this group from its plan and its record."""
        met: dict[frozenset[Id], list[int]] = defaultdict(list)
        if plan.options.seats == 2 if plan.form.scheduled else not plan.form.bracket:
            past = seatings_of(record) if plan.form.scheduled else history_of(record, plan.options)
            for number, seating in enumerate(past, start=1):
                for table in seating.tables:
                    for pair in combinations(table, 2):
                        met[frozenset(pair)].append(number)
        counts = plan.form.standings and not plan.form.scheduled
        score = Ledger(event_record(record, plan.options), plan.options.points).score if counts else {}
        laps = (2 if plan.options.double else 1) if plan.form.scheduled else 1
        again = {pair: rounds for pair, rounds in met.items() if len(rounds) >= laps}
        return cls(record, frozenset(record.entrants), again, score, _last_seats(plan, record), _sizes(plan, record))


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


def _of_all(plan: StagePlan, groups: Sequence[StageRecord], seating: Seating) -> Iterator[Fault]:
    """Who has no place, and who is free although a draw would have seated them."""
    placed = {*seating.byes, *(who for table in seating.tables for who in table)}
    for group in groups:
        due = due_next(plan, group)
        if missing := tuple(who for who in due if who not in placed):
            yield Fault("missing", missing)
        free = tuple(who for who in seating.byes if who in due)
        if not plan.form.scheduled and len(free) > _usual(plan, len(due))[1]:
            yield Fault("free", free)


def _usual(plan: StagePlan, people: int) -> tuple[frozenset[int], int]:
    """The sizes of the tables a draw makes of so many people, and the number of byes."""
    seats, duels = plan.options.seats, plan.options.seats == 2
    if duels or people < 2:
        return frozenset({2}), people % 2
    sizes, byes = pod_sizes(people, seats=seats, remainder=plan.options.remainder)
    return frozenset(sizes), byes


def _sizes(plan: StagePlan, group: StageRecord) -> frozenset[int]:
    """The sizes of table that are usual; none in a bracket or a schedule, whose tables shrink when people leave."""
    if plan.form.bracket or plan.form.scheduled:
        return frozenset()
    return _usual(plan, len(due_next(plan, group)))[0]


def _last_seats(plan: StagePlan, group: StageRecord) -> list[Mapping[Id, int]]:
    """Of the last two rounds, where a draw looks after the seats."""
    if plan.form.bracket or plan.form.scheduled or plan.options.points.scheme.by_game:
        return []
    last_two = history_of(group, plan.options)[-2:]
    return [{who: index for table in seating.tables for index, who in enumerate(table)} for seating in last_two]


def _of_size(plan: StagePlan, group: _Group, number: int, table: Sequence[Id]) -> Iterator[Fault]:
    size = len(table)
    if size < 2:
        yield Fault("too-small", tuple(table), number)
    elif not plan.form.bracket and not plan.options.points.counts(size):
        yield Fault("no-points", tuple(table), number, amount=Fraction(size))
    elif group.sizes and size not in group.sizes:
        yield Fault("size", tuple(table), number, amount=Fraction(size))


def _of_table(plan: StagePlan, groups: Sequence[_Group], number: int, table: Sequence[Id]) -> Iterator[Fault]:
    homes = [group for group in groups if not group.members.isdisjoint(table)]
    if len(homes) != 1:
        yield Fault("other-group", tuple(table), number)
        return
    (group,) = homes
    drawn = not (plan.form.bracket or plan.form.scheduled)
    if left := tuple(who for who in table if who in group.record.withdrawn - group.record.kept):
        yield Fault("left", left, number)
    yield from _of_size(plan, group, number, table)
    for seat, who in enumerate(table):
        if len(group.sat) == 2 and all(past.get(who) == seat for past in group.sat):
            played = len(group.record.rounds)
            yield Fault("same-seat", (who,), number, (played - 1, played))
    for pair in combinations(table, 2):
        if frozenset(pair) in group.record.avoid:
            yield Fault("kept-apart", pair, number)
        if drawn and any(team.issuperset(pair) for team in group.record.teams):
            yield Fault("teammates", pair, number)
        if rounds := group.met.get(frozenset(pair)):
            yield Fault("met", pair, number, tuple(rounds))
    if group.score and len(table) > 1 and plan.options.points.counts(len(table)):
        gap = max(group.score[who] for who in table) - min(group.score[who] for who in table)
        if gap > 2 * plan.options.points.win_points(len(table)):
            yield Fault("gap", tuple(table), number, amount=gap)
