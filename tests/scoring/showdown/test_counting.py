"""What showdowns give the statistics, beside the clauses read slowly and every hand there is."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import comb
from typing import Any

import pytest

from scoring.cards import COLONIAL_DECK, PROTEAN_DECK
from scoring.games import GAMES
from scoring.result import Aside, RecordedTable
from scoring.showdown.colonial import ITALIAN, VISIONS, VISIONS_PERFECT_FIRST
from scoring.showdown.odds import (
    ALL,
    CHANCES,
    MILLION,
    Chances,
    chances_of,
    count_hands,
    count_protean_hands,
    positions,
)
from scoring.statistics import Feat, TableCounts, parts
from tests.scoring.brute_force import C8_WORST_FIRST, colonial_key, colonial_readings, protean_key
from tests.scoring.hands import all_cards, record
from tests.scoring.steps import STEPS

CAPSTONE = "P3 P3 P3 P2 P2 CAP"
PURPLE = "P3 P3 P3 P2 P2 P1"
GREEN = "G3 G3 G3 G2 G2 G1"
FULL = "P3 G3 O3 G2 O2 O1"
SMALL_HIGH = "O3 G3 O2 P1 P1 O1"
SMALL_LOW = "O3 G3 O2 P1 G1 G1"
NOTHING = "G3 O1 G1 P2 P2 O2"
NOUGHT = "O3 P1 O1 G2 G2 O2"


def deal(hands: dict[int, str] | None = None, **more: Any) -> dict[str, object]:
    shown = {str(seat): cards.split() for seat, cards in (hands or {}).items()}
    return {"dealer": 0, **({"hands": shown} if hands else {}), **more}


def counted(game: str, table: RecordedTable) -> TableCounts:
    return GAMES[game].counted(table, GAMES[game].score(table))


def italian(*deals: dict[str, object] | None, seats: int = 2, aside: Aside | None = None, **rules: Any) -> TableCounts:
    table = record("colonial-italian", deals, seats=seats, **rules)
    return counted("colonial-italian", replace(table, aside=aside or table.aside))


def feats(found: TableCounts, kind: str) -> list[Feat]:
    return [each for each in found.feats if each.kind == kind]


@pytest.mark.parametrize("known", [each for each in ALL if each.size == 6], ids=lambda known: known.key)
def test_the_odds_in_numbers_are_those_counted_hand_by_hand(known: Chances) -> None:
    assert dict(known.hands) == counted_anew(known)


@pytest.mark.flood(1)
@pytest.mark.parametrize("known", [each for each in ALL if each.size == 8], ids=lambda known: known.key)
def test_the_odds_of_eight_cards_are_those_counted_hand_by_hand(known: Chances) -> None:
    assert dict(known.hands) == counted_anew(known)


def counted_anew(known: Chances) -> dict[str, int]:
    if known.key.startswith("protean"):
        return count_protean_hands(known.size)
    ruleset = VISIONS_PERFECT_FIRST if known.key.startswith("perfect") else VISIONS
    return count_hands(ruleset, COLONIAL_DECK, known.size)


def test_both_colonial_games_have_the_same_odds_and_no_hand_is_forgotten() -> None:
    assert chances_of(ITALIAN.categories, 6) == chances_of(VISIONS.categories, 6) == CHANCES["by-level-6"]
    assert [each.total for each in ALL] == [comb(55, 6), comb(55, 8), comb(55, 6), comb(55, 8), comb(72, 6)]


def test_odds_worked_out_by_hand() -> None:
    known = Chances("small", 1, {"good": 1, "fair": 3, "none": 6})
    assert [known.better(each) for each in known.hands] == [0, 100_000, 400_000]
    assert [known.one_in(each) for each in known.hands] == [10, 3, 2]


def test_hands_are_counted_as_a_slow_reader_counts_them() -> None:
    chance, cards = random.Random("counting"), sorted(all_cards(COLONIAL_DECK))
    dealt = [chance.sample(cards, 18) for _ in range(12)]
    tables = [deal({seat: " ".join(drawn[6 * seat : 6 * seat + 6]) for seat in range(3)}) for drawn in dealt]
    tables = [each for each in tables if is_decided(each)]
    found = italian(*tables, seats=3)
    for seat in range(3):
        expected = Counter(best_by_hand(each["hands"][str(seat)])[0] for each in tables)  # type: ignore[index]
        held = parts(found.seats[seat], "held")
        assert held == {f"by-level-6.{category}": times for category, times in expected.items()}
        own = [each["hands"][str(seat)] for each in tables]  # type: ignore[index]
        stand = positions(ITALIAN, CHANCES["by-level-6"])
        assert found.seats[seat]["strength"] == sum(round(MILLION * stand.shares[ITALIAN.rank(hand)]) for hand in own)
        assert found.seats[seat]["scatter"] == len(own) * round(MILLION * stand.scatter)


def is_decided(deal: dict[str, Any]) -> bool:
    keys = [colonial_key(best_by_hand(hand), C8_WORST_FIRST, kickers=True) for hand in deal["hands"].values()]
    return keys.count(max(keys)) == 1


def best_by_hand(hand: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    return max(colonial_readings(hand), key=lambda each: colonial_key(each, C8_WORST_FIRST, kickers=True))


def test_a_protean_hand_is_counted_as_it_was_dealt_without_the_quarry() -> None:
    chance, cards = random.Random("quarry"), sorted(all_cards(PROTEAN_DECK))
    for _ in range(8):
        drawn = chance.sample(cards, 14)
        hands = {0: " ".join(drawn[:6]), 1: " ".join(drawn[6:12])}
        table = record("protean", [deal(hands, quarry=drawn[12:])], tie="split")
        names = list(CHANCES["protean-6"].hands)[::-1]
        for seat, counts in enumerate(counted("protean", table).seats):
            place, _suit = protean_key(drawn[6 * seat : 6 * seat + 6], [])
            assert parts(counts, "held") == {f"protean-6.{names[place]}": 1}


def test_what_is_folded_or_not_shown_is_said_and_adds_no_hand() -> None:
    found = italian(deal(folded=[1, 2]), deal({0: FULL, 1: SMALL_LOW}, folded=[2]), seats=3)
    assert [(each.get("deals"), each.get("folded", 0), each.get("unseen", 0)) for each in found.seats] == [
        (2, 0, 1),
        (2, 1, 0),
        (2, 2, 0),
    ]
    assert [sum(parts(each, "held").values()) for each in found.seats] == [1, 1, 0]
    assert parts(found.seats[0], "won") == {"alone": 1, "cards": 1}


def test_in_a_play_off_only_those_who_are_tied_are_dealt_in() -> None:
    hands = {0: "P3 G3 O2 P1 G1 O1", 1: "P3 G3 O2 P1 G1 O1", 2: NOTHING}
    again = {0: "P3 G3 O3 G2 O2 O1", 1: "P3 P3 O3 G1 G1 O1"}
    found = italian(deal(hands), None, deal(again, playoff_of=1), seats=3)
    assert [each["deals"] for each in found.seats] == [2, 2, 1]
    assert [each.get("tied", 0) for each in found.seats] == [1, 1, 0]
    assert not feats(found, "long-playoff")


def test_a_pot_after_two_play_offs_is_a_feat_of_who_got_it() -> None:
    tie = {0: "P3 G3 O2 P1 G1 O1", 1: "P3 G3 O2 P1 G1 O1"}
    deals = [deal(tie, paid={"0": 5, "1": 5}), deal(tie, playoff_of=1), deal({0: FULL, 1: NOTHING}, playoff_of=1)]
    found = italian(*deals, score="cubits")
    assert [(each.seat, each.value, each.deal) for each in feats(found, "long-playoff")] == [(0, 2, 3)]
    assert [(each.seat, each.value) for each in feats(found, "biggest-pot")] == [(0, 10)]
    assert (found.seats[0]["cubits:won"], found.seats[1]["cubits:lost"], found.seats[0]["pots"]) == (5, 5, 1)


def test_the_rarest_hand_of_each_seat_is_kept_with_its_cards_and_exact_odds() -> None:
    found = italian(deal({0: FULL, 1: NOTHING}), deal({0: PURPLE, 1: GREEN}), deal({0: CAPSTONE, 1: NOTHING}))
    rarest = {each.seat: each for each in feats(found, "rarest-hand")}
    pyramid = ["CAP", "P2", "P2", "P3", "P3", "P3"]
    assert (rarest[0].value, rarest[0].deal, rarest[0].detail["pyramid"]) == (7669, 3, pyramid)
    assert (rarest[1].value, rarest[1].detail["category"]) == (4194, "perfect-3-green")
    assert {(each.kind, each.seat) for each in found.feats} >= {
        ("capstone-pyramid", 0), ("perfect-full", 0), ("perfect-full", 1), ("winning-run", 0), ("beaten-hand", 1),
    }  # fmt: skip


def test_a_hand_that_loses_against_all_odds_and_one_that_wins_with_nothing() -> None:
    found = italian(deal({0: NOTHING, 1: NOUGHT, 2: "P2 G1 G1 O1 P1 P2"}), seats=3)
    (weakest,) = feats(found, "weakest-win")
    assert (weakest.deal, weakest.detail["category"]) == (1, "none")
    assert weakest.value == round(MILLION * (comb(55, 6) - 4_504_158) / comb(55, 6))
    assert not feats(italian(deal({0: NOTHING, 1: NOUGHT})), "weakest-win")
    eight = {seat: f"{hand} P2 G2" for seat, hand in enumerate((SMALL_HIGH, NOTHING, NOUGHT))}
    assert not feats(italian(deal(eight), seats=3, hand_size=8), "weakest-win")


def test_a_folded_hand_somebody_had_entered_is_held_against_those_that_were_shown() -> None:
    played = deal({0: FULL, 1: SMALL_LOW}, folded=[2, 3])
    aside = Aside(held=tuple((1, seat, tuple(cards.split())) for seat, cards in ((2, GREEN), (3, NOUGHT), (0, GREEN))))
    found = italian(played, seats=4, aside=aside)
    assert [parts(each, "folds") for each in found.seats] == [{}, {}, {"known": 1, "better": 1}, {"known": 1}]


def test_claims_that_the_cards_refused_and_those_the_director_upheld() -> None:
    upheld = deal({0: FULL, 1: NOTHING}, claimed=[1], override="misdealt")
    found = italian(upheld, aside=Aside(refused=(0, 1, 1)))
    assert [parts(each, "claims") for each in found.seats] == [{"refused": 1}, {"refused": 2, "upheld": 1}]
    assert parts(found.seats[1], "won") == {"told": 1}
    assert not feats(found, "beaten-hand")


def test_a_table_won_from_the_last_place_before_the_last_four_deals() -> None:
    won = [deal({seat: FULL, 1 - seat: NOTHING}) for seat in (1, 1, 1, 0, 0, 0, 0, 0)]
    assert [(each.seat, each.value, each.deal) for each in feats(italian(*won), "comeback")] == [(0, 2, 4)]
    assert [each.deal for each in feats(italian(None, *won), "comeback")] == [5]
    assert not feats(italian(*won[:7]), "comeback")
    assert not feats(italian(*won), "led-throughout")


def test_a_table_led_from_the_first_round_to_the_end() -> None:
    won = [deal({seat: FULL, 1 - seat: NOTHING}) for seat in (0, 0, 0, 1, 0, 1, 0, 1)]
    assert [(each.seat, each.value) for each in feats(italian(*won), "led-throughout")] == [(0, 8)]


def test_a_game_whose_hands_nobody_has_counted_counts_all_but_hands() -> None:
    deals = [{"dealer": 0, "hands": {"0": ["S1", "M2", "S3"], "1": ["M3", "S3", "M3"]}}]
    table = RecordedTable(2, 0, {}, STEPS.read_deals(deals, seats=2))
    found = STEPS.counted(table, STEPS.score(table))
    assert [dict(each) for each in found.seats] == [{"deals": 1, "won:cards": 1}, {"deals": 1}]


def test_who_was_level_with_everybody_before_the_last_four_deals_did_not_come_back() -> None:
    level = [deal({seat: FULL, 1 - seat: NOTHING}) for seat in (0, 1, 0, 1, 0, 0, 0, 0)]
    assert not feats(italian(*level), "comeback")


def test_who_was_behind_but_not_last_before_the_last_four_deals_did_not_come_back() -> None:
    def won(*winners: int) -> list[dict[str, object]]:
        return [deal({seat: FULL, (seat + 1) % 3: NOTHING}, folded=[(seat + 2) % 3]) for seat in winners]

    assert [each.value for each in feats(italian(*won(1, 1, 2, 1, 0, 0, 0, 0), seats=3), "comeback")] == [3]
    assert not feats(italian(*won(1, 1, 1, 0, 0, 0, 0, 0), seats=3), "comeback")
