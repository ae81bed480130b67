"""The machines of the evening, and what befalls them.

Each is a network namespace behind a bridge where this process may make such: then its link goes down before it dies, as
that of a machine does, and it can be cut off from others. Elsewhere it is an address of the loopback.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

OWNER = "postgres"  # PostgreSQL refuses to be run by root
NAMESPACES = "namespaces"
LOOPBACK = "loopback"
HERE = "10.0.0.20"  # the balancer and the visitors
LONGEST_DEATH = 10.0  # seconds


@dataclass
class Network:
    kind: str
    machines: "list[Machine]" = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.kind == NAMESPACES:
            ip("link", "set", "lo", "up")
            ip("link", "add", "machines", "type", "bridge")
            ip("address", "add", f"{HERE}/24", "dev", "machines")
            ip("link", "set", "machines", "up")

    def address(self, text: str) -> str:
        """As the files of deploy/ have it, here. On the loopback whoever asks comes from 127.0.0.1."""
        if self.kind == NAMESPACES:
            return text
        return text.replace("10.0.0.0/24", "127.0.0.0/8").replace("10.0.0.", "127.0.77.")

    def machine(self, name: str, address: str, folder: Path) -> "Machine":
        machine = Machine(name, self.address(address), folder / name, self.kind == NAMESPACES)
        machine.folder.mkdir()
        if os.getuid() == 0:
            subprocess.run(["chown", OWNER, machine.folder], check=True)
        if machine.is_namespace:
            ip("netns", "add", name)
            ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", name, "master", "machines", "up")
            ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                ip("-n", name, "link", "set", device, "up")
        self.machines.append(machine)
        return machine


@dataclass
class Machine:
    """What it runs has its folder as working directory: by that its processes are found, whoever started them."""

    name: str
    address: str
    folder: Path
    is_namespace: bool

    def start(
        self, command: list[str], *, log: str, environment: dict[str, str] | None = None, as_owner: bool = True
    ) -> subprocess.Popen[bytes]:
        drop = ["setpriv", f"--reuid={OWNER}", f"--regid={OWNER}", "--clear-groups"]
        whole = [*(drop if as_owner and os.getuid() == 0 else []), *command]
        with (self.folder.parent / f"{self.name}.{log}.log").open("ab") as output:
            return subprocess.Popen(
                self.inside(whole), cwd=self.folder, env=environment or dict(os.environ), stdout=output, stderr=output
            )

    def inside(self, command: list[str]) -> list[str]:
        return ["nsenter", f"--net=/run/netns/{self.name}", *command] if self.is_namespace else command

    def processes(self, *, called: str = "") -> list[int]:
        return [pid for pid in running_in(self.folder) if called in command_line(pid)]

    def kill(self, *, called: str = "") -> None:
        """Also what a dying process starts; ends when nothing is left."""
        deadline = time.monotonic() + LONGEST_DEATH
        while (pids := self.processes(called=called)) and time.monotonic() < deadline:
            send(signal.SIGKILL, pids)

    def die(self) -> None:
        self._link("down")
        self.kill()

    def wake(self) -> None:
        self._link("up")

    def freeze(self) -> None:
        for _ in range(2):  # what was started meanwhile
            send(signal.SIGSTOP, self.processes())

    def thaw(self) -> None:
        send(signal.SIGCONT, self.processes())

    def cut(self, others: "Iterable[Machine]") -> None:
        """Off from these: both sides send what is for the other nowhere."""
        for one, other in self._both_ways(others):
            ip("-n", one.name, "route", "add", "blackhole", other.address)

    def join(self, others: "Iterable[Machine]") -> None:
        for one, other in self._both_ways(others):
            ip("-n", one.name, "route", "del", "blackhole", other.address)

    def _both_ways(self, others: "Iterable[Machine]") -> "list[tuple[Machine, Machine]]":
        return [pair for other in others for pair in ((self, other), (other, self))]

    def _link(self, state: str) -> None:
        if self.is_namespace:
            ip("-n", self.name, "link", "set", "eth0", state)


def running_in(folder: Path) -> list[int]:
    """The processes whose working directory is this or lies in it."""
    inside = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        try:
            where = link.readlink()
        except OSError:
            continue
        if where.is_relative_to(folder):
            inside.append(int(link.parent.name))
    return inside


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def send(what: signal.Signals, pids: Iterable[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, what)
        except ProcessLookupError:
            continue


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)
