"""Colonial hands: the rulesets as data, and one evaluator for all of them (C5-C11).

A hand is a multiset of ten kinds of card, so every reading is worked out once and then looked up. The key of a
multiset is the sum of one weight a card, wide enough for any number of cards the deck holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.cards import COLONIAL_DECK, COLONIAL_SUITS, Deck
from scoring.errors import ScoringError
from scoring.result import Reading

KINDS = tuple(COLONIAL_DECK.copies)
"""The ten kinds of card, best first: Capstone, then level 1 > 2 > 3 and within a level purple > green >
orange (C9).
"""

COPIES = tuple(COLONIAL_DECK.copies.values())
KIND_BITS = COLONIAL_DECK.size.bit_length()
WEIGHTS = {spelling: 1 << KIND_BITS * KINDS.index(card) for spelling, card in COLONIAL_DECK.spellings.items()}
KICKER_BITS = len(KINDS).bit_length()

PYRAMIDS = {1: {3: 2, 2: 1}, 2: {3: 3, 2: 2}, 3: {3: 3, 2: 2, 1: 1}}
"""How many cards of which level make a pyramid (C5)."""

MIXED = ("OGP",)
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Category:
    """A sort of pyramid: its level, 0 for none; the suits it may be made of, each string being one attempt,
    its weakest suit first; and the level the Capstone must stand for, where the hand demands it (C6).
    """

    name: str
    level: int
    attempts: tuple[str, ...] = MIXED
    capstone_as: int | None = None

    @property
    def one_suit(self) -> bool:
        """Whether this is the pyramid of one suit (perfect) that the suit places among its like."""
        return len(self.attempts) == 1 and len(self.attempts[0]) == 1


CAPSTONE_PYRAMID = Category("capstone", 3, tuple(COLONIAL_SUITS), capstone_as=1)


def _perfect(level: int) -> tuple[Category, ...]:
    """The best suit first."""
    return tuple(Category(f"perfect-{level}-{name}", level, (suit,)) for suit, name in COLONIAL_SUITS.items())


PERFECT_3, PERFECT_2, PERFECT_1 = _perfect(3), _perfect(2), _perfect(1)
FULL, LEVEL_2, LEVEL_1 = Category("full", 3), Category("level-2", 2), Category("level-1", 1)
NONE = Category("none", 0)


@dataclass(frozen=True)
class ColonialRuleset:
    """An order of hands, best first, whether the cards outside the pyramid break ties (C8-C10), and which sizes of hand
    can be read.
    """

    key: str
    order: tuple[Category, ...]
    kickers: bool
    hand_sizes: range = range(3, 9)
    readings: dict[int, Reading] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the hands, best first."""
        return tuple(category.name for category in self.order)

    @property
    def pad_reading(self) -> Mapping[str, object] | None:
        """What the phone's evaluator has to know: the order by name, and whether cards outside break ties (C8-C10).
        None where the phone has no such order.
        """
        order = next((name for name, order in ORDERS.items() if order == self.order), None)
        return {"by": "colonial", "order": order, "kickers": self.kickers} if order else None

    def rank(self, cards: Sequence[str]) -> int:
        """The strength of a hand in text notation (C2): higher is better, equal is a tie; to be compared among hands of
        one size. Raises as ``read_hand``.
        """
        try:
            return self.readings[sum(map(WEIGHTS.__getitem__, cards))].strength
        except KeyError:
            return self.read_hand(cards).strength

    def read_hand(self, cards: Sequence[str], *, quarry: Sequence[str] = (), deck: Deck = COLONIAL_DECK) -> Reading:
        """The best reading of a hand (C11), pyramid and rest as held, best first. These games have no ``quarry``.

        Raises ``unknown-card`` for what ``deck`` does not write so, ``hand-size``, and ``too-many-copies`` (C12).
        """
        held = deck.parse(cards)
        native = [deck.kinds[card] for card in held]
        reading = self.readings.get(sum(map(WEIGHTS.__getitem__, native)))
        if reading is None:
            reading = self._work_out(native)
        return reading if deck is COLONIAL_DECK else as_held(reading, held, deck)

    def decided_by(self, won: Reading, lost: Reading) -> str:
        """What sets the better of two hands apart: "category", "suit" (perfect pyramids of one level, C8) or
        "kicker" (C9).
        """
        if won.category == lost.category:
            return "kicker"
        better, worse = (category for category in self.order if category.name in (won.category, lost.category))
        return "suit" if better.level == worse.level and better.one_suit and worse.one_suit else "category"

    def _work_out(self, cards: Sequence[str]) -> Reading:
        sizes = self.hand_sizes
        if len(cards) not in sizes:
            raise ScoringError("hand-size", expected=[sizes[0], sizes[-1]], got=len(cards))
        COLONIAL_DECK.check_copies(cards)
        key = sum(map(WEIGHTS.__getitem__, cards))
        self.readings[key] = self.read_counts(tuple(cards.count(kind) for kind in KINDS))
        return self.readings[key]

    def read_counts(self, counts: Counts) -> Reading:
        """The best reading of so many cards of each of ``KINDS``."""
        for place, category in enumerate(self.order):
            outside = min((spell(left) for left in leftovers(category, counts)), default=None)
            if outside is not None:
                strength = len(self.order) - 1 - place
                if self.kickers:
                    strength = strength << KICKER_BITS * self.hand_sizes[-1] | kicker_strength(outside)
                return Reading(strength, category.name, inside(counts, outside), tuple(KINDS[kind] for kind in outside))
        raise AssertionError("every order ends with the hand that needs nothing")


def leftovers(category: Category, counts: Counts) -> Iterator[Counts]:
    """What may stay outside the pyramid, once for each way of using the Capstone, at its best within that
    way: the pyramid takes the weakest suits of each level (C9).
    """
    if not category.level:
        yield counts
        return
    needs = PYRAMIDS[category.level]
    natural = [None] if category.capstone_as is None else []
    wild = [category.capstone_as] if category.capstone_as else list(needs)
    for capstone_as in [*natural, *(wild if counts[0] else [])]:
        for suits in category.attempts:
            left = take(counts, needs, suits, capstone_as)
            if left is not None:
                yield left


def take(counts: Counts, needs: dict[int, int], suits: str, capstone_as: int | None) -> Counts | None:
    """The cards left when a pyramid of ``suits`` is taken out, the first suit used up first; None if it is
    not there.
    """
    left = list(counts)
    if capstone_as is not None:
        left[0] -= 1
    for level, needed in needs.items():
        missing = needed - (level == capstone_as)
        for suit in suits:
            kind = KINDS.index(f"{suit}{level}")
            taken = min(missing, left[kind])
            left[kind] -= taken
            missing -= taken
        if missing:
            return None
    return tuple(left)


def spell(counts: Counts) -> tuple[int, ...]:
    """The kinds of the cards one by one, best first: the smaller, the better the cards."""
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


def inside(counts: Counts, outside: tuple[int, ...]) -> tuple[str, ...]:
    """The cards of a hand that make its pyramid: all of them but those ``outside`` (kinds, by number)."""
    rest = tuple(count - outside.count(kind) for kind, count in enumerate(counts))
    return tuple(KINDS[kind] for kind in spell(rest))


def kicker_strength(outside: tuple[int, ...]) -> int:
    """One number that orders equally many cards as C9 does: the best card first, then the next."""
    strength = 0
    for kind in outside:
        strength = strength << KICKER_BITS | len(KINDS) - kind
    return strength


def as_held(reading: Reading, held: Sequence[str], deck: Deck) -> Reading:
    """The reading with the cards of the deck in which the hand is ``held``."""
    places = list(deck.copies)
    hand = sorted(held, key=lambda card: (KINDS.index(deck.kinds[card]), places.index(card)))
    pyramid = []
    for kind in reading.pyramid:
        card = next(card for card in hand if deck.kinds[card] == kind)
        hand.remove(card)
        pyramid.append(card)
    return Reading(reading.strength, reading.category, tuple(pyramid), tuple(hand))


BY_LEVEL = (CAPSTONE_PYRAMID, *PERFECT_3, FULL, *PERFECT_2, LEVEL_2, *PERFECT_1, LEVEL_1, NONE)
PERFECT_FIRST = (CAPSTONE_PYRAMID, *PERFECT_3, *PERFECT_2, *PERFECT_1, FULL, LEVEL_2, LEVEL_1, NONE)
ORDERS = {"by_level": BY_LEVEL, "perfect_first": PERFECT_FIRST}
"""Those that the phone has a table of."""

ITALIAN = ColonialRuleset("colonial-italian", BY_LEVEL, kickers=True)
VISIONS = ColonialRuleset("colonial-visions", BY_LEVEL, kickers=False)
VISIONS_PERFECT_FIRST = ColonialRuleset("colonial-visions", PERFECT_FIRST, kickers=False)
