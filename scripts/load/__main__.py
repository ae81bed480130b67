"""A full room against the real server on this machine, for a bounded time. Its last line is the result as JSON."""

import asyncio
import json
import os
import resource
import secrets
import shlex
import signal
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import uvloop

from scripts.load.alone import costs_alone, saves_alone
from scripts.load.balancer import balanced
from scripts.load.room import Room
from scripts.load.run import Results, run_evening
from scripts.load.scene import Evening
from scripts.load.server import ROOT, Server, until_it_answers
from scripts.load.sizes import Sizes, sizes
from scripts.load.visitors.journal import Journal


def main() -> None:
    wanted = sizes()
    if wanted.database == "postgres" and not os.environ.get("DATABASE_URL"):
        again = [sys.executable, "-m", "scripts.load", *sys.argv[1:]]
        os.execv(ROOT / "scripts" / "with-postgres", ["scripts/with-postgres", *again])
    # A stream is an open file, here as at the server, which inherits this.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # Leaves as after an error, so that the server is stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="load.") as folder:
        print(json.dumps(measured(wanted, Path(folder))))


def measured(wanted: Sizes, folder: Path) -> Results:
    environment = environment_of(wanted, folder)
    tell(f"an evening of {wanted.tables} tables is being filled")
    evening = filled(wanted, environment)
    log = folder / "server.log"
    with (
        balanced(
            wanted.servers, shlex.split(wanted.server), workers=wanted.workers, environment=environment, log=log
        ) as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        figures = runner.run(_measure(server, evening, wanted))
    if complaints := "".join(log.read_text() for log in sorted(folder.glob("server*.log"))):
        tell(f"the server said:\n{complaints[-4000:]}")
    return figures


def environment_of(wanted: Sizes, folder: Path) -> dict[str, str]:
    sqlite = f"sqlite:///{folder / 'load.sqlite3'}"
    return os.environ | {
        "DATABASE_URL": os.environ["DATABASE_URL"] if wanted.database == "postgres" else sqlite,
        "DJANGO_SETTINGS_MODULE": "scripts.load.settings",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "STATIC_ROOT": str(folder / "static"),
        "BACKUPS": str(folder / "backups"),
        "DEBUG": "off",
    }


def filled(wanted: Sizes, environment: dict[str, str]) -> Evening:
    options = {
        "tables": wanted.tables,
        "game": wanted.game,
        "played": wanted.played,
        "ahead": saves_alone(wanted.pads) + wanted.saves_a_pad,
        "years": wanted.years,
        "clubs": wanted.clubs,
        "teams": wanted.teams,
        "registration": int(wanted.besiege is not None),
    }
    command = [sys.executable, "manage.py", "evening", *(f"--{name}={value}" for name, value in options.items())]
    filled = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=False)
    if filled.returncode:
        sys.exit(filled.returncode)
    evening: Evening = json.loads(filled.stdout)
    return evening


async def _measure(server: Server, evening: Evening, wanted: Sizes) -> Results:
    for process in {server, *server.behind}:
        await until_it_answers(process)
    room = Room(server, evening)
    asyncio.get_running_loop().set_exception_handler(partial(_count_failure, room.journal))
    await room.open_pads(wanted.pads)
    costs = {}
    if not wanted.restart:  # it would warm the server
        tell("the costs of single requests are measured")
        costs = await costs_alone(room)
    await room.open_spectators(wanted.followers)
    tell(f"{wanted.followers} spectators, {wanted.saves_per_s} saves a second for {wanted.seconds} s")
    figures = await run_evening(room, wanted)
    errors = room.journal.errors
    sizes = {
        name: getattr(wanted, name) for name in ("tables", "followers", "pads", "game", "years", "teams", "seconds")
    }
    totals = {"errors": errors.total(), "error_kinds": dict(+errors)}
    machine = {name: getattr(wanted, name) for name in ("database", "workers", "servers", "clubs")}
    return sizes | figures | costs | totals | machine


def _count_failure(journal: Journal, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What a task ended by that nobody waits for: an answer that could not be read, say."""
    journal.errors["generator failed"] += 1
    loop.default_exception_handler(context)


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
