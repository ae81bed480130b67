"""How many of all hands fall into each category, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import comb, prod

from scoring.cards import PROTEAN_COPIES, Deck
from scoring.showdown import protean
from scoring.showdown.protean import ONE_SUIT, PYRAMIDS, SUIT_BITS, Pyramid
from scoring.showdown.verdict import Ruleset

PROTEAN_KINDS = tuple(PROTEAN_COPIES)
Counts = tuple[int, ...]


def count_hands(ruleset: Ruleset, deck: Deck, hand_size: int) -> dict[str, int]:
    """Every multiset of cards read, weighted by the number of real hands behind it."""
    found = dict.fromkeys(ruleset.categories, 0)
    copies = tuple(deck.copies.values())
    for counts in multisets(copies, hand_size):
        cards = [card for card, held in zip(deck.copies, counts, strict=True) for _ in range(held)]
        found[ruleset.read_hand(cards, quarry=(), deck=deck).category] += hands_behind(copies, counts)
    return found


def multisets(copies: Counts, cards: int) -> Iterator[Counts]:
    """Every way to hold so many cards when there are ``copies`` of each kind."""
    if not copies:
        if not cards:
            yield ()
        return
    for held in range(min(copies[0], cards) + 1):
        for others in multisets(copies[1:], cards - held):
            yield held, *others


def hands_behind(copies: Counts, counts: Counts) -> int:
    return prod(comb(available, held) for available, held in zip(copies, counts, strict=True))


def count_protean_hands(hand_size: int) -> dict[str, int]:
    found = dict.fromkeys(protean.PROTEAN.categories, 0)
    for strength, hands in protean_strengths(hand_size).items():
        found[PYRAMIDS[len(PYRAMIDS) - 1 - (strength >> SUIT_BITS)].name] += hands
    return found


def protean_strengths(hand_size: int) -> Mapping[int, int]:
    """How many hands there are of each strength, suit by suit instead of hand by hand: of the suits already dealt only
    the number of cards of each kind, and the best pyramid of one suit among them, can still matter."""
    states: Counter[tuple[Counts, int]] = Counter({((0,) * len(PROTEAN_KINDS), 0): 1})
    for suit_strength, _suit in ONE_SUIT:
        dealt: Counter[tuple[Counts, int]] = Counter()
        for ((held, best), hands), (counts, place, ways) in product(states.items(), one_suit_hands(hand_size)):
            if sum(held) + sum(counts) <= hand_size:
                together = tuple(map(sum, zip(held, counts, strict=True)))
                dealt[together, max(best, strength_of(place, suit_strength))] += hands * ways
        states = dealt
    found: Counter[int] = Counter()
    for (held, best), hands in states.items():
        if sum(held) == hand_size:
            found[max(best, strength_of(best_place(held, one_suit=False)))] += hands
    return found


def strength_of(place: int, suit_strength: int = 0) -> int:
    """As `best_of` has it; the hand that needs nothing has no suit."""
    above = len(PYRAMIDS) - 1 - place
    return above << SUIT_BITS | suit_strength if above else 0


@cache
def one_suit_hands(hand_size: int) -> tuple[tuple[Counts, int, int], ...]:
    """The cards that one suit can give to a hand: how many of each kind, the place of the best pyramid in them, and the
    number of ways to pick them."""
    copies = tuple(PROTEAN_COPIES.values())
    return tuple(
        (counts, best_place(counts, one_suit=True), hands_behind(copies, counts))
        for cards in range(hand_size + 1)
        for counts in multisets(copies, cards)
    )


@cache
def best_place(counts: Counts, *, one_suit: bool) -> int:
    """The place in P4, best first, of the best pyramid that these numbers of cards allow."""
    return next(place for place, pyramid in enumerate(PYRAMIDS) if fits(pyramid, counts, one_suit=one_suit))


def fits(pyramid: Pyramid, counts: Counts, *, one_suit: bool) -> bool:
    """Whether the cards are there; the hand that needs nothing fits either way."""
    if pyramid.needs and pyramid.one_suit != one_suit:
        return False
    return all(counts[PROTEAN_KINDS.index(kind)] >= needed for kind, needed in pyramid.needs.items())
