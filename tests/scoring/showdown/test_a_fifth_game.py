"""A game that the program does not have, declared for the tests alone: what holds for any game must hold for it."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import pytest

from scoring.deals import ShowdownDeal
from scoring.errors import ScoringError
from scoring.game import read_table
from scoring.jsonl import answer_lines
from scoring.result import ShowdownResult, TableResult, places
from tests.scoring.steps import CATEGORIES, LARGE, LEVELS, STEPS, TWELVE, Steps, high

STAIRS, TRIO, PAIR = ["S1", "M2", "S3"], ["M3", "S3", "m3"], ["S2", "M2", "M3"]


def deal(*hands: Sequence[str], **more: object) -> dict[str, object]:
    return {"dealer": 0, "hands": {str(seat): list(hand) for seat, hand in enumerate(hands)}, **more}


def score(*deals: dict[str, object], seats: int = 2, **rules: object) -> TableResult:
    return STEPS.score(read_table(STEPS, {"seats": seats, "rules": rules, "deals": list(deals)}))


def error_of(*deals: dict[str, object], seats: int = 2) -> dict[str, object]:
    with pytest.raises(ScoringError) as refused:
        score(*deals, seats=seats)
    return refused.value.as_dict()


def test_its_hands_meet_and_the_better_one_wins() -> None:
    result = score(deal(STAIRS, TRIO), deal(PAIR, TRIO), deal(STAIRS, PAIR), deals=3)
    assert ([seat.score for seat in result.seats], result.finished) == ([2, 1], True)
    assert places([seat.score for seat in result.seats]) == [seat.place for seat in result.seats] == [1, 2]
    verdict = result.deals[0]
    assert isinstance(verdict, ShowdownResult)
    assert (verdict.winners, verdict.decided_by, verdict.hands[0].category) == ((0,), "category", "stairs")


def test_a_better_hand_of_the_same_kind_wins_also_by_the_cards_that_make_it() -> None:
    (verdict,) = score(deal(PAIR, ["S2", "S3", "M3"])).deals
    assert isinstance(verdict, ShowdownResult)
    assert (verdict.winners, verdict.decided_by, verdict.kicker) == ((0,), "kicker", None)


def test_its_ties_are_played_off_or_shared_as_the_event_has_it() -> None:
    tied = deal(["S1", "M2", "S3"], ["M1", "S2", "M3"])
    open_tie = score(tied)
    assert (open_tie.playoff_of, open_tie.playoff_seats) == (1, (0, 1))
    assert [seat.score for seat in score(tied, deal(PAIR, TRIO, playoff_of=1)).seats] == [0, 1]
    assert [seat["score"] for seat in seats_of(score(tied, ties_are_shared=True))] == [0.5, 0.5]


def seats_of(result: TableResult) -> list[dict[str, object]]:
    return [seat.as_dict() for seat in result.seats]


def test_eight_sit_at_a_table_and_four_can_show_all_twelve_cards() -> None:
    cards = [card for card, copies in TWELVE.copies.items() for _ in range(copies)]
    hands = [cards[place::4] for place in range(4)]
    assert not score(seats=8).finished
    assert len(score(deal(*hands), seats=4).deals) == 1
    assert error_of(seats=9) == {"code": "seats-range", "expected": [2, 8], "got": 9}
    assert error_of(deal(STAIRS, STAIRS)) == {"code": "too-many-copies", "deal": 1, "card": "S1", "limit": 1, "got": 2}


@pytest.mark.parametrize(
    ("payload", "error"),
    [
        (deal(STAIRS, TRIO[:2]), {"code": "hand-size", "seat": 1, "expected": 3, "got": 2}),
        (deal(STAIRS, ["P3", "M3", "M3"]), {"code": "unknown-card", "seat": 1, "card": "P3"}),
        (deal(STAIRS, TRIO, quarry=[]), {"code": "malformed", "field": "quarry"}),
        (deal(STAIRS, TRIO, paid={"0": 1}), {"code": "malformed", "field": "paid"}),
        (deal(STAIRS, TRIO, folded=[]), {"code": "malformed", "field": "folded"}),
        (deal(STAIRS, TRIO, claimed=[1]), {"code": "claim-differs", "claimed": [1], "winners": [0]}),
        (deal(STAIRS), {"code": "hands-missing", "seats": [1]}),
    ],
)
def test_it_is_held_to_what_it_declares(payload: dict[str, object], error: dict[str, object]) -> None:
    assert error_of(payload) == {"deal": 1, **error}


@pytest.mark.parametrize("rules", [{"hand_size": 6}, {"score": "cubits"}, {"ties_are_shared": 1}, {"race_to": 0}])
def test_its_options_are_its_own(rules: dict[str, object]) -> None:
    with pytest.raises(ScoringError) as refused:
        STEPS.check_rules(rules)
    assert refused.value.as_dict() == {"code": "malformed", "field": next(iter(rules))}
    assert STEPS.check_rules({}) == {"ties_are_shared": False}


def test_one_hand_is_read_by_itself() -> None:
    reading = STEPS.read_hand(["s3", "M2", "S1"], rules={})
    assert (reading.category, reading.pyramid) == ("stairs", ("S1", "M2", "S3"))
    with pytest.raises(ScoringError, match="hand-size"):
        STEPS.read_hand(STAIRS[:2], rules={})


@pytest.mark.parametrize("size", [2, 3, 4])
def test_its_odds_are_those_of_all_hands_there_are(size: int) -> None:
    cards = [card for card, copies in TWELVE.copies.items() for _ in range(copies)]
    found = Counter(Steps().category([LEVELS[card] for card in hand]) for hand in combinations(cards, size))
    assert STEPS.odds is not None
    counts = STEPS.odds.count(size)
    assert counts == {category: found[category] for category in CATEGORIES}
    assert sum(counts.values()) == comb(12, size)


def test_a_phone_can_know_all_of_it() -> None:
    cards = [("S1", 1, 1), ("M1", 1, 1), ("S2", 2, 2), ("M2", 2, 2), ("S3", 3, 3), ("M3", 3, 3)]
    assert json.loads(json.dumps(STEPS.descriptor({"race_to": 3}))) == {
        "key": "steps",
        "sheet": "showdown",
        "seats": [2, 8],
        "fields": ["claimed", "dealer", "hands", "out_of_turn", "override", "playoff_of"],
        "open": False,
        "hand_size": 3,
        "quarry": False,
        "folds": False,
        "bets": False,
        "deck": [
            {"code": code, "suit": code[0], "level": level, "copies": copies, "kind": code, "place": place}
            for place, (code, level, copies) in enumerate(cards)
        ],
        "categories": ["stairs", "trio", "pair", "none"],
        "reading": None,
        "most_cubits": 10**15,
        "cards_optional": False,
        "counts_cubits": False,
        "splits_ties": False,
        "deals": None,
        "race_to": 3,
    }
    assert STEPS.descriptor({})["open"]


def test_its_tables_go_through_the_command_line() -> None:
    line = json.dumps({"seats": 2, "deals": [deal(STAIRS, TRIO)]})
    [answer] = answer_lines(STEPS, [line])
    assert json.loads(answer.text)["seats"] == [{"score": 1, "place": 1}, {"score": 0, "place": 2}]


def test_its_seats_are_exchanged_like_those_of_any_game() -> None:
    exchanged = STEPS.read_deal(deal(STAIRS, TRIO), seats=2).exchanged(0, 1)
    assert isinstance(exchanged, ShowdownDeal)
    assert exchanged.hands == {1: tuple(STAIRS), 0: tuple(TRIO)}


@pytest.mark.parametrize("size", [2, 10])
@pytest.mark.parametrize("seats", [2, 8])
def test_two_to_ten_cards_of_two_hundred_for_two_to_eight_players(size: int, seats: int) -> None:
    game = high(size)
    cards = [card for card, copies in LARGE.copies.items() for _ in range(copies)]
    assert len(cards) == LARGE.size == 200
    dealt = random.Random(size * seats).sample(cards, (size + 1) * seats)
    hands = {str(seat): dealt[seat * size : (seat + 1) * size] for seat in range(seats)}
    payload = {"dealer": 0, "hands": hands, "quarry": dealt[size * seats :], "paid": {str(seats - 1): 3}}
    result = game.score(read_table(game, {"seats": seats, "deals": [payload]}))
    assert result.deals[0] is not None
    sums = [sum(int(card[1]) for card in hand) for hand in hands.values()]
    winners = [seat for seat, total in enumerate(sums) if total == max(sums)]
    assert result.deals[0].as_dict()["winners"] == winners
