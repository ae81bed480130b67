"""Of hands that met: the rarest ones by their exact odds, and the biggest pot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import nlargest
from math import exp, log2
from statistics import median
from typing import NamedTuple

from scoring.deals import ShowdownDeal
from scoring.moments.moment import Fact, Story, TableMoment, bits
from scoring.options import Rules
from scoring.result import ShowdownResult
from scoring.showdown.chances import Chances, chances_of
from scoring.showdown.game import ShowdownGame
from scoring.showdown.verdict import Showdown

RAREST = 2
RARE = 100
LEAST_POTS = 5
LARGE = 2  # times the usual pot


class Held(NamedTuple):
    """One hand in so many is one of this category."""

    one_in: int
    table: int
    deal: int
    seat: int
    category: str
    won: bool


def of_hands(game: ShowdownGame, rules: Rules, stories: Mapping[int, Story]) -> Iterator[TableMoment]:
    yield from _biggest_pot(stories)
    showdown = game.showdown(rules)
    chances = chances_of(showdown.ruleset.categories, showdown.hand_size)
    if chances is None:
        return
    held = [each for table, story in stories.items() for each in _hands(table, story, showdown, chances)]
    for hand in nlargest(RAREST, (hand for hand in held if hand.one_in >= RARE)):
        facts: dict[str, Fact] = {"category": hand.category, "one_in": hand.one_in, "won": int(hand.won)}
        rare = bits(1 - exp(-len(held) / hand.one_in))
        yield TableMoment("hand", hand.table, (hand.seat,), rare, hand.deal, facts)


def _hands(table: int, story: Story, showdown: Showdown, chances: Chances) -> Iterator[Held]:
    """Without the Quarry, as the odds have them; never the poorest."""
    for number, (deal, verdict) in enumerate(zip(story.table.deals, story.result.deals, strict=True), start=1):
        if not isinstance(deal, ShowdownDeal) or not isinstance(verdict, ShowdownResult):
            continue
        for seat, shown in verdict.hands.items():
            reading = showdown.read_hand(deal.hands[seat], ()) if deal.quarry else shown
            if reading.category != showdown.ruleset.categories[-1]:
                one_in = chances.one_in(reading.category)
                yield Held(one_in, table, number, seat, reading.category, seat in verdict.winners)


def _biggest_pot(stories: Mapping[int, Story]) -> Iterator[TableMoment]:
    won = [
        (verdict.pot, table, number, verdict.winners)
        for table, story in stories.items()
        for number, verdict in enumerate(story.result.deals, start=1)
        if isinstance(verdict, ShowdownResult) and verdict.net and verdict.pot
    ]
    if len(won) < LEAST_POTS:
        return
    usual = median(pot for pot, *_ in won)
    biggest = max(pot for pot, *_ in won)
    pot, table, number, winners = next(each for each in won if each[0] == biggest)
    if pot >= LARGE * usual:
        yield TableMoment("pot", table, winners, log2(pot / usual), number, {"pot": pot, "usual": round(usual)})
