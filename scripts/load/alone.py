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
    floor = await _floor(room)
    save = await _save(room, turns)
    pages = {name: await _page(room, name, turns) for name in room.pages}
    room.journal.saves.clear()
    return {
        "floor_ms": floor.ms,
        "floor_cpu_ms": floor.cpu_ms,
        "save_alone_ms": save.ms,
        "save_cpu_ms": save.cpu_ms,
        "save_floors": round(save.cpu_ms / floor.cpu_ms, 2),
        "pages": {
            name: {"ms": page.ms, "cpu_ms": page.cpu_ms, "floors": round(page.cpu_ms / floor.cpu_ms, 1)}
            for name, page in pages.items()
        },
    }


async def _floor(room: Room) -> Meter:
    """Over one kept connection, with the cookie and the token of a phone."""
    phone, headers = Connection(room.server.port, room.pads[0].cookies), room.pads[0].headers
    meter = Meter(room.server)
    for number in range(WARMING + FLOORS):
        meter = Meter(room.server) if number == WARMING else meter
        with meter:
            answer = await phone.post("/load/floor/", headers, b"{}")
        if answer.status != 200:
            room.journal.errors[f"bare insert answered {answer.status}"] += 1
    phone.close()
    return meter


async def _save(room: Room, turns: Iterator[int]) -> Meter:
    meter = Meter(room.server)
    for number in range(WARMING + SAVES):
        meter = Meter(room.server) if number == WARMING else meter
        with meter:
            await room.pads[next(turns)].save_next(now())
    return meter


async def _page(room: Room, name: str, turns: Iterator[int]) -> Meter:
    meter = Meter(room.server)
    for _ in range(OPENINGS):
        changed = 0 if name == "player" else next(turns)
        await room.pads[changed].save_next(now())
        with meter:
            answer = await open_page(room.server.port, room.address(name, changed), room.cookies)
        if answer.status != 200:
            room.journal.errors[f"{name} answered {answer.status}"] += 1
    return meter
