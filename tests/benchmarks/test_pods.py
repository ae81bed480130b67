"""How fast tables of three and four are drawn, after rounds that were drawn too, and round robins made."""

from collections import Counter
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tournaments.formats.record import Draw, Entry, Seating
from tournaments.formats.systems.pods import draw_pods
from tournaments.formats.systems.round_robin import schedule

Arguments = tuple[list[Entry], list[Seating]]


def after(rounds: int, *, people: int, seats: int) -> Arguments:
    """Entries and history of an event in which places are a matter of luck."""
    rng = Random(people)
    score: Counter[str] = Counter()
    history: list[Seating] = []
    for _ in range(rounds):
        drawn = next_round(([Entry(str(one), score[str(one)]) for one in range(people)], history), seats=seats)
        history.append(drawn.seating)
        for table in drawn.seating.tables:
            score.update({id_: 4 - place for place, id_ in enumerate(rng.sample(table, len(table)))})
    return [Entry(str(one), score[str(one)]) for one in range(people)], history


def next_round(arguments: Arguments, *, seats: int) -> Draw:
    return draw_pods(*arguments, seats=seats, seed=1)


@pytest.mark.benchmark(group="pods: the last round, without repeats")
@pytest.mark.parametrize(
    ("people", "seats", "rounds"), [(200, 4, 5), (200, 3, 5), (201, 4, 5), (48, 4, 5), (24, 4, 6), (24, 4, 3)]
)
def test_draw_the_last_round(benchmark: BenchmarkFixture, people: int, seats: int, rounds: int) -> None:
    arguments = after(rounds - 1, people=people, seats=seats)
    assert benchmark.pedantic(next_round, (arguments,), {"seats": seats}, rounds=3).repeats == 0


@pytest.mark.benchmark(group="pods: a round in which repeats cannot be helped")
@pytest.mark.parametrize(("people", "rounds"), [(16, 6), (30, 9)])
def test_draw_a_round_with_repeats(benchmark: BenchmarkFixture, people: int, rounds: int) -> None:
    arguments = after(rounds - 1, people=people, seats=4)
    assert benchmark.pedantic(next_round, (arguments,), {"seats": 4}, rounds=3).repeats > 0


@pytest.mark.benchmark(group="round robin in fours")
@pytest.mark.parametrize("people", [16, 24, 50, 130])
def test_make_a_schedule(benchmark: BenchmarkFixture, people: int) -> None:
    ids = [str(number) for number in range(people)]
    assert benchmark.pedantic(schedule, (ids,), {"seats": 4}, rounds=2)
