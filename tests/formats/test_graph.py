"""Where people go: what a graph of stages must not be, and whom final places are given to."""

from collections.abc import Sequence
from random import Random

import pytest

from tournaments.formats.graph import Ended, StageEnd, check_graph, final_order
from tournaments.formats.plan import PlanError, StagePlan, chain_from, chain_text, read_chain, read_plan
from tournaments.formats.simulation.compare import KINDS
from tournaments.formats.simulation.playing import Counts, play_stages
from tournaments.formats.sources import StageSource
from tournaments.words.stage.plans import PRESETS

BRACKET, PLACES_9_TO_16 = "single-elimination", "swiss:from=1.size.8.after.8"
GRAPHS = (
    "swiss:seats=2:rounds=3",
    "swiss:seats=4:rounds=2:remainder=threes,table-knockout:seats=4:advance=2:size=8",
    "round-robin:seats=2:groups=4,single-elimination:per_group=2",
    "round-robin:seats=2:groups=4,single-elimination:from=1.per_group.2,single-elimination:from=1.per_group.2.after.2",
    "round-robin:seats=2:groups=3,single-elimination:from=1.per_group.1.best_runners_up.1,swiss:seats=2:rounds=2:from=1",
    "swiss:seats=2:rounds=3,single-elimination:from=1.size.4,swiss:seats=2:rounds=2:from=1",
    "single-elimination,single-elimination:from=1.losers.1",
    "single-elimination:third_place=true,single-elimination:from=1.losers.1,single-elimination:from=1.size.4.after.4",
    (
        "single-elimination:third_place=true,single-elimination:losers=1:third_place=true,"
        "single-elimination:from=1.size.4.after.4:third_place=true,single-elimination:from=2.size.4.after.4:third_place=true"
    ),
    "double-elimination,single-elimination:from=1.losers.1,single-elimination:from=1.size.2.after.2",
    "double-elimination:grand_final=reset,single-elimination:losers=2",
    "swiss:seats=2:rounds=3:groups=2,swiss:rounds=2:from=1.per_group.2,swiss:rounds=2:from=1,swiss:from=2.size.2/3.size.1",
    "table-knockout:seats=4:advance=2,table-knockout:seats=4:advance=2:losers=1",
    "single-elimination,single-elimination:lost_to=2",
    "single-elimination:third_place=true,single-elimination:from=1.lost_to.4,swiss:seats=2:rounds=2:from=1",
    "single-elimination,single-elimination:from=1.losers.1/1.size.4.after.4",
    "single-elimination,swiss:seats=2:rounds=2:from=1.size.4.after.4/1.losers.1,swiss:seats=2:rounds=1:from=1.size.2.after.2",
)


@pytest.mark.parametrize("text", GRAPHS)
@pytest.mark.parametrize("entrants", range(2, 65))
@pytest.mark.flood(24)
def test_everybody_ends_once_and_each_place_is_given_once(text, entrants):
    plans = read_chain(text)
    if can_be_played(plans, entrants):
        order = play_out(plans, entrants, Random(f"{text}:{entrants}"))
        assert sorted(ended.id for ended in order) == [*range(1, entrants + 1)] and each_place_is_given_once(order)


def can_be_played(plans: Sequence[StagePlan], entrants: int) -> bool:
    return all(fault.code == "passed-over" for fault in check_graph(plans, entrants=entrants))


def play_out(plans: Sequence[StagePlan], entrants: int, random: Random) -> list[Ended]:
    return final_order(play_stages(plans, range(1, entrants + 1), random, Counts(), lambda rounds: None))


def each_place_is_given_once(order: Sequence[Ended]) -> bool:
    """Or shared, and then those after it are left out."""
    places = [ended.place for ended in order]
    return places == [1 + sum(other < place for other in places) for place in places]


PROPOSED = {
    **{key: [read_plan(*stage) for stage in stages] for key, (_name, stages) in PRESETS.items()},
    **{kind: read_chain(kind.format(rounds=3, groups=4)) for kind in KINDS},
}


# Of so many, those out in the first round have the places for which others play.
CROWDED = {"all-places": range(5, 9)}


@pytest.mark.parametrize("key", PROPOSED)
def test_a_proposed_plan_can_be_played_by_its_fewest_and_by_all_numbers_above(key):
    fewest = 2 * PROPOSED[key][0].groups
    enough = [entrants for entrants in range(fewest, 65) if entrants not in CROWDED.get(key, ())]
    assert [entrants for entrants in range(2, 65) if can_be_played(PROPOSED[key], entrants)] == enough
    assert each_place_is_given_once(play_out(PROPOSED[key], enough[0], Random(key)))


@pytest.mark.parametrize("key", PROPOSED)
@pytest.mark.parametrize("entrants", range(2, 65))
@pytest.mark.flood(12)
def test_by_a_proposed_plan_everybody_ends_once_and_each_place_is_given_once(key, entrants):
    if can_be_played(PROPOSED[key], entrants):
        order = play_out(PROPOSED[key], entrants, Random(f"{key}:{entrants}"))
        assert sorted(ended.id for ended in order) == [*range(1, entrants + 1)] and each_place_is_given_once(order)


def test_a_stage_plays_beside_the_bracket_from_which_its_people_come():
    counts = Counts()
    plans = read_chain("single-elimination,single-elimination:losers=1,single-elimination:from=1.size.4.after.4")
    play_stages(plans, range(1, 17), Random(1), counts, lambda rounds: None)
    assert [sum(tables.values()) for tables in counts.tables] == [8, 4 + 4, 2 + 2 + 2, 1 + 1 + 1]


@pytest.mark.parametrize(
    ("text", "count"), [("single-elimination", range(8, 13)), (f"{BRACKET},{PLACES_9_TO_16}", [4])]
)
def test_who_loses_their_first_match_after_a_bye_comes_with_the_losers_of_round_1(text, count):
    """Twelve of twenty have one; but where others take their place, that goes first."""
    main, *more = text.split(",")
    for seed in range(20):
        plans = read_chain(",".join([main, "swiss:from=1.losers.1", *more]))
        bracket, consolation, *_ = play_stages(plans, range(1, 21), Random(seed), Counts(), lambda rounds: None)
        beaten = {who for place, who in bracket.places if place == 17 or (place == 9 and who <= 12 and not more)}
        assert {who for _, who in consolation.places} == beaten
        assert len(beaten) in count


@pytest.mark.parametrize("text", GRAPHS)
def test_a_graph_is_written_in_a_line_and_read_again(text):
    assert read_chain(chain_text(chain_from(text))) == read_chain(text)


@pytest.mark.parametrize("text", GRAPHS)
def test_every_graph_here_can_be_played_by_sixteen(text):
    assert not check_graph(read_chain(text), entrants=16)


@pytest.mark.parametrize(
    ("text", "entrants", "faults"),
    [
        ("swiss,single-elimination:from=2.size.4", None, [("no-stage", 2)]),
        ("swiss,swiss:from=3,swiss", None, [("no-stage", 2)]),
        ("swiss,swiss:losers=1", None, [("no-bracket", 2)]),
        ("swiss:groups=2,swiss:from=1.size.4.after.4", None, [("by-group", 2)]),
        ("swiss,swiss:from=1.size.4,swiss:from=1.size.4.after.3", None, [("two-stages", 3)]),
        ("swiss,swiss:from=1,swiss:from=1", None, [("two-stages", 3)]),
        ("single-elimination,swiss:from=1.losers.1,swiss:from=1.losers.1", None, [("two-stages", 3)]),
        ("single-elimination,swiss:from=1.losers.1,swiss:from=1.size.4.after.4", 8, [("two-stages", 3)]),
        ("single-elimination,swiss:from=1.losers.1/1.size.4.after.4", 8, []),
        ("single-elimination,swiss:from=1.size.4.after.4/1.losers.1", 16, []),
        (
            "single-elimination,swiss:from=1.losers.1/1.size.4.after.4,swiss:from=1.size.2.after.6",
            8,
            [("two-stages", 3)],
        ),
        ("swiss,swiss:from=1.size.4/1.size.4.after.2", 16, [("two-stages", 2)]),
        ("single-elimination,swiss:from=1.losers.7", 16, [("passed-over", 2)]),
        ("single-elimination,swiss:from=1.losers.1", 3, [("passed-over", 2)]),
        ("round-robin:groups=4,swiss:per_group=1:groups=3", 16, [("too-few", 2)]),
        ("double-elimination,swiss:lost_to=2", None, [("no-single", 2)]),
        ("single-elimination,swiss:from=1.lost_to.2,swiss:from=1.losers.1", None, [("two-stages", 3)]),
        ("single-elimination,swiss:from=1.lost_to.2,swiss:from=1.size.4.after.4", 16, [("two-stages", 3)]),
        ("single-elimination,swiss:from=1.lost_to.4", 4, [("passed-over", 2)]),
        ("single-elimination,swiss:from=1.lost_to.2,swiss:from=1.size.2,swiss:from=1", 16, []),
    ],
)
def test_what_is_wrong_with_a_graph(text, entrants, faults):
    assert [(fault.code, fault.stage) for fault in check_graph(read_chain(text), entrants=entrants)] == faults


@pytest.mark.parametrize(
    "sources",
    [
        "1.size",
        "1.size.2.losers.1",
        "1.after.2",
        "0.size.2",
        "1.losers.1.after.1",
        "1.size.2.best_runners_up.1",
        "1.lost_to.3",
        "",
    ],
)
def test_sources_that_say_nothing_are_no_plan(sources):
    with pytest.raises(PlanError):
        read_chain(f"swiss,swiss:from={sources}")


def test_a_plan_stored_with_runners_up_of_no_group_is_read_as_ever():
    assert read_plan("swiss", {"qualify": {"size": 4, "best_runners_up": 1}}).sources == (StageSource(size=4),)


def ended(*stages: StageEnd) -> list[tuple[int, int | None]]:
    return [(each.id, each.place) for each in final_order(stages)]


def test_who_did_not_play_on_stands_behind_those_who_did():
    first = StageEnd(1, (), ((1, 1), (2, 2), (3, 3), (4, 4)))
    assert ended(first, StageEnd(2, (StageSource(1, size=3),), ((1, 3), (2, 1)))) == [(3, 1), (1, 2), (2, 3), (4, 4)]


def test_lower_places_stand_behind_those_who_hold_better_ones():
    main = StageEnd(1, (), ((1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6), (5, 7)), out=(5, 3, 2))
    consolation = StageEnd(2, (StageSource(1, losers=1),), ((1, 7), (2, 6)))
    assert ended(consolation, main) == [(1, 1), (2, 2), (3, 3), (4, 3), (7, 5), (6, 6), (5, 7)]


def test_a_stage_of_several_sources_stands_where_the_best_of_them_has_it():
    upper = StageEnd(2, (StageSource(1, size=2),), ((1, 1), (2, 2)))
    lower = StageEnd(3, (StageSource(1, size=2, after=2),), ((1, 4), (2, 3)))
    first = StageEnd(1, (), ((1, 2), (2, 1), (3, 3), (4, 4)))
    final = StageEnd(4, (StageSource(2, size=1), StageSource(3, size=1)), ((1, 4), (2, 1)))
    assert ended(first, upper, lower, final) == [(4, 1), (1, 2), (2, 3), (3, 4)]


def test_a_stage_of_several_places_of_one_stands_where_the_best_of_them_does():
    first = StageEnd(1, (), ((1, 1), (2, 2), (3, 3), (4, 4)))
    both = StageEnd(2, (StageSource(1, size=1, after=3), StageSource(1, size=1, after=1)), ((1, 4), (2, 2)))
    assert ended(first, both) == [(1, 1), (4, 2), (2, 3), (3, 4)]


def test_the_expelled_have_no_place():
    first = StageEnd(1, (), ((1, 1), (2, 2), (3, 3)), unplaced=frozenset({2}))
    assert ended(first) == [(1, 1), (3, 2), (2, None)]
