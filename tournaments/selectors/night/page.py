from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Event, Table
from tournaments.selectors.night.standings import StandingRow, night_standings
from tournaments.selectors.table.cards import TableCard, seat_rows, table_cards


@dataclass(frozen=True)
class EventPage:
    event: Event
    revision: int
    standings: list[StandingRow]
    running: list[TableCard]
    adjourned: list[TableCard]
    ended: list[TableCard]
    carried_on: list[TableCard]  # adjourned here, carried on to a later night

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
    rows = seat_rows(Q(table__event=event))
    cards = table_cards(rows, event)
    return EventPage(
        event=event,
        revision=event.revision,
        standings=night_standings(event, rows),
        running=[card for card in cards if card.status == Table.Status.PLAYING],
        adjourned=[card for card in cards if card.status == Table.Status.ADJOURNED],
        ended=[card for card in reversed(cards) if card.status in (Table.Status.FINISHED, Table.Status.CLOSED)],
        carried_on=table_cards(seat_rows(Q(table__began_in=event)), event),
    )
