"""Leagues: who meets whom in which week, how a division stands, what is sure, and who plays where the next time."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations, pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.leagues import (
    DivisionMoves,
    LeagueRow,
    LeagueRules,
    Result,
    fixtures,
    moves_of,
    next_divisions,
    read_rules,
    standing,
    teams_standing,
    windows,
    with_ways,
    write_rules,
)

A, B, C, D = range(4)
RULES = LeagueRules()


def won(*order: int) -> Result:
    """One after the other."""
    return [(player, place) for place, player in enumerate(order, start=1)]


def drawn(*players: int) -> Result:
    return [(player, 1) for player in players]


def stands(
    players: Sequence[int],
    *results: Result,
    to_come: Sequence[tuple[int, ...]] = (),
    up: int = 0,
    down: int = 0,
    gone: Set[int] = frozenset(),
) -> list[LeagueRow]:
    return with_ways(standing(players, results, to_come, RULES), RULES, DivisionMoves(up, down), gone=gone)


@pytest.mark.parametrize("laps", [1, 2])
@pytest.mark.parametrize("players", range(2, 10))
def test_at_tables_of_two_everybody_meets_everybody_as_often_as_there_are_laps_and_once_a_round(players, laps):
    rounds = fixtures(range(players), LeagueRules(laps=laps))
    met = Counter(frozenset(pair) for tables in rounds for pair in tables)
    assert met == {frozenset(pair): laps for pair in combinations(range(players), 2)}
    assert all(len(set(sum(tables, ()))) == 2 * len(tables) for tables in rounds)


def test_in_the_second_lap_the_other_one_is_at_home():
    home = Counter(pair for tables in fixtures(range(6), LeagueRules(laps=2)) for pair in tables)
    assert set(home.values()) == {1} and len(home) == 30


@given(st.dates(date(2020, 1, 1), date(2030, 1, 1)), st.integers(0, 400), st.integers(1, 30))
def test_the_weeks_of_the_rounds_fill_the_season_one_after_the_other(starts, days, rounds):
    ends = starts + timedelta(days=days)
    found = windows(starts, ends, rounds)
    assert len(found) == rounds and found[0][0] == starts and found[-1][1] == ends
    assert all(first <= last for first, last in found)
    if days >= rounds:
        assert all(later[0] - earlier[1] == timedelta(days=1) for earlier, later in pairwise(found))


def test_a_win_and_a_draw_bring_what_the_rules_say_and_at_larger_tables_against_each_of_the_others():
    rows = stands(range(4), won(A, B), drawn(C, D), won(A, C, D))
    assert [(row.player, row.points, row.won, row.drawn, row.lost) for row in rows] == [
        (A, 9, 3, 0, 0), (C, 4, 1, 1, 1), (D, 1, 0, 1, 2), (B, 0, 0, 0, 1),
    ]  # fmt: skip


def test_level_on_points_those_against_each_other_decide_then_wins_and_then_the_place_is_shared():
    rows = stands(range(4), won(A, C), won(B, A), drawn(D, C), drawn(D, A), drawn(D, B))
    assert [(row.player, row.rank, row.decided_by) for row in rows] == [
        (B, 1, None), (A, 2, "direct"), (D, 3, None), (C, 4, None),
    ]  # fmt: skip
    direct = stands(range(4), won(A, B), won(B, C), won(C, D))
    assert [(row.player, row.decided_by) for row in direct] == [(A, None), (B, "direct"), (C, "direct"), (D, None)]
    wins = standing([A, B], [won(A, C), won(C, A), drawn(B, C), drawn(B, D), drawn(B, 9)], [], RULES)
    assert [(row.player, row.rank, row.decided_by) for row in wins] == [(A, 1, None), (B, 2, "wins")]
    assert [row.rank for row in stands(range(3), drawn(A, B), drawn(B, C), drawn(A, C))] == [1, 1, 1]


def test_nobody_is_champion_before_anything_was_played():
    assert {row.way for row in stands(range(4), to_come=[(A, B), (C, D)], up=1, down=1)} == {None}


def test_the_line_through_people_whom_nothing_tells_apart_is_told():
    rows = stands(range(4), drawn(A, B), drawn(C, D), up=1, down=1)
    assert [row.way for row in rows] == ["level"] * 4 and all(row.sure for row in rows)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_to_be_sure_holds_however_the_season_goes_on(seed):
    """Against everything that can still happen: a win of either, or a draw, at each fixture to come."""
    random, up, down = Random(seed), seed % 2, 1
    pairs = list(combinations(range(5), 2))
    random.shuffle(pairs)
    over = [won(*random.sample(pair, 2)) if random.random() < 0.8 else drawn(*pair) for pair in pairs[:6]]
    said = [row for row in stands(range(5), *over, to_come=pairs[6:], up=up, down=down) if row.sure]
    for rest in product((0, 1, 2), repeat=len(pairs) - 6):
        further = [
            drawn(*pair) if how == 2 else won(pair[how], pair[1 - how])
            for pair, how in zip(pairs[6:], rest, strict=True)
        ]
        ways = {row.player: row.way for row in stands(range(5), *over, *further, up=up, down=down)}
        assert {row.player: row.way for row in said} == {row.player: ways[row.player] for row in said}


def test_who_cannot_be_caught_is_champion_before_the_end_and_not_a_fixture_earlier():
    first = stands([A, B, C], won(A, B), to_come=[(A, C), (B, C)])[0]
    assert (first.player, first.way, first.sure) == (A, "champion", False)
    first = stands([A, B, C], won(A, B), won(A, C), to_come=[(B, C)])[0]
    assert (first.player, first.way, first.sure) == (A, "champion", True)


SIZES = st.lists(st.integers(1, 9), min_size=1, max_size=5)


@given(SIZES, st.integers(0, 4), st.randoms(use_true_random=False))
def test_the_next_time_nobody_moves_further_than_by_one_and_where_nobody_left_divisions_stay_as_large(
    sizes, moving, random
):
    players = iter(range(100))
    divisions = [[next(players) for _ in range(size)] for size in sizes]
    gone = {who for each in divisions for who in each if random.random() < random.choice([0, 0.3])}
    staying = [[who for who in each if who not in gone] for each in divisions]
    moves = moves_of(divisions, gone, LeagueRules(moving=moving))
    found = next_divisions(staying, moves)
    was, now = ({who: at for at, each in enumerate(all_) for who in each} for all_ in (staying, found))
    assert gone or [len(each) for each in found] == sizes
    assert was.keys() == now.keys() and all(abs(was[who] - now[who]) <= 1 for who in was)
    assert all(move.up + move.down <= len(each) for each, move in zip(staying, moves, strict=True))


def test_the_last_and_the_first_of_the_next_change_places():
    divisions = [[A, B], [C, D]]
    assert next_divisions(divisions, moves_of(divisions, set(), RULES)) == [[A, C], [B, D]]


def test_who_leaves_takes_the_place_of_one_who_would_go_down_and_nobody_else_does():
    divisions = [[0, 1, 2, 3], [4, 5, 6, 7]]
    moves = moves_of(divisions, {3}, RULES)
    assert next_divisions([[0, 1, 2], [4, 5, 6, 7]], moves) == [[0, 1, 2, 4], [5, 6, 7]]
    rows = stands(range(4), won(0, 1), won(0, 2), won(1, 2), to_come=(), down=moves[0].down, gone={3})
    assert [row.way for row in rows] == ["champion", None, None, None]


def test_who_leaves_does_not_go_up_and_the_next_one_does():
    assert moves_of([[0, 1], [4, 5]], {4}, RULES)[1].up == 1
    rows = stands([4, 5, 6, 7], won(4, 5), won(5, 6), won(6, 7), won(4, 6), won(4, 7), up=1, gone={4})
    assert [(row.player, row.way) for row in rows] == [(4, None), (5, "up"), (6, None), (7, None)]


@given(st.integers(0, 4), st.randoms(use_true_random=False))
def test_a_team_has_the_points_of_its_members_in_all_divisions_or_of_the_best_few_of_them(best, random):
    rows = []
    for players in (range(4), range(4, 9), range(9, 11)):
        met = [pair for pair in combinations(players, 2) if random.random() < 0.6]
        over = [won(*random.sample(pair, 2)) if random.random() < 0.7 else drawn(*pair) for pair in met]
        rows += standing(players, over, [], RULES)
    teams = {number: [row.player for row in rows if row.player % 4 == number] for number in range(3)}
    own = {row.player: row for row in rows}
    wanted = {}
    for team, members in teams.items():
        few = combinations(members, min(best, len(members)) or len(members))
        wanted[team] = (max(sum(own[who].points for who in each) for each in few), sum(own[who].won for who in members))
    found = teams_standing(teams, rows, replace(RULES, team_best=best))
    assert {row.id: row.points for row in found} == {team: points for team, (points, _wins) in wanted.items()}
    assert all(row.points == sum(share.counted for share in row.shares) for row in found)
    if any(own[who].met for members in teams.values() for who in members):
        places = {team: 1 + sum(other > figures for other in wanted.values()) for team, figures in wanted.items()}
        assert {row.id: row.place for row in found} == places
    else:
        assert {row.place for row in found} == {None}


@pytest.mark.parametrize("laps", [1, 2])
@pytest.mark.parametrize("teams", [[(0, 1), (2, 3), (4, 5), (6, 7)], [(0, 1, 2), (3, 4, 5)], [(0, 7)]])
def test_teammates_meet_before_the_last_three_rounds_and_everybody_still_meets_everybody(laps, teams):
    rounds = fixtures(range(8), LeagueRules(laps=laps), teams=teams)
    met = Counter(frozenset(pair) for tables in rounds for pair in tables)
    assert met == {frozenset(pair): laps for pair in combinations(range(8), 2)}
    mates = {frozenset(pair) for team in teams for pair in combinations(team, 2)}
    assert {number for number, tables in enumerate(rounds) if mates.intersection(map(frozenset, tables))} <= {
        lap * 7 + number for lap in range(laps) for number in range(4)
    }
    if all(len(team) == 2 for team in teams):
        assert mates <= set(map(frozenset, rounds[0]))


def test_without_teams_with_large_ones_and_at_larger_tables_fixtures_are_drawn_in_the_order_of_the_players():
    assert fixtures(range(8), RULES, teams=[(5,)]) == fixtures(range(8), RULES)
    assert fixtures(range(40), RULES, teams=[range(20), range(20, 40)]) == fixtures(range(40), RULES)
    larger = LeagueRules(seats=3)
    assert fixtures(range(9), larger, teams=[(0, 8)]) == fixtures(range(9), larger)


def test_rules_are_read_as_they_were_written():
    rules = LeagueRules(seats=3, laps=2, win=Fraction(2), draw=Fraction(1, 2), moving=2, team_best=3)
    assert read_rules(write_rules(rules)) == rules
