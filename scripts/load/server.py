"""The server under load, in processes of its own, and what they cost."""

import asyncio
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.load.visitors.client import BROKEN, Connection

ROOT = Path(__file__).resolve().parent.parent.parent
START = 60.0  # seconds
STOP = 10.0


class Server:
    def __init__(self, start: Callable[[], subprocess.Popen[bytes]], port: int) -> None:
        self.port = port
        self._start = start
        self._process = start()
        self._spent: dict[int, float] = {}

    @property
    def behind(self) -> list["Server"]:
        """Those that answer at its port."""
        return [self]

    def cpu(self) -> float:
        """Seconds of all its processes so far; of one that has ended, as far as it was looked at."""
        self._spent |= {pid: cpu for pid in self._family() if (cpu := _cpu_seconds(pid)) is not None}
        return sum(self._spent.values())

    def rss_mb(self) -> float:
        return round(sum(map(_rss_mb, self._family())), 1)

    def running(self) -> bool:
        return self._process.poll() is None

    def restart(self) -> None:
        self.stop()
        self._process = self._start()

    def stop(self) -> None:
        workers = self._family()
        self._process.terminate()
        try:
            self._process.wait(timeout=STOP)
        except subprocess.TimeoutExpired:
            for pid in workers:
                subprocess.run(["kill", "-KILL", str(pid)], check=False, stderr=subprocess.DEVNULL)
            self._process.wait()

    def _family(self) -> list[int]:
        """Itself, and every process that descends from it."""
        parents = _parents()
        family = [self._process.pid]
        for pid in family:
            family += [child for child, parent in parents.items() if parent == pid]
        return family


@contextmanager
def served(command: list[str], *, workers: int, environment: dict[str, str], log: Path) -> Iterator[Server]:
    """Of the options that stand twice, uvicorn takes the later."""
    port = free_port()
    arguments = ["--host", "127.0.0.1", "--port", str(port), "--workers", str(workers), "--log-level", "warning"]
    with log.open("ab") as output:
        server = Server(
            lambda: subprocess.Popen([*command, *arguments], cwd=ROOT, env=environment, stdout=output, stderr=output),
            port,
        )
        try:
            yield server
        finally:
            server.stop()


async def until_it_answers(server: Server) -> None:
    deadline = time.monotonic() + START
    while True:
        try:
            await Connection(server.port).get("/rules/")
            return
        except BROKEN as error:
            if not server.running() or time.monotonic() > deadline:
                raise ConnectionError("the server did not start") from error
        await asyncio.sleep(0.05)


def taken_away() -> tuple[int, int]:
    """What the host gave to others of this machine's processors so far, and all there was; in hundredths of seconds."""
    _, *spent = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    counted = [int(part) for part in spent[:8]]  # what guests had is within the first ones
    return counted[7], sum(counted)


def free_port() -> int:
    """One that nobody else is given while this process lasts: it stays bound. A server, which sets SO_REUSEADDR, can
    listen there all the same, and once more after it was stopped.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    port = int(holder.getsockname()[1])
    holder.detach()
    return port


def _parents() -> dict[int, int]:
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        if fields := _fields(stat):
            parents[int(stat.parent.name)] = int(fields[1])
    return parents


def _rss_mb(pid: int) -> float:
    """A page that processes share counts for each its part: forked ones would else be told as two whole servers."""
    try:
        fields = dict(line.split()[:2] for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    except OSError:
        return 0.0
    return int(fields["Pss:"]) / 1024


def _fields(stat: Path) -> list[str]:
    """From the state on; the name before it may hold anything. Empty where the process has ended."""
    try:
        return stat.read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _cpu_seconds(pid: int) -> float | None:
    """By the kernel's clock of that process, in nanoseconds; /proc counts in hundredths of a second."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return None
