"""What is drawn in a process of its own."""

import os
import signal
import sys

import pytest

from pyramid_site.entry.worker_process import WorkerProcess
from tests.e2e.servers import wait_until


def theirs(process: WorkerProcess) -> int:
    """The process's number, from itself."""
    answered = [os.getpid()]

    def there() -> bool:
        answered.append(process())
        return answered[-1] != os.getpid()

    wait_until(there)
    return answered[-1]


def test_until_its_process_is_ready_a_function_is_called_here_and_then_there() -> None:
    process = WorkerProcess("os.getpid")
    assert process() == os.getpid()
    wait_until(lambda: process() != os.getpid())


def has_loaded_views() -> bool:
    return "tournaments.urls" in sys.modules


def test_nobody_waits_for_its_process_to_load_all_views() -> None:
    process = WorkerProcess(f"{__name__}.has_loaded_views")
    wait_until(process.is_ready)
    assert process()


def test_an_error_is_raised_here_as_there() -> None:
    division = WorkerProcess("operator.truediv")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            division(1, 0)
        wait_until(division.is_ready)
    assert division(1, 4) == 0.25


def test_a_process_that_was_killed_is_missed_by_nobody_and_followed_by_another() -> None:
    process = WorkerProcess("os.getpid", again_after=0)
    first = theirs(process)
    os.kill(first, signal.SIGKILL)
    assert process() in (first, os.getpid())
    wait_until(lambda: process() not in (first, os.getpid()))


def test_a_process_that_does_not_answer_holds_nobody_up() -> None:
    process = WorkerProcess("os.getpid", patience=0.5)
    os.kill(theirs(process), signal.SIGSTOP)
    assert process() == os.getpid()


def test_one_that_ends_at_once_is_not_begun_again_and_again() -> None:
    nothing = WorkerProcess("os.getpid_of_nobody", again_after=3600)
    for _ in range(3):
        with pytest.raises(ImportError):
            nothing()
