"""The tables the phone scores with say what the evaluator says, and are those in the repository."""

import random
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scoring.cards import COLONIAL_DECK
from scoring.pad_rules import javascript, literal, pad_rules
from scoring.showdown.colonial import COPIES, ITALIAN, KINDS, VISIONS, VISIONS_PERFECT_FIRST, ColonialRuleset
from scoring.showdown.odds import multisets
from tests.scoring.hands import all_cards, every_colonial_multiset

COMMITTED = Path(__file__).parents[2] / "static" / "js" / "pad" / "rules" / "tables.js"
VARIANTS = {"by_level": (ITALIAN, VISIONS), "perfect_first": (VISIONS_PERFECT_FIRST,)}
RULESETS = [(name, ruleset) for name, rulesets in VARIANTS.items() for ruleset in rulesets]

HANDS = [tuple(sorted(hand, key=KINDS.index)) for hand, _ in every_colonial_multiset(6)]

tables: Any = cache(pad_rules)


@cache
def places() -> Mapping[tuple[str, ...], int]:
    """Where a hand, best card first, stands in the strings."""
    hands = multisets(COPIES, 6)
    return {tuple(KINDS[k] for k, held in enumerate(counts) for _ in range(held)): n for n, counts in enumerate(hands)}


def looked_up(order: str, hand: tuple[str, ...]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Category, pyramid and rest of six cards, best first, by the table alone."""
    table = tables()["COLONIAL"]
    category, outside = table["readings"][table["hands"][order][places()[hand]]]
    rest = tuple(card for at, card in enumerate(hand) if outside >> at & 1)
    return category, tuple(card for at, card in enumerate(hand) if not outside >> at & 1), rest


def best_of_eight(order: str, hand: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Category and rest of the best six among eight cards, best first, by the table alone."""

    def found(out: tuple[int, ...]) -> tuple[int, list[int], str]:
        category, _, rest = looked_up(order, tuple(card for at, card in enumerate(hand) if at not in out))
        outside = sorted(KINDS.index(card) for card in (*rest, *(hand[at] for at in out)))
        return tables()["COLONIAL"]["orders"][order].index(category), outside, category

    _, outside, category = min(map(found, combinations(range(8), 2)))
    return category, tuple(KINDS[kind] for kind in outside)


def test_the_file_the_phone_is_served_is_the_one_that_the_rules_make() -> None:
    assert COMMITTED.read_bytes() == javascript(pad_rules()).encode(), "run manage.py pad_rules"


def test_the_table_is_small_enough_to_be_sent_to_a_phone() -> None:
    assert COMMITTED.stat().st_size < 22_000
    assert {len(hands) for hands in tables()["COLONIAL"]["hands"].values()} == {4_128}


@pytest.mark.parametrize(("order", "ruleset"), RULESETS, ids=["italian", "visions", "perfect-first"])
def test_every_six_cards_are_read_from_the_table_as_the_evaluator_reads_them(
    order: str, ruleset: ColonialRuleset
) -> None:
    differing = []
    for hand in HANDS:
        reading = ruleset.read_hand(hand)
        if looked_up(order, hand) != (reading.category, reading.pyramid, reading.rest):
            differing.append(hand)
    assert len(HANDS) == 4_128 and differing == []


@pytest.mark.parametrize(("order", "ruleset"), RULESETS, ids=["italian", "visions", "perfect-first"])
def test_category_and_rest_order_hands_as_the_evaluator_does(order: str, ruleset: ColonialRuleset) -> None:
    ranks = tables()["COLONIAL"]["orders"][order]
    strengths: dict[tuple[int, ...], set[int]] = {}
    for hand in HANDS:
        category, _, rest = looked_up(order, hand)
        kickers = [KINDS.index(card) for card in rest] if ruleset.kickers else []
        strengths.setdefault((ranks.index(category), *kickers), set()).add(ruleset.rank(hand))
    best_first = [strengths[standing] for standing in sorted(strengths)]
    assert all(len(strength) == 1 for strength in best_first)
    assert best_first == sorted(best_first, key=max, reverse=True)
    assert len(set.union(*best_first)) == len(best_first)


@pytest.mark.parametrize(("order", "ruleset"), RULESETS, ids=["italian", "visions", "perfect-first"])
def test_eight_cards_are_worth_the_best_six_of_them(order: str, ruleset: ColonialRuleset) -> None:
    chance, cards = random.Random(8), all_cards(COLONIAL_DECK)
    hands = [tuple(sorted(chance.sample(cards, 8), key=KINDS.index)) for _ in range(1_000)]
    readings = {hand: ruleset.read_hand(hand) for hand in hands}
    assert {h: best_of_eight(order, h) for h in hands} == {h: (r.category, r.rest) for h, r in readings.items()}


def test_what_is_too_long_for_a_line_is_written_over_several() -> None:
    assert literal("ab" * 100) == f'"{"ab" * 55}" +\n  "{"ab" * 45}"'
    assert literal({"deck": {"AC": 1}, "text": "x" * 105}) == f'{{\n  "deck":{{"AC":1}},\n  "text":"{"x" * 105}",\n}}'
