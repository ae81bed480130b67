"""Seats exchanged and deals inserted: laws that hold for the deals of every game."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.amend import Amended, exchange_seats, insert_deal, judge_as_played
from scoring.games import GAMES
from scoring.result import TableRecord
from tests.scoring.sheets import announce, whole_game

LOW, HIGH = ["O3", "G3", "O2", "P1", "G1", "G1"], ["P3", "P3", "P3", "P2", "P2", "P1"]
OTHER_LOW = ["O3", "G3", "O2", "P1", "P1", "G1"]
SEATS = 4
seats = st.integers(0, SEATS - 1)
some_seats = st.lists(seats, unique=True)


def by_seat(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(seats.map(str), values)


ANNOUNCEMENTS = st.fixed_dictionaries(
    {"declarer": seats, "announced": st.integers(0, 6), "trump": st.sampled_from(["H", None]), "taken": seats},
    optional={"out_of_turn": st.just(True)},
)
SHOWDOWNS = st.fixed_dictionaries(
    {"dealer": seats},
    optional={
        "hands": by_seat(st.just(HIGH)),
        "folded": some_seats,
        "paid": by_seat(st.integers(0, 9)),
        "claimed": some_seats,
        "quarry": st.just(["GOC"]),
        "playoff_of": st.none() | st.integers(1, 8),
        "override": st.just("seen by all"),
    },
)
TABLES = st.lists(st.none() | ANNOUNCEMENTS, min_size=1) | st.lists(st.none() | SHOWDOWNS, min_size=1)


def table(deals: list[Any], *, players: int = 3, **rules: object) -> TableRecord:
    return TableRecord(players, 0, rules, tuple(deals))


def codes(amended: Amended) -> list[tuple[str, object]]:
    return [(error.code, error.params.get("deal")) for error in amended.errors]


@given(deals=TABLES, a=seats, b=seats, start=st.integers(1, 9))
def test_exchanging_twice_changes_nothing(deals: list[Any], a: int, b: int, start: int) -> None:
    once = exchange_seats(deals, a, b, start=start)
    assert exchange_seats(once, a, b, start=start) == deals
    assert exchange_seats(deals, b, a, start=start) == once


@given(deals=TABLES, a=seats, b=seats, start=st.integers(1, 9))
def test_deals_before_the_first_and_those_struck_out_stay(deals: list[Any], a: int, b: int, start: int) -> None:
    after = exchange_seats(deals, a, b, start=start)
    assert after[: start - 1] == deals[: start - 1]
    assert [deal is None for deal in after] == [deal is None for deal in deals]


def test_every_seat_of_a_showdown_is_exchanged() -> None:
    deal = {
        "dealer": 0,
        "hands": {"0": HIGH, "2": LOW},
        "folded": [1],
        "paid": {"0": 5, "1": 1, "2": 5},
        "claimed": [0],
        "playoff_of": 1,
    }
    assert exchange_seats([None, deal], 0, 1, start=2)[1] == {
        "dealer": 1,
        "hands": {"1": HIGH, "2": LOW},
        "folded": [0],
        "paid": {"1": 5, "0": 1, "2": 5},
        "claimed": [1],
        "playoff_of": 1,  # a deal, no seat
    }


def test_nothing_given_is_touched() -> None:
    deal = {"dealer": 0, "folded": [0, 1], "playoff_of": 2}
    given_deals = [dict(deal)]
    exchange_seats(given_deals, 0, 1, start=1)
    insert_deal(given_deals, 1, {"dealer": 1})
    assert given_deals == [deal]


@given(deals=TABLES, at=st.integers(1, 9))
def test_an_inserted_deal_moves_the_later_ones_and_what_their_play_offs_name(deals: list[Any], at: int) -> None:
    after = insert_deal(deals, at, {"dealer": 3})
    place = min(at - 1, len(deals))
    assert after[place] == {"dealer": 3}
    rest = after[:place] + after[place + 1 :]
    assert [deal is None for deal in rest] == [deal is None for deal in deals]
    for was, now in zip(deals, rest, strict=True):
        if was is not None:
            named = was.get("playoff_of")
            assert now.get("playoff_of") == (named + 1 if named and named >= at else named)
            assert {**now, "playoff_of": named} == {**was, "playoff_of": named}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("struck", [None, 9])
def test_striking_out_what_was_inserted_gives_every_score_back(players: int, struck: int | None) -> None:
    deals: list[Any] = whole_game(seats=players, seed=players)[:20]
    if struck:
        deals[struck - 1] = None
    before = GAMES["vilnius"].score(table(deals, players=players))
    inserted = insert_deal(deals, 5, deals[4])
    amended = judge_as_played(GAMES["vilnius"], table([*inserted[:4], None, *inserted[5:]], players=players))
    assert not amended.errors
    assert amended.result is not None
    assert [seat.score for seat in amended.result.seats] == [seat.score for seat in before.seats]


def test_seats_exchanged_in_vilnius_move_announcements_and_mark_what_was_out_of_turn() -> None:
    deals = [announce(1, 3, 3), announce(2, 3, 0), announce(0, 2, 2), announce(1, 4, 4), announce(2, 5, 5)]
    amended = judge_as_played(GAMES["vilnius"], table(exchange_seats(deals, 0, 1, start=3)))
    assert amended.errors == ()
    assert amended.result is not None
    assert [seat.score for seat in amended.result.seats] == [10, 20, 14]
    assert amended.out_of_turn == (3, 4, 5)
    assert [deal.get("out_of_turn", False) for deal in amended.deals if deal] == [False, False, True, True, True]


def test_exchanging_twice_gives_every_score_back_up_to_the_marks() -> None:
    deals = whole_game(seats=4, seed=7)[:30]
    once = judge_as_played(GAMES["vilnius"], table(exchange_seats(deals, 1, 3, start=11), players=4))
    twice = judge_as_played(GAMES["vilnius"], table(exchange_seats(once.deals, 1, 3, start=11), players=4))
    assert [{**deal, "out_of_turn": None} for deal in twice.deals if deal] == [
        {**deal, "out_of_turn": None} for deal in deals
    ]
    assert twice.result is not None
    before = GAMES["vilnius"].score(table(deals, players=4))
    assert [seat.score for seat in twice.result.seats] == [seat.score for seat in before.seats]


def test_a_mark_that_stood_before_stays() -> None:
    deals = [announce(2, 3, 3, out_of_turn=True), announce(0, 3, 3)]
    amended = judge_as_played(GAMES["vilnius"], table(insert_deal(deals, 1, announce(1, 3, 3))))
    assert amended.errors == ()
    assert amended.out_of_turn == ()
    assert amended.deals[1] == deals[0]


def test_every_quota_that_would_break_is_told_with_its_deal() -> None:
    deals = [announce(1, 0, 0), announce(0, 6, 6), announce(1, 6, 6), announce(0, 0, 0)]
    amended = judge_as_played(GAMES["vilnius"], table(exchange_seats(deals, 0, 1, start=3), players=2))
    assert codes(amended) == [("quota-used", 3), ("quota-used", 4)]
    assert [error.params["seat"] for error in amended.errors] == [0, 1]


def test_a_deal_inserted_into_full_sheets_breaks_a_later_one() -> None:
    deals = whole_game(seats=2, seed=3)
    amended = judge_as_played(GAMES["vilnius"], table(insert_deal(deals, 5, deals[4]), players=2), unless=5)
    assert {code for code, _ in codes(amended)} <= {"quota-used", "sheet-full", "table-finished"}
    assert all(isinstance(number, int) and number >= 5 for _, number in codes(amended))
    assert amended.errors


def test_what_comes_in_is_judged_like_a_deal_being_entered() -> None:
    deals = [announce(1, 3, 3), announce(2, 3, 3)]
    amended = judge_as_played(GAMES["vilnius"], table(insert_deal(deals, 2, announce(0, 3, 3))), unless=2)
    assert codes(amended) == [("out-of-turn", 2)]


def tie(*, third: bool = False) -> dict[str, Any]:
    """Seats 0 and 1 are level; under `colonial-visions` the cards outside the pyramid do not count."""
    return {"dealer": 0, "hands": {"0": LOW, "1": OTHER_LOW}, **({"folded": [2]} if third else {})}


def playoff(winner: int, of: int) -> dict[str, Any]:
    return {"dealer": 1, "hands": {str(winner): HIGH, str(1 - winner): LOW}, "playoff_of": of}


@pytest.mark.parametrize("game", ["colonial-visions", "colonial-italian", "protean"])
def test_showdowns_change_hands_in_every_game(game: str) -> None:
    rules = {"cards": "optional"}
    deals = [{"dealer": 0, "claimed": [0]}, {"dealer": 1, "claimed": [0]}, None, {"dealer": 0, "claimed": [1]}]
    amended = judge_as_played(GAMES[game], table(exchange_seats(deals, 0, 2, start=2), **rules))
    assert amended.result is not None
    assert [seat.score for seat in amended.result.seats] == [1, 1, 1]
    assert amended.out_of_turn == ()  # these games know no turn


def test_a_play_off_moves_with_its_tie() -> None:
    deals = [{"dealer": 2, "folded": [1, 2]}, tie(third=True), playoff(0, 2)]
    game = GAMES["colonial-visions"]
    exchanged = judge_as_played(game, table(exchange_seats(deals, 1, 2, start=2)))
    assert exchanged.errors == ()
    assert exchanged.result is not None
    assert [seat.score for seat in exchanged.result.seats] == [2, 0, 0]
    inserted = judge_as_played(game, table(insert_deal(deals, 1, {"dealer": 1, "folded": [0, 1]})))
    assert inserted.errors == ()
    assert inserted.deals[3] == {**playoff(0, 2), "playoff_of": 3}


def test_a_play_off_parted_from_its_tie_is_refused() -> None:
    deals = [tie(third=True), playoff(0, 1)]
    game = GAMES["colonial-visions"]
    exchanged = judge_as_played(game, table(exchange_seats(deals, 1, 2, start=2)))
    assert codes(exchanged) == [("playoff-seats", 2)]
    assert exchanged.result is None
    between = judge_as_played(game, table(insert_deal(deals, 2, {"dealer": 1, "folded": [0, 1]})), unless=2)
    assert codes(between) == [("playoff-missing", 1)]
