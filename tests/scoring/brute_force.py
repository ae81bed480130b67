"""The clauses read slowly and literally, for comparison with the evaluators. Knows nothing of them."""

from collections.abc import Iterator, Sequence
from itertools import combinations

LEVEL_OF_CARDS = {(3, 3, 2): 1, (3, 3, 3, 2, 2): 2, (3, 3, 3, 2, 2, 1): 3}
MIXED_NAMES = {1: "level-1", 2: "level-2", 3: "full"}
SUIT_NAMES = {"P": "purple", "G": "green", "O": "orange"}
ANY_CARD = [f"{suit}{level}" for suit in "PGO" for level in (1, 2, 3)]

C8_WORST_FIRST = [
    "none",
    "level-1",
    "perfect-1-orange",
    "perfect-1-green",
    "perfect-1-purple",
    "level-2",
    "perfect-2-orange",
    "perfect-2-green",
    "perfect-2-purple",
    "full",
    "perfect-3-orange",
    "perfect-3-green",
    "perfect-3-purple",
    "capstone",
]
C10_LITERAL_WORST_FIRST = [
    "none",
    "level-1",
    "level-2",
    "full",
    "perfect-1-orange",
    "perfect-1-green",
    "perfect-1-purple",
    "perfect-2-orange",
    "perfect-2-green",
    "perfect-2-purple",
    "perfect-3-orange",
    "perfect-3-green",
    "perfect-3-purple",
    "capstone",
]
C9_WORST_FIRST = ["O3", "G3", "P3", "O2", "G2", "P2", "O1", "G1", "P1", "CAP"]

ColonialReading = tuple[str, tuple[str, ...]]


def colonial_readings(cards: Sequence[str]) -> Iterator[ColonialReading]:
    """Every way to lay out the hand (C5-C7, C11): the name of the pyramid, and the cards outside it, best first."""
    yield "none", best_first(cards)
    for size in (3, 5, 6):
        for places in combinations(range(len(cards)), size):
            name = best_name([cards[place] for place in places])
            if name:
                yield name, best_first([card for place, card in enumerate(cards) if place not in places])


def best_name(pyramid: list[str]) -> str | None:
    """What exactly these cards are at their best, by any stand-in of the Capstone (C6, C7)."""
    stand_ins = ANY_CARD if "CAP" in pyramid else ["no Capstone"]
    names = [name for stand_in in stand_ins if (name := name_with(pyramid, stand_in))]
    return max(names, key=C8_WORST_FIRST.index, default=None)


def name_with(pyramid: list[str], stand_in: str) -> str | None:
    cards = [stand_in if card == "CAP" else card for card in pyramid]
    level = LEVEL_OF_CARDS.get(tuple(sorted((int(card[1]) for card in cards), reverse=True)))
    if level is None:
        return None
    natural_suits = {card[0] for card in pyramid if card != "CAP"}
    if level == 3 and "CAP" in pyramid and stand_in[1] == "1" and len(natural_suits) == 1:
        return "capstone"
    suits = {card[0] for card in cards}
    return f"perfect-{level}-{SUIT_NAMES[suits.pop()]}" if len(suits) == 1 else MIXED_NAMES[level]


def best_first(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=C9_WORST_FIRST.index, reverse=True))


def colonial_key(reading: ColonialReading, order: list[str], *, kickers: bool) -> tuple[int, ...]:
    """What C8 to C10 compare, as a tuple that is greater for the better hand."""
    name, outside = reading
    return order.index(name), *([C9_WORST_FIRST.index(card) for card in outside] if kickers else [])


P4_WORST_FIRST = [
    ("none", "", False),
    ("cap", "C", True),
    ("rough", "FFR", True),
    ("small", "CRR", False),
    ("perfect-small", "CRR", True),
    ("ziggurat", "FFFRR", False),
    ("squared-ziggurat", "FFKRR", False),
    ("perfect-ziggurat", "FFFRR", True),
    ("perfect-squared-ziggurat", "FFKRR", True),
    ("large", "CFFFRR", False),
    ("squared-large", "CFFKRR", False),
    ("perfect-large", "CFFFRR", True),
    ("perfect-squared-large", "CFFKRR", True),
    ("grand", "CFKKRR", False),
    ("perfect-grand", "CFKKRR", True),
]
P1_SUITS_WORST_FIRST = ["RU", "EM", "SA", "BR", "SI", "GO"]


def protean_key(cards: Sequence[str], quarry: Sequence[str]) -> tuple[int, int]:
    """The best place in P4 and the suit where P5 compares it (-1 where not), over every exchange of P3."""
    exchanges = [[*cards[:place], offered, *cards[place + 1 :]] for offered in quarry for place in range(len(cards))]
    return max(key for hand in [list(cards), *exchanges] for key in protean_keys(hand))


def protean_keys(hand: list[str]) -> Iterator[tuple[int, int]]:
    for size in (0, 1, 3, 5, 6):
        for pyramid in combinations(hand, size):
            kinds = "".join(sorted(card[2] for card in pyramid))
            suits = {card[:2] for card in pyramid}
            for place, (_name, needs, one_suit) in enumerate(P4_WORST_FIRST):
                if kinds == needs and (len(suits) == 1 or not one_suit):
                    yield place, P1_SUITS_WORST_FIRST.index(min(suits)) if one_suit else -1
