"""From groups and from a Swiss to the knockout."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tournaments.formats.qualification import (
    Finish,
    Qualified,
    Tie,
    groups_of,
    level_at_cut,
    level_in_groups,
    qualify,
    reseeded,
    swiss_cut,
)
from tournaments.formats.systems.elimination import seed_order


def group(letter: str, *scores: float, played: int = 3) -> list[Finish]:
    return [Finish(f"{letter}{place}", (score,), played) for place, score in enumerate(scores, start=1)]


def chance_groups(groups: int, size: int) -> list[list[Finish]]:
    lots = Random(groups * 100 + size)
    return [
        group(f"g{number}-", *sorted((lots.randrange(20) for _ in range(size)), reverse=True))
        for number in range(groups)
    ]


def rounds_before_the_final(lines: list[Qualified]) -> int:
    """How many rounds before the final those of one group can meet at the earliest; 0 if not before it."""
    size = 1 << (len(lines) - 1).bit_length()
    spot = {seed: index for index, seed in enumerate(seed_order(size))}
    mates = [(a, b) for a, b in combinations(lines, 2) if a.group == b.group]
    rounds = size.bit_length() - 1
    return max((rounds - (spot[a.seed] ^ spot[b.seed]).bit_length() for a, b in mates), default=0)


def test_seeds_are_dealt_to_and_fro():
    assert groups_of("abcdefgh", groups=3) == [["a", "f", "g"], ["b", "e", "h"], ["c", "d"]]


def test_groups_differ_by_one_and_hold_everybody_once():
    for entrants, groups in [(many, few) for many in range(2, 131) for few in range(1, many // 2 + 1)]:
        dealt = groups_of([str(seed) for seed in range(entrants)], groups=groups)
        sizes = [len(one) for one in dealt]
        assert max(sizes) - min(sizes) <= 1, (entrants, groups)
        assert sorted(int(who) for one in dealt for who in one) == list(range(entrants)), (entrants, groups)
        assert all(int(who) // groups == lap for one in dealt for lap, who in enumerate(one)), (entrants, groups)


@pytest.mark.parametrize(("entrants", "groups"), [(5, 3), (4, 0), (1, 1)])
def test_groups_of_one_are_refused(entrants, groups):
    with pytest.raises(ValueError):
        groups_of("abcde"[:entrants], groups=groups)


def test_the_cut_seeds_as_they_stand():
    assert swiss_cut(["c", "a", "b"], size=2) == [Qualified("c", 1, "cut", 1), Qualified("a", 2, "cut", 2)]


@pytest.mark.parametrize("size", [1, 4])
def test_a_cut_needs_as_many_as_it_takes(size):
    with pytest.raises(ValueError):
        swiss_cut(["c", "a", "b"], size=size)


def test_two_groups_cross_over():
    lines = qualify([group("a", 6, 4, 1), group("b", 5, 3, 2)], per_group=2)
    assert [(line.id, line.seed, line.reason, line.place, line.group) for line in lines] == [
        ("a1", 1, "group-place", 1, 1),
        ("b1", 2, "group-place", 1, 2),
        ("a2", 3, "group-place", 2, 1),
        ("b2", 4, "group-place", 2, 2),
    ]


def test_winners_are_seeded_before_seconds_and_by_average():
    lines = qualify([group("a", 6, 5, played=4), group("b", 5, 1, played=3)], per_group=2)
    assert [line.id for line in lines][:2] == ["b1", "a1"]


def test_the_best_runner_up_is_found_by_average_over_unequal_groups():
    groups = [group("a", 9, 6, 0, played=4), group("b", 9, 5, 0, played=3), group("c", 9, 4, 0, played=3)]
    lines = qualify(groups, per_group=1, best_runners_up=1)
    assert [(line.id, line.reason) for line in lines if line.place == 2] == [("b2", "best-runner-up")]
    assert groups[0][1].average == (Fraction(3, 2),)


def test_level_averages_are_decided_by_the_next_figure_then_by_the_earlier_group():
    groups = [[Finish("a", (3, 1), 3)], [Finish("b", (2, 2), 2)], [Finish("c", (3, 1), 3)]]
    assert [line.id for line in qualify(groups, per_group=1)] == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("size", "level"),
    [(1, None), (2, Tie(("b", "c", "d"), 1, 2)), (3, Tie(("b", "c", "d"), 2, 2)), (4, None), (5, None), (9, None)],
)
def test_a_cut_says_whom_it_would_part(size, level):
    assert level_at_cut([["a"], ["b", "c", "d"], ["e"]], size=size) == level


def test_who_is_runner_up_of_a_group_is_asked_only_where_it_matters():
    sure = [[Finish("a1", (9,), 3)], [Finish("a2", (8,), 3)]]
    level = [[Finish("b1", (9,), 3)], [Finish("b2", (1,), 3), Finish("b3", (1,), 3)]]
    near = [[Finish("c1", (9,), 3)], [Finish("c2", (8,), 3), Finish("c3", (8,), 3)]]
    assert level_in_groups([sure, level], per_group=1, best_runners_up=1) == []
    assert level_in_groups([sure, near], per_group=1, best_runners_up=1) == [Tie(("c2", "c3"), 1, 2, 2)]


def test_runners_up_of_several_groups_who_are_level_are_told_apart_by_what_was_settled():
    groups = [[[Finish(f"{name}1", (9,), 3)], [Finish(f"{name}2", (5,), 3)]] for name in "abc"]
    assert level_in_groups(groups, per_group=1, best_runners_up=2) == [Tie(("a2", "b2", "c2"), 2, 2)]
    settled = [{"c2": 1, "b2": 2, "a2": 3}]
    assert level_in_groups(groups, per_group=1, best_runners_up=2, settled=settled) == []
    flat = [[finish for tier in group for finish in tier] for group in groups]
    lines = qualify(flat, per_group=1, best_runners_up=2, settled=settled)
    assert {line.id for line in lines if line.reason == "best-runner-up"} == {"b2", "c2"}


def test_a_director_can_edit_the_proposal():
    lines = qualify([group("a", 6, 4), group("b", 5, 3)], per_group=1)
    assert reseeded(lines, ["b1", "b2"]) == [Qualified("b1", 1, "group-place", 1, 2), Qualified("b2", 2, "by-hand", 0)]


@pytest.mark.parametrize(("per_group", "best_runners_up"), [(0, 0), (3, 0), (2, 1), (1, 3), (1, -1)])
def test_no_more_go_on_than_there_are(per_group, best_runners_up):
    with pytest.raises(ValueError):
        qualify([group("a", 6, 4), group("b", 5, 3)], per_group=per_group, best_runners_up=best_runners_up)


def test_two_of_a_group_do_not_meet_before_the_final():
    for groups in range(1, 65):
        assert rounds_before_the_final(qualify(chance_groups(groups, 3), per_group=2)) == 0, groups


def test_a_winner_and_the_best_runner_up_do_not_meet_before_the_final():
    for groups in range(2, 33):
        for runners_up in (1, groups // 2, groups - 1):
            lines = qualify(chance_groups(groups, 2), per_group=1, best_runners_up=runners_up)
            assert rounds_before_the_final(lines) == 0, (groups, runners_up)


@pytest.mark.flood
@pytest.mark.parametrize("groups", range(1, 33))
def test_three_or_four_of_a_group_do_not_meet_before_the_semi_finals(groups):
    for per_group, runners_up in ((2, groups // 2), (3, 0), (3, groups - 1), (4, 0)):
        lines = qualify(chance_groups(groups, 4), per_group=per_group, best_runners_up=runners_up)
        assert rounds_before_the_final(lines) <= 1


@pytest.mark.flood
@pytest.mark.parametrize("groups", range(1, 33))
def test_each_place_keeps_its_tier_and_seeds_have_no_gap(groups):
    lines = qualify(chance_groups(groups, 4), per_group=3, best_runners_up=groups // 2)
    assert [line.seed for line in lines] == list(range(1, len(lines) + 1))
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    assert len({line.id for line in lines}) == len(lines)
