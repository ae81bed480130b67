from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Event, Table
from tournaments.models.statements import Prepared, joined
from tournaments.models.table import ENDED
from tournaments.selectors.night.standings import StandingRow, night_standings
from tournaments.selectors.table.cards import SeatRow, by_table, rows_carried_on, rows_of_event

Sitting = Sequence[SeatRow]
"""The seats of one table; its card is made where it is shown."""


@dataclass(frozen=True)
class EventPage:
    event: Event
    revision: int
    standings: list[StandingRow]
    running: list[Sitting]
    adjourned: list[Sitting]
    ended: list[Sitting]
    carried_on: list[Sitting]  # adjourned here, carried on to a later night

    @property
    def begun(self) -> bool:
        return any(row.average is not None for row in self.standings)


def event_page(event_id: int) -> EventPage:
    """The night for everyone. Raises Event.DoesNotExist."""
    return night_page(read_event(event_id))


def read_event(event_id: int) -> Event:
    """Of either kind, with its club. Raises Event.DoesNotExist."""
    for event in _events(event_id):
        return event
    raise Event.DoesNotExist


EVENT, _event_of = joined(Event, "club")
_events = Prepared(lambda event: Event.objects.filter(pk=event).order_by().values_list(*EVENT), _event_of)


def night_page(event: Event) -> EventPage:
    tables = list(by_table(rows_of_event(event.pk)))
    return EventPage(
        event=event,
        revision=event.revision,
        standings=night_standings(event, tables),
        running=[table for table in tables if table[0].status == Table.Status.PLAYING],
        adjourned=[table for table in tables if table[0].status == Table.Status.ADJOURNED],
        ended=[table for table in reversed(tables) if table[0].status in ENDED],
        carried_on=list(by_table(rows_carried_on(event.pk))),
    )
