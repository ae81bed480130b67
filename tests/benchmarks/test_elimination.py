"""How long brackets take: the largest allowed, and what a page does on every view."""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tournaments.formats.bracket.progress import Bracket, Progress, play
from tournaments.formats.qualification import Finish, qualify
from tournaments.formats.systems.elimination import double_elimination, single_elimination, table_knockout
from tournaments.formats.systems.strikes import Strikes, draw_strikes


def results_of(bracket: Bracket, entrants: list[str]) -> dict[int, list[str]]:
    lots = Random(1)
    results: dict[int, list[str]] = {}
    while ready := (progress := play(bracket, entrants, results)).ready:
        results |= {match: lots.sample(progress.seats[match], len(progress.seats[match])) for match in ready}
    return results


@pytest.mark.benchmark(group="bracket of 4,096")
def test_single_elimination_of_4096(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(single_elimination, 4096).matches) == 4095


@pytest.mark.benchmark(group="bracket of 4,096")
def test_double_elimination_of_4096(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(double_elimination, 4096).matches) == 8190


@pytest.mark.benchmark(group="table knockout, tables of four, two go on")
@pytest.mark.parametrize("entrants", [128, 4096])
def test_table_knockout(benchmark: BenchmarkFixture, entrants: int) -> None:
    bracket = benchmark.pedantic(table_knockout, (entrants,), {"seats": 4, "advance": 2}, rounds=3)
    assert len(bracket.matches[-1].seats) == 4


@pytest.mark.benchmark(group="double elimination played forward")
@pytest.mark.parametrize("entrants", [64, 4096])
def test_play_forward(benchmark: BenchmarkFixture, entrants: int) -> None:
    bracket = double_elimination(entrants, grand_final="reset")
    ids = [str(seed) for seed in range(entrants)]
    progress: Progress = benchmark(play, bracket, ids, results_of(bracket, ids))
    assert progress.champion


@pytest.mark.benchmark(group="groups to knockout, four of each of 32 groups")
def test_qualify(benchmark: BenchmarkFixture) -> None:
    groups = [[Finish(f"{number}-{place}", (9 - place,), 3) for place in range(4)] for number in range(32)]
    assert len(benchmark(qualify, groups, per_group=4)) == 128


@pytest.mark.benchmark(group="strikes, fourth round of 200")
def test_draw_strikes(benchmark: BenchmarkFixture) -> None:
    state = Strikes({str(number): 3 - number % 2 for number in range(200)}, {})
    past = []
    for seed in range(3):
        past.append(draw_strikes(state, past, seed=seed).seating)
    assert benchmark(draw_strikes, state, past, seed=4).repeats == 0
