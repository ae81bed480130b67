"""An evening under load: pads save in turn, spectators follow, pages are opened now and then."""

import asyncio
import sys
import time
from dataclasses import dataclass
from itertools import count, cycle
from typing import Any

from scripts.load.room import OPENED, Room
from scripts.load.server import Server, taken_away, until_it_answers
from scripts.load.sizes import Siege, Sizes
from scripts.load.visitors.client import BROKEN
from scripts.load.visitors.disturbance import disturb
from scripts.load.visitors.journal import Journal, delays_ms, percentile
from scripts.load.visitors.people import Listener, Pad, now, open_page
from scripts.load.visitors.siege import besiege

CONNECTING = 60.0  # seconds
CONNECTED_A_SECOND = 200
PAGES_A_SECOND = 1
GRACE = 20.0  # seconds for what was begun in time
LAST_NEWS = 5.0
TELLING = 10
FIRST = 10.0  # seconds of a server just started
BACK = 5.0  # seconds after a restart until saves have to be quick again

Results = dict[str, Any]


@dataclass(frozen=True)
class Usage:
    """What has been used up to now."""

    at: float
    server: float
    generator: float
    rss_mb: float
    taken: int
    had: int

    @classmethod
    def of(cls, server: Server) -> "Usage":
        return cls(now(), server.cpu(), time.process_time(), server.rss_mb(), *taken_away())


async def run_evening(room: Room, sizes: Sizes) -> Results:
    if sizes.restart:
        await restart(room.server)
    listening = [
        asyncio.create_task(_listen(listener, after=number / CONNECTED_A_SECOND))
        for number, listener in enumerate(room.listeners)
    ]
    try:
        if not sizes.restart:
            await _connected(room)
        before = Usage.of(room.server)
        outcome = await _crowd(room, sizes, begin=before.at)
        after = Usage.of(room.server)
        await _last_news(room.journal)
    finally:
        for task in listening:
            task.cancel()
        await asyncio.wait(listening)
    return results(room.journal, sizes, before, after) | outcome


async def restart(server: Server) -> None:
    await asyncio.to_thread(server.restart)
    await until_it_answers(server)


async def _listen(listener: Listener, *, after: float) -> None:
    await asyncio.sleep(after)
    await listener.listen()


async def _connected(room: Room) -> None:
    try:
        async with asyncio.timeout(CONNECTING):
            for listener in room.listeners:
                await listener.connected.wait()
    except TimeoutError:
        room.journal.errors["stream not connected"] += sum(
            not follower.connected.is_set() for follower in room.listeners
        )


async def _crowd(room: Room, sizes: Sizes, *, begin: float) -> Results:
    """All who do something, until the time is over and what was begun has ended."""
    end = begin + sizes.seconds
    outcome: Results = {}
    try:
        async with asyncio.timeout(sizes.seconds + GRACE), asyncio.TaskGroup() as crowd:
            for number, pad in enumerate(room.pads):
                crowd.create_task(_save_in_turn(pad, sizes, first=begin + number / sizes.saves_per_s, end=end))
            crowd.create_task(_open_pages(room, end))
            crowd.create_task(_tell(room.journal, begin, end))
            if sizes.restart:
                crowd.create_task(_restart(room, outcome, begin + sizes.seconds / 2))
            if sizes.disturb:
                crowd.create_task(_disturb(room, outcome, begin + sizes.seconds / 2, end))
            if sizes.besiege:
                crowd.create_task(_besiege(room, sizes.besiege, outcome, begin + sizes.seconds / 2, end))
    except TimeoutError:
        room.journal.errors["not ended in time"] += 1
    return outcome


async def _save_in_turn(pad: Pad, sizes: Sizes, *, first: float, end: float) -> None:
    """The wait for an earlier save counts: the table wanted this one recorded when it was due."""
    for turn in count():
        due = first + turn * sizes.pads / sizes.saves_per_s
        if max(due, now()) >= end:
            return
        await asyncio.sleep(due - now())
        await pad.save_next(due)


async def _open_pages(room: Room, end: float) -> None:
    async with asyncio.TaskGroup() as visitors:
        for number, name in enumerate(cycle(OPENED)):
            if now() >= end:
                return
            visitors.create_task(_visit(room, name, number))
            await asyncio.sleep(1 / PAGES_A_SECOND)


async def _visit(room: Room, name: str, number: int) -> None:
    began = now()
    try:
        answer = await open_page(room.server.port, room.address(name, number), room.cookies)
    except BROKEN:
        room.journal.errors[f"{name} unanswered"] += 1
        return
    room.journal.page_ms.append(1000 * (now() - began))
    if answer.status != 200:
        room.journal.errors[f"{name} answered {answer.status}"] += 1


async def _restart(room: Room, outcome: Results, half: float) -> None:
    await asyncio.sleep(half - now())
    down_at = now()
    await restart(room.server)
    outcome["down_s"] = round(now() - down_at, 1)
    await asyncio.sleep(BACK + FIRST)
    back_at = now() - FIRST
    outcome["save_p95_ms_back"] = percentile((save.ms for save in room.journal.saves if save.due >= back_at), 95)


async def _disturb(room: Room, outcome: Results, half: float, end: float) -> None:
    await asyncio.sleep(half - now())
    outcome["disturbance"] = await disturb(room, within=end - now())


async def _besiege(room: Room, siege: Siege, outcome: Results, half: float, end: float) -> None:
    await asyncio.sleep(half - now())
    outcome["siege"] = await besiege(room, siege, within=end - now())


async def _tell(journal: Journal, begin: float, end: float) -> None:
    while now() < end:
        await asyncio.sleep(min(TELLING, max(0.0, end - now())))
        p95 = percentile((save.ms for save in journal.saves), 95)
        line = f"{len(journal.saves)} saves, p95 {p95} ms, {journal.errors.total()} errors"
        print(f"{now() - begin:.0f} s: {line}", file=sys.stderr, flush=True)


async def _last_news(journal: Journal) -> None:
    """Until everybody has seen the last save, or should have."""
    deadline = now() + LAST_NEWS
    while now() < deadline and journal.behind():
        await asyncio.sleep(0.1)


def results(journal: Journal, sizes: Sizes, before: Usage, after: Usage) -> Results:
    seconds = after.at - before.at
    saved = [save.ms for save in journal.saves]
    delays: list[float] = []
    for seen in journal.spectators:
        heard, missed = delays_ms(journal.saves, seen)
        delays += heard
        journal.errors["change never seen"] += missed
    figures = {
        "saves": len(saved),
        "saves_per_s": round(len(saved) / seconds, 1),
        **{f"save_p{share}_ms": percentile(saved, share) for share in (50, 95, 99)},
        **{f"follower_p{share}_ms": percentile(delays, share) for share in (50, 99)},
        "page_p95_ms": percentile(journal.page_ms, 95),
        "server_cpu": round((after.server - before.server) / seconds, 3),
        "generator_cpu": round((after.generator - before.generator) / seconds, 3),
        "taken_away": round((after.taken - before.taken) / (after.had - before.had), 3),
        "rss_mb_start": before.rss_mb,
        "rss_mb_end": after.rss_mb,
    }
    if sizes.restart:
        first = (save.ms for save in journal.saves if save.due < before.at + FIRST)
        figures["save_p95_ms_first"] = percentile(first, 95)
    if sizes.has_trouble:
        half = before.at + sizes.seconds / 2
        figures["save_p95_ms_before"] = percentile((save.ms for save in journal.saves if save.due < half), 95)
        figures["save_p95_ms_disturbed"] = percentile((save.ms for save in journal.saves if save.due >= half), 95)
    return figures
