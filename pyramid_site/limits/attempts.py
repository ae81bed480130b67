"""What was tried how often, in the database's cache: the same in every process."""

import logging
import time
from dataclasses import dataclass
from math import ceil

from django.core.cache import cache
from django.db import transaction
from django.utils.crypto import salted_hmac

from pyramid_site.limits.limit import Limit

MOST_REMEMBERED = 10_000

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Attempts:
    """Of one address, name, device or pad."""

    limit: Limit
    whose: str

    @property
    def key(self) -> str:
        return f"{self.limit.of}-{self.limit.by}-{hidden(self.whose)}"

    def known_wait(self) -> int:
        """In seconds, as far as this process knows, without asking the database."""
        return max(0, ceil(_shut.get(self.key, 0.0) - time.time()))

    def wait(self) -> int:
        """In seconds, until there may be more; 0 where there may now."""
        if wait := self.known_wait():
            return wait
        so_far, until = cache.get(self.key, (0, 0.0))
        if so_far >= self.limit.most:
            _remember(self.key, until)
        return self.known_wait()

    def add(self) -> None:
        now = time.time()
        with transaction.atomic():  # on SQLite one after the other; on PostgreSQL two at once may count as one
            so_far, until = cache.get(self.key, (0, now + self.limit.seconds))
            cache.set(self.key, (so_far + 1, until), timeout=max(1, until - now))
        if so_far + 1 == self.limit.most:
            self._tell(ceil((until - now) / 60))

    def _tell(self, minutes: int) -> None:
        whose = self.whose if self.limit.by == "address" else "one"
        logger.warning("Limit of %s by %s reached: %s, for %d minutes", self.limit.of, self.limit.by, whose, minutes)


_shut: dict[str, float] = {}
"""Until when, by key: who goes on nevertheless costs no question to the database."""


def forget() -> None:
    _shut.clear()
    cache.clear()


def hidden(said: str) -> str:
    """People type passwords where a name is asked for, and addresses of pads are secret."""
    return salted_hmac("limits", said, algorithm="sha256").hexdigest()[:32]


def _remember(key: str, until: float) -> None:
    if len(_shut) >= MOST_REMEMBERED:
        _shut.clear()
    _shut[key] = until
