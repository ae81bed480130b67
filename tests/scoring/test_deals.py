"""A payload is read once and can be given back, and two phones that enter the same are told from two that do not."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.deals import ShowdownDeal, VilniusDeal, move_seats, same_deal
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.games import COLONIAL_ITALIAN, GAMES, PROTEAN_GAME
from scoring.vilnius.game import VILNIUS
from tests.scoring.sheets import announce

SEATS = 4
seats = st.integers(0, SEATS - 1)
some_seats = st.none() | st.lists(seats, unique=True)
cards = st.lists(st.sampled_from(["P3", "p3", "CAP", "GOC", "whatever"]), max_size=8)


def by_seat(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any] | None]:
    return st.none() | st.dictionaries(seats.map(str), values)


def payloads(
    required: dict[str, st.SearchStrategy[Any]], optional: dict[str, st.SearchStrategy[Any]]
) -> st.SearchStrategy[dict[str, Any]]:
    """With the keys in any order."""
    made = st.fixed_dictionaries(required, optional=optional)
    return made.flatmap(lambda payload: st.permutations(list(payload.items())).map(dict))


tricks = st.integers(0, 6)
ANNOUNCEMENTS = payloads(
    {"declarer": seats, "announced": tricks, "taken": tricks},
    {"trump": st.sampled_from(["S", "NT", "what", "", None]), "out_of_turn": st.booleans()},
)
SHOWDOWNS = payloads(
    {"dealer": seats},
    {
        "hands": by_seat(cards),
        "folded": some_seats,
        "paid": by_seat(st.integers(0, 10**15)),
        "claimed": some_seats,
        "quarry": st.none() | cards,
        "playoff_of": st.none() | st.integers(),
        "override": st.none(),
        "out_of_turn": st.booleans(),
    },
)
UPHELD = payloads({"dealer": seats, "claimed": st.just([2, 0]), "override": st.text().filter(str.strip)}, {})


@given(payload=ANNOUNCEMENTS)
def test_an_announcement_is_given_back_to_the_letter(payload: dict[str, Any]) -> None:
    assert json.dumps(VILNIUS.read_deal(payload, seats=SEATS).as_payload()) == json.dumps(payload)


@given(payload=SHOWDOWNS | UPHELD)
def test_a_showdown_is_given_back_to_the_letter(payload: dict[str, Any]) -> None:
    assert json.dumps(PROTEAN_GAME.read_deal(payload, seats=SEATS).as_payload()) == json.dumps(payload)


@given(payload=SHOWDOWNS | UPHELD)
def test_what_is_given_back_reads_as_the_same_deal(payload: dict[str, Any]) -> None:
    deal = PROTEAN_GAME.read_deal(payload, seats=SEATS)
    assert PROTEAN_GAME.read_deal(deal.as_payload(), seats=SEATS) == deal


def test_a_deal_made_by_hand_names_only_what_it_says() -> None:
    assert VilniusDeal(1, 0, None, 0).as_payload() == {"declarer": 1, "announced": 0, "taken": 0}
    assert ShowdownDeal(0, hands={2: ("P3",)}, paid={1: 0}).as_payload() == {
        "dealer": 0,
        "hands": {"2": ["P3"]},
        "paid": {"1": 0},
    }


def test_a_deal_does_not_change_with_the_payload_it_was_read_from() -> None:
    payload = announce(1, 3, 3)
    deal = VILNIUS.read_deal(payload, seats=2)
    payload["out_of_turn"] = False
    assert deal.as_payload() == announce(1, 3, 3)


@pytest.mark.parametrize(
    ("game", "payload", "code"),
    [
        (VILNIUS, announce(2, 3, 3), "seat-unknown"),
        (VILNIUS, announce(1, 7, 3), "announcement-range"),
        (VILNIUS, announce(1, 3, 7), "tricks-range"),
        (COLONIAL_ITALIAN, {"dealer": 0, "quarry": []}, "malformed"),
        (COLONIAL_ITALIAN, {"dealer": 0, "paid": {"0": -1}}, "paid-invalid"),
        (PROTEAN_GAME, {"dealer": 0, "hands": {"0": "GOC"}}, "malformed"),
    ],
)
def test_what_cannot_be_read_is_refused_at_once(game: Game, payload: dict[str, object], code: str) -> None:
    with pytest.raises(ScoringError) as refused:
        game.read_deal(payload, seats=2)
    assert refused.value.code == code


def test_the_reason_against_the_cards_needs_a_claim() -> None:
    with pytest.raises(ScoringError) as refused:
        COLONIAL_ITALIAN.read_deal({"dealer": 0, "override": "seen by all"}, seats=2)
    assert refused.value.as_dict() == {"code": "malformed", "field": "override"}


def same(game: str, one: dict[str, object], other: dict[str, object]) -> bool:
    return same_deal(*(GAMES[game].read_deal(each, seats=2) for each in (one, other)))


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("vilnius", announce(1, 3, 3, trump=None), {"declarer": 1, "announced": 3, "taken": 3}),
        ("vilnius", announce(1, 3, 3, out_of_turn=False), announce(1, 3, 3)),
        ("protean", {"dealer": 0, "claimed": [1, 0], "folded": []}, {"dealer": 0, "claimed": [0, 1]}),
        (
            "protean",
            {"dealer": 0, "hands": {"1": ["GOC", "SIR"], "0": []}, "quarry": ["RUF", "BRK"]},
            {"dealer": 0, "hands": {"0": [], "1": ["SIR", "GOC"]}, "quarry": ["BRK", "RUF"]},
        ),
    ],
)
def test_order_and_what_was_not_noted_make_no_difference(
    game: str, one: dict[str, object], other: dict[str, object]
) -> None:
    assert same(game, one, other)


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("vilnius", announce(0, 0, 0), announce(0, 0, 1)),
        ("vilnius", announce(0, 0, 0), announce(0, 0, 0, out_of_turn=True)),
        ("protean", {"dealer": 0}, {"dealer": 1}),
        ("protean", {"dealer": 0}, {"dealer": 0, "paid": {"0": 0}}),
        ("protean", {"dealer": 0}, {"dealer": 0, "hands": {"0": []}}),
    ],
)
def test_a_seat_or_a_cubit_of_zero_is_something(game: str, one: dict[str, object], other: dict[str, object]) -> None:
    assert not same(game, one, other)


def test_a_voided_deal_is_like_no_other() -> None:
    deal = VilniusDeal(1, 3, "H", 3)
    assert same_deal(None, None)
    assert not same_deal(deal, None)
    assert not same_deal(None, deal)


@given(payload=SHOWDOWNS | UPHELD | ANNOUNCEMENTS)
def test_seats_counted_from_1_and_back_are_the_same_payload(payload: dict[str, Any]) -> None:
    moved = move_seats(payload, 1)
    assert move_seats(moved, -1) == payload and moved != payload


def test_what_is_no_number_of_a_seat_stays_when_seats_are_counted_otherwise() -> None:
    payload = {"dealer": "0", "claimed": [True, None], "hands": {"x": [], "01": []}, "paid": 3, "folded": {"0": 1}}
    assert move_seats(payload, 1) == payload
