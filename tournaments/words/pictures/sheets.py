"""A sheet as a pyramid in small: how full it is, and how exact, at a glance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from scoring.games import GAMES
from scoring.moments.course import Gain
from tournaments.selectors.table.cards import PlayerTag

ACROSS = 13  # from a cell to the next
DOWN = 12  # from a row to the next
HALF = 7  # of a cell


@dataclass(frozen=True)
class SheetCell:
    x: int
    y: int
    state: Literal["exact", "made", "free"]


@dataclass(frozen=True)
class SmallSheet:
    player: PlayerTag
    cells: list[SheetCell]
    width: int
    height: int
    says: str


def small_sheet(player: PlayerTag, gains: Sequence[Gain], game: str) -> SmallSheet | None:
    """Of one table; None for the games that keep no sheets."""
    if GAMES[game].sheet != "announcements":
        return None
    facts = GAMES[game].descriptor({})
    quotas: Sequence[int] = facts["quotas"]
    width, height = ACROSS * max(quotas) + 2, DOWN * len(quotas) + 4
    cells = [
        SheetCell(round(width / 2 + (at - (quota - 1) / 2) * ACROSS), HALF + 1 + DOWN * announced, _state(own, at))
        for announced, quota in enumerate(quotas)
        for own in [[gain for gain in gains if gain.announced == announced]]
        for at in range(quota)
    ]
    counts = {"made": len(gains), "of": facts["announcements"], "exact": sum(gain.exact for gain in gains)}
    return SmallSheet(player, cells, width, height, _("%(made)d of %(of)d announced, %(exact)d exact") % counts)


def _state(own: Sequence[Gain], at: int) -> Literal["exact", "made", "free"]:
    if at >= len(own):
        return "free"
    return "exact" if own[at].exact else "made"
