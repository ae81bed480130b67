"""What a director is told of a round that is about to be played."""

from fractions import Fraction
from typing import Any

from tests.formats.records import table
from tournaments.formats.draw import Seating
from tournaments.formats.faults import Fault, faults
from tournaments.formats.plan import read_plan
from tournaments.formats.record import ByeRecord, RoundRecord
from tournaments.formats.stages import StageRecord

SWISS = read_plan("swiss", {"rounds": 9, "seats": 2})
EVERYBODY = ("a", "b", "c", "d", "e")


def played(*pairs: str, bye: str = "e") -> RoundRecord:
    """Of each pair the first won."""
    return RoundRecord(tuple(table(*pair) for pair in pairs), (ByeRecord(bye, 1),))


def stage(*rounds: RoundRecord, entrants: tuple[str, ...] = EVERYBODY, **facts: Any) -> StageRecord:
    return StageRecord(entrants=entrants, rounds=rounds, **facts)


def drawn(*tables: str, byes: str = "") -> Seating:
    return Seating(tuple(tuple(each) for each in tables), tuple(byes))


def test_a_round_in_order_has_no_fault():
    assert faults(SWISS, [stage(played("ab", "cd"))], drawn("ac", "be", byes="d")) == []


def test_who_meet_again_are_named_with_every_round_in_which_they_met():
    record = stage(played("ab", "cd"), played("ac", "bd"), played("ba", "cd"))
    assert faults(SWISS, [record], drawn("ba", "ce", byes="d")) == [Fault("met", ("b", "a"), 0, (1, 3))]


def test_meeting_again_is_what_a_round_robin_of_two_laps_wants():
    plan = read_plan("round-robin", {"seats": 2})
    assert faults(plan, [stage(played("ab", "cd"))], drawn("ab")) == []


def test_a_table_of_more_than_two_wins_between_best_and_worst_is_told_with_the_gap():
    record = stage(*(played("ab", "cd") for _ in range(3)))
    found = faults(SWISS, [record], drawn("ad", "cb"))
    assert found == [Fault("gap", ("a", "d"), 0, amount=Fraction(3)), Fault("gap", ("c", "b"), 1, amount=Fraction(3))]


def test_who_is_kept_apart_has_left_or_has_a_second_bye_is_told():
    record = stage(played("ab", "cd"), avoid=frozenset({frozenset("ad")}), withdrawn=frozenset("b"))
    assert faults(SWISS, [record], drawn("ad", "bc", byes="e")) == [
        Fault("second-bye", ("e",), rounds=(1,)),
        Fault("kept-apart", ("a", "d"), 0),
        Fault("left", ("b",), 1),
    ]


def test_a_table_over_two_groups_is_told_and_each_group_has_its_own_meetings():
    one, two = (
        stage(played("ab", bye="c"), entrants=("a", "b", "c")),
        stage(played("xy", bye="z"), entrants=("x", "y", "z")),
    )
    found = faults(SWISS, [one, two], drawn("ax", "xy"))
    assert found == [Fault("other-group", ("a", "x"), 0), Fault("met", ("x", "y"), 1, (1,))]
