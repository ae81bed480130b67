"""Teams: who of them meets whom, and how they stand; examples, laws, and a count of everything by brute force."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.records import table
from tests.formats.test_stages import with_results
from tournaments.formats.drawing import answer_request, draw_answer, draw_request
from tournaments.formats.explain import explain_round
from tournaments.formats.faults import Fault, faults
from tournaments.formats.plan import StagePlan, next_round, read_plan
from tournaments.formats.record import ByeRecord, Entry, Id, RoundRecord, Seating, StageRecord
from tournaments.formats.stages import FORMATS, stage_standings
from tournaments.formats.systems.strikes import Strikes, draw_strikes
from tournaments.formats.systems.swiss import draw_swiss
from tournaments.formats.teams import TEAM_TIEBREAKS, TeamRound, TeamRow, team_rounds, team_standing

FOURS = read_plan("swiss", {"seats": 4, "rounds": 6})


def brought(**points: int) -> TeamRound:
    return TeamRound({who: Fraction(number) for who, number in points.items()})


def places(rows: Sequence[TeamRow]) -> dict[Id, int | None]:
    return {row.id: row.place for row in rows}


# Standings


def test_the_members_points_of_all_rounds_are_added_up():
    rounds = [brought(a=4, b=1, c=3, d=2), brought(a=1, b=2, c=4, d=3)]
    first, second = team_standing({1: "ab", 2: "cd"}, rounds)
    assert (first.id, first.place, first.points, first.rounds) == (2, 1, 12, (5, 7))
    assert (second.id, second.place, second.points, second.rounds) == (1, 2, 8, (5, 3))
    assert [(share.id, share.points, share.counted) for share in second.shares] == [("a", 5, 5), ("b", 3, 3)]


def test_where_the_best_two_count_each_round_has_its_own_best_two():
    rounds = [brought(a=4, b=3, c=1), brought(a=1, b=3, c=2)]
    (row,) = team_standing({1: "abc"}, rounds, counting=2)
    assert row.rounds == (7, 5)
    assert [(share.points, share.counted) for share in row.shares] == [(5, 4), (6, 6), (3, 2)]


def test_a_team_of_which_fewer_are_here_than_count_has_what_these_bring():
    rows = team_standing({1: "ab", 2: "cd"}, [brought(a=4, c=3, d=2)], counting=2)
    assert [(row.id, row.points) for row in rows] == [(2, 5), (1, 4)]


def test_equal_points_are_told_apart_by_the_best_round_then_by_the_tables_won():
    rounds = [brought(a=4, b=1, c=2), brought(a=1, b=4, c=3)]
    wins = [TeamRound(round_.points, {"b": 1}) for round_ in rounds]
    assert [(row.id, row.decided_by) for row in team_standing({1: "c", 2: "a"}, rounds)] == [
        (2, None),
        (1, "best-round"),
    ]
    assert [(row.id, row.decided_by) for row in team_standing({1: "a", 2: "b"}, wins)] == [
        (2, None),
        (1, "members-wins"),
    ]


def test_whom_nothing_tells_apart_share_a_place_and_the_next_has_the_one_behind():
    rows = team_standing({1: "a", 2: "b", 3: "c"}, [brought(a=2, b=2, c=1)])
    assert places(rows) == {1: 1, 2: 1, 3: 3}
    assert [row.decided_by for row in rows] == [None, None, None]


def test_before_anything_is_played_no_team_has_a_place():
    assert places(team_standing({1: "a", 2: "b"}, [TeamRound()])) == {1: None, 2: None}


@pytest.mark.parametrize(("teams", "counting"), [({1: "ab", 2: "bc"}, None), ({1: "ab"}, 0)])
def test_nobody_is_in_two_teams_and_somebody_counts(teams, counting):
    with pytest.raises(ValueError, match="two teams"):
        team_standing(teams, [], counting=counting)


def test_byes_and_forfeits_bring_what_they_bring_alone_and_the_expelled_nothing():
    played = RoundRecord(
        (table("a", "b", "c", "d"), table("e", "f", "g", "h", forfeited="e")), (ByeRecord("i", Fraction(5, 2)),)
    )
    stage = StageRecord(
        entrants=tuple("abcdefghi"), rounds=(played,), withdrawn=frozenset("b"), expelled=frozenset("b")
    )
    (round_,) = team_rounds([([stage], FOURS.options)])
    assert round_.points == dict(zip("acdefghi", (4, 2, 1, 0, 4, 3, 2, Fraction(5, 2)), strict=True))
    assert round_.wins == {"a": 1, "f": 1}


def test_the_rounds_of_groups_are_played_beside_each_other_and_those_of_stages_in_turn():
    one, other = RoundRecord((table("a", "b"),)), RoundRecord((table("c", "d"),))
    groups = [
        StageRecord(entrants=tuple("ab"), rounds=(one,)),
        StageRecord(entrants=tuple("cd"), rounds=(other, other)),
    ]
    final = StageRecord(entrants=tuple("ac"), rounds=(RoundRecord((table("c", "a"),)),))
    duels = read_plan("swiss", {}).options
    rounds = team_rounds([(groups, duels), ([final], duels)])
    assert [dict(round_.points) for round_ in rounds] == [
        {"a": 1, "b": 0, "c": 1, "d": 0},
        {"c": 1, "d": 0},
        {"c": 1, "a": 0},
    ]


def test_a_table_of_a_size_without_points_brings_nothing():
    plan = read_plan("swiss", {"seats": 4, "points": "own", "own_points": {"4": [5, 3, 2, 0]}})
    stage = StageRecord(entrants=tuple("abcdefg"), rounds=(RoundRecord((table(*"abcd"), table(*"efg"))),))
    (round_,) = team_rounds([([stage], plan.options)])
    assert round_.points == {"a": 5, "b": 3, "c": 2, "d": 0}


PLANS = [
    read_plan(key, {"rounds": 3} | options)
    for key, options in (
        ("swiss", {}), ("swiss", {"seats": 3}), ("swiss", {"seats": 4}), ("swiss", {"seats": 4, "remainder": "byes"}),
        ("round-robin", {"seats": 2}), ("round-robin", {"seats": 4}), ("strikes", {"seats": 4}),
        ("single-elimination", {}), ("table-knockout", {"seats": 4}),
    )
]  # fmt: skip


def whole_event(plan: StagePlan, random: Random, *, people: int, teams: Mapping[int, Sequence[int]] | None = None):
    together = frozenset(frozenset(team) for team in (teams or {}).values() if len(team) > 1)
    stage = StageRecord(entrants=tuple(range(people)), seed=random.randrange(1000), teams=together)
    for _ in range(3):
        if (drawn := next_round(plan, [stage])) is not None:
            stage = with_results(stage, drawn, random)
    return stage


@pytest.mark.parametrize(
    "plan", PLANS, ids=lambda plan: f"{plan.form.key}-{plan.options.seats}-{plan.options.remainder}"
)
@settings(max_examples=10)
@given(data=st.data())
def test_a_team_of_everybody_has_the_points_of_everybody(plan, data):
    random = Random(data.draw(st.integers(0, 2**16)))
    stage = whole_event(plan, random, people=data.draw(st.integers(5, 13)))
    rounds = team_rounds([([stage], plan.options)])
    (row,) = team_standing({0: stage.entrants}, rounds)
    assert row.points == sum(share.points for share in row.shares) == sum(row.rounds)
    if plan.form.standings:
        alone = {row.id: row.points for row in stage_standings(stage, plan.options, scheduled=plan.form.scheduled)}
        assert {share.id: share.points for share in row.shares} == alone


def worth(members: Sequence[int], rounds: Sequence[TeamRound], counting: int | None) -> tuple[Fraction, Fraction, int]:
    """Points, best round and tables won of the best choice of members in each round."""
    many = min(counting or len(members), len(members))
    of_rounds = [
        max(sum(round_.points.get(who, Fraction()) for who in chosen) for chosen in combinations(members, many))
        for round_ in rounds
    ]
    won = sum(round_.wins.get(who, 0) for round_ in rounds for who in members)
    return Fraction(sum(of_rounds)), Fraction(max(of_rounds, default=0)), won


def test_the_standing_of_thousands_of_events_is_what_trying_every_choice_of_members_finds():
    random = Random(5)
    for _ in range(4_000):
        size = random.randint(1, 4)
        teams = {number: tuple(range(10 * number, 10 * number + size)) for number in range(random.randint(1, 5))}
        people = [who for team in teams.values() for who in team]
        rounds = [
            TeamRound(
                {who: Fraction(random.randint(0, 8), 2) for who in people if random.random() < 0.8},
                {who: 1 for who in people if random.random() < 0.3},
            )
            for _ in range(random.randint(0, 3))
        ]
        counting = random.choice([None, 1, 2, 3, 4])
        rows = team_standing(teams, rounds, counting=counting)
        worths = {team: worth(members, rounds, counting) for team, members in teams.items()}
        played = any(round_.points for round_ in rounds)
        better = {team: sum(other > mine for other in worths.values()) for team, mine in worths.items()}
        assert places(rows) == {team: 1 + count if played else None for team, count in better.items()}
        for row in rows:
            assert (row.points, *(row.figures[key] for key in TEAM_TIEBREAKS)) == worths[row.id]
            assert sum(share.counted for share in row.shares) == row.points
            assert all(share.counted <= share.points for share in row.shares)


# Draws


def mates_met(stage: StageRecord) -> list[int]:
    """By round, how many pairs of teammates sat at one table."""
    return [
        sum(
            any(team.issuperset(pair) for team in stage.teams)
            for one in round_.tables
            for pair in combinations(one.ids, 2)
        )
        for round_ in stage.rounds
    ]


@pytest.mark.parametrize(
    ("people", "size", "seats"), [(16, 4, 4), (24, 3, 4), (12, 2, 4), (9, 3, 3), (14, 2, 2), (15, 3, 4)]
)
def test_members_of_a_team_do_not_meet(people, size, seats):
    teams = {start: range(start, start + size) for start in range(0, people, size)}
    plan = read_plan("swiss", {"seats": seats, "rounds": 3})
    assert mates_met(whole_event(plan, Random(people), people=people, teams=teams)) == [0, 0, 0]


def test_as_few_of_a_team_meet_as_there_is_room_for():
    teams = {start: range(start, start + 4) for start in range(0, 12, 4)}
    assert mates_met(whole_event(FOURS, Random(1), people=12, teams=teams)) == [3, 3, 3]


def test_teams_that_would_fill_the_tables_meet_nobody_twice_as_long_as_a_schedule_lasts():
    teams = {start: range(start, start + 4) for start in range(0, 24, 4)}
    stage = StageRecord(entrants=tuple(range(24)), seed=3, teams=frozenset(map(frozenset, teams.values())))
    for _ in range(6):
        drawn = next_round(FOURS, [stage])
        assert drawn
        stage = with_results(stage, drawn, Random(4))
    met = Counter(frozenset(pair) for one in stage.tables for pair in combinations(one.ids, 2))
    assert sum(mates_met(stage)) == 0
    assert set(met.values()) == {1}


def test_at_tables_of_two_teammates_meet_rather_than_those_who_must_not():
    entries = [Entry(who) for who in "abcd"]
    teams = [frozenset("ab"), frozenset("cd")]
    assert set(map(frozenset, draw_swiss(entries, [], teams=teams).seating.tables)) != {
        frozenset("ab"),
        frozenset("cd"),
    }
    kept = [frozenset(pair) for pair in ("ac", "ad", "bc", "bd")]
    tables = draw_swiss(entries, [], avoid=kept, teams=teams).seating.tables
    assert set(map(frozenset, tables)) == {frozenset("ab"), frozenset("cd")}


def test_a_repeat_costs_less_than_teammates_at_one_table():
    entries = [Entry(who) for who in "abcd"]
    history = [Seating((("a", "c"), ("b", "d"))), Seating((("a", "d"), ("b", "c")))]
    drawn = draw_swiss(entries, history, teams=[frozenset("ab")])
    assert frozenset("ab") not in map(frozenset, drawn.seating.tables)
    assert drawn.repeats == 2


def test_where_lives_are_lost_teammates_of_as_many_lives_are_kept_apart():
    plan = read_plan("strikes", {"seats": 4, "lives": 2})
    teams = {start: range(start, start + 2) for start in range(0, 8, 2)}
    assert mates_met(whole_event(plan, Random(2), people=8, teams=teams))[0] == 0


@pytest.mark.parametrize(
    ("seats", "lives", "teams", "seed"),
    [
        (2, "211111122", ({2, 4, 6, 8}, {1, 5, 7}), 2671),
        (3, "12212111212", ({1, 4, 6, 7}, {3, 9, 10}), 2870),
        (2, "222212212221", ({5, 11}, {0, 3, 4, 7, 9, 10}), 2979),
    ],
)
def test_where_lives_are_lost_teammates_are_parted_though_no_exchange_of_two_people_parts_them(
    seats, lives, teams, seed
):
    left = Strikes({who: int(number) for who, number in enumerate(lives)}, {})
    drawn = draw_strikes(left, [], seats=seats, teams=[frozenset(team) for team in teams], seed=seed)
    pairs = [pair for table in drawn.seating.tables for pair in combinations(table, 2)]
    assert not any(team.issuperset(pair) for team in teams for pair in pairs)


@pytest.mark.parametrize("key", FORMATS)
def test_a_draw_of_teams_can_be_made_again_from_its_request(key):
    options = {"seats": 4} if key in ("swiss", "strikes", "table-knockout") else {}
    plan = read_plan(key, options)
    stage = StageRecord(entrants=tuple(range(8)), seed=7, teams=frozenset({frozenset({0, 1}), frozenset({2, 3, 4})}))
    request = draw_request(key, options, [stage], number=lambda who: who + 1)
    assert request["groups"][0]["teams"] == [[1, 2], [3, 4, 5]]
    drawn = next_round(plan, [stage])
    assert drawn
    assert answer_request(request) == draw_answer(drawn, number=lambda who: who + 1)


# What is said of it


def test_teammates_at_one_table_are_named_before_the_round_is_played():
    stage = StageRecord(entrants=tuple("abcd"), teams=frozenset({frozenset("ab")}))
    plan = read_plan("swiss", {"seats": 2, "rounds": 3})
    assert faults(plan, [stage], Seating((("a", "b"), ("c", "d")))) == [Fault("teammates", ("a", "b"), 0)]
    assert faults(plan, [stage], Seating((("a", "c"), ("b", "d")))) == []
    assert faults(read_plan("round-robin", {}), [stage], Seating((("a", "b"), ("c", "d")))) == []


def test_a_draw_says_which_teammates_it_kept_away_and_which_it_could_not():
    stage = StageRecord(
        entrants=tuple("abcd"),
        teams=frozenset({frozenset("abc")}),
        rounds=(RoundRecord((table("a", "b"), table("c", "d"))),),
    )
    reason = explain_round("swiss", stage, read_plan("swiss", {}).options, round=1, who="a")
    assert reason.mates == ("c",)
    assert [(other.id, other.mate) for other in reason.tablemates] == [("b", True)]
