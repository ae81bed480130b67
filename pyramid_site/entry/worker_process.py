"""What takes long is done in a process of its own: beside it, who saves waits for Python's lock at every step."""

import gc
import logging
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from time import monotonic
from typing import Any, NamedTuple

import django
from django.db import close_old_connections
from django.urls import get_resolver
from django.utils.module_loading import import_string

from tournaments.simulations import PROCESSES

AGAIN_AFTER = 30.0  # seconds from one beginning to the next
PATIENCE = 10.0  # seconds for an answer
READY = b"ready"

logger = logging.getLogger(__name__)


class Returned(NamedTuple):
    given: Any
    error: Exception | None = None


class WorkerProcess:
    """Called by one thread, like the function of that name; what it takes and gives can be pickled. Until its process
    is ready, and where that has ended, the function is called here.
    """

    def __init__(self, name: str, *, again_after: float = AGAIN_AFTER, patience: float = PATIENCE) -> None:
        self._name = name
        self._again_after = again_after
        self._patience = patience
        self._process: ForkServerProcess | None = None
        self._link: Connection | None = None
        self._ready = False
        self._begin_at = 0.0

    def __call__(self, *given: Any) -> Any:
        answer = self._answer(given) if self.is_ready() else None
        if answer is None:
            here: Callable[..., Any] = import_string(self._name)
            return here(*given)
        if answer.error:
            raise answer.error
        return answer.given

    def is_ready(self) -> bool:
        """Whether it answers by now; begins it where there is none."""
        if self._link is None:
            if monotonic() >= self._begin_at:
                self._begin()
            return False
        try:
            self._ready = self._ready or (self._link.poll() and self._link.recv_bytes() == READY)
        except (EOFError, OSError):
            self._end()
        return self._ready

    def _answer(self, given: tuple[Any, ...]) -> Returned | None:
        """None where the process has ended."""
        assert self._link is not None
        try:
            self._link.send(given)
            if not self._link.poll(self._patience):
                raise TimeoutError
            answer: Returned = self._link.recv()
        except (EOFError, OSError):
            logger.warning("The process of %s does not answer; another will", self._name)
            self._end()
            return None
        return answer

    def _begin(self) -> None:
        self._begin_at = monotonic() + self._again_after
        link, theirs = PROCESSES.Pipe()
        with theirs:
            process = PROCESSES.Process(target=serve, args=(self._name, theirs), daemon=True)
            process.start()
        self._link, self._process = link, process

    def _end(self) -> None:
        if self._link and self._process:
            self._link.close()
            self._process.kill()
        self._link, self._process, self._ready = None, None, False


def serve(name: str, link: Connection) -> None:
    """What the process does, until nobody is at the other end any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # at the keyboard it is meant for the server
    django.setup(set_prefix=False)
    get_resolver().url_patterns  # noqa: B018  loads all views now, or the first request and all behind it would wait
    function: Callable[..., Any] = import_string(name)
    gc.collect()
    gc.freeze()  # as in the server itself
    link.send_bytes(READY)
    while True:
        try:
            arguments = link.recv()
        except (EOFError, OSError):
            return
        link.send(_answer_to(function, arguments))


def _answer_to(function: Callable[..., Any], given: tuple[Any, ...]) -> Returned:
    try:
        return Returned(function(*given))
    except Exception as error:
        return Returned(None, error)
    finally:
        close_old_connections()
