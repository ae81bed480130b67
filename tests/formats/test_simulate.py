import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.formats.simulate import Pace, Played, Report, Simulation
from tournaments.formats.stages import FORMATS, Options

TWO = Options(seats=2)


def simulate(key: str, **given: Any) -> Report:
    return Simulation(format=key, **given).play()


@pytest.mark.parametrize(
    ("key", "players", "rounds", "tables"),
    [
        ("single-elimination", 8, 3, 7),
        ("single-elimination", 13, 4, 12),
        ("double-elimination", 8, None, 14),
        ("round-robin", 6, 5, 15),
        ("round-robin", 7, 7, 21),
        ("swiss", 16, 4, 32),
        ("swiss", 9, 4, 16),
    ],
)
def test_an_event_has_as_many_rounds_and_tables_as_its_format(key, players, rounds, tables):
    report = simulate(key, players=players, options=TWO, seed=1)
    assert report.tables == tables
    assert rounds is None or report.rounds == rounds


@pytest.mark.parametrize("key", ["swiss", "round-robin"])
def test_nobody_meets_again_while_it_can_be_avoided(key):
    assert simulate(key, players=12, options=Options(seats=2, rounds=5), events=3).repeats == {"average": 0, "most": 0}


def test_byes_are_counted_by_person():
    report = simulate("swiss", players=9, options=Options(seats=2, rounds=4), events=2)
    assert report.byes == {"0": 5, "1": 4}


def test_smaller_tables_are_counted_by_person():
    report = simulate("swiss", players=7, options=Options(seats=4, rounds=1))
    assert report.small_tables == {"0": 4, "1": 3}


def test_an_elimination_is_played_by_two_at_a_table_whatever_is_asked():
    report = simulate("single-elimination", players=8, options=Options(seats=4))
    assert (report.tables_of, report.small_tables) == (2, {"0": 8})


def test_the_stronger_a_player_the_more_often_he_wins():
    report = simulate("round-robin", players=6, options=TWO, events=60, seed=2)
    assert report.best_wins > 1 / 6


def test_an_evening_is_as_long_as_its_slowest_tables():
    pace = Pace(deals=10, minutes=3)
    report = simulate("round-robin", players=4, options=TWO, pace=pace)
    assert report.minutes == {"average": 90, "longest": 90}


def test_a_vilnius_table_of_two_takes_32_deals():
    assert simulate("single-elimination", players=2, options=TWO).minutes["longest"] == 64


@pytest.mark.parametrize("key", FORMATS)
def test_the_same_seed_plays_the_same_events(key):
    first, again = (simulate(key, players=8, options=TWO, events=2, seed=5) for _ in range(2))
    assert first == again


def test_who_listens_hears_each_round_and_has_the_report_so_far():
    heard = []
    simulation = Simulation(format="round-robin", players=4, options=TWO, events=2)

    def hear(played: list[Played], rounds: int) -> None:
        heard.append((len(played), rounds, simulation.report(played).events if played else 0))

    assert simulation.play(hear).events == 2
    assert heard == [(0, 1, 0), (0, 2, 0), (0, 3, 0), (1, 1, 1), (1, 2, 1), (1, 3, 1)]


def run(*arguments: str) -> str:
    output = StringIO()
    call_command("simulate", *arguments, stdout=output)
    return output.getvalue()


def test_the_command_answers_as_json():
    arguments = [
        "--format",
        "swiss",
        "--players",
        "12",
        "--tables-of",
        "4",
        "--rounds",
        "3",
        "--seed",
        "1",
        "--events",
        "2",
        "--json",
    ]
    report = json.loads(run(*arguments))
    assert (report["format"], report["players"], report["tables_of"], report["events"]) == ("swiss", 12, 4, 2)
    assert report["rounds"] == 3


def test_the_command_answers_in_words():
    assert "the strongest wins" in run("--format", "strikes", "--players", "8", "--tables-of", "4", "--seed", "1")


@pytest.mark.parametrize("players", ["1", "5000"])
def test_the_command_refuses_what_it_cannot_play(players):
    with pytest.raises(CommandError, match="players"):
        run("--format", "swiss", "--players", players)
