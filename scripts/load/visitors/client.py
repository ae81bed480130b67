"""As much of HTTP/1.1 as a browser speaks with the server under load, at as little CPU as can be."""

import asyncio
import re
import zlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field

GZIP = 31  # zlib's name for a gzip header and trailer
PATIENCE = 30.0  # seconds
BROKEN = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)
COOKIE = re.compile(r"([^=;\s]+)=([^;]*)")

Headers = Mapping[str, str]


@dataclass(frozen=True)
class Head:
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def chunked(self) -> bool:
        return "chunked" in self.headers.get("transfer-encoding", "")

    @property
    def zipped(self) -> bool:
        return self.headers.get("content-encoding") == "gzip"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    text: str


class Connection:
    """One kept-alive connection of a browser to 127.0.0.1, opened when it is needed."""

    def __init__(self, port: int, cookies: Headers | None = None) -> None:
        self.port = port
        self.cookies = dict(cookies or {})
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, headers: Headers | None = None, *, patience: float = PATIENCE) -> Answer:
        return await self.request("GET", path, headers or {}, b"", patience=patience)

    async def post(self, path: str, headers: Headers, body: bytes, *, patience: float = PATIENCE) -> Answer:
        return await self.request("POST", path, headers, body, patience=patience)

    async def request(self, method: str, path: str, headers: Headers, body: bytes, *, patience: float) -> Answer:
        """Asked once more where the server had meanwhile closed a connection that was idle, as browsers do."""
        reused = self._ends is not None
        try:
            async with asyncio.timeout(patience):
                try:
                    return await self._exchange(method, path, headers, body)
                except (OSError, EOFError):
                    self.close()
                    if not reused:
                        raise
                    return await self._exchange(method, path, headers, body)
        except BaseException:
            self.close()
            raise

    async def _exchange(self, method: str, path: str, headers: Headers, body: bytes) -> Answer:
        reader, head = await self._ask(method, path, headers, body)
        content = await _body(reader, head)
        if head.headers.get("connection") == "close":
            self.close()
        self.cookies.update(head.cookies)
        text = zlib.decompress(content, GZIP) if head.zipped else content
        return Answer(head.status, head.headers, head.cookies, text.decode())

    async def stream(self, path: str) -> AsyncIterator[bytes]:
        """What the server sends, piece by piece as it comes, for as long as it does."""
        wanted = {"Accept": "text/event-stream", "Cache-Control": "no-cache"}
        try:
            reader, head = await self._ask("GET", path, wanted, b"")
            if head.status != 200:
                raise ConnectionError(f"stream answered {head.status}")
            unzip = zlib.decompressobj(GZIP).decompress if head.zipped else bytes
            while piece := await _chunk(reader):
                yield unzip(piece)
        finally:
            self.close()

    async def _ask(self, method: str, path: str, headers: Headers, body: bytes) -> tuple[asyncio.StreamReader, Head]:
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._ends
        writer.write(request_head(method, path, self._headers(headers, body, method)) + body)
        return reader, parsed_head(await reader.readuntil(b"\r\n\r\n"))

    def _headers(self, headers: Headers, body: bytes, method: str) -> dict[str, str]:
        sent = {"Host": f"127.0.0.1:{self.port}", "Accept-Encoding": "gzip", **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            sent.setdefault("Content-Length", str(len(body)))
        return sent

    def close(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
        self._ends = None


def request_head(method: str, path: str, headers: Headers) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def parsed_head(raw: bytes) -> Head:
    first, *lines = raw.decode("latin-1").rstrip("\r\n").split("\r\n")
    head = Head(int(first.split(" ", 2)[1]))
    for line in lines:
        name, _, value = line.partition(":")
        name, value = name.lower(), value.strip()
        if name == "set-cookie" and (cookie := COOKIE.match(value)):
            head.cookies[cookie[1]] = cookie[2]
        head.headers[name] = value
    return head


async def _body(reader: asyncio.StreamReader, head: Head) -> bytes:
    if head.status in (204, 304):
        return b""
    if head.chunked:
        pieces = []
        while piece := await _chunk(reader):
            pieces.append(piece)
        return b"".join(pieces)
    if length := head.headers.get("content-length"):
        return await reader.readexactly(int(length))
    return await reader.read()


async def _chunk(reader: asyncio.StreamReader) -> bytes:
    """The next of a chunked body, empty at its end."""
    size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
    return (await reader.readexactly(size + 2))[:-2]
