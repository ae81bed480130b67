"""What of a finished table people tell on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from scoring.deals import VilniusDeal
from scoring.result import AnnouncementResult, Points, RecordedTable, TableResult
from scoring.statistics import COURSE_FEATS, Feat, course_feats
from scoring.vilnius.sheet import SheetRules

STORY_KINDS = ("twelve-exact", "all-of-a-row", "top-and-bottom", "none-exact", "by-exact", *COURSE_FEATS)
"""Twelve of sixteen exact; all announcements of the longest row, and those made once, exact; won without an exact one,
or by exact ones alone.
"""

MANY_EXACT = 12


def stories(game: SheetRules, table: RecordedTable, result: TableResult) -> Iterator[Feat]:
    if not result.finished:
        return
    results = cast("Sequence[AnnouncementResult | None]", result.deals)
    for seat in range(table.seats):
        own = [each for each in results if each and each.declarer == seat]
        if (exact := sum(each.exact for each in own)) >= MANY_EXACT:
            yield Feat("twelve-exact", seat, exact)
        yield from _rows(game, table, seat)
    yield from _won(result)
    yield from course_feats(_course(table, results), result.seats)


def _rows(game: SheetRules, table: RecordedTable, seat: int) -> Iterator[Feat]:
    """Whole rows of the sheet that are exact."""
    deals = enumerate(cast("Sequence[VilniusDeal | None]", table.deals), start=1)
    own = [(number, deal) for number, deal in deals if deal and deal.declarer == seat]
    longest = max(game.quotas)
    for kind, quota in (("all-of-a-row", longest), ("top-and-bottom", 1)):
        of_kind = [(number, deal) for number, deal in own if game.quotas[deal.announced] == quota]
        if of_kind and all(deal.announced == deal.taken for _, deal in of_kind):
            yield Feat(kind, seat, len(of_kind), of_kind[-1][0])


def _won(result: TableResult) -> Iterator[Feat]:
    winners = [seat for seat, each in enumerate(result.seats) if each.place == 1]
    if len(winners) > 1:
        return
    won = result.seats[winners[0]]
    if won.sheet and not won.sheet.exact:
        yield Feat("none-exact", winners[0], int(won.score))
    if won.sheet and sum(each.score == won.score for each in result.seats) > 1:
        yield Feat("by-exact", winners[0], won.sheet.exact)


def _course(table: RecordedTable, results: Sequence[AnnouncementResult | None]) -> dict[int, list[Points]]:
    scores: list[Points] = [0] * table.seats
    course = {}
    for number, each in enumerate(results, start=1):
        if each:
            scores[each.declarer] += each.points
            course[number] = list(scores)
    return course
