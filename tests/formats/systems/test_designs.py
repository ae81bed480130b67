"""Schedules in which nobody meets anybody twice, and draws that follow them to the end of an event."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from tests.formats.systems.test_pods import pairs_at, people, play
from tournaments.formats.record import Entry
from tournaments.formats.systems.designs import without_repeats
from tournaments.formats.systems.pods import draw_pods

# By seats and people: so many rounds that everybody meets all they can.
LENGTHS = {
    3: {9: 4, 15: 7, 18: 8, 21: 10, 24: 11, 27: 13, 30: 14, 33: 16, 36: 17, 39: 19, 42: 20, 45: 22, 48: 23, 51: 25},
    4: {16: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 14, 48: 15, 52: 17, 56: 18, 60: 19, 64: 21, 76: 25, 88: 29},
}
# By people and seats: no longer schedule exists.
SHORTER = {(6, 3): 1, (12, 3): 4, (8, 4): 1, (12, 4): 1, (20, 4): 5}


@pytest.mark.parametrize(
    ("number", "seats", "rounds"),
    [
        *((number, seats, rounds) for seats, lengths in LENGTHS.items() for number, rounds in lengths.items()),
        *((number, seats, rounds) for (number, seats), rounds in SHORTER.items()),
    ],
)
def test_a_schedule_is_as_long_as_can_be_and_lets_no_two_meet_twice(number, seats, rounds):
    schedule = without_repeats(number, seats)
    assert len(schedule) == rounds
    if (number, seats) not in SHORTER:
        assert rounds == (number - 1) // (seats - 1)
    for tables in schedule:
        assert {len(table) for table in tables} == {seats}
        assert sorted(point for table in tables for point in table) == list(range(number))
    meetings = Counter(frozenset(pair) for tables in schedule for table in tables for pair in combinations(table, 2))
    assert set(meetings.values()) == {1}


@pytest.mark.flood(1)
@pytest.mark.parametrize(("number", "seats", "rounds"), [(32, 4, 10), (18, 3, 8)])
def test_a_long_event_meets_nobody_twice(number, seats, rounds):
    assert [draw.repeats for draw in play(number, seats=seats, rounds=rounds, told=True)] == [0] * rounds


def seatings_of_strangers(left: list[str], met: set[frozenset[str]]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to seat these in threes so that nobody meets anybody again."""
    if not left:
        yield []
        return
    for pair in combinations(left[1:], 2):
        table = (left[0], *pair)
        if not met.intersection(map(frozenset, combinations(table, 2))):
            for rest in seatings_of_strangers([who for who in left if who not in table], met):
                yield [table, *rest]


@pytest.mark.parametrize("seed", range(4))
def test_the_last_round_is_the_closest_of_all_seatings_of_strangers(seed):
    history = [draw.seating for draw in play(12, seats=3, rounds=3, seed=seed)]
    rng = Random(seed)
    scores = {who: rng.randrange(12) for who in people(12)}
    last = draw_pods([Entry(*each) for each in scores.items()], history, seats=3, seed=seed, rounds=4)
    met = {pair for earlier in history for pair in pairs_at(earlier)}
    gaps = [
        sum(max(scores[who] for who in table) - min(scores[who] for who in table) for table in tables)
        for tables in seatings_of_strangers(people(12), met)
    ]
    assert (last.repeats, last.score_gap) == (0, min(gaps))


def test_rounds_to_come_are_kept_free_of_repeats_at_the_price_of_closeness():
    history = [play(24, rounds=2)[round_].seating for round_ in (0, 1)]
    scores = [Entry(who, number // 4) for number, who in enumerate(people(24))]
    on_the_way, last = (draw_pods(scores, history, seats=4, rounds=rounds) for rounds in (7, 3))
    assert on_the_way.repeats == last.repeats == 0
    assert last.score_gap < on_the_way.score_gap
