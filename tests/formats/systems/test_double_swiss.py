"""A Swiss whose rounds are matches of two games, each of which counts: FIDE's Double-Swiss (C.04.5, February 2026)."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.records import table
from tests.formats.systems.swiss_events import Event, byes_had, key, meetings, seatings
from tournaments.formats.matches import MatchRule, match_record, match_rule
from tournaments.formats.plan import PlanError, next_round, read_plan
from tournaments.formats.record import ByeRecord, Entry, RoundRecord, Seating, StageRecord
from tournaments.formats.simulation.playing import played_out
from tournaments.formats.stages import stage_standings
from tournaments.formats.standings.points import table_points
from tournaments.formats.systems.swiss import draw_swiss

PLAN = read_plan("swiss", {"rounds": 4, "games": 2, "points": "games"})
RULE = PLAN.options.points
TWO_GAMES = MatchRule(2, "games")
DRAWN = table("A", "B", places=[1, 1])


def points(*games):
    return table_points(RULE, match_record(games, TWO_GAMES))


# Preface and 1.4: what a match and a bye bring


@pytest.mark.parametrize(
    ("games", "brought"),
    [
        ([table("A", "B"), table("A", "B")], (2, 0)),
        ([table("A", "B"), DRAWN], (Fraction(3, 2), Fraction(1, 2))),
        ([table("A", "B"), table("B", "A")], (1, 1)),
        ([DRAWN, DRAWN], (1, 1)),
        ([DRAWN, table("B", "A")], (Fraction(1, 2), Fraction(3, 2))),
    ],
)
def test_each_game_brings_its_points(games, brought):
    assert points(*games) == dict(zip("AB", brought, strict=True))


def test_a_match_of_one_game_each_is_a_draw_whatever_the_scores():
    places = [seat.place for seat in match_record([table("A", "B"), table("B", "A")], TWO_GAMES).seats]
    assert places == [1, 1]


def test_both_games_are_played_whoever_won_the_first():
    assert match_record([table("A", "B")], TWO_GAMES).kind == "open"


def test_a_bye_is_worth_a_game_won_and_a_draw():
    assert PLAN.bye_points == Fraction(3, 2)
    assert RULE.requested_points("half", 2) == 1


def test_who_does_not_come_loses_both_games_and_the_two_have_not_met():
    first = table("A", "B", forfeited=["B"])
    match = match_record([first], TWO_GAMES)
    assert (match.kind, table_points(RULE, match)) == ("forfeit", {"A": 2, "B": 0})


def test_a_second_game_that_is_forfeited_alone_is_lost_and_the_match_was_played():
    match = match_record([table("A", "B"), table("B", "A", forfeited=["A"])], TWO_GAMES)
    assert (match.kind, match.forfeited, table_points(RULE, match)) == ("played", frozenset(), {"A": 1, "B": 1})


OPEN = table("A", "B", places=[None, None])


@pytest.mark.parametrize(
    ("game", "ruled", "brought"),
    [
        (table("A", "B"), [1, 2], (1, 0)),  # as it stands
        (table("A", "B"), [1, 1], (1, 1)),
        (table("A", "B"), [2, 1], (0, 2)),
        (OPEN, [1, 2], (2, 0)),
        (OPEN, [1, 1], (1, 1)),
    ],
)
def test_the_directors_word_gives_all_games_unless_those_that_were_played_say_the_same(game, ruled, brought):
    match = match_record([game], TWO_GAMES, ruled=dict(zip("AB", ruled, strict=True)))
    assert table_points(RULE, match) == dict(zip("AB", brought, strict=True))


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("swiss", {"games": 3}),
        ("swiss", {"games": 1}),
        ("swiss", {"games": 2, "seats": 3}),
        ("swiss", {"games": 2, "decided": "total"}),
        ("single-elimination", {"games": 2, "decided": "total"}),
        ("strikes", {"games": 2}),
    ],
)
def test_points_for_each_game_are_for_two_games_between_two_who_are_not_knocked_out(key, options):
    with pytest.raises(PlanError, match="each-game"):
        read_plan(key, {**options, "points": "games"})


def test_the_match_of_such_a_plan_is_counted_by_games():
    assert match_rule(PLAN.options) == TWO_GAMES


# Articles 2 and 3: who meets whom


def a_past(seed, size, rounds):
    """Rounds that were drawn so, with the points of two games each."""
    random = Random(seed)
    scores, history = {f"p{number}": Fraction() for number in range(size)}, []
    for _ in range(rounds):
        seating = draw_swiss(in_order(scores), history, seed=seed, alternating=True).seating
        for one, other in seating.tables:
            won = Fraction(random.randrange(5), 2)
            scores[one] += won
            scores[other] += 2 - won
        for one in seating.byes:
            scores[one] += Fraction(3, 2)
        history.append(seating)
    return in_order(scores), history


def in_order(scores):
    return [Entry(one, score) for one, score in scores.items()]


def turned_round(history, random):
    """The same rounds, with others dealing first."""
    return [
        Seating(tuple(pair[:: random.choice([1, -1])] for pair in seating.tables), seating.byes, seating.floats)
        for seating in history
    ]


@given(seed=st.integers(0, 2**32), size=st.integers(2, 30), rounds=st.integers(1, 6))
@settings(max_examples=60)
def test_who_dealt_first_is_no_reason_to_meet_anybody_else(seed, size, rounds):
    entries, history = a_past(seed, size, rounds)
    other_seats = turned_round(history, Random(seed))
    pairs = [
        {frozenset(pair) for pair in draw_swiss(entries, past, alternating=True).seating.tables}
        for past in (history, other_seats)
    ]
    assert pairs[0] == pairs[1]


@given(seed=st.integers(0, 2**32), size=st.integers(2, 8), rounds=st.integers(0, 6))
@settings(max_examples=80)
def test_no_draw_of_up_to_eight_is_better_where_seats_do_not_count(seed, size, rounds):
    event = Event.at_random(size, rounds=rounds, couples=0, seed=seed)
    drawn = draw_swiss(event.entries(), event.history, alternating=True).seating
    ids = [entry.id for entry in event.entries()]

    def cost(seating):
        whole = key(seating, event.entries(), event.history)
        return (*whole[:3], *whole[4:])

    assert cost(drawn) == min(cost(seating) for seating in seatings(ids))


def by_the_regulation(entries, history):
    """The round-pairings that comply with [C1] to [C5], from the text and from all there are: none if there is no legal
    one. The bye first (3.4), then bracket by bracket from the top the fewest upfloaters, and of these the highest.
    """
    scores = {entry.id: entry.score for entry in entries}
    met, had = meetings(history), byes_had(history)
    legal = [
        seating
        for seating in seatings(list(scores))
        if not any(met[frozenset(pair)] for pair in seating.tables) and not any(had[one] for one in seating.byes)
    ]
    lowest = min((scores[one] for seating in legal for one in seating.byes), default=None)
    left = [seating for seating in legal if all(scores[one] == lowest for one in seating.byes)]
    best = min((upfloaters(seating, scores) for seating in left), default=None)
    return [seating for seating in left if upfloaters(seating, scores) == best]


def upfloaters(seating, scores):
    """Bracket by bracket how many come from lower scoregroups, and their scores, the lowest first: less is better."""
    profile, left = [], [sorted((scores[one] for one in pair), reverse=True) for pair in seating.tables]
    while left:
        top = max(pair[0] for pair in left)
        bracket = [pair for pair in left if pair[0] == top]
        left = [pair for pair in left if pair[0] != top]
        lower = sorted(pair[1] for pair in bracket if pair[1] != top)
        profile.append((len(lower), [-score for score in lower]))
    return profile


def gap(seating, scores):
    return sum((abs(scores[one] - scores[other]) for one, other in seating.tables), Fraction())


@given(seed=st.integers(0, 2**32), size=st.integers(4, 9), rounds=st.integers(0, 4))
@settings(max_examples=80, deadline=None)
def test_where_the_regulation_has_a_draw_ours_is_legal_and_its_scores_are_as_near(seed, size, rounds):
    entries, history = a_past(seed, size, rounds)
    scores = {entry.id: entry.score for entry in entries}
    drawn = draw_swiss(entries, history, alternating=True).seating
    regular = by_the_regulation(entries, history)
    if not regular:
        return
    met, had = meetings(history), byes_had(history)
    assert not any(met[frozenset(pair)] for pair in drawn.tables)
    assert not any(had[one] for one in drawn.byes)
    assert [scores[one] for one in drawn.byes] == [scores[one] for one in regular[0].byes]
    assert gap(drawn, scores) <= gap(regular[0], scores)


def test_the_first_round_is_the_fold():
    draw = draw_swiss(in_order(dict.fromkeys("ABCDEFG", 0)), [], alternating=True).seating
    assert {frozenset(pair) for pair in draw.tables} == {frozenset("AD"), frozenset("BE"), frozenset("CF")}
    assert draw.byes == ("G",)


# Article 4: who deals first in the first game


@given(seed=st.integers(0, 2**32), size=st.integers(4, 20).filter(lambda size: size % 2 == 0))
@settings(max_examples=30)
def test_whoever_has_dealt_first_less_often_begins(seed, size):
    entries, history = a_past(seed, size, 5)
    firsts = [one for seating in history for one, _ in seating.tables]
    for one, other in draw_swiss(entries, history, alternating=True).seating.tables:
        assert firsts.count(one) <= firsts.count(other)


# A whole stage


@given(seed=st.integers(0, 2**16), size=st.integers(3, 11))
@settings(max_examples=30)
def test_a_stage_gives_two_points_for_each_table_and_one_and_a_half_for_each_bye(seed, size):
    random = Random(seed)
    stage = StageRecord(entrants=tuple(range(size)), seed=seed)
    for _ in range(min(4, size - 1)):
        drawn = next_round(PLAN, [stage])
        played = [
            match_record([a_game(pair, random), a_game(pair, random)], TWO_GAMES) for pair in drawn.seating.tables
        ]
        byes = tuple(ByeRecord(one, PLAN.bye_points) for one in drawn.seating.byes)
        stage = StageRecord(
            entrants=stage.entrants,
            rounds=(*stage.rounds, RoundRecord(tuple(played), byes)),
            matches=(*stage.matches, ()),
            floats=(*stage.floats, drawn.seating.floats),
            seed=seed,
        )
    tables, rested = len(list(stage.tables)), sum(len(round_.byes) for round_ in stage.rounds)
    scores = {row.id: row.points for row in stage_standings(stage, PLAN.options)}
    assert sum(scores.values()) == 2 * tables + Fraction(3, 2) * rested
    assert len({pair for each in stage.tables for pair in combinations(sorted(each.ids), 2)}) == tables


def test_a_simulated_match_of_a_game_each_is_a_draw():
    stage = StageRecord(entrants=tuple(range(20)), seed=1)
    played, _ = played_out(stage, next_round(PLAN, [stage]), PLAN, dict.fromkeys(stage.entrants, 0.0), Random(1))
    results = {tuple((seat.wins, seat.place) for seat in match.seats) for match in played.tables}
    assert ((1, 1), (1, 1)) in results <= {((1, 1), (1, 1)), ((2, 1), (0, 2)), ((0, 2), (2, 1))}


def a_game(pair, random):
    return table(*pair, places=random.choice([[1, 2], [2, 1], [1, 1]]))
