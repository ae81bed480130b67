"""Chances at a table of hands, against what can be reckoned exactly."""

from collections.abc import Sequence
from math import comb
from typing import Any

import pytest

from scoring.games import COLONIAL_ITALIAN, COLONIAL_VISIONS, PROTEAN_GAME
from scoring.result import RecordedTable
from scoring.showdown.game import ShowdownGame
from scoring.win_probability.pots import decided_deals, gains_without_seats, pot_course
from scoring.win_probability.sheets import Course
from scoring.win_probability.story import Knowledge, bend_of

ERROR = 4 * 0.5 / 2040**0.5  # four standard errors


def won(winner: int, seats: int, **more: Any) -> dict[str, Any]:
    return {"dealer": 0, "folded": [seat for seat in range(seats) if seat != winner], **more}


def table_of(game: ShowdownGame, seats: int, played: Sequence[dict[str, Any]], **rules: object) -> RecordedTable:
    return RecordedTable(seats, 0, rules, game.read_deals(played, seats=seats))


def course(game: ShowdownGame, table: RecordedTable, *, seed: str = "1") -> Course:
    result = game.score(table)
    return pot_course(game, table, result, like=gains_without_seats(decided_deals(game, table, result)), seed=seed)


def most_of(deals: int, lead: int) -> float:
    """That who leads by so many wins is first after so many deals more, of two; level counts half."""
    ways = [comb(deals, own) * (lead + 2 * own > deals) for own in range(deals + 1)]
    level = [comb(deals, own) * (lead + 2 * own == deals) for own in range(deals + 1)]
    return (sum(ways) + sum(level) / 2) / (1 << deals)


def test_a_table_of_so_many_deals_is_a_coin_thrown_as_often() -> None:
    winners = [0, 0, 1, 0, 1, 1]
    table = table_of(COLONIAL_ITALIAN, 2, [won(who, 2) for who in winners], deals=6)
    for step in course(COLONIAL_ITALIAN, table).steps:
        lead = sum(1 if who == 0 else -1 for who in winners[: step.deal])
        assert step.chances[0] == pytest.approx(most_of(6 - step.deal, lead), abs=ERROR)
        assert sum(step.chances) == pytest.approx(1)


def test_a_race_is_divided_as_pascal_divided_it() -> None:
    table = table_of(COLONIAL_VISIONS, 2, [won(who, 2) for who in (0, 0, 1, 0)], race_to=3)
    chances = [step.chances[0] for step in course(COLONIAL_VISIONS, table).steps]
    assert chances == pytest.approx([1 / 2, 11 / 16, 7 / 8, 3 / 4, 1], abs=ERROR)


def test_the_same_table_has_the_same_chances_and_an_even_start() -> None:
    table = table_of(COLONIAL_ITALIAN, 3, [won(who, 3) for who in (0, 1, 1)])
    assert course(COLONIAL_ITALIAN, table) == course(COLONIAL_ITALIAN, table)
    assert course(COLONIAL_ITALIAN, table, seed="2") != course(COLONIAL_ITALIAN, table)
    assert course(COLONIAL_ITALIAN, table).steps[0].chances == pytest.approx([1 / 3] * 3)


def test_a_lead_that_no_pot_of_the_evening_can_reach_is_certain() -> None:
    pots = [{"0": 10, "1": 10}, {"0": 1, "1": 1}, {"0": 1, "1": 1}]
    deals = [won(0, 2, paid=paid) for paid in pots]
    table = table_of(PROTEAN_GAME, 2, deals, score="cubits")
    steps = course(PROTEAN_GAME, table).steps
    assert steps[1].chances[0] > 0.8
    assert steps[2].chances == (steps[2].chances[0], 1 - steps[2].chances[0])
    assert steps[-1].chances == (1, 0)
    small = pot_course(PROTEAN_GAME, table, PROTEAN_GAME.score(table), like=[(1, -1)], seed="1")
    assert small.steps[1].chances == (1, 0)


def test_while_a_tie_waits_only_those_who_play_it_off_can_win_it() -> None:
    tie = {"dealer": 0, "claimed": [1, 2]}
    off = {"dealer": 0, "claimed": [1], "folded": [2], "playoff_of": 1}
    table = table_of(COLONIAL_ITALIAN, 3, [tie, off], deals=1, cards="optional")
    chances = [step.chances for step in course(COLONIAL_ITALIAN, table).steps]
    assert chances[1][0] == 0
    assert chances[1][1] == pytest.approx(1 / 2, abs=ERROR)
    assert chances[2] == (0, 1, 0)


def test_the_fold_that_saved_most_was_against_hands_that_were_shown() -> None:
    hands = {"0": ["P3", "P3", "P3", "P2", "P2", "CAP"], "1": ["G3", "G3", "O3", "O3", "P1", "G1"]}
    shown = {"dealer": 0, "hands": hands, "folded": [2], "paid": {"0": 9, "1": 9, "2": 2}}
    bluff = won(0, 3, paid={"0": 50, "1": 1, "2": 1})
    table = table_of(COLONIAL_ITALIAN, 3, [bluff, shown, won(1, 3)])
    bend = bend_of(COLONIAL_ITALIAN, table, COLONIAL_ITALIAN.score(table), Knowledge(seed="1"))
    assert bend
    assert bend.story.fold
    assert (bend.story.fold.deal, bend.story.fold.seat, bend.story.fold.saved) == (2, 2, 7)
