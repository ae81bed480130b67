"""What a late correction moves: places, rounds drawn after it, matches it leads to."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.records import moved_by, table
from tests.formats.test_stages import play_out
from tournaments.formats.bracket.progress import Moved
from tournaments.formats.consequences import Consequences, PlaceMoved, SeatingMoved, consequences
from tournaments.formats.options import Options
from tournaments.formats.record import (
    ByeRecord,
    NoValidPairing,
    RoundRecord,
    Seating,
    SeatRecord,
    StageRecord,
    TableRecord,
)
from tournaments.formats.stages import FORMATS, bracket_progress

TWO, FOUR = Options(seats=2, rounds=3), Options(seats=4, rounds=3, advance=2)
BY_SCORE = replace(TWO, chain=("score",))
KINDS = [(key, options) for key in FORMATS for options in (TWO, FOUR)]


def round_of(*tables, byes=()):
    return RoundRecord(tables, tuple(ByeRecord(who, 1) for who in byes))


def swiss_of_four(**stage):
    """Two rounds for two at a table: a and c won first, then a won again."""
    rounds = (
        round_of(table("a", "b"), table("c", "d")),
        round_of(table("a", "c"), table("d", "b")),
    )
    return StageRecord(entrants=("a", "b", "c", "d"), rounds=rounds, **stage)


def knockout_of_four():
    rounds = (round_of(table("a", "d"), table("b", "c")), round_of(table("a", "b")))
    return StageRecord(entrants=("a", "b", "c", "d"), rounds=rounds, matches=((1, 2), (3,)))


def people(seating):
    return {frozenset(each) for each in seating.tables}


def test_another_winner_changes_places_and_who_would_have_met():
    corrected = table("a", "b", places=[2, 1])
    moves = consequences("swiss", swiss_of_four(), BY_SCORE, round=1, table=0, corrected=corrected)
    assert moves.places == (PlaceMoved("b", 4, 1), PlaceMoved("c", 2, 1), PlaceMoved("d", 2, 1))
    (seating,) = moves.seatings
    assert (seating.round, seating.tables_changed) == (2, 2)
    assert seating.before == Seating((("a", "c"), ("d", "b")))
    assert people(seating.after) == {frozenset("bc"), frozenset("ad")}
    assert moves.matches == ()


def test_places_are_told_best_first():
    stage = StageRecord(entrants=("a", "b", "c"), rounds=(round_of(table("a", "b", "c")),))
    corrected = table("a", "b", "c", places=[3, 1, 1])
    moves = consequences("swiss", stage, replace(BY_SCORE, seats=3), round=1, table=0, corrected=corrected)
    assert moves == Consequences(places=(PlaceMoved("b", 2, 1), PlaceMoved("c", 3, 1), PlaceMoved("a", 1, 3)))


def test_a_correction_that_leaves_the_places_moves_nothing():
    corrected = TableRecord((SeatRecord("a", 1, score=40), SeatRecord("b", 2, score=12)))
    moves = consequences("swiss", swiss_of_four(), TWO, round=1, table=0, corrected=corrected)
    assert moves == Consequences()


def test_a_table_without_a_result_gives_no_points():
    corrected = table("a", "b", places=[None, None])
    moves = consequences("swiss", swiss_of_four(), BY_SCORE, round=1, table=0, corrected=corrected)
    assert moves.places == (PlaceMoved("c", 2, 1), PlaceMoved("d", 2, 1))


def test_a_round_that_was_changed_by_hand_is_no_consequence():
    stage = swiss_of_four()
    by_hand = replace(stage, rounds=(stage.rounds[0], round_of(table("a", "d"), table("c", "b"))))
    same_points = table("a", "b", places=[1, 2])
    assert consequences("swiss", by_hand, TWO, round=1, table=0, corrected=same_points).seatings == ()
    last = table("a", "d", places=[2, 1])
    assert consequences("swiss", by_hand, TWO, round=2, table=0, corrected=last).seatings == ()


def test_a_round_by_hand_that_is_now_drawn_as_it_was_seated_does_not_move():
    stage = swiss_of_four()
    by_hand = replace(stage, rounds=(stage.rounds[0], round_of(table("a", "d"), table("c", "b"))))
    corrected = table("a", "b", places=[2, 1])
    assert consequences("swiss", by_hand, TWO, round=1, table=0, corrected=corrected).seatings == ()


def test_who_came_late_is_not_drawn_into_a_round_before():
    rounds = (
        RoundRecord((table("a", "b"), table("c", "d")), (ByeRecord("e", requested=True), ByeRecord("f"))),
        RoundRecord((table("a", "c"), table("f", "b")), (ByeRecord("e", requested=True), ByeRecord("d", 1))),
    )
    stage = StageRecord(entrants=tuple("abcdef"), rounds=rounds)
    corrected = table("a", "b", places=[2, 1])
    (moved,) = consequences("swiss", stage, TWO, round=1, table=0, corrected=corrected).seatings
    assert moved.before == Seating((("a", "c"), ("f", "b")), ("d",))
    assert "e" not in {who for each in moved.after.tables for who in each} | set(moved.after.byes)
    assert len(moved.after.tables) == 2


def test_a_stage_that_would_have_been_over_has_no_after():
    """One life each: of the three who went on, the correction takes two out."""
    rounds = (round_of(table("a", "b", "c", "d", places=[1, 1, 1, 4])), round_of(table("a", "b", "c")))
    stage = StageRecord(entrants=("a", "b", "c", "d"), rounds=rounds)
    options = Options(seats=3, lives=1, loses="all-but-first")
    moves = consequences("strikes", stage, options, round=1, table=0, corrected=table("a", "b", "c", "d"))
    assert moves.seatings == (SeatingMoved(2, 1, Seating((("a", "b", "c"),)), None),)


def test_a_round_that_only_a_hand_could_seat_does_not_move():
    stage = swiss_of_four(withdrawn=frozenset("cd"), avoid=frozenset({frozenset("ab")}))
    with pytest.raises(NoValidPairing):
        FORMATS["swiss"].next_round(stage.after(1), TWO)
    corrected = table("a", "b", places=[2, 1])
    assert consequences("swiss", stage, TWO, round=1, table=0, corrected=corrected).seatings == ()


def test_a_schedule_never_moves():
    _, stage = play_out("round-robin", 6, Options())
    first = stage.rounds[0].tables[0]
    corrected = replace(first, seats=tuple(replace(seat, place=3 - seat.place) for seat in first.seats))
    moves = consequences("round-robin", stage, Options(), round=1, table=0, corrected=corrected)
    assert moves.places
    assert (moves.seatings, moves.matches) == ((), ())


def test_another_winner_moves_the_line_of_the_bracket():
    corrected = table("a", "d", places=[2, 1])
    moves = consequences("single-elimination", knockout_of_four(), TWO, round=1, table=0, corrected=corrected)
    assert moves.matches == (Moved(3, ("a", "b"), ("d", "b"), played=True),)
    assert moves.places == (PlaceMoved("a", 1, 3), PlaceMoved("b", 2, None), PlaceMoved("d", 3, None))
    assert moves.seatings == ()


def test_a_match_that_no_longer_has_a_winner_leaves_the_next_seat_open():
    corrected = table("a", "d", places=[1, 1])
    moves = consequences("single-elimination", knockout_of_four(), TWO, round=1, table=0, corrected=corrected)
    assert moves.matches == (Moved(3, ("a", "b"), (None, "b"), played=True),)


@pytest.mark.parametrize(("round_", "number"), [(0, 0), (3, 0), (1, 2)])
def test_there_is_such_a_table(round_, number):
    with pytest.raises(IndexError):
        consequences("swiss", swiss_of_four(), TWO, round=round_, table=number, corrected=table("a", "b"))


def test_a_correction_seats_nobody_else():
    with pytest.raises(ValueError, match="who sat there"):
        consequences("swiss", swiss_of_four(), TWO, round=1, table=0, corrected=table("a", "c"))


@settings(max_examples=40, deadline=None)
@given(kind=st.sampled_from(KINDS), players=st.integers(6, 13), seed=st.integers(0, 500))
def test_the_same_result_moves_nothing(kind, players, seed):
    key, options = kind
    _, stage = play_out(key, players, options, seed=seed)
    for number, round_ in enumerate(stage.rounds, start=1):
        for index, same in enumerate(round_.tables):
            assert consequences(key, stage, options, round=number, table=index, corrected=same) == Consequences()


@settings(max_examples=15, deadline=None)
@given(seats=st.sampled_from([2, 4]), players=st.integers(6, 13), seed=st.integers(0, 500))
def test_a_round_that_moves_is_the_one_the_format_draws_from_the_corrected_record(seats, players, seed):
    """Told the other way round: what is told for the next round is what FORMATS would have drawn."""
    options = Options(seats=seats, rounds=3)
    _, stage = play_out("swiss", players, options, seed=seed)
    old = stage.rounds[0].tables[0]
    corrected = replace(old, seats=tuple(replace(s, place=1 + len(old.seats) - s.place) for s in old.seats))
    moves = consequences("swiss", stage, options, round=1, table=0, corrected=corrected)
    first = replace(stage.rounds[0], tables=(corrected, *stage.rounds[0].tables[1:]))
    drawn = FORMATS["swiss"].next_round(replace(stage.after(1), rounds=(first,)), options).seating
    told = {moved.round: moved for moved in moves.seatings}
    seated = {frozenset(seat.id for seat in each.seats) for each in stage.rounds[1].tables}
    assert (2 in told) == (people(drawn) != seated or set(drawn.byes) != {bye.id for bye in stage.rounds[1].byes})
    if 2 in told:
        assert told[2].after == drawn
        assert told[2].tables_changed == len(seated - people(drawn))


@settings(max_examples=40, deadline=None)
@given(
    key=st.sampled_from([key for key, form in FORMATS.items() if form.bracket]),
    players=st.integers(4, 20),
    seed=st.integers(0, 500),
)
def test_the_lines_that_move_are_those_of_the_bracket(key, players, seed):
    options = FOUR if key == "table-knockout" else TWO
    _, stage = play_out(key, players, options, seed=seed)
    lots = Random(seed)
    number = lots.randrange(len(stage.rounds))
    index = lots.randrange(len(stage.rounds[number].tables))
    ids = [seat.id for seat in stage.rounds[number].tables[index].seats]
    order = lots.sample(ids, len(ids))
    corrected = table(*ids, places=[order.index(who) + 1 for who in ids])
    moves = consequences(key, stage, options, round=number + 1, table=index, corrected=corrected)
    bracket = FORMATS[key].bracket(players, options)
    results = bracket_progress(stage, bracket).decided
    match = stage.matches[number][index]
    assert list(moves.matches) == moved_by(bracket, stage.entrants, results, match=match, order=order)
