"""uvicorn as `make run` starts it, on a free port of this machine only."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scripts.load.server import free_port

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class Server:
    """It can be stopped and started again on the same port."""

    environment: dict[str, str]
    log: Path
    workers: int = 1
    application: str = "pyramid_site.asgi:application"
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", self.application, "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--timeout-graceful-shutdown", "2", "--log-level", "warning"]
        command += ["--http", "pyramid_site.entry.protocol:BoundedProtocol", "--ws", "none"]
        command += ["--timeout-keep-alive", "75", "--workers", str(self.workers)]
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=output, stderr=output)
        deadline = time.monotonic() + 120
        while not self._answers():
            if time.monotonic() > deadline or self.process.poll() is not None:
                pytest.fail(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=15)

    def kill(self) -> None:
        """As a power cut would: nothing is finished, nothing is said."""
        if self.process:
            self.process.kill()
            self.process.wait(timeout=15)

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(self.address, timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline, "it did not happen within a minute"
        time.sleep(0.005)


def workers_of(server: Server) -> list[int]:
    """The processes among which a server of several shares what is asked."""
    assert server.process
    first = server.process.pid
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def runs(process: int) -> bool:
    return Path(f"/proc/{process}/exe").exists()  # of one that has ended and that nobody missed there is none
