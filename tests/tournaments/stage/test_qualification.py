"""From one stage to the next: who is proposed, as which seed and why, and what the director makes of it."""

import pytest

from tests.tournament_scenes import (
    draw,
    finish_round,
    finish_table,
    ids,
    make_tournament,
    next_round,
    play_round,
    play_stage,
    running,
    start,
)
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM
from tournaments.models import Event, Stage, StageEntry
from tournaments.selectors.stage.qualification import StartList, start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.services.desk.actions import set_rounds
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import check_in, expel, keep_apart, reinstate, withdraw
from tournaments.services.stage.planning import plan_stages, start_stage, undo_start
from tournaments.services.stage.rulings import draw_lots, settle_tie

pytestmark = pytest.mark.django_db

FINAL = "single-elimination"


def played(count, first, qualify) -> Event:
    """The first stage played to its end, the seats in their order; a knockout follows."""
    event = make_tournament(count, stages=[first, (FINAL, {"qualify": qualify} if qualify else {})])
    start(event)
    play_stage(event)
    return event


def second(event) -> Stage:
    return event.stages.get(number=2)


def proposal(event, **given) -> StartList:
    """Lots are drawn among those who are level at the cut."""
    while level := start_list(second(event), **given).level:
        draw_lots(stage_id=second(event).pk, level=level[0].ids, actor=SYSTEM)
    return start_list(second(event), **given)


def chosen(proposed) -> list[int]:
    return [line.entrant.pk for line in proposed.lines]


def orders(event) -> list[list[int]]:
    return [[who for _, who in places] for places in stage_state(event.stages.get(number=1)).places]


def test_entrants_are_dealt_out_to_the_groups_to_and_fro():
    event = make_tournament(8, stages=[("round-robin", {"groups": 3})])
    stage = start(event)
    groups = [[entry.seed for entry in stage.entries.filter(group=group)] for group in (1, 2, 3)]
    assert groups == [[1, 6, 7], [2, 5, 8], [3, 4]]


def test_the_first_of_every_group_go_on_winners_before_seconds():
    event = played(12, ("round-robin", {"groups": 3}), {"per_group": 2})
    proposed = proposal(event)
    assert {line.entrant.pk for line in proposed.lines[:3]} == {order[0] for order in orders(event)}
    assert {line.entrant.pk for line in proposed.lines[3:]} == {order[1] for order in orders(event)}
    assert [(line.seed, line.reason, line.place) for line in proposed.lines] == [
        (1, "group-place", 1), (2, "group-place", 1), (3, "group-place", 1),
        (4, "group-place", 2), (5, "group-place", 2), (6, "group-place", 2),
    ]  # fmt: skip
    assert {line.group for line in proposed.lines[:3]} == {1, 2, 3}
    assert proposed.short is False
    assert len(proposed.out) == 6


@pytest.mark.parametrize(("groups", "qualify"), [(1, {"size": 2}), (2, {"per_group": 1})])
def test_who_does_not_go_on_is_listed_as_they_stood(groups, qualify):
    proposed = proposal(played(6, ("round-robin", {"groups": groups}), qualify))
    stood = [proposed.stood[entrant.pk] for entrant in proposed.out]
    assert stood == sorted(stood) and len(stood) == 4
    assert {group for _place, group, _stage in stood} == set(range(1, groups + 1))


def test_group_mates_do_not_meet_before_the_final():
    event = played(8, ("round-robin", {"groups": 2}), {"per_group": 2})
    stage = start(event)
    for table in next_round(event):
        one, other = (stage_group(event, seat.entrant_id) for seat in table.seats.all())
        assert one != other
    assert stage.entries.count() == 4


def stage_group(event, who) -> int:
    return StageEntry.objects.get(stage__event=event, stage__number=1, entrant=who).group


def test_the_best_runners_up_fill_the_places_left():
    event = played(12, ("round-robin", {"groups": 3}), {"per_group": 1, "best_runners_up": 1})
    (level,) = start_list(second(event)).level
    assert (len(level.ids), level.places, level.among_runners_up) == (3, 1, True)
    proposed = proposal(event)
    assert [line.reason for line in proposed.lines] == ["group-place"] * 3 + ["best-runner-up"]
    runner_up = proposed.lines[-1]
    assert runner_up.place == 2
    assert runner_up.entrant.pk in {order[1] for order in orders(event)}


def test_the_best_runner_up_has_more_points_than_those_of_other_groups():
    event = make_tournament(8, stages=[("round-robin", {"groups": 2}), (FINAL, {"qualify": {"size": 3}})])
    stage = start(event)
    even, clear = (list(stage.entries.filter(group=group).values_list("entrant_id", flat=True)) for group in (1, 2))
    for _ in range(3):
        for table in next_round(event):
            one, other = (seat.entrant_id for seat in table.seats.all())
            finish_table(table, order=[0, 1] if beats(one, other, even if one in even else clear, even) else [1, 0])
    proposed = proposal(event)
    assert chosen(proposed)[2] == clear[1], "two points; behind the winner of the other group all have one"
    assert set(chosen(proposed)[:2]) == {even[0], clear[0]}
    assert proposed.lines[2].reason == "best-runner-up"


def test_where_every_runner_up_goes_on_those_are_told_apart_who_are_level_with_the_next():
    qualify = {"per_group": 1, "best_runners_up": 2}
    event = make_tournament(8, stages=[("round-robin", {"groups": 2}), (FINAL, {"qualify": qualify})])
    stage = start(event)
    groups = [list(stage.entries.filter(group=group).values_list("entrant_id", flat=True)) for group in (1, 2)]
    for _ in range(3):
        for table in next_round(event):
            one, other = (seat.entrant_id for seat in table.seats.all())
            group = next(group for group in groups if one in group)
            finish_table(table, order=[0, 1] if beats(one, other, group, group) else [1, 0])
    level = start_list(second(event)).level
    assert [(set(each.ids), each.places) for each in level] == [(set(group[1:]), 1) for group in groups]


def beats(one, other, group, even) -> bool:
    """The first of a group beats all; behind them the earlier one does, or in the even group each the next."""
    places = group.index(one), group.index(other)
    if group is even and set(places) == {1, 3}:
        return places == (3, 1)
    return places[0] < places[1]


def test_a_swiss_is_cut_in_the_order_of_its_standing():
    event = played(9, ("swiss", {"rounds": 3}), {"size": 4})
    proposed = proposal(event)
    assert chosen(proposed) == orders(event)[0][:4]
    assert {line.reason for line in proposed.lines} == {"cut"}
    better = [sum(line.place < own.place for line in proposed.lines) for own in proposed.lines]
    assert [line.place for line in proposed.lines] == [1 + count for count in better], "who is level shares a place"
    start(event)
    pairs = [list(table.entrants) for table in draw(event).seating.tables]
    first, second_, third, fourth = chosen(proposed)
    assert {frozenset(pair) for pair in pairs} == {frozenset((first, fourth)), frozenset((second_, third))}


def test_without_a_cut_everybody_goes_on():
    event = played(5, ("swiss", {"rounds": 2}), None)
    proposed = proposal(event)
    assert sorted(chosen(proposed)) == sorted(ids(event))
    assert proposed.short is False


def test_who_has_withdrawn_does_not_qualify_and_the_next_one_does():
    event = played(9, ("swiss", {"rounds": 3}), {"size": 4})
    first, second_, *rest = orders(event)[0]
    withdraw(event_id=event.pk, entrant_id=first, actor=SYSTEM)
    expel(event_id=event.pk, entrant_id=second_, reason="", actor=SYSTEM)
    assert chosen(proposal(event)) == rest[:4]
    with pytest.raises(Refused, match="list-changed"):
        start_stage(stage_id=second(event).pk, entrants=[first, *rest[:3]], actor=SYSTEM)
    reinstate(event_id=event.pk, entrant_id=first, actor=SYSTEM)
    assert first in chosen(proposal(event))


def test_in_a_group_the_next_behind_the_withdrawn_moves_up():
    event = played(8, ("round-robin", {"groups": 2}), {"per_group": 2})
    (winner, runner_up, third, _), other = orders(event)
    withdraw(event_id=event.pk, entrant_id=winner, actor=SYSTEM)
    assert set(chosen(proposal(event))) == {runner_up, third, *other[:2]}


@pytest.mark.parametrize("qualify", [{"size": 8}, {"per_group": 3}, {"per_group": 2, "best_runners_up": 3}])
def test_too_few_to_fill_the_plan_are_told(qualify):
    groups = 1 if "size" in qualify else 2
    event = played(5, ("round-robin", {"groups": groups}), qualify)
    proposed = proposal(event)
    assert proposed.short
    assert 2 <= len(proposed.lines) <= 5


def test_the_director_changes_seeds_and_puts_others_in():
    event = played(9, ("swiss", {"rounds": 3}), {"size": 4})
    first, second_, third, _fourth, fifth, *_ = orders(event)[0]
    edited = [third, first, fifth, second_]
    places = {line.entrant.pk: line.place for line in proposal(event).lines}
    proposed = proposal(event, edited=edited)
    assert [(line.entrant.pk, line.seed, line.reason, line.place) for line in proposed.lines] == [
        (third, 1, "cut", places[third]),
        (first, 2, "cut", 1),
        (fifth, 3, "by-hand", 0),
        (second_, 4, "cut", places[second_]),
    ]
    assert fifth not in {entrant.pk for entrant in proposed.out}
    start_stage(stage_id=second(event).pk, entrants=edited, actor=SYSTEM)
    assert list(running(event).entries.values_list("entrant_id", flat=True)) == edited


def test_who_went_home_is_listed_as_missing_from_the_next_stage():
    event = played(6, ("swiss", {"rounds": 2}), {"size": 2})
    home = orders(event)[0][-1]
    check_in(event_id=event.pk, entrants=[home], present=False, actor=SYSTEM)
    proposed = proposal(event)
    assert [entrant.pk for entrant in proposed.missing] == [home]
    assert home not in {entrant.pk for entrant in proposed.out}


def test_a_tie_settled_at_the_table_decides_who_goes_on():
    options = {"rounds": 1, "chain": ["score", "decided", "lots"]}
    event = played(6, ("swiss", options), {"size": 2})
    last_of_the_level = orders(event)[0][2]
    level = [last_of_the_level, *orders(event)[0][:2]]
    settle_tie(stage_id=event.stages.get(number=1).pk, order=level, reason="", actor=SYSTEM)
    assert chosen(proposal(event)) == level[:2]


def test_a_stage_starts_when_the_one_before_is_played_out():
    event = make_tournament(6, stages=[("swiss", {"rounds": 2}), (FINAL, {"qualify": {"size": 2}})])
    four = ids(event)[:4]

    def refusal() -> dict[str, object]:
        with pytest.raises(Refused) as caught:
            start_stage(stage_id=second(event).pk, entrants=four, actor=SYSTEM)
        return caught.value.as_dict()

    assert refusal() == {"code": "stage-not-begun", "stage": 1}
    start(event)
    draw_first = next_round(event)
    assert refusal() == {"code": "results-missing", "tables": [table.number for table in draw_first]}
    finish_round(event)
    assert refusal() == {"code": "rounds-left", "stage": 1}
    draw(event)
    assert refusal() == {"code": "preview-waiting"}


def test_a_stage_cut_short_lets_the_next_one_begin():
    event = make_tournament(6, stages=[("swiss", {"rounds": 3}), (FINAL, {"qualify": {"size": 2}})])
    first = start(event)
    play_round(event)
    set_rounds(stage_id=first.pk, rounds=1, actor=SYSTEM)
    assert start(event).number == 2
    first.refresh_from_db()
    assert first.status == Stage.Status.FINISHED


def test_rounds_already_drawn_stay_in_the_plan():
    event = make_tournament(6)
    stage = start(event)
    play_round(event)
    play_round(event)
    with pytest.raises(Refused) as caught:
        set_rounds(stage_id=stage.pk, rounds=1, actor=SYSTEM)
    assert caught.value.as_dict() == {"code": "rounds-drawn", "drawn": 2}


def test_a_start_is_taken_back_until_a_round_is_drawn():
    event = played(6, ("swiss", {"rounds": 2}), {"size": 4})
    stage = start(event)
    with pytest.raises(Refused, match="stage-begun"):
        start_stage(stage_id=stage.pk, entrants=ids(event), actor=SYSTEM)
    undo_start(stage_id=stage.pk, actor=SYSTEM)
    assert [each.status for each in event.stages.all()] == [Stage.Status.RUNNING, Stage.Status.PLANNED]
    assert not stage.entries.exists()
    start(event)
    draw(event)
    with pytest.raises(Refused, match="stage-played"):
        undo_start(stage_id=stage.pk, actor=SYSTEM)


def test_only_what_has_not_begun_is_planned_anew():
    event = played(6, ("swiss", {"rounds": 2}), {"size": 4})
    plan_stages(event_id=event.pk, stages=[("double-elimination", {"qualify": {"size": 2}})], actor=SYSTEM)
    assert [(each.number, each.format) for each in event.stages.all()] == [(1, "swiss"), (2, "double-elimination")]
    assert len(proposal(event).lines) == 2


@pytest.mark.parametrize(("count", "needed", "groups"), [(1, 2, 1), (5, 6, 3)])
def test_a_stage_needs_two_in_every_group(count, needed, groups):
    event = make_tournament(count, stages=[("round-robin", {"groups": groups})])
    with pytest.raises(Refused) as caught:
        start(event)
    assert caught.value.as_dict() == {"code": "too-few-entrants", "needed": needed, "got": count}


def teamed(key: str, options: dict[str, object]) -> Event:
    event = make_tournament(8, stages=[(key, options)])
    team_up(event, Reds="P1 P8", Blues="P2 P3")
    return event


@pytest.mark.parametrize(
    ("key", "options", "order"),
    [
        (FINAL, {}, "P1 P2 P4 P3 P5 P6 P8 P7"),  # of the Reds and of the Blues, one in each half
        ("swiss", {}, "P1 P2 P3 P4 P5 P6 P7 P8"),
    ],
)
def test_teammates_are_proposed_for_seeds_from_which_they_meet_late(key, options, order):
    proposed = start_list(teamed(key, options).stages.get())
    assert " ".join(line.entrant.player.name for line in proposed.lines) == order


def test_teammates_are_proposed_for_seeds_from_which_they_do_not_meet_in_a_short_round_robin_at_tables():
    event = teamed("round-robin", {"seats": 4, "rounds": 2})
    start(event)
    for _ in range(2):
        for table in play_round(event):
            names = set(table.seats.values_list("entrant__player__name", flat=True))
            assert not {"P1", "P8"} <= names and not {"P2", "P3"} <= names


def test_the_order_that_the_director_has_made_stays():
    event = teamed(FINAL, {})
    assert chosen(start_list(event.stages.get(), edited=ids(event))) == ids(event)


def test_who_is_to_be_kept_apart_comes_into_different_groups():
    event = make_tournament(8, stages=[("round-robin", {"groups": 2})])
    pair = [ids(event)[0], ids(event)[3]]
    keep_apart(event_id=event.pk, groups=[pair], actor=SYSTEM)
    groups = dict(start(event).entries.values_list("entrant_id", "group"))
    assert {groups[who] for who in pair} == {1, 2} and sorted(groups.values()) == [1] * 4 + [2] * 4
