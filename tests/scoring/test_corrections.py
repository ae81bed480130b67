"""Seats exchanged and deals inserted: laws that hold for the deals of every game."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.corrections import Corrected, exchange_seats, insert_deal, judge_as_played
from scoring.deals import Deal, ShowdownDeal, VilniusDeal
from scoring.games import COLONIAL_VISIONS, GAMES
from scoring.result import RecordedTable
from scoring.vilnius.game import VILNIUS
from tests.scoring.sheets import announce, whole_game

LOW, HIGH = ("O3", "G3", "O2", "P1", "G1", "G1"), ("P3", "P3", "P3", "P2", "P2", "P1")
OTHER_LOW = ("O3", "G3", "O2", "P1", "P1", "G1")
SEATS = 4
seats = st.integers(0, SEATS - 1)
some_seats = st.lists(seats, unique=True).map(tuple)

ANNOUNCEMENTS = st.builds(
    VilniusDeal, seats, st.integers(0, 6), st.sampled_from(["H", None]), st.integers(0, 6), out_of_turn=st.booleans()
)
SHOWDOWNS = st.builds(
    ShowdownDeal,
    seats,
    hands=st.dictionaries(seats, st.just(HIGH)),
    folded=some_seats,
    paid=st.dictionaries(seats, st.integers(0, 9)),
    claimed=some_seats,
    quarry=st.sampled_from([(), ("GOC",)]),
    playoff_of=st.none() | st.integers(1, 8),
    override=st.sampled_from([None, "seen by all"]),
)
Deals = list[Deal | None]
TABLES = st.lists(st.none() | ANNOUNCEMENTS, min_size=1) | st.lists(st.none() | SHOWDOWNS, min_size=1)


def table(deals: Sequence[Deal | None], *, players: int = 3, rules: dict[str, object] | None = None) -> RecordedTable:
    return RecordedTable(players, 0, rules or {}, tuple(deals))


def announcements(*payloads: dict[str, object]) -> tuple[Deal | None, ...]:
    return VILNIUS.read_deals(payloads, seats=SEATS)


def codes(corrected: Corrected) -> list[tuple[str, object]]:
    return [(error.code, error.params.get("deal")) for error in corrected.errors]


def scores(corrected: Corrected) -> list[object]:
    assert corrected.result is not None
    return [seat.score for seat in corrected.result.seats]


@given(deals=TABLES, a=seats, b=seats, start=st.integers(1, 9))
def test_exchanging_twice_changes_nothing(deals: Deals, a: int, b: int, start: int) -> None:
    once = exchange_seats(deals, a, b, start=start)
    assert exchange_seats(once, a, b, start=start) == deals
    assert exchange_seats(deals, b, a, start=start) == once


@given(deals=TABLES, a=seats, b=seats, start=st.integers(1, 9))
def test_deals_before_the_first_and_voided_ones_stay(deals: Deals, a: int, b: int, start: int) -> None:
    after = exchange_seats(deals, a, b, start=start)
    assert after[: start - 1] == deals[: start - 1]
    assert [deal is None for deal in after] == [deal is None for deal in deals]


def test_every_seat_of_a_showdown_is_exchanged() -> None:
    payload: dict[str, object] = {
        "dealer": 0,
        "hands": {"0": list(HIGH), "2": list(LOW)},
        "folded": [1],
        "paid": {"0": 5, "1": 1, "2": 5},
        "claimed": [0],
    }
    deal = COLONIAL_VISIONS.read_deal(payload | {"playoff_of": 1}, seats=3)
    (_, exchanged) = exchange_seats([None, deal], 0, 1, start=2)
    assert exchanged is not None
    assert exchanged.as_payload() == {
        "dealer": 1,
        "hands": {"1": list(HIGH), "2": list(LOW)},
        "folded": [0],
        "paid": {"1": 5, "0": 1, "2": 5},
        "claimed": [1],
        "playoff_of": 1,  # a deal, no seat
    }


@given(deals=TABLES, at=st.integers(1, 9))
def test_an_inserted_deal_moves_the_later_ones_and_what_their_play_offs_name(deals: Deals, at: int) -> None:
    new = VilniusDeal(3, 0, None, 0)
    after = insert_deal(deals, at, new)
    place = min(at - 1, len(deals))
    assert after[place] == new
    for was, now in zip(deals, after[:place] + after[place + 1 :], strict=True):
        named = was.playoff_of if isinstance(was, ShowdownDeal) else None
        if isinstance(now, ShowdownDeal) and named is not None and named >= at:
            assert now.playoff_of == named + 1
            assert {**now.as_payload(), "playoff_of": named} == (was and was.as_payload())
        else:
            assert now == was


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("voided", [None, 9])
def test_voiding_what_was_inserted_gives_every_score_back(players: int, voided: int | None) -> None:
    deals = list(announcements(*whole_game(seats=players, seed=players)[:20]))
    if voided:
        deals[voided - 1] = None
    before = VILNIUS.score(table(deals, players=players))
    inserted = insert_deal(deals, 5, deals[4])
    corrected = judge_as_played(VILNIUS, table([*inserted[:4], None, *inserted[5:]], players=players))
    assert not corrected.errors
    assert scores(corrected) == [seat.score for seat in before.seats]


def test_seats_exchanged_in_vilnius_move_announcements_and_mark_what_was_out_of_turn() -> None:
    deals = announcements(announce(1, 3, 3), announce(2, 3, 0), announce(0, 2, 2), announce(1, 4, 4), announce(2, 5, 5))
    corrected = judge_as_played(VILNIUS, table(exchange_seats(deals, 0, 1, start=3)))
    assert corrected.errors == ()
    assert scores(corrected) == [10, 20, 14]
    assert corrected.out_of_turn == (3, 4, 5)
    assert [deal.out_of_turn for deal in corrected.deals if deal] == [False, False, True, True, True]


def test_exchanging_twice_gives_every_score_back_up_to_the_marks() -> None:
    deals = announcements(*whole_game(seats=4, seed=7)[:30])
    once = judge_as_played(VILNIUS, table(exchange_seats(deals, 1, 3, start=11), players=4))
    twice = judge_as_played(VILNIUS, table(exchange_seats(once.deals, 1, 3, start=11), players=4))
    assert [deal and replace(deal, out_of_turn=False) for deal in twice.deals] == list(deals)
    before = VILNIUS.score(table(deals, players=4))
    assert scores(twice) == [seat.score for seat in before.seats]


def test_a_mark_that_stood_before_stays() -> None:
    first, *deals = announcements(announce(1, 3, 3), announce(2, 3, 3, out_of_turn=True), announce(0, 3, 3))
    corrected = judge_as_played(VILNIUS, table(insert_deal(deals, 1, first)))
    assert corrected.errors == ()
    assert corrected.out_of_turn == ()
    assert corrected.deals[1] == deals[0]


def test_every_quota_that_would_break_is_named_with_its_deal() -> None:
    deals = announcements(announce(1, 0, 0), announce(0, 6, 6), announce(1, 6, 6), announce(0, 0, 0))
    corrected = judge_as_played(VILNIUS, table(exchange_seats(deals, 0, 1, start=3), players=2))
    assert codes(corrected) == [("quota-used", 3), ("quota-used", 4)]
    assert [error.params["seat"] for error in corrected.errors] == [0, 1]


def test_a_deal_inserted_into_full_sheets_breaks_a_later_one() -> None:
    deals = announcements(*whole_game(seats=2, seed=3))
    corrected = judge_as_played(VILNIUS, table(insert_deal(deals, 5, deals[4]), players=2), unless=5)
    assert {code for code, _ in codes(corrected)} <= {"quota-used", "sheet-full", "table-finished"}
    assert all(isinstance(number, int) and number >= 5 for _, number in codes(corrected))
    assert corrected.errors


def test_what_comes_in_is_judged_like_a_deal_being_entered() -> None:
    forgotten, *deals = announcements(announce(0, 3, 3), announce(1, 3, 3), announce(2, 3, 3))
    corrected = judge_as_played(VILNIUS, table(insert_deal(deals, 2, forgotten)), unless=2)
    assert codes(corrected) == [("out-of-turn", 2)]


def tie(*, third: bool = False) -> ShowdownDeal:
    """Seats 0 and 1 are level; under `colonial-visions` the cards outside the pyramid do not count."""
    return ShowdownDeal(0, hands={0: LOW, 1: OTHER_LOW}, folded=(2,) if third else ())


def playoff(winner: int, of: int) -> ShowdownDeal:
    return ShowdownDeal(1, hands={winner: HIGH, 1 - winner: LOW}, playoff_of=of)


@pytest.mark.parametrize("game", ["colonial-visions", "colonial-italian", "protean"])
def test_showdowns_change_hands_in_every_game(game: str) -> None:
    deals = [ShowdownDeal(0, claimed=(0,)), ShowdownDeal(1, claimed=(0,)), None, ShowdownDeal(0, claimed=(1,))]
    exchanged = exchange_seats(deals, 0, 2, start=2)
    corrected = judge_as_played(GAMES[game], table(exchanged, rules={"cards": "optional"}))
    assert scores(corrected) == [1, 1, 1]
    assert corrected.out_of_turn == ()  # these games know no turn


def test_a_play_off_moves_with_its_tie() -> None:
    deals = [ShowdownDeal(2, folded=(1, 2)), tie(third=True), playoff(0, 2)]
    exchanged = judge_as_played(COLONIAL_VISIONS, table(exchange_seats(deals, 1, 2, start=2)))
    assert exchanged.errors == ()
    assert scores(exchanged) == [2, 0, 0]
    inserted = judge_as_played(COLONIAL_VISIONS, table(insert_deal(deals, 1, ShowdownDeal(1, folded=(0, 1)))))
    assert inserted.errors == ()
    assert inserted.deals[3] == playoff(0, 3)


def test_a_play_off_parted_from_its_tie_is_refused() -> None:
    deals = [tie(third=True), playoff(0, 1)]
    exchanged = judge_as_played(COLONIAL_VISIONS, table(exchange_seats(deals, 1, 2, start=2)))
    assert codes(exchanged) == [("playoff-seats", 2)]
    assert exchanged.result is None
    between = insert_deal(deals, 2, ShowdownDeal(1, folded=(0, 1)))
    assert codes(judge_as_played(COLONIAL_VISIONS, table(between), unless=2)) == [("playoff-missing", 1)]
