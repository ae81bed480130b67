"""How long standings take, every figure with its explanation."""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tournaments.formats.ratings import replayed
from tournaments.formats.record import EventRecord, RoundRecord, SeatRecord, TableRecord
from tournaments.formats.standings.points import SCHEMES, PointRule
from tournaments.formats.standings.ranking import DEFAULT_CHAIN, standings
from tournaments.formats.standings.tiebreaks import TIEBREAKS


def event(entrants: int, *, rounds: int, seats: int) -> EventRecord:
    random = Random(1)
    ids = [str(number) for number in range(entrants)]
    return EventRecord(tuple(ids), tuple(_round(random.sample(ids, entrants), random, seats) for _ in range(rounds)))


def _round(order: list[str], random: Random, seats: int) -> RoundRecord:
    tables = [order[start : start + seats] for start in range(0, len(order), seats)]
    return RoundRecord(
        tuple(TableRecord(tuple(SeatRecord(who, random.randint(1, seats)) for who in each)) for each in tables)
    )


@pytest.mark.benchmark(group="standings of 3,000 entrants after 9 rounds")
@pytest.mark.parametrize(("seats", "scheme"), [(2, "win"), (4, "4321")])
@pytest.mark.parametrize("chain", [DEFAULT_CHAIN, tuple(TIEBREAKS)], ids=["usual", "every-tiebreak"])
def test_standings(benchmark: BenchmarkFixture, seats: int, scheme: str, chain: tuple[str, ...]) -> None:
    record, rule = event(3000, rounds=9, seats=seats), PointRule(scheme=SCHEMES[scheme])
    rows = benchmark.pedantic(standings, (record,), {"rule": rule, "chain": chain}, rounds=3)
    assert len(rows) == 3000


@pytest.mark.benchmark(group="ratings from 100,000 tables")
def test_ratings(benchmark: BenchmarkFixture) -> None:
    random = Random(1)
    tables = [[(who, place) for place, who in enumerate(random.sample(range(60), 4), 1)] for _ in range(100_000)]
    found = benchmark.pedantic(replayed, (tables,), rounds=3)
    assert len(found) == 60
