"""The one ASGI application: streams go past Django, everything else enters it by one change of threads."""

import asyncio
from typing import Any

from django.conf import settings
from django.urls import Resolver404

from pyramid_site.entry.asgi_handler import Handler
from pyramid_site.entry.asgi_types import Receive, Scope, Send
from pyramid_site.entry.bodies import Gone, read_body
from pyramid_site.entry.refusals import TurnedAway
from pyramid_site.entry.streams import Streams
from pyramid_site.entry.thread_pools import SaveQueues, ThreadPool
from pyramid_site.limits.attempts import known_refusal
from pyramid_site.upkeep import Upkeep
from tournaments.live.hub import Hub

STREAM = "GET event-live"
PADS = "POST pad-"
FILES_AT_ONCE = 2  # of the large ones, which are held in memory until they are answered

TOO_BUSY = "Too many ask for this at once. Please try again in a moment."


class Application:
    def __init__(self, hub: Hub, upkeep: Upkeep | None = None) -> None:
        self._django = Handler()
        self._streams = Streams(hub)
        self._saves = SaveQueues()
        self._pads = ThreadPool("pads", threads=6, room=2000)
        self._quick = ThreadPool("quick", threads=4, room=2000)
        self._slow = ThreadPool("slow", threads=2, room=20)
        self._entering = ThreadPool("entering", threads=1, room=200, rest=settings.ENTERING_REST)
        self._signing_in = ThreadPool("signing-in", threads=1, room=40)
        self._files = asyncio.Semaphore(FILES_AT_ONCE)
        self._upkeep = upkeep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "http":
                await self._request(scope, receive, send)
            case "lifespan":
                await self._live(receive, send)
            case "websocket":
                await send({"type": "websocket.close", "code": 1000})
            case other:
                raise ValueError(f"Nothing answers {other}")

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        if self._upkeep:
            if refusal := await asyncio.to_thread(self._upkeep.refusal):
                await send({"type": "lifespan.startup.failed", "message": refusal})
                return
            self._upkeep.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for pool in (self._pads, self._quick, self._slow, self._entering, self._signing_in):
            pool.close()
        if self._upkeep:
            await asyncio.to_thread(self._upkeep.stop)
        await send({"type": "lifespan.shutdown.complete"})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._admit(scope, receive, send)
        except TurnedAway as refusal:
            await refusal.answer(scope, receive, send)
        except Gone:
            return

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        view, arguments = self._view_at(scope["path"].removeprefix(scope.get("root_path", "")))
        scope["capstone.view"] = view  # for who watches
        route = f"{scope['method']} {view}"
        if most := settings.LARGE_BODIES.get(route):
            if self._files.locked():
                raise TurnedAway(503, "too-busy", TOO_BUSY, retry_after=5)
            async with self._files:
                body = await read_body(scope, receive, most=most)
                await self._pass_on(scope, body, route, arguments, receive=receive, send=send)
            return
        body = await read_body(scope, receive, most=settings.LARGEST_BODY)
        await self._pass_on(scope, body, route, arguments, receive=receive, send=send)

    async def _pass_on(
        self, scope: Scope, body: bytes, asked: str, given: dict[str, Any], *, receive: Receive, send: Send
    ) -> None:
        if asked == STREAM and await self._streams.follow(scope, given["pk"], receive=receive, send=send):
            return
        if refusal := known_refusal(asked, scope):
            await asyncio.sleep(settings.REFUSED_AFTER)
            raise TurnedAway(429, "too-often", refusal.sentence, page=refusal.page, retry_after=refusal.wait)
        pool = self._pool(asked)
        if pool.full:
            raise TurnedAway(503, "too-busy", TOO_BUSY, retry_after=5)
        pad = given.get("token") if pool is self._pads else None
        queue = self._saves.queue_of(pad) if pad else None
        await self._django.answer(scope, body, pool, receive=receive, send=send, queue=queue)
        if pad and (event := scope.get("capstone.event")):
            self._saves.learn(pad, event)

    def _pool(self, asked: str) -> ThreadPool:
        """What a phone records waits for nobody else's requests. Who is not signed in writes, and hashes, one at a
        time: a password takes a third of a second of a core, which who saves needs too.
        """
        if asked.startswith(PADS):
            return self._pads
        if asked in settings.SIGN_INS:
            return self._signing_in
        if asked in settings.ENTERING:
            return self._entering
        return self._slow if asked in settings.SLOW_REQUESTS else self._quick

    def _view_at(self, path: str) -> tuple[str, dict[str, Any]]:
        try:
            match = self._django.resolved(path)
        except Resolver404:
            return "", {}
        return match.view_name, match.kwargs
