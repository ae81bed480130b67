"""Several servers behind HAProxy, as one. Any request may go to any of them; as in deploy/three-nodes, those of one
place go to the same one while it lives.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from scripts.load.server import Server, free_port, served

CONFIGURATION = """
global
    maxconn 8000
defaults
    mode http
    option forwardfor
    option redispatch 1
    timeout connect 2s
    timeout client 75s
    timeout server 75s
listen capstone
    bind 127.0.0.1:{port}
    http-request set-var(txn.place) path,field(2,/,2)
    balance hash var(txn.place)
    hash-type consistent
"""


class Balanced(Server):
    """HAProxy; what is spent is what the servers behind it spend."""

    def __init__(self, start: Callable[[], subprocess.Popen[bytes]], port: int, servers: list[Server]) -> None:
        super().__init__(start, port)
        self._servers = servers

    @property
    def behind(self) -> list[Server]:
        return self._servers

    def restart(self) -> None:
        for server in self._servers:
            server.restart()

    def cpu(self) -> float:
        return sum(server.cpu() for server in self._servers)

    def rss_mb(self) -> float:
        return round(sum(server.rss_mb() for server in self._servers), 1)


@contextmanager
def balanced(
    count: int, command: list[str], *, workers: int, environment: dict[str, str], log: Path
) -> Iterator[Server]:
    """One needs no balancer."""
    with ExitStack() as running:
        logs = [log, *(log.with_stem(f"{log.stem}-{number}") for number in range(2, count + 1))]
        servers = [
            running.enter_context(served(command, workers=workers, environment=environment, log=log)) for log in logs
        ]
        yield servers[0] if count == 1 else running.enter_context(_before(servers, log.with_name("haproxy.cfg")))


@contextmanager
def _before(servers: list[Server], file: Path) -> Iterator[Server]:
    haproxy = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if haproxy is None:
        sys.exit("Several servers need HAProxy before them; on Debian: apt-get install haproxy")
    port = free_port()
    lines = [f"    server s{server.port} 127.0.0.1:{server.port}\n" for server in servers]
    file.write_text(CONFIGURATION.format(port=port) + "".join(lines))
    balancer = Balanced(lambda: subprocess.Popen([haproxy, "-db", "-f", file]), port, servers)
    try:
        yield balancer
    finally:
        balancer.stop()
