"""Some tables of a preview are pinned and the rest is drawn again; each change is undone; two directors at once."""

import pytest

from tests.tournament_scenes import SWISS, begun, draw, finish_round, ids, running
from tests.tournaments.stage.preview.scenes import (
    FOURS,
    exchange,
    pin,
    publish,
    redraw,
    seat,
    seated,
    seated_tables,
    together,
    undo,
)
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Round
from tournaments.selectors.stage.records import stage_state
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import reinstate, withdraw

pytestmark = pytest.mark.django_db


# Pins, and the rest drawn again


def test_what_is_pinned_stays_and_the_rest_is_drawn_again():
    event = begun(10)
    round_ = draw(event)
    first, second, *_rest = seated(round_)
    seat(round_, first[0], second[0])
    seat(round_, first[1], second[1])
    assert [each.number for each in seated_tables(round_)] == [3, 4, 5, 1, 2], "no more numbers than tables"
    made = [
        each for each in seated_tables(round_) if {*each.entrants} in ({first[0], second[0]}, {first[1], second[1]})
    ]
    for each in made:
        pin(round_, each.number)
    exchange(round_, seated(round_)[0][0], seated(round_)[1][0])
    redraw(round_)
    kept = {frozenset(each.entrants): each.number for each in seated_tables(round_) if each.pinned}
    assert kept == {frozenset(each.entrants): each.number for each in made}
    everybody = [who for table in seated(round_) for who in table]
    assert sorted(everybody) == sorted(ids(event))
    numbers = [each.number for each in round_.seating.tables]
    assert sorted(numbers) == [1, 2, 3, 4, 5]


def test_a_bye_that_is_pinned_stays_with_whom_the_director_gave_it():
    event = begun(9)
    round_ = draw(event)
    (drawn,) = round_.seating.byes
    chosen = seated(round_)[0][0]
    exchange(round_, chosen, drawn)
    pin(round_, "byes")
    redraw(round_)
    assert seated_tables(round_)
    assert round_.seating.byes == (chosen,)
    pin(round_, "byes", pinned=False)
    redraw(round_)
    round_.refresh_from_db()
    assert round_.seating.byes == (drawn,)


@pytest.mark.parametrize("stages", [FOURS, (("strikes", {"seats": 4}),), (("round-robin", {"seats": 4, "rounds": 3}),)])
def test_the_rest_is_drawn_again_in_every_format_that_draws(stages):
    event = begun(16, stages=stages)
    round_ = draw(event)
    first, second, *_rest = seated(round_)
    exchange(round_, first[0], second[0])
    pin(round_, 1)
    redraw(round_)
    assert {*first[1:], second[0]} in together(round_)
    assert sorted([*round_.seating.seated, *round_.seating.byes]) == sorted(ids(event))


def test_who_has_left_a_pinned_table_is_still_named_there_after_the_rest_was_drawn_again():
    event = begun(16, stages=FOURS)
    round_ = draw(event)
    first, second, *_rest = seated(round_)
    pin(round_, 1)
    for gone in (first[0], second[0]):
        withdraw(event_id=event.pk, entrant_id=gone, actor=SYSTEM)
    redraw(round_)
    assert first in seated(round_)
    assert second[0] not in round_.seating.seated
    with pytest.raises(Refused, match="gone-since-draw"):
        publish(round_)
    seat(round_, first[0], to="out")
    publish(round_)
    assert Round.objects.get().seating.tables[0].entrants == tuple(first[1:])


def test_who_lost_the_rest_of_a_round_robin_by_forfeit_and_sits_at_a_pinned_table_is_not_drawn_besides():
    event = begun(11, stages=(("round-robin", {"seats": 4, "rounds": 3}),))
    round_ = draw(event)
    first, second, *_rest = seated(round_)
    withdraw(event_id=event.pk, entrant_id=first[0], results="kept", actor=SYSTEM)
    exchange(round_, first[0], second[0])
    pin(round_, 2)
    redraw(round_)
    assert first[0] in seated(round_)[0]
    everybody = [*round_.seating.seated, *round_.seating.byes]
    assert len(everybody) == len(set(everybody)) == 11


def test_who_forfeits_a_pinned_table_is_not_drawn_besides_and_leaves_it_for_another_when_he_comes_back():
    event = begun(11, stages=(("round-robin", {"seats": 4, "rounds": 3}),))
    round_ = draw(event)
    gone = seated(round_)[0][0]
    withdraw(event_id=event.pk, entrant_id=gone, results="kept", actor=SYSTEM)
    redraw(round_)
    pin(round_, 1)
    exchange(round_, seated(round_)[1][0], seated(round_)[2][0])
    redraw(round_)
    assert [each.number for each in seated_tables(round_) if gone in each.forfeited] == [1]
    assert sorted(round_.seating.seated) == sorted(ids(event))
    reinstate(event_id=event.pk, entrant_id=gone, actor=SYSTEM)
    seat(round_, gone, to=2)
    assert gone in seated(round_)[1] + seated(round_)[2]
    assert sorted(round_.seating.seated) == sorted(ids(event))


@pytest.mark.parametrize("what", [1, "all"])
def test_in_a_bracket_nothing_is_pinned_since_the_results_say_who_meets_whom(what):
    round_ = draw(begun(6, stages=(("single-elimination", {}),)))
    with pytest.raises(Refused, match="bracket-fixed"):
        pin(round_, what)
    assert not any(each.pinned for each in seated_tables(round_))


def test_with_all_tables_pinned_nothing_is_left_to_draw_and_one_that_is_loosened_needs_another():
    round_ = draw(begun(8))
    pin(round_, "all")
    with pytest.raises(Refused, match="too-few-unpinned"):
        redraw(round_)
    for number in (1, 2):
        pin(round_, number, pinned=False)
    (one, mate), (other, opponent), *_rest = seated(round_)
    exchange(round_, one, other)
    redraw(round_)
    assert {frozenset({one, mate}), frozenset({other, opponent})} <= together(round_)


def test_the_same_facts_draw_the_same_and_that_is_said():
    round_ = draw(begun(8))
    with pytest.raises(Refused, match="same-draw"):
        redraw(round_)


@pytest.mark.parametrize("stages", [SWISS, FOURS, (("strikes", {"seats": 4}),), (("round-robin", {"rounds": 3}),)])
def test_a_round_of_sizes_no_draw_would_make_is_played_and_the_next_one_drawn(stages):
    event = begun(9, stages=stages)
    round_ = draw(event)
    first, second, *_rest = seated(round_)
    seat(round_, first[0], to=2)
    seat(round_, *first[1:], to="bye")
    publish(round_)
    finish_round(event)
    state = stage_state(running(event))
    assert {*second, first[0]} in [{seat.id for seat in table.seats} for table in state.groups[0].rounds[0].tables]
    assert len(state.places[0]) == 9
    following = draw(event)
    assert sorted([*following.seating.seated, *following.seating.byes]) == sorted(ids(event))
    assert publish(following)


# Step by step back, and two directors


def test_every_step_is_undone_in_turn_until_the_draw_stands_again():
    event = begun(9)
    round_ = draw(event)
    drawn = round_.seating
    (one, _), (other, _), *_rest = seated(round_)
    exchange(round_, one, other)
    seat(round_, one, to="bye")
    pin(round_, 2)
    redraw(round_)
    for _ in range(4):
        undo(round_)
    round_.refresh_from_db()
    assert (round_.seating.tables, round_.seating.byes, round_.seating.edited) == (drawn.tables, drawn.byes, False)
    with pytest.raises(Refused, match="nothing-to-undo"):
        undo(round_)
    exchange(round_, one, other)
    undo(round_)
    assert seated(round_) == [list(table.entrants) for table in drawn.tables]
    told = AuditEntry.objects.filter(action__startswith="preview-").values_list("action", flat=True).order_by("pk")
    steps = ["preview-edited", "preview-seated", "preview-pinned", "preview-redrawn"]
    assert list(told) == [*steps, *["preview-undone"] * 4, "preview-edited", "preview-undone"]


def test_of_two_directors_the_later_one_is_told_and_changes_nothing():
    round_ = draw(begun(8))
    seen = round_.seating.version
    (one, _), (other, _), *_rest = seated(round_)
    exchange(round_, one, other, seen=seen)
    after = seated(round_)
    for act in (
        lambda: exchange(round_, one, other, seen=seen),
        lambda: seat(round_, one, to="bye", seen=seen),
        lambda: pin(round_, 1, seen=seen),
        lambda: redraw(round_, seen=seen),
        lambda: undo(round_, seen=seen),
        lambda: publish(round_, seen=seen),
    ):
        with pytest.raises(Refused, match="preview-changed"):
            act()
    assert seated(round_) == after
    undo(round_, seen=seen + 1)
    with pytest.raises(Refused, match="preview-changed"):
        undo(round_, seen=seen + 1)
    assert len(publish(round_, seen=seen + 2)) == 4
