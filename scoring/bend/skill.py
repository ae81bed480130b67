"""What somebody makes of announcements beside what the others of the club make of the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.bend.tricks import Experience
from scoring.statistics import Counts, less
from scoring.vilnius.game import AnnouncementGame
from scoring.vilnius.tricks import FREE, TRICKS, TRUMP_TRICKS, Group, TakenTricks, cells

LEAST = 20  # announcements of one's own
LEAST_OTHERS = 60
LEAST_CLUB = 400  # of all the others together: with less, the guess they are shrunk to would still weigh
WIDE = 2.9  # standard errors: fourteen such bands hold together nineteen times of twenty

About = Literal["all", "announced", "trump", "choice"]


@dataclass(frozen=True, slots=True)
class SkillAccount:
    """Points a deal above what the others make, and how far that may be off. ``part``: what was announced, the trump,
    or how free the choice was.
    """

    about: About
    part: str
    count: int
    others: int
    mean: float
    band: float

    @property
    def tells(self) -> bool:
        """Chance does not explain it."""
        return self.count >= LEAST and self.others >= LEAST_OTHERS and abs(self.mean) > self.band


class Lot(NamedTuple):
    """Announcements alike: how often each number of tricks came, and what the others bring with such ones."""

    group: Group
    announced: int
    own: Sequence[int]
    others: int
    expected: float


def accounts(game: AnnouncementGame, own: Counts, everybody: Counts) -> list[SkillAccount]:
    """The whole first, then by announcement, choice and trump; none where the others have hardly played. ``everybody``:
    the club's counts, with the player's.
    """
    others = less(everybody, own)
    if sum(cell.times for cell in cells(others, TRICKS)) < LEAST_CLUB:
        return []
    lots, by_trump = (list(_lots(game, cells(own, name), cells(others, name))) for name in (TRICKS, TRUMP_TRICKS))
    shown: dict[tuple[About, str], list[Lot]] = {("all", ""): lots}
    for lot in sorted(lots, key=lambda lot: lot.announced):
        shown.setdefault(("announced", str(lot.announced)), []).append(lot)
    for lot in lots:
        if lot.group[-1] != str(FREE):
            shown.setdefault(("choice", lot.group[-1]), []).append(lot)
    for lot in by_trump:
        shown.setdefault(("trump", lot.group[-1]), []).append(lot)
    return [_account(game, about, part, each) for (about, part), each in shown.items() if each]


def _lots(game: AnnouncementGame, own: Sequence[TakenTricks], others: Sequence[TakenTricks]) -> Iterator[Lot]:
    mine, theirs = Experience(own, tricks=game.tricks), Experience(others, tricks=game.tricks)
    for group, announced in sorted({(cell.group, cell.announced) for cell in own}):
        odds = theirs.odds(group, announced)
        expected = sum(share * game.points(announced, taken) for taken, share in enumerate(odds))
        count = sum(theirs.taken(group, announced))
        yield Lot(group, announced, mine.taken(group, announced), count, expected)


def _account(game: AnnouncementGame, about: About, part: str, lots: Sequence[Lot]) -> SkillAccount:
    count, others = sum(sum(lot.own) for lot in lots), sum(lot.others for lot in lots)
    above = [
        (times, game.points(lot.announced, taken) - lot.expected) for lot in lots for taken, times in enumerate(lot.own)
    ]
    mean = sum(times * points for times, points in above) / count
    spread = sum(times * (points - mean) ** 2 for times, points in above) / max(1, count - 1)
    error = (spread / count + spread / max(1, others)) ** 0.5
    return SkillAccount(about, part, count, others, mean, WIDE * error)


def telling(found: Sequence[SkillAccount], *, most: int) -> list[SkillAccount]:
    """Those that chance does not explain, of the parts the ones that bring or cost the most points in all."""
    parts = [each for each in found if each.tells and each.about != "all"]
    parts.sort(key=lambda each: -abs(each.mean) * each.count)
    return [each for each in found if each.tells and each.about == "all"][:1] + parts[: most - 1]
