"""A program at the other end of a webhook, for tests: it keeps what it is sent, and answers as it is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import NamedTuple

from tournaments.audit import SYSTEM
from tournaments.models import Club, Webhook, WebhookTopic
from tournaments.services.integrations.webhooks import add_webhook


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answering)
        self.received: list[Received] = []
        self.called = Event()
        self.status = 204
        self.headers: dict[str, str] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/told?as=it"


class _Answering(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(Received(self.path, dict(self.headers), body))
        self.server.called.set()
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        pass


@contextmanager
def receiving() -> Iterator[Receiver]:
    with Receiver() as receiver:
        thread = Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield receiver
        finally:
            receiver.shutdown()
            thread.join()


def webhook_of(club: Club, address: str, *topics: str) -> Webhook:
    """Its trial has been sent."""
    made = add_webhook(club=club, address=address, topics=topics or WebhookTopic.values, actor=SYSTEM)
    made.deliveries.update(due_at=None)
    return made
