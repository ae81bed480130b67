"""The client against a server that says exactly what it is told to say."""

import asyncio
import zlib
from collections.abc import Awaitable, Callable

import pytest

from scripts.load.visitors.client import Answer, Connection

OK = b"HTTP/1.1 200 OK\r\n"


def against(answers: list[bytes], ask: Callable[[Connection], Awaitable[object]]) -> object:
    """Each answer goes to one request; the connection is closed after an answer that says so, or after the last."""

    async def run() -> object:
        left = list(answers)

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while left:
                await reader.readuntil(b"\r\n\r\n")
                answer = left.pop(0)
                writer.write(answer)
                if b"then-gone" in answer:
                    break
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1")
        async with server:
            return await ask(Connection(server.sockets[0].getsockname()[1]))

    return asyncio.run(run())


async def get(connection: Connection) -> Answer:
    answer = await connection.get("/")
    connection.close()
    return answer


def test_a_body_of_known_length_is_read_and_unzipped():
    body = zlib.compress("Žukauskas".encode(), wbits=31)
    head = OK + b"Content-Encoding: gzip\r\nSet-Cookie: csrftoken=abc; Path=/\r\n"
    answer = against([head + b"Content-Length: %d\r\n\r\n" % len(body) + body], get)
    assert isinstance(answer, Answer)
    assert (answer.status, answer.text, answer.cookies) == (200, "Žukauskas", {"csrftoken": "abc"})


def test_a_chunked_body_is_put_together():
    answer = against([OK + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"], get)
    assert isinstance(answer, Answer)
    assert answer.text == "abcde"


def test_what_has_not_changed_has_no_body():
    answer = against([b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"], get)
    assert isinstance(answer, Answer)
    assert (answer.status, answer.headers["etag"], answer.text) == (304, "x", "")


def test_a_connection_that_the_server_closed_while_idle_is_opened_again():
    async def twice(connection: Connection) -> list[str]:
        first = await connection.get("/")
        await asyncio.sleep(0)
        return [first.text, (await get(connection)).text]

    closing = OK + b"X: then-gone\r\nContent-Length: 1\r\n\r\n1"
    assert against([closing, OK + b"Content-Length: 1\r\n\r\n2"], twice) == ["1", "2"]


def test_a_server_that_hangs_up_at_once_is_not_asked_for_ever():
    with pytest.raises(EOFError):
        against([b"then-gone"] * 3, get)


def test_a_stream_is_unzipped_piece_by_piece_as_it_comes():
    zipper = zlib.compressobj(wbits=31)
    pieces = [zipper.compress(text) + zipper.flush(zlib.Z_SYNC_FLUSH) for text in (b"id: 1\n\n", b"id: 2\n\n")]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    head = OK + b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"

    async def follow(connection: Connection) -> list[bytes]:
        return [piece async for piece in connection.stream("/")]

    assert against([head + chunks], follow) == [b"id: 1\n\n", b"id: 2\n\n"]


def test_a_stream_that_is_refused_is_broken():
    async def follow(connection: Connection) -> list[bytes]:
        return [piece async for piece in connection.stream("/")]

    with pytest.raises(ConnectionError, match="503"):
        against([b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"], follow)
