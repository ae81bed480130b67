"""Around the application: every request gets an id, is counted, and where logs are JSON is told of in a line."""

import logging
import secrets
import time
from typing import Any

from django.conf import settings

from pyramid_site.entry.application import STREAM, Application
from pyramid_site.entry.asgi_types import Message, Receive, Scope, Send
from pyramid_site.public import note_unnamed_proxy
from pyramid_site.watching.figures import Figures, share
from pyramid_site.watching.masks import masked_path, request_id
from pyramid_site.watching.plain import PlainAddresses

SHARED_EVERY = 5.0  # seconds

logger = logging.getLogger("capstone.requests")


class Watched:
    def __init__(self, application: Application) -> None:
        self._application = application
        self._figures = Figures()
        self._plain = PlainAddresses(self._figures)
        self._shared_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            self._plain.close()
        elif scope["type"] != "http":
            await self._application(scope, receive, send)
        elif view := self._plain.at(scope):
            await (await view(scope)).answer(scope, send)
        else:
            await self._watch(scope, receive, send)

    async def _watch(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id.set(secrets.token_hex(8))
        if settings.PUBLIC_ADDRESS and scope["scheme"] == "http" and says_https(scope):
            note_unnamed_proxy((scope.get("client") or [""])[0])
        answer = Answered(send)
        self._figures.running += 1
        try:
            await self._application(scope, receive, answer.send)
        finally:
            self._figures.running -= 1
            self._tell(scope, answer)

    def _tell(self, scope: Scope, asked: "Answered") -> None:
        view, seconds = scope.get("capstone.view", ""), time.perf_counter() - asked.began
        streamed = f"{scope['method']} {view}" == STREAM
        self._figures.count(
            method=scope["method"], view=view, status=asked.status, seconds=None if streamed else seconds
        )
        if settings.METRICS_TOKEN and time.monotonic() - self._shared_at > SHARED_EVERY:
            self._shared_at = time.monotonic()
            share(settings.METRICS_DIR, self._figures.counted())
        if logger.isEnabledFor(logging.INFO):
            path = masked_path(scope["path"], is_ours=bool(view))
            facts: dict[str, Any] = {
                "method": scope["method"],
                "path": path,
                "view": view,
                "status": asked.status,
                "ms": round(seconds * 1000, 1),
                "bytes": asked.size,
                "address": (scope.get("client") or [""])[0],
            }
            logger.info("%s %s %d", scope["method"], path, asked.status, extra={"facts": facts})


def says_https(scope: Scope) -> bool:
    return dict(scope["headers"]).get(b"x-forwarded-proto") == b"https"


class Answered:
    """What was sent for a request; 0 and nothing where whoever asked had gone."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.began = time.perf_counter()
        self.status = 0
        self.size = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            named = [*message["headers"], (b"X-Request-ID", request_id.get().encode())]
            message = message | {"headers": named}
        self.size += len(message.get("body", b""))
        await self._send(message)
