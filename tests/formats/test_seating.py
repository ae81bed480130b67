import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.seating import NotEnoughPeople, seat_at_random, seat_in_order, table_sizes


@pytest.mark.parametrize(
    ("people", "preferred", "sizes"),
    [
        (2, 4, [2]),
        (5, 4, [3, 2]),
        (6, 4, [3, 3]),
        (7, 4, [4, 3]),
        (9, 4, [3, 3, 3]),
        (10, 4, [4, 3, 3]),
        (13, 4, [4, 3, 3, 3]),
        (40, 4, [4] * 10),
        (5, 2, [3, 2]),
        (3, 2, [3]),
        (7, 3, [3, 2, 2]),
    ],
)
def test_tables_are_as_even_as_they_can_be(people, preferred, sizes):
    assert table_sizes(people, smallest=2, largest=4, preferred=preferred) == sizes


@given(people=st.integers(2, 300), preferred=st.integers(2, 6))
def test_everybody_sits_and_sizes_differ_by_one_at_most(people, preferred):
    sizes = table_sizes(people, smallest=2, largest=6, preferred=preferred)
    assert sum(sizes) == people
    assert max(sizes) - min(sizes) <= 1
    assert 2 <= min(sizes) <= max(sizes) <= 6


@pytest.mark.parametrize("people", [0, 1])
def test_fewer_than_a_table_cannot_be_seated(people):
    with pytest.raises(NotEnoughPeople):
        table_sizes(people, smallest=2, largest=4, preferred=4)


def test_a_lone_third_has_no_seat_where_tables_hold_two():
    with pytest.raises(NotEnoughPeople):
        table_sizes(3, smallest=2, largest=2, preferred=2)


def test_in_order_the_best_sit_together():
    assert seat_in_order("abcdefg", [4, 3]) == [list("abcd"), list("efg")]


@given(people=st.lists(st.integers(), unique=True, min_size=2, max_size=40), seed=st.integers(0, 2**32))
def test_a_seed_seats_everybody_once_and_always_the_same_way(people, seed):
    sizes = table_sizes(len(people), smallest=2, largest=4, preferred=4)
    tables = seat_at_random(people, sizes, seed=seed)
    assert sorted(person for table in tables for person in table) == sorted(people)
    assert tables == seat_at_random(people, sizes, seed=seed)
