"""Three database nodes: etcd, Patroni and PostgreSQL on each."""

import asyncio
import json
import os
import secrets
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from psycopg.conninfo import make_conninfo

from scripts.failover.deployed import FILES, deployed, put
from scripts.failover.machines import OWNER, Machine, Network

WHOLE_WITHIN = 120.0  # seconds
LOOKED_EVERY = 0.5
PATIENCE = 2.0

Answer = Any  # JSON of Patroni and etcd


@dataclass
class Cluster:
    network: Network
    folder: Path
    bin: Path  # PostgreSQL's
    patroni: list[str]
    environment: dict[str, str]
    passwords: dict[str, str] = field(
        default_factory=lambda: {name: secrets.token_hex(16) for name in ("SUPERUSER", "REPLICATION", "DATABASE")}
    )
    nodes: list[Machine] = field(default_factory=list)

    async def begin(self) -> None:
        self.nodes = [self.network.machine(f"n{number}", f"10.0.0.1{number}", self.folder) for number in (1, 2, 3)]
        for node in self.nodes:
            self._configure(node)
            self.start_etcd(node)
        for node in self.nodes:
            self.start_patroni(node)
        if not await self.until_whole():
            raise TimeoutError(f"the nodes do not stand together: {await self.members()}")

    def _configure(self, node: Machine) -> None:
        this = {"@NODE@": node.name, "@ADDRESS@": node.address}
        owner = OWNER if os.getuid() == 0 else None
        files = {
            "etcd.yml": {"/var/lib/etcd/capstone": f"{node.folder}/etcd"},
            "patroni.yml": {
                "@SUPERUSER_PASSWORD@": self.passwords["SUPERUSER"],
                "@REPLICATION_PASSWORD@": self.passwords["REPLICATION"],
                "/var/lib/postgresql/capstone": f"{node.folder}/data",
                "/var/lib/postgresql/.pgpass": f"{node.folder}/.pgpass",
                "/usr/lib/postgresql/15/bin": str(self.bin),
                "/var/run/postgresql": str(node.folder),
            },
        }
        for name, values in files.items():
            put(node.folder / name, self.network.address(deployed(name, this | values)), owner=owner)

    def start(self, node: Machine) -> None:
        self.start_etcd(node)
        self.start_patroni(node)

    def start_etcd(self, node: Machine) -> None:
        node.start(["etcd", "--config-file", "etcd.yml"], log="etcd")

    def start_patroni(self, node: Machine) -> None:
        node.start([*self.patroni, "patroni.yml"], log="patroni", environment=self.environment)

    async def make_database(self) -> None:
        leader = await self.leader()
        command = ["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-v", f"password={self.passwords['DATABASE']}"]
        where = ["-h", leader.address, "-U", "postgres", "-f", str(FILES / "capstone.sql")]
        environment = self.environment | {"PGPASSWORD": self.passwords["SUPERUSER"]}
        subprocess.run([*command, *where], env=environment, check=True)

    def connection_to(self, hosts: str, **options: str) -> str:
        """As psycopg takes it."""
        who = {"user": "capstone", "password": self.passwords["DATABASE"], "dbname": "capstone"}
        return make_conninfo(host=hosts, port="5432", connect_timeout="2", **who, **options)

    async def until_whole(self) -> bool:
        """False where that takes too long."""
        deadline = time.monotonic() + WHOLE_WITHIN
        while not is_whole(await self.members()):
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(LOOKED_EVERY)
        return True

    async def leader(self) -> Machine:
        return await self._in_role("leader")

    async def synchronous(self) -> Machine:
        return await self._in_role("sync_standby")

    async def etcd_leader(self) -> Machine:
        while True:  # it may be between two of them
            for node in self.nodes:
                status = await asked(f"http://{node.address}:2379/v3/maintenance/status", b"{}")
                if status and status.get("leader") == status["header"]["member_id"]:
                    return node
            await asyncio.sleep(LOOKED_EVERY)

    async def _in_role(self, role: str) -> Machine:
        while not (names := [member["name"] for member in await self.members() if member["role"] == role]):
            await asyncio.sleep(LOOKED_EVERY)
        return next(node for node in self.nodes if node.name in names)

    async def members(self) -> list[dict[str, Any]]:
        """As the first that answers sees them."""
        for node in self.nodes:
            if cluster := await asked(f"http://{node.address}:8008/cluster"):
                members: list[dict[str, Any]] = cluster["members"]
                return members
        return []


def is_whole(members: list[dict[str, Any]]) -> bool:
    """One leads, two follow it closely, one of these synchronously."""
    states = sorted((member["role"], member["state"]) for member in members)
    whole = [("leader", "running"), ("replica", "streaming"), ("sync_standby", "streaming")]
    return states == whole and len({member.get("timeline") for member in members}) == 1


async def asked(url: str, body: bytes | None = None) -> Answer:
    """None where nobody answers in time."""
    return await asyncio.to_thread(_asked, url, body)


def _asked(url: str, body: bytes | None) -> Answer:
    try:
        with urlopen(Request(url, body), timeout=PATIENCE) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return None
