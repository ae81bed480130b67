"""What is counted of announcements, and what of them may be a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, cast

from scoring.deals import VilniusDeal
from scoring.result import RecordedTable, TableResult
from scoring.statistics import Counts, Feat, TableCounts, without_zeros
from scoring.vilnius.sheet import AnnouncementSheet, SheetRules

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

FEAT_KINDS = ("sheet", "streak", "decided")
"""A full sheet and its points; exact announcements in a row; a table decided with so many deals to go."""

SHORTEST_STREAK = 3


class Announced(NamedTuple):
    number: int  # of the deal
    deal: VilniusDeal
    points: int

    @property
    def exact(self) -> bool:
        return self.deal.announced == self.deal.taken


def counted(game: SheetRules, table: RecordedTable, result: TableResult) -> TableCounts:
    """What the announcements of a scored table come to, seat by seat."""
    made = [list(_made_by(game, seat, table)) for seat in range(table.seats)]
    feats = [feat for seat, own in enumerate(made) for feat in _feats(game, seat, own)]
    return TableCounts(
        tuple(_counts(game, own, turn=_turn(table, seat)) for seat, own in enumerate(made)),
        (*feats, *_decided(game, table, result)),
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
    found: Counter[str] = Counter()
    for _, deal, points in own:
        exact, off = int(deal.announced == deal.taken), deal.taken - deal.announced
        by_number = {"made": 1, "exact": exact, "off": off, "off-squared": off * off, "points": points}
        by_turn = {"turn-made": 1, "turn-exact": exact, "turn-points": points}
        by_trump = {"trump-made": 1, "trump-exact": exact, "trump-off": off} if deal.trump else {}
        for part, sums in ((deal.announced, by_number), (turn, by_turn), (deal.trump, by_trump)):
            for name, count in sums.items():
                found[f"{name}:{part}"] += count
    if is_full(game, own):
        brought = sum(each.points for each in own)
        left = best_sheet(game, [each.deal.taken for each in own]) - brought
        found.update({"sheets": 1, "sheet-points": brought, "left": left})
    return without_zeros(found)


def is_full(game: SheetRules, own: Sequence[Announced]) -> bool:
    return len(own) == sum(game.quotas)


def _feats(game: SheetRules, seat: int, own: list[Announced]) -> Iterator[Feat]:
    if is_full(game, own):
        best = best_sheet(game, [each.deal.taken for each in own])
        detail = {"exact": sum(each.exact for each in own), "best": best}
        yield Feat("sheet", seat, sum(each.points for each in own), detail=detail)
    runs = [list(run) for exact, run in groupby(own, key=lambda each: each.exact) if exact]
    longest = max(runs, key=len, default=[])
    if len(longest) >= SHORTEST_STREAK:
        yield Feat("streak", seat, len(longest), deal=longest[-1].number, detail={"first": longest[0].number})


def _decided(game: SheetRules, table: RecordedTable, result: TableResult) -> Iterator[Feat]:
    """The deal after which nobody could catch the winner any more (V7), whatever came."""
    winner = next((seat for seat, each in enumerate(result.seats) if each.sheet and each.sheet.has_won), None)
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
