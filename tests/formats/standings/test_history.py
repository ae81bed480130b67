"""What a Swiss draw takes from rounds that were not played (FIDE C.04.1 2 to 4, C.04.2 3.5, C.04.3 1.4)."""

from fractions import Fraction
from typing import Any

import pytest

from tests.formats.records import table
from tournaments.formats.explain import explain_round
from tournaments.formats.faults import faults
from tournaments.formats.plan import read_plan
from tournaments.formats.record import ByeRecord, RoundRecord, Seating, StageRecord
from tournaments.formats.stages import history_of

SWISS = read_plan("swiss", {"rounds": 5, "seats": 2})
HALF = Fraction(1, 2)


def stage(*rounds: RoundRecord, entrants: str, **facts: Any) -> StageRecord:
    return StageRecord(entrants=tuple(entrants), rounds=rounds, floats=((),) * len(rounds), **facts)


def past(record: StageRecord) -> Seating:
    return history_of(record, SWISS.options)[-1]


def drawn(record: StageRecord) -> Seating:
    found = SWISS.form.next_round(record, SWISS.options)
    assert found
    return found.seating


def test_two_who_were_to_meet_and_did_not_can_meet_yet():
    """a can sit with b alone: a meeting would be the only thing against it."""
    first = RoundRecord((table("a", "b", forfeited=["a", "b"]), table("c", "d"), table("e", "f")))
    record = stage(first, entrants="abcdef", avoid=frozenset({frozenset("ad"), frozenset("af")}))
    assert frozenset("ab") in {frozenset(each) for each in drawn(record).tables}
    assert faults(SWISS, [record], Seating((("a", "b"), ("c", "e"), ("d", "f")))) == []


def test_a_seat_at_a_table_that_was_not_played_was_not_sat_in():
    record = stage(RoundRecord((table("a", "b", forfeited=["b"]), table("c", "d"))), entrants="abcd")
    assert past(record).tables == (("c", "d"),)


def test_at_a_larger_table_those_who_came_have_met():
    record = stage(RoundRecord((table("a", "b", "c", "d", forfeited=["b"]),)), entrants="abcd")
    assert past(record).tables == (("a", "c", "d"),)


def test_who_won_by_forfeit_does_not_get_the_bye():
    """b and e are the last of those who had none; e comes after b in the order given."""
    first = RoundRecord((table("a", "b"), table("e", "c", forfeited=["c"])), (ByeRecord("d", 1),))
    second = RoundRecord((table("a", "d"), table("b", "e")), (ByeRecord("c", 1),))
    record = stage(first, second, entrants="abcde")
    assert drawn(record).byes == ("b",)
    (fault,) = faults(SWISS, [record], Seating((("c", "a"), ("b", "d")), ("e",)))
    assert (fault.code, fault.ids, fault.rounds) == ("second-bye", ("e",), (1,))


def test_who_got_nothing_for_a_forfeit_win_may_get_the_bye():
    plan = read_plan("swiss", {"rounds": 5, "forfeit_win": "1/2"})
    record = stage(RoundRecord((table("a", "b", forfeited=["b"]),)), entrants="ab")
    assert history_of(record, plan.options)[0].byes == ()


@pytest.mark.parametrize(("points", "barred"), [(0, False), (HALF, False), (1, True)])
def test_a_bye_on_request_bars_the_allocated_one_only_if_it_was_worth_a_win(points: Fraction, barred: bool):
    first = RoundRecord((table("a", "b"), table("c", "d")), (ByeRecord("e", points, requested=True),))
    assert ("e" in past(stage(first, entrants="abcde")).byes) is barred


def test_a_director_is_not_warned_of_a_bye_after_one_on_request():
    first = RoundRecord((table("a", "b"), table("c", "d")), (ByeRecord("e", 0, requested=True),))
    assert faults(SWISS, [stage(first, entrants="abcde")], Seating((("a", "c"), ("b", "d")), ("e",))) == []


def test_who_gained_without_playing_has_floated_and_who_forfeited_has_not():
    """Of the round's own floats only those count that were played."""
    first = RoundRecord(
        (table("a", "b", forfeited=["b"]), table("c", "d")),
        (ByeRecord("e", HALF, requested=True), ByeRecord("f", 0, requested=True)),
    )
    record = StageRecord(entrants=tuple("abcdef"), rounds=(first,), floats=(("b", "c"),))
    assert past(record).floats == ("c", "a", "e")


def test_the_explanation_counts_a_free_win_as_a_bye_before():
    first = RoundRecord((table("a", "b", forfeited=["b"]),), (ByeRecord("c", 1),))
    second = RoundRecord((table("b", "c"),), (ByeRecord("a", 1),))
    record = stage(first, second, entrants="abc")
    assert explain_round("swiss", record, SWISS.options, round=2, who="a").byes == 1
