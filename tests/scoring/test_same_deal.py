"""When two phones have entered the same deal."""

import pytest

from scoring.same import same_deal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"declarer": 1, "trump": None}, {"declarer": 1}),
        ({"claimed": [1, 0], "folded": []}, {"claimed": [0, 1]}),
        ({"hands": {"1": ["5S", "7H"], "0": []}}, {"hands": {"0": [], "1": ["7H", "5S"]}}),
        ({"dealer": 0, "out_of_turn": False, "override": ""}, {"dealer": 0}),
    ],
)
def test_order_and_what_was_not_noted_make_no_difference(one: dict[str, object], other: dict[str, object]) -> None:
    assert same_deal(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"declarer": 0, "announced": 0, "taken": 0}, {}),
        ({"announced": 0, "taken": 0}, {"announced": 0}),
        ({"out_of_turn": True}, {"out_of_turn": 1}),
        ({"dealer": 0}, {"dealer": 1}),
        ({"dealer": 0}, None),
    ],
)
def test_a_seat_or_an_announcement_of_zero_is_something(
    one: dict[str, object], other: dict[str, object] | None
) -> None:
    assert not same_deal(one, other)
