"""Live updates: one task in each process asks the database what is new, and tells every open stream.

Each stream follows a topic: an event, or one table of it. While somebody follows anything, the hub asks every PAUSE
seconds for the revisions of all topics, in one query a kind. Where one has risen, the update is made and compressed
once (`live.news`), and the same bytes go to all who follow the topic; whoever comes later gets them at once. An update
holds the whole state, so a slow page keeps only the latest, and a missed one does no harm.

A stream holds no thread and no database connection. Many streams are told a few at a time, so that saves get Python's
lock in between. After HEARTBEAT seconds of silence a stream hears that it lives, but only while the database answers: a
heartbeat promises that news would come. Every LOOK_AGAIN seconds the database is asked who may still follow.

Why polling and server-sent events: docs/decisions/0005-live-updates.md.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic
from typing import TypeVar

from django.db import close_old_connections, connections

from tournaments.live.news import ENDED, Block, News, bare_revision, news_of
from tournaments.live.stopping import before_server_stops
from tournaments.live.topics import Topic

logger = logging.getLogger(__name__)

PAUSE = 0.25  # seconds from one question to the database to the next
REST = 0.45  # least seconds from one question that brought news of a topic to the next: two pauses, roughly
HEARTBEAT = 2.5  # seconds of silence within which a stream shows that it is alive,
BEATS = 10  # and how often meanwhile it is looked who is silent
LOOK_AGAIN = 4.0  # seconds after which it is asked again who may still follow
AT_ONCE = 16  # streams that are told in one turn of the loop,
BREATH = 0.004  # and seconds before the next are, in which whoever saves has Python's lock alone

T = TypeVar("T")
Read = Callable[[Collection[Topic]], Mapping[Topic, int]]
Make = Callable[[Topic, int], bytes]
Stream = tuple[Topic, str]  # what is followed, and to whom its key was given
Ended = Callable[[AbstractSet[Stream]], AbstractSet[Stream]]


class Unanswered(Exception):
    """The database did not answer, or news could not be made; the log tells why."""


class Followed:
    """A topic that somebody watches, and its news of now."""

    def __init__(self, topic: Topic, news: News, *, started_at: float) -> None:
        self.topic = topic
        self.news = news
        self.answered_at = self.asked_at = started_at
        self.watchers: set[Watcher] = set()
        self.over = False

    async def tell(self, news: News, *, asked_at: float) -> None:
        self.answered_at = self.asked_at = asked_at
        self.news = news
        await _in_turns(tuple(self.watchers), Watcher.tell)

    def end(self) -> None:
        self.over = True
        self.wake()

    def wake(self) -> None:
        for watcher in self.watchers:
            watcher.wake()


class Watcher:
    """One open stream. The latest news is all that waits for it, however slowly the page reads."""

    def __init__(self, followed: Followed, by: str) -> None:
        self.followed = followed
        self.stream = followed.topic, by
        self._ended = False
        self.heard_at = _clock()
        self._woken = asyncio.Event()
        self.tell()  # what is now

    @property
    def over(self) -> bool:
        return self._ended or self.followed.over

    def end(self) -> None:
        self._ended = True
        self.wake()

    def tell(self) -> None:
        self._has_news = True
        self.wake()

    def wake(self) -> None:
        self._woken.set()

    async def news(self) -> bool:
        """Sleep until it is woken; whether that was for newer ones."""
        await self._woken.wait()
        self._woken.clear()
        self.heard_at = _clock()
        news, self._has_news = self._has_news, False
        return news


class Hub:
    """The streams open in this process. `read`, `make` and `ended` (which of them may not go on) are called in one
    thread, which keeps its connection.
    """

    def __init__(
        self,
        read: Read,
        make: Make,
        ended: Ended,
        *,
        pause: float = PAUSE,
        rest: float = REST,
        heartbeat: float = HEARTBEAT,
        look_again: float = LOOK_AGAIN,
    ) -> None:
        self._read = read
        self._make = make
        self._ended = ended
        self._look_again = look_again
        self._pause = pause
        self._rest = rest
        self._heartbeat = heartbeat
        self._followed: dict[Topic, Followed] = {}
        self._looks: dict[Topic, asyncio.Future[dict[Topic, News | None]]] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")
        self._poller: asyncio.Task[None] | None = None
        self._failing = False
        self._unmade: set[Topic] = set()
        self._stopping = False

    @property
    def watching(self) -> int:
        return sum(len(followed.watchers) for followed in self._followed.values())

    async def watch(self, topic: Topic, by: str = "") -> Watcher | None:
        """To be left again. None where there is no such thing to follow; raises Unanswered."""
        news = await self._now(topic)
        if news is None:
            return None
        followed = self._followed.setdefault(topic, Followed(topic, news, started_at=_clock()))
        watcher = Watcher(followed, by)
        followed.watchers.add(watcher)
        if self._poller is None or self._poller.done():
            self._poller = asyncio.create_task(self._poll())
        return watcher

    def leave(self, watcher: Watcher) -> None:
        followed = watcher.followed
        followed.watchers.remove(watcher)
        if not followed.watchers and not followed.over:
            del self._followed[followed.topic]

    async def blocks(self, watcher: Watcher) -> AsyncGenerator[Block, None]:
        """The news of now, then all newer ones, and heartbeats in between."""
        while True:
            news = await watcher.news()
            if self._stopping:
                return
            if watcher.over:
                yield ENDED
                return
            if news:
                yield watcher.followed.news.update
            elif self._fresh(watcher.followed):
                yield watcher.followed.news.heartbeat

    async def ask(self, call: Callable[[], T], *, within: float = inf) -> T:
        """Call it in the thread that asks the database, if its turn comes within these seconds. Raises Unanswered."""
        turn = partial(_and_let_go, call, latest=monotonic() + within)
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self._thread, turn)
        except Unanswered:
            raise
        except Exception as error:
            if not self._failing:
                logger.exception("The revisions of the watched events cannot be read; trying on")
            self._failing = True
            raise Unanswered from error
        self._failing = False
        return answer

    async def _now(self, topic: Topic) -> News | None:
        """Many pages come back at once where a server or a network does: one look serves them all."""
        if topic in self._followed:
            return self._followed[topic].news
        if topic not in self._looks:
            look = self._looks[topic] = asyncio.ensure_future(self.ask(lambda: self._look(topic)))
            look.add_done_callback(lambda _: self._looks.pop(topic))
        revisions = await asyncio.shield(self._looks[topic])
        if topic in revisions and revisions[topic] is None:
            raise Unanswered
        return revisions.get(topic)

    def _look(self, topic: Topic) -> dict[Topic, News | None]:
        """Its news of now, if it is there; None where they could not be made."""
        return {key: self._made(key, revision) for key, revision in self._read([topic]).items()}

    def _made(self, topic: Topic, revision: int) -> News | None:
        try:
            text = bare_revision(revision) if topic.is_bare else self._make(topic, revision)
            news = news_of(revision, text)
        except Exception:
            if topic not in self._unmade:
                logger.exception("What is new of %s %s cannot be told; trying on", topic.kind, topic.pk)
            self._unmade.add(topic)
            return None
        self._unmade.discard(topic)
        return news

    async def _poll(self) -> None:
        beating = asyncio.create_task(self._beat())
        try:
            with before_server_stops(self._stop):
                looked_at = _clock()
                while self._followed:
                    next_at = _clock() + self._pause
                    await self._hear_news()
                    if _clock() - looked_at >= self._look_again:
                        looked_at = _clock()
                        await self._end_those_without_right()
                    await asyncio.sleep(max(self._pause / 5, next_at - _clock()))
                self._poller = None
        finally:
            beating.cancel()
            await asyncio.get_running_loop().run_in_executor(self._thread, connections.close_all)

    async def _beat(self) -> None:
        """Wakes who hears nothing: a clock of its own for each of 500 streams would be wound at every message."""
        while True:
            await asyncio.sleep(self._heartbeat / BEATS)
            silent_since = _clock() - self._heartbeat * (BEATS - 1) / BEATS
            watchers = [watcher for followed in self._followed.values() for watcher in followed.watchers]
            await _in_turns([watcher for watcher in watchers if watcher.heard_at <= silent_since], Watcher.wake)

    async def _hear_news(self) -> None:
        """What many look at first: events, then tables; each is told as soon as it is made."""
        with suppress(Unanswered):
            topics, asked_at = list(self._followed), _clock()
            revisions = await self.ask(lambda: self._read(topics))
            for topic in topics:
                if topic not in revisions and topic in self._followed:
                    self._followed.pop(topic).end()  # it is hidden now, or gone: whoever comes back is told so
            for topic, revision in sorted(revisions.items()):
                if followed := self._followed.get(topic):
                    await self._tell(followed, revision, asked_at=asked_at)

    async def _end_those_without_right(self) -> None:
        """All open streams are asked about together, and those of the same holder once."""
        watchers = [watcher for followed in self._followed.values() for watcher in followed.watchers]
        streams = {watcher.stream for watcher in watchers}
        with suppress(Unanswered):
            ended = await self.ask(lambda: self._ended(streams))
            await _in_turns([watcher for watcher in watchers if watcher.stream in ended], Watcher.end)

    async def _tell(self, followed: Followed, revision: int, *, asked_at: float) -> None:
        topic = followed.topic
        if revision == followed.news.revision or asked_at - followed.asked_at < self._rest:
            followed.answered_at = asked_at
        elif topic.is_bare:
            await followed.tell(news_of(revision, bare_revision(revision)), asked_at=asked_at)
        elif news := await self.ask(lambda: self._made(topic, revision)):
            await followed.tell(news, asked_at=asked_at)

    def _fresh(self, followed: Followed) -> bool:
        """A heartbeat promises that news would arrive, so there is none while the database does not answer."""
        return _clock() - followed.answered_at < 2 * self._heartbeat

    def _stop(self) -> None:
        self._stopping = True
        for followed in self._followed.values():
            followed.wake()


async def _in_turns(watchers: Sequence[Watcher], call: Callable[[Watcher], None]) -> None:
    for first in range(0, len(watchers), AT_ONCE):
        if first:
            await asyncio.sleep(BREATH)
        for watcher in watchers[first : first + AT_ONCE]:
            call(watcher)


def _and_let_go(call: Callable[[], T], *, latest: float) -> T:
    if monotonic() > latest:
        raise Unanswered
    try:
        return call()
    finally:
        # No request ends in this thread: a connection that broke would stay so, one of a pool would never go back.
        close_old_connections()


def _clock() -> float:
    return asyncio.get_running_loop().time()
