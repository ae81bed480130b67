"""How fast a Swiss round is drawn: 1,000 players in under 0.5 s, 3,000 in under 3 s."""

from functools import cache

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.formats.systems.swiss_events import Event
from tournaments.formats.systems.swiss import draw_swiss


@cache
def played(players: int, rounds: int) -> Event:
    event = Event(players, seed=1)
    for _ in range(rounds):
        event.play()
    return event


@pytest.mark.benchmark(group="a Swiss round: 1,000 players under 0.5 s, 3,000 under 3 s")
@pytest.mark.parametrize("rounds", [0, 5, 9])
@pytest.mark.parametrize("players", [128, 1000, 2999, 3000])
def test_draw_a_swiss_round(benchmark: BenchmarkFixture, players: int, rounds: int) -> None:
    event = played(players, rounds)
    draw = benchmark.pedantic(draw_swiss, (event.entries(), event.history), rounds=3)
    assert draw.repeats == 0
    assert len(draw.seating.tables) == players // 2
