"""What the evening runs: etcd, HAProxy and PostgreSQL of the system, Patroni of a lock of its own."""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.failover.deployed import FILES
from scripts.load.server import ROOT

LEAST = (4, 1)
WHY = (
    "Patroni {version} is too old: at least 4.1 is needed. With an older one, such as Debian's 3.0.2, a primary that "
    "was frozen takes the lead again when it wakes, and saves that were answered are lost."
)
PACKAGES = {"etcd": "etcd-server", "haproxy": "haproxy", "psql": "postgresql", "ip": "iproute2"}
PROGRAMS = "/usr/lib/postgresql/*/bin/initdb"


class Unfit(Exception):
    """Says what is to be done."""


def install() -> None:
    """What is missing, where this process may."""
    os.environ["PATH"] += ":/usr/sbin"  # which not every user looks through
    needed = [package for program, package in PACKAGES.items() if not shutil.which(program)]
    if not list(Path("/").glob(PROGRAMS[1:])):
        needed.append("postgresql")
    if not needed:
        return
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *needed]
    if os.getuid() != 0 or not shutil.which("apt-get"):
        raise Unfit(f"This needs more programs; on Debian: {shlex.join(command)}")
    for words in (["apt-get", "update"], command):
        subprocess.run(words, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, stdout=sys.stderr, check=True)


def postgresql() -> Path:
    """The newest one's programs."""
    return max(Path("/").glob(PROGRAMS[1:]), key=lambda path: int(path.parts[-3])).parent


def own_patroni(folder: Path) -> Path:
    """Its packages, installed once for each lock, and copied to this folder: who runs it may read nothing of ours."""
    lock = FILES / "patroni.txt"
    digest = hashlib.sha256(lock.read_bytes() + sys.version.encode()).hexdigest()[:16]
    installed = ROOT / "var" / "failover" / digest
    if not installed.exists():
        unfinished = installed.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--use-pep517",
        ]
        subprocess.run([*pip, "--require-hashes", "--requirement", lock, "--target", unfinished], check=True)
        unfinished.rename(installed)
    copy = folder / "patroni"
    return copy if copy.exists() else shutil.copytree(installed, copy)


def check_version(version_text: str) -> None:
    """Of Patroni, as it tells it: "patroni 4.1.5"."""
    version = re.search(r"(\d+)\.(\d+)\S*", version_text)
    if version is None:
        raise Unfit(f"This is no Patroni: {version_text.strip()[:200]}")
    if (int(version[1]), int(version[2])) < LEAST:
        raise Unfit(WHY.format(version=version[0]))


def patroni(given: str, folder: Path) -> tuple[list[str], dict[str, str]]:
    """How it is called, and in what environment."""
    environment = os.environ | {"HOME": str(folder)}
    if given:
        command = shlex.split(given)
    else:
        environment["PYTHONPATH"] = str(own_patroni(folder))
        command = [str(Path(sys.executable).resolve()), "-m", "patroni"]
    version = subprocess.run([*command, "--version"], env=environment, capture_output=True, text=True, check=False)
    check_version(version.stdout or version.stderr)
    return command, environment
