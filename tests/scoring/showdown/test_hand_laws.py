"""What holds for every hand in every ruleset."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.cards import COLONIAL_DECK, PROTEAN_DECK, PROTEAN_SUITS
from scoring.showdown.colonial import ITALIAN, KINDS, VISIONS, VISIONS_PERFECT_FIRST, ColonialRuleset
from scoring.showdown.protean import PROTEAN
from tests.scoring.hands import all_cards, colonial_hands, hands_of, protean_hands

COLONIAL = [ITALIAN, VISIONS, VISIONS_PERFECT_FIRST]
SIZES = (3, 4, 5, 6, 7, 8)
every_ruleset = pytest.mark.parametrize(
    ("ruleset", "deck"),
    [*((ruleset, COLONIAL_DECK) for ruleset in COLONIAL), (PROTEAN, PROTEAN_DECK)],
    ids=["italian", "visions", "visions-perfect-first", "protean"],
)
every_colonial = pytest.mark.parametrize("ruleset", COLONIAL, ids=["italian", "visions", "visions-perfect-first"])


def category_place(ruleset: Any, cards: list[str]) -> int:
    """0 for the best hand there is."""
    place: int = ruleset.categories.index(ruleset.read_hand(cards).category)
    return place


def level(card: str) -> str:
    return card[-1]


@every_ruleset
@given(data=st.data())
def test_a_better_category_is_a_better_hand_and_equal_hands_share_one(
    ruleset: Any, deck: Any, data: st.DataObject
) -> None:
    one, other = data.draw(hands_of(deck, sizes=[6])), data.draw(hands_of(deck, sizes=[6]))
    if category_place(ruleset, one) < category_place(ruleset, other):
        assert ruleset.rank(one) > ruleset.rank(other)
    if ruleset.rank(one) == ruleset.rank(other):
        assert category_place(ruleset, one) == category_place(ruleset, other)


@every_ruleset
@given(data=st.data())
def test_the_order_of_the_cards_and_their_spelling_do_not_matter(ruleset: Any, deck: Any, data: st.DataObject) -> None:
    hand = data.draw(hands_of(deck, sizes=SIZES))
    shuffled = [data.draw(st.sampled_from([str.upper, str.lower]))(card) for card in data.draw(st.permutations(hand))]
    assert ruleset.rank(shuffled) == ruleset.rank(hand)
    assert ruleset.read_hand(shuffled).as_dict() == ruleset.read_hand(hand).as_dict()


@every_ruleset
@given(data=st.data())
def test_pyramid_and_rest_are_the_hand(ruleset: Any, deck: Any, data: st.DataObject) -> None:
    hand = data.draw(hands_of(deck, sizes=SIZES))
    reading = ruleset.read_hand(hand)
    assert sorted([*reading.pyramid, *reading.rest]) == sorted(hand)
    assert ruleset.rank(hand) == reading.strength


@every_ruleset
@given(data=st.data())
def test_one_card_more_never_makes_the_pyramid_worse(ruleset: Any, deck: Any, data: st.DataObject) -> None:
    hand = data.draw(hands_of(deck, sizes=(4, 5, 6, 7, 8)))
    assert category_place(ruleset, hand) <= category_place(ruleset, hand[1:])


@every_colonial
@given(hand=colonial_hands(*SIZES), place=st.integers(0, 7))
def test_c7_the_capstone_instead_of_any_card_never_hurts(ruleset: ColonialRuleset, hand: list[str], place: int) -> None:
    assume("CAP" not in hand)
    place %= len(hand)
    assert ruleset.rank([*hand[:place], "CAP", *hand[place + 1 :]]) >= ruleset.rank(hand)


@every_colonial
@given(data=st.data())
def test_c9_a_better_card_outside_the_pyramid_never_hurts(ruleset: ColonialRuleset, data: st.DataObject) -> None:
    hand = data.draw(colonial_hands(*SIZES))
    rest = ruleset.read_hand(hand).rest
    assume(rest)
    worse = data.draw(st.sampled_from(rest))
    better = data.draw(st.sampled_from(KINDS[: KINDS.index(worse) + 1]))
    raised = replaced(hand, worse, better)
    assume(raised.count(better) <= COLONIAL_DECK.copies[better])
    assert ruleset.rank(raised) >= ruleset.rank(hand)


@every_colonial
@given(data=st.data())
def test_a_higher_suit_never_hurts_where_the_pyramid_has_none(ruleset: ColonialRuleset, data: st.DataObject) -> None:
    hand = data.draw(colonial_hands(*SIZES))
    assume(ruleset.read_hand(hand).category in ("full", "level-2", "level-1", "none"))
    worse = data.draw(st.sampled_from([card for card in hand if card != "CAP"]))
    better = data.draw(st.sampled_from([card for card in KINDS[1 : KINDS.index(worse) + 1] if level(card) == worse[1]]))
    raised = replaced(hand, worse, better)
    assume(raised.count(better) <= COLONIAL_DECK.copies[better])
    assert ruleset.rank(raised) >= ruleset.rank(hand)


@given(hand=colonial_hands(6), other=colonial_hands(6))
def test_c10_visions_is_the_italian_order_without_the_cards_outside(hand: list[str], other: list[str]) -> None:
    assert VISIONS.read_hand(hand).category == ITALIAN.read_hand(hand).category
    if VISIONS.rank(hand) > VISIONS.rank(other):
        assert ITALIAN.rank(hand) > ITALIAN.rank(other)


@given(data=st.data())
def test_p4_any_card_for_one_outside_the_pyramid_never_hurts(data: st.DataObject) -> None:
    hand = data.draw(protean_hands(*SIZES))
    rest = PROTEAN.read_hand(hand).rest
    assume(rest)
    changed = replaced(hand, data.draw(st.sampled_from(rest)), data.draw(st.sampled_from(all_cards(PROTEAN_DECK))))
    assume(all(count <= PROTEAN_DECK.copies[card] for card, count in Counter(changed).items()))
    assert PROTEAN.rank(changed) >= PROTEAN.rank(hand)


@given(cards=hands_of(PROTEAN_DECK, sizes=[12]), split=st.integers(6, 11))
def test_p3_a_bigger_quarry_never_hurts(cards: list[str], split: int) -> None:
    hand, quarry = cards[:6], cards[6:]
    assert PROTEAN.read_hand(hand, quarry=quarry) >= PROTEAN.read_hand(hand, quarry=cards[6:split])


@given(cards=hands_of(PROTEAN_DECK, sizes=[10]))
def test_p3_a_quarry_card_is_taken_only_for_a_better_pyramid_it_is_part_of(cards: list[str]) -> None:
    hand, quarry = cards[:6], cards[6:]
    alone, reading = PROTEAN.read_hand(hand), PROTEAN.read_hand(hand, quarry=quarry)
    assert (reading.quarry is None) == (reading.strength == alone.strength)
    if reading.quarry is not None:
        assert reading.quarry in quarry
        own = Counter(reading.pyramid) - Counter([reading.quarry])
        assert own <= Counter(hand)
        assert sorted([*own.elements(), *reading.rest]) == sorted(hand)


@given(hand=protean_hands(6), suits=st.permutations(PROTEAN_SUITS))
def test_p4_the_pyramid_does_not_depend_on_which_suit_is_which(hand: list[str], suits: list[str]) -> None:
    painted = [suits[PROTEAN_SUITS.index(card[:2])] + card[2] for card in hand]
    assert PROTEAN.read_hand(painted).category == PROTEAN.read_hand(hand).category


def replaced(hand: list[str], old: str, new: str) -> list[str]:
    place = hand.index(old)
    return [*hand[:place], new, *hand[place + 1 :]]
