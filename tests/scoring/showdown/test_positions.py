"""Where hands stand among all there are, against every hand counted anew."""

import os
from collections import Counter

import pytest

from scoring.cards import COLONIAL_DECK
from scoring.showdown.chances import CHANCES
from scoring.showdown.colonial import ITALIAN, VISIONS
from scoring.showdown.odds import hands_behind, multisets
from scoring.showdown.positions import COUNTED, position, shares

SIX, EIGHT = CHANCES["by-level-6"], CHANCES["by-level-8"]


def test_the_hands_of_each_strength_are_those_counted_hand_by_hand() -> None:
    """After a change of the rules: WRITE_POSITIONS=1 pytest tests/scoring/showdown/test_positions.py"""
    found: Counter[int] = Counter()
    copies = tuple(COLONIAL_DECK.copies.values())
    for counts in multisets(copies, 6):
        cards = [card for card, held in zip(COLONIAL_DECK.copies, counts, strict=True) for _ in range(held)]
        found[ITALIAN.rank(cards)] += hands_behind(copies, counts)
    text = "".join(f"{strength} {hands}\n" for strength, hands in sorted(found.items()))
    if "WRITE_POSITIONS" in os.environ:
        COUNTED.write_text(text)
    assert COUNTED.read_text() == text


def test_a_position_is_worked_out_by_hand() -> None:
    assert shares([(1, 6), (4, 3), (9, 1)]) == {1: 0.3, 4: 0.75, 9: 0.95}


def test_cards_outside_the_pyramid_set_hands_apart_where_they_break_ties_and_nowhere_else() -> None:
    high, low = (["P3", "G3", "O2", *rest] for rest in (["P1", "P1", "P1"], ["P3", "P3", "G3"]))
    better, worse = (position(ITALIAN, SIX, ITALIAN.read_hand(hand)) for hand in (high, low))
    assert better > worse
    assert len({position(VISIONS, SIX, VISIONS.read_hand(hand)) for hand in (high, low)}) == 1
    assert worse < SIX.strength("level-1") / 10**6 < better


def test_of_eight_cards_a_hand_stands_in_the_middle_of_its_category() -> None:
    hand = ITALIAN.read_hand(["P3", "G3", "O2", "P1", "P1", "P1", "O1", "G1"])
    assert position(ITALIAN, EIGHT, hand) == pytest.approx(EIGHT.strength(hand.category) / 10**6)
