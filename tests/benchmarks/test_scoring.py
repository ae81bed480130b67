"""How fast the rules are; ``phevaluator``, a poker evaluator, is the yardstick measured in the same run."""

import subprocess
import sys
from pathlib import Path

import pytest
from phevaluator import evaluate_cards
from pytest_benchmark.fixture import BenchmarkFixture

from scoring.game import read_table
from scoring.games import COLONIAL_ITALIAN, PROTEAN_GAME
from scoring.showdown.colonial import ITALIAN
from scoring.showdown.game import ShowdownGame
from scoring.vilnius.game import VILNIUS
from tests.scoring.sheets import whole_game

ROOT = Path(__file__).resolve().parent.parent.parent
POKER = ["9c", "4c", "4s", "9d", "4h", "Ac"]
COLONIAL = ["P3", "P3", "G3", "P2", "O2", "CAP"]
PROTEAN = ["GOC", "GOR", "SIR", "SIF", "GOK", "SAF"]
DECIDED_BY_KICKER = {
    "0": ["P3", "P3", "G3", "P2", "O2", "P2"],
    "1": ["G3", "G3", "O3", "G2", "G2", "O2"],
    "2": ["G3", "O3", "O3", "G2", "G2", "O3"],
    "3": ["P3", "O3", "O2", "P1", "G1", "G1"],
}


@pytest.mark.benchmark(group="one hand of six strings")
def test_peer_ranks_a_poker_hand(benchmark: BenchmarkFixture) -> None:
    assert benchmark(evaluate_cards, *POKER) > 0


@pytest.mark.benchmark(group="one hand of six strings")
def test_rank_a_colonial_hand(benchmark: BenchmarkFixture) -> None:
    assert benchmark(ITALIAN.rank, COLONIAL) > 0


@pytest.mark.benchmark(group="four hands: at most 60 times one hand of the peer")
def test_peer_ranks_a_poker_hand_again(benchmark: BenchmarkFixture) -> None:
    assert benchmark(evaluate_cards, *POKER) > 0


@pytest.mark.benchmark(group="four hands: at most 60 times one hand of the peer")
def test_score_a_four_player_showdown_with_its_explanation(benchmark: BenchmarkFixture) -> None:
    table = read_table(COLONIAL_ITALIAN, {"seats": 4, "deals": [{"dealer": 0, "hands": DECIDED_BY_KICKER}]})
    assert benchmark(COLONIAL_ITALIAN.score, table).deals[0].kicker == ("P2", "G2")


@pytest.mark.benchmark(group="a Protean showdown")
def test_score_a_protean_showdown_with_its_quarry(benchmark: BenchmarkFixture) -> None:
    hands = {"0": PROTEAN, "1": ["BRC", "BRR", "SAR", "SAF", "BRK", "SAK"]}
    deals = [{"dealer": 0, "hands": hands, "quarry": ["GOK", "RUF"]}]
    table = read_table(PROTEAN_GAME, {"seats": 2, "deals": deals})
    assert benchmark(PROTEAN_GAME.score, table).deals[0].winners == (0, 1)


@pytest.mark.benchmark(group="a Vilnius table of 64 deals: under 1 ms")
def test_score_a_whole_vilnius_table(benchmark: BenchmarkFixture) -> None:
    table = read_table(VILNIUS, {"seats": 4, "deals": whole_game(seats=4, seed=1)})
    assert benchmark(VILNIUS.score, table).finished


@pytest.mark.benchmark(group="every hand")
@pytest.mark.parametrize(("game", "hands"), [(COLONIAL_ITALIAN, 28_989_675), (PROTEAN_GAME, 156_238_908)])
def test_count_every_hand(benchmark: BenchmarkFixture, game: ShowdownGame, hands: int) -> None:
    assert sum(benchmark.pedantic(game.odds.count, (6,), rounds=3).values()) == hands


@pytest.mark.benchmark(group="manage.py odds from a cold start: within 3 s")
def test_odds_from_a_cold_start(benchmark: BenchmarkFixture) -> None:
    command = [sys.executable, "manage.py", "odds", "colonial-italian", "--json"]
    done = benchmark.pedantic(subprocess.run, (command,), {"cwd": ROOT, "capture_output": True}, rounds=3)
    assert b"28989675" in done.stdout
