"""What a director is told of a round that is about to be played."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.formats.records import table
from tournaments.formats.faults import Fault, faults
from tournaments.formats.plan import read_plan
from tournaments.formats.record import ByeRecord, RoundRecord, Seating, StageRecord

SWISS = read_plan("swiss", {"rounds": 9, "seats": 2})
EVERYBODY = ("a", "b", "c", "d", "e")


def played(*pairs: str, bye: str = "e") -> RoundRecord:
    """Of each pair the first won."""
    return RoundRecord(tuple(table(*pair) for pair in pairs), tuple(ByeRecord(who, 1) for who in bye))


def stage(*rounds: RoundRecord, entrants: tuple[str, ...] = EVERYBODY, **facts: Any) -> StageRecord:
    return StageRecord(entrants=entrants, rounds=rounds, **facts)


def drawn(*tables: str, byes: str = "") -> Seating:
    return Seating(tuple(tuple(each) for each in tables), tuple(byes))


def test_a_round_in_order_has_no_fault():
    assert faults(SWISS, [stage(played("ab", "cd"))], drawn("ac", "be", byes="d")) == []


def test_who_meet_again_are_named_with_every_round_in_which_they_met():
    record = stage(played("ab", "cd"), played("ac", "bd"), played("ba", "cd"))
    assert faults(SWISS, [record], drawn("ab", "ce", byes="d")) == [Fault("met", ("a", "b"), 0, (1, 3))]


def test_meeting_again_is_what_a_round_robin_of_two_laps_wants():
    plan = read_plan("round-robin", {"seats": 2, "double": True})
    met = stage(played("ab", "cd", bye=""), entrants=EVERYBODY[:4])
    assert faults(plan, [met], drawn("ab", "cd")) == []
    again = replace(met, rounds=met.rounds * 2)
    assert faults(plan, [again], drawn("ab", "cd"))[0] == Fault("met", ("a", "b"), 0, (1, 2))


def test_in_a_round_robin_of_one_lap_who_were_brought_together_by_hand_are_told_when_the_schedule_wants_them_again():
    plan = read_plan("round-robin", {"seats": 2})
    met = stage(played("ab", "cd", bye=""), entrants=EVERYBODY[:4])
    assert [fault.code for fault in faults(plan, [met], drawn("ab", "cd"))] == ["met", "met"]


def test_a_table_of_more_than_two_wins_between_best_and_worst_is_told_with_the_gap():
    record = stage(*(played("ab", "cd", bye="") for _ in range(3)), entrants=EVERYBODY[:4])
    found = faults(SWISS, [record], drawn("da", "bc"))
    assert found == [Fault("gap", ("d", "a"), 0, amount=Fraction(3)), Fault("gap", ("b", "c"), 1, amount=Fraction(3))]


def test_who_is_kept_apart_has_left_or_has_a_second_bye_is_told():
    record = stage(played("ab", "cd"), avoid=frozenset({frozenset("ad")}), withdrawn=frozenset("b"))
    assert faults(SWISS, [record], drawn("ad", "bc", byes="e")) == [
        Fault("second-bye", ("e",), rounds=(1,)),
        Fault("free", ("e",)),
        Fault("kept-apart", ("a", "d"), 0),
        Fault("left", ("b",), 1),
    ]


def test_a_table_over_two_groups_is_told_and_each_group_has_its_own_meetings():
    one, two = (
        stage(played("ab", bye="c"), entrants=("a", "b", "c")),
        stage(played("xy", bye="z"), entrants=("x", "y", "z")),
    )
    found = faults(SWISS, [one, two], drawn("ax", "xy", byes="bcz"))
    assert [each for each in found if each.table is not None] == [
        Fault("other-group", ("a", "x"), 0),
        Fault("met", ("x", "y"), 1, (1,)),
    ]


def test_the_third_time_running_in_a_seat_is_told_whatever_the_table():
    record = stage(played("ab", "cd"), played("ac", "bd"))
    found = faults(SWISS, [record], drawn("ad", "be", byes="c"))
    assert found == [Fault("same-seat", ("a",), 0, (1, 2)), Fault("same-seat", ("d",), 0, (1, 2))]


def test_who_has_no_place_and_who_is_free_without_need_are_told_by_name():
    record = stage(entrants=(*EVERYBODY, "f"))
    assert faults(SWISS, [record], drawn("ab", byes="cde")) == [
        Fault("missing", ("f",)),
        Fault("free", ("c", "d", "e")),
    ]


def test_a_table_for_one_and_one_of_a_size_the_draw_would_not_make_are_told():
    record = stage(entrants=(*EVERYBODY, "f"))
    assert faults(SWISS, [record], drawn("abc", "de", "f")) == [
        Fault("size", ("a", "b", "c"), 0, amount=Fraction(3)),
        Fault("too-small", ("f",), 2),
    ]


def test_at_fours_a_three_is_as_usual_where_the_number_asks_for_it_and_a_five_is_not():
    fours = read_plan("swiss", {"rounds": 9, "seats": 4})
    record = stage(entrants=tuple("abcdefg"))
    assert faults(fours, [record], drawn("abcd", "efg")) == []
    assert [fault.code for fault in faults(fours, [record], drawn("abcde", "fg"))] == ["size", "size"]


def test_a_table_whose_size_brings_no_points_is_told():
    own = read_plan("swiss", {"rounds": 9, "seats": 4, "points": "own", "own_points": {"4": [5, 3, 1, 0]}})
    record = stage(entrants=tuple("abcdefg"))
    assert faults(own, [record], drawn("abcd", "efg")) == [Fault("no-points", ("e", "f", "g"), 1, amount=Fraction(3))]
