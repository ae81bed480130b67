"""What is counted of announcements: examples by hand, and laws against a slow count of the same."""

import random
from dataclasses import replace
from itertools import permutations

import pytest

from scoring.game import read_table
from scoring.games import GAMES
from scoring.result import RecordedTable
from scoring.statistics import Feat, Mean, Share, TableCounts, added, less, parts, total
from scoring.vilnius.game import VILNIUS
from scoring.vilnius.statistics import best_sheet
from tests.scoring.sheets import Deal, announce, whole_game


def counted(deals: list[Deal | None], *, seats: int, closed: bool = False) -> TableCounts:
    table = recorded(deals, seats=seats, closed=closed)
    return VILNIUS.counted(table, VILNIUS.score(table))


def recorded(deals: list[Deal | None], *, seats: int, closed: bool = False) -> RecordedTable:
    return read_table(VILNIUS, {"seats": seats, "deals": deals, "closed": closed})


def feats(found: TableCounts, kind: str) -> list[Feat]:
    return [feat for feat in found.feats if feat.kind == kind]


def test_announcements_are_counted_by_number_trump_and_turn() -> None:
    found = counted(
        [announce(1, 3, 3), announce(0, 5, 3, trump="S"), None, announce(1, 3, 4, out_of_turn=True)], seats=2
    )
    assert found.seats == (
        {
            "made:5": 1,
            "off:5": -2,
            "off-squared:5": 4,
            "points:5": 6,
            "trump-made:S": 1,
            "trump-off:S": -2,
            "turn-made:2.2": 1,
            "turn-points:2.2": 6,
            "tricks:2.4.5.3": 1,
            "trump-tricks:S.5.3": 1,
        },
        {
            "made:3": 2,
            "exact:3": 1,
            "off:3": 1,
            "off-squared:3": 1,
            "points:3": 18,
            "trump-made:H": 2,
            "trump-exact:H": 1,
            "trump-off:H": 1,
            "turn-made:2.1": 2,
            "turn-exact:2.1": 1,
            "turn-points:2.1": 18,
            "tricks:2.4.3.3": 1,
            "tricks:2.4.3.4": 1,
            "trump-tricks:H.3.3": 1,
            "trump-tricks:H.3.4": 1,
        },
    )
    assert found.feats == ()


def test_the_example_of_the_page_of_definitions_is_worked_out_by_hand() -> None:
    deals = [(3, 3), (5, 3), (3, 4)]
    both = [(announce(1, *each), announce(0, kind, 6)) for each, kind in zip(deals, (2, 3, 4), strict=True)]
    (_, found) = counted([deal for pair in both for deal in pair], seats=2).seats
    assert (total(found, "exact"), total(found, "made"), total(found, "off"), total(found, "points")) == (1, 3, -1, 24)


def test_an_announcement_without_a_trump_counts_under_none() -> None:
    assert parts(counted([announce(1, 3, 3, trump=None)], seats=2).seats[1], "trump-made") == {}


def test_the_best_possible_sheet_of_the_same_tricks_is_worked_out_by_hand() -> None:
    """Always two tricks: three announcements of 2 are exact, of 1 and 3 six are off by one, of 0 and 4 four by two."""
    assert best_sheet(VILNIUS, [2] * 16) == 3 * 10 + (2 + 4) * 8 + (1 + 3) * 6 + 2 * 4 + 1 * 2


@pytest.mark.parametrize("seed", range(3))
def test_no_order_of_announcements_brings_more_than_the_best_possible_sheet(seed: int) -> None:
    game, chance = replace(VILNIUS, quotas=(1, 2, 1, 2, 0, 1)), random.Random(seed)
    announcements = [0, 1, 1, 2, 3, 3, 5]
    taken = [chance.randint(0, 5) for _ in announcements]
    tried = {
        sum(game.points(kind, tricks) for kind, tricks in zip(order, taken, strict=True))
        for order in set(permutations(announcements))
    }
    assert best_sheet(game, taken) == max(tried)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_counted_is_what_the_table_was_scored_to(seats: int) -> None:
    table = recorded([*whole_game(seats=seats, seed=seats)], seats=seats)
    result = VILNIUS.score(table)
    found = VILNIUS.counted(table, result)
    for counts, seat in zip(found.seats, result.seats, strict=True):
        assert seat.sheet is not None
        assert total(counts, "points") == total(counts, "turn-points") == counts["sheet-points"] == seat.score
        assert parts(counts, "made") == {str(kind): times for kind, times in enumerate(VILNIUS.quotas)}
        assert total(counts, "exact") == total(counts, "trump-exact") == seat.sheet.exact
        assert total(counts, "off") == total(counts, "trump-off")
        assert counts["left"] >= 0
    assert [feat.value for feat in feats(found, "sheet")] == [seat.score for seat in result.seats]


def test_the_deciding_deal_is_the_one_that_closes_the_last_gap_as_worked_out_by_hand() -> None:
    """Seat 1, who declares first, is always exact, seat 0 always off by one. With 5, 5 and 6 left seat 1 comes to
    130 − 2 at least, with 5 and 6 left to 140 − 2; after thirteen announcements seat 0 comes to 13 · 8 + 30 = 134 at
    most. So the 14th of seat 1 decides, the 27th deal of 32.
    """
    kinds = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6]
    both = [(announce(1, kind, kind), announce(0, kind, kind - 1 if kind else 1)) for kind in kinds]
    found = feats(counted([deal for pair in both for deal in pair], seats=2), "decided")
    assert [(feat.deal, feat.seat, feat.value) for feat in found] == [(27, 1, 32 - 27)]


@pytest.mark.parametrize("seed", range(3))
def test_the_deciding_deal_is_the_first_after_which_the_score_says_that_somebody_has_won(seed: int) -> None:
    deals: list[Deal | None] = [*whole_game(seats=3, seed=seed)]
    slow = [
        (number, seat)
        for number in range(1, len(deals) + 1)
        for seat, each in enumerate(VILNIUS.score(recorded(deals[:number], seats=3)).seats)
        if each.sheet and each.sheet.has_won
    ]
    found = feats(counted(deals, seats=3), "decided")
    assert [(feat.deal, feat.seat, feat.value) for feat in found] == [
        (number, seat, 48 - number) for number, seat in slow[:1]
    ]


def test_a_streak_is_the_longest_run_of_exact_announcements_from_three_up() -> None:
    def at(*taken: int) -> TableCounts:
        own = [(3, 3), (4, 4), (3, 3), (2, 2), (4, 4), (3, 3)]
        both = [(announce(1, kind, got), announce(0, kind, 6)) for (kind, _), got in zip(own, taken, strict=True)]
        return counted([deal for pair in both for deal in pair], seats=2)

    assert feats(at(3, 4, 0, 2, 4, 0), "streak") == []
    assert feats(at(3, 0, 3, 2, 4, 0), "streak") == [Feat("streak", 1, 3, deal=9, detail={"first": 5})]


def test_a_table_that_was_closed_has_no_deciding_deal_and_no_sheets_but_what_was_announced() -> None:
    found = counted([announce(1, 3, 3)], seats=2, closed=True)
    assert found.feats == ()
    assert total(found.seats[1], "made") == 1 and "sheets" not in found.seats[1]


def test_counts_add_up_in_any_order_and_what_is_nothing_is_not_there() -> None:
    some, more = {"exact:3": 2, "off:3": -1}, {"exact:3": 1, "off:3": 1, "left": 4}
    assert added(some, more) == added(more, some) == {"exact:3": 3, "left": 4}
    assert less(added(some, more), more) == some
    assert less(some, some) == {}


def test_what_share_lies_behind_seven_of_sixteen_is_worked_out_by_hand() -> None:
    """Wilson: (7/16 + 3.8416/32) / (1 + 3.8416/16) = .4496, and 1.96 * sqrt(.4375 * .5625 / 16 + 3.8416 / 1024) over
    the same is .2186.
    """
    share = Share(7, 16)
    assert (share.value, round(share.low, 4), round(share.high, 4)) == (0.4375, 0.231, 0.6682)
    assert Share(0, 5).low == 0 and Share(5, 5).high == 1


def test_how_sure_a_mean_is_is_worked_out_by_hand() -> None:
    """Of -2, 0, 1 and 1: mean 0, squares 6, so the variance is 6 / 3 = 2 and the error sqrt(2 / 4)."""
    mean = Mean(total=0, squares=6, of=4)
    assert (mean.value, round(mean.error, 4)) == (0, 0.7071)
    assert Mean(total=3, squares=9, of=1).error == float("inf")


@pytest.mark.parametrize("key", GAMES)
def test_a_game_counts_only_what_it_declares(key: str) -> None:
    game = GAMES[key]
    deals: list[Deal | None] = [*whole_game(seats=2, seed=1)] if key == "vilnius" else []
    table = read_table(game, {"seats": 2, "deals": deals})
    found = game.counted(table, game.score(table))
    assert {name.split(":")[0] for counts in found.seats for name in counts} <= set(game.count_names)
    assert {feat.kind for feat in found.feats} <= set(game.feat_kinds)
