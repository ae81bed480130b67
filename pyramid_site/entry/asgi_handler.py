"""Django's synchronous stack, entered by one change from the event loop to a thread."""

import asyncio
from collections.abc import Iterator
from functools import lru_cache, partial
from io import BytesIO

from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch, resolve, set_script_prefix

from pyramid_site.entry.asgi_types import Receive, Scope, Send
from pyramid_site.entry.thread_pools import ThreadPool


class Handler(ASGIHandler):
    """Answers as Django's own handler, which changes threads twice in every middleware."""

    def __init__(self) -> None:
        self.load_middleware(is_async=False)
        # There are three hundred addresses to look through, and who saves asks for the same again and again.
        self.resolved = lru_cache(maxsize=2048)(resolve)

    async def answer(
        self,
        scope: Scope,
        body: bytes,
        pool: ThreadPool,
        *,
        receive: Receive,
        send: Send,
        queue: asyncio.Lock | None = None,
    ) -> None:
        answer, part = await pool.run(partial(self._begin, scope, body), queue=queue)
        await send(answer.start)
        if answer.closed:
            await send({"type": "http.response.body", "body": part})
            return
        gone = asyncio.ensure_future(receive())
        try:
            while not (answer.closed or gone.done()):
                await send({"type": "http.response.body", "body": part, "more_body": True})
                part = await pool.run(answer.next_part)
            await send({"type": "http.response.body", "body": part})
        finally:
            gone.cancel()
            if not answer.closed:
                await pool.run(answer.close)

    def _begin(self, scope: Scope, body: bytes) -> tuple["Outgoing", bytes]:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        answer = Outgoing(self._response(scope, body))
        try:
            return answer, answer.next_part()
        except Exception:
            answer.close()
            raise

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        match = request.resolver_match = self.resolved(request.path_info)
        return match

    def _response(self, scope: Scope, body: bytes) -> HttpResponseBase:
        request, refusal = self.create_request(scope, BytesIO(body))
        if request is None:
            assert refusal is not None
            return refusal
        response = self.get_response(request)
        scope["capstone.event"] = getattr(request, "event", None)
        response._handler_class = type(self)  # type: ignore[attr-defined]  # which says who has finished
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        return response


class Outgoing:
    """A response, whole or in parts, each made in a call of its own.

    Between its parts it holds no thread, however slowly the client reads; so no part may leave a cursor open.
    """

    def __init__(self, response: HttpResponseBase) -> None:
        self._response = response
        self._parts = _parts(response)
        self._left = int(response.headers.get("Content-Length", -1))
        self.start = {"type": "http.response.start", "status": response.status_code, "headers": _headers(response)}
        self.closed = False

    def next_part(self) -> bytes:
        """Closes the response with its last part."""
        part = next(self._parts, None)
        self._left -= len(part or b"")
        if part is None or self._left == 0 or isinstance(self._response, HttpResponse):
            self.close()
        return part or b""

    def close(self) -> None:
        self.closed = True
        self._response.close()


def _parts(response: HttpResponseBase) -> Iterator[bytes]:
    if not isinstance(response, StreamingHttpResponse):
        assert isinstance(response, HttpResponse)
        return iter([response.content])
    if response.is_async:
        response.close()
        raise RuntimeError("A view has to stream from a synchronous iterator")
    return iter(response)


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = (cookie.output(header="").strip() for cookie in response.cookies.values())
    return headers + [(b"Set-Cookie", cookie.encode("ascii")) for cookie in cookies]
