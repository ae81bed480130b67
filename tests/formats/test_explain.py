"""Why am I here? Each round of each format, seen by those who were in it."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.records import table
from tests.formats.test_stages import play_out
from tournaments.formats.explain import Origin, Other, explain_round
from tournaments.formats.options import Options
from tournaments.formats.record import ByeRecord, RoundRecord, StageRecord
from tournaments.formats.stages import FORMATS

TWO, FOUR = Options(seats=2, rounds=4), Options(seats=4, rounds=3, advance=2)
BYES = Options(seats=3, rounds=3, remainder="byes")
KINDS = [("swiss", TWO), ("swiss", BYES), ("strikes", TWO), ("strikes", FOUR)]


def round_of(*tables, byes=()):
    return RoundRecord(tables, tuple(ByeRecord(who, 1) for who in byes))


def swiss_of_five(**stage):
    """a, b and, by a bye, e have a point after the first round; a and e have two after the second."""
    rounds = (
        round_of(table("a", "c"), table("b", "d"), byes=["e"]),
        round_of(table("a", "b"), table("e", "c"), byes=["d"]),
        round_of(table("e", "a"), table("d", "c"), byes=["b"]),
    )
    return StageRecord(entrants=("a", "b", "c", "d", "e"), rounds=rounds, **stage)


def swiss(stage, number, who):
    return explain_round("swiss", stage, TWO, round=number, who=who)


def test_at_first_everybody_is_in_one_score_group():
    reason = swiss(swiss_of_five(), 1, "c")
    assert (reason.kind, reason.basis, reason.number) == ("table", "points", 1)
    assert reason.tablemates == (Other("a", Fraction(0)),)
    assert reason.score_group == ("a", "b", "c", "d", "e")
    assert (reason.seat, reason.sat, reason.byes, reason.floated) == (2, 0, 0, None)
    assert reason.met_before == reason.kept_apart == reason.repeats == ()


def test_who_has_had_the_same_seat_too_often_was_avoided():
    rounds = (
        round_of(table("a", "e"), table("b", "f"), table("c", "d")),
        round_of(table("a", "c"), table("b", "d"), table("f", "e")),
        round_of(table("d", "a"), table("c", "b"), table("e", "f")),
    )
    stage = StageRecord(entrants=tuple("abcdef"), rounds=rounds)
    assert swiss(stage, 3, "a").same_seat == ("b",)
    assert swiss(stage, 3, "c").same_seat == swiss(stage, 2, "a").same_seat == ()
    short = explain_round("swiss", stage, Options(seats=2, rounds=3), round=3, who="a")
    assert short.same_seat == ()


def test_the_score_group_tells_who_was_there_and_who_had_been_met():
    rounds = (
        round_of(table("a", "b", places=[1, 1]), table("c", "d", places=[1, 1])),
        round_of(table("c", "a"), table("d", "b")),
    )
    reason = swiss(StageRecord(entrants=("a", "b", "c", "d"), rounds=rounds), 2, "a")
    assert reason.score == Fraction(1, 2)
    assert reason.score_group == ("a", "b", "c", "d")
    assert reason.met_before == ("b",)
    assert (reason.seat, reason.sat) == (2, 0)


def test_later_rounds_do_not_count():
    stage = swiss_of_five()
    assert swiss(stage, 2, "a") == swiss(stage.after(2), 2, "a")


def test_whoever_meets_a_lower_score_floats_down_and_the_other_up():
    assert swiss(swiss_of_five(), 2, "e").floated == "down"
    reason = swiss(swiss_of_five(), 2, "c")
    assert (reason.floated, reason.score, reason.score_group) == ("up", 0, ("c", "d"))
    assert reason.tablemates == (Other("e", Fraction(1)),)


def test_at_a_larger_table_who_sits_among_lower_scores_floats_down():
    rounds = (
        round_of(table("a", "b", "c", "d"), table("e", "f", "g", "h")),
        round_of(table("a", "d", "h", "g"), table("e", "b", "f", "c")),
    )
    stage = StageRecord(entrants=tuple("abcdefgh"), rounds=rounds)
    floated = {who: explain_round("swiss", stage, FOUR, round=2, who=who).floated for who in "abcdefgh"}
    assert floated == dict.fromkeys("bdfh") | {"a": "down", "g": "down", "e": "down", "c": "up"}


def test_a_bye_tells_who_else_could_have_had_it():
    reason = swiss(swiss_of_five(), 2, "d")
    assert (reason.kind, reason.seat, reason.byes, reason.tablemates) == ("bye", None, 0, ())
    assert reason.could_rest == (Other("c", Fraction(0)),)
    assert reason.score_group == ("c", "d")
    assert swiss(swiss_of_five(), 3, "b").could_rest == (Other("c", Fraction(0)),), "who lost stood lower, and played"


def test_in_strikes_the_lot_gives_the_bye():
    stage = StageRecord(
        entrants=("a", "b", "c", "d", "e"),
        rounds=(
            round_of(table("a", "b"), table("c", "d"), byes=["e"]),
            round_of(table("a", "c"), table("b", "e"), byes=["d"]),
        ),
    )
    reason = explain_round("strikes", stage, TWO, round=2, who="d")
    assert (reason.basis, reason.score) == ("lives", 1)
    assert [other.id for other in reason.could_rest] == ["a", "b", "c"]
    assert reason.could_rest[2] == Other("c", 2, met=(1,))


def test_who_is_kept_apart_is_told_also_from_another_score_group():
    avoid = frozenset({frozenset("acx"), frozenset("bd")})
    reason = swiss(swiss_of_five(avoid=avoid), 2, "a")
    assert reason.kept_apart == ("c",)
    beside = swiss(swiss_of_five(avoid=avoid), 1, "a")
    assert beside.kept_apart == ()
    assert beside.tablemates == (Other("c", Fraction(0), apart=True),)


def test_a_second_meeting_names_the_first():
    rounds = (round_of(table("a", "b")), round_of(table("b", "a")), round_of(table("b", "a")))
    reason = swiss(StageRecord(entrants=("a", "b"), rounds=rounds), 3, "a")
    assert reason.repeats == (Other("b", Fraction(1), met=(1, 2)),)
    assert (reason.seat, reason.sat, reason.met_before) == (2, 1, ())


def test_who_comes_late_is_absent_and_in_nobodys_score_group():
    late = (ByeRecord("e", requested=True),)
    rounds = (RoundRecord((table("a", "c"), table("b", "d")), late),)
    stage = StageRecord(entrants=("a", "b", "c", "d", "e", "f"), rounds=rounds)
    assert [swiss(stage, 1, who).kind for who in "ef"] == ["absent", "absent"]
    assert swiss(stage, 1, "e").score_group == ()
    assert swiss(stage, 1, "a").score_group == ("a", "b", "c", "d")


def test_a_schedule_tells_its_round_and_who_is_missing():
    rounds = (round_of(table("b", "c"), byes=["a"]),)
    stage = StageRecord(entrants=("a", "b", "c", "d"), rounds=rounds, withdrawn=frozenset("d"))
    reason = explain_round("round-robin", stage, Options(), round=1, who="a")
    assert (reason.kind, reason.basis, reason.number, reason.rounds) == ("bye", "schedule", 1, 3)
    assert reason.missing == ("d",)
    at_table = explain_round("round-robin", stage, Options(), round=1, who="b")
    assert (at_table.tablemates, at_table.missing, at_table.score) == ((Other("c"),), (), None)


def test_a_bracket_tells_where_each_seat_comes_from():
    rounds = (round_of(table("b", "c")), round_of(table("b", "a")))
    stage = StageRecord(entrants=("a", "b", "c"), rounds=rounds, matches=((1,), (2,)))
    seeds = explain_round("single-elimination", stage, TWO, round=1, who="c")
    assert (seeds.basis, seeds.kind, seeds.match) == ("bracket", "table", 1)
    assert seeds.origins == (Origin("b", seed=2), Origin("c", seed=3))
    final = explain_round("single-elimination", stage, TWO, round=2, who="a")
    assert (final.kind, final.match, final.seat) == ("table", 2, 2)
    assert final.origins == (Origin("a", seed=1), Origin("b", match=1, place=1))


def test_who_waits_in_a_bracket_knows_for_whom_and_who_is_out_is_absent():
    rounds = (round_of(table("b", "c")), round_of(table("b", "a")))
    stage = StageRecord(entrants=("a", "b", "c"), rounds=rounds, matches=((1,), (2,)))
    waiting = explain_round("single-elimination", stage, TWO, round=1, who="a")
    assert (waiting.kind, waiting.match, waiting.tablemates) == ("bye", 2, ())
    assert waiting.origins == (Origin("a", seed=1), Origin(None, match=1, place=1))
    out = explain_round("single-elimination", stage, TWO, round=2, who="c")
    assert (out.kind, out.match, out.origins) == ("absent", None, ())


def test_there_is_such_a_round_and_such_an_entrant():
    for number in (0, 4):
        with pytest.raises(IndexError):
            swiss(swiss_of_five(), number, "a")
    with pytest.raises(ValueError, match="no entrant"):
        swiss(swiss_of_five(), 1, "z")


@settings(max_examples=25, deadline=None)
@given(kind=st.sampled_from(KINDS), players=st.integers(6, 13), seed=st.integers(0, 500))
def test_what_is_told_is_what_has_been(kind, players, seed):
    key, options = kind
    drawn, stage = play_out(key, players, options, seed=seed)
    met: dict[frozenset[str], tuple[int, ...]] = {}
    byes: Counter[str] = Counter()
    sat: Counter[tuple[str, int]] = Counter()
    for number, following in enumerate(drawn, start=1):
        seating, scores = following.seating, following.scores
        there = {who for each in seating.tables for who in each} | set(seating.byes)
        for who in there:
            reason = explain_round(key, stage, options, round=number, who=who)
            beside = {other.id for other in reason.tablemates}
            assert reason.score == scores[who]
            assert set(reason.score_group) == {other for other in there if scores[other] == scores[who]}
            assert set(reason.met_before) == {
                other for other in reason.score_group if frozenset((who, other)) in met and other not in beside
            }
            assert {other.id: other.met for other in reason.repeats} == {
                other: met[frozenset((who, other))] for other in beside if frozenset((who, other)) in met
            }
            assert (reason.kind == "bye") == (who in seating.byes) == (reason.seat is None)
            assert reason.byes == byes[who]
            assert reason.sat == sat[who, reason.seat]
        byes.update(seating.byes)
        for each in seating.tables:
            sat.update((who, seat) for seat, who in enumerate(each, start=1))
            for pair in map(frozenset, combinations(each, 2)):
                met[pair] = (*met.get(pair, ()), number)


@settings(max_examples=40, deadline=None)
@given(
    key=st.sampled_from([key for key, form in FORMATS.items() if form.bracket]),
    players=st.integers(4, 20),
    seed=st.integers(0, 500),
)
def test_in_a_bracket_everybody_plays_waits_or_is_out_for_good(key, players, seed):
    options = replace(FOUR, grand_final="reset") if key == "table-knockout" else replace(TWO, grand_final="reset")
    _, stage = play_out(key, players, options, seed=seed)
    out: set[str] = set()
    for number, round_ in enumerate(stage.rounds, start=1):
        for who in stage.entrants:
            reason = explain_round(key, stage, options, round=number, who=who)
            if reason.kind == "absent":
                out.add(who)
                continue
            assert who not in out
            assert who in {origin.id for origin in reason.origins}
            if reason.kind == "table":
                seats = round_.tables[stage.matches[number - 1].index(reason.match)].seats
                assert [origin.id for origin in reason.origins] == [seat.id for seat in seats]
            else:
                assert None in {origin.id for origin in reason.origins}, "a match whose seats are taken is drawn"
