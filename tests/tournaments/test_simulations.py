"""Simulations in processes of their own. Whatever a test waits for is an event, and has a minute on a busy machine."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.formats.records import table
from tournaments.formats.consequences import consequences
from tournaments.formats.options import Options
from tournaments.formats.record import RoundRecord, StageRecord
from tournaments.formats.simulation.evenings import Simulation
from tournaments.simulations import NOBODY_WAITS, Simulations, SimulationState, reckoned, watch

ROOT = Path(__file__).resolve().parent.parent.parent
SHORT = Simulation(format="strikes", players=8, options=Options(seats=4), events=2, seed=1)
LONG = Simulation(format="strikes", players=16, options=Options(seats=4), events=10**9)
MINUTE = 60

SERVER = """
from tests.tournaments.test_simulations import LONG
from tournaments.simulations import simulations

simulations.ask((1, LONG))
while not simulations.ask((1, LONG), moment=1).rounds:
    pass
print("playing", flush=True)
input()
"""


@pytest.fixture(autouse=True)
def no_other_processes() -> Iterator[None]:
    end_all()
    yield
    end_all()


def end_all() -> None:
    for process in active_children():
        process.kill()
        process.join()


def test_a_process_finds_what_the_direct_way_finds() -> None:
    simulated = Simulations().ask((1, SHORT), moment=MINUTE)
    assert (simulated.state, simulated.report) == (SimulationState.DONE, SHORT.play())


def test_what_was_found_is_told_again() -> None:
    simulations = Simulations()
    found = simulations.ask((1, SHORT), moment=MINUTE)
    assert simulations.ask((1, SHORT)) == found


def test_who_asks_is_told_how_far_it_is_and_stops_it_with_what_was_found() -> None:
    simulations = Simulations()
    while not (simulated := simulations.ask((1, LONG), moment=0.1)).events:
        assert simulated.goes_on
    [process] = active_children()
    stopped = simulations.stop((1, LONG))
    assert stopped.state is SimulationState.STOPPED
    assert stopped.report and stopped.report.events == stopped.events >= simulated.events
    process.join(MINUTE)
    assert process.exitcode == NOBODY_WAITS


def test_what_was_stopped_begins_anew_when_it_is_asked_for() -> None:
    simulations = Simulations()
    simulations.ask((1, SHORT))
    simulations.stop((1, SHORT))
    assert simulations.ask((1, SHORT), moment=MINUTE).state is SimulationState.DONE


def test_a_time_limit_ends_it_and_keeps_what_was_found() -> None:
    simulated = Simulations(limit=2).ask((1, LONG), moment=MINUTE)
    assert simulated.state is SimulationState.LATE
    assert simulated.report and simulated.report.events == simulated.events > 0


def test_it_ends_when_nobody_asks_any_more_and_makes_room_for_others() -> None:
    simulations = Simulations(at_once=1, patience=3)
    simulations.ask((1, LONG))
    [process] = active_children()
    process.join(MINUTE)
    assert process.exitcode == NOBODY_WAITS
    assert simulations.ask((2, SHORT), moment=MINUTE).state is SimulationState.DONE


def test_whoever_asks_again_and_again_keeps_it_going(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("tournaments.simulations.monotonic", lambda: now)
    simulations = Simulations(patience=MINUTE)
    simulations.ask((1, LONG))
    begun = active_children()
    for _ in range(5):
        now += 0.9 * MINUTE
        assert simulations.ask((1, LONG)).goes_on
    while not (simulated := simulations.ask((1, LONG))).events:
        assert simulated.goes_on
    assert active_children() == begun


def test_its_process_begins_to_wait_anew_with_every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 5
    waited: list[float] = []

    def poll(seconds: float) -> bool:
        waited.append(seconds)
        return len(waited) <= asked

    def end(code: int) -> None:
        waited.append(code)

    monkeypatch.setattr("os._exit", end)
    watch(cast("Connection", SimpleNamespace(poll=poll, recv_bytes=bytes)), patience=2, limit=MINUTE)
    assert waited == [2] * (asked + 1) + [NOBODY_WAITS]


def test_what_somebody_wants_next_ends_what_they_wanted_before() -> None:
    simulations = Simulations(at_once=2)
    simulations.ask((1, LONG))
    [process] = active_children()
    simulations.ask((2, LONG))
    assert simulations.want((1, SHORT), moment=MINUTE).state is SimulationState.DONE
    process.join(MINUTE)
    assert process.exitcode == NOBODY_WAITS
    assert simulations.ask((2, LONG)).goes_on


def test_more_than_there_is_room_for_wait_in_turn() -> None:
    simulations = Simulations(at_once=1)
    simulations.ask((1, LONG))
    assert simulations.ask((2, SHORT), moment=MINUTE).state is SimulationState.WAITING
    simulations.stop((1, LONG))
    assert simulations.ask((2, SHORT), moment=MINUTE).state is SimulationState.DONE


def test_the_queue_has_an_end() -> None:
    simulations = Simulations(at_once=1, queue=1)
    states = [simulations.ask((who, LONG)).state for who in (1, 2, 3)]
    assert states == [SimulationState.PLAYING, SimulationState.WAITING, SimulationState.FULL]
    assert simulations.ask((2, LONG)).state is SimulationState.WAITING


def test_a_process_that_fails_is_said_to_have_failed() -> None:
    simulations = Simulations()
    simulations.ask((1, LONG))
    [process] = active_children()
    process.kill()
    assert simulations.ask((1, LONG), moment=MINUTE).state is SimulationState.FAILED


@pytest.mark.parametrize("end", [subprocess.Popen.kill, subprocess.Popen.terminate])
def test_a_process_never_outlives_its_server(end: Callable[[subprocess.Popen[str]], None]) -> None:
    """The pipe closes when the last one has ended who writes to it, the server's processes among them."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout and server.stdout.readline() == "playing\n"
        end(server)
        server.communicate(timeout=MINUTE)


@pytest.mark.parametrize("entrants", [8, 96])  # here, and in a process of its own
def test_what_a_correction_moves_is_the_same_wherever_it_is_reckoned(entrants: int) -> None:
    options = Options(seats=4, rounds=3)
    people = tuple(f"p{number}" for number in range(entrants))
    seated = [people[at : at + 4] for at in range(0, entrants, 4)]
    tables = tuple(table(*four) for four in seated)
    stage = StageRecord(entrants=people, rounds=(RoundRecord(tables), RoundRecord(tables)), seed=5)
    corrected = table(*seated[1], places=[4, 3, 2, 1])
    moves = reckoned("swiss", stage, options, round=1, table=1, corrected=corrected)
    assert moves.places
    assert moves == consequences("swiss", stage, options, round=1, table=1, corrected=corrected)


def test_a_correction_that_does_not_fit_is_refused_from_a_process_too() -> None:
    stage = StageRecord(entrants=tuple(f"p{number}" for number in range(96)))
    with pytest.raises(IndexError):
        reckoned("swiss", stage, Options(seats=4), round=1, table=0, corrected=table("p0", "p1"))
