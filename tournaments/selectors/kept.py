"""What is made of an event that is played once a process, for all who look: kept until more of it changes than running
figures, which its pages read anew.
"""

from collections.abc import Callable, Hashable, Iterable
from datetime import UTC, datetime
from threading import Lock, RLock
from typing import Any, TypeVar

from django.utils import timezone

from tournaments.audience import told
from tournaments.models import Event, Table
from tournaments.models.statements import Prepared
from tournaments.models.table import ENDED

MOST = 4  # events

Known = TypeVar("Known")
Made = TypeVar("Made")


class Shelf:
    """Of one event. Whoever asks while something is made waits for it."""

    def __init__(self, event: Event) -> None:
        self._event = event.pk
        self.created_at = event.created_at
        self._made: dict[Hashable, tuple[Hashable, Any]] = {}
        self._lock = RLock()
        self._until = datetime.min.replace(tzinfo=UTC)

    def take(self, key: Hashable, version: Hashable, make: Callable[[], Made]) -> Made:
        whose = told(), key  # names are not the same for all
        with self._lock:
            if whose not in self._made or self._made[whose][0] != version:
                self._made[whose] = version, make()
            made: Made = self._made[whose][1]
            return made

    def accepted_until(self, outline: int) -> datetime:
        """Until when no further result counts by itself, which no outline tells."""
        with self._lock:
            if timezone.now() >= self._until:
                self._made.pop((told(), "accepted"), None)
            self._until = self.take("accepted", outline, lambda: _next_accepted(self._event))
            return self._until


_shelves: dict[int, Shelf] = {}  # whose event was asked for last comes last
_turn = Lock()


def kept(event: Event, key: Hashable, make: Callable[[], Made]) -> Made:
    """What `make` makes of the `event`, which was read before, so that it is as new at least: until its outline
    changes, or a result is accepted by itself. Nothing is kept of an event that is over, whose people's names change
    without a new outline.
    """
    if event.status != Event.Status.OPEN:
        return make()
    shelf = _shelf(event)
    return shelf.take(key, (event.outline, shelf.accepted_until(event.outline)), make)


def kept_for_tables(event: Event, key: Hashable, make: Callable[[], Made]) -> Made:
    """The same, until something changes that is of more tables than one: until then Table.pad_revision tells."""
    return _shelf(event).take(key, event.pads_revision, make) if event.status == Event.Status.OPEN else make()


def kept_of_same(
    event: Event, key: Hashable, those: Iterable[tuple[int, Known]], make: Callable[[Known], Made]
) -> list[Made]:
    """What `make` makes of each of `those`, which have keys of their own: it stays with who is made of the same."""
    known: dict[int, tuple[Known, Made]] = kept_for_tables(event, key, dict)
    found = []
    for pk, made_of in those:
        each = known.get(pk)
        if each is None or each[0] != made_of:
            each = known[pk] = made_of, make(made_of)
        found.append(each[1])
    return found


def _shelf(event: Event) -> Shelf:
    with _turn:
        shelf = _shelves.pop(event.pk, None)
        if shelf is None or shelf.created_at != event.created_at:  # after a restore another may have its key
            shelf = Shelf(event)
        _shelves[event.pk] = shelf
        if len(_shelves) > MOST:
            del _shelves[next(iter(_shelves))]
        return shelf


def _next_accepted(event_id: int) -> datetime:
    now = timezone.now()
    return min((at for at in _waiting_until(event_id) if at > now), default=datetime.max.replace(tzinfo=UTC))


_waiting = Table.objects.filter(
    status__in=ENDED, confirmation=Table.ConfirmationState.WAITING, accepted_at__isnull=False
)
_waiting_until: Prepared[datetime] = Prepared(
    lambda event: _waiting.filter(event=event).order_by().values_list("accepted_at"), lambda row: row[0]
)
