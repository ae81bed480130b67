"""Somebody leaves a round robin: annulled below half, kept with forfeits from half on."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.formats.records import table
from tournaments.formats.consequences import Standing, leaving
from tournaments.formats.faults import faults
from tournaments.formats.plan import read_plan
from tournaments.formats.record import RoundRecord, StageRecord
from tournaments.formats.stages import stage_standings

ROBIN = read_plan("round-robin", {"seats": 2, "chain": ["score"]})
THREES = read_plan("round-robin", {"seats": 3, "chain": ["score"]})


def seatings(stage: StageRecord, plan=ROBIN):
    found = plan.form.next_round(stage, plan.options)
    assert found
    return found.seating


def played(entrants: str, rounds: int, plan=ROBIN) -> StageRecord:
    """Whoever comes earlier in the alphabet wins."""
    stage = StageRecord(entrants=tuple(entrants))
    for _ in range(rounds):
        tables = tuple(table(*sorted(each)) for each in seatings(stage, plan).tables)
        stage = replace(stage, rounds=(*stage.rounds, RoundRecord(tables)))
    return stage


def points(stage: StageRecord, plan=ROBIN) -> dict[str, tuple[int | None, Fraction]]:
    return {row.id: (row.rank, row.points) for row in stage_standings(stage, plan.options, scheduled=True)}


def test_who_is_annulled_never_played_and_has_no_place():
    stage = played("abcd", 1)
    (met,) = (set(each) - {"a"} for each in seatings(StageRecord(entrants=tuple("abcd"))).tables if "a" in each)
    after = points(replace(stage, withdrawn=frozenset("a"), annulled=frozenset("a")))
    assert after["a"] == (None, 0)
    assert {after[who][1] for who in met} == {0}
    assert sum(gained for _, gained in after.values()) == 1


def test_the_partner_of_who_is_annulled_is_free_in_the_rounds_to_come():
    stage = replace(played("abcd", 1), withdrawn=frozenset("a"), annulled=frozenset("a"))
    seating = seatings(stage)
    assert len(seating.tables) == len(seating.byes) == 1
    assert "a" not in (*seating.byes, *seating.tables[0])


def test_whose_results_are_kept_stays_seated_for_the_others_to_win():
    stage = replace(played("abcd", 2), withdrawn=frozenset("a"), kept=frozenset("a"))
    seating = seatings(stage)
    assert seating.byes == ()
    assert sorted(who for each in seating.tables for who in each) == list("abcd")
    assert faults(ROBIN, [stage], seating) == []


def test_two_who_left_do_not_sit_with_each_other():
    stage = played("abcd", 1)
    for both in ("ab", "ac", "ad"):
        gone = replace(stage, withdrawn=frozenset(both), kept=frozenset(both))
        assert all(not set(each) <= set(both) for each in seatings(gone).tables)


def test_at_a_larger_table_the_others_keep_their_order_when_one_is_annulled():
    stage = StageRecord(entrants=tuple("abcdef"), rounds=(RoundRecord((table("a", "b", "c"), table("d", "e", "f"))),))
    after = points(replace(stage, withdrawn=frozenset("b"), annulled=frozenset("b")), THREES)
    assert {who: gained for who, (_, gained) in after.items()} == {
        "a": 4, "c": 1, "b": 0, "d": 4, "e": Fraction(5, 2), "f": 1
    }  # fmt: skip


def test_before_it_is_done_everybody_sees_who_gains_and_who_loses():
    stage = played("abcdef", 3)
    found = leaving(stage, ROBIN.options, "a")
    assert (found.played, found.due, found.usual) == (3, 5, "kept")
    first, *others = points(stage).items()
    assert first[0] == "a"
    assert found.now == {who: Standing(rank - 1, gained) for who, (rank, gained) in others if rank}
    gone = replace(stage, withdrawn=frozenset("a"))
    assert found.annulled["b"] == Standing(*points(replace(gone, annulled=frozenset("a")))["b"])
    to_meet = {who for who in "bcdef" if found.kept[who].points == found.now[who].points + 1}
    assert len(to_meet) == 2
    assert all(found.kept[who].points == found.now[who].points for who in set("bcdef") - to_meet)


@pytest.mark.parametrize(("rounds", "usual"), [(0, "annulled"), (1, "annulled"), (2, "annulled"), (3, "kept")])
def test_below_half_it_is_annulled_and_from_half_on_kept(rounds: int, usual: str):
    assert leaving(played("abcdef", rounds), ROBIN.options, "f").usual == usual


def test_half_is_enough_to_be_kept():
    assert leaving(played("abcde", 2), ROBIN.options, "c").due == 4
    free_first = played("abcde", 3)
    assert {leaving(free_first, ROBIN.options, who).usual for who in "abcde"} == {"kept"}


def test_what_was_decided_before_does_not_change_what_is_shown():
    stage = played("abcdef", 2)
    again = replace(stage, withdrawn=frozenset("a"), annulled=frozenset("a"))
    assert leaving(again, ROBIN.options, "a").annulled == leaving(stage, ROBIN.options, "a").annulled
    assert leaving(again, ROBIN.options, "a").now == leaving(stage, ROBIN.options, "a").now
