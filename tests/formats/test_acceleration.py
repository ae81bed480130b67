"""Virtual and starting points: who has them, when, and that only the draw counts the virtual ones."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest

from tests.formats.records import table
from tests.formats.test_stages import play_out
from tournaments.formats.acceleration import starting_points, virtual_points
from tournaments.formats.explain import explain_round
from tournaments.formats.options import Options
from tournaments.formats.plan import PlanError, floats, read_plan
from tournaments.formats.record import RoundRecord, StageRecord
from tournaments.formats.stages import FORMATS, drawing_scores, event_record, stage_standings
from tournaments.formats.standings.ledger import Ledger, buchholz
from tournaments.formats.standings.ranking import RankingCache, running_scores
from tournaments.formats.standings.tiebreaks import progressive

SWISS = FORMATS["swiss"]
PLAIN, BAKU = Options(rounds=5), Options(rounds=5, acceleration="baku")
MCMAHON = read_plan("swiss", {"rounds": 5, "acceleration": "mcmahon"}).options
HALF = Fraction(1, 2)


def stage_of(people, *, played=0, late=0):
    return StageRecord(
        entrants=tuple(range(1, people + 1)),
        rounds=(RoundRecord(()),) * played,
        late=frozenset(range(people - late + 1, people + 1)),
        seed=7,
    )


def given(stage, *, rounds):
    return virtual_points(stage, rounds=rounds, win=Fraction(1))


@pytest.mark.parametrize(("people", "upper"), [(2, 2), (5, 4), (8, 4), (9, 6), (160, 80), (161, 82), (163, 82)])
def test_the_upper_half_is_the_nearest_even_number(people, upper):
    """The example of the regulation: 82 of 161."""
    assert [*given(stage_of(people), rounds=9)] == [*range(1, upper + 1)]


@pytest.mark.parametrize(
    ("rounds", "points"),
    [(9, [1, 1, 1, HALF, HALF]), (8, [1, 1, HALF, HALF]), (5, [1, 1, HALF]), (2, [1]), (1, [1])],
)
def test_half_of_the_rounds_are_accelerated_and_the_second_half_of_these_by_less(rounds, points):
    """The example of the regulation: five of nine, three of them by a whole point."""
    whole = [*points, *[0] * (rounds - len(points))]
    assert [given(stage_of(9, played=played), rounds=rounds).get(1, 0) for played in range(rounds)] == whole


def test_late_entrants_move_nobody_into_the_upper_half_and_are_not_in_it():
    assert given(stage_of(13, played=1, late=4), rounds=9).keys() == given(stage_of(9), rounds=9).keys()


@pytest.mark.parametrize(("rule", "seats", "win"), [("310", 2, 3), ("win", 2, 1), ("4321", 4, 3), ("7531", 4, 6)])
def test_a_virtual_win_is_what_the_first_place_has_more_than_the_last(rule, seats, win):
    plan = read_plan("swiss", {"acceleration": "baku", "points": rule, "seats": seats, "rounds": 5})
    assert drawing_scores(stage_of(8), plan.options)[1] == win


def test_where_the_own_score_of_the_game_counts_there_is_no_virtual_win():
    with pytest.raises(PlanError, match="no-places") as refused:
        read_plan("swiss", {"acceleration": "baku", "points": "score", "seats": 4})
    assert refused.value.field == "acceleration"


@pytest.mark.parametrize("seats", [2, 4])
def test_in_the_first_round_each_half_meets_itself(seats):
    drawn = SWISS.next_round(stage_of(16), Options(seats=seats, rounds=5, acceleration="baku"))
    assert all(len({who <= 8 for who in seated}) == 1 for seated in drawn.seating.tables)


def test_standings_do_not_know_of_them():
    _, stage = play_out("swiss", 12, BAKU)
    assert all(stage_standings(stage.after(n), BAKU) == stage_standings(stage.after(n), PLAIN) for n in range(6))


def test_who_floats_is_told_by_the_scores_of_the_draw():
    plan = read_plan("swiss", {"acceleration": "baku", "rounds": 5})
    assert floats(plan, [stage_of(8)], [(1, 5), (2, 3), (6, 7)]) == (1,)


def test_a_draw_is_explained_with_the_scores_that_it_counted():
    _, stage = play_out("swiss", 9, BAKU)
    upper, lower = (explain_round("swiss", stage, BAKU, round=1, who=who) for who in ("p1", "p8"))
    assert (upper.score, upper.virtual, upper.score_group) == (1, 1, ("p1", "p2", "p3", "p4", "p5", "p6"))
    assert (lower.score, lower.virtual, lower.score_group) == (0, 0, ("p7", "p8", "p9"))


def test_the_explanation_of_a_round_that_is_not_accelerated_names_none():
    _, stage = play_out("swiss", 8, BAKU)
    reasons = [explain_round("swiss", stage, BAKU, round=number, who="p1") for number in range(1, 6)]
    assert [reason.virtual for reason in reasons] == [1, 1, HALF, None, None]


@pytest.mark.parametrize("options", [BAKU, MCMAHON])
def test_the_strong_meet_sooner(options):
    """Two rounds of 32 where the stronger always wins: nearer in strength sit together than without."""
    assert gap_after_two(options) < gap_after_two(PLAIN) * 3 / 4


@pytest.mark.parametrize(
    ("people", "bands", "below_each"),
    [(9, 3, [2, 2, 2, 1, 1, 1, 0, 0, 0]), (5, 2, [1, 1, 1, 0, 0]), (10, 4, [3, 3, 3, 2, 2, 1, 1, 1, 0, 0])],
)
def test_every_band_starts_a_win_ahead_of_the_next(people, bands, below_each):
    points = starting_points(stage_of(people), bands=bands, win=Fraction(3))
    assert [points.get(who, 0) for who in range(1, people + 1)] == [3 * below for below in below_each]


def test_bands_differ_by_one_at_most_and_none_is_empty():
    for people, bands in product(range(1, 40), range(2, 9)):
        points = starting_points(stage_of(people), bands=bands, win=Fraction(1))
        sizes = Counter(points.get(who, 0) for who in range(1, people + 1))
        assert sizes.keys() == set(range(min(bands, people)))
        assert max(sizes.values()) - min(sizes.values()) <= 1


def test_late_entrants_start_with_nothing_and_move_nobody():
    late, punctual = stage_of(13, played=1, late=4), stage_of(9)
    assert starting_points(late, bands=3, win=Fraction(1)) == starting_points(punctual, bands=3, win=Fraction(1))


def test_standings_count_what_one_started_with_and_opponents_count_it_too():
    _, stage = play_out("swiss", 12, MCMAHON)
    without = Ledger(event_record(stage, PLAIN), PLAIN.points).score
    for row in stage_standings(stage, MCMAHON):
        start = row.figures["starting-points"].value
        assert row.points == row.figures["score"].value == without[row.id] + start
    ledger = Ledger(event_record(stage, MCMAHON), MCMAHON.points)
    met = [(turn, meeting) for turn in ledger.turns["p1"] for meeting in turn.meetings]
    assert sum(part.basis for part in buchholz(ledger, "p1").parts) == sum(
        ledger.score[meeting.opponent] for _, meeting in met
    )


def test_scores_after_each_round_hold_what_one_started_with():
    _, stage = play_out("swiss", 12, MCMAHON)
    record = event_record(stage, MCMAHON)
    running = running_scores(record, MCMAHON.points, rounds=5)
    ledger = Ledger(record, MCMAHON.points)
    assert {who: scores[-1] for who, scores in running.items()} == ledger.score
    first = {who: scores[0] - ledger.turns[who][0].points for who, scores in running.items()}
    assert first == {who: record.starting.get(who, 0) for who in stage.entrants}
    assert progressive(ledger, "p1").value == sum(running["p1"])


def test_of_those_who_are_level_who_started_lower_stands_higher():
    assert MCMAHON.chain.index("starting-points") == MCMAHON.chain.index("decided") - 1
    chosen = read_plan("swiss", {"acceleration": "mcmahon", "chain": ["score", "starting-points", "wins"]})
    assert chosen.options.chain == ("score", "starting-points", "wins")
    _, stage = play_out("swiss", 12, chosen.options)
    ties = pairwise(stage_standings(stage, chosen.options))
    starts = [
        (one.figures["starting-points"].value, other.figures["starting-points"].value)
        for one, other in ties
        if one.points == other.points
    ]
    assert starts and all(one <= other for one, other in starts)


def test_a_draw_tells_the_starting_points_that_it_counted_in_every_round():
    _, stage = play_out("swiss", 9, MCMAHON)
    for number in range(1, 6):
        reasons = [explain_round("swiss", stage, MCMAHON, round=number, who=who) for who in ("p1", "p4", "p9")]
        assert [(reason.starting, reason.virtual) for reason in reasons] == [(2, None), (1, None), (0, None)]


def test_points_that_change_are_not_taken_from_the_ranking_before():
    """Somebody who was late after all changes what all others started with."""
    cache = RankingCache()
    _, stage = play_out("swiss", 9, MCMAHON)
    assert stage_standings(stage, MCMAHON, cache=cache) == stage_standings(stage, MCMAHON)
    other = replace(stage, late=frozenset({"p1"}))
    assert stage_standings(other, MCMAHON, cache=cache) == stage_standings(other, MCMAHON)


def gap_after_two(options):
    stage = StageRecord(entrants=tuple(range(32)), seed=7)
    for _ in range(2):
        tables = SWISS.next_round(stage, options).seating.tables
        results = tuple(table(*pair, places=[1, 2] if pair[0] < pair[1] else [2, 1]) for pair in tables)
        stage = replace(stage, rounds=(*stage.rounds, RoundRecord(results)), floats=(*stage.floats, ()))
    return sum(abs(one - other) for round_ in stage.rounds for one, other in (played.ids for played in round_.tables))
