"""How a table was won: who led, who came from behind, when it was decided, and by how little.

Everybody is compared after as many announcements or deals each. How rare something is, is reckoned as if all had been
equally strong: the difference of two of them is then a random walk with steps as wide as those of this table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import log2, sqrt
from statistics import NormalDist, fmean

from scoring.moments.course import Course
from scoring.moments.moment import Fact, Story, TableMoment, bits
from scoring.result import Points

SHORTEST = 6  # steps of a table of which this is told
MOST_CHANGES_UNTOLD = 2
LATE = 0.75  # of the table
LEAST_BITS = 1.0  # a coin's

chance_below = NormalDist().cdf


@dataclass(frozen=True)
class TableRace:
    """``totals``: by step, of each seat."""

    table: int
    course: Course
    totals: list[tuple[Points, ...]]
    winner: int

    @property
    def steps(self) -> int:
        return len(self.totals)

    @property
    def width(self) -> float:
        """Of one seat's step, as a standard deviation."""
        rows = [[float(own[step].points) for own in self.course] for step in range(self.steps)]
        spread = fmean((each - fmean(row)) ** 2 for row in rows for each in row)
        seats = len(self.course)
        return sqrt(spread * seats / (seats - 1)) or 1.0

    def deal(self, step: int, seat: int) -> int:
        return self.course[seat][step].deal

    def chance_to_make_up(self, behind: Points, steps: int) -> float:
        return chance_below(-float(behind) / (self.width * sqrt(2 * steps)))


def of_the_race(table: int, story: Story) -> Iterator[TableMoment]:
    race = _race(table, story)
    if race is None:
        return
    leads = list(_leads(race))
    of_the_lead = [found for found in (_changes(race, leads), _decided(race, leads)) if found]
    rarer = max(of_the_lead, key=lambda found: found.bits, default=None)
    for found in (rarer, _comeback(race), _close(race)):
        if found and found.bits >= LEAST_BITS:
            yield found


def _race(table: int, story: Story) -> TableRace | None:
    """None where nobody has won alone, or the director has said who has."""
    winners = [seat for seat, each in enumerate(story.result.seats) if each.place == 1]
    course = story.course
    steps = min(map(len, course))
    if story.ruled or len(winners) != 1 or len(course) < 2 or steps < SHORTEST:
        return None
    sums = [list(accumulate(gain.points for gain in own[:steps])) for own in course]
    return TableRace(table, course, list(zip(*sums, strict=True)), winners[0])


def _leads(race: TableRace) -> Iterator[tuple[int, int]]:
    """(step, seat): whoever leads alone and was not the last to do so."""
    leader = None
    for step, totals in enumerate(race.totals):
        (first, *others) = _in_order(totals)
        if first != leader and totals[first] > totals[others[0]]:
            leader = first
            yield step, first


def _in_order(totals: Sequence[Points]) -> list[int]:
    return sorted(range(len(totals)), key=lambda seat: -totals[seat])


def _changes(race: TableRace, leads: Sequence[tuple[int, int]]) -> TableMoment | None:
    """Of two random walks the lead changes about so often (Feller, III.5)."""
    times = len(leads) - 1
    if times <= MOST_CHANGES_UNTOLD or leads[-1][1] != race.winner:
        return None
    step, seat = leads[-1]
    pairs = sqrt(len(race.course) - 1)
    rare = bits(2 * chance_below(-2 * times / pairs / sqrt(race.steps)))
    return TableMoment("lead", race.table, (seat,), rare, race.deal(step, seat), {"times": times})


def _decided(race: TableRace, leads: Sequence[tuple[int, int]]) -> TableMoment | None:
    """The lead was taken for good so late."""
    if len(leads) < 2 or leads[-1][1] != race.winner or leads[-1][0] < LATE * race.steps:
        return None
    step, seat = leads[-1]
    late = log2(race.steps / (race.steps - step))
    return TableMoment("decided", race.table, (seat,), late, race.deal(step, seat))


def _comeback(race: TableRace) -> TableMoment | None:
    """From where it was most unlikely that who was last alone should still win."""
    found = None
    for step, totals in enumerate(race.totals[:-1]):
        own = totals[race.winner]
        if any(each <= own for seat, each in enumerate(totals) if seat != race.winner):
            continue
        behind = max(totals) - own
        rare = bits(race.chance_to_make_up(behind, race.steps - 1 - step))
        if found is None or rare > found.bits:
            facts: dict[str, Fact] = {"behind": str(Fraction(behind)), "seats": len(totals)}
            found = TableMoment("comeback", race.table, (race.winner,), rare, race.deal(step, race.winner), facts)
    return found


def _close(race: TableRace) -> TableMoment | None:
    """The winner and who came next; level where something else than points decided."""
    final = race.totals[-1]
    if any(len(own) > race.steps for own in race.course):
        return None
    second = max((seat for seat in range(len(final)) if seat != race.winner), key=lambda seat: final[seat])
    margin = final[race.winner] - final[second]
    if margin < 0:
        return None
    within = (float(margin) + 0.5) / (race.width * sqrt(2 * race.steps))
    rare = bits(2 * chance_below(within) - 1)
    return TableMoment("close", race.table, (race.winner, second), rare, None, {"margin": str(Fraction(margin))})
