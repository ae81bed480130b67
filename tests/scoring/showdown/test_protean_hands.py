"""P1-P7: what a Protean hand is worth, the Quarry included."""

import random

import pytest

from scoring.cards import PROTEAN_DECK
from scoring.errors import ScoringError
from scoring.result import Reading
from scoring.showdown.protean import PROTEAN
from tests.scoring.brute_force import P4_WORST_FIRST, protean_key
from tests.scoring.hands import all_cards

P4 = [
    ("cap", "RUC SIR BRK SAF EMF RUF", "RUC"),
    ("rough", "SAR SAF SAF GOF BRK RUK", "SAR SAF SAF"),
    ("small", "GOC SIR BRR GOK GOK SIK", "GOC SIR BRR"),
    ("perfect-small", "GOC GOR GOR SIK BRK EMK", "GOC GOR GOR"),
    ("ziggurat", "GOR SIR GOF SIF BRF EMF", "GOR SIR GOF SIF BRF"),
    ("squared-ziggurat", "GOR SIR GOF SIF BRK EMK", "GOR SIR GOF SIF BRK"),
    ("perfect-ziggurat", "EMR EMR EMF EMF EMF GOF", "EMR EMR EMF EMF EMF"),
    ("perfect-squared-ziggurat", "EMR EMR EMF EMF EMK GOF", "EMR EMR EMF EMF EMK"),
    ("large", "GOC SIR BRR SAF EMF RUF", "GOC SIR BRR SAF EMF RUF"),
    ("squared-large", "GOC SIR BRR SAF EMF RUK", "GOC SIR BRR SAF EMF RUK"),
    ("perfect-large", "RUC RUR RUR RUF RUF RUF", "RUC RUR RUR RUF RUF RUF"),
    ("perfect-squared-large", "RUC RUR RUR RUF RUF RUK", "RUC RUR RUR RUF RUF RUK"),
    ("grand", "GOC SIR BRR SAF EMK RUK", "GOC SIR BRR SAF EMK RUK"),
    ("perfect-grand", "RUC RUR RUR RUF RUK RUK", "RUC RUR RUR RUF RUK RUK"),
]


def read(cards: str, quarry: str = "") -> Reading:
    return PROTEAN.read_hand(cards.split(), quarry=quarry.split())


def rank(cards: str) -> int:
    return PROTEAN.rank(cards.split())


def test_p1_the_deck_has_72_cards() -> None:
    assert PROTEAN_DECK.size == 72


@pytest.mark.parametrize(("category", "cards", "pyramid"), P4)
def test_p4_a_hand_is_read_as(category: str, cards: str, pyramid: str) -> None:
    reading = read(cards)
    assert (reading.category, reading.pyramid) == (category, tuple(pyramid.split()))


def test_p4_hands_are_listed_worst_first() -> None:
    strengths = [rank(cards) for _, cards, _ in P4]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len(P4)


@pytest.mark.parametrize("category", [name for name, _, one_suit in P4_WORST_FIRST if one_suit])
def test_p5_the_higher_suit_wins_among_equal_hands_of_one_suit(category: str) -> None:
    needs = next(kinds for name, kinds, _ in P4_WORST_FIRST if name == category)
    filler = ["GOK", "GOK", "SIK", "SIK", "BRK"]
    by_suit = [
        PROTEAN.read_hand([*(suit + kind for kind in needs), *filler[: 6 - len(needs)]]) for suit in ("RU", "EM", "SA")
    ]
    assert [reading.category for reading in by_suit] == [category] * 3
    assert by_suit == sorted(by_suit)
    assert len({reading.strength for reading in by_suit}) == 3


@pytest.mark.parametrize(
    ("better", "worse"),
    [("GOC GOR SIR", "RUC RUR EMR"), ("GOC SIR BRR GOF SIF BRK", "EMC EMR RUR RUF RUF RUK")],
)
def test_p5_equal_mixed_hands_tie_whatever_their_suits(better: str, worse: str) -> None:
    assert rank(better) == rank(worse)


def test_p6_a_cornerstone_is_no_foundation() -> None:
    assert read("GOR GOF GOK SIK BRK SAK").category == "none"


def test_p3_a_quarry_card_takes_the_place_of_an_own_one() -> None:
    reading = read("GOC GOR GOR GOF GOK SAF", "GOK SIF")
    assert (reading.category, reading.quarry, reading.rest) == ("perfect-grand", "GOK", ("SAF",))
    assert reading.pyramid == ("GOC", "GOR", "GOR", "GOF", "GOK", "GOK")


def test_p3_the_quarry_is_left_alone_when_it_does_not_help() -> None:
    reading = read("GOC GOR GOR GOF GOK GOK", "SIC SIR")
    assert (reading.category, reading.quarry) == ("perfect-grand", None)


def test_p3_only_one_card_of_the_quarry_may_be_used() -> None:
    reading = read("GOC GOR SIF BRF SAF EMF", "GOR GOK")
    assert (reading.category, reading.quarry) == ("large", "GOR")


@pytest.mark.parametrize(
    ("cards", "quarry", "error"),
    [
        ("GOC GOX GOR", "", {"code": "unknown-card", "card": "GOX"}),
        ("GOC GOR", "", {"code": "hand-size", "expected": [3, 8], "got": 2}),
        ("GOC GOR GOR", "GOC", {"code": "too-many-copies", "card": "GOC", "limit": 1, "got": 2}),
    ],
)
def test_no_reading_of_a_hand_that_cannot_be(cards: str, quarry: str, error: dict[str, object]) -> None:
    with pytest.raises(ScoringError) as refused:
        read(cards, quarry)
    assert refused.value.as_dict() == error


@pytest.mark.parametrize("quarry_size", [0, 1, 2, 6])
def test_random_hands_agree_with_the_slow_reading(quarry_size: int) -> None:
    chance = random.Random(quarry_size)
    # Fewer suits than the deck has, so that the rare hands come up as well.
    cards = [card for card in all_cards(PROTEAN_DECK) if card[:2] in ("GO", "SA")]
    strengths: dict[tuple[int, int], int] = {}
    for number in range(250):
        source = cards if number % 2 else all_cards(PROTEAN_DECK)
        dealt = chance.sample(source, 6 + quarry_size)
        hand, quarry = dealt[:6], dealt[6:]
        key = protean_key(hand, quarry)
        reading = PROTEAN.read_hand(hand, quarry=quarry)
        assert reading.category == P4_WORST_FIRST[key[0]][0], (hand, quarry)
        assert strengths.setdefault(key, reading.strength) == reading.strength, (hand, quarry)
    ordered = [strengths[key] for key in sorted(strengths)]
    assert ordered == sorted(set(ordered))
    assert len(strengths) >= 10
