from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from tournaments.models import Event, Seat, Table
from tournaments.selectors.night.standings import StandingRow, event_standings
from tournaments.selectors.table.cards import TableCard, table_card


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
    cards = table_cards(event.tables.all(), event)
    return EventPage(
        event=event,
        revision=event.revision,
        standings=event_standings(event),
        running=[card for card in cards if card.status == Table.Status.PLAYING],
        adjourned=[card for card in cards if card.status == Table.Status.ADJOURNED],
        ended=[card for card in reversed(cards) if card.status in (Table.Status.FINISHED, Table.Status.CLOSED)],
        carried_on=table_cards(event.tables_carried_on.all(), event),
    )


def table_cards(tables: QuerySet[Table], event: Event) -> list[TableCard]:
    seats = Prefetch("seats", Seat.objects.select_related("entrant__player", "substitute"))
    return [
        table_card(table, list(table.seats.all()), event)
        for table in tables.select_related("began_in").prefetch_related(seats)
    ]
