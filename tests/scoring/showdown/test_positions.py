"""Where hands stand among all there are, against every hand counted anew."""

import os
import random
from collections import Counter

import pytest

from scoring.cards import COLONIAL_DECK, PROTEAN_DECK, PROTEAN_SUITS, Deck
from scoring.showdown.colonial import ITALIAN, VISIONS, VISIONS_PERFECT_FIRST, ColonialRuleset
from scoring.showdown.odds import (
    CHANCES,
    COUNTED,
    HERE,
    Chances,
    hands_behind,
    multisets,
    position,
    positions,
    protean_strengths,
    shares,
)
from scoring.showdown.protean import PROTEAN, ProteanRuleset
from scoring.showdown.sheet import Ruleset

SIX, EIGHT, PERFECT_EIGHT, SUITS = (
    CHANCES[key] for key in ("by-level-6", "by-level-8", "perfect-first-8", "protean-6")
)
DECKS = {"by-": COLONIAL_DECK, "per": COLONIAL_DECK, "pro": PROTEAN_DECK}
DEALT = 2_000
REST = [f"{suit}K" for suit in PROTEAN_SUITS[:5]]


def counted_anew(name: str) -> Counter[int]:
    kind, size = name.split("-")
    if kind == "protean":
        return Counter(protean_strengths(int(size)))
    found: Counter[int] = Counter()
    copies = tuple(COLONIAL_DECK.copies.values())
    for counts in multisets(copies, int(size)):
        found[ITALIAN.read_counts(counts).strength] += hands_behind(copies, counts)
    return found


@pytest.mark.parametrize("name", COUNTED)
def test_the_hands_of_each_strength_are_those_counted_hand_by_hand(name: str) -> None:
    """After a change of the rules: WRITE_POSITIONS=1 pytest tests/scoring/showdown/test_positions.py"""
    text = "".join(f"{strength} {hands}\n" for strength, hands in sorted(counted_anew(name).items()))
    if "WRITE_POSITIONS" in os.environ:
        (HERE / f"{name}.txt").write_text(text)
    assert (HERE / f"{name}.txt").read_text() == text


EVERY = [(ITALIAN, SIX), (ITALIAN, EIGHT), (VISIONS, SIX), (VISIONS_PERFECT_FIRST, PERFECT_EIGHT), (PROTEAN, SUITS)]


@pytest.mark.parametrize(("ruleset", "chances"), EVERY)
def test_over_all_hands_there_are_the_position_is_a_half(ruleset: Ruleset, chances: Chances) -> None:
    stand = positions(ruleset, chances)
    strengths = sorted(stand.shares)
    assert [stand.shares[each] for each in strengths] == sorted(stand.shares.values())
    below, mean, squares = 0.0, 0.0, 0.0
    for strength in strengths:
        share = stand.shares[strength]
        own, below = 2 * (share - below), 2 * share - below
        mean, squares = mean + own * share, squares + own * share**2
    assert below == pytest.approx(1) and mean == pytest.approx(0.5)
    assert stand.scatter == pytest.approx(squares - 0.25)


@pytest.mark.parametrize(("ruleset", "chances", "deck"), [(*each, DECKS[each[1].key[:3]]) for each in EVERY])
def test_a_position_is_the_share_of_hands_dealt_at_random_that_are_worse(
    ruleset: ColonialRuleset | ProteanRuleset, chances: Chances, deck: Deck
) -> None:
    """Every table beside hands that are dealt: within four standard errors at each."""
    chance, cards = random.Random(chances.key), [card for card, held in deck.copies.items() for _ in range(held)]
    dealt = [ruleset.rank(chance.sample(cards, chances.size)) for _ in range(DEALT)]
    for strength in dealt[:20]:
        share = sum((other < strength) + (other == strength) / 2 for other in dealt) / DEALT
        assert abs(positions(ruleset, chances).shares[strength] - share) < 4 * 0.5 / DEALT**0.5


def test_a_position_is_worked_out_by_hand() -> None:
    assert shares([(1, 6), (4, 3), (9, 1)]) == {1: 0.3, 4: 0.75, 9: 0.95}


def test_cards_outside_the_pyramid_set_hands_apart_where_they_break_ties_and_nowhere_else() -> None:
    high, low = (["P3", "G3", "O2", *rest] for rest in (["P1", "P1", "P1"], ["P3", "P3", "G3"]))
    better, worse = (position(ITALIAN, SIX, ITALIAN.read_hand(hand)) for hand in (high, low))
    assert better > worse
    assert len({position(VISIONS, SIX, VISIONS.read_hand(hand)) for hand in (high, low)}) == 1
    middle = position(VISIONS, SIX, VISIONS.read_hand(high))
    assert worse < middle < better


def test_of_eight_cards_too_and_among_protean_pyramids_of_one_suit_the_suit_does() -> None:
    high, low = (["P3", "G3", "O2", *rest] for rest in (["P1"] * 3 + ["O1", "G1"], ["P3", "P3", "G3", "O1", "G1"]))
    assert position(ITALIAN, EIGHT, ITALIAN.read_hand(high)) > position(ITALIAN, EIGHT, ITALIAN.read_hand(low))
    gold, ruby = (PROTEAN.read_hand([f"{suit}C", *REST]) for suit in (PROTEAN_SUITS[0], PROTEAN_SUITS[-1]))
    assert position(PROTEAN, SUITS, gold) - position(PROTEAN, SUITS, ruby) == pytest.approx(
        (7_831_475 / 2 + 7_175_730 + 6_563_490 + 5_992_630 + 5_461_092 + 4_966_884 / 2) / 156_238_908
    )
