"""What one request costs the server when nobody else is there: the bare insert, a save, pages after a change."""

import statistics
from collections.abc import Iterator
from itertools import cycle
from math import ceil

from scripts.load.room import OPENED, Room
from scripts.load.scene import OF_YEARS
from scripts.load.server import Server
from scripts.load.visitors.client import Connection
from scripts.load.visitors.people import now, open_page

FLOORS = 200
SAVES = 40
WARMING = 10
OPENINGS = 5  # of each page
BESIDE = 20  # bare inserts before each opening

Costs = dict[str, float]


def saves_alone(pads: int) -> int:
    """How many deals a pad needs for this. The player's page is opened after changes at the first table only."""
    return ceil((WARMING + SAVES + OPENINGS * len((*OPENED, *OF_YEARS))) / pads) + OPENINGS


class Meter:
    """Adds up the time and the server's CPU of what is done within it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._ms: list[float] = []
        self._cpu_ms: list[float] = []

    def __enter__(self) -> None:
        self._began, self._spent = now(), self._server.cpu()

    def __exit__(self, *error: object) -> None:
        took = now() - self._began
        self._ms.append(1000 * took)
        self._cpu_ms.append(1000 * (self._server.cpu() - self._spent))

    @property
    def ms(self) -> float:
        return round(statistics.median(self._ms), 2)

    @property
    def cpu_ms(self) -> float:
        return round(statistics.fmean(self._cpu_ms), 2)


async def costs_alone(room: Room) -> dict[str, object]:
    turns = cycle(range(len(room.pads)))
    floor, inserts = Floor(room), Meter(room.server)
    await floor.measure(WARMING, Meter(room.server))
    await floor.measure(FLOORS, inserts)
    save = await _save(room, turns)
    pages = {name: await _page(room, name, turns, floor) for name in room.pages}
    floor.close()
    room.journal.saves.clear()
    return {
        "floor_ms": inserts.ms,
        "floor_cpu_ms": inserts.cpu_ms,
        "save_alone_ms": save.ms,
        "save_cpu_ms": save.cpu_ms,
        "save_floors": round(save.cpu_ms / inserts.cpu_ms, 2),
        "pages": pages,
    }


class Floor:
    """The bare insert over one kept connection, with the cookie and the token of a phone."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._phone = Connection(room.server.port, room.pads[0].cookies)

    async def measure(self, times: int, meter: Meter) -> None:
        for _ in range(times):
            with meter:
                answer = await self._phone.post("/load/floor/", self._room.pads[0].headers, b"{}")
            if answer.status != 200:
                self._room.journal.errors[f"bare insert answered {answer.status}"] += 1

    def close(self) -> None:
        self._phone.close()


async def _save(room: Room, turns: Iterator[int]) -> Meter:
    meter = Meter(room.server)
    for number in range(WARMING + SAVES):
        meter = Meter(room.server) if number == WARMING else meter
        with meter:
            await room.pads[next(turns)].save_next(now())
    return meter


async def _page(room: Room, name: str, turns: Iterator[int], floor: Floor) -> Costs:
    """Beside bare inserts of the same seconds: what an instruction costs depends on who else is on the machine."""
    meter, beside = Meter(room.server), Meter(room.server)
    for _ in range(OPENINGS):
        await floor.measure(BESIDE, beside)
        changed = 0 if name == "player" else next(turns)
        await room.pads[changed].save_next(now())
        with meter:
            answer = await open_page(room.server.port, room.address(name, changed), room.cookies)
        if answer.status != 200:
            room.journal.errors[f"{name} answered {answer.status}"] += 1
    return {"ms": meter.ms, "cpu_ms": meter.cpu_ms, "floors": round(meter.cpu_ms / beside.cpu_ms, 1)}
