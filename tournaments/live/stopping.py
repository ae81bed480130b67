import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def before_server_stops(call: Callable[[], None]) -> Iterator[None]:
    """Hear SIGINT and SIGTERM before the server does, which would wait in vain for the open streams to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    servers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def hear(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(call)
        server = servers[signal.Signals(number)]
        if callable(server):
            server(number, frame)

    for number, server in servers.items():
        if callable(server):
            signal.signal(number, hear)
    try:
        yield
    finally:
        for number, server in servers.items():
            signal.signal(number, server)
