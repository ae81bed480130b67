"""V1-V10: the Vilnius sheet."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.result import SheetState, TableResult
from scoring.vilnius.game import QUOTAS, VILNIUS
from tests.scoring.hands import announcement, error_in, error_of, places, record, score, scores
from tests.scoring.sheets import Deal, announce, whole_game

End = tuple[int, int]


def sheet(result: TableResult, seat: int) -> SheetState:
    state = result.seats[seat].sheet
    assert state is not None
    return state


def closed(deals: list[Deal], *, seats: int) -> TableResult:
    return VILNIUS.score(record("vilnius", deals, seats=seats, closed=True))


@pytest.mark.parametrize(("off", "won"), [(0, 10), (1, 8), (2, 6), (3, 4), (4, 2), (5, 0), (6, -2)])
def test_v5_points(off: int, won: int) -> None:
    assert VILNIUS.points(6, 6 - off) == won
    assert VILNIUS.points(0, off) == won


def test_v2_the_seat_left_of_the_dealer_declares_then_the_next() -> None:
    result = score("vilnius", [announce(2, 3, 3), announce(0, 3, 3)], seats=3, first_dealer=1)
    assert result.turn == 1


def test_v2_a_deal_out_of_turn_on_purpose_moves_the_turn() -> None:
    result = score("vilnius", [announce(0, 3, 3, out_of_turn=True)], seats=3)
    assert announcement(result).out_of_turn
    assert result.turn == 1


def test_v2_a_deal_in_turn_is_not_marked_out_of_turn() -> None:
    assert not announcement(score("vilnius", [announce(1, 3, 3, out_of_turn=True)])).out_of_turn


def test_v2_the_turn_passes_over_the_seat_of_a_voided_deal() -> None:
    deals = [announce(1, 3, 3), None, announce(0, 3, 3)]
    result = VILNIUS.score(record("vilnius", deals, seats=3))
    assert result.deals[1] is None
    assert result.turn == 1


def test_v2_who_still_owes_an_announcement_plays_on_when_the_others_are_full() -> None:
    game: list[Deal | None] = [*whole_game(seats=3, seed=1)]
    owed = game[4]
    assert owed is not None
    game[4] = None
    unfinished = VILNIUS.score(record("vilnius", game, seats=3))
    assert (unfinished.finished, unfinished.turn) == (False, owed["declarer"])
    assert VILNIUS.score(record("vilnius", [*game, owed], seats=3)).finished


def test_v3_no_trump_where_the_event_allows_it() -> None:
    deals = [announce(1, 3, 3, trump="NT")]
    assert scores(score("vilnius", deals, no_trump=True)) == [0, 10]
    assert error_of("vilnius", deals)["code"] == "trump-unknown"


def test_v3_a_trump_may_be_sent_where_the_event_does_not_record_it() -> None:
    assert scores(score("vilnius", [announce(1, 3, 3, trump="H")], record_trump=False)) == [0, 10]
    assert error_of("vilnius", [announce(1, 3, 3, trump="whatever")], record_trump=False)["code"] == "trump-unknown"


@pytest.mark.parametrize("announced", range(7))
def test_v4_every_announcement_has_its_quota(announced: int) -> None:
    deals = [announce(seat, announced, 0) for _ in range(QUOTAS[announced]) for seat in (1, 0)]
    left = sheet(score("vilnius", deals), 1).left
    assert left == tuple(0 if kind == announced else times for kind, times in enumerate(QUOTAS))
    assert error_of("vilnius", [*deals, announce(1, announced, 0)]) == {
        "code": "quota-used",
        "deal": len(deals) + 1,
        "seat": 1,
        "announced": announced,
    }


def test_v9_the_worked_example_of_the_source() -> None:
    mine = [(6, 4), (5, 4), (5, 0), (3, 3)]
    deals = [deal for announced, taken in mine for deal in (announce(1, announced, taken), announce(0, 3, 3))]
    result = score("vilnius", deals)
    assert [announcement(result, number).points for number in (1, 3, 5, 7)] == [6, 8, 0, 10]
    assert result.seats[1].score == 24
    state = sheet(result, 1)
    assert state.as_dict() == {
        "left": {"0": 1, "1": 2, "2": 3, "3": 3, "4": 3, "5": 0, "6": 0},
        "lowest": 46,
        "highest": 144,
        "exact": 1,
        "made": 4,
        "can_win": True,
        "has_won": False,
    }


@pytest.mark.parametrize(("seats", "deals"), [(2, 32), (3, 48), (4, 64)])
@pytest.mark.parametrize("seed", range(5))
def test_v6_a_whole_game_ends_when_every_sheet_is_full(seats: int, deals: int, seed: int) -> None:
    game = whole_game(seats=seats, seed=seed, first_dealer=seed % seats)
    assert len(game) == deals
    assert not score("vilnius", game[:-1], seats=seats, first_dealer=seed % seats).finished
    result = score("vilnius", game, seats=seats, first_dealer=seed % seats)
    assert (result.finished, result.turn) == (True, None)
    for seat in range(seats):
        total, state = result.seats[seat].score, sheet(result, seat)
        assert (
            total
            == state.lowest
            == state.highest
            == sum(
                VILNIUS.points(int(str(deal["announced"])), int(str(deal["taken"])))
                for deal in game
                if deal["declarer"] == seat
            )
        )
        assert 24 <= total <= 160
        assert total % 2 == 0
        assert (state.left, state.made) == ((0,) * 7, 16)
        assert state.can_win == (result.seats[seat].place == 1)
    one_more = {"seats": seats, "first_dealer": seed % seats, "deals": [*game, game[0]]}
    assert error_in(one_more, "vilnius") == {"code": "table-finished", "deal": deals + 1}


def test_v6_equal_totals_of_full_sheets_go_to_more_exact_announcements() -> None:
    def game(luck: dict[tuple[int, int], int]) -> list[Deal]:
        """Everything exact, but for the n-th announcement of 3 by a seat."""
        deals = whole_game(seats=2, seed=3)
        seen = {0: 0, 1: 0}
        for deal in deals:
            seat = int(str(deal["declarer"]))
            deal["taken"] = deal["announced"]
            if deal["announced"] == 3:
                deal["taken"] = luck.get((seat, seen[seat]), 3)
                seen[seat] += 1
        return deals

    tied = score("vilnius", game({(0, 0): 1, (1, 0): 2, (1, 1): 4}))
    assert scores(tied) == [156, 156]
    assert places(tied) == [1, 2]
    assert [sheet(tied, seat).has_won for seat in (0, 1)] == [True, False]
    shared = score("vilnius", game({(0, 0): 1, (1, 0): 1}))
    assert places(shared) == [1, 1]
    assert [sheet(shared, seat).has_won for seat in (0, 1)] == [False, False]


def test_v6_exact_announcements_place_nobody_before_the_end() -> None:
    equal = score("vilnius", [announce(1, 4, 4), announce(0, 3, 2), announce(1, 6, 0), announce(0, 5, 0)])
    assert scores(equal) == [8, 8]
    assert places(equal) == [1, 1]


def test_v10_a_closed_table_is_placed_by_points_per_announcement() -> None:
    deals = [announce(1, 3, 2), announce(2, 3, 3), announce(0, 3, 3), announce(1, 4, 3)]
    assert places(score("vilnius", deals, seats=3)) == [2, 1, 2]
    result = closed(deals, seats=3)
    assert places(result) == [1, 3, 1]
    assert result.turn is None
    assert not result.finished


def test_v10_who_has_announced_nothing_is_last_even_behind_a_loss() -> None:
    assert places(closed([announce(1, 6, 0)], seats=3)) == [2, 1, 2]


@given(seed=st.integers(0, 10_000), seats=st.integers(2, 4), done=st.integers(0, 64))
def test_v7_a_total_always_ends_within_its_bounds(seed: int, seats: int, done: int) -> None:
    game = whole_game(seats=seats, seed=seed)
    early, late = score("vilnius", game[:done], seats=seats), score("vilnius", game, seats=seats)
    for seat in range(seats):
        assert sheet(early, seat).lowest <= late.seats[seat].score <= sheet(early, seat).highest
        if sheet(early, seat).has_won:
            assert places(late)[seat] == 1
            assert places(late).count(1) == 1
        if not sheet(early, seat).can_win:
            assert places(late)[seat] > 1


def possible_ends(state: SheetState, total: int) -> set[End]:
    """Every total and number of exact announcements that what is left can still lead to."""
    ends = {(total, state.exact)}
    for announced, times in enumerate(state.left):
        for _ in range(times):
            ends = {
                (so_far + VILNIUS.points(announced, taken), exact + (announced == taken))
                for (so_far, exact), taken in product(ends, range(7))
            }
    return ends


@pytest.mark.parametrize(("seats", "left"), [(2, 1), (2, 2), (2, 5), (3, 2), (3, 4), (4, 3)])
@pytest.mark.parametrize("seed", range(4))
def test_v7_bounds_and_chances_are_exact(seats: int, left: int, seed: int) -> None:
    game = whole_game(seats=seats, seed=seed)[:-left]
    level(game, random.Random(seed))
    result = score("vilnius", game, seats=seats)
    ends = [possible_ends(sheet(result, seat), int(result.seats[seat].score)) for seat in range(seats)]
    for seat, own in enumerate(ends):
        state = sheet(result, seat)
        assert (state.lowest, state.highest) == (min(own)[0], max(own)[0])
        others = list(product(*(ends[other] for other in range(seats) if other != seat)))
        assert state.can_win == any(mine >= max(theirs) for mine in own for theirs in others)
        assert state.has_won == all(mine > max(theirs) for mine in own for theirs in others)


def level(game: list[Deal], chance: random.Random) -> None:
    """Make the seats about equally good, so that the end is open."""
    for deal in game:
        deal["taken"] = deal["announced"] if chance.random() < 0.9 else deal["taken"]
