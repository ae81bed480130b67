"""What a player makes of announcements, and of hands, beside the other players of the club."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.showdown.odds import MILLION
from scoring.statistics import SURENESS, Counts, less
from scoring.vilnius.game import AnnouncementGame
from scoring.vilnius.tricks import FREE, TRICKS, TRUMP_TRICKS, Group, TakenTricks, cells
from scoring.win_probability.sheets import Experience

LEAST = 20  # announcements of one's own
LEAST_OTHERS = 60
LEAST_OF_ALL_OTHERS = 400  # of all the others together: with less, the guess they are shrunk to would still weigh
WIDE = 2.9  # standard errors: fourteen such bands hold together nineteen times of twenty

About = Literal["all", "announced", "trump", "choice"]


@dataclass(frozen=True, slots=True)
class SkillAccount:
    """``mean``: the points a deal that a player makes above what others make of the same announcements, give or take
    ``band``. It is about all announcements, or about the ``part`` of them with one number announced, one trump, or one
    freedom of choice. ``count`` and ``others`` are numbers of announcements.
    """

    about: About
    part: str
    count: int
    others: int
    mean: float
    band: float

    @property
    def tells(self) -> bool:
        """Whether enough was announced, and chance does not explain the difference."""
        return self.count >= LEAST and self.others >= LEAST_OTHERS and abs(self.mean) > self.band


class Lot(NamedTuple):
    """A player's announcements of one kind: ``own`` says how often each number of tricks, from 0, was taken;
    ``expected`` are the points that such an announcement brings the others, who have made ``others`` of them.
    """

    group: Group
    announced: int
    own: Sequence[int]
    others: int
    expected: float


def accounts(game: AnnouncementGame, own: Counts, everybody: Counts) -> list[SkillAccount]:
    """Compares a player's counts with those of all others: all announcements first, then by number announced, freedom
    of choice and trump. Empty where the others have hardly played. ``everybody``: the club's counts, with the player's.
    """
    others = less(everybody, own)
    if sum(cell.times for cell in cells(others, TRICKS)) < LEAST_OF_ALL_OTHERS:
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
    return [_account(game, about, part, lot) for (about, part), lot in shown.items() if lot]


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


def telling(all_accounts: Sequence[SkillAccount], *, most: int) -> list[SkillAccount]:
    """The accounts that chance does not explain, of the parts the ones that bring or cost the most points in all."""
    parts = [account for account in all_accounts if account.tells and account.about != "all"]
    parts.sort(key=lambda part: -abs(part.mean) * part.count)
    return [account for account in all_accounts if account.tells and account.about == "all"][:1] + parts[: most - 1]


LEAST_HANDS = 30  # of one's own
LEAST_OTHER_HANDS = 200


@dataclass(frozen=True, slots=True)
class ShowdownAccount:
    """What a player has won with ``count`` hands shown against others. ``due`` is what the club's other players, with
    ``others`` hands, win with hands as strong; ``band`` is how far from it chance alone may lead, and ``gift`` the part
    of ``due`` that came from better cards than theirs. All three count deals, as ``won`` does.
    """

    count: int
    others: int
    won: float
    due: float
    band: float
    gift: float

    @property
    def a_deal(self) -> float:
        """Deals won above what was due, for each hand shown."""
        return (self.won - self.due) / self.count

    @property
    def tells(self) -> bool:
        """Whether chance does not explain the difference."""
        return abs(self.won - self.due) > self.band


def showdown_account(own: Counts, everybody: Counts) -> ShowdownAccount | None:
    """Compares a player's counts with those of all others; None where there are too few hands of either.
    ``everybody``: the club's counts, with the player's.

    A hand that beats the share s of all hands beats m hands dealt at random with the chance s ** m. Players who stay in
    hold better hands than that, so the others win only a part of it, and the same part is due to the player.
    """
    others = less(everybody, own)
    if own.get("met", 0) < LEAST_HANDS or others.get("met", 0) < LEAST_OTHER_HANDS or not others.get("due"):
        return None
    part = others.get("taken", 0) / others["due"]
    due = part * own.get("due", 0) / MILLION
    variance = _variance(own, part) + (due / (part * others["due"] / MILLION)) ** 2 * _variance(others, part)
    usual = others["due"] / others["met"]
    gift = part * (own.get("due", 0) - usual * own["met"]) / MILLION
    band = SURENESS * max(0.0, variance) ** 0.5
    return ShowdownAccount(own["met"], others["met"], own.get("taken", 0) / MILLION, due, band, gift)


def _variance(counts: Counts, part: float) -> float:
    """The variance of the number won, each hand with its own chance."""
    return part * counts.get("due", 0) / MILLION - part**2 * counts.get("due-squared", 0) / MILLION
