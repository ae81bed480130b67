"""Live updates: who watches which event, and the one task a process which asks the database for them.

There is no broker. Every worker process asks for itself, only about the events being watched, only while
somebody watches; so any number of processes follow each other through the database alone.
"""

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import FrameType

from django.db import close_old_connections, connections

from tournaments.selectors.night.page import revisions

logger = logging.getLogger(__name__)

PAUSE = 0.4  # seconds between two questions to the database
HEARTBEAT = 2.5  # seconds of silence after which a stream shows that it is alive

Read = Callable[[Collection[int]], Mapping[int, int]]


class Watcher:
    """One open stream. It has room for one revision: the latest wins, however slowly the page reads."""

    def __init__(self, revision: int) -> None:
        self.revision = revision
        self._woken = asyncio.Event()

    def offer(self, revision: int) -> None:
        if revision != self.revision:
            self.revision = revision
            self._woken.set()

    def wake(self) -> None:
        self._woken.set()

    async def news(self, *, within: float) -> bool:
        """Wait for another revision; False where none came in that many seconds."""
        try:
            async with asyncio.timeout(within):
                await self._woken.wait()
        except TimeoutError:
            return False
        self._woken.clear()
        return True


class Hub:
    """The streams open in this process. `read` is called in a thread of its own, which keeps its connection."""

    def __init__(self, read: Read, *, pause: float = PAUSE, heartbeat: float = HEARTBEAT) -> None:
        self._read = read
        self._pause = pause
        self._heartbeat = heartbeat
        self._watchers: dict[int, set[Watcher]] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")
        self._poller: asyncio.Task[None] | None = None
        self._answered_at = 0.0
        self._failing = False
        self._stopping = False

    @property
    def watching(self) -> int:
        return sum(map(len, self._watchers.values()))

    async def stream(self, event_id: int, revision: int) -> AsyncGenerator[bytes, None]:
        """Server-sent events: this revision at once, then every newer one, and heartbeats in between."""
        watcher = self._enter(event_id, revision)
        try:
            yield _message("revision", revision)
            while True:
                news = await watcher.news(within=self._heartbeat)
                if self._stopping:
                    return
                if news or self._fresh():
                    yield _message("revision" if news else "heartbeat", watcher.revision)
        finally:
            self._leave(event_id, watcher)

    def _enter(self, event_id: int, revision: int) -> Watcher:
        watcher = Watcher(revision)
        self._watchers.setdefault(event_id, set()).add(watcher)
        if self._poller is None or self._poller.done():
            self._poller = asyncio.create_task(self._poll())
        return watcher

    def _leave(self, event_id: int, watcher: Watcher) -> None:
        self._watchers[event_id].remove(watcher)
        if not self._watchers[event_id]:
            del self._watchers[event_id]

    def _fresh(self) -> bool:
        """A heartbeat promises that news would arrive, so there is none while the database does not answer."""
        return asyncio.get_running_loop().time() - self._answered_at < 2 * self._heartbeat

    async def _poll(self) -> None:
        try:
            with _before_server_stops(self._stop):
                while self._watchers:
                    await self._ask()
                    await asyncio.sleep(self._pause)
                self._poller = None
        finally:
            await asyncio.get_running_loop().run_in_executor(self._thread, connections.close_all)

    async def _ask(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            current = await loop.run_in_executor(self._thread, self._read, list(self._watchers))
        except Exception:
            if not self._failing:
                logger.exception("The revisions of the watched events cannot be read; trying on")
            self._failing = True
            return
        self._failing = False
        self._answered_at = loop.time()
        for event_id, revision in current.items():
            for watcher in self._watchers.get(event_id, ()):
                watcher.offer(revision)

    def _stop(self) -> None:
        self._stopping = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.wake()


def _message(name: str, revision: int) -> bytes:
    return f"event: {name}\nid: {revision}\ndata: {revision}\n\n".encode()


@contextmanager
def _before_server_stops(call: Callable[[], None]) -> Iterator[None]:
    """Hear SIGINT and SIGTERM before the server does, which would wait in vain for the open streams to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    servers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def hear(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(call)
        server = servers[signal.Signals(number)]
        if callable(server):
            server(number, frame)

    for number, server in servers.items():
        if callable(server):
            signal.signal(number, hear)
    try:
        yield
    finally:
        for number, server in servers.items():
            signal.signal(number, server)


def read_revisions(event_ids: Collection[int]) -> Mapping[int, int]:
    try:
        return revisions(event_ids)
    finally:
        # No request ends in this thread: a connection that broke would stay so, one of a pool would never go back.
        close_old_connections()


hub = Hub(read_revisions)
