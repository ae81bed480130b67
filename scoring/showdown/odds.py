"""How many of all hands fall into each category, exactly; the odds that follow, and where a hand stands among all.
Counting takes seconds, so its results are written down here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, product
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

from scoring.cards import PROTEAN_COPIES, Deck
from scoring.result import Reading
from scoring.showdown import protean
from scoring.showdown.colonial import ITALIAN, VISIONS, VISIONS_PERFECT_FIRST
from scoring.showdown.protean import ONE_SUIT, PROTEAN, PYRAMIDS, SUIT_BITS, Pyramid
from scoring.showdown.sheet import Ruleset

PROTEAN_KINDS = tuple(PROTEAN_COPIES)
Counts = tuple[int, ...]


def count_hands(ruleset: Ruleset, deck: Deck, hand_size: int) -> dict[str, int]:
    """Every multiset of cards read, weighted by the number of real hands behind it."""
    totals = dict.fromkeys(ruleset.categories, 0)
    copies = tuple(deck.copies.values())
    for counts in multisets(copies, hand_size):
        cards = [card for card, held in zip(deck.copies, counts, strict=True) for _ in range(held)]
        totals[ruleset.read_hand(cards, quarry=(), deck=deck).category] += hands_behind(copies, counts)
    return totals


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
    """How many real hands have these ``counts`` of each kind, where the deck has so many ``copies`` of it."""
    return prod(comb(available, held) for available, held in zip(copies, counts, strict=True))


def count_protean_hands(hand_size: int) -> dict[str, int]:
    """How many hands of this size have each category as their best reading, without the Quarry (P4)."""
    totals = dict.fromkeys(protean.PROTEAN.categories, 0)
    for strength, hands in protean_strengths(hand_size).items():
        totals[PYRAMIDS[len(PYRAMIDS) - 1 - (strength >> SUIT_BITS)].name] += hands
    return totals


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
    totals: Counter[int] = Counter()
    for (held, best), hands in states.items():
        if sum(held) == hand_size:
            totals[max(best, strength_of(best_place(held, one_suit=False)))] += hands
    return totals


def strength_of(place: int, suit_strength: int = 0) -> int:
    """The strength of a Protean hand, as `best_of` has it, by the ``place`` of its pyramid; a hand without a pyramid
    has no suit.
    """
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


MILLION = 1_000_000


@dataclass(frozen=True)
class Chances:
    """How many of all hands of one size fall into each category of one order of hands, the best first."""

    key: str
    size: int
    hands: Mapping[str, int]
    total: int = field(init=False)
    worse: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        worse, total = {}, sum(self.hands.values())
        lower = total
        for name, count in self.hands.items():
            lower -= count
            worse[name] = lower
        object.__setattr__(self, "total", total)
        object.__setattr__(self, "worse", worse)

    def one_in(self, category: str) -> int:
        """So many hands are dealt for one of this category."""
        return round(self.total / self.hands[category])

    def better(self, category: str) -> int:
        """How many of a million hands are of a better category."""
        return round(MILLION * (self.total - self.worse[category] - self.hands[category]) / self.total)


def _in_order(key: str, size: int, categories: Sequence[str], *hands: int) -> Chances:
    return Chances(key, size, dict(zip(categories, hands, strict=True)))


# A test counts each of them anew, hand by hand.
ALL = (
    _in_order(
        "by-level-6", 6, VISIONS.categories,
        3_780, 6_912, 6_912, 6_912, 5_407_911, 58_398, 58_398, 58_398, 5_499_072,
        1_528_785, 1_499_409, 1_470_033, 8_880_597, 4_504_158,
    ),
    _in_order(
        "by-level-8", 8, VISIONS.categories,
        3_235_680, 5_186_700, 5_186_700, 5_186_700, 672_736_698, 7_558_884, 7_558_884, 7_558_884, 175_588_506,
        44_624_394, 42_320_970, 40_764_042, 142_712_766, 57_346_542,
    ),
    _in_order(
        "perfect-first-6", 6, VISIONS_PERFECT_FIRST.categories,
        3_780, 6_912, 6_912, 6_912, 87_990, 87_990, 87_990,
        3_963_528, 3_644_172, 3_324_816, 2_341_062, 2_042_856, 8_880_597, 4_504_158,
    ),
    _in_order(
        "perfect-first-8", 8, VISIONS_PERFECT_FIRST.categories,
        3_235_680, 5_186_700, 5_186_700, 5_186_700, 19_887_210, 19_887_210, 19_887_210,
        308_848_905, 239_238_369, 186_759_333, 176_600_169, 27_602_856, 142_712_766, 57_346_542,
    ),
    _in_order(
        "protean-6", 6, PROTEAN.categories,
        108, 2_181_060, 540, 360, 6_939_540, 6_554_160, 30_870, 20_190, 25_605_270, 14_822_115,
        608_253, 9_436_758, 5_241_618, 37_991_301, 46_806_765,
    ),
)  # fmt: skip
CHANCES: Mapping[str, Chances] = {chances.key: chances for chances in ALL}
BY_ORDER = {(tuple(chances.hands), chances.size): chances for chances in ALL}


def chances_of(categories: Sequence[str], size: int) -> Chances | None:
    """The counted hands of a game with these categories, best first, and this size of hand; None where nobody has
    counted them.
    """
    return BY_ORDER.get((tuple(categories), size))


HERE = Path(__file__).parent / "counted"
COUNTED = {"italian-6": ITALIAN, "italian-8": ITALIAN, "protean-6": PROTEAN}
"""Files of how many hands there are of each strength, the weakest first, where the cards outside the pyramid, or its
suit, set hands of one category apart. Counting them anew takes too long for a deal.
"""

Counted = Iterable[tuple[int, int]]


class Positions(NamedTuple):
    """``shares``: by strength, the share of all hands that are worse, and half of those that tie. ``scatter``: the
    variance of that share over all hands.
    """

    shares: Mapping[int, float]
    scatter: float


def position(ruleset: Ruleset, chances: Chances, reading: Reading) -> float:
    """The share of all hands that are worse, and half of those that tie."""
    return positions(ruleset, chances).shares[reading.strength]


def positions(ruleset: Ruleset, chances: Chances) -> Positions:
    """Where each strength stands among all hands of a ruleset; each category where its strengths are not counted."""
    name = next((name for name, of in COUNTED.items() if of is ruleset and name.endswith(f"-{chances.size}")), None)
    return _positions(name or chances.key)


@cache
def _positions(name: str) -> Positions:
    counted = _read(name) if name in COUNTED else _by_category(CHANCES[name])
    shares_by_strength, hands = shares(counted), dict(counted)
    scatter = sum(hands[strength] * (share - 0.5) ** 2 for strength, share in shares_by_strength.items()) / sum(
        hands.values()
    )
    return Positions(shares_by_strength, scatter)


def _read(name: str) -> list[tuple[int, int]]:
    lines = (HERE / f"{name}.txt").read_text().splitlines()
    return [(int(strength), int(hands)) for strength, hands in map(str.split, lines)]


def _by_category(chances: Chances) -> list[tuple[int, int]]:
    """Where hands of one category tie, strengths are the categories counted from the worst."""
    return list(enumerate(reversed([*chances.hands.values()])))


def shares(counted: Counted) -> dict[int, float]:
    """By strength, the share of all hands that are worse, and half of those that tie; from pairs of a strength and its
    number of hands, the weakest first.
    """
    strengths, hands = zip(*counted, strict=True)
    until = list(accumulate(hands))
    return {
        strength: (below - own / 2) / until[-1] for strength, own, below in zip(strengths, hands, until, strict=True)
    }
