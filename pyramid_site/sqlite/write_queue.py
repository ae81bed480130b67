from collections import deque
from threading import Lock


class WriteQueue:
    """First come, first served. Who lets go of a plain lock and asks again at once has it again, and whoever waits for
    it goes on waiting.
    """

    def __init__(self) -> None:
        self._state = Lock()
        self._taken = False
        self.waiting: deque[Lock] = deque()

    def take(self, *, timeout: float) -> bool:
        """Whether it came within so many seconds."""
        with self._state:
            if not self._taken:
                self._taken = True
                return True
            own = Lock()
            own.acquire()
            self.waiting.append(own)
        return own.acquire(timeout=timeout) or self._came_at_last(own)

    def end(self) -> None:
        """Hands it to the next."""
        with self._state:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self._taken = False

    def _came_at_last(self, own: Lock) -> bool:
        with self._state:
            if own not in self.waiting:
                return True
            self.waiting.remove(own)
            return False
