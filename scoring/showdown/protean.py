"""Protean hands: the fourteen pyramids as data, the best of a hand, and the Quarry (P1-P7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.cards import PROTEAN_DECK, PROTEAN_SUITS, Deck
from scoring.errors import ScoringError
from scoring.result import Reading

PLACES = {card: place for place, card in enumerate(PROTEAN_DECK.copies)}
SUIT_BITS = len(PROTEAN_SUITS).bit_length()

Attempts = tuple[tuple[int, tuple[str, ...]], ...]
ONE_SUIT: Attempts = tuple((len(PROTEAN_SUITS) - place, (suit,)) for place, suit in enumerate(PROTEAN_SUITS))
"""The suits to try one by one, best first, each with what it adds to the strength (P5)."""

MIXED: Attempts = ((0, PROTEAN_SUITS),)


@dataclass(frozen=True, slots=True)
class Pyramid:
    """A hand of P4: how many Capstones, Risers, Foundations and Cornerstones, and whether they share one
    suit.
    """

    name: str
    needs: Mapping[str, int]
    one_suit: bool = False


PYRAMIDS = (
    Pyramid("perfect-grand", {"C": 1, "R": 2, "F": 1, "K": 2}, one_suit=True),
    Pyramid("grand", {"C": 1, "R": 2, "F": 1, "K": 2}),
    Pyramid("perfect-squared-large", {"C": 1, "R": 2, "F": 2, "K": 1}, one_suit=True),
    Pyramid("perfect-large", {"C": 1, "R": 2, "F": 3}, one_suit=True),
    Pyramid("squared-large", {"C": 1, "R": 2, "F": 2, "K": 1}),
    Pyramid("large", {"C": 1, "R": 2, "F": 3}),
    Pyramid("perfect-squared-ziggurat", {"R": 2, "F": 2, "K": 1}, one_suit=True),
    Pyramid("perfect-ziggurat", {"R": 2, "F": 3}, one_suit=True),
    Pyramid("squared-ziggurat", {"R": 2, "F": 2, "K": 1}),
    Pyramid("ziggurat", {"R": 2, "F": 3}),
    Pyramid("perfect-small", {"C": 1, "R": 2}, one_suit=True),
    Pyramid("small", {"C": 1, "R": 2}),
    Pyramid("rough", {"R": 1, "F": 2}, one_suit=True),
    Pyramid("cap", {"C": 1}, one_suit=True),
    Pyramid("none", {}),
)
"""All of P4, best first, and the hand that has none of them (P7)."""


@dataclass(frozen=True)
class ProteanRuleset:
    """The one order of Protean hands (P4), and which sizes of hand can be read."""

    key: str
    hand_sizes: range = range(3, 9)

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the hands, best first."""
        return tuple(pyramid.name for pyramid in PYRAMIDS)

    @property
    def pad_reading(self) -> Mapping[str, object]:
        """What the phone's evaluator has to know: that these are Protean hands."""
        return {"by": "protean"}

    def rank(self, cards: Sequence[str]) -> int:
        """The strength of a hand in text notation (P2): higher is better, equal is a tie. Raises as ``read_hand``."""
        return self.read_hand(cards).strength

    def read_hand(self, cards: Sequence[str], *, quarry: Sequence[str] = (), deck: Deck = PROTEAN_DECK) -> Reading:
        """The best reading of the own cards with at most one card of the Quarry in place of an own one (P3).

        The Quarry is left alone where it does not help. ``rest`` is every own card outside the pyramid, the
        one given up included. Raises ``unknown-card``, ``hand-size`` and ``too-many-copies`` (P8).
        """
        held, offered = deck.parse(cards), deck.parse(quarry)
        sizes = self.hand_sizes
        if len(held) not in sizes:
            raise ScoringError("hand-size", expected=[sizes[0], sizes[-1]], got=len(held))
        deck.check_copies([*held, *offered])
        best, taken = best_of(in_order(held)), None
        for card in in_order(set(offered)):
            exchanged = best_of(in_order([*held, card]))
            if exchanged > best:
                best, taken = exchanged, card
        rest = Counter(held)
        rest.subtract(best.pyramid)
        return Reading(best.strength, best.category, best.pyramid, in_order(rest.elements()), taken)

    def decided_by(self, won: Reading, lost: Reading) -> str:
        """What sets the better of two hands apart: "category" (P4) or "suit" (P5)."""
        return "suit" if won.category == lost.category else "category"


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Capstones, Risers, Foundations, Cornerstones; within each gold to ruby."""
    return tuple(sorted(cards, key=PLACES.__getitem__))


@lru_cache(maxsize=1 << 16)
def best_of(cards: tuple[str, ...]) -> Reading:
    """The best pyramid in the cards, which may be own ones and one of the Quarry: no pyramid has more than
    six cards, so there is always an own one to give up for it.
    """
    held = Counter(cards)
    for place, pyramid in enumerate(PYRAMIDS):
        for suit_strength, suits in ONE_SUIT if pyramid.one_suit else MIXED:
            chosen = choose(held, pyramid, suits)
            if chosen is not None:
                strength = (len(PYRAMIDS) - 1 - place) << SUIT_BITS | suit_strength
                return Reading(strength, pyramid.name, in_order(chosen), ())
    raise AssertionError("every order ends with the hand that needs nothing")


def choose(held: Counter[str], pyramid: Pyramid, suits: tuple[str, ...]) -> list[str] | None:
    """The cards of ``pyramid`` in these suits, the first suit first; None if they are not there."""
    chosen: list[str] = []
    for kind, needed in pyramid.needs.items():
        available = [suit + kind for suit in suits for _ in range(held[suit + kind])]
        if len(available) < needed:
            return None
        chosen += available[:needed]
    return chosen


PROTEAN = ProteanRuleset("protean")
