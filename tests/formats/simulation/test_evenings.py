import json
import re
from dataclasses import replace
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.formats.options import Options
from tournaments.formats.simulation.evenings import Pace, Report, Simulation
from tournaments.formats.simulation.playing import Played
from tournaments.formats.stages import FORMATS
from tournaments.forms.planning import EVENINGS

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


def test_all_games_of_a_match_take_their_time():
    pace = Pace(deals=10, minutes=3)
    by_total = simulate("round-robin", players=4, options=replace(TWO, games=2, decided="total"), pace=pace)
    assert by_total.minutes == {"average": 180, "longest": 180}
    best_of_three = simulate("round-robin", players=4, options=replace(TWO, games=3), pace=pace, events=20)
    assert (90 * 2 < best_of_three.minutes["average"] < best_of_three.minutes["longest"]) and best_of_three.tables == 6


def test_the_last_rounds_of_a_bracket_take_as_long_as_they_have_games():
    options = replace(TWO, decided="total", last_games=(3, 2))
    report = simulate("single-elimination", players=8, options=options, pace=Pace(deals=10, minutes=3))
    assert report.minutes["longest"] == 30 + 2 * 30 + 3 * 30


def test_the_same_rounds_take_longer_the_more_tables_differ_and_breaks_are_added():
    def length(**pace: float) -> dict[str, float]:
        given = {"players": 16, "options": Options(seats=2, rounds=4), "events": 2}
        return simulate("swiss", pace=Pace(deals=10, minutes=3, **pace), **given).length

    even, broken, spread = length(), length(pause=5), length(slow=4)
    assert even == {"median": 120, "late": 120}
    assert broken == {"median": 135, "late": 135}
    assert 120 < spread["median"] < spread["late"]


def test_one_table_in_ten_is_slow():
    pace, random = Pace(deals=10, minutes=3, slow=4.5), Random(1)
    minutes = [pace.slowest({(4, 1): 1}, random) for _ in range(4000)]
    assert sum(each >= 45 for each in minutes) / 4000 == pytest.approx(0.1, abs=0.02)
    assert sum(each >= 30 for each in minutes) / 4000 == pytest.approx(0.5, abs=0.03)


def test_the_last_table_of_many_ends_as_the_slowest_of_so_many():
    pace, random = Pace(deals=10, minutes=3, slow=4.5), Random(2)
    at_once = sum(pace.slowest({(4, 1): 8}, random) for _ in range(2000)) / 2000
    one_by_one = sum(max(pace.slowest({(4, 1): 1}, random) for _ in range(8)) for _ in range(2000)) / 2000
    assert at_once == pytest.approx(one_by_one, rel=0.02)


def test_a_slow_table_is_not_faster_than_the_usual_one():
    with pytest.raises(ValueError, match="slow"):
        Pace(minutes=3, slow=2)


def test_a_chain_is_played_from_stage_to_stage():
    options = Options(seats=2, rounds=3)
    report = simulate("swiss", players=16, options=options, then="single-elimination:size=8", events=2)
    assert report.rounds == 6
    assert report.tables == 3 * 8 + 7
    assert (report.games["fewest"], report.games["most"]) == (3, 6)
    assert report.plan == "swiss:seats=2:rounds=3,single-elimination:size=8"


def test_the_first_of_each_group_go_on():
    then = "single-elimination:per_group=1"
    report = simulate("round-robin", players=12, options=TWO, groups=4, then=then, seed=3)
    assert (report.rounds, report.tables) == (3 + 2, 4 * 3 + 3)
    assert report.repeats["most"] == 0


def test_more_than_there_are_cannot_go_on_from_a_group():
    with pytest.raises(ValueError, match="go on"):
        simulate("round-robin", players=8, options=TWO, groups=4, then="single-elimination:per_group=3")


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


def test_the_command_plays_a_chain_with_breaks():
    given = ["--players", "8", "--tables-of", "4", "--rounds", "2", "--deals", "10", "--slow", "2", "--json"]
    played = run("--format", "swiss", "--then", "single-elimination:size=2", "--break", "7", *given)
    report = json.loads(played)
    assert (report["rounds"], report["length"]) == (3, {"median": 74, "late": 74})


@pytest.mark.parametrize("then", ["chess", "swiss:seats", "swiss:seats=9", "swiss:seats=2:seats=2", "swiss:x=1"])
def test_the_command_refuses_a_chain_it_cannot_read(then):
    with pytest.raises(CommandError, match="cannot be played"):
        run("--format", "swiss", "--players", "8", "--then", then)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--rounds", "-2"], "rounds. This number does not work here."),
        (["--then", "swiss:seats=9"], "seats. This number does not work here."),
        (["--then", "swiss:x=1"], "x. Choose one of those that are offered."),
        (["--minutes", "0"], "deals and their minutes are more than none"),
        (["--deals", "-3"], "deals and their minutes are more than none"),
        (["--break", "-50"], "a break is no less"),
    ],
)
def test_the_command_says_what_of_a_plan_cannot_be(given, sentence):
    with pytest.raises(CommandError, match=re.escape(sentence)):
        run("--format", "swiss", "--players", "8", *given)


def test_plans_are_compared_by_as_many_evenings_as_on_the_page_where_nobody_says_how_many():
    reports = json.loads(run("--players", "4", "--within", "20", "--deals", "3", "--json"))
    assert {report["events"] for report in reports} == {EVENINGS}


def test_the_command_compares_what_fits():
    given = ["--players", "9", "--within", "75", "--deals", "10", "--events", "2"]
    table, reports = run(*given), json.loads(run(*given, "--json"))
    assert [report["plan"] in table for report in reports] == [True] * len(reports) != []
    assert all(report["length"]["late"] <= 75 for report in reports)


def test_the_command_says_that_nothing_fits():
    assert run("--players", "9", "--within", "5") == "No plan is over in that time.\n"


@pytest.mark.parametrize("given", [[], ["--format", "swiss", "--within", "60"]])
def test_the_command_wants_a_format_or_a_time(given):
    with pytest.raises(CommandError, match="--within"):
        run("--players", "9", *given)


def test_the_command_answers_in_words():
    assert "the strongest wins" in run("--format", "strikes", "--players", "8", "--tables-of", "4", "--seed", "1")


@pytest.mark.parametrize("players", ["1", "5000"])
def test_the_command_refuses_what_it_cannot_play(players):
    with pytest.raises(CommandError, match="players"):
        run("--format", "swiss", "--players", players)
