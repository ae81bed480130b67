"""The figures of the rules, counted exhaustively. A failure names the category that moved."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import pytest

from scoring.cards import COLONIAL_DECK, PROTEAN_COPIES, PROTEAN_SUITS
from scoring.showdown.colonial import ITALIAN, VISIONS, VISIONS_PERFECT_FIRST, ColonialRuleset
from scoring.showdown.odds import count_hands, count_protean_hands
from scoring.showdown.protean import PROTEAN
from tests.scoring.hands import every_colonial_multiset, showdown_game


def odds(game: str, *, hand_size: int = 6) -> dict[str, int]:
    counted = showdown_game(game).odds
    assert counted is not None
    return counted.count(hand_size)


SIX_CARDS = {
    "capstone": 3_780,
    "perfect-3-purple": 6_912,
    "perfect-3-green": 6_912,
    "perfect-3-orange": 6_912,
    "full": 5_407_911,
    "perfect-2-purple": 58_398,
    "perfect-2-green": 58_398,
    "perfect-2-orange": 58_398,
    "level-2": 5_499_072,
    "perfect-1-purple": 1_528_785,
    "perfect-1-green": 1_499_409,
    "perfect-1-orange": 1_470_033,
    "level-1": 8_880_597,
    "none": 4_504_158,
}
PROTEAN_HANDS = {
    "perfect-grand": 108,
    "grand": 2_181_060,
    "perfect-squared-large": 540,
    "perfect-large": 360,
    "squared-large": 6_939_540,
    "large": 6_554_160,
    "perfect-squared-ziggurat": 30_870,
    "perfect-ziggurat": 20_190,
    "squared-ziggurat": 25_605_270,
    "ziggurat": 14_822_115,
    "perfect-small": 608_253,
    "small": 9_436_758,
    "rough": 5_241_618,
    "cap": 37_991_301,
    "none": 46_806_765,
}
ONE_SUIT_SHARES = [
    "".join(share)
    for size in range(7)
    for share in combinations_with_replacement(PROTEAN_COPIES, size)
    if all(share.count(kind) <= copies for kind, copies in PROTEAN_COPIES.items())
]


@pytest.mark.parametrize(("category", "hands"), SIX_CARDS.items())
@pytest.mark.parametrize("game", ["colonial-italian", "colonial-visions"])
def test_colonial_count(game: str, category: str, hands: int) -> None:
    assert odds(game)[category] == hands


def test_the_figures_the_rules_state_for_six_colonial_cards() -> None:
    counts = odds("colonial-italian")
    assert sum(counts.values()) == comb(55, 6) == 28_989_675
    assert counts["capstone"] == 3 * comb(9, 3) * comb(6, 2)
    natural = comb(9, 3) * comb(6, 2) * 3
    third_wild, second_wild = comb(9, 2) * comb(6, 2) * 3, comb(9, 3) * comb(6, 1) * 3
    assert counts["perfect-3-green"] == natural + third_wild + second_wild


@pytest.mark.parametrize("ruleset", [ITALIAN, VISIONS, VISIONS_PERFECT_FIRST], ids=["italian", "visions", "perfect"])
def test_the_evaluator_finds_the_same_counts_hand_by_hand(ruleset: ColonialRuleset) -> None:
    found: Counter[str] = Counter()
    for hand, behind in every_colonial_multiset(6):
        found[ruleset.read_hand(hand).category] += behind
    assert found == count_hands(ruleset, COLONIAL_DECK, 6)


@pytest.mark.parametrize("size", [3, 4, 5, 7, 8])
def test_every_colonial_hand_of_any_size_is_counted(size: int) -> None:
    assert sum(odds("colonial-italian", hand_size=size).values()) == comb(55, size)


@pytest.mark.parametrize(("category", "hands"), PROTEAN_HANDS.items())
def test_protean_count(category: str, hands: int) -> None:
    assert count_protean_hands(6)[category] == hands


def test_the_figures_the_rules_state_for_protean() -> None:
    counts = odds("protean")
    assert sum(counts.values()) == comb(72, 6) == 156_238_908
    assert counts["perfect-grand"] == 6 * comb(3, 2) * 6
    assert counts["perfect-squared-large"] == 6 * comb(3, 2) * comb(6, 2) * 2
    assert counts["perfect-large"] == 6 * comb(3, 2) * comb(6, 3)


def shares_of_suits(suits: int, cards: int, first: int = 0) -> Iterator[tuple[str, ...]]:
    """Every way to share out a hand among so many suits, whichever they are: the kinds that each suit gives."""
    if not suits:
        if not cards:
            yield ()
        return
    for number, share in enumerate(ONE_SUIT_SHARES[first:], start=first):
        if len(share) <= cards:
            for others in shares_of_suits(suits - 1, cards - len(share), number):
                yield share, *others


def test_protean_counts_are_those_of_the_evaluator_for_every_hand() -> None:
    found: Counter[str] = Counter()
    for shares in shares_of_suits(6, 6):
        paintings = factorial(6) // prod(factorial(times) for times in Counter(shares).values())
        behind = prod(comb(PROTEAN_COPIES[kind], share.count(kind)) for share in shares for kind in PROTEAN_COPIES)
        hand = [suit + kind for suit, share in zip(PROTEAN_SUITS, shares, strict=True) for kind in share]
        found[PROTEAN.read_hand(hand).category] += paintings * behind
    assert found == count_protean_hands(6)


def test_categories_are_listed_best_first() -> None:
    assert list(odds("protean")) == list(PROTEAN.categories)
    assert list(odds("colonial-visions")) == list(VISIONS.categories)


@pytest.mark.parametrize(("game", "size"), [("colonial-italian", 2), ("colonial-visions", 9), ("protean", 7)])
def test_sizes_that_nobody_deals_are_refused(game: str, size: int) -> None:
    with pytest.raises(ValueError, match=f"no hands of {size} cards"):
        odds(game, hand_size=size)
