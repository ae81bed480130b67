"""How often so many tricks came of what was announced: by size of the table, by how free the choice was, by trump."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, cast

from scoring.deals import VilniusDeal
from scoring.result import RecordedTable
from scoring.statistics import Counts, parts
from scoring.vilnius.sheet import AnnouncementSheet, SheetRules

TRICKS, TRUMP_TRICKS = COUNT_NAMES = ("tricks", "trump-tricks")
"""``tricks:4.2.5.3``: at tables of four, with few kinds left, 5 announced and 3 taken; ``trump-tricks:S.5.3``."""

FORCED, FEW, FREE = 1, 2, 4
"""One kind of announcement was left, less than four, or more."""


Group = tuple[str, ...]
"""Of deals alike, from the widest trait on: the size of the table and how free the choice was, or the trump."""


class TakenTricks(NamedTuple):
    """How many times so many tricks were taken of so many announced, in a group of deals."""

    group: Group
    announced: int
    taken: int
    times: int


def count_tricks(game: SheetRules, table: RecordedTable) -> list[Counts]:
    """What each seat's announcements add to the counts of tricks taken, by table size and freedom of choice, and by
    trump.
    """
    counters: list[Counter[str]] = [Counter() for _ in range(table.seats)]
    sheets = [AnnouncementSheet(game) for _ in range(table.seats)]
    for deal in cast("Sequence[VilniusDeal | None]", table.deals):
        if deal is None:
            continue
        sheet, own = sheets[deal.declarer], counters[deal.declarer]
        own[f"{TRICKS}:{table.seats}.{_choice(sheet)}.{deal.announced}.{deal.taken}"] += 1
        if deal.trump:
            own[f"{TRUMP_TRICKS}:{deal.trump}.{deal.announced}.{deal.taken}"] += 1
        sheet.announce(deal.announced, deal.taken)
    return [*counters]


def _choice(sheet: AnnouncementSheet) -> int:
    kinds = sum(times > 0 for times in sheet.left)
    return max(choice for choice in (FORCED, FEW, FREE) if choice <= kinds)


def cells(counts: Counts, name: str) -> list[TakenTricks]:
    """One of the names' counts."""
    taken_tricks = []
    for part, count in parts(counts, name).items():
        *group, announced, taken = part.split(".")
        taken_tricks.append(TakenTricks(tuple(group), int(announced), int(taken), count))
    return taken_tricks
