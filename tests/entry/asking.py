"""What a client of the ASGI application sends and hears, without a server between them."""

import asyncio
from collections.abc import Coroutine
from typing import Any
from urllib.parse import unquote

from asgiref.testing import ApplicationCommunicator

from tournaments.live import news_text
from tournaments.live.hub import Hub
from tournaments.live.topics import read_revisions, rights_ended

hub = Hub(read_revisions, news_text, rights_ended)


def quick_hub() -> Hub:
    """That asks who may still follow whenever it asks what is new."""
    return Hub(read_revisions, news_text, rights_ended, pause=0.01, look_again=0)


GONE = {"type": "http.disconnect"}


def scope(method: str, address: str, *, root: str = "", headers: dict[str, str] | None = None) -> dict[str, Any]:
    path, _, query = address.partition("?")
    given = {"host": "testserver"} | (headers or {})
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": root + unquote(path),
        "raw_path": (root + path).encode(),
        "query_string": query.encode("latin1"),
        "root_path": root,
        "headers": [(name.encode(), value.encode("latin1")) for name, value in given.items()],
        "client": ("192.0.2.7", 5000),
        "server": ("testserver", 80),
    }


class Asked:
    """A request that was sent, and what comes back for it."""

    def __init__(self, application: Any, asked: dict[str, Any]) -> None:
        self.talk = ApplicationCommunicator(application, asked)
        self.status = 0
        self.headers: list[tuple[str, str]] = []

    async def send(self, body: bytes = b"", *, more: bool = False) -> None:
        await self.talk.send_input({"type": "http.request", "body": body, "more_body": more})

    async def start(self) -> int:
        started = await self.talk.receive_output(timeout=60)
        self.status = started["status"]
        self.headers = [(name.decode().lower(), value.decode("latin1")) for name, value in started["headers"]]
        return self.status

    async def part(self) -> dict[str, Any]:
        message: dict[str, Any] = await self.talk.receive_output(timeout=60)
        return message

    async def rest(self) -> bytes:
        body = b""
        while True:
            message = await self.part()
            body += message.get("body", b"")
            if not message.get("more_body"):
                return body

    async def leave(self) -> None:
        await self.talk.send_input(GONE)
        await self.talk.wait(timeout=60)


async def ask(application: Any, asked: dict[str, Any], body: bytes = b"") -> tuple[Asked, bytes]:
    request = Asked(application, asked)
    await request.send(body)
    await request.start()
    heard = await request.rest()
    await request.talk.wait(timeout=60)
    return request, heard


def run(test: Coroutine[Any, Any, None]) -> None:
    async def with_patience() -> None:
        async with asyncio.timeout(10):
            await test

    asyncio.run(with_patience())
