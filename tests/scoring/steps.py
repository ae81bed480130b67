"""A game that the program does not have: declared here alone, for what holds for any game."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from scoring.cards import Card, Deck
from scoring.game import Choice, Odds
from scoring.result import Reading
from scoring.showdown.game import LENGTHS, ShowdownGame
from scoring.showdown.odds import count_hands

# Twelve cards: suns and moons, from one to three; there are as many of each as it says.
TWELVE = Deck("twelve", tuple(Card(f"{suit}{level}", suit, level, level) for level in (1, 2, 3) for suit in "SM"))
LEVELS = {card.code: card.level for card in TWELVE.cards}
CATEGORIES = ("stairs", "trio", "pair", "none")


@dataclass(frozen=True)
class Steps:
    """Stairs (one, two, three) beat three of a level, those a pair; then the sum of the levels, low before high."""

    categories: tuple[str, ...] = CATEGORIES
    pad_reading: None = None  # a phone has to ask

    def read_hand(self, cards: Sequence[str], *, quarry: Sequence[str], deck: Deck) -> Reading:
        held = sorted(deck.parse(cards), key=LEVELS.__getitem__)
        levels = [LEVELS[card] for card in held]
        category = self.category(levels)
        strength = (len(CATEGORIES) - CATEGORIES.index(category)) * 100 - sum(levels)
        return Reading(strength, category, tuple(held), ())

    def category(self, levels: Sequence[int]) -> str:
        if {1, 2, 3} <= set(levels):
            return "stairs"
        most = max(Counter(levels).values())
        return "trio" if most > 2 else "pair" if most == 2 else "none"

    def decided_by(self, won: Reading, lost: Reading) -> str:
        return "category" if won.category != lost.category else "kicker"


SHARED = Choice("ties_are_shared", (False, True))
STEPS = ShowdownGame(
    key="steps",
    max_seats=8,
    options=(SHARED, *LENGTHS),
    deck=TWELVE,
    hand_size=3,
    ruleset=Steps(),
    folds=False,
    bets=False,
    splits_ties=SHARED.when(True),
    odds=Odds(range(2, 5), partial(count_hands, Steps(), TWELVE)),
)

# A deck as large, and hands as small and as large, as a game may have.
LARGE = Deck("large", tuple(Card(f"{suit}{level}", suit, level % 4, 4) for suit in "ABCDE" for level in range(10)))


@dataclass(frozen=True)
class Highest:
    categories: tuple[str, ...] = ("any",)
    pad_reading: None = None

    def read_hand(self, cards: Sequence[str], *, quarry: Sequence[str], deck: Deck) -> Reading:
        held = deck.parse(cards)
        return Reading(sum(int(card[1]) for card in held), "any", (), tuple(held))

    def decided_by(self, won: Reading, lost: Reading) -> str:
        return "category"


def high(hand_size: int) -> ShowdownGame:
    return ShowdownGame(key="high", max_seats=8, deck=LARGE, hand_size=hand_size, ruleset=Highest(), quarry=True)
