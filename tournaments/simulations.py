"""Events played in advance, each in a process of its own, so that no request waits for one; and what a correction moves
in a large one, for which its own request alone waits.

Nothing of it is stored. A simulation is known by who wants it and what is played, and comes out the same wherever it
is played: a server process that is asked for one it does not have begins it.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess
from threading import BoundedSemaphore, Lock, Thread
from time import monotonic
from typing import Any

from tournaments.formats.consequences import Consequences, consequences
from tournaments.formats.options import Options
from tournaments.formats.record import StageRecord
from tournaments.formats.simulation.compare import Comparison
from tournaments.formats.simulation.evenings import Report, Simulation

AT_ONCE = 2
QUEUE = 8
PATIENCE = 10.0  # seconds after which nobody waits for it any more
LIMIT = 120.0  # seconds: twice what the longest plan has been seen to take
NICENESS = 10
PAUSE = 0.25  # seconds between two messages from a process
LARGE = 64  # entrants of a stage
TIME_IS_UP = 3  # exit codes
NOBODY_WAITS = 4

# Each is forked off a process without threads which has loaded all they need, what the server itself starts with
# included: to spawn one would take longer than most evenings.
PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__, "uvicorn.main"])

Playable = Simulation | Comparison
Key = tuple[int, Playable]  # the user's id, and what is played


_reckoning = BoundedSemaphore(AT_ONCE)


class SimulationState(StrEnum):
    FULL = "full"
    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"
    STOPPED = "stopped"
    LATE = "late"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Simulated:
    """``events`` are over, which the ``report`` is about (None before the first), and ``rounds`` of the next. Of a
    comparison the ``offers`` are the reports of its plans, and ``rounds`` the plans played in the next lap."""

    state: SimulationState
    events: int = 0
    rounds: int = 0
    report: Report | None = None
    offers: tuple[Report, ...] = ()

    @property
    def goes_on(self) -> bool:
        return self.state in (SimulationState.WAITING, SimulationState.PLAYING)


class Job:
    """One simulation as the server sees it. Its process ends by itself, and when the link to it is closed."""

    def __init__(self, simulation: Playable) -> None:
        self.simulation = simulation
        self.asked_at = monotonic()
        self.simulated = Simulated(SimulationState.WAITING)
        self.process: ForkServerProcess | None = None
        self.link: Connection | None = None

    @property
    def waits(self) -> bool:
        return self.process is None

    @property
    def plays(self) -> bool:
        return self.simulated.state is SimulationState.PLAYING

    def begin(self, *, patience: float, limit: float) -> None:
        link, theirs = PROCESSES.Pipe()
        with theirs:
            process = PROCESSES.Process(
                target=play, args=(self.simulation, theirs), kwargs={"patience": patience, "limit": limit}, daemon=True
            )
            process.start()
        self.link, self.process = link, process
        self.simulated = Simulated(SimulationState.PLAYING)

    def ask(self) -> None:
        self.asked_at = monotonic()
        if self.link and self.plays:
            with suppress(OSError):
                self.link.send_bytes(b"?")

    def hear(self) -> None:
        """Take in what its process has said since."""
        if not self.link or not self.process:
            return
        try:
            while self.plays and self.link.poll():
                self.simulated = self.link.recv()
        except (EOFError, OSError):
            self.process.join()
            late = self.process.exitcode == TIME_IS_UP
            self.simulated = replace(self.simulated, state=SimulationState.LATE if late else SimulationState.FAILED)

    def end(self) -> Simulated:
        self.simulated = replace(self.simulated, state=SimulationState.STOPPED)
        if self.link:
            self.link.close()
        return self.simulated


class Simulations:
    """The simulations of this server process. They do nothing by themselves: all is settled whenever somebody asks."""

    def __init__(
        self, *, at_once: int = AT_ONCE, queue: int = QUEUE, patience: float = PATIENCE, limit: float = LIMIT
    ) -> None:
        self._at_once = at_once
        self._queue = queue
        self._patience = patience
        self._limit = limit
        self._jobs: dict[Key, Job] = {}
        self._lock = Lock()
        self._lingering = Lock()

    def want(self, key: Key, *, moment: float) -> Simulated:
        """Ask for it instead of whatever the same person wanted before."""
        with self._lock:
            for other in [other for other in self._jobs if other[0] == key[0] and other != key]:
                self._jobs.pop(other).end()
        return self.ask(key, moment=moment)

    def ask(self, key: Key, *, moment: float = 0.0) -> Simulated:
        """How far it is, or what came of it; begun where it is not known. It may take the ``moment`` to be done."""
        with self._lock:
            self._forget()
            if key not in self._jobs:
                if sum(job.waits for job in self._jobs.values()) >= self._queue:
                    return Simulated(SimulationState.FULL)
                self._jobs[key] = Job(key[1])
            job = self._jobs[key]
            job.ask()
            self._begin()
        if moment and self._lingering.acquire(blocking=False):  # one thread at a time: the others belong to the pads
            try:
                self._linger(job, until=monotonic() + moment)
            finally:
                self._lingering.release()
        return job.simulated

    def stop(self, key: Key) -> Simulated:
        """End it, and tell what was found till then."""
        with self._lock:
            self._forget()
            job = self._jobs.pop(key, None)
            stopped = job.end() if job else Simulated(SimulationState.STOPPED)
            self._begin()
            return stopped

    def _forget(self) -> None:
        """Hear how far all are, and forget those that nobody waits for any more."""
        now = monotonic()
        for key, job in list(self._jobs.items()):
            job.hear()
            if now - job.asked_at > self._patience:
                self._jobs.pop(key).end()

    def _begin(self) -> None:
        free = self._at_once - sum(job.plays for job in self._jobs.values())
        for job in islice([job for job in self._jobs.values() if job.waits], max(0, free)):
            job.begin(patience=self._patience, limit=self._limit)

    def _linger(self, job: Job, *, until: float) -> None:
        while job.plays and job.link and (seconds_left := until - monotonic()) > 0:
            with suppress(OSError):  # another thread stopped it
                wait([job.link], min(seconds_left, self._patience / 2))
            with self._lock:
                job.ask()
                job.hear()


def reckoned(key: str, stage: StageRecord, options: Options, **asked: Any) -> Consequences:
    """The ``consequences`` of a correction; those in a large stage, where rounds are drawn anew for seconds, in a
    process of their own. Where that has ended they are found here.
    """
    if len(stage.entrants) < LARGE:
        return consequences(key, stage, options, **asked)
    with _reckoning:
        link, theirs = PROCESSES.Pipe()
        with link, theirs:
            process = PROCESSES.Process(target=reckon, args=(theirs, key, stage, options), kwargs=asked, daemon=True)
            process.start()
            theirs.close()
            with suppress(EOFError, OSError):
                received: Consequences = link.recv()
                return received
    return consequences(key, stage, options, **asked)


def reckon(link: Connection, key: str, stage: StageRecord, options: Options, **asked: Any) -> None:
    """What that process does."""
    stand_back()
    link.send(consequences(key, stage, options, **asked))


def stand_back() -> None:
    """A process of the server's begins: whatever else there is to do comes first."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # at the keyboard it is meant for the server
    end_with_parent()


def end_with_parent() -> None:
    """However that ends: who is killed tells nobody. A worker would keep the server's port, and a process that waits
    for work its memory.
    """
    if parent := parent_process():
        Thread(target=_end_after, args=(parent.sentinel,), name="parent", daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def play(simulation: Playable, link: Connection, *, patience: float, limit: float) -> None:
    """What the process does."""
    stand_back()
    Thread(target=watch, args=(link,), kwargs={"patience": patience, "limit": limit}, daemon=True).start()
    with suppress(ConnectionError):  # the server is gone, and this process goes too
        link.send(played_out(simulation, teller(link)))


def played_out(simulation: Playable, tell: Callable[[Callable[[], Simulated]], None]) -> Simulated:
    """What came of it, having told how far it is; what is told is made only when it is."""
    playing, done = SimulationState.PLAYING, SimulationState.DONE
    if isinstance(simulation, Comparison):
        offers = simulation.play(
            lambda laps, plans: tell(
                lambda: Simulated(playing, len(laps), plans, offers=simulation.report(laps) if laps else ())
            )
        )
        return Simulated(done, simulation.events, offers=offers)
    report = simulation.play(
        lambda played, rounds: tell(
            lambda: Simulated(playing, len(played), rounds, simulation.report(played) if played else None)
        )
    )
    return Simulated(done, simulation.events, report=report)


def teller(link: Connection) -> Callable[[Callable[[], Simulated]], None]:
    """Sends what it is given, but no oftener than every PAUSE seconds."""
    reported_at = monotonic()

    def tell(simulated: Callable[[], Simulated]) -> None:
        nonlocal reported_at
        if monotonic() - reported_at >= PAUSE:
            reported_at = monotonic()
            link.send(simulated())

    return tell


def watch(link: Connection, *, patience: float, limit: float) -> None:
    """End this process, whatever it is at, when its time is up, nobody asks any more, or the server is gone."""
    end = monotonic() + limit
    with suppress(EOFError, OSError):
        while link.poll(max(0.0, min(patience, end - monotonic()))):
            link.recv_bytes()
    os._exit(TIME_IS_UP if monotonic() >= end else NOBODY_WAITS)


simulations = Simulations()
