"""Which plans fit into an evening."""

import pytest

from tournaments.formats.plan import chain_from, read_chain
from tournaments.formats.simulation.compare import KINDS, Comparison, fitting
from tournaments.formats.simulation.evenings import Pace, Report
from tournaments.formats.simulation.playing import Played

PACE = Pace(deals=10, minutes=2, slow=2.5, pause=5)


def compared(players: int, limit: float, *, events: int = 1) -> tuple[Report, ...]:
    return Comparison(players=players, limit=limit, events=events, pace=PACE).play(lambda laps, plans: None)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_plan_is_one_that_a_director_could_make(kind):
    assert read_chain(kind.format(rounds=3, groups=4))


def test_what_is_offered_is_over_in_time():
    reports = compared(26, 120)
    assert len(reports) > 5
    assert all(report.length["late"] <= 120 for report in reports)
    assert all(report.rounds >= 1 and report.games["fewest"] >= 1 for report in reports)


def test_as_many_rounds_are_played_as_fit():
    shorter, longer = ({report.plan for report in compared(16, limit)} for limit in (60, 120))
    assert "swiss:seats=4:rounds=2" in shorter
    assert "swiss:seats=4:rounds=3" in longer
    assert "single-elimination" in longer - shorter


def test_no_plan_cuts_to_more_than_there_are():
    plans = [report.plan for report in compared(7, 10_000)]
    sizes = [options.get("qualify", {}).get("size", 0) for plan in plans for _, options in chain_from(plan)]
    assert max(sizes) == 4
    assert "swiss:seats=2:rounds=6" in plans


def test_graphs_are_among_the_plans_where_enough_come_into_each_of_their_stages():
    graphs = {
        players: {report.plan.partition(",")[2] for report in compared(players, 10_000) if "from=" in report.plan}
        for players in (5, 16)
    }
    finals = "single-elimination:from=1.per_group.2,single-elimination:from=1.per_group.2.after.2"
    rest = "single-elimination:from=1.size.4,swiss:seats=2:rounds=2:from=1"
    assert graphs == {5: set(), 16: {finals, rest, "single-elimination:from=1.size.4.after.4"}}


@pytest.mark.parametrize(("players", "limit"), [(2, 60), (3, 60), (26, 1)])
def test_small_fields_and_short_evenings_are_answered_too(players, limit):
    assert (compared(players, limit) == ()) == (limit == 1)


def test_the_plan_that_finds_the_strongest_comes_first():
    wins = [report.best_wins for report in compared(12, 90, events=3)]
    assert wins == sorted(wins, reverse=True)


def test_who_listens_has_the_laps_that_are_over():
    comparison = Comparison(players=8, limit=60, events=2, pace=PACE)
    heard: list[tuple[int, int]] = []

    def hear(laps: list[list[Played]], plans: int) -> None:
        heard.append((len(laps), plans))
        assert len(comparison.report(laps)) == (len(fitting(comparison)) if laps else 0)

    comparison.play(hear)
    assert heard == [(lap, plan) for lap in (0, 1) for plan in range(1, len(fitting(comparison)) + 1)]
