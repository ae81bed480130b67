"""What is answered without asking Django."""

import asyncio
import errno
import json
from contextlib import suppress

from django.conf import settings

from pyramid_site.entry.asgi_types import Receive, Scope, Send
from tournaments.words.errors import MEDIA_TYPE, problem

PROGRAMS = "/api/"
LISTENED_TO = 1.0  # seconds, and
LET_GO = 2**22  # bytes of a body that nobody wants: a browser reads no answer while it still sends


class TurnedAway(Exception):
    """A request that does not reach Django; `closes` where its body is not read to the end."""

    def __init__(
        self, status: int, code: str, sentence: str, *, page: str = "", retry_after: int = 0, closes: bool = False
    ) -> None:
        super().__init__(sentence)
        self.page = page
        self.status = status
        self.code = code
        self.sentence = sentence
        self.retry_after = retry_after
        self.closes = closes

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind, body = self._body(scope)
        headers = [(b"Content-Type", kind), (b"Content-Length", b"%d" % len(body)), (b"Cache-Control", b"no-store")]
        headers.append((b"Permissions-Policy", settings.PERMISSIONS_POLICY.encode()))
        if self.retry_after:
            headers.append((b"Retry-After", b"%d" % self.retry_after))
        if self.closes:
            headers.append((b"Connection", b"close"))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": self.closes})
        if self.closes:
            await _listen_on(receive)
            await send({"type": "http.response.body", "body": b""})

    def _body(self, scope: Scope) -> tuple[bytes, bytes]:
        headers = dict(scope["headers"])
        media_types = headers.get(b"accept", b"") + headers.get(b"content-type", b"")
        if scope["path"].startswith(PROGRAMS):
            params = {"seconds": self.retry_after} if self.retry_after else {}
            return MEDIA_TYPE.encode(), json.dumps(problem(self.status, self.code, params)).encode()
        if b"json" in media_types:
            return b"application/json", json.dumps({"error": {"code": self.code}, "message": self.sentence}).encode()
        if self.page:
            return b"text/html; charset=utf-8", self.page.encode()
        return b"text/plain; charset=utf-8", self.sentence.encode()


def is_out_of_files(error: BaseException | None) -> bool:
    """Whether it came of a process, or machine, that may open no more files, connections among them."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            return True
        error = error.__cause__ or error.__context__
    return False


async def _listen_on(receive: Receive) -> None:
    heard = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(LISTENED_TO):
            while heard < LET_GO:
                message = await receive()
                heard += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
