"""A TCP proxy between browser and server which can freeze (nothing closes, and nothing arrives any more) or cut.

Where there are several servers, each new connection goes to the next of them.
"""

import socket
import threading
from contextlib import suppress
from itertools import cycle


class Proxy:
    """Connections that stand when it freezes stay frozen; new ones pass. Use it as a context manager."""

    def __init__(self, *ports: int) -> None:
        self.lead_to(*ports)
        self.door = socket.create_server(("127.0.0.1", 0))
        self.links: list[Link] = []
        self.cutting = False
        self.freezing = False
        self.port = self.door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Proxy":
        threading.Thread(target=self._admit, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        for link in self.links:
            link.close()

    def lead_to(self, *ports: int) -> None:
        """Connections that stand stay where they are."""
        self.targets = cycle([("127.0.0.1", port) for port in ports])

    def freeze(self, *, all_new: bool = False) -> int:
        """How many connections were open. `all_new`: those that come freeze as well, until it is mended."""
        self.freezing = all_new
        for link in self.links:
            link.passing.clear()
        return sum(not link.closed for link in self.links)

    def cut(self) -> None:
        """The server is out of reach: what stands is closed, what comes is refused."""
        self.cutting = True
        for link in self.links:
            link.close()

    def mend(self) -> None:
        """For connections that come; those that froze never carry anything again."""
        self.cutting = self.freezing = False

    def _admit(self) -> None:
        with suppress(OSError):
            while True:
                inside, _ = self.door.accept()
                if self.cutting:
                    inside.close()
                    continue
                try:
                    outside = socket.create_connection(next(self.targets))
                except OSError:
                    inside.close()
                else:
                    self.links.append(Link(inside, outside, frozen=self.freezing))


class Link:
    """One connection through the proxy, a thread for either direction."""

    def __init__(self, inside: socket.socket, outside: socket.socket, *, frozen: bool) -> None:
        self.ends = (inside, outside)
        self.passing = threading.Event()
        if not frozen:
            self.passing.set()
        self.closed = False
        for source, sink in ((inside, outside), (outside, inside)):
            threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def close(self) -> None:
        self.closed = True
        self.passing.set()
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self.passing.wait()
                sink.sendall(data)
        self.passing.wait()
        self.close()
