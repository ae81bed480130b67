"""Tables dealt at random, judged by the game and by the clauses read slowly. `TABLES=100000` deals as many of each."""

import os
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

from scoring.cards import COLONIAL_DECK, PROTEAN_DECK
from tests.scoring.brute_force import (
    C8_WORST_FIRST,
    C10_LITERAL_WORST_FIRST,
    colonial_key,
    colonial_readings,
    protean_key,
)
from tests.scoring.hands import all_cards, score, scores, verdict
from tests.scoring.sheets import whole_game

TABLES = int(os.environ.get("TABLES", "60"))
Key = tuple[int, ...]


@cache
def colonial(hand: tuple[str, ...], *, perfect_first: bool, kickers: bool) -> Key:
    order = C10_LITERAL_WORST_FIRST if perfect_first else C8_WORST_FIRST
    return max(colonial_key(reading, order, kickers=kickers) for reading in colonial_readings(hand))


GAMES: dict[str, tuple[str, dict[str, bool], Callable[[tuple[str, ...]], Key]]] = {
    "italian": ("colonial-italian", {}, lambda hand: colonial(hand, perfect_first=False, kickers=True)),
    "visions": ("colonial-visions", {}, lambda hand: colonial(hand, perfect_first=False, kickers=False)),
    "perfect-first": (
        "colonial-visions",
        {"perfect_outranks_all": True},
        lambda hand: colonial(hand, perfect_first=True, kickers=False),
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_colonial_tables_are_won_by_whom_the_clauses_say(name: str) -> None:
    game, rules, key = GAMES[name]
    chance, cards = random.Random(name), sorted(all_cards(COLONIAL_DECK))
    for _ in range(TABLES):
        hands = dealt(chance, cards, seats=chance.randint(2, 4))
        keys = [key(tuple(sorted(hand))) for hand in hands]
        won = verdict(score(game, [showdown(hands)], seats=len(hands), **rules)).winners
        assert won == holders(keys), hands


def test_protean_tables_are_won_by_whom_the_clauses_say() -> None:
    chance, cards = random.Random("protean"), sorted(all_cards(PROTEAN_DECK))
    few = [card for card in cards if card[:2] in ("GO", "SA")]  # where the rare hands come up as well
    for number in range(TABLES):
        seats = chance.randint(2, 4)
        *hands, rest = dealt(chance, few if number % 2 and seats < 4 else cards, seats=seats + 1)
        quarry = rest[:seats]
        keys = [protean_key(hand, quarry) for hand in hands]
        won = verdict(score("protean", [{**showdown(hands), "quarry": quarry}], seats=seats)).winners
        assert won == holders(keys), (hands, quarry)


def test_vilnius_tables_add_up_as_the_clauses_say() -> None:
    for seed in range(TABLES // 4):
        seats = 2 + seed % 3
        deals: list[dict[str, Any]] = whole_game(seats=seats, seed=seed)
        sums = [0] * seats
        for deal in deals:
            sums[deal["declarer"]] += 10 - 2 * abs(deal["announced"] - deal["taken"])
        assert scores(score("vilnius", deals, seats=seats)) == sums


def dealt(chance: random.Random, cards: Sequence[str], *, seats: int) -> list[list[str]]:
    drawn = chance.sample(cards, 6 * seats)
    return [drawn[6 * seat : 6 * seat + 6] for seat in range(seats)]


def showdown(hands: Sequence[Sequence[str]]) -> dict[str, object]:
    return {"dealer": 0, "hands": {str(seat): list(hand) for seat, hand in enumerate(hands)}}


def holders(keys: Sequence[Key]) -> tuple[int, ...]:
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))
