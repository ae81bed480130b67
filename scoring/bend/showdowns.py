"""What somebody wins at showdowns beside what the others of the club win with hands as strong."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.showdown.chances import MILLION
from scoring.statistics import SURENESS, Counts, less

LEAST = 30  # hands of one's own
LEAST_OTHERS = 200


@dataclass(frozen=True, slots=True)
class ShowdownAccount:
    """Of so many hands shown against others: how many won, how many the others win with such hands, and how far chance
    alone may take that. ``gift``: how many of those due the cards gave above those of others.
    """

    count: int
    others: int
    won: float
    due: float
    band: float
    gift: float

    @property
    def a_deal(self) -> float:
        return (self.won - self.due) / self.count

    @property
    def tells(self) -> bool:
        """Chance does not explain it."""
        return abs(self.won - self.due) > self.band


def account(own: Counts, everybody: Counts) -> ShowdownAccount | None:
    """None where there is too little to say anything. ``everybody``: the club's counts, with the player's.

    A hand that beats the share s of all hands beats m others with the chance s ** m, where these were dealt at random.
    Who stays in shows better ones: so the others win only a part of that, and one's own is due no more.
    """
    others = less(everybody, own)
    if own.get("met", 0) < LEAST or others.get("met", 0) < LEAST_OTHERS or not others.get("due"):
        return None
    part = others.get("taken", 0) / others["due"]
    due = part * own.get("due", 0) / MILLION
    variance = _variance(own, part) + (due / (part * others["due"] / MILLION)) ** 2 * _variance(others, part)
    usual = others["due"] / others["met"]
    gift = part * (own.get("due", 0) - usual * own["met"]) / MILLION
    band = SURENESS * max(0.0, variance) ** 0.5
    return ShowdownAccount(own["met"], others["met"], own.get("taken", 0) / MILLION, due, band, gift)


def _variance(counts: Counts, part: float) -> float:
    """Of the number won, each hand with its own chance."""
    return part * counts.get("due", 0) / MILLION - part**2 * counts.get("due-squared", 0) / MILLION
