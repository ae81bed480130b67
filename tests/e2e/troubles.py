"""What can befall an evening: servers and the database killed, a disk that is full, a database that takes no writes."""

import os
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.db import connection

from tests.e2e.servers import Server, wait_until


class Cluster:
    """The throw-away PostgreSQL of scripts/with-postgres."""

    def __init__(self, address: str) -> None:
        self.folder = Path("/", *urlsplit(address).path.split("/")).parent
        self.data = self.folder / "data"
        self.program = Path(os.environ["POSTGRES_BIN"]) / "pg_ctl"

    def kill(self) -> None:
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def start(self) -> None:
        """As it was started before. What it had begun ends a moment after it was killed."""
        owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*owner, self.program, "restart", "--pgdata", self.data, "--log", self.folder / "log", "--wait"]
        wait_until(lambda: subprocess.run(command, cwd="/", capture_output=True, check=False).returncode == 0)

    def run(self, *statements: str) -> None:
        with psycopg.connect(host=str(self.folder), user="capstone", dbname="postgres", autocommit=True) as database:
            for statement in statements:
                database.execute(statement)


@contextmanager
def killed(server: Server) -> Iterator[None]:
    server.kill()
    yield
    server.start()


@contextmanager
def database_killed(cluster: Cluster) -> Iterator[None]:
    cluster.kill()
    yield
    cluster.start()


@contextmanager
def database_read_only(cluster: Cluster) -> Iterator[None]:
    setting, reload = "ALTER SYSTEM {} default_transaction_read_only {}", "SELECT pg_reload_conf()"
    cluster.run(setting.format("SET", "= on"), reload)
    yield
    cluster.run("SET default_transaction_read_only = off", setting.format("RESET", ""), reload)


@contextmanager
def disk_full(servers: Sequence[Server]) -> Iterator[None]:
    """No file may grow, or be written to at all."""
    pids = [server.process.pid for server in servers if server.process]
    usual = [resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids]
    for pid, (_, most) in zip(pids, usual, strict=True):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, most))
    yield
    for pid, limits in zip(pids, usual, strict=True):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


class Timeline(threading.Thread):
    """One trouble after the other, and a moment of peace after each; all of them until so many seconds have passed."""

    def __init__(self, servers: Sequence[Server], *, seconds: float, lasting: float) -> None:
        super().__init__(daemon=True)
        self.servers = servers
        self.until = time.monotonic() + seconds
        self.lasting = lasting
        self.befell: list[str] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.befell or time.monotonic() < self.until:
                for name, trouble in self._troubles():
                    with trouble:
                        self.befell.append(name)
                        time.sleep(self.lasting)
                    time.sleep(self.lasting)
        except BaseException as error:
            self.failure = error

    def _troubles(self) -> list[tuple[str, AbstractContextManager[None]]]:
        kills = [(f"server {server.port} killed", killed(server)) for server in self.servers]
        if connection.vendor == "sqlite":
            return [*kills, ("disk full", disk_full(self.servers))]
        cluster = Cluster(os.environ["DATABASE_URL"])
        return [*kills, ("database killed", database_killed(cluster)), ("read-only", database_read_only(cluster))]
