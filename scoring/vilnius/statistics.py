"""What is counted of announcements, and which of them may be a record or a feat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, cast

from scoring.deals import VilniusDeal
from scoring.result import AnnouncementResult, Points, RecordedTable, TableResult
from scoring.statistics import COURSE_FEATS, Counts, Feat, TableCounts, course_feats, without_zeros
from scoring.vilnius.sheet import AnnouncementSheet, SheetRules

STORY_KINDS = ("twelve-exact", "all-of-a-row", "top-and-bottom", "none-exact", "by-exact", *COURSE_FEATS)
"""Twelve of sixteen exact; all announcements of the longest row, and those made once, exact; won without an exact one,
or by exact ones alone.
"""

MANY_EXACT = 12


def stories(game: SheetRules, table: RecordedTable, result: TableResult) -> Iterator[Feat]:
    """The feats of a table that is over; none of one that is not."""
    if not result.finished:
        return
    results = cast("Sequence[AnnouncementResult | None]", result.deals)
    for seat in range(table.seats):
        own = [result for result in results if result and result.declarer == seat]
        if (exact := sum(result.exact for result in own)) >= MANY_EXACT:
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
    winners = [seat for seat, seat_result in enumerate(result.seats) if seat_result.place == 1]
    if len(winners) > 1:
        return
    won = result.seats[winners[0]]
    if won.sheet and not won.sheet.exact:
        yield Feat("none-exact", winners[0], int(won.score))
    if won.sheet and sum(seat.score == won.score for seat in result.seats) > 1:
        yield Feat("by-exact", winners[0], won.sheet.exact)


def _course(table: RecordedTable, results: Sequence[AnnouncementResult | None]) -> dict[int, list[Points]]:
    scores: list[Points] = [0] * table.seats
    course = {}
    for number, announcement in enumerate(results, start=1):
        if announcement:
            scores[announcement.declarer] += announcement.points
            course[number] = list(scores)
    return course


COUNT_NAMES = (
    "made",
    "exact",
    "off",
    "off-squared",
    "points",
    "trump-made",
    "trump-exact",
    "trump-off",
    "turn-made",
    "turn-exact",
    "turn-points",
    "sheets",
    "sheet-points",
    "left",
)
"""Announcements made and exact, tricks taken beyond what was announced (below 0: short of it), the squares of these and
points, each by what was announced; by trump; by whose turn it was first (``3.1``: of three the first to declare). Of
full sheets their number, their points, and those left on the table.
"""

FEAT_KINDS = ("sheet", "streak", "decided", *STORY_KINDS)
"""A full sheet and its points; exact announcements in a row; a table decided with so many deals to go."""

SHORTEST_STREAK = 3


class Announced(NamedTuple):
    """One announcement of a seat, with the number of its deal (from 1) and its points."""

    number: int  # of the deal
    deal: VilniusDeal
    points: int

    @property
    def exact(self) -> bool:
        """Whether as many tricks were taken as announced."""
        return self.deal.announced == self.deal.taken


def counted(game: SheetRules, table: RecordedTable, result: TableResult) -> TableCounts:
    """What the announcements of a scored table come to, seat by seat."""
    announcements = [list(_made_by(game, seat, table)) for seat in range(table.seats)]
    feats = [feat for seat, own in enumerate(announcements) for feat in _feats(game, seat, own)]
    return TableCounts(
        tuple(_counts(game, own, turn=_turn(table, seat)) for seat, own in enumerate(announcements)),
        (*feats, *_decided(game, table, result), *stories(game, table, result)),
    )


def best_sheet(game: SheetRules, taken: Sequence[int]) -> int:
    """The most that a full sheet could have brought with the tricks that were taken, had each announcement been made in
    the right deal: the lowest announcement where the fewest tricks were taken, and so on up.
    """
    announcements = [kind for kind, times in enumerate(game.quotas) for _ in range(times)]
    return sum(game.points(kind, tricks) for kind, tricks in zip(announcements, sorted(taken), strict=True))


def _made_by(game: SheetRules, seat: int, table: RecordedTable) -> Iterator[Announced]:
    for number, deal in enumerate(cast("Sequence[VilniusDeal | None]", table.deals), start=1):
        if deal is not None and deal.declarer == seat:
            yield Announced(number, deal, game.points(deal.announced, deal.taken))


def _turn(table: RecordedTable, seat: int) -> str:
    return f"{table.seats}.{(seat - table.first_dealer - 1) % table.seats + 1}"


def _counts(game: SheetRules, own: list[Announced], *, turn: str) -> Counts:
    counts: Counter[str] = Counter()
    for _, deal, points in own:
        exact, off = int(deal.announced == deal.taken), deal.taken - deal.announced
        by_number = {"made": 1, "exact": exact, "off": off, "off-squared": off * off, "points": points}
        by_turn = {"turn-made": 1, "turn-exact": exact, "turn-points": points}
        by_trump = {"trump-made": 1, "trump-exact": exact, "trump-off": off} if deal.trump else {}
        for part, sums in ((deal.announced, by_number), (turn, by_turn), (deal.trump, by_trump)):
            for name, count in sums.items():
                counts[f"{name}:{part}"] += count
    if is_full(game, own):
        brought = sum(announcement.points for announcement in own)
        left = best_sheet(game, [announcement.deal.taken for announcement in own]) - brought
        counts.update({"sheets": 1, "sheet-points": brought, "left": left})
    return without_zeros(counts)


def is_full(game: SheetRules, own: Sequence[Announced]) -> bool:
    """Whether a seat has made all its announcements (V6)."""
    return len(own) == sum(game.quotas)


def _feats(game: SheetRules, seat: int, own: list[Announced]) -> Iterator[Feat]:
    if is_full(game, own):
        best = best_sheet(game, [announcement.deal.taken for announcement in own])
        detail = {"exact": sum(announcement.exact for announcement in own), "best": best}
        yield Feat("sheet", seat, sum(announcement.points for announcement in own), detail=detail)
    runs = [list(run) for exact, run in groupby(own, key=lambda announcement: announcement.exact) if exact]
    longest = max(runs, key=len, default=[])
    if len(longest) >= SHORTEST_STREAK:
        yield Feat("streak", seat, len(longest), deal=longest[-1].number, detail={"first": longest[0].number})


def _decided(game: SheetRules, table: RecordedTable, result: TableResult) -> Iterator[Feat]:
    """The deal after which nobody could catch the winner any more (V7), whatever came."""
    winner = next(
        (seat for seat, seat_result in enumerate(result.seats) if seat_result.sheet and seat_result.sheet.has_won), None
    )
    if winner is None or not result.finished:
        return
    sheets = [AnnouncementSheet(game) for _ in result.seats]
    others = sheets[:winner] + sheets[winner + 1 :]
    left = sum(game.quotas) * table.seats
    for number, deal in enumerate(cast("Sequence[VilniusDeal | None]", table.deals), start=1):
        if deal is None:
            continue
        sheets[deal.declarer].announce(deal.announced, deal.taken)
        left -= 1
        if all(sheets[winner].worst_end > other.best_end for other in others):
            yield Feat("decided", winner, left, deal=number, detail={"declarer": deal.declarer})
            return
