"""Connections over which no request comes, on a real server."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from pytest_django import Settings

from pyramid_site.entry.asgi_types import Receive, Scope, Send
from pyramid_site.entry.protocol import BoundedProtocol
from tests.entry.asking import run

REQUEST = b"GET / HTTP/1.1\r\nHost: testserver\r\n\r\n"
ANSWER = b"\r\n\r\nhere"

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"here"})


async def serve(talk: Callable[[Callable[[], Awaitable[Connection]]], Awaitable[None]], **options: Any) -> None:
    config = uvicorn.Config(answer, port=0, http=BoundedProtocol, lifespan="off", log_level="error", **options)
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    ((host, port),) = [socket.getsockname() for each in server.servers for socket in each.sockets]
    try:
        await talk(lambda: asyncio.open_connection(host, port))
    finally:
        await server.shutdown()


@pytest.fixture(autouse=True)
def impatient(settings: Settings) -> None:
    settings.HEAD_SECONDS = 0.2


@pytest.mark.parametrize("sent", [b"", b"GET / HT", REQUEST[:-2]], ids=["nothing", "half a line", "half a head"])
def test_a_connection_over_which_no_whole_head_comes_is_closed(sent: bytes) -> None:
    async def talk(connect: Callable[[], Awaitable[Connection]]) -> None:
        reader, writer = await connect()
        writer.write(sent)
        assert await reader.read() == b""
        writer.close()

    run(serve(talk))


@pytest.mark.parametrize("more", [b"\r\n", b"GET / HT"], ids=["an empty line", "half a line"])
def test_so_is_one_that_begins_a_second_request_and_does_not_end_it(more: bytes) -> None:
    async def talk(connect: Callable[[], Awaitable[Connection]]) -> None:
        reader, writer = await connect()
        writer.write(REQUEST)
        assert (await reader.readuntil(ANSWER)).startswith(b"HTTP/1.1 200")
        writer.write(more)
        assert await reader.read() == b""
        writer.close()

    run(serve(talk, timeout_keep_alive=60))


def test_a_head_that_does_not_end_is_refused_once_it_is_too_large(settings: Settings) -> None:
    settings.HEAD_SECONDS, settings.LARGEST_HEAD = 60, 2000

    async def talk(connect: Callable[[], Awaitable[Connection]]) -> None:
        reader, writer = await connect()
        writer.write(REQUEST[:-2] + b"X-Small: " + b"x" * 1000 + b"\r\n\r\n")
        assert (await reader.readuntil(ANSWER)).startswith(b"HTTP/1.1 200")
        for _ in range(2):
            writer.write(REQUEST[:-2] + b"X-Large: " + b"x" * 1000)
            await writer.drain()
        assert (await reader.read()).startswith(b"HTTP/1.1 400")
        writer.close()

    run(serve(talk, timeout_keep_alive=60))


@pytest.mark.parametrize("end", [b"", b"\r\n"], ids=["without an end", "whole"])
def test_so_is_one_that_comes_at_once(settings: Settings, end: bytes) -> None:
    settings.HEAD_SECONDS, settings.LARGEST_HEAD = 60, 2000

    async def talk(connect: Callable[[], Awaitable[Connection]]) -> None:
        reader, writer = await connect()
        writer.write(REQUEST[:-2] + b"X-Large: " + b"x" * 2500 + b"\r\n" + end)
        assert (await reader.read()).startswith(b"HTTP/1.1 400")
        writer.close()

    run(serve(talk))


def test_what_follows_a_head_does_not_count_as_one(settings: Settings) -> None:
    """A body, a second request, and the head of a third that is too large, in one go."""
    settings.HEAD_SECONDS, settings.LARGEST_HEAD = 60, 2000
    posted = REQUEST.replace(b"GET", b"POST")[:-2] + b"Content-Length: 4000\r\n\r\n" + b"x" * 4000

    async def talk(connect: Callable[[], Awaitable[Connection]]) -> None:
        reader, writer = await connect()
        writer.write(posted + posted)
        for _ in range(2):
            assert (await reader.readuntil(ANSWER)).startswith(b"HTTP/1.1 200")
        writer.write(posted + REQUEST[:-2] + b"X-Large: " + b"x" * 2500 + b"\r\n\r\n")
        assert b"HTTP/1.1 400" in await reader.read()
        writer.close()

    run(serve(talk, timeout_keep_alive=60))


def test_a_connection_that_is_idle_between_two_requests_stays_open_for_longer() -> None:
    async def talk(connect: Callable[[], Awaitable[Connection]]) -> None:
        (idle, writer), (unused, other) = await connect(), await connect()
        writer.write(REQUEST)
        await idle.readuntil(ANSWER)
        assert await unused.read() == b""  # its time is over
        writer.write(REQUEST)
        assert (await idle.readuntil(ANSWER)).startswith(b"HTTP/1.1 200")
        writer.close()
        other.close()

    run(serve(talk, timeout_keep_alive=60))
