"""What is made of an event that is played once a process, for all who look: kept until more of it changes than running
figures, which its pages read anew.
"""

from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from threading import Lock, RLock
from typing import Any, TypeVar

from django.db.models import Min
from django.utils import timezone

from tournaments.models import Event, Table
from tournaments.models.table import ENDED

MOST = 4  # events

Made = TypeVar("Made")


class Shelf:
    """Of one event at one outline. Whoever asks while something is made waits for it."""

    def __init__(self, event: Event) -> None:
        self._made_of = _known(event)
        self._event = event.pk
        self._until = datetime.max.replace(tzinfo=UTC)
        self._lock = RLock()
        self._made: dict[Hashable, Any] = {}

    def fits(self, event: Event) -> bool:
        return self._made_of == _known(event) and timezone.now() < self._until

    def take(self, key: Hashable, make: Callable[[], Made]) -> Made:
        with self._lock:
            if not self._made:
                self._until = _next_accepted(self._event) or self._until
            if key not in self._made:
                self._made[key] = make()
            made: Made = self._made[key]
            return made


_shelves: dict[int, Shelf] = {}  # whose event was asked for last comes last
_turn = Lock()


def kept(event: Event, key: Hashable, make: Callable[[], Made]) -> Made:
    """What `make` makes of the `event`, which was read before: so it is as new as that at least. Nothing is kept of an
    event that is over, whose people's names change without a new outline.
    """
    if event.status != Event.Status.OPEN:
        return make()
    with _turn:
        shelf = _shelves.pop(event.pk, None)
        if shelf is None or not shelf.fits(event):
            shelf = Shelf(event)
        _shelves[event.pk] = shelf
        if len(_shelves) > MOST:
            del _shelves[next(iter(_shelves))]
    return shelf.take(key, make)


def _known(event: Event) -> tuple[int, datetime]:
    """After a restore another may have its key."""
    return event.outline, event.created_at


def _next_accepted(event_id: int) -> datetime | None:
    """When the next result counts by itself, which no outline tells."""
    waiting = Table.objects.filter(event=event_id, status__in=ENDED, confirmation=Table.ConfirmationState.WAITING)
    soonest: datetime | None = waiting.filter(accepted_at__gt=timezone.now()).aggregate(at=Min("accepted_at"))["at"]
    return soonest
