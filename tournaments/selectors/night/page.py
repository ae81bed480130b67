from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Event, Table
from tournaments.models.table import ENDED
from tournaments.selectors.night.standings import StandingRow, night_standings
from tournaments.selectors.table.cards import SeatRow, by_table, rows_of_event, seat_rows

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
    return Event.objects.select_related("club").get(pk=event_id)


def night_page(event: Event) -> EventPage:
    rows = rows_of_event(event.pk)
    tables = list(by_table(rows))
    return EventPage(
        event=event,
        revision=event.revision,
        standings=night_standings(event, rows),
        running=[table for table in tables if table[0].status == Table.Status.PLAYING],
        adjourned=[table for table in tables if table[0].status == Table.Status.ADJOURNED],
        ended=[table for table in reversed(tables) if table[0].status in ENDED],
        carried_on=list(by_table(seat_rows(Q(table__began_in=event)))),
    )
