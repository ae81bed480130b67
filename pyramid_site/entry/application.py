"""The ASGI application: streams are answered before Django, everything else reaches it with one switch of threads."""

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
FILES_AT_ONCE = 2  # large ones, held in memory until they are answered

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
                await self._lifespan(receive, send)
            case "websocket":
                await send({"type": "websocket.close", "code": 1000})
            case other:
                raise ValueError(f"Nothing answers {other}")

    async def _lifespan(self, receive: Receive, send: Send) -> None:
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
        scope["capstone.view"] = view  # for pyramid_site/watching
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
        self, scope: Scope, body: bytes, route: str, arguments: dict[str, Any], *, receive: Receive, send: Send
    ) -> None:
        if route == STREAM and await self._streams.follow(scope, arguments["pk"], receive=receive, send=send):
            return
        if refusal := known_refusal(route, scope):
            await asyncio.sleep(settings.REFUSED_AFTER)
            raise TurnedAway(429, "too-often", refusal.sentence, page=refusal.page, retry_after=refusal.wait)
        pool = self._pool(route)
        if pool.full:
            raise TurnedAway(503, "too-busy", TOO_BUSY, retry_after=5)
        pad = arguments.get("token") if pool is self._pads else None
        queue = self._saves.queue_of(pad) if pad else None
        await self._django.answer(scope, body, pool, receive=receive, send=send, queue=queue)
        if pad and (event := scope.get("capstone.event")):
            self._saves.learn(pad, event)

    def _pool(self, route: str) -> ThreadPool:
        """What a phone records waits for nobody else's requests. Strangers' entries and sign-ins are answered one at a
        time: hashing a password takes a third of a second of a core, which saves need too.
        """
        if route.startswith(PADS):
            return self._pads
        if route in settings.SIGN_INS:
            return self._signing_in
        if route in settings.ENTERING:
            return self._entering
        return self._slow if route in settings.SLOW_REQUESTS else self._quick

    def _view_at(self, path: str) -> tuple[str, dict[str, Any]]:
        try:
            match = self._django.resolved(path)
        except Resolver404:
            return "", {}
        return match.view_name, match.kwargs
