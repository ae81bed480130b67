"""Thread pools, in which Django's synchronous code runs.

Connections belong to threads, which last. What pads send has threads of its own, since most of a save's time is
waiting; so have slow requests, passwords (one at a time) and people who register (one, which rests between two). So
nobody who asks for much delays a save. Why so: docs/decisions/0008-request-handling.md.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from threading import Event
from time import monotonic
from typing import TypeVar
from weakref import WeakValueDictionary

from asgiref.sync import sync_to_async

T = TypeVar("T")

PATIENCE = 2.0  # seconds


class ThreadPool:
    """A few lasting threads, each with its database connection; whichever is free takes the next call. A thread that
    rests so many seconds between two calls leaves processor and database to others.
    """

    def __init__(self, name: str, *, threads: int, room: int, rest: float = 0) -> None:
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=name)
        self._most = threads + room
        self._calls = 0
        self._rest = rest
        self._rested_at = 0.0
        self._closing = Event()

    @property
    def full(self) -> bool:
        """Whether as many calls wait as there is room for."""
        return self._calls >= self._most

    async def run(self, call: Callable[[], T], *, queue: asyncio.Lock | None = None) -> T:
        """What one call of a request has set, such as the language, holds for its next, whatever thread that gets.
        Calls with the same queue are carried out one at a time.
        """
        self._calls += 1
        try:
            async with _turn_in(queue):
                return await sync_to_async(
                    partial(self._rested, call), thread_sensitive=False, executor=self._threads
                )()
        finally:
            self._calls -= 1

    def _rested(self, call: Callable[[], T]) -> T:
        if (wait := self._rested_at - monotonic()) > 0:
            self._closing.wait(wait)
        try:
            return call()
        finally:
            self._rested_at = monotonic() + self._rest

    def close(self) -> None:
        """What waits is dropped: the process would not end before all of it had run."""
        self._closing.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


@asynccontextmanager
async def _turn_in(queue: asyncio.Lock | None) -> AsyncIterator[None]:
    """Whoever has waited for long goes on without: what is ahead may hang at a database that is frozen."""
    try:
        async with asyncio.timeout(PATIENCE):
            await queue.acquire() if queue else None
    except TimeoutError:
        queue = None
    try:
        yield
    finally:
        if queue:
            queue.release()


class SaveQueues:
    """One queue for each event, for what its pads send.

    Saves of an event wait for one another in any case, at its row. Here they wait without a thread and a connection,
    and leave the interpreter to the one that saves: fewer connections are at work, each of them warm. Which event a
    pad belongs to is known once it has been answered; until then it waits behind all that are not known either.
    """

    def __init__(self, *, most: int = 10_000) -> None:
        self._events: dict[str, int] = {}
        self._queues: WeakValueDictionary[int | None, asyncio.Lock] = WeakValueDictionary()
        self._most = most

    def queue_of(self, pad: str) -> asyncio.Lock:
        return self._queues.setdefault(self._events.get(pad), asyncio.Lock())

    def learn(self, pad: str, event: int) -> None:
        if len(self._events) >= self._most:
            self._events.clear()
        self._events[pad] = event
