"""From places to event points."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.records import table
from tournaments.formats.record import SeatRecord, TableRecord
from tournaments.formats.standings.points import SCHEMES, TABLE_SIZES, PointRule, PointsError, own_scheme, table_points


def rule(scheme, **given):
    return PointRule(scheme=SCHEMES[scheme], **given)


def points(scheme, *tables_args, **given):
    return list(table_points(rule(scheme), table(*tables_args, **given)).values())


def test_a_win_is_one_and_a_draw_a_half():
    assert points("win", "a", "b") == [1, 0]
    assert points("win", "a", "b", places=[1, 1]) == [Fraction(1, 2), Fraction(1, 2)]


@pytest.mark.parametrize(
    ("scheme", "size", "row"),
    [
        ("4321", 4, "4 3 2 1"),
        ("4321", 3, "4 5/2 1"),
        ("4321", 2, "4 1"),
        ("4321", 5, "4 13/4 5/2 7/4 1"),
        ("7531", 4, "7 5 3 1"),
        ("7531", 3, "7 4 1"),
        ("7531", 2, "7 1"),
        ("7531", 5, "7 11/2 4 5/2 1"),
        ("win", 4, "1 0 0 0"),
    ],
)
def test_places_give_points(scheme, size, row):
    assert points(scheme, *"abcde"[:size]) == [Fraction(each) for each in row.split()]


@pytest.mark.parametrize("scheme", ["4321", "7531"])
def test_no_size_of_table_gives_more_than_another_on_average(scheme):
    averages = {sum(rule(scheme).by_place(size)) / size for size in TABLE_SIZES}
    assert averages == {rule(scheme).bye_points(4)}


def test_shared_places_share_the_points_of_the_places_they_cover():
    assert points("4321", "a", "b", "c", "d", places=[2, 2, 1, 2]) == [2, 2, 4, 2]
    assert points("7531", "a", "b", "c", "d", places=[1, 1, 3, 3]) == [6, 6, 2, 2]


def test_a_table_of_its_own():
    scheme = own_scheme({4: [10, 5, 5, 0], 3: [10, Fraction(9, 2), 0]})
    assert list(table_points(PointRule(scheme=scheme), table("a", "b", "c")).values()) == [10, Fraction(9, 2), 0]
    with pytest.raises(PointsError) as error:
        table_points(PointRule(scheme=scheme), table("a", "b"))
    assert (error.value.code, error.value.size) == ("size-missing", 2)


@pytest.mark.parametrize(
    ("places", "code", "size"),
    [({}, "empty", None), ({1: [1]}, "size", 1), ({3: [2, 1]}, "length", 3), ({2: [0, 1]}, "rising", 2)],
)
def test_an_own_table_that_makes_no_sense_is_refused(places, code, size):
    with pytest.raises(PointsError) as error:
        own_scheme(places)
    assert (error.value.code, error.value.size) == (code, size)


def test_the_score_of_the_game_counts_as_it_is():
    seats = (SeatRecord("a", 1, score=Fraction(7, 3)), SeatRecord("b", 2, score=-4))
    assert table_points(rule("score"), TableRecord(seats)) == {"a": Fraction(7, 3), "b": -4}
    assert rule("score").bye_points(4) == 0
    assert rule("score", bye=3, forfeit_win=2).bye_points(4) == 3


def test_a_bye_is_a_win_at_tables_of_two_and_the_average_at_larger_ones():
    assert [rule("win").bye_points(2), rule("4321").bye_points(4), rule("7531").bye_points(3)] == [1, Fraction(5, 2), 4]
    assert rule("win", bye=Fraction(1, 2)).bye_points(2) == Fraction(1, 2)


def test_who_is_left_alone_wins_and_who_stayed_away_gets_nothing():
    assert points("win", "a", "b", forfeited=["a"]) == [0, 1]
    assert points("win", "a", "b", forfeited=["a", "b"]) == [0, 0]


def test_those_left_at_a_larger_table_take_its_first_places():
    assert points("4321", "a", "b", "c", "d", forfeited=["b"], places=[3, None, 1, 2]) == [2, 0, 4, 3]


def test_an_event_sets_what_forfeits_give():
    given = PointRule(scheme=SCHEMES["win"], forfeit_win=Fraction(1, 2), forfeit_loss=-1, double_forfeit=-2)
    assert table_points(given, table("a", "b", forfeited=["a"])) == {"a": -1, "b": Fraction(1, 2)}
    assert table_points(given, table("a", "b", forfeited=["a", "b"])) == {"a": -2, "b": -2}


def test_a_table_without_a_result_gives_nothing():
    assert points("4321", "a", "b", "c", places=[None, None, None]) == []
    assert points("4321", "a", "b", "c", forfeited=["a"], places=[None, None, None]) == []


def test_a_draw_between_two_gives_what_the_table_of_points_says():
    assert points("310", "a", "b") == [3, 0]
    assert points("310", "a", "b", places=[1, 1]) == [1, 1]
    own = PointRule(scheme=own_scheme({2: [3, 1], 3: [5, 2, 0]}, draw=Fraction(3, 2)))
    assert table_points(own, table("a", "b", places=[1, 1])) == {"a": Fraction(3, 2), "b": Fraction(3, 2)}
    assert table_points(own, table("a", "b", "c", places=[1, 1, 3])) == {
        "a": Fraction(7, 2),
        "b": Fraction(7, 2),
        "c": 0,
    }


@pytest.mark.parametrize("draw", [-1, Fraction(7, 2)])
def test_a_draw_lies_between_a_win_and_a_loss(draw):
    with pytest.raises(PointsError) as error:
        own_scheme({2: [3, 0]}, draw=draw)
    assert (error.value.code, error.value.size) == ("draw", 2)


@pytest.mark.parametrize(("shared", "row"), [("split", [6, 6, 2, 2]), ("best", [7, 7, 3, 3]), ("worst", [5, 5, 1, 1])])
def test_who_share_a_place_get_what_the_own_table_of_points_says(shared, row):
    rule = PointRule(scheme=own_scheme({4: [7, 5, 3, 1]}, shared=shared))
    assert list(table_points(rule, table("a", "b", "c", "d", places=[1, 1, 3, 3])).values()) == row


@given(places=st.lists(st.integers(1, 4), min_size=2, max_size=6), scheme=st.sampled_from(["win", "4321", "7531"]))
def test_a_table_gives_away_the_same_whatever_is_shared(places, scheme):
    ids = "abcdef"[: len(places)]
    given = table_points(rule(scheme), table(*ids, places=places))
    assert sum(given.values()) == sum(rule(scheme).by_place(len(places)))
    pairs = [
        (given[a], p, given[b], q) for a, p in zip(ids, places, strict=True) for b, q in zip(ids, places, strict=True)
    ]
    assert all((mine >= theirs) == (p <= q) or (mine == theirs and scheme == "win") for mine, p, theirs, q in pairs)
