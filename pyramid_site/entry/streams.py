"""The streams of server-sent events, past Django: they stay open for hours, and the same news serve all who listen."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.http import QueryDict

from pyramid_site.entry.asgi_types import Receive, Scope, Send
from pyramid_site.entry.refusals import TurnedAway
from pyramid_site.limits.attempts import visitor
from tournaments.live.hub import Hub, Unanswered, Watcher
from tournaments.live.news import GZIP_HEADER
from tournaments.live.topics import topic_of
from tournaments.visibility import key_holder

# Seconds, after which a page closes a silent stream and asks for another. While the database is away they pile up, and
# were all looked up when it is back, though nobody listens any more.
GIVEN_UP = 5.0
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class Streams:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._open: Counter[str] = Counter()

    async def follow(self, scope: Scope, event_id: int, *, receive: Receive, send: Send) -> bool:
        """Whether there was something to follow; False leaves the answer to Django's view of this address."""
        try:
            request = ASGIRequest(scope, BytesIO())
            request.get_host()
            query = request.GET
        except (UnicodeDecodeError, SuspiciousOperation):
            return False
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return False
        with self._counted(visitor(request.META.get("REMOTE_ADDR", ""))):
            watcher = await self._watcher(event_id, query)
            if watcher is None:
                return False
            squeezed = TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
            await self._send_until_gone(watcher, squeezed=squeezed, receive=receive, send=send)
            return True

    @contextmanager
    def _counted(self, whose: str) -> Iterator[None]:
        if self._open[whose] >= settings.STREAMS_A_VISITOR or self._open.total() >= settings.STREAMS_IN_ALL:
            sentence = "Too many pages follow events at once. This one asks again by itself."
            raise TurnedAway(503, "too-many-streams", sentence, retry_after=15)
        self._open[whose] += 1
        try:
            yield
        finally:
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]

    async def _watcher(self, event_id: int, asked: QueryDict) -> Watcher | None:
        table, language, key = (asked.get(name) for name in ("table", "language", "key"))
        try:
            topic = await self._hub.ask(lambda: topic_of(event_id, table, language, key), within=GIVEN_UP)
            return None if topic is None else await self._hub.watch(topic, key_holder(key or ""))
        except Unanswered as error:
            sentence = "The database does not answer just now."
            raise TurnedAway(503, "no-database", sentence, retry_after=5) from error

    async def _send_until_gone(self, watcher: Watcher, *, squeezed: bool, receive: Receive, send: Send) -> None:
        sending = asyncio.ensure_future(self._send(watcher, squeezed=squeezed, send=send))
        gone = asyncio.ensure_future(receive())  # the body has been read, so that nothing else can come
        try:
            await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
        finally:
            self._hub.leave(watcher)
            sending.cancel()
            gone.cancel()

    async def _send(self, watcher: Watcher, *, squeezed: bool, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _headers(squeezed=squeezed)})
        beginning = GZIP_HEADER if squeezed else b""
        async for block in self._hub.blocks(watcher):
            body = beginning + (block.deflated if squeezed else block.plain)
            await send({"type": "http.response.body", "body": body, "more_body": True})
            beginning = b""
        await send({"type": "http.response.body", "body": b""})


def _headers(*, squeezed: bool) -> list[tuple[bytes, bytes]]:
    headers = {
        "Content-Type": "text/event-stream",
        "Cache-Control": "private, no-store",
        "Vary": "Accept-Encoding",
        "X-Accel-Buffering": "no",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Permissions-Policy": settings.PERMISSIONS_POLICY,
        **({"Content-Encoding": "gzip"} if squeezed else {}),
    }
    return [(name.encode(), value.encode()) for name, value in headers.items()]
