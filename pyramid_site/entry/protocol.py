"""Bounds the head of a request in size and time."""

from asyncio import BaseTransport, TimerHandle

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class HeadTooLarge(Exception):
    """Of a request whose head is whole. The parser passes it on as its own error, which uvicorn answers with 400."""


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's, which waits without end for a request's head, however large."""

    _head_due: TimerHandle | None = None
    _head_size = 0

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]  # as uvicorn declares it
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_between_requests() and self.timeout_keep_alive_task is None:
            self._wait_for_head()
        if self._head_due is not None:
            self._head_size += len(data)
            if self._head_size > settings.LARGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of this request is too large.")

    def on_headers_complete(self) -> None:
        self._wait_no_more()
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > settings.LARGEST_HEAD:
            raise HeadTooLarge
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _is_between_requests(self) -> bool:
        return self.cycle is not None and self.cycle.response_complete and not self.transport.is_closing()

    def _wait_for_head(self) -> None:
        if self._head_due is None:
            self._head_due = self.loop.call_later(settings.HEAD_SECONDS, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None
            self._head_size = 0
