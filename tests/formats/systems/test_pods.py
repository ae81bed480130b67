"""Tables of three and four by the Swiss system: sizes, hard rules, repeats, closeness, fairness, over whole events."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.record import Draw, Entry, NoValidPairing, Seating
from tournaments.formats.systems.pods import draw_pods, pod_sizes

PLACE_POINTS = 4


def people(number: int) -> list[str]:
    return [f"p{number:03}" for number in range(number)]


def seating(*tables: str, byes: str = "") -> Seating:
    """Tables as words, people as letters: seating("abcd", "efg")."""
    return Seating(tuple(tuple(table) for table in tables), tuple(byes))


def entries(**scores: float) -> list[Entry]:
    return [Entry(id_, score) for id_, score in scores.items()]


def letters(word: str, *, score: int = 0) -> list[Entry]:
    return [Entry(letter, score) for letter in word]


def pairs_at(tables: Seating) -> list[frozenset[str]]:
    return [frozenset(pair) for table in tables.tables for pair in combinations(table, 2)]


def play(
    number: int, *, rounds: int, seed: int = 0, seats: int = 4, remainder: str = "threes", told: bool = False
) -> list[Draw]:
    """A whole event in which the stronger tend to win, each round drawn from the scores and seatings before it; the
    draw is told how many rounds there are, or not."""
    rng = Random(seed)
    strength = {id_: rng.gauss(0, 1) for id_ in people(number)}
    score: Counter[str] = Counter()
    draws: list[Draw] = []
    for _ in range(rounds):
        draw = draw_pods(
            [Entry(id_, score[id_]) for id_ in strength],
            [earlier.seating for earlier in draws],
            seats=seats,
            remainder=remainder,
            seed=rng.randrange(10**6),
            rounds=rounds if told else None,
        )
        check(draw, people(number))
        for table in draw.seating.tables:
            order = sorted(table, key=lambda id_: strength[id_] + rng.gauss(0, 1), reverse=True)
            score.update({id_: PLACE_POINTS - place for place, id_ in enumerate(order)})
        score.update(dict.fromkeys(draw.seating.byes, PLACE_POINTS))
        draws.append(draw)
    return draws


def check(draw: Draw, present: list[str]) -> None:
    """Everybody present has exactly one place."""
    seated = [id_ for table in draw.seating.tables for id_ in table]
    assert sorted([*seated, *draw.seating.byes]) == sorted(present)


def shares(draws: list[Draw], counted: str, *, seats: int = 4) -> list[int]:
    """How often each of the people present in the first round had a bye, dealt first, or sat at an odd table."""
    found: Counter[str] = Counter()
    for draw in draws:
        if counted == "byes":
            found.update(draw.seating.byes)
        if counted == "firsts":
            found.update(table[0] for table in draw.seating.tables)
        if counted == "odd":
            found.update(id_ for table in draw.seating.tables for id_ in table if len(table) != seats)
    first = draws[0].seating
    return [found[id_] for id_ in [*(id_ for table in first.tables for id_ in table), *first.byes]]


# Sizes


@pytest.mark.parametrize(
    ("number", "seats", "remainder", "sizes", "byes"),
    [
        (8, 4, "threes", [4, 4], 0),
        (13, 4, "threes", [4, 3, 3, 3], 0),
        (6, 4, "threes", [3, 3], 0),
        (5, 4, "threes", [3, 2], 0),
        (2, 4, "threes", [2], 0),
        (7, 3, "threes", [3, 2, 2], 0),
        (13, 4, "fives", [5, 4, 4], 0),
        (5, 4, "fives", [5], 0),
        (11, 4, "fives", [4, 4, 3], 0),
        (7, 3, "fives", [4, 3], 0),
        (7, 4, "byes", [4], 3),
        (8, 3, "byes", [3, 3], 2),
        (3, 4, "byes", [3], 0),
    ],
)
def test_sizes_follow_the_policy_for_the_remainder(number, seats, remainder, sizes, byes):
    assert pod_sizes(number, seats=seats, remainder=remainder) == (sizes, byes)


@given(
    number=st.integers(2, 300), seats=st.sampled_from([3, 4]), remainder=st.sampled_from(["threes", "byes", "fives"])
)
def test_sizes_seat_everybody_and_nobody_alone(number, seats, remainder):
    sizes, byes = pod_sizes(number, seats=seats, remainder=remainder)
    assert sum(sizes) + byes == number
    assert min(sizes) >= (2 if seats == 3 or number in (2, 5) else 3)
    assert max(sizes) <= seats + (remainder == "fives")
    assert byes < seats and (remainder == "byes" or not byes)


def test_one_person_is_no_round():
    with pytest.raises(NoValidPairing) as refusal:
        draw_pods(letters("a"), [], seats=4)
    assert refusal.value.clause == "sizes"


def test_an_unknown_policy_is_an_error_of_the_caller():
    with pytest.raises(ValueError, match="sixes"):
        draw_pods(letters("abcd"), [], seats=4, remainder="sixes")


# Whom one meets


def test_similar_scores_sit_together():
    draw = draw_pods(entries(a=9, b=1, c=8, d=2, e=9, f=0, g=8, h=1), [], seats=4)
    assert {frozenset(table) for table in draw.seating.tables} == {frozenset("aceg"), frozenset("bdfh")}
    assert (draw.repeats, draw.score_gap) == (0, 3)


def test_the_gap_counts_fractions_exactly():
    draw = draw_pods([Entry("a", Fraction(1, 3)), Entry("b", 0), Entry("c", Fraction(1, 2))], [], seats=3)
    assert draw.score_gap == Fraction(1, 2)


def test_strangers_come_before_close_scores():
    level = entries(a=3, b=3, c=3, d=2, e=2, f=2, g=1, h=1, i=1)
    draw = draw_pods(level, [seating("abc", "def", "ghi")], seats=3)
    assert (draw.repeats, draw.score_gap) == (0, 6)


def test_each_earlier_meeting_counts_and_so_does_one_with_somebody_who_withdrew():
    history = [seating("abc", "xyz"), seating("abc", "xyz")]
    draw = draw_pods(letters("abc"), history, seats=3)
    assert draw.repeats == 6


@pytest.mark.parametrize("seed", range(4))
def test_small_fields_get_the_fewest_repeats_there_are(seed):
    rng = Random(seed)
    history = [seating(*("".join(rng.sample("abcdefgh", 8))[i : i + 4] for i in (0, 4))) for _ in range(3)]
    draw = draw_pods(letters("abcdefgh"), history, seats=4, seed=seed)
    met = Counter(pair for earlier in history for pair in pairs_at(earlier))
    fewest = min(
        sum(met[frozenset(pair)] for table in (half, set("abcdefgh") - set(half)) for pair in combinations(table, 2))
        for half in combinations("abcdefgh", 4)
    )
    assert draw.repeats == fewest


def threes(ids: str) -> Iterator[list[str]]:
    """Every way to seat the ids in threes."""
    if not ids:
        yield []
    for pair in combinations(ids[1:], 2):
        table = ids[0] + "".join(pair)
        for rest in threes("".join(id_ for id_ in ids if id_ not in table)):
            yield [table, *rest]


@pytest.mark.parametrize("seed", range(8))
def test_nine_in_threes_get_the_best_of_all_280_seatings(seed):
    rng = Random(seed)
    scores = {letter: rng.randint(0, 9) for letter in "abcdefghi"}
    history = [seating(*rng.choice(list(threes("abcdefghi")))) for _ in range(2)]
    met = Counter(pair for earlier in history for pair in pairs_at(earlier))

    def price(tables: list[str]) -> tuple[int, int]:
        gap = sum(max(at) - min(at) for at in ([scores[id_] for id_ in table] for table in tables))
        return sum(met[pair] for pair in pairs_at(seating(*tables))), gap

    draw = draw_pods([Entry(id_, score) for id_, score in scores.items()], history, seats=3, rounds=1, seed=seed)
    assert (draw.repeats, draw.score_gap) == min(price(tables) for tables in threes("abcdefghi"))


def test_the_leaders_sit_at_the_first_table():
    draw = draw_pods(entries(a=1, b=9, c=2, d=8, e=0, f=7), [], seats=3)
    assert set(draw.seating.tables[0]) == set("bdf")


# Hard rules


def test_avoided_pairs_are_kept_apart_even_at_the_price_of_repeats():
    avoid = [frozenset("ab"), frozenset("cd")]
    draw = draw_pods(letters("abcdef"), [seating("acf", "bde")], seats=3, avoid=avoid)
    assert not set(avoid) & set(pairs_at(draw.seating))


def test_avoid_names_whom_it_concerns_when_they_cannot_be_kept_apart():
    with pytest.raises(NoValidPairing) as refusal:
        draw_pods(letters("abcdef"), [], seats=3, avoid=[frozenset("ab"), frozenset("bc"), frozenset("ac")])
    assert refusal.value.clause == "avoid" and set(refusal.value.ids) == set("abc")


def test_avoiding_somebody_who_is_not_here_hinders_nobody():
    assert draw_pods(letters("abc"), [], seats=3, avoid=[frozenset("ax"), frozenset("yz")]).repeats == 0


def test_a_bye_may_keep_two_apart():
    draw = draw_pods(letters("abcd"), [], seats=3, remainder="byes", avoid=[frozenset("ab")])
    assert draw.seating.byes[0] in "ab"


def test_nobody_has_a_second_bye_to_keep_two_apart():
    history = [seating("bcd", byes="a"), seating("acd", byes="b")]
    with pytest.raises(NoValidPairing) as refusal:
        draw_pods(letters("abcd"), history, seats=3, remainder="byes", avoid=[frozenset("ab")])
    assert refusal.value.clause == "byes"


def test_keeping_apart_comes_before_sharing_out_small_tables():
    history = [seating("acde", "bfg"), seating("bcde", "afg")]
    avoid = [
        frozenset("ab"),
        *(frozenset(("a", other)) for other in "cde"),
        *(frozenset(("b", other)) for other in "fg"),
    ]
    draw = draw_pods(letters("abcdefg"), history, seats=4, avoid=avoid)
    assert {frozenset(table) for table in draw.seating.tables} == {frozenset("afg"), frozenset("bcde")}


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_avoided_pairs_sit_together_only_when_no_seating_keeps_them_apart(seed):
    rng = Random(seed)
    pairs = [frozenset(pair) for pair in combinations("abcdef", 2)]
    avoid = set(rng.sample(pairs, rng.randint(1, 9)))
    possible = any(
        not avoid & {frozenset(pair) for table in (order[:3], order[3:]) for pair in combinations(table, 2)}
        for order in permutations("abcdef")
    )
    try:
        draw = draw_pods(letters("abcdef"), [seating("abc", "def")], seats=3, avoid=avoid, seed=seed)
    except NoValidPairing:
        assert not possible
    else:
        assert not avoid & set(pairs_at(draw.seating))


def test_many_couples_and_club_mates_are_kept_apart():
    ids = people(60)
    clubs = [frozenset(pair) for club in range(5) for pair in combinations(ids[club * 12 : club * 12 + 12], 2)]
    draw = draw_pods([Entry(id_, number % 12) for number, id_ in enumerate(ids)], [], seats=4, avoid=clubs)
    check(draw, ids)
    assert not set(clubs) & set(pairs_at(draw.seating))


# What is shared out


def test_byes_go_to_the_lowest_of_those_who_have_had_fewest():
    draw = draw_pods(entries(a=0, b=5, c=4, d=3, e=2), [seating("bcde", byes="a")], seats=4, remainder="byes")
    assert draw.seating.byes == ("e",)


@pytest.mark.parametrize(("number", "seats"), [(5, 4), (7, 4), (10, 4), (7, 3), (11, 3), (30, 4)])
def test_nobody_has_two_byes_before_everybody_has_had_one(number, seats):
    draws = play(number, rounds=6, seats=seats, remainder="byes")
    for round_ in range(1, 7):
        byes = shares(draws[:round_], "byes")
        assert max(byes) - min(byes) <= 1


@pytest.mark.parametrize(
    ("number", "remainder"), [(7, "threes"), (11, "threes"), (13, "threes"), (13, "fives"), (30, "threes")]
)
def test_nobody_sits_at_two_odd_tables_while_somebody_has_sat_at_none(number, remainder):
    draws = play(number, rounds=5, remainder=remainder)
    for round_ in range(1, 6):
        odd = shares(draws[:round_], "odd")
        assert max(odd) - min(odd) <= 1


def test_a_late_entrant_sits_at_a_small_table_before_others_do_twice():
    draw = draw_pods(letters("abcdefg"), [seating("abc", "def")], seats=4)
    small = min(draw.seating.tables, key=len)
    assert len(small) == 3 and "g" in small


def test_who_has_dealt_first_least_often_at_the_table_deals_first():
    history = [seating("abcd"), seating("bacd"), seating("cabd")]
    assert draw_pods(letters("abcd"), history, seats=4).seating.tables[0][0] == "d"


@pytest.mark.flood(1)
@pytest.mark.parametrize("number", [8, 16, 50])
def test_dealing_first_goes_round(number):
    firsts = shares(play(number, rounds=8), "firsts")
    assert max(firsts) <= 4 and min(firsts) >= 1


# Whole events


@pytest.mark.flood(2)
@pytest.mark.parametrize("seed", range(6))
def test_forty_eight_over_five_rounds_meet_nobody_twice(seed):
    assert [draw.repeats for draw in play(48, rounds=5, seed=seed)] == [0] * 5


@pytest.mark.flood(1)
@pytest.mark.parametrize("seed", range(4))
def test_twenty_four_over_seven_rounds_meet_nobody_twice(seed):
    draws = play(24, rounds=7, seed=seed)
    assert [draw.repeats for draw in draws] == [0] * 7


@pytest.mark.flood(2)
@pytest.mark.parametrize(
    ("number", "seats", "rounds"), [(200, 4, 5), (16, 4, 5), (20, 4, 5), (28, 4, 6), (9, 3, 4), (15, 3, 6)]
)
def test_as_long_as_a_schedule_without_repeats_goes_nobody_meets_twice(number, seats, rounds):
    assert [draw.repeats for draw in play(number, seats=seats, rounds=rounds)] == [0] * rounds


def test_an_event_of_few_rounds_keeps_to_close_scores():
    history = [play(24, rounds=2)[round_].seating for round_ in (0, 1)]
    scores = [Entry(id_, number // 4) for number, id_ in enumerate(people(24))]
    long, short = (draw_pods(scores, history, seats=4, rounds=rounds) for rounds in (6, 3))
    assert short.repeats == long.repeats == 0
    assert short.score_gap <= long.score_gap


def test_a_field_that_has_changed_is_drawn_all_the_same():
    history = [draw.seating for draw in play(24, rounds=3)]
    left = people(24)[1:]
    draw = draw_pods([Entry(id_) for id_ in left], history, seats=4)
    check(draw, left)
    assert draw.repeats == 0


def test_a_history_that_is_part_of_no_schedule_is_drawn_all_the_same():
    history = [seating("abcd", "efgh", "ijkl", "mnop"), seating("aefi", "bjmc", "dgkn", "hlop")]
    draw = draw_pods(letters("abcdefghijklmnop"), history, seats=4)
    check(draw, list("abcdefghijklmnop"))


@pytest.mark.flood
@pytest.mark.parametrize("remainder", ["threes", "byes", "fives"])
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", [*range(2, 13), 17, 23, 34, 61, 97, 130])
def test_everybody_has_a_place_in_every_round(number, seats, remainder):
    draws = play(number, rounds=2, seats=seats, remainder=remainder, seed=number)
    for draw in draws:
        sizes, byes = pod_sizes(number, seats=seats, remainder=remainder)
        assert sorted(map(len, draw.seating.tables)) == sorted(sizes) and len(draw.seating.byes) == byes


@pytest.mark.parametrize(("number", "remainder"), [(24, "threes"), (30, "byes"), (14, "threes")])
def test_the_same_seed_gives_the_same_event_and_another_seed_another(number, remainder):
    first, again = (play(number, rounds=3, seed=5, remainder=remainder) for _ in range(2))
    assert first == again
    assert play(number, rounds=3, seed=6, remainder=remainder) != first
