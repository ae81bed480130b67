"""Application servers, each on a machine of its own, and HAProxy before them."""

import asyncio
import os
import secrets
import shlex
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scripts.failover.cluster import asked
from scripts.failover.deployed import deployed, environment
from scripts.failover.machines import Machine, Network
from scripts.load.server import ROOT, Server, free_port

PORT = 8000
STOPS_WITHIN = 15.0  # seconds
READY_WITHIN = 60.0
SECURE = "bind :443 ssl crt /etc/ssl/capstone/both.pem alpn h2,http/1.1 ssl-min-ver TLSv1.2"
NOTICED = 3.0  # by the balancer, that a server is back


@dataclass
class Servers:
    network: Network
    folder: Path
    password: str
    command: str
    count: int
    workers: int  # processes of each
    machines: list[Machine] = field(default_factory=list)
    _processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        secrets_made = {name: secrets.token_urlsafe(50) for name in ("@SECRET_KEY@", "@METRICS_TOKEN@")}
        text = deployed("capstone.env", secrets_made | {"@ADDRESS@": "127.0.0.1", "@DATABASE_PASSWORD@": self.password})
        self._common = environment(self.network.address(text))

    def environment(self, folder: Path) -> dict[str, str]:
        """As the operator's file has it, but that visitors come without a name and without https."""
        return {
            **os.environ,
            **self._common,
            "PUBLIC": "off",
            "ALLOWED_HOSTS": "*",
            "LOG_FORMAT": "text",
            "DEBUG": "off",
            "DJANGO_SETTINGS_MODULE": "scripts.load.settings",
            "PYTHONPATH": str(ROOT),
            "STATIC_ROOT": str(self.folder / "static"),
            "DATA_DIR": str(folder / "var"),
            "BACKUPS": str(folder / "backups"),
        }

    async def begin(self) -> None:
        for number in range(1, self.count + 1):
            machine = self.network.machine(f"a{number}", f"10.0.0.2{number}", self.folder)
            (machine.folder / "var").mkdir()
            self.machines.append(machine)
            self.start(machine)
        for machine in self.machines:
            await self.until_ready(machine)

    def start(self, machine: Machine) -> None:
        first, *words = shlex.split(self.command)
        where = ["--host", machine.address, "--port", str(PORT), "--workers", str(self.workers)]
        self._processes[machine.name] = machine.start(
            [str(ROOT / first), *words, *where, "--log-level", "warning"],
            log="capstone",
            environment=self.environment(machine.folder),
            as_owner=False,
        )

    async def restart(self, machine: Machine) -> None:
        """As a service manager does: asked to end, started again when it has."""
        process = self._processes[machine.name]
        process.terminate()
        try:
            await asyncio.to_thread(process.wait, STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            machine.kill()
        self.start(machine)
        await self.until_ready(machine)
        await asyncio.sleep(NOTICED)

    async def until_ready(self, machine: Machine) -> None:
        deadline = time.monotonic() + READY_WITHIN
        while not (await self.readiness(machine)).get("ready"):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{machine.name} is not ready")
            await asyncio.sleep(0.2)

    async def readiness(self, machine: Machine) -> Mapping[str, object]:
        return await asked(f"http://{machine.address}:{PORT}/readyz") or {}

    def balance(self) -> Server:
        port = free_port()
        text = deployed("haproxy.cfg", {"bind :80": f"bind 127.0.0.1:{port}", SECURE: ""})
        if os.getuid() != 0:
            text = text.replace("user haproxy", "").replace("group haproxy", "")
        lines = [line for line in text.splitlines() if not is_of_another(line, len(self.machines))]
        file = self.folder / "haproxy.cfg"
        file.write_text(self.network.address("\n".join(lines)) + "\n")
        command = ["haproxy", "-db", "-f", str(file)]
        with (self.folder / "haproxy.log").open("wb") as output:
            return Server(lambda: subprocess.Popen(command, cwd=self.folder, stdout=output, stderr=output), port)


def is_of_another(line: str, servers: int) -> bool:
    """A server that is not there this evening."""
    words = line.split()
    return words[:1] == ["server"] and int(words[1].removeprefix("a")) > servers
