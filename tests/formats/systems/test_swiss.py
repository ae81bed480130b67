from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.systems.swiss_events import Event, best_key, can_be_paired, key
from tournaments.formats.record import Draw, Entry, NoValidPairing, Seating
from tournaments.formats.systems import swiss
from tournaments.formats.systems.swiss import draw_swiss, packed


def entries(**scores):
    return [Entry(one, score) for one, score in scores.items()]


def equals(ids):
    return [Entry(one) for one in ids]


def played(*tables, byes="", floats=None):
    return Seating(tuple(tuple(table) for table in tables), tuple(byes), floats)


def tables(draw):
    return {"".join(sorted(table)) for table in draw.seating.tables}


# Small cases, rule by rule


def test_the_fold_upper_half_meets_lower_half_in_the_order_given():
    assert tables(draw_swiss(equals("abcdefgh"), [])) == {"ae", "bf", "cg", "dh"}


def test_score_groups_stay_together():
    draw = draw_swiss(entries(a=1, b=0, c=1, d=0, e=0, f=1, g=1, h=0), [])
    assert tables(draw) == {"af", "cg", "be", "dh"}
    assert draw.score_gap == 0
    assert draw.seating.floats == ()


def test_tables_are_numbered_from_the_top_score_down():
    draw = draw_swiss(entries(a=0, b=0, c=5, d=5, e=2, f=1), [])
    assert [set(table) for table in draw.seating.tables] == [{"c", "d"}, {"e", "f"}, {"a", "b"}]


def test_no_rematch_while_one_can_be_avoided_however_far_apart_the_scores():
    draw = draw_swiss(entries(a=9, b=9, c=0, d=0), [played("ab", "cd")])
    assert (draw.repeats, draw.score_gap) == (0, 18)


def test_a_rematch_is_drawn_where_there_is_no_other_way():
    assert draw_swiss(equals("ab"), [played("ab"), played("ba")]) == Draw(played("ab", floats=()), 2, 0)


def test_each_earlier_meeting_counts_so_that_the_rarest_is_repeated():
    history = [played("ab", "cd"), played("ac", "bd"), played("ad", "bc"), played("ab", "cd"), played("ac", "bd")]
    draw = draw_swiss(equals("abcd"), history)
    assert (tables(draw), draw.repeats) == ({"ad", "bc"}, 2)


def test_a_pair_to_be_avoided_counts_more_than_a_rematch():
    draw = draw_swiss(equals("abcd"), [played("ab", "cd")], avoid=[frozenset("ac"), frozenset("bc")])
    assert (tables(draw), draw.repeats) == ({"ab", "cd"}, 2)


def test_of_a_set_to_be_avoided_no_two_meet():
    assert tables(draw_swiss(entries(a=2, b=2, c=2, d=0, e=0, f=0), [], avoid={frozenset("abc")})) == {"ad", "be", "cf"}


def test_floats_go_from_the_foot_of_a_group_to_the_head_of_the_next():
    assert tables(draw_swiss(entries(a=1, b=1, c=1, d=0, e=0, f=0), [])) == {"ab", "cd", "ef"}


def test_no_draw_without_a_pair_to_be_avoided_names_the_clause_and_whom_it_concerns():
    with pytest.raises(NoValidPairing) as refused:
        draw_swiss(equals("abcd"), [], avoid=[frozenset("ab"), frozenset("ac"), frozenset("ad"), frozenset("xy")])
    assert refused.value.as_dict() == {"code": "no-valid-pairing", "clause": "avoid", "ids": ["a", "b", "c", "d"]}


def test_an_id_that_comes_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        draw_swiss(equals("aba"), [])


def test_the_bye_goes_to_the_lowest_score():
    assert draw_swiss(entries(a=2, b=0, c=1, d=1, e=2), []).seating.byes == ("b",)


def test_among_equals_the_last_in_the_order_given_has_the_bye():
    assert draw_swiss(equals("abcde"), []).seating.byes == ("e",)


def test_nobody_has_a_second_bye_before_all_had_one_even_if_it_costs_a_rematch():
    history = [played("bc"), played(byes="b"), played(byes="c")]
    draw = draw_swiss(entries(a=9, b=1, c=1), history)
    assert (draw.seating.byes, draw.repeats) == (("a",), 1)


def test_who_came_late_has_had_no_bye():
    assert draw_swiss(entries(a=1, b=1, c=0, d=0, late=5), [played("ab", "cd", byes="x")]).seating.byes == ("d",)
    assert draw_swiss(entries(a=1, b=0, late=5), [played(byes="a"), played(byes="b")]).seating.byes == ("late",)


def test_a_higher_score_has_the_bye_where_the_lowest_would_cost_a_rematch():
    draw = draw_swiss(entries(a=3, b=2, c=0), [played("ab")])
    assert (draw.seating.byes, tables(draw)) == (("b",), {"ac"})


def test_one_alone_has_a_bye_and_nobody_has_nothing():
    assert draw_swiss(equals("a"), []).seating == played(byes="a", floats=())
    assert draw_swiss([], []).seating == played(floats=())


A_AND_B_DEALT_FIRST_TWICE = [played("ae", "bf", "cd"), played("ac", "bd", "ef")]


def test_two_who_would_both_deal_first_a_third_time_do_not_meet():
    draw = draw_swiss(entries(a=2, b=2, c=1, d=1, e=1, f=1), A_AND_B_DEALT_FIRST_TWICE)
    assert "ab" not in tables(draw)
    assert not {"a", "b"} & {table[0] for table in draw.seating.tables}


def test_in_the_last_round_the_leaders_meet_whatever_their_seats():
    level = entries(a=2, b=2, c=1, d=1, e=1, f=1)
    assert "ab" in tables(draw_swiss(level, A_AND_B_DEALT_FIRST_TWICE, rounds=3))
    assert "ab" not in tables(draw_swiss(level, A_AND_B_DEALT_FIRST_TWICE, rounds=4))


def test_in_the_last_round_the_others_still_do_not_sit_a_third_time_running():
    level = entries(x=9, y=8, a=2, b=2, c=1, d=1, e=1, f=1)
    history = [Seating((*seating.tables, ("x", "y"))) for seating in A_AND_B_DEALT_FIRST_TWICE]
    assert "ab" not in tables(draw_swiss(level, history, rounds=3))


def test_who_may_not_deal_first_again_does_not_though_the_count_is_in_favour():
    history = [played("ba"), played("ca"), played("da"), played("ab"), played("ac"), played("ef")]
    assert draw_swiss(equals("ae"), history).seating.tables == (("e", "a"),)


def test_two_small_floats_rather_than_a_large_one():
    draw = draw_swiss(entries(a=3, b=2, c=2, d=1), [])
    assert (tables(draw), draw.score_gap, draw.seating.floats) == ({"ab", "cd"}, 2, ("a", "c"))


@pytest.mark.parametrize(
    ("scores", "undisturbed"),
    [((12, 11, 6, 5, 4, 3), "ab"), ((12, 11, 10, 9, 4, 3), "ef")],
)
def test_c_and_d_who_have_met_go_where_the_scores_are_nearer(scores, undisturbed):
    draw = draw_swiss(entries(**dict(zip("abcdef", scores, strict=True))), [played("cd")])
    assert undisturbed in tables(draw)
    assert draw.score_gap == 5


@pytest.mark.parametrize("floater", "abc")
def test_who_floated_down_last_time_does_not_again(floater):
    history = [played("ad", "be", "cf", floats=(floater,))]
    assert draw_swiss(entries(a=2, b=2, c=2, d=1, e=1, f=1), history).seating.floats[0] != floater


def test_a_bye_is_a_float():
    scores = entries(a=1, b=1, c=1, d=0)
    assert draw_swiss(scores, []).seating.floats == ("c",)
    assert draw_swiss(scores, [played("ax", "by", "dz", byes="c", floats=())]).seating.floats != ("c",)


def test_who_floated_last_time_has_no_bye_among_equals():
    assert draw_swiss(equals("abc"), [played("cx", "ay", "bz", floats=("c",))]).seating.byes != ("c",)


def test_then_those_float_who_have_floated_least():
    history = [played(floats=("b", "c")), played(floats=("c", "a")), played(floats=("b",)), played(floats=())]
    assert draw_swiss(entries(a=2, b=2, c=2, d=0), history).seating.floats == ("a",)


def test_where_no_floats_are_named_who_stands_far_above_the_last_opponent_is_taken_for_one():
    scores = entries(a=2, b=2, c=2, d=1, w=1, x=1, y=0, z=1)
    assert draw_swiss(scores, [played("aw"), played("ax", "bw", "cy", "dz")]).seating.floats[0] != "c"


def test_the_scores_outweigh_the_floats():
    history = [played("ax", "by", floats=("a",))]
    draw = draw_swiss(entries(a=1, b=3, c=3, d=0), history)
    assert (tables(draw), draw.seating.floats) == ({"bc", "ad"}, ("a",))


def test_who_dealt_second_deals_first_next():
    draw = draw_swiss(equals("abcd"), [played("ab", "cd")])
    assert draw.seating.tables in {(("b", "c"), ("d", "a")), (("d", "a"), ("b", "c"))}


def test_the_fewer_times_first_sits_first_before_alternation():
    history = [played("ax", "yb"), played("az", "wb"), played("ya", "bx")]
    assert draw_swiss(equals("ab"), history).seating.tables == (("b", "a"),)


def test_alternation_decides_between_those_who_dealt_first_equally_often():
    history = [played("ax", "yb"), played("ya", "bx")]
    assert {draw_swiss(equals("ab"), history, seed=seed).seating.tables for seed in range(20)} == {(("a", "b"),)}


def test_a_late_entrant_stands_between_those_who_are_owed_a_seat():
    assert draw_swiss(equals("an"), [played("xa")]).seating.tables == (("a", "n"),)
    assert draw_swiss(equals("an"), [played("ax")]).seating.tables == (("n", "a"),)


def test_lots_decide_who_deals_first_of_two_alike():
    drawn = {draw_swiss(equals("ab"), [], seed=seed).seating.tables for seed in range(20)}
    assert drawn == {(("a", "b"),), (("b", "a"),)}


def test_who_returns_still_has_met_the_others():
    draw = draw_swiss(entries(a=3, b=3, c=1, d=1), [played("ab", "cd"), played("ac", byes="d")])
    assert (tables(draw), draw.repeats) == ({"ad", "bc"}, 0)


@pytest.mark.parametrize(
    ("scores", "gap"),
    [((2, 1), 1), ((2.5, 1), 1.5), ((Fraction(7, 3), 1), Fraction(4, 3)), ((Fraction(3), 1), 2), ((7 / 3, 1 / 3), 2.0)],
)
def test_the_gap_is_exact_in_the_kind_of_the_scores(scores, gap):
    drawn = draw_swiss(entries(a=scores[0], b=scores[1]), []).score_gap
    assert drawn == gap
    assert type(drawn) is type(gap)


def test_floats_that_mean_the_same_are_one_score_group():
    draw = draw_swiss(entries(a=0.3, b=0.1 + 0.2, c=Fraction(3, 10), d=0.3), [])
    assert (tables(draw), draw.score_gap) == ({"ac", "bd"}, 0.0)


# Laws


@pytest.mark.flood
@pytest.mark.parametrize("size", range(2, 131))
def test_every_size_is_drawn_lawfully(size):
    event = Event(size, seed=size)
    for _ in range(4):
        event.play()
        event.check()


@pytest.mark.parametrize("size", [4, 5, 6, 7, 9, 12])
def test_no_rematch_while_one_can_be_avoided_until_everyone_has_met_everyone(size):
    event = Event(size, seed=size)
    while len(event.met()) < size * (size - 1) // 2:
        event.play()
        event.check()
    event.play()
    assert event.draws[-1].repeats


@given(seed=st.integers(0, 2**32), size=st.integers(4, 24))
@settings(max_examples=25)
def test_withdrawals_late_entries_and_couples_keep_the_laws(seed, size):
    event = Event(size, seed=seed, couples=size // 6)
    for number in range(7):
        event.withdraw(number % 3)
        event.enter(number % 2)
        event.play()
        event.check()


@pytest.mark.parametrize("seed", range(3))
def test_seats_even_out_and_alternate(seed):
    event = Event(40, seed=seed)
    for _ in range(9):
        event.play()
    firsts = Counter(table[0] for draw in event.draws for table in draw.seating.tables)
    assert {firsts[one] for one in event.scores} <= {3, 4, 5, 6}
    assert sum(firsts[one] in {4, 5} for one in event.scores) >= 36


@given(seed=st.integers(0, 2**32), size=st.integers(2, 8), rounds=st.integers(0, 6), couples=st.integers(0, 6))
@settings(max_examples=150)
def test_no_draw_of_up_to_eight_is_better(seed, size, rounds, couples):
    event = Event.at_random(size, rounds=rounds, couples=couples, seed=seed)
    best = best_key(event.entries(), event.history, event.avoid)
    if best is None:
        with pytest.raises(NoValidPairing, match="avoid"):
            draw_swiss(event.entries(), event.history, avoid=event.avoid)
    else:
        draw = draw_swiss(event.entries(), event.history, avoid=event.avoid)
        assert key(draw.seating, event.entries(), event.history) == best


@given(seed=st.integers(0, 2**32), size=st.integers(9, 60), rounds=st.integers(0, 6), couples=st.integers(0, 10))
@settings(max_examples=60)
def test_the_reach_of_a_large_field_costs_nothing_down_to_the_groups_jumped(seed, size, rounds, couples):
    event = Event.at_random(size, rounds=rounds, couples=couples, seed=seed)
    complete = draw_swiss(event.entries(), event.history, avoid=event.avoid)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swiss, "COMPLETE_UP_TO", 0)
        patch.setattr(swiss, "LEAST_REACH", 0)
        reached = draw_swiss(event.entries(), event.history, avoid=event.avoid)
    keys = [key(draw.seating, event.entries(), event.history) for draw in (complete, reached)]
    assert keys[0][:5] == keys[1][:5]


def test_who_must_avoid_all_neighbours_reaches_past_them():
    field = [Entry(str(number), -number) for number in range(240)]
    team = frozenset(str(number) for number in range(100, 140))
    draw = draw_swiss(field, [], avoid=[team])
    twenty_places_off, next_to_each_other = 40, 80
    assert draw.score_gap == 20 * twenty_places_off + next_to_each_other
    assert not [table for table in draw.seating.tables if team.issuperset(table)]


@pytest.mark.parametrize("size", [201, 300, 501])
def test_large_fields_are_drawn_lawfully(size):
    event = Event(size, seed=size, couples=size // 10)
    for _ in range(4):
        event.play()
        event.check()


def test_scores_that_are_all_different_are_drawn_as_near_as_can_be():
    field = [Entry(str(number), number**0.5) for number in range(400)]
    draw = draw_swiss(field, [])
    assert {abs(int(one) - int(other)) for one, other in draw.seating.tables} == {1}


def test_the_order_in_which_byes_tables_and_couples_are_told_does_not_matter():
    event = Event(21, seed=5, couples=3)
    for _ in range(3):
        event.play()
    told = [Seating(s.tables[::-1], s.byes[::-1], s.floats and s.floats[::-1]) for s in event.history]
    couples = [frozenset(sorted(couple)[::-1]) for couple in list(event.avoid)[::-1]]
    one = draw_swiss(event.entries(), event.history, avoid=event.avoid, seed=3)
    assert draw_swiss(event.entries(), told, avoid=couples, seed=3) == one


@given(
    costs=st.lists(st.tuples(*[st.integers(0, 9)] * 8), min_size=2, max_size=12),
    data=st.data(),
)
def test_no_sum_of_a_later_criterion_outweighs_an_earlier_one(costs, data):
    half = len(costs) // 2
    prices = packed(costs, tables=half)
    chosen = [data.draw(st.permutations(range(len(costs))))[:half] for _ in range(2)]
    sums = [tuple(map(sum, zip(*(costs[index] for index in draw), strict=True))) for draw in chosen]
    totals = [sum(prices[index] for index in draw) for draw in chosen]
    assert (sums[0] < sums[1]) == (totals[0] < totals[1])


def test_where_the_criteria_outgrow_the_integers_the_last_ones_give_way():
    prices = packed([(1, 2**60, 2**60), (1, 2**60, 0), (0, 2**60, 0)], tables=2)
    assert max(prices) < swiss.HEAVIEST
    assert prices[0] == prices[1] > prices[2]


def test_the_independent_test_of_feasibility_knows_a_pairing_when_there_is_one():
    assert can_be_paired(list("abcd"), lambda one, other: {one, other} in [{"a", "b"}, {"c", "d"}])
    assert not can_be_paired(list("abcd"), lambda one, other: "a" in {one, other})


@pytest.mark.flood
@pytest.mark.parametrize("size", [8, 13, 20, 40])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_sits_in_the_same_seat_three_times_running(size, seed):
    event = Event(size, seed=seed)
    turns: dict[str, str] = dict.fromkeys(event.scores, "")
    for _ in range(5):
        event.play()
        for first, second in event.history[-1].tables:
            turns[first] += "1"
            turns[second] += "2"
    assert not [one for one, seats in turns.items() if "111" in seats or "222" in seats]
    assert all(abs(seats.count("1") - seats.count("2")) < 3 for seats in turns.values())
