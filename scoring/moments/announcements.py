"""Of announced tricks: who alone made what many announced, the longest run of exact ones, the most exact sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import comb, log2

from scoring.moments.course import Course, Gain
from scoring.moments.moment import TableMoment, bits

LEAST_MADE = 4  # announcements of one number, before one of them is told as the only exact one
SHORTEST_RUN = 4
LEAST_BITS = 0.5


def of_announcements(courses: Mapping[int, Course]) -> Iterator[TableMoment]:
    sheets = [(table, seat, own) for table, course in courses.items() for seat, own in enumerate(course) if own]
    made = [(table, seat, gain) for table, seat, own in sheets for gain in own]
    if not made:
        return
    yield from _only_exact(made)
    share = (sum(gain.exact for *_, gain in made) + 1) / (len(made) + 2)
    for table, seat, own in sheets:
        for found in (_run(table, seat, own, share, len(made)), _sheet(table, seat, own, share, len(sheets))):
            if found and found.bits >= LEAST_BITS:
                yield found


def _only_exact(made: Sequence[tuple[int, int, Gain]]) -> Iterator[TableMoment]:
    for announced in sorted({gain.announced for *_, gain in made if gain.announced is not None}):
        those = [each for each in made if each[2].announced == announced]
        exact = [each for each in those if each[2].exact]
        if len(exact) == 1 and len(those) >= LEAST_MADE:
            ((table, seat, gain),) = exact
            facts = {"announced": announced, "made": len(those)}
            yield TableMoment("only-exact", table, (seat,), log2(len(those)), gain.deal, facts)


def _run(table: int, seat: int, own: Sequence[Gain], share: float, made: int) -> TableMoment | None:
    """As rare as it is that any of so many announcements begins a run of this length."""
    runs = [list(run) for exact, run in groupby(own, key=lambda gain: gain.exact) if exact]
    longest = max(runs, key=len, default=[])
    if len(longest) < SHORTEST_RUN:
        return None
    expected = made * (1 - share) * share ** len(longest)
    return TableMoment("run", table, (seat,), bits(expected), longest[-1].deal, {"length": len(longest)})


def _sheet(table: int, seat: int, own: Sequence[Gain], share: float, sheets: int) -> TableMoment | None:
    """As rare as it is that any of so many sheets has as many exact announcements."""
    made, exact = len(own), sum(gain.exact for gain in own)
    as_many = sum(comb(made, k) * share**k * (1 - share) ** (made - k) for k in range(exact, made + 1))
    return TableMoment("sheet", table, (seat,), bits(sheets * as_many), None, {"exact": exact, "made": made})
