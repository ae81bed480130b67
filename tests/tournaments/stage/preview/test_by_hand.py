"""A preview changed by hand: tables are made, split and joined, and what is published tells who floats."""

import pytest

from tests.tournament_scenes import begun, draw, finish_round, ids, next_round, play_round, running
from tests.tournaments.stage.preview.scenes import (
    FOURS,
    exchange,
    publish,
    redraw,
    seat,
    seated,
    seated_tables,
    together,
    undo,
)
from tournaments.audit import SYSTEM
from tournaments.formats.plan import floats
from tournaments.models import PreviewStep, Round
from tournaments.selectors.stage.records import stage_state
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import enter_late, fix_table, withdraw

pytestmark = pytest.mark.django_db

KNOCKOUT = (("single-elimination", {}),)


# Floats


def winners(event) -> list[int]:
    """Who won the round before, in the order of the tables."""
    state = stage_state(running(event))
    return [table.seats.all()[0].entrant_id for table in state.tables[state.rounds[-1].pk]]


def floats_there(round_, won) -> int:
    return next(who for table in seated(round_) for who in table if who in won and len({*table} & {*won}) == 1)


def test_who_floats_is_told_from_the_round_as_it_is_published_whatever_was_exchanged():
    event = begun(6)
    play_round(event)
    won = winners(event)
    round_ = draw(event)
    floater = floats_there(round_, won)
    other = next(who for who in won if who != floater)
    exchange(round_, floater, other)
    publish(round_)
    round_.refresh_from_db()
    assert round_.seating.floats == (other,)
    assert stage_state(round_.stage).groups[0].floats[-1] == (other,)


def test_the_draw_after_an_exchange_spares_who_really_floated():
    event = begun(6)
    play_round(event)
    won = winners(event)
    round_ = draw(event)
    floater = floats_there(round_, won)
    other = next(who for who in won if who != floater)
    exchange(round_, floater, other)
    publish(round_)
    finish_round(event)
    following = draw(event)
    state = stage_state(running(event))
    assert state.groups[0].floats[-1] == (other,)
    assert other not in floats(state.plan, state.groups, seated(following))


@pytest.mark.parametrize("stages", [FOURS, (("strikes", {"seats": 2}),), (("round-robin", {}),)])
def test_where_no_draw_asks_for_floats_none_are_kept(stages):
    event = begun(8, stages=stages)
    next_round(event)
    assert Round.objects.get().seating.floats is None


# Seating otherwise


def test_a_table_is_made_of_people_from_others_and_the_one_left_joins_another():
    event = begun(9)
    round_ = draw(event)
    (one, mate), (other, opponent), *rest = seated(round_)
    (free,) = round_.seating.byes
    seat(round_, one, free)
    assert {frozenset({one, free}), frozenset({mate})} <= together(round_)
    assert round_.seating.byes == ()
    seat(round_, mate, to="bye")
    assert together(round_) == {frozenset({one, free}), frozenset({other, opponent}), *map(frozenset, rest)}
    assert round_.seating.byes == (mate,)
    assert len(publish(round_)) == 4


def test_a_table_is_split_and_two_are_joined():
    event = begun(8, stages=FOURS)
    round_ = draw(event)
    first, second = seated(round_)
    seat(round_, *first[:2])
    assert together(round_) == {frozenset(first[:2]), frozenset(first[2:]), frozenset(second)}
    numbers = {frozenset(each.entrants): each.number for each in round_.seating.tables}
    assert numbers[frozenset(second)] == 2, "who stays keeps their table"
    seat(round_, *first[:2], to=numbers[frozenset(first[2:])])
    assert together(round_) == {frozenset(first), frozenset(second)}
    assert len(publish(round_)) == 2


def test_one_person_moves_to_another_table_as_far_as_the_game_has_seats():
    event = begun(12, stages=FOURS)  # the game seats six
    round_ = draw(event)
    first, second, third = seated(round_)
    seat(round_, *first[:2], to=2)
    assert {*first[:2], *second} in together(round_)
    with pytest.raises(Refused) as caught:
        seat(round_, third[0], to=2)
    assert caught.value.as_dict() == {"code": "table-size", "smallest": 2, "largest": 6, "got": 7}
    assert set(third) in together(round_)


def test_at_a_table_made_by_hand_everybody_sits_where_he_has_sat_least():
    event = begun(8)
    tables = next_round(event)
    dealers = [table.seats.all()[0].entrant_id for table in tables]
    finish_round(event)
    round_ = draw(event)
    other = next(who for table in seated(round_) for who in table if who not in dealers)
    seat(round_, dealers[0], other)
    assert [other, dealers[0]] in seated(round_)


def test_who_comes_late_is_seated_in_the_preview_and_a_draw_takes_him_too():
    event = begun(7)
    round_ = draw(event)
    late = enter_late(event_id=event.pk, name="Zoe", late_points=0, actor=SYSTEM)
    (free,) = round_.seating.byes
    seat(round_, free, late.pk)
    assert {free, late.pk} in together(round_)
    undo(round_)
    redraw(round_)
    assert late.pk in {who for table in seated(round_) for who in table}
    assert round_.seating.byes == ()


def test_who_has_left_is_taken_out_and_nobody_else():
    event = begun(8)
    round_ = draw(event)
    (gone, mate), *_rest = seated(round_)
    with pytest.raises(Refused, match="still-plays"):
        seat(round_, gone, to="out")
    withdraw(event_id=event.pk, entrant_id=gone, actor=SYSTEM)
    seat(round_, gone, to="out")
    seat(round_, mate, to="bye")
    assert len(publish(round_)) == 3


def test_people_of_two_groups_are_not_seated_together():
    round_ = draw(begun(8, stages=(("round-robin", {"groups": 2}),)))
    one, two = seated(round_)[0][0], seated(round_)[-1][0]
    for entrants, to in (([one, two], "new"), ([one], round_.seating.tables[-1].number)):
        with pytest.raises(Refused, match="other-group"):
            seat(round_, *entrants, to=to)


def test_in_a_bracket_nobody_is_seated_by_hand():
    round_ = draw(begun(4, stages=KNOCKOUT))
    with pytest.raises(Refused, match="bracket-fixed"):
        seat(round_, seated(round_)[0][0], to="bye")


@pytest.mark.parametrize(
    ("who", "to", "code"),
    [
        ([], "new", "list-changed"),
        ([10**6], "new", "list-changed"),
        ([0], 99, "list-changed"),
        ([0, 1], "new", "sits-there"),
        ([0], 1, "sits-there"),
    ],
)
def test_a_seating_that_is_none_changes_nothing(who, to, code):
    round_ = draw(begun(8))
    before = seated(round_)
    named = [before[0][each] if each < 2 else each for each in who]
    with pytest.raises(Refused, match=code):
        seat(round_, *named, to=to)
    assert (seated(round_), PreviewStep.objects.count()) == (before, 0)


def test_a_table_with_too_few_is_not_published():
    round_ = draw(begun(8))
    seat(round_, seated(round_)[1][0], to="bye")
    with pytest.raises(Refused) as caught:
        publish(round_)
    assert caught.value.as_dict() == {"code": "tables-too-small", "tables": [2], "smallest": 2}


def test_a_table_whose_size_brings_no_points_is_not_published():
    own = {"seats": 4, "points": "own", "own_points": {"4": [5, 3, 1, 0]}}
    round_ = draw(begun(7, stages=(("swiss", own),)))
    with pytest.raises(Refused) as caught:
        publish(round_)
    assert caught.value.as_dict() == {"code": "no-points", "tables": [2]}


def test_who_needs_a_table_has_it_wherever_he_is_seated():
    event = begun(8)
    needs = ids(event)[0]
    fix_table(event_id=event.pk, entrant_id=needs, table=7, actor=SYSTEM)
    round_ = draw(event)
    other = next(table for table in seated(round_) if needs not in table)[0]
    seat(round_, needs, other)
    assert [each.number for each in seated_tables(round_) if needs in each.entrants] == [7]
