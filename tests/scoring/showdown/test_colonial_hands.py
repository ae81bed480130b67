"""C1-C11: what a Colonial hand is worth."""

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from scoring.cards import COLONIAL_DECK, EARTH_DECK
from scoring.errors import ScoringError
from scoring.result import Reading
from scoring.showdown.colonial import ITALIAN, VISIONS, VISIONS_PERFECT_FIRST, ColonialRuleset
from tests.scoring.brute_force import (
    C8_WORST_FIRST,
    C10_LITERAL_WORST_FIRST,
    colonial_key,
    colonial_readings,
)
from tests.scoring.hands import all_cards, every_colonial_multiset

RULESETS = [
    (ITALIAN, C8_WORST_FIRST, True),
    (VISIONS, C8_WORST_FIRST, False),
    (VISIONS_PERFECT_FIRST, C10_LITERAL_WORST_FIRST, False),
]
NAMES = ["italian", "visions", "visions-perfect-first"]


def read(cards: str, ruleset: ColonialRuleset = ITALIAN) -> Reading:
    return ruleset.read_hand(cards.split())


def rank(cards: str, ruleset: ColonialRuleset = ITALIAN) -> int:
    return ruleset.rank(cards.split())


def test_c1_the_deck_has_55_cards() -> None:
    assert COLONIAL_DECK.size == 55


def test_c3_three_packs_give_exactly_the_deck_of_c1() -> None:
    stands_for: dict[str, int] = {}
    for card, copies in EARTH_DECK.copies.items():
        kind = EARTH_DECK.kinds[card]
        stands_for[kind] = stands_for.get(kind, 0) + copies
    assert stands_for == COLONIAL_DECK.copies


@pytest.mark.parametrize(
    ("earth", "colonial"),
    [("AH", "P1"), ("KS", "G2"), ("QD", "O2"), ("3H", "P3"), ("2S", "G3"), ("4D", "O3"), ("AC", "CAP")],
)
def test_c3_an_earth_card_stands_for(earth: str, colonial: str) -> None:
    assert EARTH_DECK.kinds[earth] == colonial


@pytest.mark.parametrize(
    ("clause", "cards", "category", "pyramid", "rest"),
    [
        ("C5 level 1", "P3 G3 O2 P1 P1 G1", "level-1", "O2 P3 G3", "P1 P1 G1"),
        ("C5 level 2", "P3 G3 O3 P2 O2 G2", "level-2", "G2 O2 P3 G3 O3", "P2"),
        ("C5 full", "P3 G3 O3 P2 O2 G1", "full", "G1 P2 O2 P3 G3 O3", ""),
        ("C5 perfect level 1", "G3 G3 G2 O1 P1 P3", "perfect-1-green", "G2 G3 G3", "P1 O1 P3"),
        ("C5 perfect level 2", "O3 O3 O3 O2 O2 P2", "perfect-2-orange", "O2 O2 O3 O3 O3", "P2"),
        ("C5 perfect full", "O3 O3 O3 O2 O2 O1", "perfect-3-orange", "O1 O2 O2 O3 O3 O3", ""),
        ("C5 no pyramid", "P3 P1 G1 O1 P1 G1", "none", "", "P1 P1 G1 G1 O1 P3"),
        ("C6 Capstone pyramid", "G3 G3 G3 G2 G2 CAP", "capstone", "CAP G2 G2 G3 G3 G3", ""),
        ("C6 mixed suits with the Capstone on top", "G3 G3 O3 G2 G2 CAP", "full", "CAP G2 G2 G3 G3 O3", ""),
        ("C7 wild third-level card", "P3 P3 CAP P2 P2 P1", "perfect-3-purple", "CAP P1 P2 P2 P3 P3", ""),
        ("C7 wild second-level card", "P3 P3 P3 CAP P2 P1", "perfect-3-purple", "CAP P1 P2 P3 P3 P3", ""),
        ("C7 wild in a mixed pyramid", "P3 G3 CAP G1 G1 O1", "level-1", "CAP P3 G3", "G1 G1 O1"),
        ("C9 the worst third-level card goes inside", "P3 G3 O3 O3 P2 G2", "level-2", "P2 G2 G3 O3 O3", "P3"),
        ("C9 the Capstone stays outside when it can", "P3 G3 O2 CAP P1 O1", "level-1", "O2 P3 G3", "CAP P1 O1"),
        ("C11 two perfect pyramids make a bigger one", "O3 O3 O2 P3 P3 P2", "level-2", "P2 O2 P3 O3 O3", "P3"),
    ],
)
def test_a_hand_is_read_as(clause: str, cards: str, category: str, pyramid: str, rest: str) -> None:
    reading = read(cards)
    assert (reading.category, reading.pyramid, reading.rest) == (category, tuple(pyramid.split()), tuple(rest.split()))


@pytest.mark.parametrize(
    ("clause", "better", "worse"),
    [
        ("C6", "G3 G3 G3 G2 G2 CAP", "P3 P3 P3 P2 P2 P1"),
        ("C8 suit of perfect ones", "P3 P3 P3 P2 P2 O2", "G3 G3 G3 G2 G2 P2"),
        ("C8 size before colour", "P3 G3 O3 P2 G2 O3", "P3 P3 P2 G1 G1 G1"),
        ("C9 level before suit", "O3 G3 O2 O1 O3 O3", "O3 G3 O2 P3 P3 P3"),
        ("C9 the second card outside", "P3 G3 O2 P1 P1 O3", "P3 G3 O2 P1 G1 G1"),
        ("C9 nothing but cards", "P1 O1 O1 O1 G1 G1", "G1 G1 O1 O1 P2 P2"),
    ],
)
def test_italian_hand_beats(clause: str, better: str, worse: str) -> None:
    assert rank(better) > rank(worse)


def test_c7_a_pyramid_completed_by_the_capstone_equals_the_same_without_it() -> None:
    assert rank("P3 P3 CAP P2 P2 G1") == rank("P3 P3 P3 P2 P2 G1")


def test_c10_visions_compares_no_cards_outside_the_pyramid() -> None:
    assert rank("P3 G3 O2 P1 P1 O3", VISIONS) == rank("P3 G3 O2 O1 O1 O3", VISIONS)


def test_c10_perfect_outranks_all_turns_a_full_pyramid_below_a_perfect_small_one() -> None:
    full, perfect = "P3 G3 O3 P2 G2 O1", "O3 O3 O2 O1 O1 O1"
    assert rank(full, VISIONS) > rank(perfect, VISIONS)
    assert rank(full, VISIONS_PERFECT_FIRST) < rank(perfect, VISIONS_PERFECT_FIRST)


def test_c10_perfect_outranks_all_changes_the_best_reading_of_a_hand() -> None:
    both = "P3 P3 O3 P2 G2 O1"
    assert read(both, VISIONS).category == "full"
    assert read(both, VISIONS_PERFECT_FIRST).category == "perfect-1-purple"


def test_c3_an_earth_hand_is_read_in_its_own_cards() -> None:
    reading = ITALIAN.read_hand(["4h", "2h", "3h", "kH", "Qh", "Ac"], deck=EARTH_DECK)
    assert reading.category == "capstone"
    assert reading.pyramid == ("AC", "KH", "QH", "2H", "3H", "4H")


@pytest.mark.parametrize(
    ("cards", "error"),
    [
        ("P3 P3 P4", {"code": "unknown-card", "card": "P4"}),
        ("P3 P3", {"code": "hand-size", "expected": [3, 8], "got": 2}),
        ("P3 P3 P2 P2 P2 G3 G3 G3 G2", {"code": "hand-size", "expected": [3, 8], "got": 9}),
        ("P3 P1 P1 P1 P1", {"code": "too-many-copies", "card": "P1", "limit": 3, "got": 4}),
        ("CAP CAP P3", {"code": "too-many-copies", "card": "CAP", "limit": 1, "got": 2}),
    ],
)
@pytest.mark.parametrize("ruleset", [ITALIAN, VISIONS, VISIONS_PERFECT_FIRST], ids=NAMES)
def test_no_rank_for_a_hand_that_cannot_be(ruleset: ColonialRuleset, cards: str, error: dict[str, object]) -> None:
    with pytest.raises(ScoringError) as refused:
        ruleset.rank(cards.split())
    assert refused.value.as_dict() == error


def test_there_are_4128_multisets_of_six_cards() -> None:
    assert sum(1 for _ in every_colonial_multiset(6)) == 4128


def disagreements(
    hands: Iterable[tuple[str, ...]], ruleset: ColonialRuleset, order: list[str], *, kickers: bool
) -> list[str]:
    """Hands that the evaluator and the slow reading name, lay out or order differently."""
    found: list[str] = []
    by_key: dict[tuple[int, ...], int] = {}
    for hand in hands:
        best = max(colonial_readings(hand), key=lambda reading: colonial_key(reading, order, kickers=kickers))
        reading = ruleset.read_hand(hand)
        if reading.category != best[0] or (kickers and reading.rest != best[1]):
            found.append(f"{' '.join(hand)}: {best} read as {reading.as_dict()}")
        key = colonial_key(best, order, kickers=kickers)
        if by_key.setdefault(key, reading.strength) != reading.strength:
            found.append(f"{' '.join(hand)}: two strengths for {best}")
    strengths = [by_key[key] for key in sorted(by_key)]
    if any(lower >= higher for lower, higher in pairwise(strengths)):
        found.append("the order of the strengths is not the order of the clauses")
    return found


@pytest.mark.flood(1)
@pytest.mark.parametrize(("ruleset", "order", "kickers"), RULESETS, ids=NAMES)
def test_every_six_card_hand_agrees_with_the_slow_reading(
    ruleset: ColonialRuleset, order: list[str], kickers: bool
) -> None:
    hands = (hand for hand, _ in every_colonial_multiset(6))
    assert disagreements(hands, ruleset, order, kickers=kickers) == []


@pytest.mark.flood
@pytest.mark.parametrize(("size", "every"), [(3, 1), (4, 1), (5, 3), (7, 17), (8, 61)])
@pytest.mark.parametrize(("ruleset", "order", "kickers"), RULESETS, ids=NAMES)
def test_hands_of_other_sizes_agree_with_the_slow_reading(
    ruleset: ColonialRuleset, order: list[str], kickers: bool, size: int, every: int
) -> None:
    hands = [hand for number, (hand, _) in enumerate(every_colonial_multiset(size)) if number % every == 0]
    assert disagreements(hands, ruleset, order, kickers=kickers) == []


@pytest.mark.parametrize("size", [2, 9, 10])
def test_a_ruleset_that_declares_other_sizes_reads_them(size: int) -> None:
    chance, cards = random.Random(size), all_cards(COLONIAL_DECK)
    hands = [tuple(chance.sample(cards, size)) for _ in range(60)]
    wider = replace(ITALIAN, hand_sizes=range(2, 11))
    assert disagreements(hands, wider, C8_WORST_FIRST, kickers=True) == []
