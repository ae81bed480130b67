"""Hands shown beside what the others win with hands as strong."""

from random import Random

import pytest

from scoring.games import GAMES
from scoring.statistics import Counts, added
from scoring.win_probability.skill import LEAST_HANDS, ShowdownAccount, showdown_account
from tests.scoring.hands import record
from tests.scoring.showdown.test_counting import FULL, NOTHING, SMALL_LOW, counted, deal

MILLION = 10**6
OTHERS = {"met": 1000, "due": 800 * MILLION, "due-squared": 700 * MILLION, "taken": 600 * MILLION}


def told(own: Counts, others: Counts) -> ShowdownAccount:
    found = showdown_account(own, added(own, others))
    assert found
    return found


def test_what_hands_are_due_beside_the_others_is_worked_out_by_hand() -> None:
    """Forty hands that beat 0.8 of all others, against one each: 32; others win 600 of 800, so 24 are due, 0.6 each;
    and as theirs are due 0.6 each on average too, the cards gave nothing.
    """
    own = {"met": 40, "due": 32 * MILLION, "due-squared": round(40 * 0.64 * MILLION), "taken": 30 * MILLION}
    found = told(own, OTHERS)
    assert (found.count, found.won) == (40, 30)
    assert [found.due, found.gift] == pytest.approx([24, 0])
    theirs = 600 - 0.75**2 * 700  # the variance of what they won
    assert found.band == pytest.approx(1.96 * (40 * 0.6 * 0.4 + (24 / 600) ** 2 * theirs) ** 0.5)
    assert found.a_deal == pytest.approx(6 / 40)
    assert not found.tells
    better = told(own | {"due": 36 * MILLION}, OTHERS)
    assert better.gift == pytest.approx(0.75 * (36 - 32))


def test_with_few_hands_nothing_is_said() -> None:
    own = {"met": LEAST_HANDS - 1, "due": 20 * MILLION, "due-squared": 15 * MILLION, "taken": 15 * MILLION}
    assert showdown_account(own, added(own, OTHERS)) is None
    assert showdown_account(own | {"met": LEAST_HANDS}, own | {"met": LEAST_HANDS + 150, "due": 120 * MILLION}) is None


def test_hands_shown_are_due_what_they_beat_and_taken_by_who_wins() -> None:
    game = "colonial-visions"
    table = record(game, [deal({0: FULL, 1: NOTHING, 2: SMALL_LOW}), deal({0: FULL}, folded=[1, 2])], seats=3)
    first, second, third = (each for each in counted(game, table).seats)
    full = (23_557_248 + 5_407_911 / 2) / 28_989_675
    assert (first["met"], first["taken"]) == (1, MILLION)
    assert first["due"] == pytest.approx(MILLION * full**2, abs=2)
    assert first["due-squared"] == pytest.approx(MILLION * full**4, abs=2)
    assert (second["met"], second.get("taken", 0), third["met"]) == (1, 0, 1)


def test_who_shows_hands_dealt_at_random_wins_as_many_as_are_due() -> None:
    """Of many showdowns dealt from the deck by chance alone."""
    chances = Random(5)
    from_deck = [card for card, copies in GAMES["colonial-italian"].decks[0].copies.items() for _ in range(copies)]
    found: dict[str, int] = {}
    for _ in range(300):
        drawn = chances.sample(from_deck, 12)
        hands = {0: " ".join(drawn[:6]), 1: " ".join(drawn[6:])}
        for seat in counted("colonial-italian", record("colonial-italian", [deal(hands)], seats=2)).seats:
            found = added(found, seat)
    assert found["due"] / found["met"] / MILLION == pytest.approx(0.5, abs=0.05)
    assert found["taken"] == found["met"] / 2 * MILLION


def test_a_win_that_is_shared_is_half_for_each() -> None:
    both = dict.fromkeys((0, 1), "P3 G3 O2 P1 G1 O1")
    table = record("colonial-visions", [deal(both)], seats=2)
    assert [each["taken"] for each in counted("colonial-visions", table).seats] == [MILLION / 2] * 2
