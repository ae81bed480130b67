"""What befalls the machines. Each function ends when all that it stopped has been started again."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from scripts.failover.cluster import Cluster
from scripts.failover.machines import send
from scripts.failover.servers import Servers

AWAY = 15.0  # seconds
DECLARED_DEAD = 35.0  # until the others have a primary, and time to play with it
FROZEN = 60.0
ETCD_AWAY = 20.0


@dataclass
class Scene:
    cluster: Cluster
    servers: Servers
    told: dict[str, object] = field(default_factory=dict)  # what a server said of it meanwhile


async def kill_postgres(scene: Scene) -> None:
    """Patroni starts it again, as a standby."""
    leader = await scene.cluster.leader()
    postmaster = int((leader.folder / "data" / "postmaster.pid").read_text().split()[0])
    send(signal.SIGKILL, [postmaster])


async def kill_node(scene: Scene) -> None:
    leader = await scene.cluster.leader()
    leader.die()
    await asyncio.sleep(DECLARED_DEAD)
    leader.wake()
    scene.cluster.start(leader)


async def freeze_primary(scene: Scene) -> None:
    """As a closed lid: the machine sleeps, and goes on in the belief that it is the primary."""
    leader = await scene.cluster.leader()
    leader.freeze()
    await asyncio.sleep(FROZEN)
    leader.thaw()


async def standby_away(scene: Scene) -> None:
    """The synchronous one, machine and all."""
    standby = await scene.cluster.synchronous()
    standby.die()
    await asyncio.sleep(AWAY)
    standby.wake()
    scene.cluster.start(standby)


async def both_standbys_away(scene: Scene) -> None:
    """But their etcd: without it the primary could not know that it is not the one who is cut off."""
    leader = await scene.cluster.leader()
    standbys = [node for node in scene.cluster.nodes if node is not leader]
    for node in standbys:
        for program in ("patroni", "postgres"):
            node.kill(called=program)
    await asyncio.sleep(AWAY)
    scene.told["copies"] = (await scene.servers.readiness(scene.servers.machines[0])).get("copies")
    for node in standbys:
        scene.cluster.start_patroni(node)


async def etcd_leader(scene: Scene) -> None:
    leader = await scene.cluster.etcd_leader()
    leader.kill(called="etcd")
    await asyncio.sleep(AWAY / 2)
    scene.cluster.start_etcd(leader)


async def etcd_all(scene: Scene) -> None:
    for node in scene.cluster.nodes:
        node.kill(called="etcd")
    await asyncio.sleep(ETCD_AWAY)
    for node in scene.cluster.nodes:
        scene.cluster.start_etcd(node)


async def app_server(scene: Scene) -> None:
    machine = scene.servers.machines[0]
    machine.kill()
    await asyncio.sleep(AWAY / 2)
    scene.servers.start(machine)
    await scene.servers.until_ready(machine)


async def rolling_restart(scene: Scene) -> None:
    for machine in scene.servers.machines:
        await scene.servers.restart(machine)


async def cut_primary(scene: Scene) -> None:
    """Off from the other nodes; application servers reach all three."""
    leader = await scene.cluster.leader()
    others = [node for node in scene.cluster.nodes if node is not leader]
    leader.cut(others)
    await asyncio.sleep(DECLARED_DEAD)
    leader.join(others)


@dataclass(frozen=True)
class Fault:
    befall: Callable[[Scene], Awaitable[None]]
    seconds: float  # of play, at least
    goal: float  # seconds without an answered save, at most
    needs_namespaces: bool = False


FAULTS = {
    "kill-postgres": Fault(kill_postgres, 20, goal=8),
    "kill-node": Fault(kill_node, 45, goal=30),
    "freeze-primary": Fault(freeze_primary, 85, goal=30),
    "standby-away": Fault(standby_away, 20, goal=8),
    "both-standbys-away": Fault(both_standbys_away, 20, goal=8),
    "etcd-leader": Fault(etcd_leader, 15, goal=3),
    "etcd-all": Fault(etcd_all, 30, goal=3),
    "app-server": Fault(app_server, 20, goal=3),
    "rolling-restart": Fault(rolling_restart, 45, goal=3),
    "cut-primary": Fault(cut_primary, 45, goal=30, needs_namespaces=True),
}
