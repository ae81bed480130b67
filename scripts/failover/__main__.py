"""Three database nodes and some application servers on this machine, an evening through them, and faults in turn.

Its last line is the result as JSON. It ends with 1 where a save was lost or doubled, or somebody waits.
"""

import asyncio
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import uvloop

from scripts.failover.cluster import Cluster
from scripts.failover.evening import Evening, is_sound
from scripts.failover.faults import FAULTS, Scene
from scripts.failover.machines import LOOPBACK, NAMESPACES, Machine, Network, running_in, send
from scripts.failover.programs import Unfit, install, patroni, postgresql
from scripts.failover.servers import Servers
from scripts.failover.sizes import Sizes, sizes
from scripts.load.__main__ import filled, tell
from scripts.load.room import Room
from scripts.load.server import ROOT, until_it_answers
from scripts.load.sizes import sizes as load_sizes

INSIDE = "FAILOVER_FOLDER"  # set for the process in namespaces of its own
# Whatever is started there ends with the first process in it, and that with this one.
OWN = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
# The first process takes in whoever has lost its parent.
FIRST = ["sh", "-c", 'mkdir -p /run/netns; mount -t tmpfs tmpfs /run/netns; "$@"; exit $?', "sh"]
WRITES = "CREATE TABLE failover_writes (node text, number int)"
LONGEST = 3600.0  # seconds, for all of it
CONNECTED_WITHIN = 60.0


def main() -> None:
    wanted = sizes()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if inside := os.environ.get(INSIDE):
        sys.exit(play(wanted, Path(inside), NAMESPACES))
    with tempfile.TemporaryDirectory(prefix="failover.") as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)  # the database's user has its folders in it
        try:
            install()
            patroni(wanted.patroni, folder)
        except Unfit as unfit:
            sys.exit(str(unfit))
        try:
            code = (
                in_namespaces(folder)
                if may_make_namespaces() and not wanted.loopback
                else play(wanted, folder, LOOPBACK)
            )
        finally:
            if wanted.keep:
                keep_logs(folder, Path(wanted.keep))
    sys.exit(code)


def may_make_namespaces() -> bool:
    return os.getuid() == 0 and subprocess.run([*OWN, "true"], capture_output=True, check=False).returncode == 0


def in_namespaces(folder: Path) -> int:
    """This program again; whatever ends this one ends it too."""
    again = ["setpriv", "--pdeathsig", "KILL", *OWN, *FIRST, sys.executable, "-m", "scripts.failover", *sys.argv[1:]]
    child = subprocess.Popen(again, cwd=ROOT, env=os.environ | {INSIDE: str(folder)})
    try:
        return child.wait()
    finally:
        child.kill()
        end_all(folder)
        child.wait()


def end_all(folder: Path) -> None:
    """What has its working directory in there."""
    while pids := running_in(folder):
        send(signal.SIGKILL, pids)
        time.sleep(0.1)


def play(wanted: Sizes, folder: Path, kind: str) -> int:
    # A stream is an open file, here and at the servers, which inherit this.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    began = time.monotonic()
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            results = runner.run(_bounded(wanted, folder, kind))
    finally:
        end_all(folder)
    print(json.dumps(results | {"seconds": round(time.monotonic() - began)}), flush=True)
    return 0 if results["sound"] else 1


async def _bounded(wanted: Sizes, folder: Path, kind: str) -> dict[str, object]:
    async with asyncio.timeout(LONGEST):
        return await evening(wanted, folder, kind)


async def evening(wanted: Sizes, folder: Path, kind: str) -> dict[str, object]:
    faults = [name for name in wanted.faults if kind == NAMESPACES or not FAULTS[name].needs_namespaces]
    tell(f"three nodes are begun ({kind})")
    command, environment = patroni(wanted.patroni, folder)
    cluster = Cluster(Network(kind), folder, postgresql(), command, environment)
    await cluster.begin()
    await cluster.make_database()
    servers = Servers(
        cluster.network, folder, cluster.passwords["DATABASE"], wanted.server, wanted.servers, wanted.workers
    )
    nodes = ",".join(node.address for node in cluster.nodes)
    everywhere = cluster.connection_to(nodes, target_session_attrs="read-write")
    tell(f"an evening of {wanted.pads} tables is being filled")
    environment = servers.environment(folder)
    scene = filled(load_sizes(wanted.as_load()), environment)
    with psycopg.connect(everywhere) as connection:
        connection.execute(WRITES)
    for node in cluster.nodes:
        write_into(node, cluster.connection_to(node.address), folder)
    await servers.begin()
    room = Room(servers.balance(), scene)
    played = Evening(room, Scene(cluster, servers), wanted.saves_per_s, folder, everywhere, environment, tell)
    await until_it_answers(room.server)
    await room.open_pads(wanted.pads)
    await room.open_spectators(wanted.followers)
    async with following(room):
        for name in faults:
            tell(f"{name} …")
            if not await played.befall(name):
                tell("the nodes do not stand together again: nothing more is tried")
                break
    return results(wanted, kind, played)


def write_into(node: Machine, conninfo: str, folder: Path) -> None:
    command = node.inside([sys.executable, "-m", "scripts.failover.writer", node.name, conninfo])
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with (folder / f"{node.name}.written").open("wb") as out, (folder / f"{node.name}.writer.log").open("wb") as log:
        subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=log)


@asynccontextmanager
async def following(room: Room) -> AsyncIterator[None]:
    """Pads and spectators hold their streams."""
    tasks = [asyncio.create_task(listener.listen()) for listener in room.listeners]
    try:
        async with asyncio.timeout(CONNECTED_WITHIN):
            for listener in room.listeners:
                await listener.connected.wait()
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


def results(wanted: Sizes, kind: str, played: Evening) -> dict[str, object]:
    faults = played.faults
    return {
        "nodes": len(played.scene.cluster.nodes),
        "servers": wanted.servers,
        "pads": wanted.pads,
        "followers": wanted.followers,
        "network": kind,
        "faults": faults,
        "answered": len(played.room.journal.saves),
        **{name: max(fault[name] for fault in faults) for name in ("missing", "doubled", "late_writes", "lost_writes")},
        "pads_waiting": sum(fault["pads_waiting"] for fault in faults),
        "not_tried": [name for name in wanted.faults if name not in {fault["fault"] for fault in faults}],
        "beyond_goal": [fault["fault"] for fault in faults if fault["gap_s"] > fault["goal_s"]],
        "sound": all(map(is_sound, faults)),
    }


def keep_logs(folder: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for file in [*folder.glob("*.log"), *folder.glob("*.written")]:
        shutil.copy(file, target)


if __name__ == "__main__":
    main()
